"""Work spread over processes, with results in the order of the work.

Work is cut into units that depend on nothing but their input, so results are the same for every number of
processes, and a unit whose worker died is simply done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import Any, Generic, TypeVar

from engine.core.errors import EmberlogError

U = TypeVar("U")
R = TypeVar("R")

_ATTEMPTS = 3
_AHEAD = 4
"""Units handed out per process before a result is waited for, so that a slow reader piles up no results."""


class WorkerDied(EmberlogError):
    """A unit of work ended its process again and again (out of memory, most likely)."""


def default_jobs() -> int:
    """As many processes as this one may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Ready(Generic[R]):
    """Stands among units of work where the result is there already."""

    def __init__(self, result: R) -> None:
        self.result = result


def in_order(work: Callable[[U], R], units: Iterable[U | Ready[R]], jobs: int) -> Iterator[R]:
    """`work` of each unit, in the order of the units; in this process when there is nothing to share.

    Units are taken a few ahead only, so what comes out may decide what goes in. `work` and units must be
    picklable. Raises what `work` raises, and `WorkerDied`.
    """
    rest = iter(units)
    due = deque(islice(rest, jobs))
    if len(due) <= 1:
        for unit in chain(due, rest):
            yield unit.result if isinstance(unit, Ready) else work(unit)
        return
    processes = len(due)
    while True:
        try:
            yield from _pooled(work, due, rest, processes)
            return
        except BrokenProcessPool:  # which unit it was is not known: the first one due is done by itself
            yield _alone(work, due[0])
            due.popleft()


def _alone(work: Callable[[U], R], unit: U | Ready[R]) -> R:
    """One unit in a process of its own, so that no other can take it along."""
    for _ in range(_ATTEMPTS):
        with suppress(BrokenProcessPool), _pool(1) as pool:
            return _submitted(pool, work, unit).result()
    raise WorkerDied(
        f"a worker process died {_ATTEMPTS} times at the same work; is there enough memory? Try with -j 1"
    )


def _pooled(
    work: Callable[[U], R], due: deque[U | Ready[R]], rest: Iterator[U | Ready[R]], jobs: int
) -> Iterator[R]:
    """One pool's results. `due` keeps the units that have none yet: what is done again when a process dies."""
    with _pool(jobs) as pool:
        queue = deque(_submitted(pool, work, unit) for unit in due)
        while True:
            for unit in islice(rest, max(0, _AHEAD * jobs - len(queue))):
                due.append(unit)
                queue.append(_submitted(pool, work, unit))
            if not queue:
                return
            result = queue.popleft().result()
            due.popleft()
            yield result


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool that does not make anybody wait for its workers when the work is given up."""
    before = multiprocessing.active_children()
    spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that other threads hold
    pool = ProcessPoolExecutor(jobs, spawn)
    try:
        yield pool
    except BaseException:
        for child in multiprocessing.active_children():
            if child not in before:
                child.terminate()
        raise
    finally:  # waits for the pool's own thread, which would else complain when the interpreter ends
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, work: Callable[[Any], R], unit: object) -> Future[R]:
    if isinstance(unit, Ready):
        there: Future[R] = Future()
        there.set_result(unit.result)
        return there
    with _interrupts_held():
        return pool.submit(work, unit)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Workers start here and inherit that Ctrl-C is held back: only the parent answers it."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
