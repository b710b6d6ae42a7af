"""What seats have seen and could follow, told as short stories."""

from __future__ import annotations

from dataclasses import astuple

from small_games import HIDDEN, engine_of, game, lying, seen, state_after

from kibitz.engine import Rng
from kibitz.engine.events import CardMoved, CardsShown, sight
from kibitz.engine.events import seen as seen_event

STOCK = "(game iloc STOCK)"
ORDERED = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F))))"
FIRST, SECOND, THIRD = 0, 1, 2


def story(*statements: str, setup: str = ORDERED) -> str:
    """Three players; the statements happen one after the other, then somebody is to choose."""
    return game(f"(do ({' '.join(statements)})) (choice ((turn pass)))", players=3, setup=setup)


def hand(player: int) -> str:
    return f"(({player} player) iloc HAND)"


SHUFFLE = f"(shuffle {STOCK})"
TO_DISCARD = f"(move (top {STOCK}) (top (game vloc DISCARD)))"
DEAL_SECOND = f"(move (top {STOCK}) (top {hand(2)}))"


def test_after_a_shuffle_nobody_knows_the_stock() -> None:
    engine = engine_of(story(SHUFFLE))
    state = state_after(engine)
    for seat in (FIRST, SECOND, THIRD):
        assert seen(engine, state, seat, "STOCK") == [HIDDEN] * 6


def test_a_deck_that_nobody_shuffled_is_known_to_all() -> None:
    engine = engine_of(story("(turn pass)"))
    assert seen(engine, state_after(engine), FIRST, "STOCK") == ["A", "B", "C", "D", "E", "F"]


def test_only_its_owner_sees_a_hand() -> None:
    engine = engine_of(story(SHUFFLE, DEAL_SECOND, DEAL_SECOND))
    state = state_after(engine)
    assert HIDDEN not in seen(engine, state, SECOND, "HAND", SECOND)
    assert seen(engine, state, FIRST, "HAND", SECOND) == [HIDDEN, HIDDEN]


def test_everybody_but_its_owner_sees_a_card_on_the_forehead() -> None:
    forehead = f"(move (top {STOCK}) (top ((2 player) oloc HEAD)))"
    engine = engine_of(story(SHUFFLE, forehead))
    state = state_after(engine)
    assert seen(engine, state, SECOND, "HEAD", SECOND) == [HIDDEN]
    assert HIDDEN not in seen(engine, state, FIRST, "HEAD", SECOND)


def test_nobody_sees_a_hidden_location_and_nobody_what_lies_invisible_on_the_table() -> None:
    hide = f"(move (top {STOCK}) (top ((2 player) hloc CELL)))"
    engine = engine_of(story(SHUFFLE, hide))
    state = state_after(engine)
    for seat in (FIRST, SECOND, THIRD):
        assert seen(engine, state, seat, "CELL", SECOND) == [HIDDEN]


def test_a_public_card_taken_into_a_hand_stays_known_to_all() -> None:
    take = f"(move (top (game vloc DISCARD)) (top {hand(2)}))"
    engine = engine_of(story(SHUFFLE, DEAL_SECOND, TO_DISCARD, take))
    state = state_after(engine)
    known = seen(engine, state, FIRST, "HAND", SECOND)
    assert known[0] == HIDDEN
    assert known[1] == seen(engine, state, SECOND, "HAND", SECOND)[1]


def test_a_card_picked_face_down_breaks_the_trail() -> None:
    take = f"(move (top (game vloc DISCARD)) (top {hand(2)}))"
    hide = f"(any {hand(2)} 'C (move 'C (top (game hloc CRIB))))"
    text = game(
        f"(do ({SHUFFLE} {DEAL_SECOND} {TO_DISCARD} {take} (cycle current (2 player))))"
        f"(choice ({hide})) (choice ((turn pass)))",
        players=3,
        setup=ORDERED,
    )
    engine = engine_of(text)
    for option in (0, 1):
        state = state_after(engine, [option])
        assert seen(engine, state, FIRST, "HAND", SECOND) == [HIDDEN]
        assert seen(engine, state, FIRST, "CRIB") == [HIDDEN]
        assert HIDDEN not in seen(engine, state, SECOND, "CRIB")


def test_a_card_drawn_from_the_top_of_a_known_pile_is_followed_face_down() -> None:
    back = "(move (top (game vloc DISCARD)) (top (game iloc STOCK)))"
    engine = engine_of(story(SHUFFLE, TO_DISCARD, back, DEAL_SECOND))
    state = state_after(engine)
    assert seen(engine, state, THIRD, "HAND", SECOND) == seen(engine, state, SECOND, "HAND", SECOND)


def test_a_card_of_a_known_pile_taken_from_a_place_chance_named_is_not_followed() -> None:
    draw = f"(move ((random 5) {STOCK}) (top {hand(2)}))"
    engine = engine_of(story(draw))
    state = state_after(engine)
    assert seen(engine, state, THIRD, "HAND", SECOND) == [HIDDEN]
    assert seen(engine, state, THIRD, "STOCK") == [HIDDEN] * 5
    assert HIDDEN not in seen(engine, state, SECOND, "HAND", SECOND)


def test_where_a_card_was_slipped_into_the_stock_is_a_secret() -> None:
    slip = f"(any (range 0..5) 'N (move (top {hand(2)}) ('N {STOCK})))"
    text = game(
        f"(do ({DEAL_SECOND} (cycle current (2 player)))) (choice ({slip})) (choice ((turn pass)))",
        players=3,
        setup=ORDERED,
    )
    engine = engine_of(text)
    views = {engine.view(state_after(engine, [option]), THIRD) for option in range(6)}
    assert len(views) == 1, "the third player must not be able to tell the places apart"


def test_what_a_seat_is_told_of_a_slipped_card_does_not_name_its_place() -> None:
    slip = f"(move (top {hand(2)}) ((random 5) {STOCK}))"
    engine = engine_of(story(DEAL_SECOND, slip))
    moved = [e for e in engine.deal(Rng(1)).events if isinstance(e, CardMoved)][-1]
    told = seen_event(moved, THIRD)
    assert isinstance(told, CardMoved)
    assert told.index is None


def test_reshuffled_discards_are_known_to_be_in_the_stock() -> None:
    back = "(repeat all (move (top (game vloc DISCARD)) (top (game iloc STOCK))))"
    rest = f"(repeat 3 (move (top {STOCK}) (top {hand(3)})))"
    engine = engine_of(story(SHUFFLE, rest, TO_DISCARD, TO_DISCARD, TO_DISCARD, back, SHUFFLE))
    state = state_after(engine)
    view = engine.view(state, FIRST)
    together = [(pools, groups) for pools, groups, _ in map(astuple, view.unknown)]
    cards_of = {
        frozenset(cards)
        for (cards,), (spots,) in together
        if len({place for place, _ in spots}) == 1
    }
    true_stock = frozenset(
        card for pile in state.cards for card in pile if len(pile) == 3 and pile is state.cards[0]
    )
    assert true_stock in cards_of, "the reshuffled cards are one pool, and it lies in the stock"


def test_cards_with_different_backs_are_not_confused() -> None:
    setup = """(create deck RED (game iloc STOCK) (deck (RANK (A))))
               (create deck BLUE (game iloc STOCK) (deck (RANK (B, C))))"""
    engine = engine_of(story(SHUFFLE, setup=setup))
    for seed in range(10):
        known = seen(engine, state_after(engine, seed=seed), FIRST, "STOCK")
        assert sorted(known) == [HIDDEN, HIDDEN, "A"]


def test_a_remembered_card_is_shown_to_everybody() -> None:
    engine = engine_of(story(SHUFFLE, f"(remember (top {STOCK}) (top (game mem M)))"))
    state = state_after(engine)
    for seat in (FIRST, SECOND, THIRD):
        known = seen(engine, state, seat, "STOCK")
        assert known[:-1] == [HIDDEN] * 5
        assert known[-1] == seen(engine, state, seat, "M")[0]


def test_a_memory_does_not_follow_its_card_through_a_shuffle() -> None:
    engine = engine_of(story(SHUFFLE, f"(remember (top {STOCK}) (top (game mem M)))", SHUFFLE))
    state = state_after(engine)
    assert seen(engine, state, FIRST, "STOCK") == [HIDDEN] * 6
    assert HIDDEN not in seen(engine, state, FIRST, "M")


def test_swapped_hands_are_known_to_both_owners() -> None:
    engine = engine_of(
        story(
            SHUFFLE,
            DEAL_SECOND,
            f"(move (top {STOCK}) (top {hand(3)}))",
            f"(swap {hand(2)} {hand(3)})",
        )
    )
    state = state_after(engine)
    for seat in (SECOND, THIRD):
        assert HIDDEN not in seen(engine, state, seat, "HAND", SECOND)
        assert HIDDEN not in seen(engine, state, seat, "HAND", THIRD)
    assert seen(engine, state, FIRST, "HAND", SECOND) == [HIDDEN]


def test_a_card_swapped_out_of_a_hand_face_down_could_have_been_any_of_them() -> None:
    take = f"(move (top (game vloc DISCARD)) (top {hand(2)}))"
    text = game(
        f"(do ({SHUFFLE} {DEAL_SECOND} {TO_DISCARD} {take} (cycle current (2 player))))"
        f"(choice ((any {hand(2)} 'C (swap 'C (top {STOCK}))))) (choice ((turn pass)))",
        players=3,
        setup=ORDERED,
    )
    engine = engine_of(text)
    views = [engine.view(state_after(engine, [option]), FIRST) for option in (0, 1)]
    assert views[0] == views[1]


def test_the_last_card_of_a_pool_is_known_by_elimination() -> None:
    engine = engine_of(story(SHUFFLE, DEAL_SECOND, *[TO_DISCARD] * 5))
    state = state_after(engine)
    assert seen(engine, state, FIRST, "HAND", SECOND) == seen(engine, state, SECOND, "HAND", SECOND)


def test_a_sighting_names_a_card_only_to_those_who_could_tell_it() -> None:
    engine = engine_of(story(SHUFFLE, DEAL_SECOND))
    dealt = [e for e in engine.deal(Rng(1)).events if isinstance(e, CardMoved)][-1]
    for seat in (FIRST, SECOND, THIRD):
        told = seen_event(dealt, seat)
        assert isinstance(told, CardMoved)
        assert (told.card is not None) == (seat == SECOND)
        assert told.seen_by <= {seat}, "who else could tell is not this seat's to know"


def test_gathered_cards_lie_as_they_were_made_and_nobody_knows_it() -> None:
    deal = (SHUFFLE, TO_DISCARD, DEAL_SECOND, DEAL_SECOND)
    engine = engine_of(story(*deal, f"(gather {STOCK})"))
    state = state_after(engine)
    assert lying(engine, state, "STOCK") == list("ABCDEF")
    for seat in (FIRST, SECOND, THIRD):
        assert seen(engine, state, seat, "STOCK") == [HIDDEN] * 6
    assert engine_sees(story(*deal, "(gather (game vloc DISCARD))"), "DISCARD") == list("ABCDEF")


def test_a_seat_hears_of_a_gathering_in_an_order_that_tells_nothing() -> None:
    """Whatever the others hold, it hears the same as long as it has seen the same."""
    engine = engine_of(story(SHUFFLE, DEAL_SECOND, DEAL_SECOND, TO_DISCARD, f"(gather {STOCK})"))
    heard: dict[object, set[object]] = {}
    for seed in range(60):
        events = engine.deal(Rng(seed)).events
        sightings = tuple(told.event for told in sight(events, FIRST))
        discarded = [e.card for e in sightings if isinstance(e, CardMoved) and e.card is not None]
        heard.setdefault(discarded[0], set()).add(sightings)
    assert {len(sightings) for sightings in heard.values()} == {1}


def engine_sees(text: str, name: str) -> list[str]:
    engine = engine_of(text)
    return seen(engine, state_after(engine), FIRST, name)


SHOW = f"(show (top {hand(2)}) (3 player))"


def test_a_card_that_is_shown_is_known_to_whom_it_was_shown() -> None:
    engine = engine_of(story(SHUFFLE, DEAL_SECOND, DEAL_SECOND, SHOW))
    state = state_after(engine)
    top = lying(engine, state, "HAND", SECOND)[-1]
    assert seen(engine, state, THIRD, "HAND", SECOND) == [HIDDEN, top]
    assert seen(engine, state, FIRST, "HAND", SECOND) == [HIDDEN, HIDDEN]
    for seat, known in ((FIRST, 0), (THIRD, 1)):
        view, rng = engine.view(state, seat), Rng(5)
        worlds = [lying(engine, engine.resample(view, rng), "HAND", SECOND) for _ in range(40)]
        assert (len({world[1] for world in worlds}) == 1) == bool(known)


def test_the_others_hear_that_something_was_shown_and_to_whom() -> None:
    engine = engine_of(story(SHUFFLE, DEAL_SECOND, DEAL_SECOND, SHOW))
    heard: dict[int, set[CardsShown]] = {FIRST: set(), SECOND: set(), THIRD: set()}
    for seed in range(30):
        (shown,) = [e for e in engine.deal(Rng(seed)).events if isinstance(e, CardsShown)]
        for seat, told in heard.items():
            event = seen_event(shown, seat)
            assert isinstance(event, CardsShown)
            told.add(event)
    ((silent,), owner, audience) = heard.values()
    assert (silent.cards, len(silent.places), silent.seats) == (None, 1, (THIRD,))
    assert len(owner) == len(audience) == 6
