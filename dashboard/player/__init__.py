"""What runs in the browser: plain HTML, CSS and JavaScript without a build step, and without Streamlit.

A Streamlit component is one module of each kind, so the files of a part are joined; each can be read alone.
Nothing is fetched from anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Part:
    """One component. Later scripts build on earlier ones; only the last one exports."""

    html: str
    styles: tuple[str, ...]
    scripts: tuple[str, ...]

    @property
    def markup(self) -> str:
        return text(self.html)

    @property
    def style(self) -> str:
        return _joined(self.styles)

    @property
    def script(self) -> str:
        return _joined(self.scripts)


PLAYER = Part(
    "player.html",
    ("shared.css", "player.css"),
    ("pieces.js", "frames.js", "board.js", "feed.js", "lines.js", "face.js", "clock.js", "player.js"),
)
"""The replay of one game."""

GAMES = Part("games.html", ("shared.css", "games.css"), ("pieces.js", "games.js"))
"""The list of games."""


def text(name: str) -> str:
    """One file of this folder."""
    return files("dashboard").joinpath("player").joinpath(name).read_text("utf-8")


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join(text(name) for name in names)
