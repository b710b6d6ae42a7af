"""What the engine promises about every game.

Matches are seeded and short lists of them are enough: each promise is asked at many decisions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from gathered_games import game_names, interpreter_of

from kibitz.engine import Decision, Interpreter, MatchError, Outcome, Rng
from kibitz.engine.events import CardMoved, seen, sight
from kibitz.engine.places import LocationTable, layout
from kibitz.engine.protocol import Step
from kibitz.engine.records import replay
from kibitz.engine.state import State
from kibitz.game import Game
from kibitz.words import Vocabulary, option_labels
from kibitz.words.labels import foreseen_labels, rehearsals

pytestmark = pytest.mark.slow


MATCHES = 2
DECISIONS = 60
"""Of each match; long games are not played to their end here."""
WORLDS = 20
"""Dealt from a view at each decision looked at."""
LOOKED_AT = 7
"""One decision in so many is looked at closely."""

every_game = pytest.mark.parametrize("name", game_names())


@dataclass(frozen=True)
class Moment:
    """A step of a match, and the decision that follows it."""

    number: int
    step: Step
    decision: Decision
    rng: Rng

    @property
    def state(self) -> State:
        return self.step.state


def moments(engine: Interpreter, seed: int) -> Iterator[Moment]:
    """A match between players who choose at random."""
    rng, choices = Rng(seed), Rng(seed, stream=1)
    step = engine.deal(rng)
    for number in range(DECISIONS):
        decision = step.status
        if isinstance(decision, Outcome):
            return
        yield Moment(number, step, decision, rng)
        step = engine.apply(step, choices.below(len(decision.options)), rng)


def looked_at(engine: Interpreter) -> Iterator[Moment]:
    for seed in range(MATCHES):
        for moment in moments(engine, seed):
            if moment.number % LOOKED_AT == seed:
                yield moment


def cards_in_places(table: LocationTable, state: State) -> list[tuple[int, int]]:
    """(card, location) of every card that lies somewhere."""
    return sorted(
        (card, number)
        for number, pile in enumerate(state.cards)
        if number not in table.memory
        for card in pile
    )


@every_game
def test_every_card_is_always_in_exactly_one_place(name: str) -> None:
    engine = interpreter_of(name)
    table = layout(engine.program)
    for seed in range(MATCHES):
        for moment in moments(engine, seed):
            assert cards_in_places(table, moment.state) == list(enumerate(moment.state.place))


@every_game
def test_looking_at_the_options_changes_nothing_and_finds_the_same_again(name: str) -> None:
    engine = interpreter_of(name)
    for seed in range(MATCHES):
        for moment in moments(engine, seed):
            before = moment.state.fingerprint()
            assert engine.at(moment.state.copy()).status == moment.decision
            assert moment.state.fingerprint() == before
            assert moment.decision.options, "a decision has options"
            keys = [option.key for option in moment.decision.options]
            assert len(set(keys)) == len(keys)


@every_game
def test_options_played_from_one_state_do_not_meet(name: str) -> None:
    engine = interpreter_of(name)
    for moment in looked_at(engine):
        state, twin = moment.state, moment.state.copy()
        last = len(moment.decision.options) - 1
        first = engine.apply(moment.step, 0, moment.rng.copy())
        mark = first.state.fingerprint()
        engine.apply(moment.step, last, moment.rng.copy())
        again = engine.apply(engine.at(twin), 0, moment.rng.copy())
        assert state == twin
        assert state.knowledge.doubts == twin.knowledge.doubts
        assert first.state.fingerprint() == mark == again.state.fingerprint()
        assert first.events == again.events


@every_game
def test_a_replay_is_the_match(name: str) -> None:
    engine = interpreter_of(name)
    match, choices = Game.of_program(engine.program).match(3), Rng(3, stream=1)
    prints = [match.fingerprint]
    while not match.is_over and match.decisions_made < DECISIONS:
        match.play(choices.below(len(match.decision.options)))
        prints.append(match.fingerprint)
    steps = list(replay(engine, match.record()))
    assert [step.state.fingerprint() for step in steps] == prints


@every_game
def test_a_seat_cannot_tell_a_world_dealt_from_its_view(name: str) -> None:
    engine = interpreter_of(name)
    table, rng = layout(engine.program), Rng(9)
    for moment in looked_at(engine):
        for seat in range(engine.program.players):
            view = engine.view(moment.state, seat)
            world = engine.resample(view, rng)
            assert engine.view(world, seat) == view
            assert cards_in_places(table, world) == list(enumerate(world.place))
            assert world.backs == moment.state.backs
            assert world.kinds == moment.state.kinds


@every_game
def test_what_the_chooser_can_do_is_the_same_in_every_world(name: str) -> None:
    engine = interpreter_of(name)
    rng = Rng(10)
    for moment in looked_at(engine):
        view = engine.view(moment.state, moment.decision.seat)
        keys = [option.key for option in moment.decision.options]
        for _ in range(WORLDS):
            decision = engine.at(engine.resample(view, rng)).status
            assert isinstance(decision, Decision)
            assert decision.seat == moment.decision.seat
            assert [option.key for option in decision.options] == keys


@every_game
def test_what_the_options_are_called_is_the_same_in_every_world(name: str) -> None:
    engine = interpreter_of(name)
    words, rng = Vocabulary(engine.program), Rng(11)
    for moment in looked_at(engine):
        seat = moment.decision.seat
        labels = option_labels(engine, engine.view(moment.state, seat), moment.decision, words)
        assert len(set(labels)) == len(labels) == len(moment.decision.options)
        for _ in range(3):
            world = engine.resample(engine.view(moment.state, seat), rng)
            decision = engine.at(world).status
            assert isinstance(decision, Decision)
            view = engine.view(world, seat)
            assert option_labels(engine, view, decision, words) == labels
            tried_out = rehearsals(engine, view, decision)
            assert foreseen_labels(words, view, decision, tried_out) == labels


@every_game
def test_no_seat_is_shown_a_card_it_cannot_tell(name: str) -> None:
    engine = interpreter_of(name)
    table = layout(engine.program)
    for moment in moments(engine, 0):
        for seat in range(engine.program.players):
            for event in moment.step.events:
                shown = seen(event, seat)
                if not isinstance(event, CardMoved):
                    continue
                assert isinstance(shown, CardMoved)
                watches = seat in table.sight[event.source] | table.sight[event.destination]
                assert (shown.card is None) == (seat not in event.seen_by)
                assert shown.card is not None or not watches
                assert shown.seen_by <= {seat}


@every_game
def test_what_a_seat_knows_follows_from_what_it_knew_and_saw(name: str) -> None:
    """The same thing done in two worlds a seat cannot tell apart: if it looks the same to the
    seat, the seat still cannot tell them apart."""
    engine = interpreter_of(name)
    rng = Rng(12)
    compared = 0
    for moment in looked_at(engine):
        for seat in range(engine.program.players):
            world = engine.resample(engine.view(moment.state, seat), rng)
            compared += sum(
                looks_alike(engine, seat, (moment.state, world), options, moment.rng)
                for options in common_options(engine, moment, world)
            )
    assert compared > 0


def common_options(engine: Interpreter, moment: Moment, world: State) -> list[tuple[int, int]]:
    """A few options that exist in both worlds, by their indices here and there; none in a world
    that what happened before rules out, as when a hand leads without the lowest card."""
    try:
        decision = engine.at(world).status
    except MatchError:
        return []
    assert isinstance(decision, Decision)
    there = {option.key: number for number, option in enumerate(decision.options)}
    return [
        (number, there[option.key])
        for number, option in enumerate(moment.decision.options)
        if option.key in there
    ][:6]


def looks_alike(
    engine: Interpreter, seat: int, worlds: tuple[State, State], options: tuple[int, int], rng: Rng
) -> bool:
    """Whether the seat saw the same in both worlds, also what is decided next; then it must know
    the same."""
    truth = engine.apply(engine.at(worlds[0]), options[0], rng.copy())
    dream = engine.apply(engine.at(worlds[1]), options[1], rng.copy())
    saw = [(step.state.position, sight(step.events, seat)) for step in (truth, dream)]
    if saw[0] != saw[1]:
        return False
    assert engine.view(truth.state, seat) == engine.view(dream.state, seat)
    return True


@every_game
def test_a_view_shows_what_lies_open_and_tells_apart_only_what_was_followed(name: str) -> None:
    engine = interpreter_of(name)
    table = layout(engine.program)
    for moment in looked_at(engine):
        for seat in range(engine.program.players):
            view = engine.view(moment.state, seat)
            for number, pile in enumerate(view.piles):
                true_pile = moment.state.cards[number]
                assert [spot.back for spot in pile] == [moment.state.backs[c] for c in true_pile]
                if seat in table.sight[number]:
                    assert [spot.card for spot in pile] == true_pile
            pools = [pool for unknown in view.unknown for pool in unknown.pools]
            pooled = [card for pool in pools for card in pool]
            shown = [
                spot.card
                for number, pile in enumerate(view.piles)
                if number not in table.memory
                for spot in pile
                if spot.card is not None
            ]
            assert sorted(pooled + shown) == list(range(len(view.kinds)))
            assert all(pool == tuple(sorted(pool)) for pool in pools)
