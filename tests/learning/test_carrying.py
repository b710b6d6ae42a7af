"""A net that learnt at one table plays at another table of the same game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kibitz import load
from kibitz.engine import Program
from kibitz.engine.native import feature_names, feature_plan, learner, state_layout
from kibitz.engine.player_settings import read_settings
from kibitz.games import names
from kibitz.learning import Net, TrainingPoint, carried_net, keep_net, kept_net
from kibitz.learning.carrying import carried
from kibitz.learning.table import table_of
from kibitz.players import Familiarity, Guidance, guide, learning_now
from kibitz.players.trial import FOLLOWING


def lead(program: Program, net: Net, deals: int = 20) -> float:
    """Strokes that the net needs less than players who take any option, from every seat."""
    gains = []
    for seat in range(program.players):
        line_up = [net.weights if n == seat else None for n in range(program.players)]
        scores = learner(program).contest(line_up, net.wants, 5, range(deals))[:, :-1]
        gains.append(np.delete(scores, seat, axis=1).mean() - scores[:, seat].mean())
    return float(np.mean(gains))


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_every_feature_that_is_told_has_a_name_of_its_own(game: str) -> None:
    program = load(game).program
    found = feature_names(program)
    rows = feature_plan(program, state_layout(program)).rows
    assert len(set(found.values())) == len(found)
    assert set(range(rows)) - set(found) <= {
        feature_plan(program, state_layout(program)).queued_start + program.players
    }


def test_at_its_own_table_a_net_stays_as_it_is() -> None:
    program = load("golf").program
    net = kept_net(program, by_score=False)
    assert net is not None
    named = replace(net, table=replace(table_of(program), names=net.table.names))
    known = sorted(net.table.names)
    again = carried(named, program)
    ours, theirs = (
        one.weights[-64 * feature_plan(program, state_layout(program)).rows :].reshape(-1, 64)
        for one in (net, again)
    )
    assert np.allclose(ours[known], theirs[known])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({"PLAYERS": 2, "HOLES": 1}, 20),
        ({"PLAYERS": 3, "HOLES": 3}, 50),
        ({"PLAYERS": 6, "HOLES": 1}, 15),
        ({"PLAYERS": 3, "HOLES": 1, "JOKERS": "STANDARD", "KNOCKEARLY": "ON"}, 10),
    ],
)
def test_golf_is_known_at_tables_that_nobody_trained_for(
    options: dict[str, int | str], least: float
) -> None:
    program = load("golf", **options).program
    found = guide(program, by_score=False)
    assert found.familiarity is Familiarity.GAME
    assert found.net is not None
    assert lead(program, found.net) > least


def test_rules_that_read_a_little_differently_are_the_same_game() -> None:
    """A comment, another wording of an alternative, a rule more: the net knows it still."""
    game = load("golf-six")
    text = game.program.source.text
    other = load("golf-six").program
    assert carried_net(other, by_score=False) is None, "its own net is no other table's"
    program = replace(other, source=replace(other.source, text=text + "\n;; another rule\n"))
    assert feature_names(program) == feature_names(other)
    assert guide(other, by_score=False).said == "knows this table"
    stranger = load(Path(__file__).parents[1] / "games/strangers/stacking.rcy")
    assert guide(stranger.program, by_score=False).said == "is new to this game"


def test_a_net_guides_if_it_beats_chance_whatever_searches_best_with_it() -> None:
    """Chance is beaten for certain, not for certain, and not at all."""
    plain = read_settings("flat")
    net = kept_net(load("golf-six").program, by_score=False)
    assert net is not None
    for gain, way, guides in ((3, plain, True), (1, plain, False), (1, FOLLOWING, True)):
        assert replace(net, curve=(_gained(gain),), way=way).guides == guides
        assert not replace(net, curve=(_gained(-3),), way=way).guides


def _gained(gain: float) -> TrainingPoint:
    return TrainingPoint(60, 1_000, gain, 2, gain, 2)


def test_where_learning_was_in_vain_that_is_said_and_not_begun_again() -> None:
    program = load("go-fish").program
    net = kept_net(program, by_score=False)
    assert net is not None
    keep_net(replace(net, curve=(_gained(-3),)))
    assert guide(program, by_score=False) == Guidance(None, Familiarity.POOR)
    assert not list(learning_now(program, by_score=False))
    keep_net(replace(net, curve=(_gained(3),)))
    assert guide(program, by_score=False).said == "knows this table"
