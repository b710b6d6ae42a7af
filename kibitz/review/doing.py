"""What a choice changed for everybody, beside what the guide would have done there.

The reference is fixed before anything is measured: the option that the guide takes, or, where
chance plays on, the mean of all. Both are tried in worlds that the seat could not tell from the
truth, so that what is found is right on average and never flattered by what looked best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kibitz.advisor import OptionTrial, Question
from kibitz.engine.native import learner
from kibitz.players import level_odds
from kibitz.review.accounts import Hope

WORLDS = 64
Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Doing:
    """Of one decision."""

    before: Hope | None
    """What its seat could hope for there; None where nothing could be tried."""
    effects: tuple[Hope, ...]
    """By seat: what was chosen less the reference."""
    guided: int | None
    """The option that the guide takes; None where chance plays on."""
    expected: Sequence[float] = ()
    """By option: what the guide expects of it; nothing where chance plays on."""
    odds: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """By level of players: how often they take each option; the same."""


def doing(question: Question, option: int) -> Doing:
    """Raises MatchError if a rule fails in every world."""
    trial = OptionTrial(question)
    worths = _worths(question, trial)
    guided = worths.index(max(worths)) if worths else None
    net = trial.guidance.net
    odds = level_odds(question.program, net, worths) if worths and net else {}
    reference = list(trial.options) if guided is None else [guided]
    trial.bring_up(sorted({option, *reference}), WORLDS)
    expected = np.mean([trial.rows[one] for one in reference], axis=0)
    fits = ~np.isnan(expected[:, 0, 0]) & ~np.isnan(trial.rows[option][:, 0, 0])
    if not fits.any():
        return Doing(None, (), guided, worths, odds)
    changes = (trial.rows[option] - expected)[fits].mean(axis=0)
    before = _hopes(expected[fits].mean(axis=0))
    return Doing(before[question.view.seat], _hopes(changes), guided, worths, odds)


def _hopes(means: Reals) -> tuple[Hope, ...]:
    """(measure, seat) → by seat."""
    return tuple(Hope(float(score), float(win)) for score, _, win in means.T)


def _worths(question: Question, trial: OptionTrial) -> list[float]:
    """What the guide expects of the options; nothing where chance plays on."""
    net, options = trial.guidance.net, len(trial.options)
    if net is None:
        return []
    said = learner(question.program).said(question.view, net.weights, options)
    worths: list[float] = (said @ np.array(net.wants)).tolist()
    return worths if said.any() else []
