"""Every program that lowering makes is valid, and a broken one is found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from gathered_games import CONFORMANCE, game_names, program_named
from program_spec import check_program
from small_games import program_of

from kibitz.engine import Program, lower
from kibitz.engine.program import (
    Add,
    Again,
    And,
    Block,
    CardKind,
    Compare,
    Const,
    Constants,
    Decide,
    Enter,
    Finish,
    LeaveStage,
    Load,
    Location,
    Not,
    Perform,
    Pick,
    Size,
    Slot,
    StorageKind,
    StoreValue,
    Subsets,
    Truth,
    Var,
    When,
)
from kibitz.recycle import check
from kibitz.recycle.loading import load_source
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import CycleKind, Type

HERE = Span(0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_game_lowers_to_a_valid_program(name: str) -> None:
    assert check_program(program_named(name)) == []


@pytest.mark.parametrize("name", sorted(path.name for path in CONFORMANCE.glob("*.rcy")))
def test_a_conformance_program_lowers_to_a_valid_program(name: str) -> None:
    checked = check(load_source(CONFORMANCE / name)).game
    if checked is not None:
        assert check_program(lower(checked)) == []


SOUND = program_of(
    """(game (setup (create players 2) (create deck (game vloc X) (deck (RANK (A, B)))))
        (do ((set (game sto N) 0)))
        (stage player (end (== (game sto N) 3))
         (do ((inc (game sto N)))))
        (choice ((any (game vloc X) 'C (move 'C (top ((current player) iloc HAND))))))
        (scoring max (size ((current player) iloc HAND))))"""
)
N = Slot(StorageKind.INT, SOUND.int_storages, None, None)
PILE = Location(SOUND.families[:1], None, None, Const(0), HERE)


def with_step(step: object) -> Program:
    """The sound program with one more step in front of the end."""
    return replace(SOUND, code=(*SOUND.code[:-1], step, Finish()))  # type: ignore[arg-type]  # wrong on purpose


def with_statement(statement: object) -> Program:
    return with_step(Perform(statement, HERE))  # type: ignore[arg-type]  # wrong on purpose


def set_to(value: object) -> StoreValue:
    return StoreValue(N, value, HERE)  # type: ignore[arg-type]  # wrong on purpose


EQUAL = Compare("==", Load(N), Const(1))
PASS = Add(N, Const(1), False, HERE)


def test_the_program_to_be_broken_is_sound() -> None:
    assert check_program(SOUND) == []
    assert check_program(with_statement(PASS)) == []


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (replace(SOUND, players=17), "17 players"),
        (replace(SOUND, teams=((0,), (0, 1))), "do not hold every seat once"),
        (replace(SOUND, strings=("A", *SOUND.strings[1:])), "string 0 is not the empty string"),
        (replace(SOUND, strings=(*SOUND.strings, "RANK")), "a string has two numbers"),
        (replace(SOUND, kinds=(CardKind(((1, 999),)),) * 2), "a value that is no string"),
        (replace(SOUND, kinds=(CardKind(((1, 2), (1, 3))),) * 2), "has an attribute twice"),
        (replace(SOUND, families=SOUND.families[1:]), "that the tables do not have"),
        (replace(SOUND, families=SOUND.families[::-1]), "begins at"),
        (replace(SOUND, int_storages=()), "that the tables do not have"),
        (replace(SOUND, variables=()), "does not exist"),
        (replace(SOUND, code=SOUND.code[:-1]), "does not end with Finish"),
        (replace(SOUND, score=Var(0)), "the score: variable 0 is used without a value"),
        (with_step(Finish()), "finishes before the end"),
        (with_step(LeaveStage(CycleKind.PLAYER)), "leaves a stage that was not entered"),
        (with_step(Enter(CycleKind.PLAYER, EQUAL, 99, HERE)), "does not leave it"),
        (with_step(Enter(CycleKind.PLAYER, EQUAL, 99, HERE)), "are never left"),
        (with_step(Again(CycleKind.PLAYER, EQUAL, 0, 0, HERE)), "goes round outside a stage"),
        (with_statement(Pick(Constants((1,)), 0, Type.INT, PASS, HERE)), "a pick outside a choice"),
        (with_statement(set_to(Var(0))), "variable 0 is used without a value"),
        (with_statement(set_to(Const(2**31))), "does not fit in 32 bits"),
        (with_statement(Block((PASS,))), "a block that could be opened"),
        (with_statement(Block((PASS, Block(())))), "a block that could be opened"),
        (with_statement(When(Truth(True), PASS, HERE)), "a condition that is already decided"),
        (with_statement(When(And((EQUAL,)), PASS, HERE)), "an `and` or `or` of one part"),
        (with_statement(When(And((Truth(False), EQUAL)), PASS, HERE)), "that is already decided"),
        (with_statement(When(And((EQUAL, Truth(True))), PASS, HERE)), "that is already decided"),
        (with_statement(When(Not(Truth(True)), PASS, HERE)), "is already decided"),
        (
            with_statement(When(Compare("==", Const(1), Const(2)), PASS, HERE)),
            "a comparison that is already decided",
        ),
        (with_statement(When(Compare("=", Load(N), Const(2)), PASS, HERE)), "a comparison by ="),
        (with_statement(replace(PASS, slot=replace(N, name=Const(1)))), "is named where there is"),
        (with_statement(replace(PASS, slot=replace(N, owner=Const(0)))), "an owner where the"),
        (
            with_step(Decide((Pick(Constants(()), 0, Type.INT, PASS, HERE),), ("",), HERE)),
            "a loop over nothing",
        ),
    ],
)
def test_a_broken_program_is_found_out(broken: Program, fault: str) -> None:
    assert any(fault in found for found in check_program(broken)), check_program(broken)


def test_a_stage_must_end_as_it_began_and_go_round_to_its_own_first_step() -> None:
    code = SOUND.code
    number = next(i for i, step in enumerate(code) if isinstance(step, Again))
    again = code[number]
    assert isinstance(again, Again)
    changes: list[Callable[[Again], Again]] = [
        lambda step: replace(step, body=0),
        lambda step: replace(step, exit=0),
        lambda step: replace(step, end=None),
    ]
    for change in changes:
        broken = (*code[:number], change(again), *code[number + 1 :])
        assert check_program(replace(SOUND, code=broken)) != []


def test_subsets_need_a_whole_size() -> None:
    broken = with_statement(set_to(Size(Subsets(PILE, "==", None, None, HERE))))
    assert any("half a size" in fault for fault in check_program(broken))
