"""What was verified before: a file of verdicts that hold for as long as content and rules stay the same.

JSON lines: the first says what the file is, each further one holds the verdicts on one piece of a log file,
named by the digest of that file's bytes, with the digest of the rules of every game in it. A line is written
when its piece is done, so a run that is broken off goes on behind it.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

import msgspec

import engine
from engine.core.replay import Verdict
from ingest.files import FileTrouble

_FIRST = b'{"emberlog_verified":1}\n'
_RULES_FILES = (".py", ".yaml")


class GameVerdict(msgspec.Struct, omit_defaults=True):
    """The verdict on a game, and how many events each rule told in it, if that was counted.

    `member`: where in an archive it stands, see `files.member_of`.
    """

    verdict: Verdict
    rules: dict[str, int] | None = None
    member: str = ""


class Piece(msgspec.Struct, omit_defaults=True):
    """What was found in a run of games of a file. `position`: bytes of the file read so far."""

    games: list[GameVerdict]
    is_last: bool
    position: int


class _Entry(msgspec.Struct):
    key: str
    rules: dict[str, str | None]
    """Game and digest of its rules; None: there is no such game."""
    piece: Piece


def key_of(content: str, first: int, count: int | None, with_rules: bool) -> str:
    """The name of a piece: of which bytes, which games (`count` None: to the end), and whether rules were counted."""
    part = f"{first}-" if count is None else f"{first}-{first + count}"
    return f"{content} {part}{' rules' if with_rules else ''}"


@cache
def rules_digest(name: str) -> str | None:
    """The digest of everything that decides what a replay finds: the core, and the game's rules and components.

    None when there is no such game. Pictures, words, scenarios and golden logs decide nothing.
    """
    if name and name not in engine.games():
        return None
    root = Path(str(files("engine")))
    found = [root / "__init__.py", *sorted((root / "core").rglob("*.py"))]
    if name:
        found += [
            path
            for path in sorted((root / name).rglob("*"))
            if path.suffix in _RULES_FILES or path.name == "RULES.md"
            if not path.name.startswith(("picture", "agent", "words", "prose"))
        ]
    digest = blake2b(digest_size=16)
    for path in found:
        data = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode() + data)
    return digest.hexdigest()


class Ledger:
    """Reads the file if it is there, gives what still holds, and keeps what is added.

    Raises `FileTrouble` when the file is something else or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games = 0
        """Games whose verdicts were taken from here."""
        self._known: dict[str, bytes] = {}
        try:
            self._file = self._opened()
        except OSError as error:
            raise FileTrouble(path, f"cannot be used: {error.strerror}") from None

    def _opened(self) -> BinaryIO:
        """Open for writing behind the last whole line that still holds."""
        file = open(self.path, "a+b")  # noqa: SIM115 (closed by `close`)
        file.seek(0)
        first = file.readline()
        if first not in (b"", _FIRST):
            file.close()
            raise FileTrouble(self.path, "this is no record of verified games")
        stale = not first or self._read(file)
        if stale:
            file.seek(0)
            file.truncate()
            file.write(_FIRST)
            file.writelines(self._known.values())
            file.flush()
        return file

    def _read(self, file: BinaryIO) -> bool:
        """Take in the entries; is there one that does not hold any more, or was cut off?"""
        stale = False
        for line in file:
            try:
                entry = _entry_of(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                stale = True
                continue
            if line.endswith(b"\n") and all(rules_digest(name) == then for name, then in entry.rules.items()):
                self._known[entry.key] = line
            else:
                stale = True
        return stale

    def known(self, key: str) -> Piece | None:
        """What was found in this piece, if that is known."""
        line = self._known.get(key)
        if line is None:
            return None
        piece = _entry_of(line).piece
        self.games += len(piece.games)
        return piece

    def add(self, key: str, piece: Piece) -> None:
        """Keep what was found, at once. A verdict that has no JSON form is worked out again next time."""
        headers = [game.verdict.header for game in piece.games]
        names = sorted({"", *(str(header.game) for header in headers if header is not None)})
        try:
            line = msgspec.json.encode(_Entry(key, {name: rules_digest(name) for name in names}, piece))
        except (OverflowError, UnicodeError):
            return
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as error:
            raise FileTrouble(self.path, f"cannot be written: {error.strerror}") from None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_entry_of = msgspec.json.Decoder(_Entry).decode
