"""What seats see and may do as numbers: nothing hidden, and the same as the interpreter says."""

from __future__ import annotations

import pickle
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pytest
from secret_games import ROLES

from kibitz import Batch, Game, Rng, load, names
from kibitz.engine import IllegalChoice, MatchError, MatchOver, State
from kibitz.engine.places import layout, places, seen_by
from kibitz.engine.program import StorageKind
from kibitz.games import from_texts
from kibitz.recycle import BadArgument

Secrets = Mapping[tuple[StorageKind, int], frozenset[int]]
"""By kind and slot: the seats that see it."""


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_whoever_decides_has_an_action_and_sees_no_hidden_card(name: str) -> None:
    """Cards that a seat does not see change places, and so does what others keep secret: it
    observes the same, and may do the same."""
    game, chance = load(name), np.random.default_rng(1)
    batch = game.batch(40, seed=1)
    for _ in range(25):  # a thousand positions
        mask = batch.mask()
        assert ((mask.sum(axis=1) > 0) == (batch.counts > 0)).all()
        assert (mask.sum(axis=1) <= batch.counts).all()
        _compare_worlds(game, batch, chance)
        batch.act((mask * (1 + chance.random(mask.shape))).argmax(axis=1))
        batch.restart()


def _compare_worlds(game: Game, batch: Batch, chance: np.random.Generator) -> None:
    """For whoever decides, and for somebody who does not: environments show other seats too."""
    deciding = batch.seats.copy()
    _compare_as_seen_by(deciding, game, batch, chance)
    if game.players > 1:
        others = deciding + chance.integers(1, game.players, len(deciding))
        _compare_as_seen_by(others % game.players, game, batch, chance)


def _compare_as_seen_by(
    seats: npt.NDArray[np.integer], game: Game, batch: Batch, chance: np.random.Generator
) -> None:
    worlds, live = batch.states.copy(), np.flatnonzero(batch.counts)
    packer, secrets = game.engine.code.packer, layout(game.program).secrets
    for number in live:
        state = packer.unpack(worlds[number].tobytes())
        hidden = _hidden(game, state, int(seats[number]))
        if len(hidden) > 1:
            _swap(state, *chance.choice(hidden, 2, replace=False).tolist())
        _swap_secrets(state, secrets, int(seats[number]), chance)
        if len(hidden) > 1 or secrets:
            worlds[number] = np.frombuffer(packer.pack(state), np.uint8)
    twin = _held(game, batch, worlds)
    assert (twin.observe(seats)[live] == batch.observe(seats)[live]).all()
    chosen = live[seats[live] == batch.seats[live]]
    assert (twin.mask()[chosen] == batch.mask()[chosen]).all()


def _held(game: Game, batch: Batch, worlds: npt.NDArray[np.uint8]) -> Batch:
    """The worlds; where whoever decides could do nothing, as hearts begins with the two of clubs,
    cards lie as they did."""
    twin = game.batch(len(worlds), seed=1)
    try:
        twin.states = worlds
    except MatchError:
        can = np.array([_has_options(game, world) for world in worlds])
        assert can.any()
        twin.states = np.where(can[:, None], worlds, batch.states)
    return twin


def _has_options(game: Game, world: npt.NDArray[np.uint8]) -> bool:
    try:
        game.batch(1, seed=1).states = world[None]
    except MatchError:
        return False
    return True


@pytest.mark.slow
def test_what_others_keep_secret_is_not_among_the_numbers() -> None:
    """Who the spy is, and whose accusation was right."""
    game, chance = Game.of(from_texts("roles", ROLES, None), {}), np.random.default_rng(1)
    batch = game.batch(8, seed=1)
    for _ in range(6):
        _compare_worlds(game, batch, chance)
        batch.act((batch.mask() * (1 + chance.random(batch.mask().shape))).argmax(axis=1))
        batch.restart()


def _swap_secrets(state: State, secrets: Secrets, seat: int, chance: np.random.Generator) -> None:
    """What is stored where the seat does not see it changes places."""
    for kind, values in ((StorageKind.INT, state.ints), (StorageKind.STR, state.strs)):
        unseen = [
            slot for (one, slot), seats in secrets.items() if one is kind and seat not in seats
        ]
        mixed = chance.permutation([values[slot] for slot in unseen]).tolist()
        for slot, value in zip(unseen, mixed, strict=True):
            values[slot] = value


def _hidden(game: Game, state: State, seat: int) -> list[int]:
    """The cards that lie where the seat sees nothing, and are not remembered anywhere."""
    seen, hidden = set[int](), list[int]()
    for place, pile in zip(places(game.program), state.cards, strict=True):
        (seen.update if seat in seen_by(place, game.players) else hidden.extend)(pile)
    return [card for card in hidden if card not in seen]


def _swap(state: State, one: int, other: int) -> None:
    """The two cards change places."""
    for pile in state.cards:
        pile[:] = [{one: other, other: one}.get(card, card) for card in pile]
    state.place[one], state.place[other] = state.place[other], state.place[one]


def test_an_observation_says_what_lies_on_the_table() -> None:
    game = load("golf-six", players=2)
    batch = game.batch(1, seed=7)
    told = dict(zip(game.observation.names, batch.observe()[0].tolist(), strict=True))
    match = game.match(7)
    assert told[f"DISCARD: {match.view(0).pile('DISCARD')[0]}"] == 1.0
    assert told["STOCK: cards"] == 39.0
    assert (told["seat: 0"], told["phase: 1"]) == (1.0, 1.0)
    last = game.observation.sections[-1]
    assert last.start + last.size == game.observation.size == len(told)


def test_actions_have_texts_and_the_way_back() -> None:
    actions = load("hearts").actions
    assert actions.is_fixed
    assert actions.text(actions.numbers["2/play:C=Q♠"]) == "2/play:C=Q♠"
    assert len(actions.numbers) == actions.size
    with pytest.raises(IndexError, match="the actions are 0 to"):
        actions.text(actions.size)


def test_where_sets_of_cards_are_picked_actions_go_by_order() -> None:
    actions = load("big-two").actions
    assert not actions.is_fixed
    assert actions.text(0) == "play#1"


def test_what_cannot_be_done_is_refused_and_nothing_happens() -> None:
    batch = load("hearts").batch(2, seed=1)
    before = batch.states.copy()
    with pytest.raises(IllegalChoice, match="in state 0 there is no action"):
        batch.act(np.array([-1, -1]))
    assert (batch.states == before).all()


@pytest.mark.parametrize("name", ["leduc-poker", "golf-six", "hearts"])
def test_a_state_a_batch_and_the_interpreter_play_the_same_match(name: str) -> None:
    """The first action each time: the same scores, by the numbers of actions or by options."""
    game = load(name)
    state, batch = game.state(seed=3), game.batch(1, seed=3)
    for _ in range(400):
        if state.is_over:
            break
        assert state.seat == batch.seats[0]
        assert state.legal_actions == np.flatnonzero(batch.mask()[0]).tolist()
        assert (state.observe(state.seat) == batch.observe()[0]).all()
        twin = state.clone()
        state.apply(state.legal_actions[0])
        twin.apply(twin.legal_actions[0])
        assert twin.to_bytes() == state.to_bytes()
        batch.act(np.array([batch.mask()[0].argmax()]))
    assert state.scores == batch.scores()[0].tolist()


def test_a_finished_state_says_so() -> None:
    state = load("kuhn-poker").state(seed=1)
    while not state.is_over:
        state.apply(state.legal_actions[0])
    assert state.legal_actions == []
    with pytest.raises(MatchOver):
        state.apply(0)
    with pytest.raises(IllegalChoice, match="there is no action 99 here"):
        load("kuhn-poker").state(seed=1).apply(99)


@pytest.mark.parametrize("action", [-2, -1, 2**32])
def test_a_number_that_no_action_has_is_refused_by_a_state(action: int) -> None:
    state = load("leduc-poker").state(seed=1)
    before = state.to_bytes()
    with pytest.raises(IllegalChoice, match=f"there is no action {action} here"):
        state.apply(action)
    assert (state.to_bytes(), state.history) == (before, ())


@pytest.mark.parametrize("name", ["leduc-poker", "golf-six", "hearts"])
def test_a_state_that_is_dealt_anew_is_a_new_state(name: str) -> None:
    """Also in the middle of a match, with what was recalled of it."""
    game = load(name)
    state = game.state(1, recalled=2)
    state.apply(state.legal_actions[0])
    twin = state.clone()
    state.restart(7, 3)
    fresh = game.state(7, 3, recalled=2)
    assert state.to_bytes() == fresh.to_bytes()
    assert (state.inform(0) == fresh.inform(0)).all()
    assert (state.history, state.legal_actions) == ((), fresh.legal_actions)
    assert len(twin.history) == 1
    twin.apply(twin.legal_actions[0])
    assert state.to_bytes() == fresh.to_bytes()


def test_a_mask_says_what_can_be_done() -> None:
    state = load("kuhn-poker").state(seed=1)
    while not state.is_over:
        assert np.flatnonzero(state.mask()).tolist() == state.legal_actions
        state.apply(state.legal_actions[0])
    assert not state.mask().any()


def test_a_game_is_pickled_as_its_text_and_options() -> None:
    game = load("golf", players=3, holes=1)
    again = pickle.loads(pickle.dumps(game))
    assert (again.name, again.options, again.page) == (game.name, game.options, game.page)
    assert again.program.source.text == game.program.source.text


def test_integers_of_numpy_are_integers() -> None:
    game = load("kuhn-poker")
    assert game.match(np.int64(3)).seed == 3
    assert len(game.batch(np.int32(2), seed=np.uint8(1)).counts) == 2
    assert Rng(np.int64(1), np.int8(2)).next() == Rng(1, 2).next()


@pytest.mark.parametrize("threads", [0, -1, True, 1.5])
def test_a_net_is_trained_on_a_number_of_threads(threads: int) -> None:
    with pytest.raises(BadArgument, match="the number of threads is"):
        load("kuhn-poker").train(matches=10, threads=threads)


def test_a_batch_is_pickled_as_its_states_and_goes_on_the_same_way() -> None:
    batch = load("golf-six").batch(3, seed=5)
    again = pickle.loads(pickle.dumps(batch))
    for one in (batch, again):
        for _ in range(20):
            one.act(one.mask().argmax(axis=1))
    assert (again.states == batch.states).all()
    assert repr(again) == "<Batch of 3 matches, 0 of them over>"
