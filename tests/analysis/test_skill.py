"""Skill and luck: by hand, by simulation where the truth is known, and on a small game."""

from __future__ import annotations

import numpy as np
import pytest
from small_matches import KEEP_THE_ACE, program

from kibitz.analysis.matches import Duel, climb, deals_by_chance, rungs
from kibitz.analysis.measures.skill import Rung, Skill, Values, duel_share, jackknifed, luck, skill
from kibitz.analysis.page.reading import read_skill, rung_text
from kibitz.analysis.subject import SamplePlan
from kibitz.analysis.thinking_matches import TimeBudget
from kibitz.engine import Outcome
from kibitz.engine.native import native_engine
from kibitz.games.page import Objective
from kibitz.players.standings import Mean
from kibitz.players.tournament import PlayedDeal, TournamentMatch
from kibitz.recycle.syntax import Goal


def deal(number: int, *scores: tuple[int, int]) -> PlayedDeal:
    """A deal of two matches: strong sits first, then weak."""
    seats = (("strong", "weak"), ("weak", "strong"))
    matches = (
        TournamentMatch(names, Outcome(pair, Goal.MAX), 1, capped=False)
        for names, pair in zip(seats, scores, strict=True)
    )
    return PlayedDeal(number, tuple(matches))


def test_the_share_of_a_duel_is_a_half_if_the_deal_decides() -> None:
    won_by_the_first_seat = [deal(n, (1, 0), (1, 0)) for n in range(20)]
    assert duel_share(won_by_the_first_seat, "strong") == Mean(0.5, 3 / 20)


def test_the_share_of_a_duel_is_one_if_the_better_always_wins() -> None:
    assert duel_share([deal(n, (1, 0), (0, 1)) for n in range(20)], "strong").value == 1
    assert duel_share([deal(n, (1, 0), (0, 1)) for n in range(20)], "weak").value == 0


def test_four_seats_are_a_duel_of_two_halves() -> None:
    names = ("strong", "weak", "strong", "weak")
    match = TournamentMatch(names, Outcome((9, 1, 2, 3), Goal.MAX), 1, capped=False)
    assert duel_share([PlayedDeal(n, (match,)) for n in range(9)], "strong").value == 1


def outcomes(of_deal: float, of_play: float, deals: int = 400) -> Values:
    """(deal, time, seat): what seats get, made of the deal's part and the rest."""
    chance = np.random.default_rng(5)
    fixed = chance.normal(0, 1, (deals, 1, 2)) * np.sqrt(of_deal)
    varied: Values = fixed + chance.normal(0, 1, (deals, 16, 2)) * np.sqrt(of_play)
    return varied


@pytest.mark.parametrize("part", [0.0, 0.25, 0.5, 0.9, 1.0])
def test_luck_is_the_part_of_the_variance_between_deals(part: float) -> None:
    found = luck(outcomes(part, 1 - part))
    assert found.margin is not None
    assert abs(found.value - part) <= 1.5 * found.margin + 1e-9
    assert found.margin < 0.06


def test_where_all_end_alike_there_is_no_luck() -> None:
    assert luck(np.full((10, 4, 2), 0.5)).value == 0


def test_what_the_deal_always_decided_it_may_yet_fail_to() -> None:
    always = np.repeat([[[1.0, 0.0]], [[0.0, 1.0]]], 2, axis=1).repeat(50, axis=0)
    assert luck(always) == Mean(1.0, 0.03)


def test_the_jackknife_of_a_mean_is_its_usual_error() -> None:
    values = np.random.default_rng(2).normal(0, 1, (20, 1))
    found = jackknifed(values, lambda rows: float(rows.mean()))
    assert found.margin == pytest.approx(2.093 * values.std(ddof=1) / np.sqrt(20), rel=1e-3)
    assert jackknifed(values[:2], lambda rows: 1.0).margin is None


def rung(value: float, margin: float, deals: int = 50) -> Rung:
    return Rung("uniform", "mcts:sims=100", Mean(value, margin), deals)


def test_levels_are_those_that_can_be_told_apart() -> None:
    sure, unsure, few = rung(0.8, 0.1), rung(0.55, 0.1), rung(0.9, 0.1, deals=3)
    assert Skill((sure, unsure), Mean(0, 0), None).levels == 2
    assert Skill((few,), Mean(0, 0), None).levels == 1


def test_the_sentence_names_duels_levels_and_luck() -> None:
    high = Rung("mcts:sims=100", "mcts:sims=1000", Mean(0.6, 0.05), 50)
    words = read_skill(Skill((rung(0.8, 0.1), high), Mean(0.3, 0.02), Mean(0.2, 0.05)))
    assert "100 simulations against chance: 80 ± 10 %" in words
    assert "1,000 simulations against 100: 60 ± 5 %" in words
    assert "3 levels of play" in words
    assert "decides 30 ± 2 % of where random players end, and 20 ± 5 % between thinkers" in words


def test_of_few_duels_nothing_is_told_but_the_luck() -> None:
    words = read_skill(Skill((rung(0.9, 0.1, deals=3),), Mean(0.3, 0.02), None))
    assert words.startswith("Too few duels were played")
    assert "decides 30 ± 2 %" in words


def test_a_share_cannot_be_off_by_more_than_everything() -> None:
    two = [deal(0, (1, 0), (0, 1)), deal(1, (0, 1), (1, 0))]
    assert duel_share(two, "strong") == Mean(0.5, 1.0)


def test_the_ladder_wants_what_the_game_is_played_for() -> None:
    assert rungs(SamplePlan())[1] == "mcts:sims=100"
    assert rungs(SamplePlan(objective=Objective.SCORE))[1] == "mcts:sims=100,reward=score"
    assert rung_text(Rung("uniform", rungs(SamplePlan())[3], Mean(0.5, 0), 2)).startswith("10,000")


def test_who_is_better_is_not_taken_for_luck() -> None:
    """Half of the deals are won by a seat, whoever sits there, the others by the better player."""
    seat_one, seat_two, better = ((1, 0), (1, 0)), ((0, 1), (0, 1)), ((1, 0), (0, 1))
    mixed = [deal(n, *(seat_one, better, seat_two, better)[n % 4]) for n in range(40)]
    duels = [Duel("weak", "strong", tuple(mixed))] * 2
    found = skill(duels, np.zeros((4, 2, 2), np.int32), Goal.MAX)
    assert found.rungs[0].share.value == pytest.approx(0.75)
    # Less what players get on average (3/4, 1/4), a seat has +-1/2 or 0 in the mean of a deal, and
    # a variance of 1/8 within it: 1/8 - 1/16 of 3/16 lies between deals.
    assert found.luck_thinking is not None
    assert found.luck_thinking.value == pytest.approx(1 / 3, abs=0.03)


@pytest.mark.slow
def test_whoever_thinks_keeps_the_ace_and_the_deal_decides_the_rest() -> None:
    of, plan = program(KEEP_THE_ACE), SamplePlan("nobody", 40, 7)
    duels = climb(of, plan, TimeBudget(None), 2)
    assert [duel.stronger for duel in duels] == list(rungs(plan)[1:])
    found = skill(duels, deals_by_chance(native_engine(of), plan, TimeBudget(None)), of.goal)
    assert found.rungs[0].share.value > 0.5
    # Thinkers all keep what they have: who wins, if anybody, is decided by the deal alone.
    assert found.rungs[1].share.value == pytest.approx(0.5)
    assert found.luck_thinking is not None
    assert found.luck_thinking.value == pytest.approx(1)
    assert found.luck.value < 0.6


@pytest.mark.slow
def test_without_time_only_the_first_rung_is_climbed() -> None:
    plan = SamplePlan("nobody", 40, 7, seconds=0.0)
    duels = climb(program(KEEP_THE_ACE), plan, TimeBudget(0), 2)
    assert [isinstance(duel, Duel) and len(duel.deals) >= 2 for duel in duels] == [True]


@pytest.mark.slow
def test_what_would_be_too_much_work_is_left_out() -> None:
    duels = climb(program(KEEP_THE_ACE), SamplePlan("nobody", 9, 7), TimeBudget(None), 400)
    assert [len(duel.deals) for duel in duels] == [9]
