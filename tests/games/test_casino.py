"""Casino: what a card takes, what may be built, and what a deal scores."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

CARD = re.compile(r"(?:10|[2-9AJQK])[♥♦♣♠]")
VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}


def value(card: str) -> int:
    return VALUES.get(card[:-1]) or int(card[:-1])


def laid(table: str, first: str, second: str = "K♣ K♦ K♥ K♠", **options: int | str) -> Table:
    return sit_down("casino", table, first, second, **options)


def sets(table: Table) -> set[frozenset[str]]:
    labels = [label for label in table.labels() if label.startswith("gather")]
    return {frozenset(CARD.findall(label)) for label in labels}


def test_a_card_takes_its_rank_and_whatever_adds_up_to_it() -> None:
    table = laid("9♦ 6♣ 3♦ A♣", "9♠ Q♣ 5♥ 7♥")
    table.choose("take with 9♠")
    assert sets(table) == {frozenset({"9♦"}), frozenset({"6♣", "3♦"})}
    assert "take no more" not in table.labels()
    table.choose("gather 9♦")
    assert "take no more" in table.labels()
    table.play(0)
    assert sorted(table.pile("hloc TAKEN", 0)) == sorted(["9♠", "9♦", "6♣", "3♦"])
    assert (table.seat, table.pile("vloc TABLE")) == (1, ["A♣"])


@pytest.mark.parametrize("royal", ["off", "on"])
def test_court_cards_match_only_each_other_unless_the_game_is_royal(royal: str) -> None:
    table = laid("Q♦ 7♣ 5♦ A♣", "Q♠ 3♣ J♥ 2♥", royal=royal)
    table.choose("take with Q♠")
    sums = {frozenset({"7♣", "5♦"})} if royal == "on" else set()
    assert sets(table) == {frozenset({"Q♦"}), *sums}


def test_a_build_needs_the_card_that_takes_it_and_is_taken_as_a_whole() -> None:
    table = laid("4♦ 2♣ K♦ Q♣", "5♣ 9♥ 3♥ J♣", "9♣ 8♣ J♦ J♥")
    assert "build with 5♣ and 4♦" in table.labels()
    assert not any("build with 5♣ and 2♣" in label for label in table.labels())
    table.choose("build with 5♣ and 4♦")
    assert sorted(table.pile("vloc BUILD", 0, 1)) == ["4♦", "5♣"]
    table.choose("take with 9♣")
    assert sorted(table.pile("hloc TAKEN", 1)) == ["4♦", "5♣", "9♣"]


def test_who_can_take_a_build_of_their_own_leaves_no_card() -> None:
    table = laid("4♦ 2♣ K♦ Q♣", "5♣ 9♥ 3♥ J♣", "10♣ 8♣ J♦ J♥")
    table.choose("build with 5♣ and 4♦")
    assert any(label.startswith("leave") for label in table.labels())
    table.choose("leave 8♣")
    assert not any(label.startswith("leave") for label in table.labels())
    assert "take with 9♥" in table.labels()


def test_a_build_is_raised_by_who_has_the_card_for_it() -> None:
    table = laid("4♦ 2♣ K♦ Q♣", "3♣ 7♥ 5♥ J♣", "A♣ 8♣ J♦ J♥")
    table.choose("build with 3♣ and 4♦")
    table.choose("raise player 1's build 3♣ 4♦ with A♣")
    assert sorted(table.pile("vloc BUILD", 1, 1)) == ["3♣", "4♦", "A♣"]
    assert not any("take with 7♥" in label for label in table.labels())


def test_who_takes_everything_sweeps() -> None:
    table = laid("4♦ 2♣ 3♦ 9♦", "9♣ 7♥ 5♥ J♣")
    table.choose("take with 9♣")
    while table.seat == 0:
        table.play(0)
    assert (table.numbers("SWEPT"), table.pile("vloc TABLE")) == ([1, 0], [])


def counted(piles: list[list[str]], sweeps: list[int]) -> list[int]:
    spades = [sum(card[-1] == "♠" for card in pile) for pile in piles]
    cards = [len(pile) for pile in piles]
    points = []
    for seat, pile in enumerate(piles):
        total = sweeps[seat] + 2 * ("10♦" in pile) + ("2♠" in pile)
        total += sum(card[:-1] == "A" for card in pile)
        total += 3 * (cards.count(max(cards)) == 1 and cards[seat] == max(cards))
        total += spades.count(max(spades)) == 1 and spades[seat] == max(spades)
        points.append(total)
    return points


@pytest.mark.slow
@pytest.mark.parametrize(("players", "royal"), [(2, "off"), (4, "on")])
def test_every_move_and_every_deal_is_as_counted_by_hand(players: int, royal: str) -> None:
    table, chance = sit_down("casino", players=players, royal=royal), Rng(7)
    deals = 0
    while not table.is_over:
        labels, lying = table.labels(), table.pile("vloc TABLE")
        if worth := table.number("WORTH"):
            adds = worth <= 10 or royal == "on"
            assert sets(table) == {
                frozenset(cards)
                for size in range(1, min(len(lying), 8 if adds else 1) + 1)
                for cards in combinations(lying, size)
                if sum(map(value, cards)) == worth
            }
        else:
            held = table.pile("iloc HAND", table.seat)
            for label in labels:
                if label.startswith("build"):
                    cards = CARD.findall(label)
                    rest = [card for card in held if card != cards[0]]
                    assert sum(map(value, cards)) in map(value, rest)
        left = sum(len(table.pile("iloc HAND", seat)) for seat in range(players))
        taken = [table.pile("hloc TAKEN", seat) for seat in range(players)]
        before, sweeps = table.numbers("TOTAL"), table.numbers("SWEPT")
        last = table.number("LAST")
        option = chance.below(len(labels))
        is_last = left == 1 and not table.pile("iloc STOCK") and labels[option].startswith("leave")
        table.play(option)
        if is_last:
            known = {card for pile in taken for card in pile}
            everything = {rank + suit for rank in [*"A23456789JQK", "10"] for suit in "♣♦♥♠"}
            taken[last - 1] += sorted(everything - known)
            scores = counted(taken, sweeps)
            assert table.numbers("TOTAL") == [b + s for b, s in zip(before, scores, strict=True)]
            deals += 1
    assert deals >= 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_brings_seven_points_at_least(players: int) -> None:
    deals = players * 20 // 7 + 1
    assert_ends_within(deals * 48 * 3, "casino", players=players)


def test_who_builds_keeps_a_card_for_every_build_of_theirs() -> None:
    table = laid("2♥ 5♥ K♦ Q♣", "2♠ 10♦ 9♥ A♣", "A♠ 8♣ J♦ J♥")
    table.choose("build with 2♠ and 2♥ 5♥")
    table.choose("leave A♠")
    labels = table.labels()
    assert "build with 9♥ and A♠" not in labels, "the nine is all that takes the first build"
    assert "raise your build 2♠ 2♥ 5♥ with A♣" in labels, "then it is a ten"
