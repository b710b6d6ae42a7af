"""What is typed at the table."""

from __future__ import annotations

import pytest

from kibitz.cli.table.answers import ChosenOption, Key, Unclear, typed, understand
from kibitz.engine.protocol import Option
from kibitz.words.labels import Offer

HAND = ["play 4♣", "play 4♠", "play 4♣ 4♠", "play 10♥", "play Q♠", "pass"]
GIN = ["discard 4♠", "discard 7♦", "knock, discarding 4♠"]
GRID = ["turn over cell 1", "turn over cell 2", "swap 9♦ into cell 1", "swap 9♦ into cell 2"]


def options(labels: list[str]) -> list[Option]:
    return [Option(n, (n,), str(n), label=label) for n, label in enumerate(labels)]


def offers(labels: list[str], tags: str = "") -> list[Offer]:
    numbers = tags.split() or [str(number) for number in range(1, len(labels) + 1)]
    return [Offer(option, tag) for option, tag in zip(options(labels), numbers, strict=True)]


def chosen(line: str, labels: list[str], tags: str = "") -> str:
    """The label of the option that is understood, or the hint."""
    match understand(line, offers(labels, tags), options(labels)):
        case ChosenOption(option=option):
            return labels[option]
        case Unclear(hint=hint):
            return hint
        case key:
            return key.name


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("4c", "play 4♣"),
        ("4♠", "play 4♠"),
        ("4s 4c", "play 4♣ 4♠"),
        ("4C4S", "play 4♣ 4♠"),
        ("10h", "play 10♥"),
        ("QS", "play Q♠"),
        ("play qs", "play Q♠"),
        ("p 10h", "play 10♥"),
        ("pass", "pass"),
        ("6", "pass"),
    ],
)
def test_cards_are_typed_as_people_write_them(line: str, label: str) -> None:
    assert chosen(line, HAND) == label


def test_a_named_move_is_chosen_by_its_name_and_its_card() -> None:
    assert chosen("knock 4s", GIN) == "knock, discarding 4♠"
    assert chosen("k", GIN) == "knock, discarding 4♠"
    assert chosen("discard 4s", GIN) == "discard 4♠"
    assert chosen("7d", GIN) == "discard 7♦"
    assert chosen("4s", GIN).startswith("that could be 1 discard 4♠, 3 knock, discarding 4♠;")


def test_a_number_is_only_what_stands_in_front_of_an_option() -> None:
    assert chosen("9", ["play 9♦", "play 8♦"]).startswith("that is none of the options")
    assert chosen("t2", GRID, "t1 t2 s1 s2") == "turn over cell 2"
    assert chosen("swap 2", GRID, "t1 t2 s1 s2") == "swap 9♦ into cell 2"
    assert chosen("2", GRID, "t1 t2 s1 s2") == (
        "that could be t2 turn over cell 2, s2 swap 9♦ into cell 2; "
        "type t1–t2, s1–s2, or a card or words of an option; ? shows the rules"
    )


def test_a_card_can_be_typed_that_is_not_offered_because_another_is_the_same() -> None:
    there = options(["play 4♣", "play 4♠", "pass"])
    assert understand("4s", [Offer(there[0], "1"), Offer(there[2], "2")], there) == ChosenOption(1)


def test_keys_are_no_options_and_nothing_is_the_only_one() -> None:
    assert understand("?", offers(HAND), options(HAND)) is Key.HELP
    assert understand("", offers(["pass"]), options(["pass"])) == ChosenOption(0)
    assert chosen("", HAND) == "type 1–6, or a card or words of an option; ? shows the rules"


def test_what_may_be_typed_is_told_in_short() -> None:
    assert typed(offers(GRID, "1 3 4 7")) == "1, 3–4, 7"
    assert typed(offers(GRID, "t1 t2 s1 9")) == "t1–t2, s1, 9"
