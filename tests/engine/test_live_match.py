"""A live match deals, asks, takes choices and keeps its record."""

from __future__ import annotations

import pytest
from small_games import HIDDEN, engine_of, game, lying, seen

from kibitz.engine import IllegalChoice, Rng
from kibitz.engine.events import CardMoved, OptionPlayed, Reckoned, Stored
from kibitz.game import Game, load
from kibitz.match import Match

DRAW = "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))"
TWO_TURNS = f"""(do ((shuffle (game iloc STOCK))))
 (stage player once
  (choice ((turn pass) {DRAW})))"""


def small_match(seed: int = 1) -> Match:
    text = game(TWO_TURNS, players=2, score="(size ((current player) iloc HAND))")
    return Game.of_program(engine_of(text).program).match(seed)


def test_a_match_goes_from_decision_to_decision_to_its_outcome() -> None:
    match = small_match()
    assert (match.decision.seat, len(match.decision.options), match.is_over) == (0, 2, False)
    match.play(1)
    assert (match.decision.seat, match.decisions_made) == (1, 1)
    assert match.outcome.scores == (1, 0), "as it stands"
    match.play(0)
    assert match.is_over
    assert (match.outcome.scores, match.outcome.ranks) == ((1, 0), (1, 2))


def test_an_option_that_is_not_there_leaves_the_match_as_it_is() -> None:
    match = small_match()
    before = match.record()
    with pytest.raises(IllegalChoice):
        match.play(2)
    assert match.record() == before


def test_each_seat_sees_its_own_side_of_a_draw() -> None:
    match = small_match()
    match.play(1)
    faces = [
        [s.event.card for s in match.sightings(seat) if isinstance(s.event, CardMoved)]
        for seat in match.seats
    ]
    assert faces[0] != [None]
    assert faces[1] == [None]


def test_events_say_where_the_option_ends_and_the_rules_go_on() -> None:
    text = game(f"(choice ({DRAW})) (do ((set (game sto R) 1))) (choice ((turn pass)))", players=2)
    match = Game.of_program(engine_of(text).program).match(1)
    assert OptionPlayed() not in match.events, "nobody chose the deal"
    match.play(0)
    assert [type(event) for event in match.events] == [CardMoved, OptionPlayed, Reckoned, Stored]


def test_the_same_seed_and_choices_are_the_same_match() -> None:
    records = []
    for _ in range(2):
        match, choices = load("president").match(4), Rng(4, stream=1)
        while not match.is_over:
            match.play(choices.below(len(match.decision.options)))
        records.append(match.record())
    assert records[0] == records[1]


def test_a_view_is_of_the_seat_it_was_asked_for() -> None:
    match = small_match()
    match.play(1)
    engine = match.game.interpreter
    assert [match.view(seat).seat for seat in match.seats] == [0, 1]
    assert match.view(0) != match.view(1)
    state = engine.resample(match.view(1), Rng(1))
    assert seen(engine, state, 1, "HAND", 0) == [HIDDEN]
    assert len(lying(engine, state, "HAND", 0)) == 1
