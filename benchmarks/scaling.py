"""What a cluster costs and gives, on this machine: `python benchmarks/scaling.py [GAMES]`.

The same games are played, verified and brought into a database by processes of this machine and by workers of a
Dask cluster on loopback. Wall time depends on who else uses the machine; CPU seconds hardly do, so the figures to
compare are those: of the workers together, and of the client and the scheduler, which are not spread.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

import engine
from engine.core.play import read_options
from ingest.batch import play_batch
from ingest.cluster import Workers, connected
from ingest.store import ingest
from ingest.verifying import verify_files

TASKS = 1000


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print(f"{count} games of Living Forest, two random agents; {os.cpu_count()} processors\n")
    print("| work | where | wall s | games/s | CPU s workers | CPU s here | CPU s scheduler |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as work:
        for jobs in (1, 2):
            row_of_all(Path(work, f"jobs-{jobs}"), f"-j {jobs}", count, jobs, None, [])
        for number in (1, 2):
            with running(Path(work, f"cluster-{number}"), number) as (address, processes):
                started = time.perf_counter()
                with connected(address) as workers:
                    joined = time.perf_counter() - started
                    list(workers.in_order(abs, range(100)))
                    row_of_all(
                        Path(work, f"away-{number}"), f"cluster of {number}", count, 1, workers, processes
                    )
                    started = time.perf_counter()
                    before = cpu(processes)
                    list(workers.in_order(abs, range(TASKS)))
                    spent = time.perf_counter() - started
                    used = [b - a for a, b in zip(before, cpu(processes), strict=True)]
                notes = (
                    f"{spent / TASKS * 1e3:.2f} ms wall, {sum(used) / TASKS * 1e3:.2f} ms CPU on the cluster"
                )
                print(f"\ncluster of {number}: connected in {joined:.2f} s; an empty unit: {notes}\n")


def row_of_all(
    folder: Path, where: str, count: int, jobs: int, workers: Workers | None, processes: list[psutil.Process]
) -> None:
    """Three rows: play, verify, ingest."""
    folder.mkdir()
    game = engine.load("living_forest")
    options = read_options(game, {"players": "2"})
    logs = folder / "logs"
    works: dict[str, Callable[[], Any]] = {
        "play": lambda: play_batch(
            game, options, ["random"], 1, count, logs, jobs=jobs, per_file=50, workers=workers
        ),
        "verify": lambda: list(verify_files(sorted(logs.iterdir()), jobs=jobs, workers=workers)),
        "ingest": lambda: ingest([logs], folder / "x.duckdb", jobs=jobs, workers=workers),
    }
    for name, work in works.items():
        before, own, children = cpu(processes), time.process_time(), of_children()
        started = time.perf_counter()
        work()
        wall = time.perf_counter() - started
        used = [b - a for a, b in zip(before, cpu(processes), strict=True)]
        spread = sum(used[1:]) if processes else of_children() - children
        here, scheduler = time.process_time() - own, used[0] if processes else 0.0
        print(f"| {name} | {where} | {wall:.1f} | {count / wall:.0f} | {spread:.2f} | {here:.2f} | {scheduler:.2f} |",
              flush=True)  # fmt: skip


def of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def cpu(processes: list[psutil.Process]) -> list[float]:
    """CPU seconds of each so far."""
    return [sum(process.cpu_times()[:2]) for process in processes]


@contextmanager
def running(folder: Path, workers: int) -> Iterator[tuple[str, list[psutil.Process]]]:
    """The address of a scheduler with so many workers; its process, then theirs."""
    folder.mkdir()
    where = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    local = ["--host", "127.0.0.1", "--no-dashboard"]
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: object) -> None:
        command = [*dask, *map(str, words), *local]
        started.append(
            subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )

    try:
        start("scheduler", "--port", 0, "--scheduler-file", where)
        while not (where.exists() and where.stat().st_size):
            time.sleep(0.05)
        address = json.loads(where.read_bytes())["address"]
        for number in range(workers):
            start("worker", address, "--nthreads", 1, "--no-nanny", "--local-directory", folder / str(number))
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield address, [psutil.Process(process.pid) for process in started]
    finally:
        for process in started[::-1]:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
