"""Rummy: melds, laying off, the discard, going out, and what it scores."""

from __future__ import annotations

from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down, walk

FIRST = "7♣ 7♦ 7♠ 4♥ 5♥ 6♥ 7♥ K♣ Q♠ 2♦"
OTHER = "8♥ 3♥ 10♦ J♦ Q♦ K♦ A♠ 2♠ 9♣ 9♦"
UPCARD = "5♠"


def drawn(first: str = FIRST, other: str = OTHER, card: str = "K♠", **options: int | str) -> Table:
    """Two players; the first has drawn that card from the stock."""
    table = sit_down("rummy", first, other, UPCARD, card, **{"players": 2, "deals": 1, **options})
    table.choose("draw")
    return table


def worth(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def melds(table: Table) -> set[frozenset[str]]:
    offered = (label.removeprefix("meld ") for label in table.labels() if "meld " in label[:5])
    return {frozenset(cards.split()) for cards in offered}


def pass_the_turn(table: Table, discard: str) -> None:
    table.choose("draw")
    table.choose(f"discard {discard}")


def test_sets_of_a_rank_and_runs_of_a_suit_are_melds_and_nothing_else_is() -> None:
    sevens = ["7♣ 7♦ 7♠", "7♣ 7♦ 7♥", "7♣ 7♠ 7♥", "7♦ 7♠ 7♥", "7♣ 7♦ 7♠ 7♥"]
    runs = ["4♥ 5♥ 6♥", "5♥ 6♥ 7♥", "4♥ 5♥ 6♥ 7♥"]
    assert melds(drawn()) == {frozenset(cards.split()) for cards in [*sevens, *runs]}


@pytest.mark.parametrize(("aces", "count"), [("low", 1), ("both", 2)])
def test_an_ace_comes_before_the_two_and_in_some_houses_after_the_king(
    aces: str, count: int
) -> None:
    table = drawn(
        "A♥ 2♥ 3♥ Q♠ K♠ 4♣ 6♣ 8♦ 9♠ 10♣", "A♦ 2♦ 4♦ 6♦ 8♣ 10♠ Q♥ J♣ 3♣ 5♦", "A♠", aces=aces
    )
    assert len(melds(table)) == count
    assert (frozenset({"Q♠", "K♠", "A♠"}) in melds(table)) == (aces == "both")


@pytest.mark.parametrize(("card", "run"), [("J♥", "J♥ Q♥ K♥ A♥"), ("10♥", "Q♥ K♥ A♥")])
def test_a_jack_lies_below_queen_king_and_a_high_ace(card: str, run: str) -> None:
    hand = f"Q♥ K♥ {card} 4♣ 6♣ 8♦ 9♠ 10♣ 2♣ 3♠"
    table = drawn(hand, "A♦ 2♦ 4♦ 6♦ 8♣ 10♠ Q♣ J♣ 3♣ 5♦", "A♥", aces="both")
    table.choose("meld Q♥ K♥ A♥")
    for label in [label for label in table.labels() if label.startswith(f"lay off {card}")]:
        table.choose(label)
    assert table.pile("vloc MELD", index=1) == run.split()


def test_a_game_to_a_hundred_ends_with_the_deal_that_brings_them() -> None:
    table = sit_down("rummy", players=2, deals=60, target=100)
    table.lead_with("TOTAL", 99, 0)
    table.run(lambda _, labels: 0, until=lambda: table.number("DEAL") == 2)
    assert table.is_over == (max(table.numbers("TOTAL")) >= 100)
    table.finish()
    assert max(table.outcome.scores) >= 100
    assert table.number("DEAL") < 60


def test_cards_are_laid_off_on_the_melds_of_others_at_either_end() -> None:
    table = drawn()
    table.choose("meld 4♥ 5♥ 6♥ 7♥")
    table.choose("meld 7♣ 7♦ 7♠")
    table.choose("discard K♣")
    table.choose("draw")
    offered = {label for label in table.labels() if label.startswith("lay off")}
    assert offered == {"lay off 8♥ on meld 1", "lay off 3♥ on meld 1"}
    table.choose("lay off 3♥")
    table.choose("lay off 8♥")
    assert table.pile("vloc MELD", None, 1) == ["3♥", "4♥", "5♥", "6♥", "7♥", "8♥"]


@pytest.mark.slow
def test_a_high_ace_lies_above_the_king() -> None:
    other = OTHER.replace("A♠ 2♠", "A♦ 2♥")
    table = drawn("J♠ Q♠ K♠ 4♣ 6♣ 8♦ 9♠ 10♣ 2♠ 4♥", other, "A♠", aces="both")
    table.choose("meld J♠ Q♠ K♠")
    table.choose("lay off A♠")
    assert table.pile("vloc MELD", None, 1) == ["J♠", "Q♠", "K♠", "A♠"]
    assert not any(label.startswith("lay off 2♠") for label in table.labels())


@pytest.mark.parametrize("layoff", ["anytime", "melded"])
def test_in_some_houses_only_who_has_melded_lays_off(layoff: str) -> None:
    table = drawn(layoff=layoff)
    table.choose("meld 4♥ 5♥ 6♥")
    assert "lay off 7♥ on meld 1" in table.labels()
    table.choose("discard K♣")
    table.choose("draw")
    assert ("lay off 3♥ on meld 1" in table.labels()) == (layoff == "anytime")


def test_a_card_taken_from_the_pile_does_not_go_back_at_once() -> None:
    table = sit_down("rummy", FIRST, OTHER, UPCARD, players=2)
    table.choose("take 5♠ from the discard pile")
    assert "discard 5♠" not in table.labels()
    assert "discard K♣" in table.labels()


OUT = "7♣ 7♦ 7♠ 4♥ 5♥ 6♥ 10♣ J♣ Q♣ 2♣"
"""With the king of clubs only the two is left."""


def test_who_goes_out_scores_what_the_other_holds_and_twice_in_one_turn() -> None:
    table = drawn(OUT, card="K♣")
    for cards in ("7♣ 7♦ 7♠", "4♥ 5♥ 6♥", "10♣ J♣ Q♣ K♣"):
        table.choose(f"meld {cards}")
    table.choose("discard 2♣")
    assert table.is_over
    assert table.outcome.scores == (2 * sum(map(worth, OTHER.split())), 0)


def test_who_has_laid_down_before_scores_once() -> None:
    table = drawn(OUT, card="K♣")
    table.choose("meld 7♣ 7♦ 7♠")
    table.choose("discard 2♣")
    pass_the_turn(table, "K♦")
    table.choose("draw")
    last = next(card for card in table.pile("iloc HAND", 0) if card not in (*OUT.split(), "K♣"))
    held = sum(worth(card) for card in table.pile("iloc HAND", 1))
    for label in ("meld 4♥ 5♥ 6♥", "meld 10♣ J♣ Q♣ K♣", f"discard {last}"):
        table.choose(label)
    assert table.is_over
    assert table.outcome.scores == (held, 0)


@pytest.mark.parametrize("goingout", ["free", "discard"])
def test_the_last_card_may_have_to_be_a_discard(goingout: str) -> None:
    table = drawn(
        "7♣ 7♦ 7♠ 4♥ 5♥ 6♥ 10♣ J♣ Q♣ 9♣", OTHER.replace("9♣", "9♠"), "K♣", goingout=goingout
    )
    for cards in ("7♣ 7♦ 7♠", "4♥ 5♥ 6♥"):
        table.choose(f"meld {cards}")
    assert (frozenset(["9♣", "10♣", "J♣", "Q♣", "K♣"]) in melds(table)) == (goingout == "free")


def test_when_the_stock_is_used_up_the_discards_are_mixed() -> None:
    table = sit_down("rummy", players=2, deals=1)
    table.run(
        lambda _, labels: next(
            n for n, text in enumerate(labels) if text.startswith(("draw", "discard"))
        ),
        until=lambda: len(table.pile("iloc STOCK")) == 0,
    )
    table.choose("discard")
    assert (len(table.pile("iloc STOCK")), len(table.pile("vloc DISCARD"))) == (31, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_a_deal_has_thirty_turns_each_at_most(players: int, cards: int) -> None:
    table = sit_down("rummy", players=players)
    assert [len(table.pile("iloc HAND", seat)) for seat in range(players)] == [cards] * players
    assert_ends_within(30 * players * 2 + 52, "rummy", players=players, deals=1, aces="both")


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def sets_and_runs(hand: list[str]) -> set[frozenset[str]]:
    """All melds of some cards, aces low, found by trying."""
    found = set()
    for rank in RANKS:
        alike = [card for card in hand if card[:-1] == rank]
        found |= {frozenset(some) for size in (3, 4) for some in combinations(alike, size)}
    for suit in "♣♦♥♠":
        row: list[str] = []
        for rank in RANKS:
            row = [*row, rank + suit] if rank + suit in hand else []
            found |= {frozenset(row[start:]) for start in range(len(row) - 2)}
    return found


def joins(card: str, meld: list[str]) -> bool:
    """Whether the meld is one still with the card."""
    return frozenset({card, *meld}) in sets_and_runs([card, *meld])


@pytest.mark.slow
def test_melds_discards_and_scores_are_as_by_hand() -> None:
    """Some 2,000 decisions of three players, and what the deals scored."""
    had_laid: set[int] = set()
    """Who had laid something down before this turn."""
    lies, taken, turn = 0, "", 0

    def look(table: Table) -> None:
        nonlocal lies, taken, turn
        hand, labels = table.pile("iloc HAND", table.seat), table.labels()
        pile = table.pile("vloc DISCARD")
        melded = [table.pile("vloc MELD", index=n) for n in range(1, table.number("MELDS") + 1)]
        on_table = sum(map(len, melded))
        assert all(frozenset(meld) in sets_and_runs(meld) for meld in melded)
        if table.number("TURNS") != turn:
            if table.number("TURNS") == 1:
                had_laid.clear()
            elif on_table != lies:
                had_laid.add((table.seat - 1) % 3)
            turn, lies, taken = table.number("TURNS"), on_table, pile[-1]
            draw = {"draw from the stock"} if table.pile("iloc STOCK") else set()
            assert set(labels) == draw | {f"take {pile[-1]} from the discard pile"}
            return
        if taken not in hand:
            taken = ""
        offered = {label for label in labels if label[:5] != "meld "}
        numbered = list(enumerate(melded, start=1))
        assert melds(table) == sets_and_runs(hand)
        assert offered == {
            *(f"discard {card}" for card in hand if card != taken or len(hand) == 1),
            *(f"lay off {c} on meld {n}" for c in hand for n, meld in numbered if joins(c, meld)),
        }

    def over(table: Table) -> None:
        left = [sum(map(worth, table.pile("iloc HAND", seat))) for seat in range(3)]
        least = [seat for seat in range(3) if left[seat] == min(left)]
        scores = [0, 0, 0]
        if len(least) == 1:
            (winner,) = least
            is_rummy = not table.pile("iloc HAND", winner) and winner not in had_laid
            scores[winner] = (1 + is_rummy) * (sum(left) - 3 * left[winner])
        assert list(table.outcome.scores) == scores

    walk(2_000, "rummy", look, over, players=3, deals=1)
