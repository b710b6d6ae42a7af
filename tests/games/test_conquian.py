"""Conquian: what is on offer and to whom, forcing, and eleven cards in melds."""

from __future__ import annotations

from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down, walk

FIRST = "5♣ 5♦ 6♥ 7♥ K♠ Q♠ 2♣ 3♦ A♥ 4♠"
OTHER = "5♥ 4♥ A♣ A♦ 2♠ 3♠ Q♦ Q♣ K♦ 7♣"


def offered(*stock: str, **options: int | str) -> Table:
    return sit_down("conquian", FIRST, OTHER, *stock, **{"deals": 1, **options})


def melds(table: Table) -> set[frozenset[str]]:
    labels = (label.removeprefix("meld ") for label in table.labels() if label.startswith("meld"))
    return {frozenset(cards.split()) for cards in labels}


def test_the_card_on_offer_is_melded_with_the_hand_and_the_jack_follows_the_seven() -> None:
    table = offered("J♥")
    assert melds(table) == {frozenset({"6♥", "7♥", "J♥"})}
    assert melds(offered("5♠")) == {frozenset({"5♠", "5♣", "5♦"})}
    table.play(0)
    assert "pass" not in table.labels()
    table.choose("throw away 2♣")
    assert (table.seat, table.pile("vloc OFFER")) == (1, ["2♣"])
    assert len(table.pile("iloc HAND", 0)) == 7


def test_a_card_is_offered_to_who_turned_it_up_then_to_the_other_who_turns_up_the_next() -> None:
    table = offered("K♥", "4♦", "6♠")
    for _ in range(4):
        assert len(table.pile("iloc HAND", table.seat)) == 10
        table.choose("pass")
    assert table.seats == [0, 1, 1, 0]
    assert (table.seat, table.pile("vloc DISCARD")) == (0, ["K♥", "4♦"])


def test_who_passes_what_was_thrown_away_turns_up_the_next_card() -> None:
    table = offered("J♥", "K♥")
    table.choose("meld")
    table.choose("throw away 2♣")
    table.choose("pass")
    assert (table.seat, table.pile("vloc OFFER"), table.pile("vloc DISCARD")) == (1, ["K♥"], ["2♣"])


@pytest.mark.parametrize("forcing", ["on", "off"])
def test_who_passes_a_card_that_fits_may_be_forced_to_take_it(forcing: str) -> None:
    table = offered("J♥", "Q♥", forcing=forcing)
    table.choose("meld")
    table.choose("throw away 2♣")
    table.choose("pass")
    table.choose("pass")
    assert table.seat == 0
    assert "add Q♥ to meld 1" in " ".join(table.labels()).replace("your ", "")
    table.choose("pass")
    if forcing == "off":
        assert (table.seat, table.pile("vloc DISCARD")) == (0, ["2♣", "Q♥"])
        return
    assert (table.seat, table.labels()) == (1, ("force the other to take it", "let it go"))
    table.choose("force")
    assert (table.seat, len(table.labels())) == (0, 1)
    table.play(0)
    assert table.pile("vloc MELD", 0, 1) == ["6♥", "7♥", "J♥", "Q♥"]
    assert {label.split()[0] for label in table.labels()} == {"throw"}


def test_a_card_that_was_let_go_is_out_of_play_and_who_passed_draws() -> None:
    table = offered("J♥", "Q♥")
    for label in ("meld", "throw away 2♣", "pass", "pass", "pass", "let it go"):
        table.choose(label)
    assert (table.seat, table.pile("vloc DISCARD")) == (0, ["2♣", "Q♥"])


def test_eleven_cards_in_melds_win() -> None:
    first = "5♣ 5♦ 5♥ 6♠ 7♠ J♠ Q♣ Q♦ Q♥ Q♠"
    table = sit_down("conquian", first, "A♣ A♦ 2♠ 3♠ 3♣ 4♣ 2♦ 3♦ 2♥ 3♥", "5♠", deals=1)
    for meld in ("5♠ 5♣ 5♦ 5♥", "Q♣ Q♦ Q♥ Q♠", "6♠ 7♠ J♠"):
        cards = set(meld.split())
        assert not table.is_over
        table.play([set(label.split()[1:]) for label in table.labels()].index(cards))
    assert table.is_over
    assert table.outcome.scores == (1, 0)


def test_a_deal_that_nobody_wins_makes_the_next_one_worth_more() -> None:
    table = sit_down("conquian", deals=2)
    table.run(
        lambda _, labels: labels.index("pass") if "pass" in labels else 0,
        until=lambda: table.number("DEAL") == 2,
    )
    assert table.numbers("TOTAL") == [0, 0]
    assert table.number("STAKE") == 2
    assert table.seat == 1


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"cards": 8, "forcing": "off"}])
def test_every_deal_ends_with_the_stock(options: dict[str, int | str]) -> None:
    assert_ends_within(150, "conquian", deals=1, **options)


RANKS = ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"]


def sets_and_runs(cards: list[str]) -> set[frozenset[str]]:
    """All melds of some cards, found by trying."""
    found = set()
    for rank in RANKS:
        alike = [card for card in cards if card[:-1] == rank]
        found |= {frozenset(some) for size in (3, 4) for some in combinations(alike, size)}
    for suit in "♣♦♥♠":
        row: list[str] = []
        for rank in RANKS:
            row = [*row, rank + suit] if rank + suit in cards else []
            found |= {frozenset(row[start:]) for start in range(len(row) - 2)}
    return found


@pytest.mark.slow
def test_melds_passes_and_the_stake_are_as_by_hand() -> None:
    """Some 2,000 decisions: what may be done with the card on offer, and with one's own."""

    def melds_of(table: Table, seat: int) -> list[list[str]]:
        return [table.pile("vloc MELD", seat, number + 1) for number in range(4)]

    def fitting(table: Table, seat: int, card: str) -> set[str]:
        return {
            f"add {card} to meld {number}"
            for number, meld in enumerate(melds_of(table, seat), start=1)
            if meld and frozenset({card, *meld}) in sets_and_runs([card, *meld])
        }

    def legal(table: Table) -> set[str]:
        seat, step = table.seat, table.word("STEP")
        hand = table.pile("iloc HAND", seat)
        if table.number("USED"):
            more = {label for card in hand for label in fitting(table, seat, card)}
            return more | {f"throw away {card}" for card in hand}
        (offer,) = table.pile("vloc OFFER")
        force = {"force the other to take it"}
        if step == "REFUSED":
            return {*force, "let it go"}
        own = fitting(table, seat, offer)
        if step == "FORCED":
            return own
        is_passed = step == "PASSED" and fitting(table, 1 - seat, offer)
        return own | {"pass"} | (force if is_passed else set())

    def look(table: Table) -> None:
        hand, offer = table.pile("iloc HAND", table.seat), table.pile("vloc OFFER")
        possible = set[frozenset[str]]()
        if table.number("USED"):
            possible = sets_and_runs(hand)
        elif table.word("STEP") in ("DRAWN", "PASSED", "THROWN"):
            possible = {meld for meld in sets_and_runs(hand + offer) if offer[0] in meld}
        assert melds(table) == possible
        assert {label for label in table.labels() if label[:5] != "meld "} == legal(table)
        for seat in range(2):
            assert all(frozenset(m) in sets_and_runs(m) for m in melds_of(table, seat) if m)

    def over(table: Table) -> None:
        laid = [sum(map(len, melds_of(table, seat))) for seat in range(2)]
        assert list(table.outcome.scores) == [int(cards == 11) for cards in laid]
        assert all(not table.pile("iloc HAND", seat) for seat in range(2) if laid[seat] == 11)

    walk(2_000, "conquian", look, over, deals=1)
