"""Independent pieces of work: on the cores here, or wherever somebody said.

A piece is a task and the work to be done with it. What comes of it depends on nothing else, so it
does not matter who does it, in which order, or how often. Tournaments, ladders, simulations and
analyses are made of pieces.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from threading import current_thread
from typing import Protocol, TypeVar

from kibitz.engine import cancellation

Task = TypeVar("Task")
Done = TypeVar("Done")


class Workplace(Protocol):
    """Somewhere else where pieces are done."""

    def results(self, tasks: Iterable[Task], work: Callable[[Task], Done]) -> Iterator[Done]:
        """As they come."""
        ...


_elsewhere: list[Workplace] = []


@contextmanager
def done_at(place: Workplace) -> Iterator[None]:
    """All pieces that this process has done meanwhile are done there."""
    _elsewhere.append(place)
    try:
        yield
    finally:
        _elsewhere.remove(place)


def is_elsewhere() -> bool:
    """Whether pieces are done somewhere else."""
    return bool(_elsewhere)


def side_by_side(
    tasks: Iterable[Task], work: Callable[[Task], Done], threads: int | None = None
) -> Iterator[Done]:
    """The results, as they come; on all cores unless told otherwise, or where `done_at` says.

    Whoever stops listening stops the work. A thread that nobody waits for, and that may use one
    core, does it all by itself: there is nothing left to be ended when the program ends.
    """
    if _elsewhere:
        yield from _elsewhere[-1].results(tasks, work)
        return
    workers = threads or os.cpu_count() or 1
    if workers == 1 and current_thread().daemon:
        yield from map(work, tasks)
        return
    stop, waiting = cancellation.Stop(), iter(tasks)

    def watching(task: Task) -> Done:
        with stop.watched():
            return work(task)

    pool, running = ThreadPoolExecutor(workers), set[Future[Done]]()
    try:
        while True:
            wanted = 2 * workers - len(running)
            running |= {pool.submit(watching, task) for task in islice(waiting, wanted)}
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    except Exception:
        stop.set()
        pool.shutdown(cancel_futures=True)
        raise
    finally:  # nobody listens any more, perhaps because of Ctrl-C
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
        cancellation.leave(running)
