"""What blackjack costs whoever plays it well, counted exactly and played.

The strategy is the best for packs without end, found as Baldwin, Cantey, Maisel and McDermott did
it (The Optimum Strategy in Blackjack, 1956), for the rules that are coded: nothing is split, and a
dealer's natural takes a doubled bet, too. What it is worth with four packs is counted card by card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import perm, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from small_games import program_of

from kibitz.engine.native import NativeEngine
from kibitz.games import find

pytestmark = pytest.mark.slow

VALUES = range(1, 11)
WEIGHTS = {value: 4 if value == 10 else 1 for value in VALUES}
"""Of thirteen ranks: an ace is 1 here, and tens, jacks, queens and kings are 10."""
PACKS = 4
NATURAL, TOO_MUCH = 22, 0
HANDS = 20
MATCHES = 60_000


@dataclass(frozen=True, slots=True)
class Held:
    """A hand: aces counted 1, whether there is one, how many cards."""

    count: int = 0
    has_ace: bool = False
    cards: int = 0

    def and_(self, value: int) -> Held:
        return Held(self.count + value, self.has_ace or value == 1, self.cards + 1)

    @property
    def is_soft(self) -> bool:
        return self.has_ace and self.count <= 11

    @property
    def total(self) -> int:
        return self.count + 10 if self.is_soft else self.count

    @property
    def end(self) -> int:
        """What it counts when nothing more is drawn."""
        if self.total == 21 and self.cards == 2:
            return NATURAL
        return TOO_MUCH if self.total > 21 else self.total


def settled(mine: int, dealers: int, bet: int) -> int:
    if mine == TOO_MUCH or mine < dealers:
        return -bet
    if mine == dealers:
        return 0
    return 15 if mine == NATURAL else bet


# ---------------------------------------------------------------------------- the best strategy


@cache
def dealers_ends(held: Held) -> dict[int, float]:
    """What the dealer ends with, and how likely, with packs without end."""
    if held.total >= 17:
        return {held.end: 1.0}
    ends: dict[int, float] = {}
    for value, weight in WEIGHTS.items():
        for end, chance in dealers_ends(held.and_(value)).items():
            ends[end] = ends.get(end, 0.0) + chance * weight / 13
    return ends


@cache
def standing(held: Held, up: int, bet: int = 10) -> float:
    ends = dealers_ends(Held().and_(up))
    return sum(chance * settled(held.end, end, bet) for end, chance in ends.items())


@cache
def hitting(held: Held, up: int) -> float:
    return sum(weight * going_on(held.and_(value), up) for value, weight in WEIGHTS.items()) / 13


@cache
def going_on(held: Held, up: int) -> float:
    return standing(held, up) if held.total >= 21 else max(standing(held, up), hitting(held, up))


def doubling(held: Held, up: int) -> float:
    drawn = (weight * standing(held.and_(value), up, 20) for value, weight in WEIGHTS.items())
    return sum(drawn) / 13


@cache
def best(count: int, has_ace: bool, may_double: bool, up: int) -> str:
    """By total, whether it is soft, and whether there are two cards: as people learn it."""
    held = Held(count, has_ace, 2 if may_double else 3)
    worth = {"STAND": standing(held, up), "HIT": hitting(held, up)}
    if may_double:
        worth["DOUBLE"] = doubling(held, up)
    return max(worth, key=lambda choice: worth[choice])


def choice(held: Held, up: int) -> str:
    return best(held.count, held.is_soft, held.cards == 2, up)


def test_the_strategy_is_the_one_that_people_learn() -> None:
    """Where the hole card is not dealt, nobody doubles on 11 against a ten or an ace."""
    hard = {total: [best(total, False, False, up) for up in VALUES] for total in range(12, 18)}
    assert hard[17] == ["STAND"] * 10
    assert hard[16] == ["HIT"] + ["STAND"] * 5 + ["HIT"] * 4
    assert hard[12] == ["HIT"] * 3 + ["STAND"] * 3 + ["HIT"] * 4
    doubled = [
        [up for up in VALUES if best(total, False, True, up) == "DOUBLE"] for total in (9, 10, 11)
    ]
    assert doubled == [[3, 4, 5, 6], [*range(2, 10)], [*range(2, 10)]]
    assert [best(8, True, False, up) for up in (2, 7, 8, 9, 10)] == ["STAND"] * 3 + ["HIT"] * 2


# ---------------------------------------------------------------------------- four packs, exactly


Column = npt.NDArray[np.float64]


class Draws(NamedTuple):
    """How the dealer may end: cards drawn by value, in how many orders, and to what end."""

    drawn: npt.NDArray[np.int64]
    """By value, then by way."""
    orders: Column
    ends: Column


@cache
def draws(up: int) -> Draws:
    waiting: dict[tuple[int, ...], tuple[Held, int]] = {(): (Held().and_(up), 1)}
    done: dict[tuple[int, ...], tuple[int, int]] = {}
    while waiting:
        longer: dict[tuple[int, ...], tuple[Held, int]] = {}
        for drawn, (held, orders) in waiting.items():
            if held.total >= 17:
                done[drawn] = held.end, orders
                continue
            for value in VALUES:
                more = tuple(sorted((*drawn, value)))
                longer[more] = held.and_(value), longer.get(more, (held, 0))[1] + orders
        waiting = longer
    counts = np.array([[drawn.count(value) for drawn in done] for value in VALUES])
    reached = np.array(list(done.values()), float)
    return Draws(counts, reached[:, 1], reached[:, 0])


FALLING = np.array([[perm(n, k) for k in range(18)] for n in range(52 * PACKS)], float)
"""In how many orders k cards can be drawn from n."""


def chances(up: int, left: list[int]) -> Column:
    """Of every way in which the dealer may end, with these cards left."""
    ways = draws(up)
    each: Column = FALLING[np.array(left)[:, None], ways.drawn].prod(axis=0)
    all_orders: Column = FALLING[sum(left), ways.drawn.sum(axis=0)]
    return ways.orders * each / all_orders


@cache
def paid(end: int, up: int, bet: int) -> Column:
    """For every way in which the dealer may end."""
    return np.array([settled(end, int(dealers), bet) for dealers in draws(up).ends], float)


def worth(mine: Held, up: int, left: list[int], bet: int) -> float:
    if mine.end == TOO_MUCH:
        return -bet
    return float(chances(up, left) @ paid(mine.end, up, bet))


def ends_of_play(up: int) -> Iterator[tuple[float, Held, list[int], int]]:
    """How likely the player ends with which hand, which cards are left then, and the bet."""
    pack = [4 * PACKS * WEIGHTS[value] for value in VALUES]
    pack[up - 1] -= 1
    hands: dict[tuple[int, ...], float] = {(): 1.0}
    while hands:
        longer: dict[tuple[int, ...], float] = {}
        for cards, chance in hands.items():
            held = Held(sum(cards), 1 in cards, len(cards))
            left = [count - cards.count(value) for value, count in zip(VALUES, pack, strict=True)]
            said = "HIT" if len(cards) < 2 else "STAND" if held.total >= 21 else choice(held, up)
            if said == "STAND":
                yield chance, held, left, 10
                continue
            for value in VALUES:
                more = chance * left[value - 1] / sum(left)
                if said == "HIT":
                    longer_hand = tuple(sorted((*cards, value)))
                    longer[longer_hand] = longer.get(longer_hand, 0.0) + more
                else:
                    left_then = [n - (value == v) for v, n in zip(VALUES, left, strict=True)]
                    yield more, held.and_(value), left_then, 20
        hands = longer


def exact_worth() -> float:
    """Of a hand of ten chips, played by the strategy."""
    return sum(
        WEIGHTS[up] / 13 * chance * worth(held, up, left, bet)
        for up in VALUES
        for chance, held, left, bet in ends_of_play(up)
    )


# ---------------------------------------------------------------------------- played


CHOOSING = "((< (TOTAL (HAND)) 21)"
LOOK = """(do (
  (set (game sto UP) (COUNT (game vloc DEALER)))
  (set (game sto MINE) (COUNT (HAND)))
  (set (game sto SOFT) (count (and (ACE (HAND)) (<= (COUNT (HAND)) 11))))
  (set (game sto TWO) (count (== (size (HAND)) 2)))))
"""
"""What the strategy looks at, before every choice."""


def condition(said: str) -> str:
    """When the strategy says so, in the words of the program."""
    parts = [
        f"(and (== (game sto SOFT) {is_soft:d}) (== (game sto TWO) {two:d}) "
        f"(or {' '.join(_spans(said, is_soft, two))}))"
        for is_soft in (True, False)
        for two in (True, False)
    ]
    return f"(or {' '.join(parts)})"


def _spans(said: str, is_soft: bool, two: bool) -> Iterator[str]:
    """The totals for which it says so, by the dealer's card; never, if there are none."""
    yield from ("(> 0 1)", "(> 0 1)")
    for up in VALUES:
        counts = range(2, 11 if is_soft else 21)
        saying = [count for count in counts if best(count, is_soft, two, up) == said]
        for low in (count for count in saying if count - 1 not in saying):
            high = next(count for count in range(low, 22) if count + 1 not in saying)
            yield (
                f"(and (== (game sto UP) {up}) "
                f"(>= (game sto MINE) {low}) (<= (game sto MINE) {high}))"
            )


def test_whoever_plays_well_loses_what_the_count_says() -> None:
    """About one chip in a hundred: what cannot be split costs some of it."""
    expected = exact_worth()
    assert expected == pytest.approx(-0.09996, abs=1e-5)
    text = find("blackjack").source.text
    for move in ("STAND", "HIT", "DOUBLE"):
        start = text.index(f"(as {move}")
        end = _closing(text, start)
        text = f"{text[:start]}({condition(move)} {text[start:end]}){text[end:]}"
    text = text.replace(CHOOSING, LOOK + CHOOSING, 1)
    rules: dict[str, int | str] = {"PLAYERS": 1, "HANDS": HANDS, "DECKS": PACKS}
    program = program_of(text, {**rules, "SPLITTING": "OFF"})
    played = NativeEngine(program).playouts(1, MATCHES)
    chips = played.scores[:, 0] / HANDS
    error = float(chips.std()) / sqrt(MATCHES)
    assert error < 0.015
    assert float(chips.mean()) == pytest.approx(expected, abs=4 * error)


def _closing(text: str, start: int) -> int:
    """Where the list that begins there ends."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place + 1
    raise AssertionError("a list has an end")
