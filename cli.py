"""The command `emberlog`: parse, call, print.

Data goes to standard output, remarks and progress to standard error. Heavy imports stand inside the commands,
so that `--help` is quick. docs/cli.md has the table of commands and exit codes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

if TYPE_CHECKING:
    from polars import DataFrame
    from rich.console import Console

    from engine.core.errors import EmberlogError
    from engine.core.game import Game, Options, Seat
    from engine.core.log import Recorded, Step
    from engine.core.replay import Verdict
    from engine.core.rulebook import Coverage
    from engine.core.table import Table
    from ingest.batch import BatchReport
    from ingest.board import FeedLine
    from ingest.cluster import Workers
    from ingest.fuzzing import Fuzzed
    from ingest.store import IngestReport

FINE, FOUND, USAGE, CANNOT_REPLAY, NOTHING, DAMAGED, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 4, 5, 130, 141
WIDE = 10_000
"""Columns of a table that goes into a pipe: nothing is cut or wrapped there."""
BOARD = 120
"""Columns of a board that goes into a pipe."""


class Commands(typer.core.TyperGroup):
    """The one place where trouble becomes a sentence and an exit code."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except typer.Exit:
            raise
        except KeyboardInterrupt:
            remark("interrupted")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            _forget_stdout()
            raise typer.Exit(PIPE_CLOSED) from None
        except OSError as error:  # a full disk, most likely: that of standard output, if no file is named
            if error.filename is None:
                _forget_stdout()
            remark(f"emberlog: {error.strerror}: {error.filename or 'standard output'}")
            raise typer.Exit(FOUND) from None
        except _emberlog_error() as error:
            from ingest.reports import visible_lines

            remark(f"emberlog: {visible_lines(str(error))}")
            raise typer.Exit(_exit_code(error)) from None


def _emberlog_error() -> type[EmberlogError]:
    """Asked for only when something went wrong: it loads the engine."""
    from engine.core.errors import EmberlogError

    return EmberlogError


def _exit_code(error: EmberlogError) -> int:
    from engine.core.errors import BadOption, CannotReplay, LogError
    from ingest.files import NotThere

    if isinstance(error, BadOption | NotThere):
        return USAGE
    if isinstance(error, LogError):
        return DAMAGED
    return CANNOT_REPLAY if isinstance(error, CannotReplay) else FOUND


def _forget_stdout() -> None:
    """Whoever read our output went away: the interpreter's last flush must not complain."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


EXAMPLES = {
    "play": "emberlog play living_forest -n 20 --seed 7 --agents greedy,random -o logs",
    "verify": "emberlog verify logs",
    "replay": "emberlog play living_forest --seed 7 -o - > game.jsonl && emberlog replay game.jsonl --step 12",
    "scenario": "emberlog scenario living_forest",
    "rules show": "emberlog rules show living_forest LF-6.6",
    "rules coverage": "emberlog rules coverage living_forest",
    "rules diff": "emberlog rules diff --base HEAD --game living_forest",
    "perft": "emberlog perft living_forest --seed 7 --depth 4",
    "fuzz": "emberlog fuzz set_a_watch --seed 7 --games 2",
    "bless": "emberlog bless --dry-run",
    "ingest": "emberlog ingest logs --db games.duckdb",
    "rebuild": "emberlog rebuild --db games.duckdb",
    "export": "emberlog export --parquet archive --db games.duckdb",
    "query": "emberlog query 'SELECT count(*) AS games FROM games' --db games.duckdb --format csv",
    "stats": "emberlog stats living_forest --db games.duckdb",
    "dashboard": "emberlog dashboard --db games.duckdb",
    "demo": "emberlog demo --no-dashboard",
    "info": "emberlog info logs",
}


def _example(name: str) -> str:
    return f"\b\nExample:\n  {EXAMPLES[name]}"


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Replay and analytics for board games: play, verify, store and look at every step of a game.",
)
rules_app = typer.Typer(no_args_is_help=True, help="The rule documents: what they say, what exercises them.")
app.add_typer(rules_app, name="rules")

Paths = Annotated[list[Path], typer.Argument(help="Log files, archives or folders; - for standard input.")]
Jobs = Annotated[int | None, typer.Option("-j", "--jobs", min=1, help="Processes; as many as processors.")]
Json = Annotated[bool, typer.Option("--json", help="JSON on standard output.")]
OnCluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Work on this Dask cluster: tcp://HOST:PORT."),
]
DatabaseFile = Annotated[Path, typer.Option("--db", help="The database file.")]
JUnit = Annotated[
    Path | None,
    typer.Option(help="Also write a JUnit report to this file; -: only that, to standard output."),
]
Markdown = Annotated[
    Path | None, typer.Option(help="Also write a summary in Markdown to this file; -: only that.")
]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Print only what is not fine.")]


class Language(StrEnum):
    """In what language cards and events are told."""

    EN = "en"
    JA = "ja"


class Packing(StrEnum):
    """How log files are written."""

    JSONL = "jsonl"
    GZ = "gz"
    ZST = "zst"


@app.callback(invoke_without_command=True)
def main(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"emberlog {_version()}")
        raise typer.Exit


def _version() -> str:
    from importlib.metadata import version

    return version("emberlog")


# --- printing ---


def remark(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def print_json(value: Any) -> None:
    """One JSON value on a line, in UTF-8 whatever the locale; what is no number (NaN) becomes null."""
    import msgspec

    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.encode(value, enc_hook=_plain_path) + b"\n")


def _plain_path(value: Any) -> Any:
    from ingest.reports import path_text

    if isinstance(value, Path):
        return path_text(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def console(width: int = WIDE) -> Console:
    """Rich for standard output; `width` holds where this is no terminal. Obeys NO_COLOR."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(width=None if terminal else width, markup=False, highlight=False, emoji=False)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str | None = None) -> None:
    """Plain text in a pipe, lines in a terminal; numbers stand on the right."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from ingest.reports import visible

    rows = [list(row) for row in rows]
    table = Table(box=SIMPLE_HEAD, title=Text(title) if title else None, title_justify="left", pad_edge=False)
    for place, name in enumerate(columns):
        numbers = any(isinstance(row[place], int | float) for row in rows)
        table.add_column(Text(visible(name)), justify="right" if numbers else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row))
    print_rich(table, WIDE)


def print_rich(thing: Any, width: int) -> None:
    """To a terminal as it is; into a pipe without the spaces that fill up lines, and without empty edges."""
    from rich.text import Text

    out = console(width)
    with out.capture() as captured:
        out.print(thing, soft_wrap=isinstance(thing, Text))
    text = captured.get()
    if not sys.stdout.isatty():
        text = "\n".join(line.rstrip() for line in text.split("\n")).strip("\n") + "\n"
    print(text, end="")


def _cell(value: Any) -> str:
    from ingest.reports import three_places, visible_lines

    if value is None:
        return ""
    if isinstance(value, float):
        return three_places(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return visible_lines(str(value))


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error, if that is a terminal: give what this yields as `progress=`."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _jobs(jobs: int | None) -> int:
    from ingest.pool import default_jobs

    return default_jobs() if jobs is None else jobs


@contextmanager
def _workers(cluster: str | None, jobs: int | None) -> Iterator[Workers | None]:
    """The cluster of this address; None: processes of this machine do the work."""
    from engine.core.errors import BadOption

    if cluster is None:
        yield None
        return
    if jobs is not None:
        raise BadOption("a cluster brings its own workers: give --cluster or -j, not both")
    from ingest.cluster import connected

    with connected(cluster) as workers:
        yield workers


def write_file(path: Path, data: bytes) -> None:
    """`-` is standard output."""
    from ingest.files import STDOUT, FileTrouble

    if path == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise FileTrouble(path, f"cannot be written: {error.strerror}") from None


def fills_stdout(*, as_json: bool = False, **reports: Path | None) -> bool:
    """Does a report go to standard output (`--markdown -`)? Then nothing else is told there.

    `reports` are the values of the options of these names. Raises `BadOption` when several want to go there.
    """
    from engine.core.errors import BadOption
    from ingest.files import STDOUT

    wanted = [f"--{name} -" for name, path in reports.items() if path == STDOUT]
    if as_json:
        wanted.append("--json")
    if len(wanted) > 1:
        raise BadOption(
            f"standard output takes one of them: {' or '.join(wanted)}; name a file for the other"
        )
    return bool(wanted)


# --- play ---


@app.command(epilog=_example("play"))
def play(
    game: Annotated[str, typer.Argument(help="The game's name; `emberlog info` lists them.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many games.")] = 1,
    seed: Annotated[
        str | None, typer.Option(help="First seed: an integer counts up. Drawn if left out.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="key=value, like players=3.")] = None,
    agents: Annotated[str, typer.Option(help="One for all seats, or one per seat: a,b.")] = "random",
    names: Annotated[str | None, typer.Option(help="The players' names: Aki,Ben.")] = None,
    output: Annotated[str, typer.Option("-o", "--output", help="Folder; - for standard output.")] = "logs",
    packing: Annotated[Packing, typer.Option("--format", help="How the files are written.")] = Packing.ZST,
    step_limit: Annotated[int | None, typer.Option(min=1, help="Leave games after so many steps.")] = None,
    jobs: Jobs = None,
    cluster: OnCluster = None,
    as_json: Json = False,
) -> None:
    """Play seeded games with agents and write their logs.

    The same call writes the same files, whatever -j is, and on a cluster too.
    """
    import engine
    from engine.core.errors import BadOption
    from engine.core.play import read_options
    from ingest.batch import play_batch

    found = engine.load(game)
    options = read_options(found, _pairs(option or []))
    line_up = agents.split(",")
    called = None if names is None else _utf8(names).split(",")
    seed = _seed_or_drawn(seed)
    if output == "-":
        if count != 1:
            raise BadOption("standard output takes one game (-n 1)")
        if cluster is not None:
            raise BadOption("a cluster plays into a folder: give -o FOLDER")
        _play_to_stdout(found, options, line_up, called, seed, step_limit)
        return
    with progress("playing") as bar, _workers(cluster, jobs) as workers:
        report = play_batch(found, options, line_up, seed, count, Path(output), jobs=_jobs(jobs), format=packing.value,
                            names=called, step_limit=step_limit, progress=bar, workers=workers)  # fmt: skip
    _print_batch(report, as_json)


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    from engine.core.errors import BadOption

    pairs = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"an option reads key=value, not {text!r}")
        pairs[key] = value
    return pairs


def _utf8(word: str) -> str:
    """A word from the shell as the UTF-8 text that its bytes are, whatever the locale."""
    from engine.core.errors import BadOption

    try:
        return os.fsencode(word).decode()
    except UnicodeError:
        raise BadOption(f"{word!r} is no UTF-8 text") from None


def _seed_or_drawn(seed: str | None) -> str:
    """A drawn seed is told at once, so that a game that is broken off can be played again."""
    import secrets

    from engine.core.chance import given_seed

    if seed is not None:
        return given_seed(_utf8(seed))
    drawn = str(secrets.randbelow(10**9))
    remark(f"seed {drawn} (drawn; --seed {drawn} plays the same again)")
    return drawn


def _play_to_stdout(
    game: Game[Any],
    options: Options,
    agents: list[str],
    names: list[str] | None,
    seed: str,
    limit: int | None,
) -> None:
    import engine
    from ingest.batch import play_one, seat_lines

    seats = seat_lines(engine.seats_of_agents(game, options.players, agents), names)
    out = sys.stdout.buffer
    played = play_one(game, options, seats, seed, out.write, limit)
    out.flush()
    remark(f"{game.name}: seed {seed}, {played.steps} steps")


def _print_batch(report: BatchReport, as_json: bool) -> None:
    from ingest.reports import counted, path_text

    if as_json:
        print_json(report)
        return
    seeds = report.first_seed if report.games == 1 else f"{report.first_seed} to {report.last_seed}"
    unfinished = f", {report.unfinished:,} unfinished" if report.unfinished else ""
    print(
        f"{report.game}: {counted(report.games, 'game')}{unfinished}, {counted(report.steps, 'step')}, seeds {seeds}"
    )
    print(_wins_line(report, counted(report.games - report.unfinished, "game")))
    for path in report.files:
        print(path_text(path))


def _wins_line(report: BatchReport, games: str) -> str:
    """Who won how often in a batch; partners win together, and one number says it."""
    import engine

    if engine.load(report.game).cooperative:
        return f"won together: {report.wins[0]:,} of {games}"
    seats = zip(report.agents, report.wins, strict=True)
    return "wins: " + ", ".join(f"p{seat} {agent} {won:,}" for seat, (agent, won) in enumerate(seats, 1))


# --- verify ---


@app.command(epilog=_example("verify"))
def verify(
    logs: Paths,
    rules: Annotated[bool, typer.Option("--rules", help="Also count events and games per rule.")] = False,
    touching: Annotated[
        list[str] | None, typer.Option(help="Only games in which this rule spoke; LF-6 means all below it.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Remember verdicts in this file; take from it what still holds.")
    ] = None,
    junit: JUnit = None,
    markdown: Markdown = None,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", "-x", help="Stop at the first that is not fine.")
    ] = False,
    jobs: Jobs = None,
    cluster: OnCluster = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Replay logs under today's rules; print the first difference in each game.

    Exit code 1: differences. 5: damaged logs, nothing worse. 3: nothing worse than games that these rules cannot
    replay. 4: no games.
    """
    from contextlib import nullcontext

    from ingest.files import log_files
    from ingest.ledger import Ledger
    from ingest.reports import counted, verdict_code
    from ingest.verify_report import VerifyReport
    from ingest.verify_report import touching as chosen_rules
    from ingest.verifying import verify_files

    alone = fills_stdout(as_json=as_json, junit=junit, markdown=markdown)
    only = chosen_rules(touching or [])
    files = log_files(logs)
    report = VerifyReport(keep=as_json or junit is not None, only=only)
    with nullcontext() if resume is None else Ledger(resume) as ledger, progress("verifying") as bar, \
            _workers(cluster, jobs) as workers:  # fmt: skip
        for file in verify_files(files, jobs=_jobs(jobs), fail_fast=fail_fast, ledger=ledger,
                                 with_rules=rules or bool(only), progress=bar, workers=workers):  # fmt: skip
            for line in report.add(file, tell_good=not quiet):
                if not alone:
                    print(line, flush=True)
    if ledger is not None and ledger.games:
        remark(f"{counted(ledger.games, 'verdict')} taken from {resume}")
    if junit is not None:
        write_file(junit, report.junit())
    if markdown is not None:
        write_file(markdown, report.markdown(with_rules=rules).encode())
    if as_json:
        print_json(report.json(with_rules=rules))
    elif not (quiet or alone):
        if rules:
            print_table(["rule", "events", "games", "text"], report.rules())
        print(report.summary())
    raise typer.Exit(verdict_code(report.tally.counts))


# --- replay ---


@app.command(epilog=_example("replay"))
def replay(
    source: Annotated[
        str, typer.Argument(metavar="FILE|ID", help="A log file, -, or with --db a game's id.")
    ],
    db: Annotated[Path | None, typer.Option("--db", help="Take the game from this database.")] = None,
    number: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    step: Annotated[int | None, typer.Option(min=0, help="Only this step.")] = None,
    first: Annotated[int, typer.Option("--from", min=0, help="First step.")] = 0,
    last: Annotated[int | None, typer.Option("--to", min=0, help="Last step.")] = None,
    seat: Annotated[
        str, typer.Option(help="Who looks: p1, p2, ..., spectator, or all (hides nothing).")
    ] = "spectator",
    language: Annotated[
        Language, typer.Option("--language", "-l", help="Language of cards and events.")
    ] = Language.EN,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Step by keys: n, p, Home, End, q.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show a game step by step: what happened, by which rule, and the board.

    With --json one object per step: n, seat, action, events, state. Stops at the first step that today's rules do
    not confirm.
    """
    from engine.core.errors import BadOption
    from ingest.reports import counted, verdict_code, verdict_line

    recorded = _recorded_game(source, db, number)
    if interactive and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOption("--interactive needs a terminal")
    if step is not None:
        first = last = step
    screen = Screen(recorded, _seat(seat), language.value)
    if as_json:
        good, verdict = screen.write_json(first, last)
    elif interactive:
        good, verdict = screen.browse(first, last)
    else:
        good, verdict = screen.tell(first, last)
    if verdict is not None and not verdict.is_good:
        verdict = verdict.seen_by(screen.seat)
        where = verdict_line(Path(source), verdict) if db is None else f"{source}: {verdict.sentence()}"
        remark(where)
        raise typer.Exit(verdict_code({verdict.status: 1}))
    if good <= first:
        raise BadOption(f"the game has no step {first}; there are {counted(good, 'step')}, counted from 0")


def _seat(word: str) -> Seat | None:
    """Whose eyes: a seat, None for a spectator, -1 for all."""
    from engine.core.errors import BadOption
    from engine.core.game import TABLE

    if word in ("spectator", "all"):
        return None if word == "spectator" else TABLE
    if word[:1] == "p" and word[1:] in set("123456789"):
        return int(word[1:]) - 1
    raise BadOption(f"a seat is p1, p2, ..., spectator or all, not {word!r}")


def _recorded_game(source: str, db: Path | None, number: int) -> Recorded:
    """One game of a file, or of the database. Raises `BadOption` when there is none."""
    from engine.core.errors import BadOption, LogError
    from engine.core.log import Recorded
    from ingest.files import contents, log_files
    from ingest.reports import counted, path_text

    if db is not None:
        return _stored_game(source, db)
    games = 0
    for path in log_files([Path(source)]):
        for place, item in contents(path):
            if isinstance(item, Recorded):
                games += 1
                if games == number:
                    return item
            elif number == 1:
                raise LogError(f"{path_text(place)}:{item.line}: {item.what}")
    raise BadOption(f"{source} has {counted(games, 'game')}, none of number {number}")


class Screen:
    """One game in the terminal, seen from one seat (None: a spectator; -1: everything)."""

    def __init__(self, recorded: Recorded, seat: Seat | None, language: str) -> None:
        from engine.core.errors import BadOption, EmberlogError
        from engine.core.log import read_header

        self.recorded, self.seat, self.language = recorded, seat, language
        self.names: list[str] = []
        with suppress(EmberlogError):  # the replay tells what is wrong with the header
            header = read_header(recorded.header, recorded.first)
            self.names = [f"p{place} {line.name}" for place, line in enumerate(header.seats, 1)]
            self.name = header.game
        if self.names and seat is not None and seat >= len(self.names):
            raise BadOption(f"this game has {len(self.names)} seats")

    def write_json(self, first: int, last: int | None) -> tuple[int, Verdict | None]:
        """One JSON object per step."""
        import engine
        from ingest.board import step_json, walk

        def visit(step: Step[Any], state: Any, table: Table) -> None:
            if step.n >= first:
                print_json(step_json(engine.load(self.name), step, state, table, self.seat))

        return walk(self.recorded, last, visit)

    def tell(self, first: int, last: int | None) -> tuple[int, Verdict | None]:
        """The feed of the steps, and the board after the last of them."""
        from engine.core.codec import encode
        from ingest.board import walk

        state_now = b""

        def visit(step: Step[Any], state: Any, table: Table) -> None:
            nonlocal state_now
            if step.n >= first:
                state_now = encode(state)
                self.print_feed(step.n, self.feed(step, table))

        good, verdict = walk(self.recorded, last, visit)
        if state_now:
            self.print_board(good - 1, state_now)
        return good, verdict

    def browse(self, first: int, last: int | None) -> tuple[int, Verdict | None]:
        """By keys, one step at a time."""
        from engine.core.codec import encode
        from ingest.board import walk

        frames: list[tuple[list[FeedLine], bytes]] = []
        good, verdict = walk(
            self.recorded,
            last,
            lambda step, state, table: frames.append((self.feed(step, table), encode(state))),
        )
        now = min(first, len(frames) - 1)
        with _keys() as key:
            while frames:
                print("\x1b[2J\x1b[H", end="")
                self.print_feed(now, frames[now][0])
                self.print_board(now, frames[now][1])
                print(f"step {now} of {len(frames) - 1}   n next  p previous  Home  End  q quit")
                moves = {"n": now + 1, "p": now - 1, "home": 0, "end": len(frames) - 1}
                if (pressed := key()) == "q":
                    break
                now = min(max(moves.get(pressed, now), 0), len(frames) - 1)
        return good, verdict

    def feed(self, step: Step[Any], table: Table) -> list[FeedLine]:
        import engine
        from ingest.board import feed

        return feed(step, table.events or [], engine.words(self.name), self.seat, self.language)

    def print_feed(self, n: int, lines: list[FeedLine]) -> None:
        """The step with its number, then what the rules did, each with its id."""
        from rich.text import Text

        for line in lines:
            text = f"{line.who} {line.text}".strip()
            if line.rule:
                print_rich(Text.assemble(" " * 7, (f"{line.rule:<9}", "dim"), text), BOARD)
            else:
                print_rich(Text.assemble((f"{n:>5}  ", "bold"), (text, "bold")), BOARD)

    def print_board(self, n: int, state: bytes) -> None:
        """The observation as facts, a column per seat, and the middle of the table."""
        from rich.box import SIMPLE_HEAD
        from rich.table import Table as Grid
        from rich.text import Text

        import engine
        from engine.core.codec import decode
        from ingest.board import board
        from ingest.reports import visible

        game = engine.load(self.name)
        observation = game.observe(decode(state, game.state), self.seat)
        seen = board(observation, len(self.names), engine.words(self.name), self.language)
        print()
        facts = "  ".join(f"{label} {value}" for label, value in seen.facts)
        print_rich(Text.assemble((f"after step {n}  ", "bold"), facts), BOARD)
        for headings, rows in (
            (["", *self.names], seen.seats),
            (["", ""], [(a, [b]) for a, b in seen.middle]),
        ):
            grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_header=len(headings) > 2)
            for heading in headings:
                grid.add_column(Text(visible(heading)), overflow="fold")
            for label, cells in rows:
                grid.add_row(Text(label, style="dim"), *map(Text, cells))
            print_rich(grid, BOARD)


@contextmanager
def _keys() -> Iterator[Callable[[], str]]:
    """The keys of a terminal, one a call: a letter, or home, end (arrows step).

    The terminal gives single keys for as long as this lasts: set anew for each key, it would drop those
    that are typed in between.
    """
    import termios
    import tty

    names = {b"\x1b[H": "home", b"\x1b[1~": "home", b"\x1b[F": "end", b"\x1b[4~": "end", b"\x1b[C": "n",
             b"\x1b[D": "p", b" ": "n", b"\x04": "q", b"": "q"}  # fmt: skip

    def key() -> str:
        data = os.read(sys.stdin.fileno(), 8)
        return names.get(data, data[:1].decode("ascii", "replace"))

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin, termios.TCSANOW)
        yield key
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


# --- scenarios ---


@app.command(epilog=_example("scenario"))
def scenario(
    what: Annotated[
        list[str] | None, typer.Argument(help="Games, files or folders; all games if left out.")
    ] = None,
    accept: Annotated[bool, typer.Option("--accept", help="Rewrite what stands below the bars.")] = False,
    junit: JUnit = None,
    quiet: Quiet = False,
) -> None:
    """Run scenarios: the rules as examples.

    --accept writes down what happens now, right or wrong: read the difference like code. It is refused in a build.
    """
    from engine.core.errors import BadOption
    from ingest.reports import Case, counted, path_text
    from ingest.reports import junit as junit_report
    from ingest.scenarios import accept_file, run_file, scenario_files

    alone = fills_stdout(junit=junit)
    if accept and os.environ.get("CI"):
        raise BadOption("--accept is for a person who reads the difference: refused while CI is set")
    files = scenario_files(what or [])
    if accept:
        for path in files:
            if accept_file(path) and not alone:
                print(path_text(path))
    results = [result for path in files for result in run_file(path)]
    failures = [result for result in results if result.failure is not None]
    for result in failures:
        if not alone:
            print(result.failure)
    if junit is not None:
        write_file(
            junit, junit_report("scenarios", (Case(r.title, r.path, r.line, r.failure) for r in results))
        )
    if not (quiet or alone):
        fine = len(results) - len(failures)
        failed = f", {len(failures)} failed" if failures else ""
        print(f"ran {counted(len(results), 'scenario')}: {fine:,} fine{failed}")
    raise typer.Exit(FOUND if failures else FINE if results else NOTHING)


# --- rules ---


@rules_app.command("show", epilog=_example("rules show"))
def rules_show(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Ids, or their beginning: LF-6.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Print rules of a game's document, by id."""
    import engine
    from ingest.scenarios import chosen_rules

    chosen = chosen_rules(engine.rule_texts(game), ids or [])
    if as_json:
        print_json(chosen)
        return
    chapter = ""
    for rule in chosen:
        if rule.chapter != chapter and not ids:
            chapter = rule.chapter
            print(f"\n{chapter}\n")
        print(f"{rule.id}  {rule.text}")


@rules_app.command("coverage", epilog=_example("rules coverage"))
def rules_coverage(
    game: Annotated[str | None, typer.Argument(help="A game; all if left out.")] = None,
    logs: Annotated[list[Path] | None, typer.Option(help="Logs to count besides the golden ones.")] = None,
    as_json: Json = False,
) -> None:
    """For every rule: in how many scenarios it is cited, how often it spoke in the golden logs.

    Exit code 1 when a rule has neither, and no reason is given why it cannot; or when something cites a rule that
    does not exist.
    """
    import engine
    from ingest.files import log_files
    from ingest.scenarios import rule_coverage

    names = engine.games() if game is None else (engine.load(game).name,)
    found = {name: rule_coverage(name, log_files(logs or [])) for name in names}
    if as_json:
        print_json(found)
    else:
        for name, report in found.items():
            rows = [
                (row.id, row.scenarios, row.events, _open_or_reason(row), row.text) for row in report.rules
            ]
            print_table(["rule", "scenarios", "events", "", "text"], rows, title=name)
    for name, report in found.items():
        for trouble in report.troubles:
            remark(f"{name}: {trouble}")
    raise typer.Exit(FOUND if any(report.troubles for report in found.values()) else FINE)


def _open_or_reason(row: Coverage) -> str:
    if not row.is_covered:
        return "OPEN"
    return f"({row.reason})" if row.reason else ""


@rules_app.command("diff", epilog=_example("rules diff"))
def rules_diff(
    logs: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH]...", help="Logs; the golden ones if left out.")
    ] = None,
    base: Annotated[str, typer.Option(metavar="REV", help="A git revision: HEAD, main, v1.2, ...")] = "HEAD",
    game: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Instead of logs so many fresh games per configuration.")
    ] = None,
    seed: Annotated[str, typer.Option(help="First seed of the fresh games.")] = "1",
    agents: Annotated[str, typer.Option(help="Who plays the fresh games.")] = "random",
    jobs: Annotated[
        int | None,
        typer.Option(
            "-j", "--jobs", min=1, help="Games at once, each by two processes; as many as processors."
        ),
    ] = None,
    markdown: Markdown = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Play games under the rules of a git revision and under today's: what differs, from which step?

    Exit code 1: something differs. 3: that revision has no such game, or its engine does not start. 4: no games.
    """
    from engine.core.chance import given_seed
    from engine.core.errors import BadOption
    from ingest.files import log_files
    from ingest.rules_diff import compared_with, golden_subjects, subjects_of

    alone = fills_stdout(as_json=as_json, markdown=markdown)
    if games is not None and logs:
        raise BadOption("either logs or --games: fresh games are played, not read")
    recorded = list(subjects_of(log_files(logs))) if logs else None
    first_seed = given_seed(_utf8(seed))
    with compared_with(base, _jobs(jobs)) as comparison:
        if recorded is not None:
            subjects = [subject for subject in recorded if game in (None, subject.game)]
        elif games is None:
            subjects = list(golden_subjects(comparison.games(game)))
        else:
            subjects = list(comparison.fresh(comparison.games(game), games, first_seed, agents.split(",")))
        with progress("comparing") as bar:
            for difference in comparison.run(subjects, bar):
                if not alone:
                    print(difference.sentence(), flush=True)
        report = comparison.report
    if markdown is not None:
        write_file(markdown, report.markdown().encode())
    if as_json:
        print_json(report.json())
    elif not (quiet or alone):
        print(report.summary())
        for line in report.remarks():
            remark(line)
    raise typer.Exit(FOUND if report.differences else FINE if report.compared else NOTHING)


# --- searching for trouble ---

Option = Annotated[list[str] | None, typer.Option("--option", help="key=value, like players=3.")]


@app.command(epilog=_example("perft"))
def perft(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    depth: Annotated[int, typer.Option(min=0, help="So many steps from the setup.")],
    seed: Annotated[str, typer.Option(help="Chance comes from it.")] = "1",
    option: Option = None,
    as_json: Json = False,
) -> None:
    """Count the different states that can be reached in so many steps: two rule sets that differ soon differ here.

    Below the first choice the states of the last depth are counted by what was chosen; one that lies behind several
    choices counts for each.
    """
    import engine
    from engine.core.perft import perft as count
    from engine.core.play import read_options
    from engine.core.scenario import action_text

    found = engine.load(game)
    options = read_options(found, _pairs(option or []))
    with progress("counting") as bar:
        result = count(found, options, _seed_or_drawn(seed), depth, bar)
    if as_json:
        print_json(result)
        return
    print_table(["depth", "states", "steps"], [(row.depth, row.states, row.steps) for row in result.depths])
    if result.split:
        print(f"\nstates at depth {depth} by what is chosen at step {(result.split_depth or 0) + 1}")
        rows = [(action_text(row.seat, row.action), row.states) for row in result.split]
        print_table(["choice", "states"], rows)


@app.command(epilog=_example("fuzz"))
def fuzz(
    game: Annotated[str, typer.Argument(help="The game's name.")],
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Stop after this time; 30 if left out.")
    ] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Stop after so many games.")] = None,
    seed: Annotated[str | None, typer.Option(help="First seed. Drawn if left out.")] = None,
    option: Option = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the log of a failure goes.")] = Path(),
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Play games of all kinds until every card, action and rule was exercised; check every invariant at each step.

    Options and ways of choosing are drawn from each game's seed. On a failure the log is written, and the command
    that repeats it is printed. Exit code 1: an invariant is broken.
    """
    import engine
    from ingest import fuzzing

    found, given = engine.load(game), _pairs(option or [])
    seed = _seed_or_drawn(seed)
    if seconds is None and games is None:
        seconds = 30
    with progress("fuzzing") as bar:
        report = fuzzing.fuzz(
            found, given, seed, games=games, seconds=seconds, jobs=_jobs(jobs), progress=bar
        )
    if as_json:
        print_json(report.json())
    if report.trouble is not None:  # first of all: it is what matters
        _tell_broken(report.trouble, found.name, given, output)
    if not as_json:
        for line in report.lines():
            print(line)
    if report.trouble is not None:
        raise typer.Exit(FOUND)


def _tell_broken(broken: Fuzzed, game: str, given: dict[str, str], folder: Path) -> None:
    """Write the log; say what is wrong, where, and how to see it again. That is said without a log, too."""
    import shlex

    from ingest.fuzzing import write_log
    from ingest.reports import path_text, visible

    words = ["emberlog", "fuzz", game, "--games", "1", "--seed", broken.seed]
    words += [word for key, value in given.items() for word in ("--option", f"{key}={value}")]
    place = ""
    try:
        place = f"{path_text(write_log(broken, game, folder))}: "
    finally:
        remark(f"{place}step {broken.steps}: {visible(str(broken.trouble))}")
        remark(f"again: {shlex.join(words)}")


# --- golden logs ---


@app.command(epilog=_example("bless"))
def bless(
    game: Annotated[str | None, typer.Argument(help="A game; all if left out.")] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Golden logs: two-greedy; all if left out."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; exit code 1 if something would change.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Record golden logs again, on purpose: same seeds, same choices where they are still legal.

    Where a recorded choice is not legal any more the recorded agent makes another one. Read what it prints like
    code. Nothing is written unless all of it succeeds; refused in a build.
    """
    import engine
    from ingest import golden

    if not dry_run:
        golden.refuse_in_ci()
    chosen = engine.games() if game is None else (engine.load(game).name,)
    paths = [path for name in chosen for path in golden.golden_files(name, names or [])]
    troubles = golden.left_over() if dry_run and game is None else []
    with progress("playing again") as bar:
        found = golden.blessed(paths, bar)
    changed = sum(item.is_changed for item in found)
    if as_json:
        print_json([item.json() for item in found])
    else:
        for item in found:
            print(item.sentence())
        print(f"{'would bless' if dry_run else 'blessed'} {changed} of {len(found)} golden logs")
    for trouble in troubles:
        remark(trouble)
    if not dry_run:
        golden.write(found)
    raise typer.Exit(FOUND if dry_run and (changed or troubles) else FINE if found else NOTHING)


# --- what is there ---


@app.command(epilog=_example("info"))
def info(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="[PATH]...", help="Log files, archives or folders.")
    ] = None,
    db: Annotated[Path | None, typer.Option("--db", help="A database file.")] = None,
    as_json: Json = False,
) -> None:
    """What is there: version, games, options and agents; or what is in log files, or in a database."""
    if db is not None:
        _info_on_database(db, as_json)
    elif paths:
        _info_on_logs(paths, as_json)
    else:
        _info_on_games(as_json)


def _info_on_games(as_json: bool) -> None:
    import engine
    from ingest.reports import game_facts

    games = [game_facts(engine.load(name)) for name in engine.games()]
    if as_json:
        print_json({"version": _version(), "games": games})
        return
    print(f"emberlog {_version()}")
    for game in games:
        together = ", co-operative" if game["cooperative"] else ""
        print(f"\n{game['game']}: rules {game['rules']}{together}, agents {', '.join(game['agents'])}")
        for name, option in game["options"].items():
            choices = ", ".join(map(str, option["choices"])) or option["type"]
            print(f"  --option {name}={option['default']}   possible: {choices}")


def _info_on_logs(paths: list[Path], as_json: bool) -> None:
    from ingest.files import log_files
    from ingest.reports import log_facts

    found = [facts for path in log_files(paths) for facts in log_facts(path)]
    if as_json:
        print_json(found)
    else:
        columns = ["file", "line", "game", "rules", "seats", "seed", "steps", "ended", "id"]
        print_table(columns, [[facts[column] for column in columns] for facts in found])
        for facts in found:
            if facts["trouble"]:
                remark(f"{facts['file']}:{facts['line']}: {facts['trouble']}")
    if not found:
        raise typer.Exit(NOTHING)
    raise typer.Exit(FOUND if any(facts["trouble"] for facts in found) else FINE)


def _info_on_database(db: Path, as_json: bool) -> None:
    from ingest.database import Database
    from ingest.statistics import summary

    store = Database(db)
    found = summary(store)
    if as_json:
        print_json({"database": db, "games": found.to_dicts(), "rejected": store.rejected().to_dicts()})
        return
    print_frame(found)
    if rejected := store.rejected().height:
        remark(f"{rejected} pieces of logs are not in it, or not whole: emberlog query rejected --db {db}")


# --- the database ---


def print_frame(frame: DataFrame, title: str | None = None) -> None:
    print_table(frame.columns, frame.iter_rows(), title)


def _stored_game(ident: str, db: Path) -> Recorded:
    from ingest.answers import only_game
    from ingest.database import Database

    return only_game(Database(db).game_log(ident))


@app.command(epilog=_example("ingest"))
def ingest(
    logs: Paths,
    db: DatabaseFile,
    no_verify: Annotated[
        bool, typer.Option("--no-verify", help="Take games as they stand, without replay.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on looking at these folders until Ctrl-C.")
    ] = False,
    jobs: Jobs = None,
    cluster: OnCluster = None,
    as_json: Json = False,
) -> None:
    """Bring the games of logs into a database, which is made if need be.

    A game that is there already is counted as known. What is wrong is told and kept in the table `rejected`. With
    --watch the paths are folders: a log that comes or grows there is brought in as soon as it is whole.
    """
    from ingest import store

    if watch:
        _watch(logs, db, jobs, cluster, not no_verify, as_json)
        return
    with progress("ingesting") as bar, _workers(cluster, jobs) as workers:
        report = store.ingest(logs, db, jobs=_jobs(jobs), verify=not no_verify, progress=bar, workers=workers)
    raise typer.Exit(_tell_ingest(report, logs, db, as_json))


def _watch(
    folders: list[Path], db: Path, jobs: int | None, cluster: str | None, verify: bool, as_json: bool
) -> None:
    """Until Ctrl-C or SIGTERM, which is how it ends well."""
    import signal

    from ingest.reports import path_text, visible
    from ingest.store import IngestReport
    from ingest.watch import watch

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with _workers(cluster, jobs) as workers:
            remark(f"watching {', '.join(map(path_text, folders))} (Ctrl-C ends it)")
            for logs, found in watch(folders, db, jobs=_jobs(jobs), verify=verify, workers=workers):
                if isinstance(found, IngestReport):
                    _tell_ingest(found, logs, db, as_json)
                    sys.stdout.flush()
                else:
                    remark(f"emberlog: {visible(str(found))}")
    except KeyboardInterrupt:
        remark("stopped watching")


@app.command(epilog=_example("rebuild"))
def rebuild(
    db: DatabaseFile,
    logs: Annotated[list[Path] | None, typer.Argument(help="Logs; those it was made of if left out.")] = None,
    no_verify: Annotated[
        bool, typer.Option("--no-verify", help="Take games as they stand, without replay.")
    ] = False,
    jobs: Jobs = None,
    cluster: OnCluster = None,
    as_json: Json = False,
) -> None:
    """Make a database anew from its logs. The old one serves until the new one is whole."""
    from ingest import store

    with progress("rebuilding") as bar, _workers(cluster, jobs) as workers:
        report = store.rebuild(
            logs or None, db, jobs=_jobs(jobs), verify=not no_verify, progress=bar, workers=workers
        )
    raise typer.Exit(_tell_ingest(report, logs or [], db, as_json))


def _tell_ingest(report: IngestReport, logs: list[Path], db: Path, as_json: bool) -> int:
    """Say what an ingest has done, and what is wrong; the exit code."""
    from ingest.answers import ingest_json, ingest_text, rejected_lines, rejected_of
    from ingest.database import Database
    from ingest.files import log_files

    rejected = rejected_of(Database(db).rejected(), log_files(logs), db) if report.rejected else None
    if as_json:
        print_json(ingest_json(report, rejected))
    else:
        print(ingest_text(report))
    if report.set_aside is not None:
        remark(f"what {db} was before is no database of Emberlog; it is kept as {report.set_aside}")
    if not report.files:
        return NOTHING
    if rejected is None:
        return FINE
    for line in rejected_lines(rejected):
        remark(line)
    only_foreign = set(rejected["status"]) == {"cannot_replay"}
    return CANNOT_REPLAY if only_foreign else FOUND


@app.command(epilog=_example("export"))
def export(
    parquet: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write.")],
    db: DatabaseFile,
    as_json: Json = False,
) -> None:
    """Write a database as an archive of Parquet files, in folders by game and rules.

    The folder has its name when it is whole; an archive that is there already is replaced.
    """
    from ingest.parquet import export as write_archive

    manifest = write_archive(db, parquet)
    if as_json:
        print_json(manifest)
    else:
        print_table(["file", "rows"], [(part.file, part.rows) for part in manifest.parts])
    raise typer.Exit(FINE if manifest.rows("game") else NOTHING)


class Form(StrEnum):
    """How the answer to a query is written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


class Encoding(StrEnum):
    """How CSV becomes bytes."""

    PLAIN = "utf-8"
    MARKED = "utf-8-sig"


@app.command(epilog=_example("query"))
def query(
    question: Annotated[
        str | None, typer.Argument(metavar="SQL|NAME", help="A SELECT, or a query by name.")
    ] = None,
    db: Annotated[Path | None, typer.Option("--db", help="The database file.")] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Ask an archive of `export` instead.")
    ] = None,
    form: Annotated[Form, typer.Option("--format", help="How the rows are written.")] = Form.TABLE,
    limit: Annotated[int, typer.Option(min=1, help="At most so many rows.")] = 1000,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=600, help="A SELECT is stopped after this time.")
    ] = 10,
    param: Annotated[list[str] | None, typer.Option(help="key=value, for $key in the query.")] = None,
    encoding: Annotated[
        Encoding, typer.Option(help="Of CSV: utf-8-sig begins with a mark by which Excel knows UTF-8.")
    ] = Encoding.PLAIN,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write to this file.")] = None,
    list_names: Annotated[bool, typer.Option("--list", help="List the queries that have a name.")] = False,
) -> None:
    """Ask a database, or an archive of Parquet files: any SELECT, or a query that has a name.

    A SELECT runs by itself, read-only, without files and network, and is stopped when it takes too long.
    """
    from engine.core.errors import BadOption
    from ingest.answers import packed_rows, query_values

    if list_names:
        _list_queries(form)
        return
    where = parquet or db
    if question is None or where is None or (parquet and db):
        raise BadOption(
            "a query needs SQL or a name, and --db FILE or --parquet DIR; emberlog query --list shows the names"
        )
    values = query_values(_pairs(param or []))
    columns, rows, note = _answer(question, where, values, limit, seconds, archive=parquet is not None)
    if note:
        remark(note)
    if form is Form.TABLE and output is None:
        print_table(columns, rows)
        return
    if encoding is Encoding.MARKED and form in (Form.JSON, Form.PARQUET):
        raise BadOption("--encoding utf-8-sig is for CSV")
    data = packed_rows(columns, rows, "csv" if form is Form.TABLE else form.value, encoding.value)
    if output is not None:
        write_file(output, data)
    elif form is Form.PARQUET and sys.stdout.isatty():
        raise BadOption("Parquet is not for a terminal: give -o FILE")
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _list_queries(form: Form) -> None:
    from ingest.queries import named_queries

    found = named_queries()
    if form is Form.JSON:
        print_json(found)
        return
    rows = [(q.name, ", ".join(q.games) or "any", " ".join(f"{k}={v}" for k, v in q.parameters.items()), q.title)
            for q in found]  # fmt: skip
    print_table(["name", "game", "parameters", "title"], rows)


def _answer(
    question: str, db: Path, values: dict[str, Any], limit: int, seconds: float, *, archive: bool
) -> tuple[list[str], list[Sequence[Any]], str]:
    """Columns, rows, and what was left out. SQL of a person goes to a process of its own."""
    from ingest.console import run_query
    from ingest.database import Archive, Database, StoreError, named_queries

    store = Archive(db) if archive else Database(db)
    if question in {named.name for named in named_queries()}:
        frame = store.named(question, **values)
        note = f"only the first {limit:,} of {frame.height:,} rows" if frame.height > limit else ""
        return frame.columns, list(frame.head(limit).iter_rows()), note
    store.close()
    result = run_query(question, db, archive=archive, parameters=values, limit=limit, seconds=seconds)
    if result.error:
        raise StoreError(result.error)
    return result.columns, list(result.rows), result.truncated


@app.command(epilog=_example("stats"))
def stats(
    db: DatabaseFile,
    game: Annotated[str | None, typer.Argument(help="A game; all in short if left out.")] = None,
    by: Annotated[
        str | None, typer.Option(help="Win rates by this: agent, seat, name, players, an option.")
    ] = None,
    rated: Annotated[
        bool, typer.Option("--ratings", help="How strong agents are, or names (--by name).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Numbers with their counts and intervals: what is stored, who wins, how games end, the game's own queries.

    With --ratings: who is strong.
    """
    from engine.core.errors import BadOption
    from ingest.database import Database, named_queries
    from ingest.statistics import TOGETHER, is_together, ratings, score_summary, stored, summary, win_rates

    store = Database(db)
    titles: dict[str, str] = {}
    if rated:
        if game is None:
            raise BadOption("ratings are of one game: emberlog stats GAME --ratings")
        tables = {f"ratings by {by or 'agent'}": ratings(store, game, by or "agent")}
        _require_stored(game, stored(store), db)
    elif game is None:
        tables = {"stored": summary(store)}
    else:
        _require_stored(game, stored(store), db)
        groups = [by] if by else ["agent", "seat", "players"]
        tables = {f"win rates by {group}": win_rates(store, game, group) for group in groups}
        if by is None:
            if is_together(store, game):
                del tables["win rates by seat"]  # partners win together: every seat has the same rate
            tables["scores"] = score_summary(store, game)
            tables["how games end"] = store.named("reasons", game=game)
            own = [query for query in named_queries(game) if query.games]
            titles = {query.name: query.title for query in own}
            tables |= {query.name: store.named(query.name) for query in own}
    if as_json:
        print_json({name: frame.to_dicts() for name, frame in tables.items()})
        return
    for number, (name, frame) in enumerate(tables.items()):
        if number:
            print()
        print_frame(frame, titles.get(name, name))
        if "expected" in frame.columns and game is not None and is_together(store, game):
            print(TOGETHER)


def _require_stored(game: str, there: list[str], db: Path) -> None:
    """Empty tables would look like an answer."""
    import engine
    from engine.core.errors import BadOption

    if game in there:
        return
    holds = f"{db} holds: {', '.join(there) or 'no game'}"
    if game not in engine.games():
        raise BadOption(f"there is no game {game!r}; {holds}")
    remark(f"no game of {game} is stored; {holds}")
    raise typer.Exit(NOTHING)


# --- the dashboard, and everything at once ---


@app.command(epilog=_example("dashboard"))
def dashboard(
    db: DatabaseFile,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port on this machine.")] = 8501,
) -> None:
    """Open the library of games, the replay and the query page in a browser. Ctrl-C ends it."""
    from engine.core.errors import BadOption
    from ingest.database import Database

    Database(db).close()
    if not _is_free(port):
        raise BadOption(f"port {port} is in use on this machine; choose another one with --port")
    _serve(db, port)


def _is_free(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _serve(db: Path, port: int) -> None:
    """Become the dashboard: one process, so signals and exit code are its own."""
    from importlib.util import find_spec

    from dashboard import DATABASE, command
    from engine.core.errors import BadOption

    if find_spec("streamlit") is None:
        raise BadOption("the dashboard needs its extra: pip install 'emberlog[dashboard]'")
    remark(f"http://127.0.0.1:{port} shows {db} (Ctrl-C ends it)")
    words = command(port)
    sys.stdout.flush()
    os.execve(words[0], words, {**os.environ, DATABASE: str(db.resolve())})


@app.command(epilog=_example("demo"))
def demo(
    folder: Annotated[Path, typer.Option(help="Where logs and database go.")] = Path("demo-data"),
    no_dashboard: Annotated[bool, typer.Option("--no-dashboard", help="Stop after the report.")] = False,
    jobs: Jobs = None,
) -> None:
    """Everything once: play games of every kind, verify them, store them, report, open the dashboard.

    A second run writes the same files again. DASHBOARD=0 in the environment stops after the report too.
    """
    import engine
    from ingest import store
    from ingest.demo import play_demo
    from ingest.reports import Tally, path_text, verdict_code, verdict_line
    from ingest.verifying import verify_files

    with progress("playing") as bar:
        files = play_demo(folder / "logs", jobs=_jobs(jobs), progress=bar)
    tally = Tally()
    with progress("verifying") as bar:
        for file in verify_files(files, jobs=_jobs(jobs), progress=bar):
            tally.add(file)
            for verdict in file.verdicts:
                if not verdict.is_good:
                    print(verdict_line(file.path, verdict))
    print(tally.summary())
    db = folder / "emberlog.duckdb"
    with progress("storing") as bar:
        store.rebuild(files, db, jobs=_jobs(jobs), progress=bar)
    _print_demo(db, engine.games())
    print(f"logs:     {path_text(folder / 'logs')}\ndatabase: {path_text(db)}")
    if code := verdict_code(tally.counts):
        raise typer.Exit(code)
    if no_dashboard or os.environ.get("DASHBOARD") == "0":
        return
    _serve(db, next(port for port in range(8501, 8601) if _is_free(port)))


def _print_demo(db: Path, games: Iterable[str]) -> None:
    """What is stored, and who wins: value, count, interval."""
    from ingest.database import Database
    from ingest.statistics import TOGETHER, is_together, summary, win_rates

    store = Database(db)
    print_frame(
        summary(store).select("game", "games", "steps", "unfinished", "steps_per_game", "rounds_per_game")
    )
    for game in games:
        rates = win_rates(store, game, "agent").rename({"value": "agent"})
        print_frame(
            rates.select("agent", "games", "seats", "wins", "rate", "low", "high", "expected_rate"), game
        )
        if is_together(store, game):
            print(TOGETHER)
    store.close()


if __name__ == "__main__":
    app()
