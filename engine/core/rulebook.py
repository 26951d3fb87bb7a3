"""A rule document read as data: which ids there are, what each says, and what exercises it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from engine.core.scenario import Scenario

_RULE = re.compile(
    r"^\s*- (?P<bold>\*\*)?(?P<id>[A-Z]{2,4}-[0-9A-Z][0-9A-Za-z.]*)(?(bold)\*\*) (?P<text>.*)$"
)
_TAG = re.compile(r"\s*\[(?:seed|ref|ruling)[^\]]*\]\s*$")
_CHAPTER = re.compile(r"^## (?P<title>.*)$")


class RuleText(msgspec.Struct, frozen=True):
    """One rule. `source` is the bracket behind it: where the document has it from."""

    id: str
    chapter: str
    text: str
    source: str


class Coverage(msgspec.Struct, frozen=True):
    """How a rule is exercised. `reason`: why it cannot be, for prose."""

    id: str
    text: str
    scenarios: int
    events: int
    reason: str | None

    @property
    def is_covered(self) -> bool:
        return bool(self.scenarios or self.events or self.reason)


def rules(markdown: str) -> dict[str, RuleText]:
    """The rules of a document by id, in its order. Text that runs over several lines is joined."""
    found: dict[str, RuleText] = {}
    chapter = ""
    for line in markdown.split("\n"):
        if heading := _CHAPTER.match(line):
            chapter = heading["title"]
        elif rule := _RULE.match(line):
            tag = _TAG.search(rule["text"])
            source = tag[0].strip()[1:-1] if tag else ""
            found[rule["id"]] = RuleText(rule["id"], chapter, _TAG.sub("", rule["text"]).strip(), source)
    return found


def coverage(
    texts: Mapping[str, RuleText],
    scenarios: Iterable[Scenario],
    events: Mapping[str, int],
    prose: Mapping[str, str],
) -> list[Coverage]:
    """One row per rule, in the order of the document."""
    cited: dict[str, int] = dict.fromkeys(texts, 0)
    for scenario in scenarios:
        for rule in scenario.cites:
            if rule in cited:
                cited[rule] += 1
    return [
        Coverage(rule.id, rule.text, cited[rule.id], events.get(rule.id, 0), prose.get(rule.id))
        for rule in texts.values()
    ]


def strangers(texts: Mapping[str, RuleText], ids: Iterable[str]) -> list[str]:
    """Ids that no rule of the document has, sorted: a slip in a scenario, an event or the prose list."""
    return sorted({rule for rule in ids if rule not in texts})
