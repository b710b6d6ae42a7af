"""Texas Hold'em: hands, bets and pots, worked out once more."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from card_table import RANKS, Table, assert_ends_within, loaded, sit_down

from kibitz.engine import Rng

Worth = tuple[int, ...]


def of_five(cards: tuple[str, ...]) -> Worth:
    """The kind of hand, then what decides between two of a kind."""
    heights = sorted((RANKS.index(card[:-1]) for card in cards), reverse=True)
    counted = Counter(heights)
    by_number = sorted(counted, key=lambda height: (-counted[height], -height))
    shape = sorted(counted.values(), reverse=True)
    is_wheel = heights == [12, 3, 2, 1, 0]
    is_straight = is_wheel or (len(counted) == 5 and heights[0] - heights[4] == 4)
    is_flush = len({card[-1] for card in cards}) == 1
    if is_straight:
        return (8 if is_flush else 4, 3 if is_wheel else heights[0])
    if is_flush:
        return (5, *heights)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(tuple(shape), 0), *by_number)


def worth(cards: list[str]) -> Worth:
    return max(map(of_five, combinations(cards, 5)))


def shared(paid: list[int], worths: list[Worth | None], dealer: int) -> list[int]:
    """What everybody gets; who has folded is worth nothing. Chip by chip of what was paid."""
    players, left, got = len(paid), list(paid), [0] * len(paid)
    while any(left):
        least = min(chips for chips in left if chips)
        payers = [seat for seat in range(players) if left[seat]]
        claims = [(found, seat) for seat in payers if (found := worths[seat]) is not None]
        best = max(claims)[0]
        winners = [seat for found, seat in claims if found == best]
        each, odd = divmod(least * len(payers), len(winners))
        for seat in winners:
            got[seat] += each
        got[min(winners, key=lambda seat: (seat - dealer - 1) % players)] += odd
        left = [max(0, chips - least) for chips in left]
    return got


def last_deal(seed: int, **options: int | str) -> Table:
    """One deal that was played at random to its end."""
    table, chance = sit_down("holdem", deals=1, **options), Rng(seed, stream=3)
    table = Table(table.engine, Rng(seed), table.words)
    while not table.is_over:
        last = len(table.decision.options) - 1
        table.play(chance.below(max(1, last)) if chance.below(8) else last)
    return table


@pytest.mark.slow
def test_hands_and_pots_are_what_they_are_worked_out_to_be() -> None:
    """Some 2,000 hands that were shown, and all pots, with unequal stacks."""
    seen = Counter[int]()
    for seed in range(700):
        table = last_deal(seed, players=5)
        paid, folded = table.numbers("PAID"), table.numbers("FOLDED")
        board = table.pile("vloc BOARD")
        stays = [seat for seat in range(5) if not folded[seat]]
        worths: list[Worth | None] = [None] * 5
        for seat in stays:
            worths[seat] = (0,)
            if len(stays) > 1:
                found = worth(table.pile("vloc HAND", seat) + board)
                worths[seat] = found
                assert table.numbers("KIND")[seat] == found[0] + 1
                seen[found[0]] += 1
        got = shared(paid, worths, table.number("DEALER") - 1)
        assert table.numbers("POTS") == got
        assert table.outcome.scores == tuple(g - p for g, p in zip(got, paid, strict=True))
    assert sum(seen.values()) > 1_500
    assert set(seen) >= set(range(7))


@pytest.mark.parametrize(
    ("hands", "board", "winner"),
    [
        ("A♠ A♥ K♠ K♥", "2♣ 7♦ 9♣ J♦ 3♠", 0),
        ("2♠ 3♥ K♠ K♥", "4♣ 5♦ 6♣ Q♦ J♠", 0),
        ("A♠ 2♥ K♠ 3♥", "4♣ 5♦ 3♣ 9♦ 9♠", 0),
        ("A♠ 9♠ K♥ K♦", "K♠ 4♠ 7♠ 7♥ 2♦", 1),
        ("8♠ 9♠ A♠ 2♥", "5♠ 6♠ 7♠ K♠ Q♥", 0),
        ("A♠ Q♥ A♥ J♦", "K♠ K♦ Q♠ Q♦ 4♣", 0),
        ("A♠ J♥ A♥ 10♦", "K♠ K♦ Q♠ Q♦ 4♣", None),
        ("A♠ 4♥ K♥ 9♦", "5♠ 6♦ 7♠ 8♦ 2♣", 1),
        ("7♠ 7♥ A♥ A♦", "7♦ 5♠ 5♦ A♠ 2♣", 1),
    ],
)
def test_the_better_hand_takes_the_pot(hands: str, board: str, winner: int | None) -> None:
    """Both are all in before the flop."""
    table = sit_down("holdem", hands, board, players=2, deals=1)
    table.choose("go all in")
    table.choose("call")
    expected = {0: (100, -100), 1: (-100, 100), None: (0, 0)}[winner]
    assert table.outcome.scores == expected


def test_the_dealer_of_two_has_the_small_blind_and_speaks_first() -> None:
    table = sit_down("holdem", players=2)
    assert table.numbers("BETS") == [1, 2]
    assert table.seat == 0
    assert table.labels() == ("call 1", "raise to 4", "raise to 6", "go all in: 100", "fold")


def test_the_big_blind_may_still_raise() -> None:
    table = sit_down("holdem", players=3)
    assert (table.seat, table.numbers("BETS")) == (0, [0, 1, 2])
    table.choose("call 2")
    table.choose("call 1")
    assert (table.seat, table.labels()[:2]) == (2, ("check", "raise to 4"))
    table.choose("check")
    assert len(table.pile("vloc BOARD")) == 3
    assert (table.seat, table.labels()[:2]) == (1, ("check", "bet 2"))


def test_a_raise_is_as_much_as_the_last_one_at_least() -> None:
    table = sit_down("holdem", players=3)
    table.choose("raise to 7")
    assert "raise to 12" in table.labels()
    assert "raise to 11" not in table.labels()


def test_an_all_in_below_a_raise_may_only_be_called_by_who_has_spoken() -> None:
    table = sit_down("holdem", players=3)
    table.lead_with("CHIPS", 100, 99, 7)
    table.choose("raise to 7")
    table.choose("call")
    assert table.labels()[-2:] == ("go all in: 9", "fold")
    table.choose("go all in: 9")
    assert table.labels() == ("call 2", "fold")


def test_side_pots_go_to_who_has_paid_into_them() -> None:
    """The shortest stack has aces, the next one kings, the others nothing."""
    table = sit_down("holdem", "2♠ 3♦ A♠ A♥ K♠ K♥ 8♠ 3♥", "2♣ 7♦ 9♣ J♦ 4♠", players=4, deals=1)
    table.lead_with("CHIPS", 100, 19, 48, 100)
    table.lead_with("BEFORE", 100, 20, 50, 100)
    table.choose("go all in")
    for _ in range(3):
        table.choose("call")
    assert table.numbers("PAID") == [100, 20, 50, 100]
    assert table.numbers("POTS") == [100, 80, 90, 0]


def test_fixed_bets_double_from_the_turn_on_and_there_are_four_at_most() -> None:
    table = sit_down("holdem", players=2, limit="fixed")
    table.choose("raise to 4")
    table.choose("raise to 6")
    table.choose("raise to 8")
    assert table.labels() == ("call 2", "fold")
    table.choose("call 2")
    assert table.labels() == ("check", "bet 2")
    table.choose("check")
    table.choose("check")
    assert table.labels() == ("check", "bet 4")


def test_pot_limit_lets_nobody_bet_more_than_the_pot() -> None:
    """Two to call into a pot of three: seven."""
    table = sit_down("holdem", players=3, limit="pot", sizes="any")
    raises = [label for label in table.labels() if label.startswith("raise")]
    assert (raises[0], raises[-1]) == ("raise to 4", "raise to 7")
    assert "go all in: 100" not in table.labels()


@pytest.mark.slow
def test_a_tournament_ranks_by_who_was_out_first() -> None:
    for seed in range(20):
        table, chance = sit_down("holdem", format="tournament", players=5), Rng(seed, stream=2)
        table = Table(table.engine, Rng(seed), table.words)
        out: list[tuple[int, int, int]] = []
        """Of everybody who is out: in which deal, with how many chips, which seat."""
        gone = set[int]()
        while not table.is_over:
            before, deal = table.numbers("BEFORE"), table.number("DEAL")
            assert sum(table.numbers("CHIPS")) + sum(table.numbers("PAID")) == 500
            table.play(chance.below(len(table.decision.options)))
            if table.is_over or table.number("DEAL") != deal:
                for seat in range(5):
                    is_out = table.numbers("BEFORE")[seat] == 0 if not table.is_over else False
                    is_out |= table.is_over and table.numbers("CHIPS")[seat] == 0
                    if is_out and seat not in gone:
                        gone.add(seat)
                        out.append((deal, before[seat], seat))
        assert len(out) == 4
        for deal, chips, seat in out:
            outlasted = sum((other[0], other[1]) < (deal, chips) for other in out)
            assert table.outcome.scores[seat] == outlasted
        assert max(table.outcome.scores) == 4


@pytest.mark.slow
@pytest.mark.parametrize("limit", ["nolimit", "pot", "fixed"])
def test_chips_are_neither_made_nor_lost(limit: str) -> None:
    played = loaded("holdem", limit=limit).playouts(500, most_decisions=2_000)
    assert (played.scores.sum(axis=1) == 0).all()


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(1_000, "holdem")
    assert_ends_within(5_000, "holdem", format="tournament", limit="fixed")
