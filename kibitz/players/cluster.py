"""Pieces of work on the machines of a cluster, by Ray: the extra `kibitz[ray]`.

What is sent to a machine is a piece, the time that is left for it, and the nets that are kept here,
so that players are the same everywhere. A piece that is lost with its machine is done again by
another one. A piece that fails is done once more here, so that whoever asked is told why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from pickle import loads
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from kibitz import kept_files
from kibitz.engine import cancellation
from kibitz.recycle import KibitzError

Task = TypeVar("Task")
Done = TypeVar("Done")

NAME, SCHEME = "ray", "ray://"
_FOR_EVER = -1
_AHEAD = 2
"""Pieces that wait for every core."""


class NoCluster(KibitzError):
    """There is no cluster there; says why."""


@contextmanager
def connected(address: str) -> Iterator[RayCluster]:
    """`ray`: the cluster that runs here, or else the cores here; `ray://HOST`: another one.

    Raises NoCluster.
    """
    try:
        ray = import_module("ray")
    except ImportError:
        raise NoCluster(
            "a cluster needs the extra `kibitz[ray]`: pip install 'kibitz[ray]'"
        ) from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        try:
            ray.init("auto" if address == NAME else _with_port(address), **quiet)
        except ConnectionError:
            if address != NAME:
                raise
            ray.init(include_dashboard=False, **quiet)
    except Exception as fault:
        raise NoCluster(f"there is no cluster at {address}: {_first_line(fault)}") from None
    try:
        yield RayCluster(ray)
    finally:
        ray.shutdown()


def _with_port(address: str) -> str:
    if not address.startswith(SCHEME):
        raise NoCluster(f"say `{NAME}` or `{SCHEME}HOST`, not {address!r}")
    return address if ":" in address.removeprefix(SCHEME) else f"{address}:10001"


def _first_line(fault: Exception) -> str:
    return next(iter(str(fault).splitlines()), type(fault).__name__)


class RayCluster:
    """A cluster that this process is connected with."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._do = ray.remote(max_retries=_FOR_EVER)(_done)

    def results(self, tasks: Iterable[Task], work: Callable[[Task], Done]) -> Iterator[Done]:
        ray, waiting = self._ray, iter(tasks)
        sent = ray.put(import_module("ray.cloudpickle").dumps(work))
        nets = ray.put(_kept_nets())
        running: dict[Any, Task] = {}
        try:
            while True:
                cores = int(ray.cluster_resources().get("CPU", 1))
                for task in islice(waiting, max(0, _AHEAD * cores - len(running))):
                    seconds = cancellation.current().seconds_left()
                    running[self._do.remote(sent, nets, task, seconds)] = task
                if not running:
                    return
                finished, _ = ray.wait(list(running))
                for one in finished:
                    task, (is_done, result) = running.pop(one), ray.get(one)
                    yield result if is_done else work(task)
        finally:
            for one in running:
                ray.cancel(one)


def _kept_nets() -> dict[str, bytes]:
    nets = kept_files.user_cache("nets")
    return {name: data for name in nets.names() if (data := nets.find(name)) is not None}


def _done(
    work: bytes, nets: Mapping[str, bytes], task: Task, seconds: float | None
) -> tuple[bool, Any]:
    """On a machine of the cluster: whether the piece could be done, and what came of it."""
    _have_nets(nets)
    try:
        with cancellation.time_limit(seconds):
            return True, _unpacked(work)(task)
    except KibitzError:
        return False, None


def _have_nets(nets: Mapping[str, bytes]) -> None:
    """Those nets and no others are found by this process; what its machine keeps stays as it is."""
    kept_files.set_apart("nets", Path(_own_folder().name))
    kept = kept_files.user_cache("nets")
    for name in {*kept.names()} - {*nets}:
        kept.remove(name)
    for name, data in nets.items():
        if kept.find(name) != data:
            kept.keep(name, data)


@cache
def _own_folder() -> TemporaryDirectory[str]:
    """Of this process, as long as it lives."""
    return TemporaryDirectory(prefix="kibitz-nets-")


@lru_cache(8)
def _unpacked(work: bytes) -> Callable[[Any], Any]:
    unpacked: Callable[[Any], Any] = loads(work)
    return unpacked
