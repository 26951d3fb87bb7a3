"""Log files: finding them, reading them as a stream whatever they hold, writing them so that a kill costs little."""

import gzip
import io
import os
import pickle
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from command import log_lines
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.log import Broken, Recorded
from ingest import files
from ingest.files import Damaged, FileTrouble, LogWriter, NotThere, lines, log_files, recorded

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda data: data,
    "gz": lambda data: gzip.compress(data, mtime=0),
    "zst": lambda data: zstandard.ZstdCompressor(write_checksum=True).compress(data),
}
per_packer = pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
per_suffix = pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.zst"])


@pytest.fixture(scope="module")
def game() -> list[bytes]:
    return log_lines(step_limit=40)


def written(path: Path, games: list[list[bytes]]) -> bytes:
    with LogWriter(path) as writer:
        for game in games:
            for line in game:
                writer.write(line)
            writer.flush()
    return path.read_bytes()


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def what_reads(path: Path) -> tuple[list[bytes], str | None]:
    """The lines of a file, and why they stop."""
    found: list[bytes] = []
    try:
        found.extend(lines(path))
    except Damaged as error:
        return found, str(error)
    return found, None


# --- which files ---


def test_a_folder_stands_for_the_logs_below_it(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.jsonl.zst", "deep/er/c.jsonl.gz", "notes.txt", "d.json", "e.jsonl.part", ".f.jsonl",
                 ".git/g.jsonl", "h.jsonl.zst.part", "i.JSONL"):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "b.jsonl")
    (tmp_path / "around").symlink_to(tmp_path)
    found = [str(path.relative_to(tmp_path)) for path in log_files([tmp_path])]
    assert found == ["a.jsonl.zst", "b.jsonl", "deep/er/c.jsonl.gz", "link.jsonl"]


def test_a_named_file_is_taken_whatever_its_name_and_each_once(tmp_path: Path) -> None:
    odd = put(tmp_path / "x.jsonl.part", b"")
    log = put(tmp_path / "b.jsonl", b"")
    assert log_files([odd, log, tmp_path, odd, Path("-")]) == [odd, log, Path("-")]
    assert log_files([]) == []


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotThere, match=r"nope: there is no such file or folder"):
        log_files([tmp_path, tmp_path / "nope"])


def test_trouble_comes_through_a_process_pool() -> None:
    trouble = pickle.loads(pickle.dumps(FileTrouble(Path("a"), "cannot be written: No space left on device")))
    assert (str(trouble), trouble.path) == ("a: cannot be written: No space left on device", Path("a"))


# --- lines ---


@per_packer
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [True, False])
def test_t11_t14_lines_however_they_end(
    tmp_path: Path, pack: Callable[[bytes], bytes], end: bytes, mark: bytes, last: bool
) -> None:
    wanted = [b'{"a":"x\xe2\x80\xa8y\xc2\x85z\x0b\x0c"}', b"", b'{"b":1}']  # U+2028, U+0085 end no line
    data = mark + end.join(wanted) + (end if last else b"")
    assert what_reads(put(tmp_path / "log", pack(data))) == (wanted, None)


def test_a_mark_inside_of_joined_files_is_taken_off(tmp_path: Path) -> None:
    assert what_reads(put(tmp_path / "log", b"\xef\xbb\xbf{}\n\xef\xbb\xbf{}\n")) == ([b"{}", b"{}"], None)


@given(st.lists(st.sampled_from([b"\n", b"\r", b"a", b"\r\n", b"bcdefg"]), max_size=40), st.integers(1, 9))
@settings(deadline=None)
def test_chunks_cut_no_line(tmp_path_factory: pytest.TempPathFactory, parts: list[bytes], size: int) -> None:
    path = put(tmp_path_factory.getbasetemp() / "chunks", b"".join(parts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_CHUNK", size)
        assert what_reads(path) == (b"".join(parts).splitlines(), None)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ('{"emberlog":1}\n'.encode("utf-16"), "UTF-16"),
        ('{"emberlog":1}\n'.encode("utf-16-be"), "UTF-16"),
        ('{"emberlog":1}\n'.encode("utf-16-le"), "UTF-16"),
        (b"PK\x03\x04....", "a zip archive"),
        (b"\xfd7zXZ\x00...", "xz"),
        (b"BZh91AY&SY", "bzip2"),
        (b"SQLite format 3\x00", "SQLite"),
        (b"PAR1....", "Parquet"),
    ],
)
def test_other_formats_are_named(tmp_path: Path, data: bytes, what: str) -> None:
    (found,) = recorded(put(tmp_path / "log.jsonl", data))
    assert isinstance(found, Broken)
    assert what in found.what


def test_an_endless_line_takes_bounded_memory_and_hides_nothing_after_it(tmp_path: Path) -> None:
    piece = b'{"n":1,' + b" " * (1 << 20)
    packer = zstandard.ZstdCompressor(level=1).compressobj()
    data = b"".join(packer.compress(piece) for _ in range(100)) + packer.compress(b"\n{}\n") + packer.flush()
    path = put(tmp_path / "bomb.zst", data)
    assert len(data) < 100_000
    tracemalloc.start()
    found, why = what_reads(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert why is None
    assert len(found) == 2
    assert found[1] == b"{}"
    assert len(found[0]) <= files.LINE_LIMIT
    assert peak < 40 * files.LINE_LIMIT  # one piece of packed data unpacks to 64 MiB at most


# --- packed data that is cut or damaged ---


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_packed_data_cut_anywhere_keeps_its_whole_lines(
    tmp_path: Path, suffix: str, game: list[bytes]
) -> None:
    data = written(tmp_path / f"log{suffix}", [game, game])
    good = [line.rstrip(b"\n") for line in game + game]
    counts = []
    for cut in range(4, len(data)):
        found, why = what_reads(put(tmp_path / "cut", data[:cut]))
        assert found == good[: len(found)], cut
        assert why is not None, cut
        assert "ends early" in why, cut
        counts.append(len(found))
    assert counts == sorted(counts)
    assert counts[-1] == len(good)  # the last bytes are a checksum


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_damaged_packed_data_keeps_what_stands_before(tmp_path: Path, suffix: str, game: list[bytes]) -> None:
    second = log_lines(8, step_limit=40)
    start = len(written(tmp_path / f"first{suffix}", [game]))
    data = written(tmp_path / f"log{suffix}", [game, second])
    good = [line.rstrip(b"\n") for line in game + second]
    for place in range(start, len(data), 3):
        broken = data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]
        found, why = what_reads(put(tmp_path / "damaged", broken))
        assert why is not None, place  # both formats carry a checksum
        assert found[: len(game)] == good[: len(game)], place


@pytest.mark.parametrize("name", ["gz", "zst"])
def test_members_one_after_the_other(tmp_path: Path, name: str) -> None:
    pack = PACKERS[name]
    data = b'{"a":1}\n{"b"', b':2}\n{"c":3}\n'
    wanted = [b'{"a":1}', b'{"b":2}', b'{"c":3}']
    assert what_reads(put(tmp_path / "log", pack(data[0]) + pack(data[1]))) == (wanted, None)
    assert what_reads(put(tmp_path / "log", pack(data[0]) + pack(b"") + pack(data[1]) + b"\0" * 99)) == (
        wanted,
        None,
    )
    found, why = what_reads(put(tmp_path / "log", pack(data[0]) + pack(data[1]) + b"text\n"))
    assert found == wanted
    assert why is not None
    assert "stands something else" in why


def test_frames_to_pass_over(tmp_path: Path) -> None:
    skip = b"\x5a\x2a\x4d\x18\x04\x00\x00\x00abcd"
    pack = PACKERS["zst"]
    assert what_reads(put(tmp_path / "log", skip + pack(b"{}\n") + skip + pack(b"[]\n") + skip)) == (
        [b"{}", b"[]"],
        None,
    )


# --- games ---


@per_packer
@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n \n\t\n", b"\xef\xbb\xbf"])
def test_nothing_in_a_file_is_said(tmp_path: Path, pack: Callable[[bytes], bytes], data: bytes) -> None:
    assert list(recorded(put(tmp_path / "log", pack(data)))) == [Broken("the file is empty", 0)]


def test_a_file_that_cannot_be_opened_is_no_exception(tmp_path: Path) -> None:
    assert list(recorded(tmp_path)) == [Broken("cannot be read: Is a directory", 0)]
    assert list(recorded(tmp_path / "nope")) == [Broken("cannot be read: No such file or directory", 0)]


def test_trouble_belongs_to_the_game_that_it_cuts_off(tmp_path: Path, game: list[bytes]) -> None:
    """To an unfinished game; a whole one stays whole, and the trouble stands behind it."""
    whole = log_lines()
    data = written(tmp_path / "log.jsonl.zst", [whole, game])
    found = list(recorded(put(tmp_path / "log", data[:-1])))
    assert [type(item) for item in found] == [Recorded, Recorded]
    assert isinstance(found[1], Recorded)
    assert found[1].broken == Broken(
        "the zstd data ends early: the file is cut off", len(whole) + len(game) + 1
    )
    assert len(found[1].steps) == len(game) - 1
    found = list(recorded(put(tmp_path / "log", written(tmp_path / "log.jsonl.zst", [game, whole])[:-1])))
    assert [type(item) for item in found] == [Recorded, Recorded, Broken]
    assert isinstance(found[1], Recorded)
    assert found[1].broken is None
    assert found[1].end is not None


def test_standard_input(monkeypatch: pytest.MonkeyPatch, game: list[bytes]) -> None:
    class Stdin:
        buffer = io.BytesIO(gzip.compress(b"".join(game)))

    monkeypatch.setattr(sys, "stdin", Stdin)
    (found,) = recorded(Path("-"))
    assert isinstance(found, Recorded)
    assert len(found.steps) == len(game) - 1


# --- writing ---


@per_suffix
def test_what_is_written_reads_and_is_the_same_each_time(
    tmp_path: Path, suffix: str, game: list[bytes]
) -> None:
    once = written(tmp_path / f"a{suffix}", [game, game])
    assert once == written(tmp_path / f"b{suffix}", [game, game])
    assert what_reads(tmp_path / f"a{suffix}") == ([line.rstrip(b"\n") for line in game + game], None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"a{suffix}", f"b{suffix}"]


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".jsonl.zst"])
def test_a_step_takes_at_most_twelve_bytes(tmp_path: Path, suffix: str) -> None:
    games = [log_lines(seed, "random,random") for seed in range(10)]
    steps = sum(len(game) - 2 for game in games)
    assert len(written(tmp_path / f"log{suffix}", games)) <= 12 * steps


@per_suffix
def test_the_name_appears_only_when_the_file_is_whole(tmp_path: Path, suffix: str, game: list[bytes]) -> None:
    path = tmp_path / f"log{suffix}"
    part = tmp_path / f"log{suffix}.part"

    def broken_off() -> None:
        with LogWriter(path) as writer:
            for line in game:
                writer.write(line)
            assert not path.exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken_off()
    assert not path.exists()
    assert what_reads(part) == ([line.rstrip(b"\n") for line in game], None)
    assert log_files([tmp_path]) == []
    assert log_files([part]) == [part]
    written(path, [game])
    assert not part.exists()


@per_suffix
def test_after_a_flush_nothing_is_lost(tmp_path: Path, suffix: str, game: list[bytes]) -> None:
    """As if the process had been killed: the part file is read while it is still being written."""
    path = tmp_path / f"log{suffix}"
    with LogWriter(path) as writer:
        for line in game:
            writer.write(line)
        writer.flush()
        found, _ = what_reads(tmp_path / f"log{suffix}.part")
        assert found == [line.rstrip(b"\n") for line in game]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(FileTrouble, match=r"log.jsonl.part: cannot be written: No such file"),
        LogWriter(tmp_path / "no" / "log.jsonl"),
    ):
        pass
