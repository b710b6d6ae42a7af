"""Machine code and nets of a game: another process makes them, the one that serves finds them.

To compile rules that nobody has played by takes a second of Python, and a net some minutes: players
would wait for both. `python -m kibitz.web.preparing` is the process; it is told a game in JSON.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import asdict
from weakref import WeakSet

from kibitz.engine import RecordedGame, Rng, one_core
from kibitz.engine.native import Purpose, is_compiled, object_code
from kibitz.game import Game, load_recorded
from kibitz.games import Objective
from kibitz.learning import kept_net
from kibitz.players import ask, built_in_player, wanting
from kibitz.web.background import BackgroundProcesses
from kibitz.web.quotas import Trainings
from kibitz.web.refusal import Refused
from kibitz.web.work_queue import Asker, WorkKind, WorkQueue

Later = Callable[[Coroutine[None, None, None]], asyncio.Task[None]]
"""Begins something, and does not wait for it."""


class Preparations:
    """What this process has had made; one game is compiled at a time, and one trained for."""

    def __init__(self, background: BackgroundProcesses, trainings: Trainings, later: Later) -> None:
        self._background, self._trainings, self._later = background, trainings, later
        self._compiling, self._training = WorkQueue(1), WorkQueue(1)
        self._compiled: WeakSet[Game] = WeakSet()

    async def compiled(self, asker: Asker, game: Game) -> None:
        """Wait until bots can search without compiling anything. Raises Refused."""
        if game not in self._compiled:
            await self._compiling.done(asker, WorkKind.COMPILING, self._compile, game)
            self._compiled.add(game)

    def _compile(self, game: Game) -> None:
        purposes = [Purpose.SEARCH]
        if kept_net(game.program, by_score=game.objective is Objective.SCORE) is not None:
            purposes.append(Purpose.LEARN)
        missing = [purpose for purpose in purposes if not is_compiled(game.program, purpose)]
        if missing:
            self._run(WorkKind.COMPILING, game, missing)

    def train(self, asker: Asker, game: Game) -> None:
        """Begin to train a net for the game, if the asker may have that and nobody has had it."""
        if self._trainings.begins(game.program, asker):
            self._later(self._trained(asker, game))

    async def _trained(self, asker: Asker, game: Game) -> None:
        with suppress(Refused):
            kind = WorkKind.TRAINING
            await self._training.done(asker, kind, self._run, kind, game, ())

    def _run(self, kind: WorkKind, game: Game, purposes: Sequence[Purpose]) -> None:
        """In a thread. What could not be made, the players do without or make themselves."""
        told = {
            "game": asdict(game.recorded),
            "options": dict(game.program.options),
            "purposes": list(purposes),
        }
        arguments = ("-m", "kibitz.web.preparing")
        self._background.run(*arguments, told=json.dumps(told).encode(), seconds=kind.seconds)


def prepare(text: str) -> None:
    """Compile the game for the purposes; where there are none, train for it, on one core."""
    told = json.loads(text)
    game = load_recorded(RecordedGame(**told["game"]), told["options"])
    for purpose in told["purposes"]:
        object_code(game.program, Purpose(purpose), checked=False)
    if not told["purposes"]:
        with one_core():
            _train(game)


def _train(game: Game) -> None:
    """Whoever asks an expert has it train first."""
    expert, match = wanting("expert", game.page.play.objective), game.match(1)
    player = built_in_player(expert, game.program)
    ask(player, expert, match.view(match.decision.seat), match.decision, Rng(1))


if __name__ == "__main__":
    prepare(sys.stdin.read())
