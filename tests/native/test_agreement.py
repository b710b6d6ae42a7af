"""The native engine obeys the interpreter: every game there is, decision by decision."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from gathered_games import CORPUS, game_names, program_named
from lockstep import CountedLockstep, Lockstep

from kibitz import load
from kibitz.engine import Program, lower
from kibitz.games import find, names
from kibitz.recycle import RecycleError, syntax

pytestmark = pytest.mark.slow


MATCHES = 200
DECISIONS = 3_000
"""Of a game, whose matches may be short or long, and half as many under house rules."""
EVERY = 40
"""All options are played at one decision in so many."""
OPTION_COMBINATIONS = 4


def play(table: Lockstep, seeds: range, decisions: int = DECISIONS) -> None:
    """The matches of these seeds, or as many of them as come to so many decisions."""
    for seed in seeds:
        decisions -= table.play(seed, most=500, every=EVERY)
        if decisions <= 0:
            break


@pytest.mark.parametrize("name", game_names())
def test_both_engines_play_the_same_matches(name: str) -> None:
    play(CountedLockstep(program_named(name)), range(MATCHES))


@pytest.mark.usefixtures("not_optimised")
@pytest.mark.parametrize("name", names())
def test_both_engines_agree_on_house_rules(name: str) -> None:
    for number, program in enumerate(house_rules(name)):
        few = DECISIONS // 2 // OPTION_COMBINATIONS
        play(Lockstep(program), range(number, number + 3), few)


def house_rules(name: str) -> list[Program]:
    """The game with options drawn at random, as often as its requirements let it be played."""
    checked = find(name).checked.game
    assert checked is not None
    drawn = Random(7)
    programs: dict[tuple[tuple[str, int | str], ...], Program] = {}
    for _ in range(20 * OPTION_COMBINATIONS):
        try:
            program = lower(checked, _drawn_options(checked.game, drawn))
        except RecycleError:
            continue
        programs[tuple(program.options.items())] = program
        if len(programs) == OPTION_COMBINATIONS:
            break
    return list(programs.values())


def _drawn_options(game: syntax.GameSyntax, drawn: Random) -> dict[str, int | str]:
    options: dict[str, int | str] = {}
    for declaration in game.declarations:
        match declaration:
            case syntax.OptionNode(domain=syntax.StringsNode(values=values)):
                options[declaration.binder.name] = drawn.choice(values)
            case syntax.OptionNode(
                domain=syntax.RangeNode(
                    low=syntax.IntLiteralNode(value=low), high=syntax.IntLiteralNode(value=high)
                )
            ):
                options[declaration.binder.name] = drawn.randint(low, high)
    return options


def test_the_published_games_are_among_those_compared() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the published games are not at hand")
    assert len(game_names()) == len(names()) + 11


STRANGERS = sorted((Path(__file__).parents[1] / "games" / "strangers").glob("*.rcy"))


@pytest.mark.slow
@pytest.mark.parametrize("path", STRANGERS, ids=lambda path: path.stem)
def test_both_engines_play_games_written_from_the_documents_alike(path: Path) -> None:
    table = Lockstep(load(path).program)
    for number in range(6):
        table.play(number, most=60, every=1)
