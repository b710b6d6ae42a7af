"""Slips in the younger constructs: what is said of them, and that the cure cures."""

from __future__ import annotations

import pytest

from kibitz.recycle import Diagnostic, Source, check, edited

GAME = """(game
 (setup (create players 3) (create deck (game iloc STOCK) (deck FRENCH)))
 (do ((all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 {}
 (scoring max (+ (game sto N) (count (== (game str S) RED)))))"""
ABOVE = "(> (game sto N) 0)"
CHOICE = "(choice ((set (game str S) RED)))"


def errors(nodes: str) -> list[Diagnostic]:
    return [
        one for one in check(Source("game.rcy", GAME.format(nodes))).diagnostics if one.is_error
    ]


@pytest.mark.parametrize(
    ("slip", "help_text"),
    [
        (
            "(cycle next (next player 'P (> (size ('P iloc HAND)) 0)))",
            "from the current player on: `(current player) 'P`",
        ),
        (
            f"(do (({ABOVE} (inc (game sto N))) (else {ABOVE} (dec (game sto N)))))",
            f"a condition and its statement are one: `({ABOVE} (dec (game sto N)))`",
        ),
        ("(set (game sto N) (- 5))", "a number below 0 is written `-5`"),
    ],
)
def test_a_slip_is_one_fault_and_its_cure_cures_it(slip: str, help_text: str) -> None:
    text = GAME.format(f"(do ({slip}))")
    [report] = errors(f"(do ({slip}))")
    assert report.help == help_text
    cured = check(Source("game.rcy", edited(text, list(report.edits)))).diagnostics
    assert [one.headline for one in cured if one.is_error] == []


@pytest.mark.parametrize(
    ("slip", "headline"),
    [
        (f"({ABOVE} {CHOICE} {CHOICE})", "a condition takes one statement, and here are 2"),
        (
            f"({ABOVE} {CHOICE}) (else (do ((inc (game sto N)))) (stage player once {CHOICE}))",
            "`else` takes one statement, and here are 2",
        ),
        (
            "(do ((cycle next (next player (> (size ((current player) iloc HAND)) 0)))))",
            "something is missing in `next player`",
        ),
    ],
)
def test_a_slip_without_a_sure_cure_is_one_fault(slip: str, headline: str) -> None:
    assert [(one.headline, one.edits) for one in errors(slip)] == [(headline, ())]


@pytest.mark.parametrize(
    ("slip", "help_text"),
    [
        ("(set (game sto N) RED)", "texts are kept by `str`, numbers are kept by `sto`"),
        ("(set (game str S) 3)", "numbers are kept by `sto`, texts are kept by `str`"),
        (
            "(set ((current player) isto ROLE) SPY)",
            "texts are kept by `istr`, numbers are kept by `isto`",
        ),
    ],
)
def test_numbers_and_texts_have_words_of_their_own(slip: str, help_text: str) -> None:
    [report] = errors(f"(do ({slip}))")
    assert report.slug == "wrong-type"
    assert report.help == help_text


def test_faults_inside_several_choices_under_one_condition_are_told_too() -> None:
    headlines = [one.headline for one in errors(f"({ABOVE} {CHOICE} (choice ((inc 3))))")]
    assert len(headlines) == 2
