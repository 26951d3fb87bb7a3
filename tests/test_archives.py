"""Games sent in by people: packed logs, archives, pipes. Read in memory, bounded, and nothing of them on any disk."""

import bz2
import gzip
import io
import lzma
import os
import random
import stat
import subprocess
import sys
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from command import emberlog, log_lines
from hypothesis import given, settings
from hypothesis import strategies as st
from ingest_logs import content, count, played, write

from engine.core.log import Broken, Recorded
from ingest import archives, unpacking
from ingest.database import Database
from ingest.files import contents, log_files, recorded
from ingest.store import ingest, rebuild

Files = dict[str, bytes]
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda data: data,
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".zst": lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
}
CUT = 60


def tar(files: Files, form: int = tarfile.PAX_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


def zipped(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return buffer.getvalue()


ARCHIVERS: dict[str, Callable[[Files], bytes]] = {
    "zip": zipped,
    "zip stored": lambda files: zipped(files, zipfile.ZIP_STORED),
    "zip bzip2": lambda files: zipped(files, zipfile.ZIP_BZIP2),
    "zip lzma": lambda files: zipped(files, zipfile.ZIP_LZMA),
    "tar gnu": lambda files: tar(files, tarfile.GNU_FORMAT),
    "tar ustar": lambda files: tar(files, tarfile.USTAR_FORMAT),
    **{f"tar{end}": lambda files, pack=pack: pack(tar(files)) for end, pack in PACKERS.items()},  # type: ignore[misc]
}
per_archiver = pytest.mark.parametrize("archive", ARCHIVERS.values(), ids=ARCHIVERS)


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def found(path: Path) -> list[tuple[str, str]]:
    """Where each item stands, below the archive, and what it is."""
    return [
        (
            str(place).removeprefix(str(path)),
            item.what if isinstance(item, Broken) else f"{len(item.steps)} steps",
        )
        for place, item in contents(path)
    ]


@pytest.fixture(scope="module")
def games() -> list[bytes]:
    return [b"".join(played(seed)) for seed in (1, 2, 3)]


# --- what is read ---


@pytest.mark.parametrize("end", PACKERS)
def test_a_log_may_be_packed_in_every_way(tmp_path: Path, games: list[bytes], end: str) -> None:
    path = put(tmp_path / f"a.jsonl{end}", PACKERS[end](games[0]) + PACKERS[end](games[1]))
    assert log_files([tmp_path]) == [path]
    assert all(isinstance(item, Recorded) and item.end is not None for item in recorded(path))
    assert len(list(recorded(path))) == 2


@per_archiver
def test_an_archive_is_its_logs(
    tmp_path: Path, games: list[bytes], archive: Callable[[Files], bytes]
) -> None:
    data = archive({
        "a.jsonl": games[0] + games[1],
        "README.txt": b"not a log",
        "deep/er/ベン.jsonl.zst": PACKERS[".zst"](games[2]),
        ".hidden.jsonl": b"nothing",
        "__MACOSX/._a.jsonl": b"nothing",
        "empty.jsonl": b"",
    })  # fmt: skip
    path = put(tmp_path / "sent in", data)  # told by its first bytes, not by its name
    members = [member for member, _ in found(path)]
    assert members == ["!a.jsonl", "!a.jsonl", "!deep/er/ベン.jsonl.zst", "!empty.jsonl"]
    assert found(path)[-1] == ("!empty.jsonl", "the file is empty")
    db = tmp_path / "x.duckdb"
    report = ingest([path], db)
    assert (report.files, report.games_new, report.rejected) == (1, 3, 1)
    assert Database(db).games(sort="seed")["file"].to_list() == [
        "sent in!a.jsonl", "sent in!a.jsonl", "sent in!deep/er/ベン.jsonl.zst"]  # fmt: skip
    (row,) = Database(db).rejected().to_dicts()
    assert (row["source"], row["file"], row["line"]) == ("sent in", "sent in!empty.jsonl", 0)
    assert sorted(os.listdir(tmp_path)) == ["sent in", "x.duckdb", "x.duckdb.lock"]
    assert rebuild(None, db).games_new == 3  # made again from the archive


def test_the_same_games_in_any_wrapping_are_the_same(tmp_path: Path, games: list[bytes]) -> None:
    files = {f"{number}.jsonl": game for number, game in enumerate(games)}
    put(tmp_path / "plain.jsonl", b"".join(games))
    db = tmp_path / "x.duckdb"
    ingest([tmp_path / "plain.jsonl"], db)
    before = content(db)
    for number, archive in enumerate(ARCHIVERS.values()):
        report = ingest([put(tmp_path / f"{number}.archive", archive(files))], db)
        assert (report.games_new, report.games_known, report.rejected) == (0, 3, 0)
    assert content(db) == before


def test_a_folder_holds_archives_too(tmp_path: Path, games: list[bytes]) -> None:
    names = [
        "a.zip",
        "b.tar",
        "c.tar.gz",
        "d.tgz",
        "e.tar.zst",
        "f.tar.xz",
        "g.tar.bz2",
        "h.7z",
        "i.txt",
        ".j.zip",
    ]
    for name in names:
        put(tmp_path / name, zipped({"a.jsonl": games[0]}))
    assert [path.name for path in log_files([tmp_path])] == names[:7]


def test_verify_info_and_replay_take_archives(tmp_path: Path, games: list[bytes]) -> None:
    broken = games[1][: len(games[1]) // 2]
    path = put(tmp_path / "a.tar.xz", PACKERS[".xz"](tar({"good.jsonl": games[0], "cut.jsonl": broken})))
    for jobs in (1, 2):
        done = emberlog("verify", path, "-j", jobs)
        line = broken.count(b"\n") + 1
        assert done.code == 5
        assert done.out.splitlines()[0].startswith(f"{path}!cut.jsonl:{line}: this line is cut off")
        assert done.out.endswith("checked 2 games: 1 fine, 1 no whole log\n")
    assert f"{path}!good.jsonl" in emberlog("info", path).out
    assert emberlog("replay", path, "--step", 3).code == 0
    done = emberlog("ingest", path, "--db", tmp_path / "x.duckdb", "-j", 1)
    assert done.err.startswith(f"{path}!cut.jsonl:{line}: this line is cut off")


@pytest.mark.parametrize("name", ["tar.gz", "zip", "jsonl.zst"])
@pytest.mark.parametrize("piped", [True, False])
def test_standard_input_may_be_anything(tmp_path: Path, games: list[bytes], name: str, piped: bool) -> None:
    files = {"a.jsonl": games[0], "b.jsonl": games[1]}
    data = {
        "tar.gz": PACKERS[".gz"](tar(files)),
        "zip": zipped(files),
        "jsonl.zst": PACKERS[".zst"](games[0] + games[1]),
    }
    path = put(tmp_path / "sent", data[name])
    code = "import cli, sys; sys.argv[0] = 'emberlog'; cli.app()"
    words = [sys.executable, "-c", code, "ingest", "-", "--db", tmp_path / "x.duckdb", "-j", "1"]
    with open(path, "rb") as file:
        done = subprocess.run(
            words, **({"input": file.read()} if piped else {"stdin": file}), capture_output=True
        )  # type: ignore[call-overload]
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"read 1 file: 2 new games")


# --- hostile ---


HOSTILE = [
    "../../etc/passwd.jsonl",
    "/etc/shadow.jsonl",
    "a/../../b.jsonl",
    "C:\\\\x.jsonl",
    "\x1b[2Jx.jsonl",
    "a\nb.jsonl",
]


@pytest.mark.parametrize("archive", [tar, zipped], ids=["tar", "zip"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_path_in_an_archive_is_only_a_name(
    tmp_path: Path, games: list[bytes], archive: Callable[[Files], bytes], name: str
) -> None:
    inside = tmp_path / "in" / "side"
    inside.mkdir(parents=True)
    path = put(inside / "a.archive", archive({name: games[0] + b"x\n"}))
    done = emberlog("ingest", path, "--db", inside / "x.duckdb", "-j", 1)
    assert done.out.startswith("read 1 file: 1 new game")
    assert "\x1b" not in done.err
    assert done.err.count("\n") == 1
    assert sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*")) == [
        "in", "in/side", "in/side/a.archive", "in/side/x.duckdb", "in/side/x.duckdb.lock"]  # fmt: skip


def test_links_and_devices_in_a_tar_are_passed_over(tmp_path: Path, games: list[bytes]) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE):
            info = tarfile.TarInfo(f"{kind.decode()}.jsonl")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("x" * 300 + ".jsonl")
        info.size = len(games[0])
        archive.addfile(info, io.BytesIO(games[0]))
    assert [member for member, _ in found(put(tmp_path / "a.tar", buffer.getvalue()))] == [
        "!" + "x" * 300 + ".jsonl"
    ]


def test_an_archive_in_an_archive_is_named(tmp_path: Path, games: list[bytes]) -> None:
    inner = {"a.zip": zipped({"a.jsonl": games[0]}), "b.tar.gz": PACKERS[".gz"](tar({"b.jsonl": games[0]}))}
    what = "this is an archive inside an archive; unpack the outer one first"
    assert found(put(tmp_path / "x.zip", zipped(inner))) == [("!a.zip", what), ("!b.tar.gz", what)]


@pytest.mark.parametrize("archive", [tar, zipped], ids=["tar", "zip"])
def test_an_archive_without_logs_is_said_to_be_one(tmp_path: Path, archive: Callable[[Files], bytes]) -> None:
    for files in ({}, {"notes.txt": b"x"}):
        if files or archive is zipped:  # an empty tar is a file of zeros
            assert found(put(tmp_path / "a", archive(files))) == [("", "there is no log in this archive")]


def test_an_encrypted_member_is_named_and_costs_no_other(tmp_path: Path, games: list[bytes]) -> None:
    data = bytearray(zipped({"a.jsonl": games[0], "b.jsonl": games[1]}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1
    assert found(put(tmp_path / "a.zip", bytes(data)))[0] == (
        "!a.jsonl",
        "this member of the archive is encrypted",
    )
    assert len(found(tmp_path / "a.zip")) == 2


BOMBS: dict[str, Callable[[bytes], bytes]] = {
    "gz": PACKERS[".gz"],
    "zst": PACKERS[".zst"],
    "xz": PACKERS[".xz"],
    "bz2": PACKERS[".bz2"],
    "gz in zip": lambda data: zipped({f"{n}.jsonl.gz": PACKERS[".gz"](data) for n in range(9)}),
    "zip": lambda data: zipped({"a.jsonl": data}),
    "tar.xz": lambda data: PACKERS[".xz"](tar({"a.jsonl": data})),
}


@pytest.mark.parametrize("pack", BOMBS.values(), ids=BOMBS)
@pytest.mark.parametrize("line", [b" " * 1023 + b"\n", b"\n", b"0"], ids=["spaces", "newlines", "no newline"])
def test_a_bomb_is_read_no_further_than_a_log_could_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes], line: bytes
) -> None:
    """With a limit of 1 MiB, 8 MiB are too much. A few packed bytes are unpacked at a time, which bounds the memory."""
    monkeypatch.setattr(unpacking, "FREE", 1 << 20)
    monkeypatch.setattr(unpacking, "RATIO", 1)
    data = pack(line * ((1 << 23) // len(line)))
    path = put(tmp_path / "bomb", data)
    assert len(data) < 1 << 18
    tracemalloc.start()
    what = [what for _, what in found(path)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert any("it unpacks to more than 1 MiB and 1 times its size" in text for text in what)
    assert len(what) <= 3  # and there it ends, however many members follow
    assert peak < 64 << 20


def test_the_limit_is_the_one_that_is_written_down(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "docs" / "log-format.md").read_text("utf-8")
    assert f"{unpacking.FREE >> 20} MiB and {unpacking.RATIO} times its size" in text
    assert f"{archives.MEMBERS:,} members" in text


def test_a_header_that_asks_for_gigabytes_gets_none(tmp_path: Path) -> None:
    """A name of 8 GiB, and a member of as much that is not there."""
    for kind, what in (
        (tarfile.GNUTYPE_LONGNAME, "a name that is too long"),
        (tarfile.REGTYPE, "ends early"),
    ):
        info = tarfile.TarInfo("a.jsonl")
        info.type, info.size = kind, 8 << 30
        path = put(tmp_path / "a.tar", info.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
        assert what in found(path)[-1][1]


@per_archiver
def test_an_archive_cut_or_damaged_anywhere_is_a_sentence(
    tmp_path: Path, archive: Callable[[Files], bytes]
) -> None:
    """Whole games before the damage are kept, nothing is made up, nothing is raised."""
    game = b"".join(log_lines(step_limit=CUT))
    good = {line for line in game.split(b"\n") if line}
    data = archive({"a.jsonl": game, "b.jsonl": game})
    chance = random.Random(7)
    for number in range(40):
        place = chance.randrange(len(data))
        bad = data[:place] if number % 2 else data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :]
        items = list(recorded(put(tmp_path / "bad", bad)))
        assert items
        told = any(isinstance(item, Broken) or item.broken is not None for item in items)
        lines = {line for item in items if isinstance(item, Recorded) for line in (item.header, *item.steps)}
        plain = archive in (ARCHIVERS["tar"], ARCHIVERS["tar gnu"], ARCHIVERS["tar ustar"])
        assert told or lines <= good or plain  # a plain tar has no checksum: the replay finds it


@given(
    st.binary(max_size=2000),
    st.sampled_from(
        [b"", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08", b"\xfd7zXZ\x00", b"BZh9", b"\x28\xb5\x2f\xfd"]
    ),
)
@settings(deadline=None, max_examples=150)
def test_whatever_it_is_nothing_is_raised(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, start: bytes
) -> None:
    path = put(tmp_path_factory.getbasetemp() / "anything", start + data)
    assert list(contents(path))


@given(st.binary(min_size=512, max_size=512), st.binary(max_size=1500))
@settings(deadline=None, max_examples=150)
def test_whatever_a_tar_header_says_nothing_is_raised(
    tmp_path_factory: pytest.TempPathFactory, head: bytes, data: bytes
) -> None:
    """The marks and the checksum of a header are right, all else is anything."""
    head = head[:148] + b"        " + head[156:257] + b"ustar\x0000" + head[265:]
    head = head[:148] + b"%06o\0 " % sum(head) + head[156:]
    path = put(tmp_path_factory.getbasetemp() / "anything.tar", head + data)
    assert list(contents(path))


def test_named_pipes_sockets_and_devices_never_hold_a_folder_up(tmp_path: Path) -> None:
    import socket

    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "pipe.jsonl")
    (tmp_path / "null.jsonl").symlink_to("/dev/zero")
    (tmp_path / "loop.jsonl").symlink_to(tmp_path / "loop.jsonl")
    (tmp_path / "around").symlink_to(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s.jsonl"))
        assert stat.S_ISSOCK((tmp_path / "s.jsonl").stat().st_mode)
        write(tmp_path / "a.jsonl", played(1))
        report = ingest([tmp_path], tmp_path / "x.duckdb")
    assert (report.files, report.games_new) == (1, 1)
    assert count(tmp_path / "x.duckdb", "game") == 1
