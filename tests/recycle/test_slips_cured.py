"""Slips in the younger constructs: what is said of them, and that the cure cures."""

from __future__ import annotations

import pytest

from kibitz.engine import Interpreter, Rng, lower
from kibitz.recycle import Diagnostic, Source, check, edited

GAME = """(game
 (setup (create players 3) (create deck (game iloc STOCK) (deck FRENCH)))
 (do ((all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 {}
 (scoring max (+ (game sto N) (count (== (game str S) RED)))))"""
ABOVE = "(> (game sto N) 0)"
ELIF = "a condition before a statement, with `else`; among values `if`"
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
        (f"(do (({ABOVE} (inc (game sto N))) (elif {ABOVE} (dec (game sto N)))))", ELIF),
        (
            f"(do (({ABOVE} (turn pass)) (elif {ABOVE} (inc (game sto N)))"
            f" (elif (not {ABOVE}) (dec (game sto N))) (else (turn pass))))",
            ELIF,
        ),
    ],
)
def test_a_slip_is_one_fault_and_its_cure_cures_it(slip: str, help_text: str) -> None:
    text = GAME.format(f"(do ({slip}))")
    [report] = errors(f"(do ({slip}))")
    assert report.help == help_text
    cured = check(Source("game.rcy", edited(text, list(report.edits)))).diagnostics
    assert [one.headline for one in cured if one.is_error] == []


def test_what_was_elif_is_done_where_the_conditions_before_it_do_not_hold() -> None:
    text = """(game
 (setup (create players 3) (create deck (game iloc STOCK) (deck FRENCH)))
 (do ((all player 'P
  (do (
   ((== (pid 'P) 1) (inc ('P sto N) 1))
   (elif (< (pid 'P) 3) (inc ('P sto N) 2))
   (else (inc ('P sto N) 3)))))))
 (scoring max ((current player) sto N)))"""
    [report] = check(Source("game.rcy", text)).diagnostics
    game = check(Source("game.rcy", edited(text, list(report.edits)))).game
    assert game is not None
    outcome = Interpreter(lower(game)).playout(Rng(1)).outcome
    assert outcome.scores == (1, 2, 3)


@pytest.mark.parametrize(
    "slip",
    [
        f"(do (({ABOVE} (turn pass)) ({ABOVE} (turn pass)) (elif {ABOVE} (turn pass))))",
        f"(do ((turn pass) (elif {ABOVE} (turn pass))))",
        f"(do (({ABOVE} (turn pass)) (elif {ABOVE} (turn pass) (turn pass))))",
        f"(choice (({ABOVE} (turn pass)) (elif {ABOVE} (turn pass)) (else (turn pass))))",
    ],
)
def test_an_elif_that_may_mean_several_things_is_left_to_the_writer(slip: str) -> None:
    [report] = [one for one in errors(slip) if one.slug == "unknown-keyword"]
    assert report.edits == ()


def test_who_may_look_must_be_said() -> None:
    [report] = errors("(do ((show (top (game iloc STOCK)))))")
    assert report.help == (
        "say to whom: `(show (top (game iloc STOCK)) (current player))`,"
        " or to everybody: `(show (top (game iloc STOCK)) player)`"
    )


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
