"""A hole is counted out by itself, whichever of the match it is."""

from __future__ import annotations

from textwrap import dedent

import pytest

from benchmarks import blackjack_values
from kibitz import load
from kibitz.advisor import Advice, Aim, Question, advise, laid_out, origin, read_position

pytestmark = pytest.mark.slow

LAST_TURN = """
    player = 1
    choosing = "draw"

    [table]
    HOLE = {hole}
    FINAL = 1
    FINISHER = 2
    LEFT = 1
    "discard pile" = "Q J 10 8 8 3 5 5 A 6"

    [players.1]
    cells = "9 4 K  ? 4 7"

    [players.2]
    cells = "A K 2  3 7 10"
"""


def asked(holes: int, hole: int, aim: Aim) -> Advice:
    game = load("golf", PLAYERS=2, HOLES=holes)
    position = read_position(dedent(LAST_TURN).format(hole=hole).encode())
    seat = laid_out(game, position)
    return advise(Question.of(game, seat.view, seat.decision, aim))


def behind(advice: Advice) -> dict[str, float]:
    return {option.label: round(option.score_delta, 9) for option in advice.options}


def test_a_hole_is_as_exact_in_the_middle_of_a_match_as_alone() -> None:
    alone, in_the_match = asked(1, 1, Aim.SCORE), asked(9, 3, Aim.SCORE)
    assert alone.method == in_the_match.method == "exact"
    assert behind(alone) == behind(in_the_match)
    assert not any(alone.best.worth.errors.values())
    assert in_the_match.best.worth.errors[Aim.SCORE] > 0, "six holes are still to come"
    assert not any(option.worth.gap_errors[Aim.SCORE] for option in in_the_match.options)
    assert origin(in_the_match).startswith("counted out to the end of the round")


def test_who_plays_for_the_place_of_the_match_is_told_by_what_is_left_of_it() -> None:
    """What is best in the hole is best in the match, and wins more often than anything else."""
    place, score = (asked(9, 3, aim) for aim in (Aim.PLACE, Aim.SCORE))
    assert place.method == "exact"
    assert place.best.label == score.best.label
    ranks = [option.rank for option in place.options]
    assert ranks == sorted(ranks)
    assert all(sum(option.worth.wins) == pytest.approx(1) for option in place.options)
    assert 0 < place.best.win < 1, "the match is not over"


def test_a_hand_against_the_house_is_counted_out_card_by_card() -> None:
    """Sixteen against a ten, of a shoe of four packs: the first of ten hands, with no rivals."""
    game = load("blackjack", PLAYERS=1)
    text = 'player = 1\n[table]\nDEALER = "10♠"\n[players.1]\nHAND = "10♥ 6♦"\n'
    seat = laid_out(game, read_position(text.encode()))
    advice = advise(Question.of(game, seat.view, seat.decision))
    assert advice.method == "exact"
    worths = blackjack_values.values((6, 10), 10)
    for option in advice.options:
        name = seat.decision.options[option.index].name.lower()
        lost = worths["hit"] - worths[name]
        assert option.score_delta == pytest.approx(-lost, abs=1e-9)
