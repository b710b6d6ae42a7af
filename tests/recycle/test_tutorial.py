"""docs/tutorial.md: every step is a game that runs, and does what is said under it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from example_table import checked, native_outcome, outcome, split

from kibitz.engine import Interpreter, Rng, lower
from kibitz.game import Game
from kibitz.games.page_check import check_page
from kibitz.recycle import Source, check, render
from tools import tutorial_links

DOCUMENT = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.M | re.S)
AT_RANDOM = re.compile(r"(some of )?20 matches at random (?:never )?end")
FEW_ENOUGH = 5_000
"""Decisions after which a match is held to be one that never ends."""


def under(kind: str) -> list[tuple[str, str]]:
    """Every block of that kind, with the program above it."""
    found, program = [], ""
    for block in BLOCK.finditer(DOCUMENT):
        if block[1] == "recycle":
            program = block[2]
        elif block[1] == kind:
            found.append((program, block[2]))
    return found


CLAIMS = [(program, claim) for program, plays in under("plays") for claim in plays.splitlines()]
PLAYED = [(program, claim) for program, claim in CLAIMS if not AT_RANDOM.fullmatch(claim)]
ENDINGS = [claim for claim in PLAYED if split(claim[1])[1].startswith("scores")]


def test_every_program_says_what_it_comes_to_or_what_is_wrong_with_it() -> None:
    programs = [block[2] for block in BLOCK.finditer(DOCUMENT) if block[1] == "recycle"]
    assert len(programs) >= 12
    assert programs == [
        program for program in programs if program in dict(under("plays") + under("report"))
    ]


def test_four_games_are_finished() -> None:
    finished = [program for program, _ in CLAIMS if program.startswith(";; ")]
    assert len(set(finished)) == 4
    for program in finished:
        assert (program, "20 matches at random end") in CLAIMS


def test_the_link_under_every_program_opens_that_program_with_its_page() -> None:
    told = tutorial_links.steps(DOCUMENT)
    assert [tutorial_links.texts(link) for link in tutorial_links.targets(DOCUMENT)] == told
    under_each = re.findall(
        r"(?<=^```\n)\[Open it in the workshop\]\[step-(\d+)\]$", DOCUMENT, re.M
    )
    assert under_each == [str(number + 1) for number in range(len(told))]


@pytest.mark.parametrize(("program", "report"), under("report"))
def test_a_faulty_program_is_reported_as_shown(program: str, report: str) -> None:
    source = Source("my-eights.rcy", program)
    assert render(source, check(source).diagnostics, colour=False) == report


@pytest.mark.parametrize(("program", "_plays"), under("plays"))
def test_every_other_program_is_clean(program: str, _plays: str) -> None:
    assert check(Source("tutorial.md", program)).diagnostics == ()


@pytest.mark.parametrize(("program", "claim"), PLAYED)
def test_a_program_comes_to_what_is_said(program: str, claim: str) -> None:
    settings, said = split(claim)
    assert outcome(program, settings, said) == said


@pytest.mark.parametrize(("program", "labels"), under("offers"))
def test_the_first_player_is_asked_what_is_shown(program: str, labels: str) -> None:
    before = DOCUMENT[: DOCUMENT.index(labels)]
    seed = int(re.findall(r"--seed (\d+)", before)[-1])
    match = Game.of_program(lower(checked(program))).match(seed)
    assert [option.label for option in match.options] == labels.splitlines()


@pytest.mark.parametrize(("program", "page"), under("page"))
def test_a_page_is_clean_beside_its_program(program: str, page: str) -> None:
    assert check_page(Source("tutorial.md", page), checked(program).game) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "claim"), [claim for claim in CLAIMS if AT_RANDOM.fullmatch(claim[1])]
)
def test_matches_at_random_end_where_that_is_said(program: str, claim: str) -> None:
    engine = Interpreter(lower(checked(program)))
    endless = any(engine.playout(Rng(seed), FEW_ENOUGH).capped for seed in range(20))
    assert endless == claim.startswith("some of")


@pytest.mark.slow
@pytest.mark.parametrize(("program", "claim"), ENDINGS)
def test_the_native_engine_says_the_same(program: str, claim: str) -> None:
    settings, said = split(claim)
    assert native_outcome(program, settings) == said
