"""Whole tiny games, gone through: what is advised is as good as anything, wherever one may be."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from test_tiny_games import lock_game

from kibitz.advisor import Aim, Question, advise, advising
from kibitz.advisor.advice import Method
from kibitz.engine import Decision, View
from kibitz.engine.protocol import Path
from kibitz.game import Game
from kibitz.solver import Aim as Wanted
from kibitz.solver.tree import SolverTree
from kibitz.solver.worlds import World, as_printed
from kibitz.solver.worth import Likely, OutcomeOdds

Group = list[tuple[World, tuple[Path, ...]]]
"""Worlds that look the same to the seat that decides, and its options."""


class Visits(SolverTree):
    """Remembers every decision with a choice, as its seat sees it, and what options are worth."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.program, Wanted.SCORE, {}, 10**7)
        self._game = game
        self.found: list[tuple[View, Decision, Sequence[Fraction]]] = []

    def _best(self, group: Group, told: int) -> Likely:
        world = group[0][0]
        seat, engine = world.seat, self._game.interpreter
        state = as_printed(world, seat, self._printed)
        decision = engine.at(state).status
        assert isinstance(decision, Decision)
        options = self._options(group, told | world.known_to(seat))
        goal = self._game.program.goal
        worths = [OutcomeOdds(each, goal).worth(seat, Wanted.SCORE) for each in options]
        total = sum(options[0].values())
        if len(worths) > 1:
            worth = [each / total for each in worths]
            self.found.append((engine.view(state, seat), decision, worth))
        return options[worths.index(max(worths))]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "par", "peek", "value"), [(1, 2, 1, "43/30"), (2, 1, 0, "39/70")]
)
def test_advice_is_right_in_every_state_of_a_tiny_lock_game(
    players: int, par: int, peek: int, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advising, "STEPS", 10**9)
    game = Game.of_program(lock_game(players, par, peek, started=False))
    visits = Visits(game)
    expected = sum(scores[0] * odds for scores, odds in visits.from_deal().items())
    assert expected == Fraction(value)
    assert len(visits.found) > 100
    for view, decision, worths in visits.found:
        advice = advise(Question.of(game, view, decision, Aim.SCORE))
        assert advice.method is Method.EXACT
        for option in advice.options:
            assert option.score == pytest.approx(-float(worths[option.index]), abs=1e-9)
        assert worths[advice.best.index] == max(worths)
