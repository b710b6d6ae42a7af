"""Every limit of a run at its edge: just below it both engines play, just above both stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from lockstep import CountedInterpreter
from packed_steps import apply_packed, deal_packed
from small_games import FOUR_CARDS, game, program_of

from kibitz.engine import MatchError, Program, Rng, limits
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.recycle import RecycleError

pytestmark = pytest.mark.slow

STOCK = "(game iloc STOCK)"
WAIT = "(choice ((turn pass)))"
NUMBER = "(set (game sto N) {})"
LOOP = "(range 1..(game sto N))"


def in_play(statement: str) -> Callable[[int], str]:
    """A game that does it before its only decision; `{}` is the number at the edge."""
    return lambda number: game(f"(do ({NUMBER} {statement})) {WAIT}".replace("{}", str(number)))


def in_choice(alternative: str) -> Callable[[int], str]:
    return lambda number: game(
        f"(do ({NUMBER})) (choice ({alternative} (turn pass)))".replace("{}", str(number))
    )


@dataclass(frozen=True)
class Edge:
    text: Callable[[int], str]
    slug: str
    between: tuple[int, int]
    """A number that plays, and one that does not."""


AWARDS = " ".join(
    f"((RANK : {chr(65 + n // 26)}{chr(65 + n % 26)}) (game sto N))" for n in range(200)
)
AWARDED = f"(set (game points W) ({AWARDS}))"
"""More awards that are worked out in play than any game has: a score costs several looks."""


def of_points(question: str) -> Edge:
    """It is asked again and again, of the stock by those awards."""
    question = question.replace("PILE", STOCK).replace("WORTH", "(game points W)")
    asked = f"((any {LOOP} 'A {question}) (turn pass))"
    return Edge(in_play(f"{AWARDED} {asked}"), "too-much-work", (1, 60_000))


EDGES = {
    "steps of repeat": Edge(in_play("(repeat {} (turn pass))"), "no-progress", (1, 2**31 - 1)),
    "steps of a loop": Edge(
        in_play(f"(all (range 1..300) 'A (all {LOOP} 'N (turn pass)))"), "no-progress", (1, 60_000)
    ),
    "steps of an option": Edge(in_choice("(repeat {} (turn pass))"), "no-progress", (1, 2**31 - 1)),
    "looks of a question in a question": Edge(
        in_play(f"((any {LOOP} 'A (any {LOOP} 'B (== (+ 'A 'B) 0))) (turn pass))"),
        "too-much-work",
        (1, 60_000),
    ),
    "looks of a filter of a filter": Edge(
        in_play(
            f"(set (game sto R) (size (filter {LOOP} 'A "
            f"(> (size (filter (filter {LOOP} 'B (> 'B 5)) 'C (== 'C 'A))) 0))))"
        ),
        "too-much-work",
        (1, 60_000),
    ),
    "lists that are kept": Edge(
        in_play(f"(all (range 1..9) 'K (let (all {LOOP} 'A (top 3 {STOCK})) 'X (turn pass)))"),
        "too-much-work",
        (1, 60_000),
    ),
    "looks for options": Edge(
        in_choice(f"(any (range 1..90) 'A ((any {LOOP} 'B (== 'B 0)) (turn pass)))"),
        "too-much-work",
        (1, 60_000),
    ),
    "looks while trying out": Edge(
        in_choice(
            f"(do ((inc (game sto R)) (any {LOOP} 'A ((any {LOOP} 'B (== 'B 0)) (turn pass)))))"
        ),
        "too-much-work",
        (1, 10_000),
    ),
    "looks of a fixed question in the condition of an option": Edge(
        in_choice("((any (range 1..{}) 'A (any (range 1..90) 'B (== (+ 'A 'B) 0))) (turn pass))"),
        "too-much-work",
        (1, 60_000),
    ),
    "looks at points": of_points("(== 1 (sum PILE using WORTH))"),
    "looks at the points of a card": of_points(
        "(any (range 1..90) 'B (== 1 (score (top PILE) using WORTH)))"
    ),
    "looks at the most points": of_points("(== 1 (scoremax PILE using WORTH))"),
    "looks for the best card": of_points("(== (cardatt RANK (max PILE using WORTH)) NONE)"),
    "looks for a run": of_points("(== 9 (size (run top 2 PILE using WORTH)))"),
    "looks for runs": of_points("(== 9 (size (runs all 2 PILE using WORTH)))"),
    "looks for subsets of a worth": of_points("(== 99 (size (subsets PILE == 1 using WORTH)))"),
    "elements of a range": Edge(
        in_play("(set (game sto R) (size (range 1..(game sto N))))"),
        "too-many-elements",
        (limits.ELEMENTS, limits.ELEMENTS + 1),
    ),
    "options": Edge(
        in_choice(f"(any {LOOP} 'A (turn pass))"),
        "too-many-options",
        (limits.OPTIONS - 1, limits.OPTIONS),
    ),
    "picks that come after an action": Edge(
        in_choice(f"(all {LOOP} 'A (any (range 0..0) 'B (inc (game sto R))))"),
        "too-many-picks",
        (limits.PICKS, limits.PICKS + 1),
    ),
    "references of a memory": Edge(
        in_play(f"(repeat {{}} (remember (top {STOCK}) (top (game mem M))))"),
        "memory-full",
        (limits.FEW_CARDS, limits.FEW_CARDS + 1),
    ),
}


def end_in_interpreter(program: Program) -> str:
    """How one decision and its first option end: `played`, or the fault."""
    engine, rng = CountedInterpreter(program), Rng(1)
    try:
        engine.apply(engine.deal(rng), 0, rng)
    except MatchError as error:
        return error.diagnostic.slug
    return "played"


def end_in_native_code(program: Program) -> str:
    engine, rng = NativeEngine(program), Rng(1)
    try:
        apply_packed(engine, deal_packed(engine, rng), 0, rng)
    except MatchError as error:
        return error.diagnostic.slug
    return "played"


@pytest.mark.parametrize("name", EDGES)
def test_both_engines_stop_at_the_same_number(name: str) -> None:
    edge = EDGES[name]
    below, above = edge.between
    while above - below > 1:
        middle = (below + above) // 2
        if end_in_interpreter(program_of(edge.text(middle))) == "played":
            below = middle
        else:
            above = middle
    for number, end in ((below, "played"), (above, edge.slug)):
        program = program_of(edge.text(number))
        assert (end_in_interpreter(program), end_in_native_code(program)) == (end, end), number


@pytest.mark.parametrize(("picks", "is_played"), [(limits.PICKS, True), (limits.PICKS + 1, False)])
def test_picks_inside_each_other_are_counted_before_play(picks: int, is_played: bool) -> None:
    names = [f"{chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(picks)]
    nested = "".join(f"(any (range 0..0) '{name} " for name in names)
    text = game(f"(choice ({nested}(turn pass){')' * picks}))", setup=FOUR_CARDS)
    if is_played:
        program = program_of(text)
        assert end_in_interpreter(program) == end_in_native_code(program) == "played"
        return
    with pytest.raises(RecycleError) as refused:
        program_of(text)
    assert [report.slug for report in refused.value.diagnostics] == ["too-many-picks"]
