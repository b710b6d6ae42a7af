"""Whole matches between players, several at a time.

Match number k of a seed is the same match whenever it is played, on however many threads: its
deal and every player's chance are streams of the seed. (A player that thinks for seconds, not
simulations, is as steady as the machine.)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from threading import Event
from typing import TypeVar

from kibitz.engine import Decision, Interpreter, Program, Rng
from kibitz.engine.interpreter import Playout
from kibitz.players.asking import ask
from kibitz.players.names import make_player

MOST_DECISIONS = 2_000
"""A match that goes on longer is stopped and scored as it stands."""

_MINDS = 1 << 40
"""Streams from here on are the players' chance; below, match k is dealt from stream k."""

Task = TypeVar("Task")
Done = TypeVar("Done")


class Stopped(Exception):
    """Nobody waits for this match any more."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where matches of a seed are played."""

    program: Program
    seed: int
    most_decisions: int = MOST_DECISIONS

    def play(self, names: Sequence[str], deal: int, minds: int, stop: Event) -> Playout:
        """The match dealt from stream `deal`; chance number `minds` is the players'.

        Raises PlayerFault, MatchError, UnknownPlayer, and Stopped if it is no longer wanted.
        """
        engine, seats = Interpreter(self.program), range(self.program.players)
        players = {name: make_player(name, self.program) for name in names}
        chance = Rng(self.seed, deal)
        own = [Rng(self.seed, _MINDS + minds * len(seats) + seat) for seat in seats]
        step = engine.deal(chance)
        decisions: list[tuple[int, int]] = []
        while isinstance(decision := step.status, Decision):
            if stop.is_set():
                raise Stopped
            if len(decisions) == self.most_decisions:
                return Playout(engine.score(step.state), tuple(decisions), capped=True)
            seat = decision.seat
            view, player = engine.view(step.state, seat), players[names[seat]]
            choice = ask(player, names[seat], view, decision, own[seat])
            decisions.append((seat, len(decision.options)))
            step = engine.apply(step, choice.option, chance)
        return Playout(decision, tuple(decisions), capped=False)


def simulated(
    table: Table, names: Sequence[str], count: int, threads: int | None = None
) -> Iterator[Playout]:
    """Matches 0 … count - 1 between these players, in whatever order they finish."""

    def match(number: int, stop: Event) -> Playout:
        return table.play(names, number, number, stop)

    return side_by_side(range(count), match, threads)


def side_by_side(
    tasks: Iterable[Task], work: Callable[[Task, Event], Done], threads: int | None = None
) -> Iterator[Done]:
    """The results, as they come; on all cores unless told otherwise.

    Whoever stops listening stops the work.
    """
    workers = threads or os.cpu_count() or 1
    stop, waiting = Event(), iter(tasks)
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[Done]] = set()
        try:
            while True:
                wanted = 2 * workers - len(running)
                running |= {pool.submit(work, task, stop) for task in islice(waiting, wanted)}
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
