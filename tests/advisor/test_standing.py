"""What a score after a deal is worth at the end of a match of linked deals."""

from __future__ import annotations

import re

import numpy as np
import pytest

from benchmarks import cribbage_values
from benchmarks.trust_values import card_number
from kibitz import load
from kibitz.advisor import Question, advise, standing
from kibitz.advisor.simulating import OptionTrial, measured
from kibitz.advisor.standing import DealTrial, line
from kibitz.recycle import Goal


def trials(more: tuple[float, ...], off: tuple[float, ...], wholes: int = 200) -> list[DealTrial]:
    """Of two seats: options that bring the first so many points more in this deal, and in those
    that follow more than the points say."""
    chance = np.random.default_rng(5)
    found = []
    for points, hidden in zip(more, off, strict=True):
        after = chance.normal(50, 5, (2_000, 2))
        after[:, 0] += points
        ends = after[:wholes] + chance.normal(0, 20, (wholes, 2))
        ends[:, 0] += hidden
        trial = DealTrial(2)
        trial.after, trial.is_over = after, np.zeros(len(after), bool)
        trial.ends = measured(ends, Goal.MAX)
        found.append(trial)
    return found


def worths(of: list[DealTrial]) -> np.ndarray:
    drawn = line(of, seat=0)
    assert drawn is not None
    rows = [drawn.rows(n, one, measured(one.after, Goal.MAX)) for n, one in enumerate(of)]
    assert all(np.allclose(row[:, 2].sum(axis=1), 1) for row in rows)
    assert all(np.allclose(row[:, 1].sum(axis=1), 3) for row in rows)
    return np.array([row[:, 0, 0].mean() for row in rows])


def test_a_point_more_after_the_deal_is_told_without_the_luck_of_later_deals() -> None:
    found = worths(trials((0.0, 1.0, 2.0), (0.0, 0.0, 0.0)))
    assert np.allclose(np.diff(found), 1.0, atol=0.45)  # by matches alone: ± 4


def test_what_the_score_does_not_say_is_added_where_chance_does_not_explain_it() -> None:
    found = worths(trials((0.0, 0.0, 0.0), (0.0, 0.0, 25.0)))
    assert found[2] - found[0] > 15
    assert abs(found[1] - found[0]) < 5


def test_where_the_match_was_over_it_is_told_as_it_ended() -> None:
    of = trials((0.0, 1.0), (0.0, 0.0))
    of[0].is_over[:] = True
    of[1].is_over[::2] = True
    drawn = line(of, seat=0)
    assert drawn is not None
    ended = measured(of[1].after, Goal.MAX)
    rows = drawn.rows(1, of[1], ended)
    assert (rows[::2] == ended[::2]).all()
    assert (rows[1::2] != ended[1::2]).any()


def test_a_few_matches_make_no_line() -> None:
    assert line(trials((0.0, 1.0), (0.0, 0.0), wholes=5), seat=0) is None


def test_what_goes_on_is_told_as_exactly_as_what_is_said_of_it() -> None:
    """An option is given up by what the line does not know, too."""
    game = load("cribbage")
    match = game.match(2)
    view, decision = match.view(match.decision.seat), match.decision
    question = Question.of(game, view, decision, "win", 3)
    trial = OptionTrial(question, by_deal=True)
    trial.bring_up(trial.options, 128)
    others = [option for option in trial.options if option]
    told = [trial.worth(option, 0).gap_errors[question.aim] for option in others]
    assert np.allclose([trial.behind(0, option)[1] for option in others], told)


@pytest.mark.slow
def test_at_cribbage_cards_are_laid_away_that_are_worth_little_in_the_hand() -> None:
    """Loss beside the exact value of hand and crib: 4.6 points for any two cards."""
    game, losses = load("cribbage"), []
    for seed in range(4):
        match = game.match(seed)
        view, decision = match.view(match.decision.seat), match.decision
        hand = [card_number(str(card)) for card in view.pile("HAND", decision.seat)]
        values = cribbage_values.laid_away(hand, is_dealer=decision.seat == 1)
        best = advise(Question.of(game, view, decision, "score", seed), simulations=4_000).best
        cards = re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", best.label)
        losses.append(max(values.values()) - values[frozenset(map(card_number, cards))])
    assert sum(losses) / len(losses) < 1.0


def test_ranks_and_wins_that_a_line_says_are_such_as_can_be() -> None:
    said = np.random.default_rng(1).normal(2, 3, (200, 2, 3))
    ranks, wins = np.moveaxis(standing._possible(said), 1, 0)
    assert np.allclose(ranks.sum(axis=1), 1 + 2 + 3)
    assert np.allclose(wins.sum(axis=1), 1)
    assert ranks.min() >= 1 - 1e-9
    assert ranks.max() <= 3 + 1e-9
    assert wins.min() >= 0
