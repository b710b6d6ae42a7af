"""docs/language.md: every program in it is clean and comes to what the page says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from kibitz.engine import Interpreter, MatchError, Program, Rng, lower
from kibitz.engine.native.engine import NativeEngine
from kibitz.match import Match
from kibitz.recycle import RecycleError, Source, check
from kibitz.recycle.syntax import CheckedGame

pytestmark = pytest.mark.slow


DOCUMENT = (Path(__file__).parents[2] / "docs" / "language.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^## ([^\n]+)(?:(?!^## ).)*?```recycle\n(.*?)```\n```plays\n(.*?)```", re.M | re.S
)
EXAMPLES = {
    title: (program, plays.splitlines()) for title, program, plays in EXAMPLE.findall(DOCUMENT)
}
CLAIMS = [(title, claim) for title, (_, plays) in EXAMPLES.items() for claim in plays]
KNOWS = re.compile(r"player (\d) knows (\d) of (\d) cards in the ([A-Z]+) of player (\d)")


def checked(title: str) -> CheckedGame:
    result = check(Source("language.md", EXAMPLES[title][0]))
    assert result.game is not None, result.diagnostics
    return result.game


def split(claim: str) -> tuple[dict[str, str], str]:
    """Options and what is said of the game with them."""
    settings, colon, said = claim.partition(": ")
    if not colon:
        return {}, claim
    return dict(setting.split("=", 1) for setting in settings.split()), said


def reference_scores(program: Program) -> tuple[int, ...]:
    engine, rng = Interpreter(program), Rng(1)
    step = engine.deal(rng)
    while not step.is_over:
        step = engine.apply(step, 0, rng)
    return engine.score(step.state).scores


def native_scores(program: Program) -> tuple[int, ...]:
    engine, rng = NativeEngine(program), Rng(1)
    block = engine.deal_packed(rng)
    while not engine.interpreter.is_over(engine.unpack(block)):
        block = engine.apply_packed(block, 0, rng)
    return engine.score_packed(block).scores


def outcome(title: str, settings: Mapping[str, int | str]) -> set[str]:
    """What both engines make of the example; one text if they agree."""
    try:
        program = lower(checked(title), settings)
    except RecycleError as refusal:
        return {f"refused, {diagnostic.slug}" for diagnostic in refusal.diagnostics}
    said = set()
    for scores in (reference_scores, native_scores):
        try:
            said.add(f"scores {' '.join(map(str, scores(program)))}")
        except MatchError as fault:
            said.add(f"fails, {fault.diagnostic.slug}")
    return said


def test_every_program_of_the_page_says_what_it_comes_to() -> None:
    assert DOCUMENT.count("```recycle") == DOCUMENT.count("```plays") == len(EXAMPLES)
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize("title", EXAMPLES)
def test_a_program_of_the_page_is_clean(title: str) -> None:
    assert check(Source("language.md", EXAMPLES[title][0])).diagnostics == ()


@pytest.mark.parametrize(("title", "claim"), CLAIMS)
def test_a_program_of_the_page_comes_to_what_is_said(title: str, claim: str) -> None:
    knowing = KNOWS.fullmatch(claim)
    if knowing is None:
        settings, said = split(claim)
        assert outcome(title, settings) == {said}
        return
    seat, known, cards, place, owner = knowing.groups()
    match = Match(Interpreter(lower(checked(title))), seed=1)
    pile = match.view(int(seat) - 1).pile(place, int(owner) - 1)
    assert (len(pile), sum(card is not None for card in pile)) == (int(cards), int(known))


def test_the_page_tells_of_every_extension() -> None:
    for word in ("(option ", "(require ", "once", "subsets", "update", "hloc", "100 000"):
        assert word in DOCUMENT
