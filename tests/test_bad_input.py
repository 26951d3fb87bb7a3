"""Bad input gives one plain sentence with file, line and step, the right exit code, and loses nothing else.

Every corruption of a good log must be found at the very step; line and step are worked out here, not copied
from what the program says. Line n + 2 of a file holds step n of its first game.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pytest
from command import emberlog, log_lines

import engine
from engine.core.log import content_of_header, content_of_step, game_id
from ingest.files import LogWriter
from ingest.verifying import verify_files


@cache
def good() -> tuple[bytes, ...]:
    """A whole game without line ends."""
    return tuple(line.rstrip(b"\n") for line in log_lines())


@cache
def last() -> int:
    """The number of the last step."""
    return len(good()) - 3


@cache
def shuffles() -> list[int]:
    """Steps after the setup that draw chance."""
    return [n for n in range(1, last() + 1) if b'"chance"' in good()[n + 1]]


def changed(line: bytes, **fields: Any) -> bytes:
    """The line with other fields; None takes a field away."""
    value = json.loads(line)
    value |= fields
    for key in [key for key, field in fields.items() if field is None]:
        del value[key]
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def put(path: Path, lines: list[bytes], end: bytes = b"\n") -> Path:
    path.write_bytes(b"".join(line + end for line in lines))
    return path


Change = Callable[[list[bytes]], None]


@dataclass(frozen=True)
class Bad:
    """A corruption, and what must be said of it. Line and step 0: of the file's first line; no step."""

    change: Change
    line: int
    step: int | None
    code: int
    what: str


def header(what: str, code: int = 3, **fields: Any) -> Bad:
    def change(lines: list[bytes]) -> None:
        lines[0] = changed(lines[0], **fields)

    return Bad(change, 1, None, code, what)


def at_step(n: int, what: str, code: int = 1, **fields: Any) -> Bad:
    def change(lines: list[bytes]) -> None:
        lines[n + 1] = changed(lines[n + 1], **fields)

    return Bad(change, n + 2, n, code, what)


def replaced(n: int, line: bytes, what: str, step: int | None = None) -> Bad:
    def change(lines: list[bytes]) -> None:
        lines[n + 1] = line

    return Bad(change, n + 2, step, 1, what)


def moved(change: Change, line: int, step: int, what: str) -> Bad:
    return Bad(change, line, step, 1, what)


def at_end(what: str, **fields: Any) -> Bad:
    def change(lines: list[bytes]) -> None:
        lines[-1] = changed(lines[-1], **fields)

    return Bad(change, len(good()), last(), 1, what)


def wrong_check(n: int) -> str:
    found = json.loads(good()[n + 1])["check"]
    return "0000" if found != "0000" else "1111"


def other_card(n: int, place: int, card: str) -> list[Any]:
    """The chance of a step with another card in one place of its first draw."""
    chance = json.loads(good()[n + 1])["chance"]
    chance[0][1][place] = card
    return chance


def swapped(n: int) -> list[Any]:
    """The chance of a step with two different cards of its first draw in each other's place."""
    chance = json.loads(good()[n + 1])["chance"]
    cards = chance[0][1]
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    return chance


def header_cases() -> dict[str, Bad]:
    rules = {f"rules {value!r}": header("these are rules 1", rules=value)
             for value in (2, 0, -1, 999, "0.0.1", "999", "", "f3a9c01", 1.0, True, [1])}  # fmt: skip
    return {
        **rules,
        "rules null": Bad(lambda lines: lines.__setitem__(0, lines[0].replace(b'"rules":1', b'"rules":null')), 1, None,
                          3, "these are rules 1"),
        "another format": header("in format 2", emberlog=2),
        "unknown game": header("no game 'chess'", game="chess"),
        "game by path": header("no game '../core'", game="../core"),
        "game is no text": header("names the game 7", game=7),
        "another chance source": header("'mt19937/v0'", rng="mt19937/v0"),
        "seven players": header("cannot be played with these options", options={"players": 7}),
        "unknown option": header("cannot be played with these options", options={"players": 2, "moon": True}),
        "players is a text": header("cannot be played with these options", options={"players": "2"}),
        "a seat too few": header("names 1 seats for 2 players", 1, seats=[{"name": "a"}]),
        "no seats": header("does not read", 1, seats=None),
        "seed is a fraction": header("does not read", 1, seed=7.0),
        "seed is true": header("does not read", 1, seed=True),
        "seed is empty": header("seed", 1, seed=""),
        "seed is long": header("64 bytes", 1, seed="x" * 65),
        "a fraction": header("no integer", 1, table=1.5),
    }  # fmt: skip


def step_cases() -> dict[str, Bad]:
    cases = {}
    for n in (1, last() // 2, last()):
        cases |= {
            f"wrong check at {n}": at_step(n, "the state after this step is another", check=wrong_check(n)),
            f"check is a number at {n}": at_step(n, "this line is no step", check=7),
            f"unknown action at {n}": at_step(n, "'fly'", 3, action={"kind": "fly"}),
            f"action without kind at {n}": at_step(n, "None does not exist", 3, action={}),
            f"unknown field at {n}": at_step(n, "does not exist", 3, action={"kind": "draw", "twice": True}),
            f"value out of range at {n}": at_step(n, "does not exist", 3, action={"kind": "take_fire", "value": 9}),
            f"unknown tree at {n}": at_step(n, "does not exist", 3,
                                            action={"kind": "plant", "tree": "T99", "column": 1, "row": 1}),
            f"illegal action at {n}": at_step(n, "illegal: LF-", action={"kind": "move", "steps": 10}, chance=None),
            f"seat that is not there at {n}": at_step(n, "illegal: LF-", seat=5),
            f"seat is a text at {n}": at_step(n, "this line is no step", seat="p1"),
            f"chance that nobody asked for at {n}": at_step(n, "no rule asked for", chance=[["p1 deck 99", ["bear"]]])
            if n not in shuffles() else at_step(n, "the rules draw here", chance=None),
            f"no JSON at {n}": replaced(n, b"hello", "this line is not JSON"),
            f"JSON of another kind at {n}": replaced(n, b"[1,2]", "no part of a log"),
            f"binary at {n}": replaced(n, bytes(range(256)).replace(b"\n", b"").replace(b"\r", b""), "not UTF-8"),
            f"not UTF-8 inside of a text at {n}": replaced(n, good()[n + 1].replace(b"kind", b"k\xffnd"), "", n),
            f"cut off at {n}": replaced(n, good()[n + 1][:-3], "not whole JSON"),
            f"deep nesting at {n}": replaced(n, b'{"n":' + b"[" * 100_000 + b"}", "", n),
        }  # fmt: skip
    cases |= {
        "setup with another check": at_step(0, "the state after this step is another", check=wrong_check(0)),
        "setup by a seat": at_step(0, "the table's setup", seat=0),
        "unknown card in the setup": at_step(0, "'unicorn'", 3, chance=other_card(0, 3, "unicorn")),
        "a card twice in the setup": at_step(0, "not an order of these cards", chance=other_card(
            0, 0, json.loads(good()[1])["chance"][0][1][1])),
        "other order than the seed's": at_step(0, "not the one of the seed", chance=swapped(0)),
    }  # fmt: skip
    for n in (shuffles()[0], shuffles()[-1]):
        cases |= {
            f"unknown card at {n}": at_step(n, "'unicorn'", 3, chance=other_card(n, 0, "unicorn")),
            f"other order at {n}": at_step(n, "not the one of the seed", chance=swapped(n)),
            f"no chance at {n}": at_step(n, "the rules draw here", chance=None),
            f"card is a number at {n}": at_step(n, "do not know", 3, chance=other_card(n, 0, 7)),  # type: ignore[arg-type]
            f"other label at {n}": at_step(n, "the rules draw this", chance=[["p9 deck 1", []]]),
            f"outcome is no list at {n}": at_step(
                n, "an outcome is a list", chance=[[json.loads(good()[n + 1])["chance"][0][0], "bear"]]),
        }  # fmt: skip
    return cases


def order_cases() -> dict[str, Bad]:
    middle = last() // 2
    m = middle + 1  # place in the list of lines

    def swap(lines: list[bytes]) -> None:
        lines[m], lines[m + 1] = lines[m + 1], lines[m]

    def negative(lines: list[bytes]) -> None:
        lines[m] = changed(lines[m], n=-1)

    return {
        "swapped": moved(swap, middle + 2, middle, f"{middle} is due, this is {middle + 1}"),
        "twice": moved(
            lambda lines: lines.insert(m, lines[m]), middle + 3, middle + 1, f"{middle + 1} is due, this is {middle}"
        ),
        "missing": moved(lambda lines: lines.pop(m), middle + 2, middle, f"{middle} is due, this is {middle + 1}"),
        "setup missing": moved(lambda lines: lines.pop(1), 2, 0, "setup"),
        "last missing": moved(lambda lines: lines.pop(-2), len(good()) - 1, last() - 1, "the game goes on"),
        "negative": moved(negative, middle + 2, middle, f"{middle} is due, this is -1"),
        "a step after the end": Bad(
            lambda lines: lines.append(lines[-2]), len(good()) + 1, None, 1, "belongs to no game"
        ),
        "two ends": Bad(lambda lines: lines.append(lines[-1]), len(good()) + 1, None, 1, "belongs to no game"),
        "no header": Bad(lambda lines: lines.pop(0), 1, None, 1, "belongs to no game"),
        "counted from 1": moved(
            lambda lines: lines.__setitem__(
                slice(1, -1), [changed(line, n=n) for n, line in enumerate(lines[1:-1], 1)]
            ),
            2, 0, "0 is due, this is 1",
        ),
    }  # fmt: skip


def end_cases() -> dict[str, Bad]:
    end = json.loads(good()[-1])
    other = 1 - end["end"]["winners"][0]
    return {
        "another winner": at_end("end.winners", end={**end["end"], "winners": [other]}),
        "another reason": at_end("end.reason", end={**end["end"], "reason": "LF-9.9"}),
        "other scores": at_end("end.scores", end={**end["end"], "scores": [[1, 2, 3], [4, 5, 6]]}),
        "other number of steps": at_end("steps: the log has", steps=end["steps"] + 1),
        "other hash": at_end("hash", hash="0" * 32),
        "other id": at_end("id", id="0" * 32),
        "another name of a seat": Bad(lambda lines: lines.__setitem__(0, lines[0].replace(b"greedy 1", b"greedy 9")),
                                      len(good()), last(), 1, "id"),
        "score is NaN": Bad(lambda lines: lines.__setitem__(-1, lines[-1].replace(b'"scores":[[', b'"scores":[[NaN,')),
                            len(good()), None, 1, "$.end.scores[0][0] is NaN, which is no number"),
        "score is infinite": Bad(
            lambda lines: lines.__setitem__(-1, lines[-1].replace(b'"scores":[[', b'"scores":[[1e999,')),
            len(good()), None, 1, "$.end.scores[0][0] is 1e999, which is no number"),
    }  # fmt: skip


CASES = {**header_cases(), **step_cases(), **order_cases(), **end_cases()}
per_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def corrupted(case: Bad) -> list[bytes]:
    lines = list(good())
    case.change(lines)
    assert lines != list(good())
    return lines


@per_case
def test_verify_goes_red_at_the_very_step_and_only_there(tmp_path: Path, case: Bad) -> None:
    """The bad game stands between good ones in one file, and beside another file."""
    lines = corrupted(case)
    path = put(tmp_path / "a.jsonl", [*good(), *lines, *good()])
    put(tmp_path / "b.jsonl", list(good()))
    done = emberlog("verify", tmp_path, "-j", 1)
    *complaints, summary = done.out.splitlines()
    line = len(good()) + case.line
    step = "" if case.step is None else f"step {case.step}: "
    assert len(complaints) == 1, complaints
    assert complaints[0].startswith(f"{path}:{line}: {step}"), complaints
    assert case.what in complaints[0]
    extra = re.fullmatch(
        r"checked ([45]) games: ([34]) fine, 1 (diverged|no whole log|not replayable)", summary
    )
    assert extra is not None, summary
    assert int(extra[2]) == int(extra[1]) - 1
    assert done.code == (5 if extra[3] == "no whole log" else case.code), done
    assert done.err == ""


@per_case
def test_replay_stops_there_with_the_same_sentence(tmp_path: Path, case: Bad) -> None:
    path = put(tmp_path / "a.jsonl", corrupted(case))
    done = emberlog("replay", path, "--json")
    if (
        case.what == "belongs to no game" and case.line > 1
    ):  # what stands behind a whole game is not part of it
        assert done.code == 0
        return
    assert done.code == emberlog("verify", path, "-q").code in (case.code, 5), done
    assert f"{path}:{case.line}: " in done.err
    assert case.what in done.err
    shown = [json.loads(line)["n"] for line in done.out.splitlines()]
    assert shown == list(range(len(shown)))
    if case.step is not None and case.line <= last() + 2 and "the game goes on" not in case.what:
        assert len(shown) == case.step


def test_ingest_takes_what_is_good_and_names_the_rest(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    other = [line.rstrip(b"\n") for line in log_lines(99)]
    for number, case in enumerate(CASES.values()):
        put(logs / f"{number:03}.jsonl", corrupted(case))
    put(logs / "zzz.jsonl", other)
    done = emberlog("ingest", logs, "--db", tmp_path / "x.duckdb", "-j", 1)
    assert done.code == 1
    with duckdb.connect(str(tmp_path / "x.duckdb"), read_only=True) as db:
        finished = {name for (name,) in db.sql("SELECT id FROM games WHERE finished").fetchall()}
    assert finished <= {json.loads(good()[-1])["id"], json.loads(other[-1])["id"]}
    assert json.loads(other[-1])["id"] in finished
    for number, case in enumerate(CASES.values()):
        step = "" if case.step is None else f"step {case.step}: "
        assert f"{logs / f'{number:03}.jsonl'}:{case.line}: {step}" in done.err, case


# --- cut off ---


def expected_of_cut(data: bytes) -> tuple[str, int, int]:
    """Status, line and good steps of a log that is cut off: what its whole lines are worth."""
    whole, rest = data.count(b"\n"), data[data.rfind(b"\n") + 1 :]
    if rest and is_json(rest):
        whole, rest = whole + 1, b""
    steps = max(min(whole, last() + 2) - 1, 0)
    if not data.strip():
        return "bad", 0, 0
    if rest:
        return "bad", whole + 1, steps
    return ("fine" if whole == len(good()) else "unfinished"), 1, steps


def is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except json.JSONDecodeError:
        return False
    return True


def test_t01_a_log_cut_anywhere_is_good_up_to_its_last_whole_line(tmp_path: Path) -> None:
    data = b"".join(line + b"\n" for line in good())
    tail = len(b"".join(good()[-3:])) + 3
    path = tmp_path / "cut.jsonl"
    for cut in [*range(400), *range(400, len(data) - tail, 97), *range(len(data) - tail, len(data) + 1)]:
        path.write_bytes(data[:cut])
        (file,) = verify_files([path])
        (verdict,) = file.verdicts
        assert (verdict.status, verdict.line, verdict.steps) == expected_of_cut(data[:cut]), cut


@pytest.mark.parametrize("back", [0, 1, 2, 30, 31, 120, 300, 2000])
def test_what_verify_says_of_a_cut(tmp_path: Path, back: int) -> None:
    data = b"".join(line + b"\n" for line in good())
    data = data[: len(data) - back]
    path = tmp_path / "cut.jsonl"
    path.write_bytes(data)
    status, line, steps = expected_of_cut(data)
    done = emberlog("verify", path)
    if status == "bad":
        wanted = f"{path}:{line}: this line is cut off or damaged: it is not whole JSON; good up to step {steps - 1}"
        assert done.out.splitlines() == [wanted, "checked 1 game: 1 no whole log"]
    else:
        assert done.out == f"checked 1 game: 1 {status}\n"
    assert done.code == (5 if status == "bad" else 0)


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_t01_a_packed_log_cut_off_is_good_up_to_its_last_whole_line(tmp_path: Path, suffix: str) -> None:
    with LogWriter(tmp_path / f"log{suffix}") as writer:
        for number, line in enumerate(good()):
            writer.write(line + b"\n")
            if number % 10 == 9:
                writer.flush()
    data = (tmp_path / f"log{suffix}").read_bytes()
    path = tmp_path / "cut.jsonl"
    found = []
    for cut in [*range(4, len(data), 41), len(data) - 1]:
        path.write_bytes(data[:cut])
        done = emberlog("verify", path)
        assert done.code == 5, cut
        *complaints, _ = done.out.splitlines()
        assert len(complaints) == 1
        match = re.fullmatch(rf"{re.escape(str(path))}(?::(\d+))?: the \w+ data ends early: the file is cut off"
                             r"(?:; good up to step (\d+))?", complaints[0])  # fmt: skip
        assert match is not None, complaints[0]
        line = int(match[1] or 1)
        assert match[2] is None or int(match[2]) == min(line - 3, last())
        found.append(line)
    assert found == sorted(found)
    assert found[-1] == len(good()) + 1


def test_an_unfinished_game_is_no_error(tmp_path: Path) -> None:
    for number, steps in enumerate((1, 2, 3, last())):
        put(tmp_path / f"{number}.jsonl", list(good()[:steps]))
    done = emberlog("verify", tmp_path)
    assert (done.code, done.out) == (0, "checked 4 games: 4 unfinished\n")


# --- whole files ---


@pytest.mark.parametrize(
    ("data", "line", "what"),
    [
        (b"", 0, "the file is empty"),
        (b"\n\n", 0, "the file is empty"),
        (b"hello\nworld\n", 1, "this line is not JSON"),
        (b"\n\n[]\n", 3, "JSON, but no part of a log"),
        (b'{"emberlog":1}\n', 1, "this header does not read"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, 1, "this"),
        (b"\x7fELF" + bytes(5000), 1, "not UTF-8"),
        (b"\x1f\x8b\x08\x00garbage", 0, "gzip data"),
        (b"\x28\xb5\x2f\xfdgarbage", 0, "zstd data"),
        ("{}".encode("utf-16"), 0, "UTF-16"),
        (b"[" * 1_000_000, 1, "this line is not JSON"),
        (b"0" * 1_000_000 + b"\n", 1, "this line"),
    ],
)
def test_what_is_no_log_is_said_once(tmp_path: Path, data: bytes, line: int, what: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(data)
    put(tmp_path / "y.jsonl", list(good()))
    done = emberlog("verify", tmp_path)
    assert done.code == 5
    complaint, summary = done.out.splitlines()
    assert complaint.startswith(f"{path}:{line}: " if line else f"{path}: ")
    assert what in complaint
    assert summary == "checked 2 games: 1 fine, 1 no whole log"
    assert emberlog("replay", path).code == 5
    assert emberlog("info", path).code == 1


def test_nothing_to_check_is_not_green(tmp_path: Path) -> None:
    assert emberlog("verify", tmp_path)[:2] == (4, "checked 0 games\n")
    assert emberlog("verify", tmp_path / "nope")[:2] == (2, "")
    assert "nope: there is no such file or folder" in emberlog("verify", tmp_path / "nope").err


def test_worse_comes_before_cannot_replay(tmp_path: Path) -> None:
    put(tmp_path / "a.jsonl", corrupted(CASES["unknown game"]))
    assert emberlog("verify", tmp_path).code == 3
    put(tmp_path / "c.jsonl", [*good()[:9], b"{"])
    assert emberlog("verify", tmp_path).code == 5
    put(tmp_path / "b.jsonl", corrupted(CASES["other hash"]))
    assert emberlog("verify", tmp_path).code == 1


# --- other ways to write the same ---


def spaced(line: bytes) -> bytes:
    return json.dumps(json.loads(line), ensure_ascii=False, indent=None, separators=(" , ", " : ")).encode()


def turned(line: bytes) -> bytes:
    """Keys in the opposite order, all text escaped."""
    value = json.loads(line)
    return json.dumps({key: value[key] for key in reversed(value)}).encode()


def indented(line: bytes, indent: int | str = 2) -> bytes:
    """Over several lines, as pretty printers write it."""
    return json.dumps(json.loads(line), ensure_ascii=False, indent=indent).encode()


def at_the_margin(line: bytes) -> bytes:
    """Over several lines, all of them at the margin: inner brackets look like outer ones."""
    return indented(line, 0)


@pytest.mark.parametrize(
    "rewrite", [spaced, turned, lambda line: b" \t" + line + b"  ", indented, at_the_margin]
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\n\n \n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_t14_the_same_game_written_otherwise_is_the_same(
    tmp_path: Path, rewrite: Callable[[bytes], bytes], end: bytes, mark: bytes
) -> None:
    lines = [rewrite(line) for line in good()]
    path = put(tmp_path / "a.jsonl", [mark + lines[0], *lines[1:]], end)
    (file,) = verify_files([path])
    (verdict,) = file.verdicts
    assert (verdict.status, verdict.id) == ("fine", json.loads(good()[-1])["id"])


def test_an_indented_log_names_the_line_where_an_object_begins(tmp_path: Path) -> None:
    lines = [indented(line) for line in good()]
    lines[5] = indented(changed(good()[5], check="0000"))
    where = 1 + sum(line.count(b"\n") + 1 for line in lines[:5])
    done = emberlog("verify", put(tmp_path / "a.jsonl", lines))
    assert done.code == 1
    assert done.out.startswith(f"{tmp_path}/a.jsonl:{where}: step 4: ")


def test_t01_an_indented_log_cut_anywhere_costs_no_other(tmp_path: Path) -> None:
    """Each followed by a whole game, written as we write it: an object that is never closed ends where one begins."""
    whole = b"\n".join(indented(line) for line in good())
    end = len(indented(good()[-1]))
    for cut in [*range(1, len(whole) - end, len(whole) // 40), *range(len(whole) - end, len(whole) - 1, 29)]:
        path = put(tmp_path / "a.jsonl", [whole[:cut], *good()])
        (file,) = verify_files([path])
        assert file.verdicts[-1].status == "fine", cut
        assert len(file.verdicts) == 2, cut
        assert file.verdicts[0].status in ("bad", "unfinished"), cut
        (alone,) = next(iter(verify_files([put(tmp_path / "b.jsonl", [whole[:cut]])]))).verdicts
        assert alone.status in ("bad", "unfinished"), cut


def test_what_never_closes_is_read_no_further_than_an_object_could_go(tmp_path: Path) -> None:
    """Lines that go on and on after a bracket are neither kept in memory nor read again and again."""
    endless = [b"{", *[b'"a":{', b"}", b","] * 20_000]
    done = emberlog("verify", put(tmp_path / "a.jsonl", [*endless, *good()]))
    told = f"{tmp_path}/a.jsonl:1: this line is cut off or damaged: it is not whole JSON"
    assert (done.code, done.out) == (5, f"{told}\nchecked 2 games: 1 fine, 1 no whole log\n")


def test_steps_without_check_are_fine_but_said(tmp_path: Path) -> None:
    lines = [changed(line, check=None) if b'"n":' in line[:6] else line for line in good()]
    done = emberlog("verify", put(tmp_path / "a.jsonl", lines))
    assert done.out == "checked 1 game: 1 fine (1 game without a check at every step)\n"


def test_unknown_fields_of_a_header_are_kept_and_belong_to_its_content(tmp_path: Path) -> None:
    content = content_of_header(changed(good()[0], club="Linden"))
    lines = [changed(good()[0], club="Linden", meta={"anything": 1.5}), *good()[1:]]
    done = emberlog("verify", put(tmp_path / "a.jsonl", lines))
    assert done.code == 1
    assert "; id: " in done.out
    steps = b"".join(content_of_step(line) for line in good()[1:-1])
    lines[-1] = changed(good()[-1], id=game_id(content + steps))
    assert emberlog("verify", put(tmp_path / "a.jsonl", lines)).code == 0


NAMES = ["a\u2028b", "c\u0085d", "Robert'); DROP TABLE games;--", "[x](javascript:alert(1))", "[bold red]x[/]", ":fire:",
         "<img src=x onerror=1>", "\x1b[2J\x1b]0;t\x07", "../../etc", "e\u202ef", "tab\tnul\x00", "%s{0}$x", "ベン", "😀"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_t12_a_hostile_name_is_shown_and_nothing_else(tmp_path: Path, name: str) -> None:
    lines = [line.rstrip(b"\n") for line in log_lines(names=[name, "Aki"])]
    path = put(tmp_path / "a.jsonl", lines)
    assert emberlog("verify", path)[:2] == (0, "checked 1 game: 1 fine\n")
    for words in (["replay", path, "--step", 3], ["info", path]):
        done = emberlog(*words, env={"COLUMNS": "400"})
        assert done.code == 0
        for sign in done.out:
            assert sign == "\n" or sign.isprintable()
        if name.isprintable():
            assert name in done.out
    (row,) = json.loads(emberlog("info", path, "--json").out)
    assert row["steps"] == len(lines) - 2
    db = tmp_path / "x.duckdb"
    assert emberlog("ingest", path, "--db", db, "-j", 1).code == 0
    done = emberlog("query", "SELECT name FROM seats WHERE seat = 0", "--db", db, "--format", "json")
    assert json.loads(done.out) == [{"name": name}]


@pytest.mark.parametrize(
    "name", ["'; DROP TABLE games;--.jsonl", "[red]x[.jsonl", "\x1b[31m\n.jsonl", "%s.jsonl", "é ü.jsonl"]
)
def test_t12_a_hostile_file_name_is_shown_and_nothing_else(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"hello\n")
    done = emberlog("verify", tmp_path)
    assert done.code == 5
    assert len(done.out.splitlines()) == 2
    if name.isprintable():
        assert done.out.startswith(f"{path}:1: ")
    assert "\x1b" not in done.out


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = Path(str(tmp_path) + "/" + b"\xff\xfe.jsonl".decode("utf-8", "surrogateescape"))
    put(path, corrupted(CASES["other hash"]))
    done = emberlog("verify", tmp_path, "--json", "--junit", tmp_path / "report.xml")
    assert done.code == 1
    assert json.loads(done.out)["games"][0]["file"].endswith("\\xff\\xfe.jsonl")
    assert "\\xff\\xfe.jsonl" in (tmp_path / "report.xml").read_text()


def test_the_rules_that_refuse_are_rules_of_the_document(tmp_path: Path) -> None:
    done = emberlog("verify", put(tmp_path / "a.jsonl", corrupted(CASES["illegal action at 1"])), "--json")
    (game,) = json.loads(done.out)["games"]
    assert game["rule"] in engine.rule_texts("living_forest")
    seat = json.loads(good()[2])["seat"]
    assert (game["step"], game["seat"], game["action"]) == (1, seat, {"kind": "move", "steps": 10})
