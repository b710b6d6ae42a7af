"""Dou Dizhu: what may be played, worked out once more from the ranks alone, and what it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "Blackjoker", "Redjoker"]
Combination = tuple[str, int, tuple[int, ...]]
"""The kind, the highest rank that decides, and the ranks of all cards in order."""


def rank(face: str) -> int:
    return RANKS.index(face.rstrip("♣♦♥♠"))


def rows(held: Counter[int], number: int, least: int) -> Iterator[range]:
    for first in range(12):
        for behind in range(first + least, 13):
            if all(held[n] >= number for n in range(first, behind)):
                yield range(first, behind)


def beside(
    held: Counter[int], without: tuple[int, ...], number: int, ranks: int
) -> Iterator[tuple[int, ...]]:
    left = [n for n in held if held[n] >= number and n not in without]
    for chosen in combinations(sorted(left), ranks):
        if not {13, 14} <= set(chosen):
            yield chosen * number


def combinations_of(hand: list[str]) -> set[Combination]:
    held, found = Counter(map(rank, hand)), set[Combination]()

    def add(kind: str, main: tuple[int, ...], more: tuple[int, ...] = ()) -> None:
        found.add((f"{kind} {len(main) + len(more)}", max(main), tuple(sorted(main + more))))

    for n in held:
        for number in range(1, min(3, held[n]) + 1):
            add(f"of {number}", (n,) * number)
        if held[n] >= 3:
            for kind, number in (("three and one", 1), ("three and pair", 2)):
                for more in beside(held, (n,), number, 1):
                    add(kind, (n,) * 3, more)
        if held[n] == 4:
            add("bomb", (n,) * 4)
            for kind, number in (("four and two", 1), ("four and pairs", 2)):
                for more in beside(held, (n,), number, 2):
                    add(kind, (n,) * 4, more)
    for number, least in ((1, 5), (2, 3), (3, 2)):
        for row in rows(held, number, least):
            add(f"row of {number}", tuple(row) * number)
            if number == 3:
                for kind, others in (("row and one", 1), ("row and pair", 2)):
                    for more in beside(held, tuple(row), others, len(row)):
                        add(kind, tuple(row) * 3, more)
    if held[13] and held[14]:
        add("rocket", (13, 14))
    return found


def beats(one: Combination, other: Combination) -> bool:
    if one[0].startswith("rocket"):
        return True
    if other[0].startswith("rocket"):
        return False
    if one[0].startswith("bomb") and not other[0].startswith("bomb"):
        return True
    return one[0] == other[0] and one[1] > other[1]


def played(label: str) -> tuple[int, ...]:
    if "rocket" in label:
        return (13, 14)
    words = label.removeprefix("play the bomb ").removeprefix("play ").replace(" with ", " ")
    return tuple(sorted(map(rank, words.split())))


@pytest.mark.slow
def test_exactly_the_moves_are_offered_that_are_there() -> None:
    """Whoever leads likes to lead much, so that all kinds are met."""
    chance, seen, kinds = Rng(1), 0, Counter[str]()
    for seed in range(60):
        table = sit_down("dou-dizhu", deals=1)
        table = Table(table.engine, Rng(seed), table.words)
        table.choose("bid 3")
        lying: Combination | None = None
        passes = 0
        while not table.is_over:
            labels = table.labels()
            all_of_them = combinations_of(table.pile("iloc HAND", table.seat))
            allowed = [one for one in all_of_them if lying is None or beats(one, lying)]
            offered = [label for label in labels if label != "pass"]
            assert sorted(map(played, offered)) == sorted(one[2] for one in allowed)
            assert ("pass" in labels) == (lying is not None)
            seen += 1
            choice = max(chance.below(len(labels)) for _ in range(1 + 3 * (lying is None)))
            if labels[choice] == "pass":
                passes += 1
                lying = None if passes == 2 else lying
            else:
                cards = played(labels[choice])
                (lying,) = {one for one in allowed if one[2] == cards and fits(one, labels[choice])}
                kinds[lying[0]] += 1
                passes = 0
            table.play(choice)
    assert seen > 1_500
    assert {kind.rsplit(" ", 1)[0] for kind in kinds} >= {
        "of 1", "of 2", "of 3", "three and one", "three and pair", "row of 1", "bomb"
    }  # fmt: skip


def fits(one: Combination, label: str) -> bool:
    """Four threes are a bomb, and nothing else."""
    return ("bomb" in label) == one[0].startswith("bomb")


@pytest.mark.parametrize(
    ("hand", "label"),
    [
        ("3♣ 3♦ 4♣ 4♦ 5♣ 5♦", "play 3♦ 3♣ 4♦ 4♣ 5♦ 5♣"),
        ("3♣ 3♦ 3♥ 4♣ 4♦ 4♥ 7♣ 9♦", "play 3♥ 3♦ 3♣ 4♥ 4♦ 4♣ with 7♣ 9♦"),
        ("6♣ 6♦ 6♥ 6♠ 8♣ 9♦", "play 6♠ 6♥ 6♦ 6♣ with 8♣ 9♦"),
    ],
)
def test_larger_hands_can_be_led(hand: str, label: str) -> None:
    table = sit_down("dou-dizhu", hand)
    table.choose("bid 3")
    ranks = sorted(played(label))
    assert ranks in [sorted(played(each)) for each in table.labels()]


def landlord_with(hand: str, then: str = "", **options: int | str) -> Table:
    """Player 1 is dealt these and the three cards that are left, and is the landlord for 1."""
    table = sit_down("dou-dizhu", hand, deals=1, **options)
    table.choose("bid 1")
    table.choose("pass")
    table.choose("pass")
    return table


def test_a_landlord_who_lets_nobody_in_wins_twice_as_much() -> None:
    """Sixteen cards in a row of pairs and fours, and no farmer may answer the rocket."""
    hand = "3♣ 3♦ 4♣ 4♦ 5♣ 5♦ 6♣ 6♦ 7♣ 7♦ 8♣ 8♦ 9♣ 9♦ 10♣ 10♦ J♣"
    for spring, each in (("on", 2), ("off", 1)):
        table = sit_down("dou-dizhu", hand, deals=1, spring=spring)
        table.choose("bid 1")
        table.choose("pass")
        table.choose("pass")
        while not table.is_over:
            labels = table.labels()
            longest = max(range(len(labels)), key=lambda n: len(labels[n]))
            passing = labels.index("pass") if "pass" in labels else longest
            table.play(longest if table.seat == 0 else passing)
        assert table.outcome.scores == (2 * each, -each, -each)


@pytest.mark.slow
def test_what_is_won_is_lost_and_bombs_double_it() -> None:
    chance = Rng(9)
    for seed in range(40):
        table = sit_down("dou-dizhu", deals=1)
        table = Table(table.engine, Rng(seed), table.words)
        bombs, plays, last = 0, Counter[int](), 0
        while not table.is_over:
            labels = table.labels()
            stake = table.number("STAKE") if "bid" in labels[-1] or len(labels) < 3 else None
            del stake
            choice = chance.below(len(labels))
            is_play = labels[choice].startswith("play")
            bombs += "bomb" in labels[choice] or "rocket" in labels[choice]
            plays[table.seat] += is_play
            last = table.seat
            table.play(choice)
        landlord = table.number("LANDLORD") - 1
        others = [seat for seat in range(3) if seat != landlord]
        is_won = last == landlord
        spring = not any(plays[seat] for seat in others) if is_won else plays[landlord] == 1
        bid = table.number("STAKE") // 2 ** (bombs + spring)
        assert bid in (1, 2, 3)
        assert bid * 2 ** (bombs + spring) == table.number("STAKE")
        gain = table.number("STAKE") * (1 if is_won else -1)
        expected = [2 * gain if seat == landlord else -gain for seat in range(3)]
        assert list(table.outcome.scores) == expected


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(600, "dou-dizhu")
