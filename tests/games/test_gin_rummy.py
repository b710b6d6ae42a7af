"""Gin Rummy: melds, the knock, what is laid off, the undercut, gin, and what it all scores."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from card_table import Table, assert_ends_within, first_of, sit_down

from kibitz import Game
from kibitz.engine import lower
from kibitz.games import find
from kibitz.recycle import Source, check

SET_AND_RUN = "5♣ 5♦ 5♥ 7♠ 8♠ 9♠"
KNOCKER = f"{SET_AND_RUN} A♦ 2♦ 4♣ K♥"
"""With the three of diamonds turned up: a set, two runs, and the four or the king left over."""
GIN = f"{SET_AND_RUN} A♦ 2♦ 4♦ K♥"
ELEVEN = f"{SET_AND_RUN} A♦ 2♦ 4♦ 5♠"
OTHER = "10♠ 6♠ K♣ Q♣ J♣ Q♦ J♦ 9♥ 8♦ 2♣"
"""Two cards can be laid off, a run is melded, and 39 are left over."""
UPCARD = "3♦"


def taken(mine: str, theirs: str = OTHER, upcard: str = UPCARD, /, **options: int | str) -> Table:
    """Player 1 has taken the card that was turned up."""
    table = sit_down("gin-rummy", mine, theirs, upcard, **options)
    table.choose(f"take {upcard}")
    return table


def knocked(theirs: str = OTHER, **options: int | str) -> Table:
    """Player 1 knocks with the four of clubs left over."""
    table = taken(KNOCKER, theirs, **options)
    table.choose("knock, discarding K♥")
    return table


def lay_off_everything(table: Table) -> None:
    while table.labels()[0].startswith("lay off"):
        table.play(0)
    table.choose("show your hand")


def going_out(table: Table) -> set[str]:
    return {label for label in table.labels() if not label.startswith("discard")}


# ---------------------------------------------------------------------------- the play


def test_the_card_turned_up_is_offered_to_both_before_the_stock() -> None:
    table = sit_down("gin-rummy", KNOCKER, OTHER, UPCARD)
    assert table.number("DEALER") == 2
    assert table.labels() == ("take 3♦ from the discard pile", "pass")
    table.choose("pass")
    assert table.labels() == ("take 3♦ from the discard pile", "pass")
    table.choose("pass")
    assert table.labels() == ("draw from the stock",)
    table.play(0)
    assert table.seats == [0, 1, 0]


def test_who_takes_it_discards_another_and_the_other_goes_on() -> None:
    table = taken(KNOCKER)
    assert len(table.pile("iloc HAND", 0)) == 11
    assert "discard 3♦" not in table.labels()
    table.choose("discard K♥")
    assert table.seat == 1
    assert table.labels() == ("draw from the stock", "take K♥ from the discard pile")


def test_a_card_from_the_stock_may_go_at_once() -> None:
    table = sit_down("gin-rummy", KNOCKER, OTHER, UPCARD, "9♣")
    table.choose("pass")
    table.choose("pass")
    table.play(0)
    assert "discard 9♣" in table.labels()


def test_a_hand_without_a_knock_is_dealt_again_by_the_same_player() -> None:
    table = sit_down("gin-rummy", KNOCKER, OTHER, UPCARD)
    table.finish(until=lambda: len(table.pile("iloc STOCK")) == 3)
    assert table.number("DEAL") == 1
    table.finish(until=lambda: table.number("DEAL") == 2)
    assert table.numbers("TOTAL") == [0, 0]
    assert table.number("DEALER") == 2


# ---------------------------------------------------------------------------- going out


def test_who_has_ten_or_less_left_over_may_knock() -> None:
    assert going_out(taken(KNOCKER)) == {"knock, discarding K♥", "knock, discarding 4♣"}


@pytest.mark.slow
def test_house_rules_say_with_how_much() -> None:
    assert going_out(taken(KNOCKER, knock_with=9)) == {"knock, discarding K♥"}
    assert going_out(taken(KNOCKER, knock_with=3)) == set()


def test_with_nothing_left_over_it_is_gin_and_no_mere_knock() -> None:
    assert going_out(taken(GIN)) == {
        "go gin, discarding K♥",
        "knock, discarding A♦",
        "knock, discarding 4♦",
    }


@pytest.mark.slow
def test_with_eleven_cards_in_melds_it_is_big_gin() -> None:
    assert "go big gin" in going_out(taken(ELEVEN))
    assert "go big gin" not in going_out(taken(GIN))
    assert "go big gin" not in going_out(taken(ELEVEN, big_gin="off"))
    assert "go gin, discarding 5♠" in going_out(taken(ELEVEN, big_gin="off"))


@pytest.mark.slow
def test_in_oklahoma_the_card_turned_up_says_with_how_much() -> None:
    assert going_out(taken(KNOCKER, oklahoma="on")) == set()
    eight = f"{SET_AND_RUN} A♦ 2♦ 3♦ 2♥"
    assert going_out(taken(eight, OTHER, "A♥", oklahoma="on")) == set()
    assert going_out(taken(eight, OTHER, "A♥")) != set()
    assert taken(eight, OTHER, "K♥", oklahoma="on").number("LIMIT") == 10


# ---------------------------------------------------------------------------- laying down


def test_the_melds_are_laid_down_and_the_rest_beside_them() -> None:
    table = knocked()
    melds = {frozenset(table.pile("vloc MELD", 0, index)) for index in (1, 2, 3)}
    assert melds == {frozenset(meld.split()) for meld in ("5♣ 5♦ 5♥", "7♠ 8♠ 9♠", "A♦ 2♦ 3♦")}
    assert table.pile("vloc DEADWOOD", 0) == ["4♣"]
    assert table.seat == 1


def test_cards_are_laid_off_at_either_end_of_a_run_and_one_leads_to_the_next() -> None:
    table = knocked("10♠ J♠ 6♠ Q♣ J♣ Q♦ J♦ 9♥ 8♦ 2♣")
    run = next(n for n in (1, 2, 3) if "7♠" in table.pile("vloc MELD", 0, n))
    offered = {f"lay off {card} on player 1's meld {run}" for card in ("10♠", "6♠")}
    assert set(table.labels()) == {*offered, "show your hand"}
    table.choose("lay off 10♠")
    assert f"lay off J♠ on player 1's meld {run}" in table.labels()
    table.choose("lay off 6♠")
    assert table.pile("vloc MELD", 0, run) == ["6♠", "7♠", "8♠", "9♠", "10♠"]


def test_the_fourth_is_laid_off_on_a_set() -> None:
    labels = knocked("5♠ 6♣ K♣ Q♣ J♣ Q♦ J♦ 9♥ 8♦ 2♣").labels()
    assert [label.split(" on ")[0] for label in labels] == ["lay off 5♠", "show your hand"]


def test_nothing_is_laid_off_on_gin() -> None:
    table = taken(GIN)
    table.choose("go gin")
    assert table.number("DEAL") == 2


# ---------------------------------------------------------------------------- what it scores


def test_who_knocks_with_less_scores_the_difference() -> None:
    table = knocked()
    lay_off_everything(table)
    assert table.numbers("SCORE") == [35, 0]
    assert table.number("DEALER") == 1


def test_what_could_be_laid_off_and_was_not_counts() -> None:
    table = knocked()
    table.choose("show your hand")
    assert table.numbers("SCORE") == [51, 0]


@pytest.mark.parametrize(("last", "score"), [("A♣", 28), ("4♥", 25)])
def test_who_has_as_little_as_the_knocker_undercuts(last: str, score: int) -> None:
    table = knocked(f"10♠ J♠ 6♠ Q♣ Q♦ Q♥ 6♣ 6♥ 6♦ {last}")
    lay_off_everything(table)
    assert table.numbers("SCORE") == [0, score]


def test_gin_scores_everything_the_other_has_left_and_a_bonus() -> None:
    table = taken(GIN)
    table.choose("go gin")
    assert table.numbers("SCORE") == [55 + 25, 0]


def test_big_gin_scores_more() -> None:
    table = taken(ELEVEN)
    table.choose("go big gin")
    assert table.numbers("SCORE") == [55 + 31, 0]


@pytest.mark.slow
def test_after_a_spade_the_hand_counts_double() -> None:
    hand = f"{SET_AND_RUN} A♦ 2♦ 3♦ K♥"
    table = taken(hand, "J♠ 6♥ K♣ Q♣ J♣ Q♦ J♦ 9♥ 8♦ 2♣", "4♠", oklahoma="spades-double", target=250)
    table.choose("knock, discarding K♥")
    table.choose("show your hand")
    assert table.numbers("SCORE") == [2 * (10 + 6 + 10 + 10 + 9 + 8 + 2 - 4), 0]


@pytest.mark.slow
def test_the_game_and_the_boxes_count_when_somebody_has_enough() -> None:
    table = taken(GIN, target=80)
    table.choose("go gin")
    assert table.is_over
    assert table.outcome.scores == (80 + 25 + 2 * 100, 0)


@pytest.mark.slow
def test_after_the_last_deal_the_game_and_the_boxes_count_for_who_leads() -> None:
    table = taken(GIN, deals=1)
    table.choose("go gin")
    assert table.is_over
    assert table.outcome.scores == (80 + 25 + 2 * 100, 0)


@pytest.mark.parametrize("lead", [60, 0])
def test_who_has_more_after_the_last_deal_has_won_the_game(lead: int) -> None:
    """Nobody knocks in the only deal, and nobody has a hundred points."""
    table = sit_down("gin-rummy", deals=1)
    table.lead_with("TOTAL", lead, 0)
    table.lead_with("WON", 1, 1)
    table.run(lambda _, labels: first_of(labels, "draw", "pass", "discard"))
    assert table.numbers("GAME") == [100 if lead else 0, 0]
    assert table.outcome.scores == (lead + 25 + (100 if lead else 0), 25)


@pytest.mark.slow
def test_matches_at_random_end() -> None:
    assert_ends_within(800, "gin-rummy", deals=1)


# ---------------------------------------------------------------------------- every hand


def least_left_over(cards: Sequence[str]) -> int:
    """What is left over at best, found by trying every meld."""
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    number = {card: ranks.index(card[:-1]) + 1 for card in cards}

    def is_meld(meld: tuple[str, ...]) -> bool:
        numbers = sorted(number[card] for card in meld)
        if len(set(numbers)) == 1:
            return True
        is_row = numbers == list(range(numbers[0], numbers[0] + len(meld)))
        return is_row and len({card[-1] for card in meld}) == 1

    melds = [set(m) for size in (3, 4, 5) for m in combinations(cards, size) if is_meld(m)]

    def least(left: frozenset[str], first: int) -> int:
        here = sum(min(number[card], 10) for card in left)
        further = (
            least(left - melds[n], n + 1) for n in range(first, len(melds)) if melds[n] <= left
        )
        return min([here, *further])

    return least(frozenset(cards), 0)


@pytest.mark.slow
def test_the_program_finds_what_is_left_over_from_any_hand() -> None:
    """Among few ranks, where sets and runs want the same cards."""
    drawn = Random(1)
    low = [rank + suit for rank in ("A", "2", "3", "4", "5", "6") for suit in "♣♦♥♠"]
    out = 0
    for _ in range(150):
        hand = drawn.sample(low, 11)
        table = taken(" ".join(hand[:10]), "K♣ K♦ K♥ K♠ Q♣ Q♦ Q♥ Q♠ J♣ J♦", hand[10])
        keys = {option.key for option in table.decision.options}
        for card in hand[:10]:
            left = least_left_over([other for other in hand if other != card])
            assert (f"gin:C={card}" in keys) == (left == 0), (hand, card)
            assert (f"knock:C={card}" in keys) == (0 < left <= 10), (hand, card)
        assert ("biggin" in keys) == (least_left_over(hand) == 0), hand
        out += any(key.startswith(("gin", "knock")) for key in keys)
    assert 50 < out < 150


def test_eleven_cards_that_could_all_be_in_sets_are_not_too_much_to_think_about() -> None:
    hand = "A♣ A♦ A♥ A♠ 2♣ 2♦ 2♥ 2♠ 3♣ 3♦"
    table = taken(hand, "K♣ K♦ K♥ K♠ Q♣ Q♦ Q♥ Q♠ J♣ J♦", "3♥")
    keys = {option.key for option in table.decision.options}
    assert {key for key in keys if not key.startswith("discard")} == {
        "biggin",
        *(f"gin:C={card}" for card in hand.split()[:8]),
        *(f"knock:C={card}" for card in hand.split()[8:]),
    }


@pytest.mark.slow
def test_no_hand_of_a_short_pack_is_too_much_work() -> None:
    """There hands are full of sets and long runs, and there is most to try."""
    short, count = re.subn(
        r"\(deck FRENCH\)",
        "(deck (RANK (ACE, TWO, THREE, FOUR, FIVE, SIX)) (SUIT (CLUBS, DIAMONDS, HEARTS, SPADES)))",
        find("gin-rummy").source.text,
    )
    assert count == 1
    checked = check(Source("short.rcy", short)).game
    assert checked is not None
    played = Game.of_program(lower(checked)).playouts(2_000, most_decisions=3_000)
    assert not played.capped.any()
