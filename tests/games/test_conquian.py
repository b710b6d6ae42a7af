"""Conquian: what is on offer and to whom, forcing, and eleven cards in melds."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down

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
