"""Definitions: what their uses stand for, whose variables are whose, and where faults are shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from small_games import engine_of, fault_of, game, play

from kibitz.engine import Rng
from kibitz.engine.protocol import Decision
from kibitz.recycle import Diagnostic, Source, check
from kibitz.recycle.printer import print_document
from kibitz.recycle.reader import read

SHUFFLE = "(do ((shuffle (game iloc STOCK))))"
ADD = "(define ADD ('N) (inc (game sto R) 'N))"
HALVE = "(define HALVE ('N) (// 10 'N))"


def faults(defined: str, nodes: str = SHUFFLE) -> tuple[Diagnostic, ...]:
    return check(Source("game.rcy", game(nodes, declare=defined, players=2))).diagnostics


def shown(defined: str, nodes: str) -> list[tuple[str, str, list[str]]]:
    """Of each report: its slug, what it is about, and what else it shows."""
    text = game(nodes, declare=defined, players=2)
    found = check(Source("game.rcy", text))
    return [
        (
            report.slug,
            found.source.slice(report.primary.span),
            [found.source.slice(label.span) for label in report.secondary],
        )
        for report in found.diagnostics
    ]


def score(defined: str, nodes: str) -> int:
    return play(game(nodes, declare=defined, players=2)).scores[0]


# ---------------------------------------------------------------------------- meaning


def test_the_arguments_stand_in_place_of_the_parameters() -> None:
    assert (
        score("(define MORE ('A 'B) (- (* 10 'A) 'B))", "(do ((set (game sto R) (MORE 4 1))))")
        == 39
    )


def test_a_variable_bound_in_a_body_does_not_catch_the_callers() -> None:
    defined = "(define GIVE ('N) (all (range 1..2) 'I (inc (game sto R) 'N)))"
    assert score(defined, "(do ((all (range 5..6) 'I (GIVE 'I))))") == 2 * (5 + 6)


def test_a_body_does_not_see_the_variables_around_its_use() -> None:
    defined = "(define GIVE () (inc (game sto R) 'I))"
    [(slug, place, others)] = shown(defined, "(do ((all (range 5..6) 'I (GIVE))))")
    assert (slug, place, others) == ("unbound-variable", "(GIVE)", ["'I"])


def test_what_a_body_declares_is_not_hidden_by_the_caller() -> None:
    """The loop would have to be called otherwise in a program without definitions, too."""
    defined = f"(declare 7 'BASE) (define GIVE () (inc (game sto R) 'BASE)) {ADD}"
    nodes = "(do ((all (range 1..2) 'BASE (do ((GIVE) (ADD 'BASE))))))"
    reports = check(Source("game.rcy", game(nodes, declare=defined))).diagnostics
    assert [report.slug for report in reports] == ["shadowed-variable"]


def test_a_definition_within_a_definition_keeps_them_apart() -> None:
    defined = """(define ONCE ('N) (all (range 1..1) 'I (inc (game sto R) (+ 'I 'N))))
                 (define TWICE ('N) (all (range 1..2) 'I (ONCE (* 10 (+ 'I 'N)))))"""
    assert score(defined, "(do ((all (range 1..1) 'I (TWICE 'I))))") == 21 + 31


def test_an_argument_is_worked_out_wherever_its_parameter_stands() -> None:
    defined = (
        "(define BOTH ('N) (do ((inc (game sto R)) (inc (game sto R) 'N) (inc (game sto R) 'N))))"
    )
    assert score(defined, "(do ((BOTH (* 10 (game sto R)))))") == 1 + 10 + 110


def test_a_picked_variable_is_named_in_keys_as_it_is_written() -> None:
    defined = "(define DRAW ('FROM) (any 'FROM 'C (as DRAW (move 'C (top (game vloc OUT))))))"
    engine = engine_of(game("(choice ((DRAW (game vloc IN))))", declare=defined, setup=OPEN))
    decision = engine.deal(Rng(1)).status
    assert isinstance(decision, Decision)
    assert [option.key for option in decision.options] == ["draw:C=A", "draw:C=B"]


OPEN = "(create deck (game vloc IN) (deck (RANK (A, B))))"


def test_a_definition_is_printed_as_it_is_written() -> None:
    text = game(SHUFFLE, declare="(define DOUBLE ('N 'M) (+ 'N 'N 'M))")
    document, _ = read(Source("game.rcy", text))
    assert "(define DOUBLE ('N 'M) (+ 'N 'N 'M))" in print_document(document)


def test_a_use_and_what_it_stands_for_are_different_programs() -> None:
    used = check(Source("a", game("(do ((ADD 1)))", declare=ADD))).game
    plain = check(Source("b", game("(do ((inc (game sto R) 1)))"))).game
    assert used is not None
    assert plain is not None
    assert used.game.nodes == plain.game.nodes
    assert used.digest != plain.digest


# ---------------------------------------------------------------------------- faults


def test_an_argument_of_the_wrong_type_is_shown_with_the_definition() -> None:
    [(slug, place, others)] = shown(ADD, "(do ((ADD RED)))")
    assert (slug, place) == ("wrong-type", "RED")
    assert "ADD" in others


def test_a_fault_in_a_body_is_shown_at_its_first_use_and_only_once() -> None:
    defined = "(define BAD ('N) (inc (game sto R) (+ 'N (size 3))))"
    [(slug, place, others)] = shown(defined, "(do ((BAD 1) (BAD 2)))")
    assert (slug, place, others) == ("not-a-collection", "(BAD 1)", ["3"])


def test_a_use_within_a_definition_is_shown_as_well() -> None:
    defined = "(define BAD () (size 3)) (define WORSE () (+ 1 (BAD)))"
    [(_, place, others)] = shown(defined, "(do ((set (game sto R) (WORSE))))")
    assert (place, others) == ("(WORSE)", ["3", "(BAD)"])


def test_a_fault_in_play_shows_both_places() -> None:
    text = game("(do ((set (game sto R) (HALVE (game sto NONE)))))", declare=HALVE)
    fault = fault_of(text).diagnostic
    assert fault.slug == "division-by-zero"
    source = Source("game.rcy", text)
    assert source.slice(fault.primary.span) == "(HALVE (game sto NONE))"
    assert [source.slice(label.span) for label in fault.secondary] == ["(// 10 'N)"]


def test_what_is_so_in_every_use_is_warned_of_once() -> None:
    defined = "(define NEVER ('N) ((and (> 'N 0) (== 1 2)) (inc (game sto R) 'N)))"
    uses = "(do ((NEVER (size (game iloc STOCK))) (NEVER (game sto R))))"
    assert [slug for slug, _, _ in shown(defined, uses)] == ["condition-never-true"]


def test_what_is_so_in_one_use_only_is_no_reason_to_warn() -> None:
    defined = "(define IF ('WORD) ((== 'WORD RED) (inc (game sto R))))"
    assert shown(defined, "(do ((IF RED) (IF BLACK)))") == []


def test_a_misspelt_definition_is_suggested() -> None:
    [fault] = faults(ADD, "(do ((ADD 1) (AD 2)))")
    assert fault.help == "did you mean the definition `ADD`?"


def test_a_definition_may_not_use_one_behind_it() -> None:
    defined = "(define FIRST () (SECOND)) (define SECOND () (FIRST))"
    assert {fault.slug for fault in faults(defined, "(do ((SECOND)))")} == {"recursive-definition"}


@pytest.mark.parametrize(
    ("count", "slug"), [(40, "too-much-expansion"), (2, None)], ids=["a bomb", "no bomb"]
)
def test_definitions_that_multiply_are_refused_before_they_are_written_out(
    count: int, slug: str | None
) -> None:
    known = ["A", *(f"D{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(count))]
    doubling = (f"(define {new} () (do (({old}) ({old}))))" for old, new in pairwise(known))
    defined = " ".join(["(define A () (inc (game sto R)))", *doubling])
    slugs = {fault.slug for fault in faults(defined, f"(do (({known[-1]})))")}
    assert slugs == ({slug} if slug else set())


def test_stages_that_are_defined_may_stand_several_under_one_condition() -> None:
    pause = "(define PAUSE ('P 'N) (stage player (end (== 'P 'N)) (choice ((turn pass)))))"
    (slip,) = [
        report for report in faults(pause, "((== 1 1) (PAUSE 1 1) (PAUSE 2 2))") if report.is_error
    ]
    assert slip.slug == "several-statements"
