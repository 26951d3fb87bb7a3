"""Verifying many games: pieces, what is remembered, rules, and reports for machines and reviewers."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from command import PROGRAM, Done, emberlog, log_lines

import engine
from ingest import ledger as ledgers
from ingest import verifying
from ingest.batch import play_batch
from ingest.files import FileTrouble, log_files
from ingest.ledger import Ledger
from ingest.reports import markdown
from ingest.verifying import verify_files

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Two files, three short games each; the second game of the first file has a wrong check at step 5."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for name, seeds in (("a", (1, 2, 3)), ("b", (4, 5, 6))):
        games = [log_lines(seed, "random,random", step_limit=60) for seed in seeds]
        if name == "a":
            games[1][6] = games[1][6][:-7] + b"zzzz" + games[1][6][-3:]
        (folder / f"{name}.jsonl").write_bytes(b"".join(line for game in games for line in game))
    return folder


def verify(*words: object) -> Done:
    """In this process alone: starting others takes longer than these few games."""
    return emberlog("verify", "-j", 1, *words)


# --- pieces ---


@pytest.mark.parametrize("piece", [1, 2, 4])
@pytest.mark.parametrize("jobs", [1, 2])
def test_pieces_give_what_the_whole_gives(
    logs: Path, monkeypatch: pytest.MonkeyPatch, piece: int, jobs: int
) -> None:
    whole = list(verify_files(log_files([logs]), with_rules=True))
    monkeypatch.setattr(verifying, "SPLIT_BYTES", 1000)
    monkeypatch.setattr(verifying, "PIECE", piece)
    monkeypatch.setattr("ingest.files._CHUNK", 1 << 10)
    pieces = [verifying._pieces(path, path.stat().st_size) for path in log_files([logs])]
    assert all(count > 1 for count in pieces) == (piece < 3), pieces
    seen: list[tuple[int, int]] = []
    parts = verify_files(
        log_files([logs]), jobs=jobs, with_rules=True, progress=lambda done, total: seen.append((done, total))
    )
    assert list(parts) == whole
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    size = sum(path.stat().st_size for path in logs.iterdir())
    assert seen[-1] == (size, size)


def zipped(folder: Path, archive: Path) -> None:
    with ZipFile(archive, "w", ZIP_DEFLATED) as file:
        for path in log_files([folder]):
            file.write(path, path.name)


def tarred(folder: Path, archive: Path) -> None:
    with tarfile.open(archive, "w:gz") as file:
        for path in log_files([folder]):
            file.add(path, path.name)


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize("jobs", [1, 2])
def test_members_of_an_archive_are_logs_of_their_own(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[Path, Path], None], jobs: int
) -> None:
    """In pieces that go across members, counted by rules, remembered, and through a pipe."""
    archive = tmp_path / "both"
    pack(logs, archive)
    wanted = [
        (f"{archive}!{file.path.name}", file.verdicts, [game.rules for game in file.games])
        for file in verify_files(log_files([logs]), with_rules=True)
    ]
    monkeypatch.setattr(verifying, "SPLIT_BYTES", 1000)
    monkeypatch.setattr(verifying, "PIECE", 2)
    monkeypatch.setattr("ingest.files._CHUNK", 1 << 10)
    replayed = count_replays(monkeypatch)
    seen: list[int] = []
    for run in range(2):
        with Ledger(tmp_path / "seen") as ledger:
            found = verify_files(
                [archive],
                jobs=jobs,
                with_rules=True,
                ledger=ledger,
                progress=lambda done, _: seen.append(done),
            )
            told = [(str(log.path), log.verdicts, [game.rules for game in log.games]) for log in found]
        assert told == wanted
        assert ledger.games == run * 6
        assert seen == sorted(seen)
        assert seen[-1] == archive.stat().st_size
        seen.clear()
    assert len(replayed) == (6 if jobs == 1 else 0), "the second time nothing is replayed"
    if jobs == 1:
        done = emberlog("verify", "-", "--rules", "--json", stdin=archive.read_bytes())
        assert done.code == 1
        games = json.loads(done.out)["games"]
        assert [game["file"] for game in games] == ["-!a.jsonl"] * 3 + ["-!b.jsonl"] * 3
        assert [game["rules"] for game in games] == [rules for _, _, every in wanted for rules in every]


@pytest.mark.parametrize("packed", ["zst", "zip"])
def test_the_bar_moves_inside_of_a_large_packed_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: str
) -> None:
    game = engine.load("living_forest")
    play_batch(game, game.configurations()[0], ["random"], 1, 36, tmp_path)
    (path,) = log_files([tmp_path])
    if packed == "zip":
        with ZipFile(tmp_path / "large.zip", "w") as archive:
            for number in range(4):
                archive.write(path, f"{number}.jsonl.zst")
        path = tmp_path / "large.zip"
    monkeypatch.setattr(verifying, "SPLIT_BYTES", 1000)
    monkeypatch.setattr(verifying, "PIECE", 2)
    monkeypatch.setattr("ingest.files._CHUNK", 1 << 12)
    seen: list[int] = []
    list(verify_files([path], progress=lambda done, total: seen.append(done)))
    assert len(set(seen)) > 4


def test_a_large_file_is_cut_evenly(tmp_path: Path) -> None:
    """The number of games is guessed from the first ones: no piece is much larger than the others."""
    lines = b"".join(log_lines(1, "random,random"))
    path = tmp_path / "large.jsonl"
    path.write_bytes(lines * 400)
    pieces = verifying._pieces(path, path.stat().st_size)
    assert 400 / verifying.PIECE <= pieces <= 1.2 * 400 / verifying.PIECE


# --- reports on standard output ---


@pytest.mark.parametrize("option", ["--markdown", "--junit"])
def test_a_report_on_standard_output_stands_there_alone(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    """`-` is standard output, as everywhere; no file has that name."""
    monkeypatch.chdir(tmp_path)
    written = verify(logs, "--rules", option, tmp_path / "report")
    done = verify(logs, "--rules", option, "-")
    assert (done.code, done.err) == (written.code, written.err) == (1, "")
    assert done.out == (tmp_path / "report").read_text("utf-8")
    assert not (tmp_path / "-").exists()
    other = "--junit" if option == "--markdown" else "--markdown"
    assert verify(logs, "--rules", option, "-", other, tmp_path / "other").out == done.out
    assert (tmp_path / "other").is_file()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify", "x", "--markdown", "-", "--junit", "-"], "--junit - or --markdown -"),
        (["verify", "x", "--markdown", "-", "--json"], "--markdown - or --json"),
        (["verify", "x", "--junit", "-", "--json"], "--junit - or --json"),
        (["rules", "diff", "--markdown", "-", "--json"], "--markdown - or --json"),
    ],
)
def test_standard_output_takes_one_report(words: list[str], said: str) -> None:
    said = f"emberlog: standard output takes one of them: {said}; name a file for the other\n"
    assert emberlog(*words) == (2, "", said)


def test_scenarios_as_junit_on_standard_output(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("this is no scenario\n")
    scenarios = ROOT / "engine" / "living_forest" / "scenarios"
    for what in (next(iter(sorted(scenarios.glob("*.txt")))), tmp_path / "bad.txt"):
        written = emberlog("scenario", what, "--junit", tmp_path / "report.xml")
        done = emberlog("scenario", what, "--junit", "-")
        assert (done.code, done.out) == (written.code, (tmp_path / "report.xml").read_text("utf-8"))
        assert ElementTree.fromstring(done.out).tag == "testsuite"


# --- what is remembered ---


def count_replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every game that is replayed in this process adds to the list."""
    replayed: list[int] = []
    judge = verifying._judged
    monkeypatch.setattr(verifying, "_judged", lambda *given: replayed.append(1) or judge(*given))
    return replayed


def test_what_was_verified_needs_no_second_time(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("verify", logs, "-j", 1)
    fresh = emberlog(
        *words, "--json", "--rules", "--junit", tmp_path / "1.xml", "--markdown", tmp_path / "1.md"
    )
    assert fresh.code == 1
    replayed = count_replays(monkeypatch)
    for run in range(2):
        done = emberlog(*words, "--json", "--rules", "--junit", tmp_path / "2.xml", "--markdown", tmp_path / "2.md",
                        "--resume", tmp_path / "known")  # fmt: skip
        assert (done.code, done.out) == (fresh.code, fresh.out)
        assert (tmp_path / "1.xml").read_bytes() == (tmp_path / "2.xml").read_bytes()
        assert (tmp_path / "1.md").read_bytes() == (tmp_path / "2.md").read_bytes()
        assert len(replayed) == 6
        assert done.err == (f"6 verdicts taken from {tmp_path / 'known'}\n" if run else "")
    shutil.copy(logs / "b.jsonl", logs / "renamed.jsonl")
    assert emberlog(*words, "--rules", "--resume", tmp_path / "known").err.startswith("9 verdicts")
    with (logs / "b.jsonl").open("ab") as file:
        file.writelines(log_lines(7, "random,random", step_limit=30))
    assert emberlog(*words, "--rules", "--resume", tmp_path / "known").err.startswith("6 verdicts")
    assert len(replayed) == 10
    assert emberlog(*words, "--resume", tmp_path / "known").err == "", "without rules they were not counted"


def test_other_rules_are_verified_again(logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = tmp_path / "known"
    verify(logs, "--resume", known)
    monkeypatch.setattr(ledgers, "rules_digest", lambda name: f"other {name}")
    done = verify(logs, "--resume", known)
    assert (done.code, done.err) == (1, "")
    assert len(known.read_text().splitlines()) == 3, "what no longer holds is thrown away"
    assert verify(logs, "--resume", known).err.startswith("6 verdicts")


def test_the_digest_of_rules_sees_rules_and_nothing_else(tmp_path: Path) -> None:
    """In a copy: a rule, a component or the core changes it; a scenario, a word or another game does not."""
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    program = "from ingest.ledger import rules_digest; print(rules_digest('glow'), rules_digest('nope'))"

    def digest() -> str:
        path = os.pathsep.join([str(tmp_path), str(ROOT)])
        done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env={**os.environ, "PYTHONPATH": path},
                              capture_output=True, text=True, check=True)  # fmt: skip
        return done.stdout

    before = digest()
    assert before.endswith(" None\n")
    elsewhere = [
        "glow/words.yaml",
        "glow/agent.py",
        "glow/scenarios/dice.txt",
        "living_forest/rules/setup.py",
    ]
    for names in (
        elsewhere,
        ["glow/rules/setup.py"],
        ["glow/RULES.md"],
        ["glow/data.yaml"],
        ["core/chance.py"],
    ):
        for name in names:
            with (tmp_path / "engine" / name).open("a") as file:
                file.write("\n")
        assert (digest() == before) == (names is elsewhere), names
        before = digest()


def test_a_record_that_was_cut_off_or_is_none(logs: Path, tmp_path: Path) -> None:
    known = tmp_path / "known"
    verify(logs, "--resume", known)
    whole = known.read_bytes()
    known.write_bytes(whole[:-20])
    assert verify(logs, "--resume", known).err.startswith("3 verdicts")
    assert known.read_bytes() == whole
    known.write_bytes(b"hello\n")
    done = verify(logs, "--resume", known)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"emberlog: {known}: this is no record of verified games\n"
    assert known.read_bytes() == b"hello\n", "a file of somebody else stays as it is"
    done = verify(logs, "--resume", tmp_path)
    assert (done.code, done.err) == (1, f"emberlog: {tmp_path}: cannot be used: Is a directory\n")
    with pytest.raises(FileTrouble):
        Ledger(tmp_path / "no" / "folder")


def test_a_run_that_stops_at_the_first_remembers_no_half_piece(logs: Path, tmp_path: Path) -> None:
    known = tmp_path / "known"
    assert verify(logs, "-x", "--resume", known).code == 1
    done = verify(logs, "--resume", known)
    assert done.out.endswith("checked 6 games: 5 unfinished, 1 diverged\n")


def test_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    """Ctrl-C in the middle; then the same command works out only the rest, and says the same as a whole run."""
    game = engine.load("living_forest")
    play_batch(
        game, game.configurations()[0], ["random"], 1, 60, tmp_path / "logs", per_file=4, format="jsonl"
    )
    for path in log_files([tmp_path / "logs"]):  # the same games with other notes: other bytes to verify
        for copy in range(3):
            note = f',"meta":{{"source":"{copy}"}}}}\n{{"n":0,'.encode()
            path.with_name(f"{copy}-{path.name}").write_bytes(path.read_bytes().replace(b'}\n{"n":0,', note))
    known = tmp_path / "known"
    words = [PROGRAM, "verify", "logs", "-j", "2", "--json", "--resume", "known"]
    child = subprocess.Popen(
        words,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    try:
        while child.poll() is None and not (known.exists() and known.read_bytes().count(b"\n") > 3):
            time.sleep(0.01)
        assert child.poll() is None
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    assert (child.returncode, out, err) == (130, b"", b"interrupted\n")
    pieces = known.read_bytes().count(b"\n") - 1
    assert 3 <= pieces < 60
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert done.stderr.decode() == f"{4 * pieces} verdicts taken from known\n"
    whole = subprocess.run(words[:-2], cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (whole.returncode, whole.stdout) == (0, whole.stdout)
    assert json.loads(done.stdout)["counts"] == {"fine": 240}


# --- rules ---


def test_rules_are_counted_game_by_game(logs: Path) -> None:
    found = json.loads(verify(logs, "--rules", "--json").out)
    games = [game["rules"] for game in found["games"]]
    for row in found["rules"]:
        assert row["events"] == sum(game.get(row["rule"], 0) for game in games)
        assert row["games"] == sum(row["rule"] in game for game in games)
    spoke = {rule for game in games for rule in game}
    assert [row["rule"] for row in found["rules"]] == [
        rule for rule in engine.rule_texts("living_forest") if rule in spoke
    ]
    assert "rules" not in json.loads(verify(logs, "--json").out)["games"][0]
    lines = verify(logs, "--rules").out.splitlines()
    assert lines[-1] == "checked 6 games: 5 unfinished, 1 diverged"
    for row in found["rules"]:
        assert any(line.split()[:3] == [row["rule"], str(row["events"]), str(row["games"])] for line in lines)


def test_only_games_that_a_rule_touched(logs: Path) -> None:
    every = json.loads(verify(logs, "--rules", "--json").out)["games"]
    rare = min((rule for game in every for rule in game["rules"]),
               key=lambda rule: sum(rule in game["rules"] for game in every))  # fmt: skip
    wanted = [game for game in every if rare in game["rules"] or game["status"] == "diverged"]
    assert len(wanted) < len(every)
    found = json.loads(verify(logs, "--touching", rare, "--json").out)
    assert found["games"] == wanted
    done = verify(logs, "--touching", rare.lower())
    assert f"left out {len(every) - len(wanted)} game" in done.out.splitlines()[-1]
    assert sum(f"; {rare} " in line for line in done.out.splitlines()) == len(wanted) - 1
    quiet = verify(logs, "--touching", rare, "-q")
    assert [": step 5: " in line for line in quiet.out.splitlines()] == [True], "only what is not fine"
    done = verify(logs / "b.jsonl", "--touching", "GL-7")
    assert (done.code, done.out) == (4, "checked 0 games; left out 3 games in which no such rule spoke\n")
    done = verify(logs, "--touching", "LF-99")
    assert (done.code, done.out) == (2, "")
    assert "there is no rule 'LF-99'" in done.err


# --- reports ---

NASTY = "\"'<b>&]]>|`*_[x](y) é ベン.jsonl"


def test_reports_hold_nasty_names(logs: Path, tmp_path: Path) -> None:
    (logs / NASTY).write_bytes((logs / "a.jsonl").read_bytes())
    (logs / "c.jsonl").write_bytes(b"hello\n")
    foreign = log_lines(9)[0].replace(b'"rules":1', b'"rules":99')
    (logs / "d.jsonl").write_bytes(foreign)
    xml, text = tmp_path / "x.xml", tmp_path / "x.md"
    done = verify(logs, "--junit", xml, "--markdown", text, "--rules")
    suite = ElementTree.parse(xml).getroot()
    assert suite.get("name") == "verify"
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "11", "failures": "2", "errors": "2", "skipped": "0"}  # fmt: skip
    told = {(case.get("file"), case[0].tag, case[0].get("type")) for case in suite if len(case)}
    assert told == {
        (str(logs / NASTY), "failure", "diverged"),
        (str(logs / "a.jsonl"), "failure", "diverged"),
        (str(logs / "c.jsonl"), "error", "bad"),
        (str(logs / "d.jsonl"), "error", "cannot_replay"),
    }
    assert not any("time" in element.attrib for element in suite.iter()), "no times: the same bytes each run"
    messages = {case[0].get("message") for case in suite if len(case)}
    assert messages <= set(done.out.splitlines())
    written = text.read_text()
    assert markdown(str(logs / NASTY)) in written
    assert f"/{NASTY}" not in written
    rows = [line for line in written.splitlines() if line.startswith("| ") and "diverged" in line]
    assert len(rows) == 2
    for row in rows:
        assert row.replace("\\|", "").count("|") == 5, "a sign of the name ends no cell"
    for status in ("bad", "cannot\\_replay"):
        (row,) = [line for line in written.splitlines() if f"| {status} |" in line]
        assert row.split(" | ")[1] == "", "what is wrong with no step names none"


def test_a_report_that_cannot_be_written_is_a_sentence(logs: Path, tmp_path: Path) -> None:
    done = verify(logs, "--markdown", tmp_path / "no" / "x.md")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "cannot be written: No such file or directory" in done.err


def test_each_kind_of_trouble_has_its_code(tmp_path: Path) -> None:
    lines = log_lines(7, "random,random", step_limit=20)
    kinds = {
        0: lines,
        1: [*lines[:6], lines[6].replace(b'"check":"', b'"check":"x')[:-4] + b'"}\n'],
        5: [*lines[:6], b"{\n"],
        3: [lines[0].replace(b'"blake2b-1"', b'"mt19937"'), *lines[1:]],
    }
    for code, content in kinds.items():
        path = tmp_path / f"{code}.jsonl"
        path.write_bytes(b"".join(content))
        done = verify(path)
        assert done.code == code, done
    assert verify(tmp_path).code == 1
    assert verify(tmp_path / "3.jsonl", tmp_path / "5.jsonl").code == 5
