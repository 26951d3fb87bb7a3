"""The same work on a Dask cluster: units go out with all they need, whole results come back.

A unit is a function of this package and its data (a game with options and seeds, or pieces of logs), never a
path: workers need no common disk. The result depends on nothing else, so a unit whose worker died is done again
elsewhere, and what is written here is the same byte for byte as without a cluster. Only this process writes.

Dask is imported when a cluster is asked for, and not before: it is an extra.
"""

from __future__ import annotations

import logging
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

import msgspec
import zstandard

import engine
from engine.core.errors import BadOption, EmberlogError
from ingest.pool import WorkerDied

U = TypeVar("U")
R = TypeVar("R")

CONNECT = 10.0
"""Seconds to reach a scheduler."""
PATIENCE = 60.0
"""Seconds without a single worker, or without the scheduler, after which the work is given up."""
_LOOK = 1.0
_AHEAD = 4
"""So many units per worker are handed out ahead: none waits for the network, and no results pile up here."""
_LOGS = ("distributed", "distributed.client", "distributed.core", "distributed.comm")


class Workers(Protocol):
    """Where units of work are done, if not in processes of this machine."""

    def in_order(self, work: Callable[[U], R], units: Iterable[U]) -> Iterator[R]:
        """`work` of each unit, in the order of the units. Raises what `work` raises, and `WorkerDied`."""
        ...


class ClusterTrouble(EmberlogError):
    """A cluster that cannot be used: not there, gone, or of another version."""


class Mark(msgspec.Struct, frozen=True):
    """What must be equal here and on a worker for equal results, byte for byte."""

    emberlog: str
    rules: dict[str, int]
    zstd: str
    zlib: str
    code: str
    """Digest of the modules and data of `engine` and `ingest`: versions can lie while people work on them."""


@cache
def own_mark() -> Mark:
    """The mark of this process."""
    digest = blake2b(digest_size=8)
    root = Path(engine.__file__).parents[1]
    for path in sorted([*root.glob("engine/**/*"), *root.glob("ingest/**/*")]):
        if path.suffix in (".py", ".yaml", ".sql"):
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    rules = {name: engine.load(name).rules for name in engine.games()}
    zstd = ".".join(map(str, zstandard.ZSTD_VERSION))
    return Mark(version("emberlog"), rules, zstd, zlib.ZLIB_RUNTIME_VERSION, digest.hexdigest())


def difference(here: Mark, there: Mark) -> str | None:
    """What makes a worker unfit, as the end of a sentence; None: nothing."""
    if here.emberlog != there.emberlog:
        return f"has Emberlog {there.emberlog}, this machine has {here.emberlog}"
    for game in sorted(here.rules.keys() | there.rules.keys()):
        own, other = here.rules.get(game), there.rules.get(game)
        if own is None or other is None:
            return f"{'has a' if own is None else 'lacks the'} game {game}, unlike this machine"
        if own != other:
            return f"has rules {other} of {game}, this machine has rules {own}"
    for what in ("zstd", "zlib"):
        if (own_packer := getattr(here, what)) != (other_packer := getattr(there, what)):
            return f"packs with {what} {other_packer}, this machine with {own_packer}"
    return None if here.code == there.code else f"has other code under the same version {here.emberlog}"


# --- on a worker ---

_one_at_a_time = threading.Lock()
"""Replayers and decoders are kept between units and are for one thread; games gain nothing from threads."""


def _do(work: Callable[[U], R], unit: U, mark: Mark) -> R:
    """One unit on a worker that may have joined a moment ago."""
    if (wrong := difference(mark, own_mark())) is not None:
        raise ClusterTrouble(f"a worker of the cluster {wrong}; install the same on all and start it again")
    with _one_at_a_time:
        return work(unit)


# --- here ---


class Cluster:
    """A scheduler with its workers, connected. See `connected`."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self.address = address
        self.workers = 0
        """How many there were when last looked."""

    def in_order(self, work: Callable[[U], R], units: Iterable[U]) -> Iterator[R]:
        """`work` of each unit, in the order of the units, which are taken as they are needed.

        `work` and units must be picklable. Raises what `work` raises, `WorkerDied` for a unit that ends its
        worker again and again, and `ClusterTrouble` when the cluster goes away or has another version.
        """
        queue: deque[Any] = deque()
        try:
            for unit in units:
                queue.append(self._submitted(work, unit))
                if len(queue) >= _AHEAD * max(self.workers, 2):
                    yield self._result(queue[0])
                    queue.popleft()
            while queue:
                yield self._result(queue[0])
                queue.popleft()
        finally:
            for future in queue:  # of work that was given up
                future.release()

    def _submitted(self, work: Callable[[U], R], unit: U) -> Any:
        from distributed.client import ClosedClientError

        try:
            return self._client.submit(_do, work, unit, own_mark(), pure=False)
        except ClosedClientError:
            raise self._gone() from None

    def _gone(self) -> ClusterTrouble:
        return ClusterTrouble(f"the scheduler {self.address} is gone; what is written is whole")

    def _result(self, future: Any) -> Any:
        from distributed import CancelledError, KilledWorker, wait

        last_seen = monotonic()
        while not future.done():
            try:
                with self._client.as_current():
                    wait(future, timeout=_LOOK)
            except TimeoutError:
                if self._look():
                    last_seen = monotonic()
                elif monotonic() - last_seen > PATIENCE:
                    raise ClusterTrouble(f"all workers of {self.address} are gone") from None
            except CancelledError:
                break
        try:
            return future.result()
        except KilledWorker:
            raise WorkerDied("workers of the cluster died again and again at the same work") from None
        except CancelledError:
            raise self._gone() from None
        except ModuleNotFoundError as error:
            raise ClusterTrouble(f"a worker of {self.address} cannot do the work: {error}") from None

    def _look(self) -> int:
        """How many workers there are now."""
        try:
            self.workers = len(self._client.nthreads())
        except (OSError, TimeoutError):
            self.workers = 0
        return self.workers

    def check(self) -> None:
        """Wait for a first worker, then look at all. Raises `ClusterTrouble`."""
        try:
            self._client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError:
            raise ClusterTrouble(f"the cluster {self.address} has no workers") from None
        self._look()
        for worker, there in sorted(self._client.run(own_mark, on_error="return").items()):
            if not isinstance(there, Mark):
                raise ClusterTrouble(
                    f"the worker {worker} has no Emberlog as it is here: {_plain(there)}; install the same on all"
                )
            if (wrong := difference(own_mark(), there)) is not None:
                raise ClusterTrouble(
                    f"the worker {worker} {wrong}; install the same on all and start it again"
                )


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """A cluster by the address of its scheduler (`tcp://HOST:PORT`, or `tls://`), with fit workers.

    Raises `BadOption` for another kind of address and when the extra is not installed, `ClusterTrouble` for a
    cluster that does not answer, has no workers, or workers of another version.
    """
    if not _is_address(address):
        raise BadOption(f"a cluster reads tcp://HOST:PORT, not {address!r}")
    if find_spec("distributed") is None:
        raise BadOption("a cluster needs its extra: pip install 'emberlog[cluster]'")
    from distributed import Client, Security

    if address.startswith("tls://") and Security().get_connection_args("client").get("ssl_context") is None:
        raise BadOption(
            "a cluster by tls:// needs the certificates in Dask's settings (distributed.comm.tls)"
        )
    for name in _LOGS:  # what matters becomes a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
    except OSError as error:
        raise ClusterTrouble(f"no Dask scheduler answers at {address}: {_plain(error)}") from None
    try:
        cluster = Cluster(client, address)
        try:
            cluster.check()
        except OSError as error:
            raise ClusterTrouble(f"the cluster {address} does not answer: {_plain(error)}") from None
        yield cluster
    finally:
        client.close(timeout=2)


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("tcp", "tls") and bool(parts.hostname) and bool(parts.port)
    except ValueError:  # a port that is none
        return False


def _plain(error: BaseException) -> str:
    return str(error).strip().split("\n")[0] or type(error).__name__
