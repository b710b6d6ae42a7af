"""What a seat may know, and the worlds dealt from it."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from math import sqrt

import pytest
from small_games import HIDDEN, engine_of, game, lying, seen, state_after

from kibitz.engine import Rng, View
from kibitz.engine.state import State

HANDS = """(do ((shuffle (game iloc STOCK))
 (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (choice ((turn pass)))"""
SIX = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F))))"
ENGINE = engine_of(game(HANDS, players=2, setup=SIX))


def test_the_own_hand_stays_and_the_other_cards_are_dealt_anew() -> None:
    state = state_after(ENGINE)
    view, rng = ENGINE.view(state, 0), Rng(2)
    worlds = [ENGINE.resample(view, rng) for _ in range(50)]
    assert {tuple(lying(ENGINE, world, "HAND", 0)) for world in worlds} == {
        tuple(lying(ENGINE, state, "HAND", 0))
    }
    assert len({tuple(lying(ENGINE, world, "HAND", 1)) for world in worlds}) > 5


@pytest.mark.slow
def test_every_deal_that_the_view_allows_is_as_likely_as_another() -> None:
    view, rng, worlds = ENGINE.view(state_after(ENGINE), 0), Rng(3), 12_000
    hands = Counter(
        tuple(lying(ENGINE, ENGINE.resample(view, rng), "HAND", 1)) for _ in range(worlds)
    )
    assert len(hands) == 4 * 3
    spread = sqrt(worlds * 1 / 12 * 11 / 12)
    assert all(abs(count - worlds / 12) < 4 * spread for count in hands.values())


def test_a_world_does_not_let_the_other_seats_know_more_than_they_see() -> None:
    world = ENGINE.resample(ENGINE.view(state_after(ENGINE), 0), Rng(1))
    assert seen(ENGINE, world, 1, "HAND", 0) == [HIDDEN, HIDDEN]
    assert HIDDEN not in seen(ENGINE, world, 1, "HAND", 1)


def test_backs_stay_where_they_are_in_every_world() -> None:
    setup = """(create deck RED (game iloc STOCK) (deck (RANK (A, B, C))))
               (create deck BLUE (game iloc STOCK) (deck (RANK (X, Y, Z))))"""
    engine = engine_of(game(HANDS, players=2, setup=setup))
    state = state_after(engine)
    backs = [[state.backs[card] for card in pile] for pile in state.cards]
    rng = Rng(4)
    for _ in range(30):
        world = engine.resample(engine.view(state, 0), rng)
        assert [[world.backs[card] for card in pile] for pile in world.cards] == backs


def test_states_that_differ_only_in_hidden_cards_look_the_same() -> None:
    state = state_after(ENGINE)
    view = ENGINE.view(state, 0)
    stock = next(number for number, pile in enumerate(view.piles) if len(pile) == 2)
    swapped = state.copy()
    pile = swapped.cards[stock]
    pile[0], pile[1] = pile[1], pile[0]
    assert ENGINE.view(swapped, 0) == view
    assert swapped != state


def test_a_view_can_be_asked_who_plays() -> None:
    assert ENGINE.view(state_after(ENGINE), 1).current == 0


def test_every_field_of_a_state_is_declared_public_hidden_or_the_seat_s_own() -> None:
    """A new field fails here until somebody decides who may know it, and the view follows."""
    public = {"kinds", "points", "seats", "teams", "position", "course"}
    public_but_for_secrets = {"ints", "strs"}
    by_sight_and_knowledge = {"cards", "backs"}
    hidden = {"place", "knowledge", "trail", "secrets"}
    assert {field.name for field in fields(State)} == (
        public | public_but_for_secrets | by_sight_and_knowledge | hidden
    )
    public |= public_but_for_secrets
    of_the_program = {"names"}
    assert {field.name for field in fields(View)} == public | of_the_program | {
        "seat",
        "players",
        "piles",
        "unknown",
        "past",
        "forgotten",
        "guesses",
    }


def test_a_number_with_an_index_is_called_by_both() -> None:
    keep = "(do ((set ((2 player) sto PIPS 3) 9) (set (game str WORD 1) A))) (choice ((turn pass)))"
    engine = engine_of(game(keep, players=2))
    view = engine.view(state_after(engine), 0)
    assert (view.number("PIPS 3", seat=1), view.number("PIPS", seat=1)) == (9, 0)
    assert view.word("WORD 1") == "A"
