"""Work that can be stopped: by Ctrl-C, when its time is up, or because nobody waits any more.

Python sees a signal only between two of its own instructions, and only in the main thread. So long
native calls run in other threads while the caller waits, and look at a word between decisions. Who
does not look in time is left behind: the process ends without waiting for it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from math import inf
from threading import Lock, current_thread, local, main_thread
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakSet

from kibitz.recycle import KibitzError

Result = TypeVar("Result")


class Stopped(KibitzError):
    """Nobody waits for this any more."""


class Stop:
    """Says whether to stop; so do all that were made while it was watched, once it says so."""

    def __init__(self, seconds: float | None = None) -> None:
        outer = current()
        self._word = ctypes.c_int32(0)
        self._inner: WeakSet[Stop] = WeakSet()
        end = inf if seconds is None else monotonic() + seconds
        self._end: float = min(outer._end, end)
        with _growing:
            outer._inner.add(self)
        if outer.is_set():
            self.set()

    @property
    def address(self) -> int:
        """Of the word that native code looks at; not 0 in it means to stop."""
        return ctypes.addressof(self._word)

    def is_set(self) -> bool:
        return self._word.value != 0

    def seconds_left(self) -> float | None:
        """None if there is no hurry."""
        return None if self._end == inf else max(0.0, self._end - monotonic())

    def is_late(self) -> bool:
        return self._end <= monotonic()

    def set(self) -> None:
        self._word.value = 1
        with _growing:
            inner = list(self._inner)
        for stop in inner:
            stop.set()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Work of this thread looks at it meanwhile."""
        before = current()
        _threads.stop = self
        try:
            yield
        finally:
            _threads.stop = before


class _Never(Stop):
    """What a thread looks at that nobody stops."""

    def __init__(self) -> None:
        self._word = ctypes.c_int32(0)
        self._inner = WeakSet()
        self._end = inf


_growing = Lock()
"""Held by whoever adds to what a stop tells, and by whoever goes through it."""
_NEVER = _Never()
_threads = local()
_pool = ThreadPoolExecutor(256, "kibitz")
_GRACE = 0.4
"""Seconds that work has to stop in after Ctrl-C."""
_left: list[Future[Any]] = []


def current() -> Stop:
    """What work of this thread looks at."""
    stop: Stop = getattr(_threads, "stop", _NEVER)
    return stop


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Playouts and searches inside end with what they have by then; a batch raises Stopped."""
    with Stop(seconds).watched():
        yield


@contextmanager
def one_core() -> Iterator[None]:
    """What work of this thread would do side by side is done one after the other: others need the
    processor, too. The results are the same."""
    _threads.has_one_core = True
    try:
        yield
    finally:
        _threads.has_one_core = False


def has_one_core() -> bool:
    """Whether work of this thread is to take one core."""
    return getattr(_threads, "has_one_core", False)


def together(tasks: Sequence[Callable[[], Result]]) -> list[Result]:
    """The results of the tasks, which run side by side and are told to stop when it is time."""
    if len(tasks) > 1 and has_one_core():
        [results] = together([lambda: [task() for task in tasks]])
        return results
    stop = Stop()
    is_alone = len(tasks) == 1 and current_thread() is not main_thread()
    if is_alone and stop.seconds_left() is None:
        return [tasks[0]()]

    def watching(task: Callable[[], Result]) -> Result:
        with stop.watched():
            return task()

    futures = [_pool.submit(watching, task) for task in tasks]
    try:
        wait(futures, stop.seconds_left())
    except BaseException:
        stop.set()
        leave(futures)
        raise
    stop.set()
    wait(futures)
    return [future.result() for future in futures]


def interruptible(task: Callable[[], Result]) -> Result:
    """The result of the task, however long it takes; Ctrl-C can cut it short wherever it runs."""
    if current_thread() is not main_thread():
        return task()
    with _NEVER.watched():
        (result,) = together([task])
    return result


def leave(futures: Iterable[Future[Any]]) -> None:
    """Wait a moment for work that was told to stop, and no longer."""
    running = [future for future in futures if not future.done()]  # some were never begun
    _left.extend(wait(running, _GRACE).not_done)


def is_left_behind() -> bool:
    """Whether there is still work that nobody waits for, and that would hold up the end of the
    process: one decision of some programs takes seconds, and so does compiling."""
    return any(not future.done() for future in _left)
