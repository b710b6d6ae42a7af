"""What seats saw happen as numbers: what the interpreter says that they saw, and no more."""

from __future__ import annotations

import pickle
from collections.abc import Iterable

import numpy as np
import pytest

from kibitz import Game, NativeState, Rng, load, names
from kibitz.engine import BadState, Playing, events, sight
from kibitz.recycle import BadArgument


def named(game: Game, kinds: tuple[int, ...], sightings: Iterable[events.Sighting]) -> set[str]:
    """The faces of the cards, and the names of the moves, that a seat was told of."""
    found, faces = set[str](), game.information(1).kinds
    for told in sightings:
        match told.event:
            case events.CardMoved(card=int(card)) | events.Remembered(card=card):
                found.add(faces[kinds[card]])
            case events.CardsShown(cards=tuple(cards)):
                found.update(faces[kinds[card]] for card in cards)
            case events.LocationsSwapped(cards=(first, second)):
                found.update(faces[kinds[card]] for card in (*first, *second))
            case events.Chosen(name=name):
                found.add(name.casefold())
    return found


def recalled(game: Game, state: NativeState, seat: int) -> dict[str, list[str]]:
    """Of the latest decision: who, what was said, what the seat saw."""
    row = state.inform(seat)
    latest = game.information(1).sections[-3:]
    return {
        section.name.removeprefix("1 ago, "): [
            label for n, label in enumerate(section.labels) if row[section.start + n]
        ]
        for section in latest
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_nobody_recalls_what_they_did_not_see(name: str) -> None:
    """The interpreter plays the same matches: a card or a move that a seat recalls it was told."""
    game, chance = load(name), Rng(1)
    made = 0
    for number in range(20):
        state = game.state(5, number, recalled=1)
        playing = Playing(game.interpreter, Rng(5, number), None)
        while not state.is_over and made < 40 * (number + 1):
            decides, option = state.seat, chance.below(len(playing.step.found))
            action = state._keys[option]
            if action < 0:
                break
            option = state._keys.index(action)
            playing.play(option)
            state.apply(action)
            made += 1
            kinds = tuple(playing.step.state.kinds)
            for seat in range(game.players):
                told = named(game, kinds, sight(playing.step.events, seat))
                found = recalled(game, state, seat)
                assert found["by"] == [f"+{(decides - seat) % game.players}"]
                assert set(found["seen"]) <= told
                for said in found["said"]:
                    assert any(said.split("/")[-1].split(":")[0] == move for move in told)
    assert made > 20


def test_a_player_of_hearts_recalls_what_was_played_and_not_what_was_passed() -> None:
    game = load("hearts")
    state = game.state(3, recalled=3)
    passed = game.actions.text(state.legal_actions[0])
    state.apply(state.legal_actions[0])
    assert recalled_at(game, state, 0, 1) == {passed.split("=")[1]}
    assert recalled_at(game, state, 1, 1) == set()
    while "pass" in game.actions.text(state.legal_actions[0]):
        state.apply(state.legal_actions[0])
    played = state.legal_actions[0]
    state.apply(played)
    for seat in range(4):
        assert recalled_at(game, state, seat, 1) == {game.actions.text(played).split("=")[1]}


def recalled_at(game: Game, state: NativeState, seat: int, ago: int) -> set[str]:
    row = state.inform(seat)
    (section,) = (one for one in game.information(3).sections if one.name == f"{ago} ago, seen")
    return {label for n, label in enumerate(section.labels) if row[section.start + n]}


def test_a_raise_is_said_aloud_and_a_state_and_a_batch_recall_the_same() -> None:
    game = load("leduc-poker")
    plan = game.information(4)
    assert plan.size == len(plan.names)
    batch, state = game.batch(2, seed=9, recalled=4), game.state(9, recalled=4)
    for _ in range(3):
        actions = batch.mask().argmax(axis=1)
        batch.act(actions)
        state.apply(actions[0])
        assert (batch.inform()[0] == state.inform(state.seat)).all()
    again = pickle.loads(pickle.dumps(batch))
    assert (again.inform() == batch.inform()).all()
    twin = pickle.loads(pickle.dumps(state))
    assert (twin.inform(0) == state.inform(0)).all()
    with pytest.raises(BadState, match="played by the numbers of actions"):
        batch.step(np.zeros(2, np.int64))
    with pytest.raises(BadArgument, match="at most 4096"):
        game.information(5000)


def test_finished_matches_are_dealt_anew_and_say_how_they_ended() -> None:
    batch, ended = load("kuhn-poker").batch(16, seed=2, recalled=2), 0
    for _ in range(12):
        batch.act(batch.mask().argmax(axis=1))
        over = batch.is_over
        scores = batch.scores()
        done, rewards = batch.restart()
        assert (done == over).all()
        assert not batch.is_over.any()
        assert (rewards[~done] == 0).all()
        assert np.allclose(rewards[done], scores[done] - scores[done].mean(axis=1, keepdims=True))
        memory = batch.inform()[done][:, batch.inform().shape[1] // 2 :]
        assert memory.sum() <= done.sum(), "only what was seen of the deal is recalled"
        ended += int(done.sum())
    assert ended > 16


def test_worlds_of_a_view_look_the_same_to_its_seat_and_differ_behind() -> None:
    game = load("hearts")
    state = game.state(4)
    for _ in range(20):
        state.apply(state.legal_actions[-1])
    seat = state.seat
    worlds = game.resample(state.view(seat), 50, seed=np.int64(1))
    assert (worlds.observe() == state.observe(np.int8(seat))).all()
    assert (worlds.mask().nonzero()[1].reshape(50, -1) == state.legal_actions).all()
    assert len({world.tobytes() for world in worlds.states}) > 40
    again = game.resample(state.view(seat), 50, seed=1)
    assert (again.states == worlds.states).all()
