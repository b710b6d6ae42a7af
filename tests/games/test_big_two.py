"""Big Two: every play that the rules allow, and no other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]
CARD = re.compile(r"(?:10|[2-9AJQK])[♥♦♣♠]")


def height(card: str) -> tuple[int, int]:
    return RANKS.index(card[:-1]), "♦♣♥♠".index(card[-1])


def strength(cards: Sequence[str]) -> tuple[int, tuple[int, int]] | None:
    """Kind and deciding card of a play, told by the rules; none if it is no play."""
    counts = Counter(card[:-1] for card in cards)
    best = max(map(height, cards))
    if len(cards) < 5:
        return (0, best) if len(counts) == 1 and len(cards) <= 3 else None
    (rank, most), *_ = counts.most_common()
    alike = max(height(card) for card in cards if card[:-1] == rank)
    ranks = sorted(height(card)[0] for card in cards)
    straight = ranks == list(range(ranks[0], ranks[0] + 5))
    flush = len({card[-1] for card in cards}) == 1
    kinds = [straight, flush, (most, len(counts)) == (3, 2), most == 4, straight and flush]
    if not any(kinds):
        return None
    kind = max(number for number, holds in enumerate(kinds, start=1) if holds)
    return kind, alike if kind in (3, 4) else best


def allowed(table: Table) -> set[frozenset[str]]:
    hand, lying = table.pile("iloc HAND", table.seat), table.pile("vloc TABLE")
    plays = (set_ for size in (1, 2, 3, 5) for set_ in combinations(hand, size))
    stronger = []
    for cards in plays:
        play = strength(cards)
        if play is None or (lying and len(cards) != len(lying)):
            continue
        if lying and play <= (strength(lying) or play):
            continue
        if table.number("OPENED") or "3♦" in cards:
            stronger.append(frozenset(cards))
    return set(stronger)


def offered(table: Table) -> list[frozenset[str]]:
    return [frozenset(CARD.findall(label)) for label in table.labels() if label != "pass"]


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("2♠", 0),
        ("J♦ Q♦ K♣ A♥ 2♠", 1),
        ("3♦ 4♦ 5♦ 6♦ 8♦", 2),
        ("9♦ 9♣ 9♥ 3♦ 3♣", 3),
        ("9♦ 9♣ 9♥ 9♠ 3♣", 4),
        ("3♦ 4♦ 5♦ 6♦ 7♦", 5),
        ("A♦ 2♦ 3♣ 4♦ 5♦", None),
    ],
)
def test_kinds(cards: str, kind: int | None) -> None:
    play = strength(cards.split())
    assert (play and play[0]) == kind


def test_the_three_of_diamonds_is_led() -> None:
    table = sit_down("big-two")
    assert "3♦" in table.pile("iloc HAND", table.seat)
    assert all("3♦" in label for label in table.labels())
    assert "pass" not in table.labels()


def test_a_full_house_beats_a_flush_and_passes_clear_the_table() -> None:
    hands = "3♦ 5♦ 7♦ 9♦ J♦ 4♣", "4♦ 4♥ 4♠ 8♣ 8♥"
    rest = "3♣ 6♣ 6♥ 9♣ 10♣ Q♥ K♥", "3♥ 5♣ 7♣ 9♥ J♥ Q♦ K♦ A♦"
    table = sit_down("big-two", hands[0], rest[0], hands[1], rest[1])
    table.choose(next(label for label in table.labels() if len(CARD.findall(label)) == 5))
    house = next(label for label in table.labels() if "8♣" in label)
    assert len(CARD.findall(house)) == 5
    table.choose(house)
    assert sorted(table.pile("vloc TABLE")) == sorted(hands[1].split())
    for _ in range(3):
        table.choose("pass")
    assert table.seat == 1
    assert "pass" not in table.labels()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_rules_allow_is_offered_once(seed: int) -> None:
    table, chance = sit_down("big-two"), Rng(seed, stream=1)
    table.rng = Rng(seed)
    table.step = table.engine.deal(table.rng)
    while not table.is_over:
        plays = offered(table)
        assert len(plays) == len(set(plays))
        assert set(plays) == allowed(table)
        table.play(chance.below(len(table.decision.options)))


@pytest.mark.slow
@pytest.mark.parametrize(("double", "cost"), [("on", 39), ("off", 13)])
def test_who_never_plays_pays_for_the_whole_hand(double: str, cost: int) -> None:
    table = sit_down("big-two", double=double)
    first = table.seat
    while not table.is_over:
        others = table.seat != first and "pass" in table.labels()
        table.choose("pass" if others else "play")
    assert sorted(table.outcome.scores) == [0, cost, cost, cost]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_ends(players: int) -> None:
    assert_ends_within(13 * players * players, "big-two", players=players)


def test_three_have_seventeen_cards_and_who_leads_the_one_that_is_left() -> None:
    table = sit_down("big-two", players=3)
    held = [table.pile("iloc HAND", seat) for seat in range(3)]
    assert sorted(map(len, held)) == [17, 17, 18]
    assert len(held[table.seat]) == 18
    assert "3♦" in held[table.seat]
    assert all("3♦" in label for label in table.labels())
