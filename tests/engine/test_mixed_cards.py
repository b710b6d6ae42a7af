"""Cards laid away, passed and shuffled face down: where they can be then, told as short stories."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

import pytest
from small_games import engine_of, game

from kibitz.engine import Interpreter, Rng, View, limits
from kibitz.engine.events import CardMoved, LocationsSwapped, Sighting, sight
from kibitz.engine.events import seen as seen_event
from kibitz.engine.places import layout
from kibitz.engine.protocol import Step
from kibitz.engine.state import State

pytestmark = pytest.mark.slow

STOCK = "(game iloc STOCK)"
SIX = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F))))"
SHUFFLE = f"(shuffle {STOCK})"
FIRST, SECOND, THIRD = 0, 1, 2


def hand(player: int) -> str:
    return f"(({player} player) iloc HAND)"


def deal(player: int, cards: int = 1) -> str:
    return f"(repeat {cards} (move (top {STOCK}) (top {hand(player)})))"


def show(player: int) -> str:
    """A card of the stock is laid open and taken up into the hand."""
    return (
        f"(do ((move (top {STOCK}) (top (game vloc SHOWN)))"
        f" (move (top (game vloc SHOWN)) (top {hand(player)}))))"
    )


def first(*statements: str) -> str:
    return f"(do ({' '.join(statements)}))"


def lays_away(player: int, where: str = "(game hloc AWAY)") -> str:
    """The player picks a card of the hand and lays it away face down."""
    return (
        f"(do ((cycle current ({player} player))))"
        f"(choice ((any {hand(player)} 'C (move 'C (top {where})))))"
    )


def story(*nodes: str, setup: str = SIX) -> Interpreter:
    return engine_of(game(" ".join(nodes) + "(choice ((turn pass)))", players=3, setup=setup))


def played(engine: Interpreter, options: Sequence[int] = (), seed: int = 1) -> Step:
    rng = Rng(seed)
    step = engine.deal(rng)
    for option in options:
        step = engine.apply(step, option, rng)
    return step


def place_of(engine: Interpreter, name: str, owner: int | None = None) -> int:
    return next(
        number
        for number, place in enumerate(layout(engine.program).places)
        if engine.program.strings[place.name] == name and place.owner == owner
    )


def lying_cards(engine: Interpreter, state: State, name: str, owner: int) -> list[int]:
    return state.cards[place_of(engine, name, owner)]


def dealt(engine: Interpreter, view: View, worlds: int = 3000) -> list[State]:
    rng = Rng(8)
    return [engine.resample(view, rng) for _ in range(worlds)]


def places(engine: Interpreter, worlds: list[State], card: int) -> Counter[str]:
    """Where the card lies, by name of the place and owner."""
    found: Counter[str] = Counter()
    for world in worlds:
        place = layout(engine.program).places[world.place[card]]
        owner = "" if place.owner is None else f"{place.owner + 1}."
        found[f"{owner}{engine.program.strings[place.name]}"] += 1
    return found


def is_about(count: int, of: int, share: float) -> bool:
    return abs(count - of * share) < 4 * sqrt(of * share * (1 - share))


# ---------------------------------------------------------------------------- one mixing


@pytest.mark.parametrize("option", [0, 1])
def test_a_shown_card_is_in_the_hand_of_two_or_is_the_one_laid_away(option: int) -> None:
    engine = story(first(SHUFFLE, deal(2), show(2)), lays_away(2))
    step = played(engine, [option])
    (shown,) = shown_cards(engine, played(engine))
    found = places(engine, dealt(engine, engine.view(step.state, FIRST)), shown)
    assert set(found) == {"2.HAND", "AWAY"}, "it cannot be in the stock"
    assert is_about(found["AWAY"], 3000, 1 / 2)


def shown_cards(engine: Interpreter, step: Step) -> list[int]:
    """The cards that were laid open on the way to this step."""
    table = place_of(engine, "SHOWN")
    moves = [event for event in step.events if isinstance(event, CardMoved)]
    return [move.card for move in moves if move.card is not None and move.destination == table]


def test_a_card_that_came_later_cannot_have_been_laid_away_before() -> None:
    engine = story(
        first(SHUFFLE, show(2), show(2)),
        lays_away(2, "(game hloc EARLY)"),
        first(show(2)),
        lays_away(2, "(game hloc LATE)"),
    )
    step = played(engine, [0, 0])
    early = shown_cards(engine, played(engine))
    (late,) = shown_cards(engine, played(engine, [0]))
    worlds = dealt(engine, engine.view(step.state, FIRST))
    assert set(places(engine, worlds, late)) == {"2.HAND", "LATE"}
    for card in early:
        assert set(places(engine, worlds, card)) == {"2.HAND", "EARLY", "LATE"}
    together = Counter(tuple(tuple(sorted(pile)) for pile in world.cards) for world in worlds)
    assert len(together) == 4, "either of the two early ones, then the other or the late one"


def test_seeing_the_card_laid_away_tells_what_stayed() -> None:
    turn_up = "(move (top (game hloc AWAY)) (top (game vloc SHOWN)))"
    engine = story(first(SHUFFLE, show(2), show(2)), lays_away(2), first(turn_up))
    step = played(engine, [1])
    view = engine.view(step.state, FIRST)
    for player in (FIRST, THIRD):
        own = engine.view(step.state, player)
        assert [spot.card for spot in own.piles[place_of(engine, "HAND", SECOND)]] != [None]
    assert all(len(unknown.pools) == 1 for unknown in view.unknown), "nothing is mixed any more"


def test_who_passes_cards_knows_where_they_are_until_they_could_be_passed_on() -> None:
    """As in Hearts: two cards go to the neighbour, who then passes one on."""
    on = f"(any {hand(2)} 'C (move 'C (top {hand(3)})))"
    give = f"(any {hand(1)} 'C (move 'C (top {hand(2)})))"
    engine = story(
        first(SHUFFLE, deal(1, 2), deal(2)),
        f"(choice ({give}))",
        f"(choice ({give}))",
        f"(do ((cycle current (2 player)))) (choice ({on}))",
    )
    before, after = played(engine, [0, 0]), played(engine, [0, 0, 0])
    given = lying_cards(engine, before.state, "HAND", SECOND)[1:]
    view = engine.view(before.state, FIRST)
    assert [spot.card for spot in view.piles[place_of(engine, "HAND", SECOND)]][1:] == given
    worlds = dealt(engine, engine.view(after.state, FIRST))
    for card in given:
        found = places(engine, worlds, card)
        assert set(found) == {"2.HAND", "3.HAND"}
        assert is_about(found["3.HAND"], 3000, 1 / 3)


def test_a_shuffled_hand_keeps_its_cards() -> None:
    engine = story(first(SHUFFLE, show(2), show(2), deal(3), f"(shuffle {hand(2)})"))
    step = played(engine)
    worlds = dealt(engine, engine.view(step.state, FIRST))
    hands = Counter(tuple(lying_cards(engine, world, "HAND", SECOND)) for world in worlds)
    one, other = shown_cards(engine, step)
    assert set(hands) == {(one, other), (other, one)}
    assert is_about(hands[one, other], 3000, 1 / 2)


def test_a_pile_turned_over_keeps_its_order() -> None:
    away = f"(move (top {STOCK}) (top (game vloc DISCARD)))"
    back = f"(repeat all (move (top (game vloc DISCARD)) (top {STOCK})))"
    engine = story(first(SHUFFLE, *[away] * 6, back))
    state = played(engine).state
    view = engine.view(state, FIRST)
    assert [spot.card for spot in view.piles[place_of(engine, "STOCK")]] == state.cards[0]


def test_only_cards_with_the_back_that_was_seen_can_have_been_laid_away() -> None:
    setup = """(create deck RED (game iloc STOCK) (deck (RANK (A, B))))
               (create deck BLUE (game iloc STOCK) (deck (RANK (C, D))))"""
    engine = story(first(show(2), show(2), show(2)), lays_away(2), setup=setup)
    for option in range(3):
        step = played(engine, [option])
        back = engine.view(step.state, FIRST).piles[place_of(engine, "AWAY")][0].back
        for unknown in engine.view(step.state, FIRST).unknown:
            for pool in unknown.pools:
                assert all(step.state.backs[card] == back for card in pool)


def test_a_peeked_card_of_a_grid_is_followed_into_the_stock() -> None:
    """As in Golf with a hidden exchange: all see which cell was changed, if not the cards."""
    cells = "(union ((2 player) hloc LOC 1) ((2 player) hloc LOC 2))"
    peek = "(remember (top ((2 player) hloc LOC 1)) (top (game mem SEEN)))"
    lay = [f"(move (top {STOCK}) (top ((2 player) hloc LOC {n})))" for n in (1, 2)]
    engine = story(
        first(SHUFFLE, *lay, peek, "(cycle current (2 player))"),
        f"(choice ((any {cells} 'C (swap 'C (top {STOCK})))))",
    )
    (peeked,) = played(engine).state.cards[place_of(engine, "SEEN")]
    for option, place in enumerate(("STOCK", "2.LOC")):
        view = engine.view(played(engine, [option]).state, FIRST)
        assert set(places(engine, dealt(engine, view, 100), peeked)) == {place}


# ---------------------------------------------------------------------------- swapped piles


def test_a_swap_of_piles_names_the_cards_to_those_who_see_one_of_them() -> None:
    """As in Schwimmen: the hand is exchanged for the three cards in the middle."""
    middle = f"(move (top {STOCK}) (top (game vloc MIDDLE)))"
    engine = story(
        first(SHUFFLE, deal(2, 2), middle, middle, f"(swap {hand(2)} (game vloc MIDDLE))")
    )
    step = played(engine)
    (swap,) = [event for event in step.events if isinstance(event, LocationsSwapped)]
    given = tuple(step.state.cards[swap.second]), tuple(step.state.cards[swap.first])
    for seat in (FIRST, SECOND, THIRD):
        told = seen_event(swap, seat)
        assert isinstance(told, LocationsSwapped)
        assert told.cards == given, "the middle lies open: everybody saw both piles"
        assert told.seen_by == {seat}


def test_a_swap_of_hands_is_a_secret_between_their_owners() -> None:
    engine = story(first(SHUFFLE, deal(2), deal(3), f"(swap {hand(2)} {hand(3)})"))
    (swap,) = [event for event in played(engine).events if isinstance(event, LocationsSwapped)]
    told = [seen_event(swap, seat) for seat in (FIRST, SECOND, THIRD)]
    assert told == [
        LocationsSwapped(swap.first, swap.second, None, frozenset()),
        replace(swap, seen_by=frozenset({SECOND})),
        replace(swap, seen_by=frozenset({THIRD})),
    ]


# ---------------------------------------------------------------------------- all that can happen

LAID_AWAY = [
    first(SHUFFLE, deal(2), show(2)),
    lays_away(2),
    first(show(2)),
    lays_away(2, hand(3)),
    lays_away(3, "(game hloc AWAY)"),
    first("(move (top (game hloc AWAY)) (top (game vloc SHOWN)))"),
]
EXCHANGED = [
    first(SHUFFLE, show(2), show(2), deal(3)),
    f"(do ((cycle current (2 player)))) (choice ((any {hand(2)} 'C (swap 'C (top {STOCK})))))",
    lays_away(2, hand(3)),
    first(f"(shuffle {hand(3)})"),
    lays_away(3, "(game vloc SHOWN)"),
    lays_away(3, hand(1)),
]
FIVE = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E))))"
Seating = tuple[tuple[int, ...], ...]


def arrangement(state: State) -> Seating:
    """Which cards lie where, whatever their order: that of a hand is not followed."""
    return tuple(tuple(sorted(pile)) for pile in state.cards)


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [LAID_AWAY, EXCHANGED])
def test_worlds_are_those_in_which_a_seat_would_have_seen_the_same(nodes: list[str]) -> None:
    engine = story(*nodes, setup=FIVE)
    happened: dict[tuple[int, tuple[Sighting, ...]], set[Seating]] = defaultdict(set)
    views: dict[tuple[int, tuple[Sighting, ...]], View] = {}
    for seed in range(9000):
        rng = Rng(seed)
        step = engine.deal(rng)
        seen = list(step.events)
        for _ in range(" ".join(nodes).count("(choice")):
            step = engine.apply(step, rng.below(len(step.found)), rng)
            seen += step.events
        for seat in (FIRST, SECOND, THIRD):
            key = seat, sight(seen, seat)
            happened[key].add(arrangement(step.state))
            view = engine.view(step.state, seat)
            assert views.setdefault(key, view) == view
    often = [key for key in happened if len(happened[key]) > 1][:200]
    assert often
    for key in often:
        worlds = {arrangement(world) for world in dealt(engine, views[key], 400)}
        assert worlds == happened[key]


def test_seats_that_cannot_follow_any_more_look_at_the_table_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "EFFORT", 20)
    mix = f"(all (range 1..50) 'N (do ((move ((random 3) {STOCK}) (top (game vloc SHOWN)))"
    back = f"(move (top (game vloc SHOWN)) ((random 3) {STOCK})))))"
    engine = story(first(SHUFFLE, deal(1, 2), f"{mix} {back}"))
    state = played(engine).state
    view = engine.view(state, FIRST)
    hand_of_first = view.piles[place_of(engine, "HAND", FIRST)]
    assert [spot.card for spot in hand_of_first] == lying_cards(engine, state, "HAND", FIRST)
    assert [spot.card for spot in view.piles[place_of(engine, "STOCK")]] == [None] * 4
    assert engine.view(engine.resample(view, Rng(1)), FIRST) == view
