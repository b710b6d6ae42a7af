"""Programs that would keep a compiler busy for ever compile in time, or are refused."""

from __future__ import annotations

from time import process_time

import pytest
from lockstep import Lockstep
from small_games import game, program_of

from kibitz.engine import Interpreter, limits
from kibitz.engine.native.layout.signatures import Purpose
from kibitz.engine.native.llvm import host
from kibitz.engine.native.passes import emit
from kibitz.recycle import RecycleError

pytestmark = pytest.mark.slow

CARDS = "(create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (R, S))))"
STOCK = "(game iloc STOCK)"
MOST_SECONDS = 5.0


def playing(*alternatives: str) -> str:
    """A game that ends when somebody takes the last of its alternatives."""
    choices = " ".join((*alternatives, "(inc (game sto ENOUGH))"))
    stage = f"(stage player (end (== 1 (game sto ENOUGH))) (choice ({choices})))"
    return game(stage, setup=CARDS, players=2, score="(size (game vloc OUT))")


def union(parts: int, depth: int) -> str:
    inner = union(parts, depth - 1) if depth > 1 else STOCK
    return f"(union {' '.join([inner] * parts)})"


def taking(cards: str) -> str:
    return f"(any {cards} 'C (move 'C (top (game vloc OUT))))"


NESTED = "(inc (game sto R))"
for _name in "ABCDEF":
    NESTED = f"(any (union {STOCK} (game vloc OUT) (game vloc {_name})) '{_name}V {NESTED})"

KEPT = f"(let {union(20, 1)} 'X (any 'X 'C (move 'C (top (game vloc OUT)))))"

BOMBS = {
    "a union of twenty parts in a let": playing(KEPT),
    "unions of three, four deep": playing(taking(union(3, 4))),
    "a union of a hundred": playing(taking(union(100, 1))),
    "picks from unions, six deep": playing(NESTED),
    "twenty alternatives alike": playing(*[taking(STOCK)] * 20),
    "forty repeats, one after the other": game(
        f"(do ({' '.join([f'(repeat 1 (move (top {STOCK}) (bottom {STOCK})))'] * 40)}))"
        "(choice ((turn pass)))",
        setup=CARDS,
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_is_accepted_compiles_in_time(name: str) -> None:
    program = program_of(BOMBS[name])
    start = process_time()
    emitted = emit(program, Interpreter(program).laid_out(), Purpose.SEARCH)
    host.object_code(emitted.text)
    assert process_time() - start < MOST_SECONDS


@pytest.mark.parametrize("name", ["a union of twenty parts in a let", "unions of three, four deep"])
def test_a_union_gathered_first_is_the_same_union(name: str) -> None:
    engines = Lockstep(program_of(BOMBS[name].replace("A, B, C", "A")))
    assert engines.play(1, most=6) >= 1


def test_too_much_code_is_refused_with_the_rule_that_makes_most_of_it() -> None:
    text = playing(*[taking(STOCK)] * 300)
    program = program_of(text)
    start = process_time()
    with pytest.raises(RecycleError) as raised:
        emit(program, Interpreter(program).laid_out(), Purpose.PLAY)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.slug == "too-much-code"
    assert f"{limits.INSTRUCTIONS:,}" in diagnostic.headline
    assert text[diagnostic.primary.span.start :].startswith("(choice")
    assert process_time() - start < MOST_SECONDS
