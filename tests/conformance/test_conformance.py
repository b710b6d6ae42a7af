"""Tiny programs, one rule of the language each, on every engine.

The programs lie in programs/, what they must do is in expectations.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
from packed_steps import apply_packed, deal_packed, rows_packed, score_packed

from kibitz.engine import Interpreter, MatchError, Outcome, Program, Rng, lower
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.protocol import Step
from kibitz.recycle import Source, check
from kibitz.recycle.loading import load_source

HERE = Path(__file__).parent
PROGRAMS = HERE / "programs"
EXPECTATIONS: dict[str, dict[str, Any]] = tomllib.loads(
    (HERE / "expectations.toml").read_text(encoding="utf-8")
)
FACTS = {"scores", "ranks", "decisions"}
FAULTS = {"error", "refused"}
WORDS = FACTS | FAULTS | {"title", "policy", "note"}


class Table(Protocol):
    """An engine at work on one program, whatever its states look like."""

    def deal(self, rng: Rng) -> Any: ...

    def asks(self, state: Any) -> tuple[int, int] | Outcome:
        """Who chooses, from 1, among how many options; or how the match ended."""
        ...

    def apply(self, state: Any, option: int, rng: Rng) -> Any: ...


class ReferenceTable:
    def __init__(self, program: Program) -> None:
        self._engine = Interpreter(program)

    def deal(self, rng: Rng) -> Step:
        return self._engine.deal(rng)

    def asks(self, step: Step) -> tuple[int, int] | Outcome:
        if isinstance(step.status, Outcome):
            return step.status
        return step.status.seat + 1, len(step.status.options)

    def apply(self, step: Step, option: int, rng: Rng) -> Step:
        return self._engine.apply(step, option, rng)


class NativeTable:
    """The native engine, all its states packed."""

    def __init__(self, program: Program, *, checked: bool = False) -> None:
        self._engine = NativeEngine(program, checked=checked)

    def deal(self, rng: Rng) -> bytes:
        return deal_packed(self._engine, rng)

    def asks(self, block: bytes) -> tuple[int, int] | Outcome:
        state = self._engine.unpack(block)
        if self._engine.interpreter.is_over(state):
            return score_packed(self._engine, block)
        return state.seats[-1].position + 1, len(rows_packed(self._engine, block))

    def apply(self, block: bytes, option: int, rng: Rng) -> bytes:
        return apply_packed(self._engine, block, option, rng)


TABLES: dict[str, Callable[[Program], Table]] = {
    "reference": ReferenceTable,
    "native": NativeTable,
    "native, checked": partial(NativeTable, checked=True),
}
ENGINES = [
    "reference",
    pytest.param("native", marks=pytest.mark.slow),
    pytest.param("native, checked", marks=pytest.mark.slow),
]


@dataclass(frozen=True)
class Played:
    """What a match showed: players from 1, as programs count them."""

    decisions: list[list[int]]
    scores: list[int]
    ranks: list[int]


def source_of(name: str) -> Source:
    return load_source(PROGRAMS / f"{name}.rcy")


def program_of(source: Source) -> Program:
    checked = check(source).game
    assert checked is not None
    return lower(checked, {})


def play(table: Table, policy: list[int]) -> Played:
    rng = Rng(1)
    state = table.deal(rng)
    decisions: list[list[int]] = []
    while not isinstance(asked := table.asks(state), Outcome):
        turn = len(decisions)
        decisions.append(list(asked))
        state = table.apply(state, policy[turn] if turn < len(policy) else 0, rng)
    return Played(decisions, list(asked.scores), list(asked.ranks))


def test_every_program_has_an_expectation_and_the_reverse() -> None:
    assert {path.stem for path in PROGRAMS.glob("*.rcy")} == set(EXPECTATIONS)


@pytest.mark.parametrize("name", EXPECTATIONS)
def test_an_expectation_expects_something(name: str) -> None:
    words = set(EXPECTATIONS[name])
    assert words <= WORDS
    assert (words & FACTS) or len(words & FAULTS) == 1


def test_the_program_about_the_byte_order_mark_has_one() -> None:
    assert (PROGRAMS / "L02.rcy").read_bytes().startswith(b"\xef\xbb\xbf(game")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", [name for name in EXPECTATIONS if FACTS & set(EXPECTATIONS[name])])
def test_a_program_does_what_the_language_says(name: str, engine: str) -> None:
    expected = EXPECTATIONS[name]
    played = play(TABLES[engine](program_of(source_of(name))), expected.get("policy", []))
    shown = {fact: getattr(played, fact) for fact in FACTS & set(expected)}
    assert shown == {fact: expected[fact] for fact in shown}, expected["title"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", [name for name in EXPECTATIONS if "error" in EXPECTATIONS[name]])
def test_a_program_that_cannot_go_on_ends_in_a_dynamic_error(name: str, engine: str) -> None:
    built = TABLES[engine](program_of(source_of(name)))
    with pytest.raises(MatchError):
        play(built, [])


@pytest.mark.parametrize("name", [name for name in EXPECTATIONS if "refused" in EXPECTATIONS[name]])
def test_a_program_that_cannot_be_meant_is_refused(name: str) -> None:
    result = check(source_of(name))
    assert result.game is None
    assert any(report.is_error for report in result.diagnostics)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("number", [0, 3])
def test_a_player_number_without_a_seat_is_a_dynamic_error(number: int, engine: str) -> None:
    text = f"""(game (setup (create players 2) (create deck (game iloc X) (deck (RANK (A)))))
        (do ((set (game sto N) {number}) (inc (((game sto N) player) sto R))))
        (scoring max ((current player) sto R)))"""
    built = TABLES[engine](program_of(Source("numbers", text)))
    with pytest.raises(MatchError):
        play(built, [])
