"""From logs to tables: what goes in, once, the same in any order; what does not, and why."""

import gzip
import json
import os
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
import zstandard
from ingest_logs import content, count, played, write

import engine
from engine.core.log import recorded_games
from engine.core.table import Table
from ingest.database import Database
from ingest.files import FileTrouble
from ingest.publish import StoreError
from ingest.store import NOTHING, ingest, rebuild

VERIFY = pytest.mark.parametrize("verify", [True, False], ids=["verified", "as it stands"])


def rejected(db: Path) -> list[dict[str, object]]:
    return Database(db).rejected().to_dicts()


# --- what the tables hold ---


@VERIFY
def test_a_game_comes_back_byte_for_byte(tmp_path: Path, verify: bool) -> None:
    games = [
        played(seed, players=players, meta={"source": "test"}) for seed, players in ((1, 2), (2, 3), (3, 4))
    ]
    games.append(played(4, limit=50))
    log = write(tmp_path / "all.jsonl", *games)
    report = ingest([log], tmp_path / "x.duckdb", verify=verify)
    assert (report.files, report.games_new, report.unfinished, report.rejected) == (1, 4, 1, 0)
    assert report.steps == sum(len(game) - 2 for game in games) + 1
    database = Database(tmp_path / "x.duckdb")
    ids = database.games(sort="added")["id"].to_list()
    for id_, game in zip(ids, games, strict=True):
        lines = database.game_log(id_)
        assert lines == [line.rstrip(b"\n") for line in game]
        (again,) = recorded_games(lines)
        assert not hasattr(again, "what")
        verdict = engine.replayer().replay(again)
        assert verdict.is_good
        assert verdict.id == id_


def test_tables_hold_what_a_replay_tells(tmp_path: Path) -> None:
    lines = played(5, players=3, names=["Aki", "ベン", "a\u2028b"])
    ingest([write(tmp_path / "one.jsonl", lines)], tmp_path / "x.duckdb")
    database = Database(tmp_path / "x.duckdb")
    game = engine.load("living_forest")
    (recorded,) = recorded_games([line.rstrip(b"\n") for line in lines])
    told: list[tuple[object, ...]] = []
    steps: list[tuple[object, ...]] = []
    rounds = [1]

    def listen(step: object, state: object, table: Table) -> None:
        line = json.loads(recorded.steps[step.n])
        kind = line["action"].pop("kind")
        steps.append(
            (line["n"], line["seat"], rounds[-1], kind, line["action"], line.get("chance"), line["check"])
        )
        told.extend(
            (step.n, i, event.seat, event.rule, event.kind, event.facts)
            for i, event in enumerate(table.events or ())
        )
        rounds.append(game.round_of(state))

    verdict = engine.replayer().replay(recorded, listen)
    stored = database.frame(
        "SELECT n, seat, round, kind, coalesce(action, '{}'), chance, \"check\" FROM steps ORDER BY n"
    ).rows()
    assert [(*row[:4], json.loads(row[4]), row[5] and json.loads(row[5]), row[6]) for row in stored] == steps
    events = database.frame(
        "SELECT n, i, seat, rule, kind, coalesce(facts, '{}') FROM event ORDER BY n, i"
    ).rows()
    assert [(*row[:5], json.loads(row[5])) for row in events] == told
    seats = database.frame("SELECT name, agent, won, winner FROM seat ORDER BY seat").rows()
    winners = verdict.end.end.winners
    assert seats == [
        (name, "random", float(seat in winners) / len(winners), seat in winners)
        for seat, name in enumerate(["Aki", "ベン", "a\u2028b"])
    ]
    assert database.frame("SELECT rounds, verified, finished FROM game").row(0) == (rounds[-2], True, True)


def test_facts_are_taken_at_milestones_and_at_the_end(tmp_path: Path) -> None:
    lines = played(6)
    ingest([write(tmp_path / "one.jsonl", lines)], tmp_path / "x.duckdb")
    database = Database(tmp_path / "x.duckdb")
    checks = sum(b'"end_check"' in line for line in lines)
    rounds = database.frame("SELECT DISTINCT round FROM fact ORDER BY round")["round"].to_list()
    assert rounds == list(range(1, checks + 1))
    # The last step of this game is an end check: the facts of its round are those of the end, not a second set.
    twice = "SELECT 1 FROM fact GROUP BY round, seat, name HAVING count(*) > 1"
    assert database.frame(twice).is_empty()
    ends = database.frame("SELECT seat, name, value FROM fact WHERE at_end ORDER BY ALL")
    scores = database.frame("SELECT seat, name, value FROM score ORDER BY ALL")
    assert set(scores.rows()) <= set(ends.rows())
    assert database.frame("SELECT DISTINCT round FROM fact WHERE at_end")["round"].to_list() == [checks]


def test_an_unfinished_game_has_no_outcome(tmp_path: Path) -> None:
    ingest([write(tmp_path / "one.jsonl", played(7, limit=40))], tmp_path / "x.duckdb")
    database = Database(tmp_path / "x.duckdb")
    row = database.frame(
        "SELECT games.finished, hash, reason, winners, winner_names FROM games JOIN game USING (key)"
    ).row(0)
    assert row == (False, None, None, None, [])
    assert database.frame("SELECT DISTINCT won, winner FROM seat").rows() == [(None, None)]
    assert database.frame("SELECT count(*) FROM fact WHERE at_end").item() == 0


def test_a_log_without_steps_is_a_game_without_steps(tmp_path: Path) -> None:
    ingest([write(tmp_path / "one.jsonl", played(8)[:1])], tmp_path / "x.duckdb")
    (row,) = Database(tmp_path / "x.duckdb").games().to_dicts()
    assert (row["steps"], row["finished"]) == (0, False)
    assert len(Database(tmp_path / "x.duckdb").game_log(row["id"])) == 1


def test_a_question_mark_in_a_path_is_refused(tmp_path: Path) -> None:
    """DuckDB puts its side files elsewhere then; nothing is written."""
    log = write(tmp_path / "ques?tion" / "a.jsonl", played(42))
    with pytest.raises(StoreError, match="choose another"):
        ingest([log], log.with_name("x.duckdb"))
    assert [path.name for path in log.parent.iterdir()] == ["a.jsonl"]
    assert ingest([log], tmp_path / "x.duckdb").games_new == 1


def test_steps_of_a_game_stand_together_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.store.PIECE_STEPS", 700)
    write(tmp_path / "a.jsonl", *[played(seed) for seed in range(4)])
    write(tmp_path / "b.jsonl", *[played(seed) for seed in range(4, 8)])
    for log in ("b.jsonl", "a.jsonl"):
        ingest([tmp_path / log], tmp_path / "x.duckdb")
    database = Database(tmp_path / "x.duckdb")
    for table, order in (("step", "game, n"), ("event", "game, n, i"), ("fact", "game, round, seat")):
        places = f"SELECT bool_and(rowid > before) FROM (SELECT rowid, lag(rowid, 1, -1) OVER (ORDER BY {order}) AS before FROM {table}_row)"
        assert database.frame(places).item(), table


# --- once, whatever the way in ---


def test_of_copies_with_other_meta_the_same_one_stays_in_any_order_of_runs(tmp_path: Path) -> None:
    """A time in `meta` puts the ratings in order: that must not depend on which copy came first."""
    metas = [None, {"played_at": "2024-05-01T10:00:00Z"}, {"played_at": "2023-01-01T10:00:00Z"}]
    logs = [
        write(tmp_path / f"{number}.jsonl", played(5, meta=meta), played(6))
        for number, meta in enumerate(metas)
    ]
    kept = set()
    for number, order in enumerate(permutations(logs)):
        db = tmp_path / f"{number}.duckdb"
        for log in order:
            ingest([log], db)
        games = Database(db).frame("SELECT id, meta, header FROM game ORDER BY ALL").rows()
        assert len(games) == 2
        assert count(db, "step") == sum(len(played(seed)) - 2 for seed in (5, 6))
        kept.add(tuple(games))
    assert len(kept) == 1
    assert [json.loads(meta) for _, meta, _ in kept.pop() if meta] == [metas[2]]


def test_rows_depend_neither_on_order_nor_on_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.store.PIECE_STEPS", 1500)
    for number in range(4):
        games = [played(10 * number + seed, players=2 + seed % 3) for seed in range(3)]
        write(tmp_path / "logs" / f"{number}.jsonl", *games)
    write(tmp_path / "logs" / "cut.jsonl", played(99)[:30], played(98)[:20])
    write(tmp_path / "logs" / "text.jsonl", [b"this is no log\n"])
    logs = sorted((tmp_path / "logs").iterdir())
    ingest([tmp_path / "logs"], tmp_path / "one.duckdb")
    ingest(logs[::-1], tmp_path / "two.duckdb", jobs=2)
    ingest([logs[2], tmp_path / "logs", logs[1], logs[2]], tmp_path / "three.duckdb", jobs=3)
    first = content(tmp_path / "one.duckdb", by_key=True)
    assert len(first["game"]) == 14
    assert content(tmp_path / "two.duckdb", by_key=True) == first
    assert content(tmp_path / "three.duckdb", by_key=True) == first
    for log in logs[::-1]:
        ingest([log], tmp_path / "four.duckdb")
    assert content(tmp_path / "four.duckdb") == content(tmp_path / "one.duckdb")


def rewritten(lines: list[bytes], indent: str, end: bytes) -> list[bytes]:
    """The same content with other spaces, keys in other order (but kinds first) and other line ends."""
    out = []
    for line in lines:
        fields = json.loads(line)
        text = json.dumps(dict(reversed(fields.items())), separators=("," + indent, ":" + indent))
        out.append(text.encode() + end)
    return out


@VERIFY
def test_t03_the_same_game_is_one_game(tmp_path: Path, verify: bool) -> None:
    game = played(11)
    raw = b"".join(game)
    write(tmp_path / "logs" / "a.jsonl", game, game)
    write(tmp_path / "logs" / "renamed.jsonl", played(11, meta={"played_at": "2026-01-01T12:00:00+09:00"}))
    write(tmp_path / "logs" / "spaced.jsonl", rewritten(game, " ", b"\n"))
    write(tmp_path / "logs" / "windows.jsonl", [b"\xef\xbb\xbf", *rewritten(game, "", b"\r\n")])
    (tmp_path / "logs" / "packed.jsonl.gz").write_bytes(gzip.compress(raw))
    (tmp_path / "logs" / "packed.jsonl.zst").write_bytes(zstandard.compress(raw))
    db = tmp_path / "x.duckdb"
    report = ingest([tmp_path / "logs"], db, verify=verify)
    assert (report.games_new, report.games_known, report.rejected) == (1, 6, 0)
    before = content(db)
    report = ingest([tmp_path / "logs" / "packed.jsonl.zst"], db, verify=verify)
    assert (report.games_new, report.games_known, report.games_replaced) == (0, 1, 0)
    assert content(db) == before
    write(tmp_path / "other.jsonl", played(11, names=["Somebody", "else"]))
    assert ingest([tmp_path / "other.jsonl"], db, verify=verify).games_new == 1


def test_an_empty_folder_is_nothing(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    assert ingest([tmp_path / "logs"], tmp_path / "x.duckdb") == NOTHING
    assert os.listdir(tmp_path) == ["logs"]
    with pytest.raises(FileTrouble, match="no such file"):
        ingest([tmp_path / "nowhere"], tmp_path / "x.duckdb")


@VERIFY
def test_a_longer_version_takes_the_place_of_a_shorter(tmp_path: Path, verify: bool) -> None:
    game = played(12)
    db = tmp_path / "x.duckdb"
    ids = []
    for number, length in enumerate((1, 20, 100, len(game) - 1, len(game))):
        report = ingest([write(tmp_path / f"{number}.jsonl", game[:length])], db, verify=verify)
        assert (report.games_new, report.games_replaced) == (1, int(number > 0)), length
        assert [count(db, table) for table in ("game", "seat")] == [1, 2]
        assert count(db, "step") == min(length - 1, len(game) - 2)
        ids.append(Database(db).games()["id"].item())
    assert len(set(ids)) == 4  # the last step adds content, the end line does not
    before = content(db)
    for number in range(4):
        report = ingest([tmp_path / f"{number}.jsonl"], db, verify=verify)
        assert (report.games_new, report.games_known, report.games_replaced) == (0, 1, 0)
    assert content(db) == before
    rebuild(
        [tmp_path / f"{number}.jsonl" for number in (3, 1, 4, 0, 2)], tmp_path / "y.duckdb", verify=verify
    )
    assert content(tmp_path / "y.duckdb") == before


def test_only_the_same_beginning_gives_way(tmp_path: Path) -> None:
    """Two games with one header that part ways at step 30 are two games."""
    one = played(13)
    step = next(number for number, line in enumerate(one) if number > 30 and b'"kind":"draw"' in line)
    other = [*one[:step], one[step].replace(b'"kind":"draw"', b'"kind":"stop"')]
    db = tmp_path / "x.duckdb"
    ingest([write(tmp_path / "a.jsonl", other)], db, verify=False)
    report = ingest([write(tmp_path / "b.jsonl", one)], db, verify=False)
    assert (report.games_new, report.games_replaced) == (1, 0)
    assert count(db, "game") == 2


# --- what does not go in ---


def broken_logs(folder: Path) -> dict[str, str]:
    """Logs with one thing wrong each, and the status that it is given."""
    good = played(21, players=3)
    buy = next(number for number, line in enumerate(good) if b'"kind":"buy"' in line)
    check = good[60][:-7] + (b"ffff" if good[60][-7:-3] != b"ffff" else b"0000") + good[60][-3:]
    write(folder / "check.jsonl", [*good[:60], check, *good[61:]])
    write(
        folder / "action.jsonl",
        [*good[:buy], good[buy].replace(b'"slot":', b'"slot":1').replace(b"}", b"}", 1), *good[buy + 1 :]],
    )
    write(folder / "end.jsonl", [*good[:-1], good[-1].replace(b'"winners":[', b'"winners":[7,')])
    write(folder / "id.jsonl", [good[0].replace(b"Player 1", b"Player 9"), *good[1:]])
    write(folder / "rules.jsonl", [good[0].replace(b'"rules":', b'"rules":99'), *good[1:]])
    write(folder / "game.jsonl", [good[0].replace(b"living_forest", b"dead_forest"), *good[1:]])
    write(folder / "rng.jsonl", [good[0].replace(b"blake2b-1", b"mt19937"), *good[1:]])
    write(folder / "order.jsonl", [*good[:40], good[41], good[40], *good[42:]])
    write(folder / "twice.jsonl", [*good[:40], good[39], *good[40:]])
    write(folder / "cut.jsonl", [*good[:50], good[50][:20]])
    write(folder / "text.jsonl", [b"Dear diary,\n", b"no game today\n"])
    write(folder / "empty.jsonl", [])
    (folder / "packed.jsonl.gz").write_bytes(gzip.compress(b"".join(played(22)))[:-400])
    return {
        "action.jsonl": "cannot_replay", "check.jsonl": "diverged", "cut.jsonl": "bad", "empty.jsonl": "bad",
        "end.jsonl": "diverged", "game.jsonl": "cannot_replay", "id.jsonl": "diverged", "order.jsonl": "bad",
        "packed.jsonl.gz": "bad", "rng.jsonl": "cannot_replay", "rules.jsonl": "cannot_replay",
        "text.jsonl": "bad", "twice.jsonl": "bad",
    }  # fmt: skip


def test_what_is_wrong_is_told_and_the_rest_goes_in(tmp_path: Path) -> None:
    expected = broken_logs(tmp_path / "logs")
    write(tmp_path / "logs" / "good.jsonl", played(23))
    db = tmp_path / "x.duckdb"
    report = ingest([tmp_path / "logs"], db)
    rows = rejected(db)
    assert {Path(str(row["file"])).name: row["status"] for row in rows} == expected
    assert report.rejected == len(expected) == len(rows)
    lines = {Path(str(row["file"])).name: row for row in rows}
    assert (
        lines["check.jsonl"]["line"],
        lines["check.jsonl"]["step"],
        lines["check.jsonl"]["good_steps"],
    ) == (61, 59, 59)
    assert "the state after this step is another" in str(lines["check.jsonl"]["reason"])
    assert (lines["check.jsonl"]["game"], lines["check.jsonl"]["seed"]) == ("living_forest", "21")
    assert (lines["cut.jsonl"]["line"], lines["cut.jsonl"]["good_steps"]) == (51, 49)
    assert "steps out of order: 39 is due, this is 40" in str(lines["order.jsonl"]["reason"])
    # Kept up to the last good step: of seed 21 the longest good beginning, of 22 what could be unpacked.
    games = Database(db).games(sort="seed").select("seed", "finished", "steps").rows()
    assert [(seed, finished) for seed, finished, _ in games] == [("21", False), ("22", False), ("23", True)]
    assert games[0][2] == 49
    assert games[1][2] > 10


@VERIFY
def test_rejections_are_not_doubled_and_go_when_the_file_is_good(tmp_path: Path, verify: bool) -> None:
    broken_logs(tmp_path / "logs")
    db = tmp_path / "x.duckdb"
    ingest([tmp_path / "logs"], db, verify=verify)
    before = content(db)
    ingest([tmp_path / "logs"], db, verify=verify)
    assert content(db) == before
    write(tmp_path / "logs" / "text.jsonl", played(24))
    ingest([tmp_path / "logs" / "text.jsonl"], db, verify=verify)
    names = [Path(str(row["file"])).name for row in rejected(db)]
    assert "text.jsonl" not in names
    assert "empty.jsonl" in names
    assert len(names) == len(before["rejected"]) - 1


def test_a_replay_and_a_listener_say_the_same(tmp_path: Path) -> None:
    """The reasons are the sentences of `emberlog verify`, the last rule included."""
    from ingest.files import recorded

    broken_logs(tmp_path / "logs")
    db = tmp_path / "x.duckdb"
    ingest([tmp_path / "logs"], db)
    for row in rejected(db):
        items = [item for item in recorded(db.parent / str(row["file"])) if hasattr(item, "steps")]
        if items and row["status"] == "diverged":
            assert row["reason"] == engine.replayer().replay(items[0]).sentence()


@VERIFY
def test_cut_anywhere_never_a_half_game(tmp_path: Path, verify: bool) -> None:
    """Every way to cut a file: no traceback, no step too many, finished only when nothing is missing."""
    game = min((played(seed) for seed in range(20)), key=len)
    raw = b"".join(game)
    ends = [place for place, byte in enumerate(raw) if byte == 10]
    db = tmp_path / "x.duckdb"
    offsets = sorted(
        {*range(0, len(raw), 197), *range(len(raw) - 40, len(raw)), ends[9], ends[9] + 1, ends[9] + 2}
    )
    for offset in offsets:
        log = tmp_path / "logs" / f"{offset:06}.jsonl"
        log.parent.mkdir(exist_ok=True)
        log.write_bytes(raw[:offset])
    assert ingest([tmp_path / "logs"], db, verify=verify).games_new == 1
    assert Database(db).games().select("finished", "steps").rows() == [(True, len(game) - 2)]
    short = tmp_path / "short.duckdb"
    for offset in offsets[:: len(offsets) // 12]:
        ingest([tmp_path / "logs" / f"{offset:06}.jsonl"], short, verify=verify)
        if short.exists() and count(short, "game"):
            whole = raw[:offset].count(b"\n") + raw[:offset].endswith(b"}")
            (row,) = Database(short).games().to_dicts()
            assert row["steps"] == whole - 1 - row["finished"]
            assert not row["finished"]


# --- without replaying ---


def test_as_it_stands_then_verified(tmp_path: Path) -> None:
    log = write(tmp_path / "a.jsonl", played(31), played(32, limit=30))
    ingest([log], tmp_path / "verified.duckdb")
    db = tmp_path / "x.duckdb"
    ingest([log], db, verify=False)
    assert Database(db).frame("SELECT DISTINCT verified, rounds FROM game").rows() == [(False, None)]
    assert (count(db, "event"), count(db, "fact")) == (0, 0)
    assert content(db)["score"] == content(tmp_path / "verified.duckdb")["score"]
    report = ingest([log], db)
    assert (report.games_new, report.games_replaced) == (2, 2)
    assert content(db) == content(tmp_path / "verified.duckdb")
    assert ingest([log], db, verify=False).games_known == 2
    assert content(db) == content(tmp_path / "verified.duckdb")


def test_as_it_stands_takes_games_of_other_rules(tmp_path: Path) -> None:
    lines = played(33)
    header = lines[0].replace(b'"rules":1', b'"rules":9')
    foreign = [header, *lines[1:4], lines[4].replace(b'"kind":"', b'"kind":"old_'), *lines[5:40]]
    db = tmp_path / "x.duckdb"
    assert ingest([write(tmp_path / "a.jsonl", foreign)], db, verify=False).games_new == 1
    id_ = Database(db).games()["id"].item()
    assert Database(db).game_log(id_) == [line.rstrip(b"\n") for line in foreign]
    assert ingest([tmp_path / "a.jsonl"], tmp_path / "y.duckdb").rejected == 1


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        (b'"seat":', b'"seat":30', "bad"),
        (b'"kind":"', b'"kind":"un', "cannot_replay"),
        (b'"check":"', b'"check":"1', "bad"),
        (b'"check":"', b'"check":"g', "bad"),
        (b'"n":', b'"n":7', "bad"),
        (b'"action":', b'"deed":', "bad"),
    ],
)
def test_as_it_stands_still_reads_the_lines(tmp_path: Path, old: bytes, new: bytes, status: str) -> None:
    lines = played(34)
    lines[30] = lines[30].replace(old, new)
    db = tmp_path / "x.duckdb"
    ingest([write(tmp_path / "a.jsonl", lines)], db, verify=False)
    (row,) = rejected(db)
    assert (row["status"], row["line"], row["step"], row["good_steps"]) == (status, 31, 29, 29)
    kept = Database(db).games()["steps"].to_list()
    assert kept == ([29] if status == "bad" else [])


def test_checks_that_are_too_long_and_too_short_do_not_make_up_for_each_other(tmp_path: Path) -> None:
    lines = played(34)
    lines[20] = lines[20].replace(b'"check":"', b'"check":"1')
    at = lines[30].index(b'"check":"') + len(b'"check":"')
    lines[30] = lines[30][:at] + lines[30][at + 1 :]
    db = tmp_path / "x.duckdb"
    ingest([write(tmp_path / "a.jsonl", lines)], db, verify=False)
    (row,) = rejected(db)
    assert (row["status"], row["line"], row["good_steps"]) == ("bad", 21, 19)


def test_steps_without_checks_are_stored_without(tmp_path: Path) -> None:
    """Some or all: what the others have stays, verified or not."""
    lines = played(36)
    some, none = list(lines), list(lines)
    for place, line in enumerate(lines[1:-1], 1):
        bare = line[: line.rindex(b',"check"')] + b"}\n"
        none[place] = bare
        if place % 3:
            some[place] = bare
    for verify in (False, True):
        for name, game in (("some", some), ("none", none)):
            db = tmp_path / f"{name}-{verify}.duckdb"
            ingest([write(tmp_path / f"{name}.jsonl", game)], db, verify=verify)
            database = Database(db)
            (id_,) = database.games()["id"].to_list()
            assert [line + b"\n" for line in database.game_log(id_)] == game
            stored = database.frame('SELECT "check" FROM step ORDER BY n')["check"].null_count()
            assert stored == sum(b'"check"' not in line for line in game[1:-1])


def test_as_it_stands_keeps_any_action_of_other_rules(tmp_path: Path) -> None:
    """Fields in any order, of any name and text: what is cut out of a line must be what the line says."""
    actions = [
        {"kind": "buy", "card": '狐\u2028 "x" \\ }', "n": -1},
        {"card": "wolf", "kind": "buy"},
        {"kind": "odd", "chance": ["deck", [1, 2]], "check": "0000", "seat": 7},
        {"kind": "odd", "deep": {"action": {"kind": "x"}, "chance": None}, "text": ',"chance":[["d",[1]]]'},
        {"kind": "🎲"},
        {"kind": "stop"},
    ]
    steps: list[dict[str, Any]] = []
    for n in range(1200):
        step: dict[str, Any] = {"n": n, "seat": n % 3 - 1, "action": actions[n % len(actions)]}
        if n % 5 == 0:
            step["chance"] = [["die 狐", [n, 'x","chance":']], ["d", {"a": None}]]
        if n % 7:
            step["check"] = f"{n * 31 % 65536:04x}"
        steps.append(step)
    header = {"emberlog": 1, "game": "living_forest", "rules": 999, "options": {"players": 2},
              "seats": [{"name": "a"}, {"name": "b"}]}  # fmt: skip
    for name, whole in (("mixed", False), ("whole", True)):
        told = [{**step, "check": step.get("check", "ffff")} if whole else step for step in steps]
        lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in (header, *told)]
        log = tmp_path / f"{name}.jsonl"
        log.write_text("\n".join(lines) + "\n", "utf-8")
        db = tmp_path / f"{name}.duckdb"
        assert ingest([log], db, verify=False).rejected == 0
        rows = Database(db).frame('SELECT n, seat, kind, action, chance, "check" FROM step ORDER BY n').rows()
        for (n, seat, kind, action, chance, check), step in zip(rows, told, strict=True):
            fields = {"kind": kind, **json.loads(action or "{}")}
            assert (n, seat, fields) == (step["n"], step["seat"], step["action"])
            assert (chance and json.loads(chance)) == step.get("chance")
            assert check == (int(step["check"], 16) if "check" in step else None)


def test_a_false_end_is_a_difference(tmp_path: Path) -> None:
    lines = played(35)
    db = tmp_path / "x.duckdb"
    wrong = [
        [lines[0].replace(b"Player 1", b"Player 9"), *lines[1:]],
        [*lines[:-3], *lines[-1:]],
        [*lines[:-1], lines[-1].replace(b'"winners":[', b'"winners":[3,')],
        [*lines[:-1], lines[-1].replace(b'"scores":[[', b'"scores":[[1' + b"0" * 20 + b",")],
        [*lines[:-1], lines[-1].replace(b'"scores":[[', b'"scores":[[1e999,')],
    ]
    for number, game in enumerate(wrong):
        write(tmp_path / "logs" / f"{number}.jsonl", game)
    ingest([tmp_path / "logs"], db, verify=False)
    assert [row["status"] for row in rejected(db)] == ["diverged"] * 4 + ["bad"]
    assert Database(db).games().select("finished").rows() == [(False,)]
    assert count(db, "score") == 0


# --- names ---


NASTY = [
    "Robert'); DROP TABLE game;--", "O'Kennedy", '"; SELECT 1', "%", "_", "$x$", "\\", ":red[hi]", "a\u2028b", "c\u0085d",
    "<img src=x onerror=alert(1)>", "../../etc", "{{7*7}}", "\t", "🎲", "null\u0000byte", "",
]  # fmt: skip


@VERIFY
def test_names_are_taken_literally(tmp_path: Path, verify: bool) -> None:
    games = [played(41, names=[name, "other"]) for name in NASTY]
    db = tmp_path / "x.duckdb"
    assert ingest([write(tmp_path / "a.jsonl", *games)], db, verify=verify).games_new == len(NASTY)
    database = Database(db)
    assert set(database.frame("SELECT name FROM seat WHERE seat = 0")["name"].to_list()) == set(NASTY)
    for name, lines in zip(NASTY, games, strict=True):
        if name.strip("\x00") and "\x00" not in name:
            found = database.games(text=name)
            expected = {other for other in NASTY if name.lower() in other.lower()}
            assert {names[0] for names in found["names"].to_list()} == expected, name
        (id_,) = database.frame("SELECT id FROM seats WHERE seat = 0 AND name = $name", {"name": name})["id"]
        assert database.game_log(id_) == [line.rstrip(b"\n") for line in lines]


@pytest.mark.parametrize("folder", ["it's", "a[1]b", "star*", "日本 語", "x;y"])
def test_folders_may_be_called_anything(tmp_path: Path, folder: str) -> None:
    home = tmp_path / folder
    log = write(home / "logs" / "a.jsonl", played(42))
    assert ingest([log], home / "x.duckdb").games_new == 1
    assert rebuild(None, home / "x.duckdb").games_new == 1
    assert Database(home / "x.duckdb").games()["file"].item() == "logs/a.jsonl"
