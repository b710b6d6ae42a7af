"""Advice from simulations: every option in the same worlds, more of them for what may be best.

Rounds double the number of worlds. After each, options that are behind by more than luck explains
are left out, and of the others the better half goes on, with whatever is as good: sequential
halving. A world has its number in the seed, so the same seed finds the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from math import hypot, inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.advisor.advice import Method, Question, Worth
from kibitz.advisor.judging import TWO_ERRORS, Appraisal, aims_of, patience
from kibitz.advisor.standing import DealTrial, Line, line
from kibitz.engine import deal_slot, first_places, rounds_of, shared_ranks
from kibitz.engine.native import Appraiser, learner, searcher
from kibitz.players import Guidance, guide
from kibitz.recycle import Goal
from kibitz.solver import Aim

Reals = npt.NDArray[np.float64]

FIRST_WORLDS = 8
MOST_WORLDS = 1 << 16
FEW_WORLDS = 64
"""In fewer, no option is given up."""
ENOUGH_WORLDS = 256
"""In fewer, even what is clear is not told exactly enough."""
_BEHIND = 4.0
"""An option that is behind by so many standard errors is not tried again."""
_MEASURES = (Aim.SCORE, Aim.PLACE, Aim.WIN)
_MORE = (0.0, 0.0, 1.0, 1.0)
"""A share of the win is told as exactly as if there were two matches more of either kind (Agresti
and Coull): that it was never won in a few worlds is no proof."""


_PILOT, _WHOLE = 16, 8
"""In a match of linked deals: in so many worlds all options are played to the end of the match, and
in one of so many afterwards."""
_LONGER = 2.5
"""So many times as long as the deal a match must go on, else all is played to its end."""


class OptionTrial:
    """What came of every option in the worlds in which it was tried, from the first one on.

    Of rounds that only add up, this one alone is played for every option. Of deals that are linked,
    this one is played in many worlds and the match in few, where that is asked for (`by_deal`).
    """

    def __init__(self, question: Question, *, by_deal: bool = False) -> None:
        self._question = question
        self._appraiser, self.guidance = appraiser_for(question)
        count, players = len(question.decision.options), question.view.players
        self.options = range(count)
        self._tried = 0
        self.spread = spread(question, self._appraiser)
        self._until = watched(question)
        self._deal = deal_slot(question.program) if by_deal else None
        self._deals = [DealTrial(players) for _ in self.options]
        self._line: Line | None = None
        self._length = np.zeros(2, np.int64)
        """Decisions to the end of the deal and of the match, where both were played."""
        self._done = [0] * count
        self._later = 0
        self._unheeded = set[int]()
        self.rows: list[Reals] = [np.zeros((0, len(_MEASURES), players))] * count
        """By option: (world, measure, seat), nan in worlds that cannot be told of."""

    @property
    def simulations(self) -> int:
        """Options and later rounds that were played to their end."""
        return self._tried + self._later

    @property
    def unheeded(self) -> int:
        """Worlds that were told of and do not heed what was chosen before."""
        return len(self._unheeded)

    def bring_up(self, options: Sequence[int], worlds: int) -> None:
        """Try these options in the worlds below that number in which they were not tried yet."""
        starts = sorted({self._done[option] for option in options if self._done[option] < worlds})
        for start in starts:
            together = [option for option in options if self._done[option] == start]
            if self._deal is not None:
                self._play_deals(together, start, worlds, self._deal)
                continue
            scores = self._scores(together, range(start, worlds), self._until)
            self._tried += scores[:, :, 0].size
            if self._until is not None:
                later = self._question.later.of(worlds, self._later_rounds)
                scores += np.array(later)[start:, None, :]
                self._later = worlds
            for place, option in enumerate(together):
                found = measured(scores[:, place], self._question.program.goal)
                self.rows[option] = np.concatenate([self.rows[option], found])
                self._done[option] = worlds
        if self._deal is not None:
            self._draw_line()

    def _play_deals(self, options: Sequence[int], start: int, worlds: int, deal: int) -> None:
        """These options in these worlds, to the end of the deal; of the match in some."""
        after, is_over, made = self._played(options, range(start, worlds), deal)
        before = len(self._deals[options[0]].ends)
        wholes = range(before, max(before, min(worlds, max(_PILOT, worlds // _WHOLE))))
        ends, _, all_made = self._played(options, wholes, None)
        self._tried += after[:, :, 0].size + ends[:, :, 0].size
        if start == before:
            both = made[: len(wholes)], all_made
            self._length += [int(np.nansum(one)) for one in both]
        for place, option in enumerate(options):
            trial = self._deals[option]
            trial.after = np.concatenate([trial.after, after[:, place]])
            trial.is_over = np.concatenate([trial.is_over, is_over[:, place]])
            found = measured(ends[:, place], self._question.program.goal)
            trial.ends = np.concatenate([trial.ends, found])
            self._done[option] = worlds

    def _draw_line(self) -> None:
        """What the options come to, as the line says that goes through all matches; or, where the
        match is soon over, as those matches say."""
        of_deal, of_match = self._length
        if max(map(len, (trial.ends for trial in self._deals))) < _PILOT:
            self.rows = [trial.ends for trial in self._deals]
            return
        self._line = line(self._deals, self._question.view.seat)
        if self._line is None or of_match < _LONGER * of_deal:
            self._deal, self._line = None, None
            self.rows = [trial.ends for trial in self._deals]
            self._done = [len(rows) for rows in self.rows]
            return
        goal = self._question.program.goal
        self.rows = [
            self._line.rows(option, trial, measured(trial.after, goal))
            for option, trial in enumerate(self._deals)
        ]

    def _played(
        self, options: Sequence[int], worlds: range, until: int | None
    ) -> tuple[Reals, npt.NDArray[np.bool_], Reals]:
        """(world, option): scores by seat, whether the match was over, and the decisions made; nan
        in worlds that were left out."""
        shape = len(worlds), len(options)
        scores = np.full((*shape, self._question.view.players), np.nan)
        is_over, made = np.zeros(shape, bool), np.full(shape, np.nan)
        if worlds:
            trials = self._appraiser.trials(options, worlds, until=until)
            scores[trials.worlds] = trials.scores
            is_over[trials.worlds] = trials.over != 0
            made[trials.worlds] = trials.decisions
            self._unheeded.update(worlds[n] for n in trials.worlds[trials.unheeded != 0].tolist())
        return scores, is_over, made

    def worth(self, option: int, best: int) -> Worth:
        """Told from the best option, in all worlds in which both were tried."""
        found = _worth(self._question, self.rows[option], self.rows[best])
        return found if self._line is None else self._of_the_match(found, self._line, option, best)

    def _of_the_match(self, worth: Worth, drawn: Line, option: int, best: int) -> Worth:
        """How exactly it is known, as the line is not known better; and how far matches go."""
        seat = self._question.view.seat
        errors, gaps = dict(worth.errors), dict(worth.gap_errors)
        for number, aim in enumerate(_MEASURES):
            errors[aim] = hypot(errors[aim], float(drawn.level_errors[number]))
            gaps[aim] = hypot(gaps[aim], self._doubt(drawn, option, best, aim))
        own = self._deals[option].ends[:, 0, seat]
        if np.count_nonzero(~np.isnan(own)) < FEW_WORLDS:
            own = np.concatenate([trial.ends[:, 0, seat] for trial in self._deals])
        low, middle, high = _quantiles(own[~np.isnan(own)])
        return replace(worth, errors=errors, gap_errors=gaps, quantiles=(low, middle, high))

    def _doubt(self, drawn: Line, option: int, best: int, aim: Aim) -> float:
        """How far off their difference may be, as the line is not known better."""
        ours, theirs, number = self._deals[option], self._deals[best], _MEASURES.index(aim)
        if option == best or ours.is_same(theirs):
            return 0.0
        common, seat = min(len(ours.after), len(theirs.after)), self._question.view.seat
        off = [float(drawn.off_errors[one, number]) for one in (option, best)]
        return hypot(*off, drawn.error(number, ours.after[:common], theirs.after[:common], seat))

    def _scores(self, options: Sequence[int], worlds: range, until: int | None) -> Reals:
        """(world, option, seat), nan in worlds that were left out."""
        scores, _, _ = self._played(options, worlds, until)
        return scores

    def rounds(self, worlds: int) -> tuple[Reals, Reals]:
        """What this round comes to behind the first option, and what the later ones add to it: both
        (world, seat), in worlds that can be told of."""
        hand = self._scores([0], range(worlds), self._until)[:, 0]
        later = np.array(self._question.later.of(worlds, self._later_rounds))
        fits = ~np.isnan(hand).any(axis=1) & ~np.isnan(later).any(axis=1)
        return hand[fits], later[fits]

    def _later_rounds(self, new: range) -> Reals:
        """By world and seat: what the rounds after this one add to the scores."""
        match, hole = (self._scores([0], new, until) for until in (None, self._until))
        return (match - hole)[:, 0]

    def behind(self, best: int, option: int, aim: Aim | None = None) -> tuple[float, float]:
        """How much less the option is worth in the worlds of both; and the standard error."""
        aim = aim or self._question.aim
        common = min(len(self.rows[best]), len(self.rows[option]))
        ours, theirs = (
            _wanted(self._question, self.rows[one][:common], aim) for one in (best, option)
        )
        gap, error = _mean_and_error(ours - theirs)
        doubt = self._doubt(self._line, option, best, aim) if self._line is not None else 0.0
        return gap, hypot(error, doubt)

    def is_better(self, option: int, best: int) -> bool:
        """In what is wanted or, where that is the same, in what `judging.order` asks for next."""
        gaps = (self.behind(best, option, aim)[0] for aim in aims_of(self._question.aim))
        return next((gap < 0 for gap in gaps if gap), False)

    def rivals(self, best: int) -> list[int]:
        """What may be as good as the best one, for all that is known."""
        behind = {o: self.behind(best, o) for o in self.options if o != best}
        return [o for o, (gap, error) in behind.items() if gap <= TWO_ERRORS * error]

    def settle(self, worlds: int) -> int:
        """The best option; it was tried in all worlds, and so was whatever looked better."""
        tried = [option for option in self.options if self._done[option] == worlds]
        while True:
            best = reduce(lambda one, o: o if self.is_better(o, one) else one, tried)
            better = [o for o in self.options if o not in tried and self.is_better(o, best)]
            if not better:
                return best
            self.bring_up(better, worlds)
            tried += better


def measured(scores: npt.NDArray[Any], goal: Goal) -> Reals:
    """(match, seat) → (match, measure, seat): scores, ranks, shares of the win; nan of nan."""
    firsts = first_places(scores, goal)
    shares = firsts / np.maximum(1, firsts.sum(axis=1, keepdims=True))
    rows = np.stack([scores.astype(np.float64), shared_ranks(scores, goal), shares], axis=1)
    rows[np.isnan(rows).any(axis=(1, 2))] = np.nan
    return rows


def wanted(question: Question, scores: npt.NDArray[Any]) -> Reals:
    """By match: what the seat wants of it, more is better."""
    return _wanted(question, measured(scores, question.program.goal), question.aim)


def _wanted(question: Question, rows: Reals, aim: Aim) -> Reals:
    own: Reals = rows[:, _MEASURES.index(aim), question.view.seat]
    is_more = aim is Aim.WIN or (aim is Aim.SCORE and question.program.goal is Goal.MAX)
    return own if is_more else -own


def simulations(question: Question) -> Iterator[Appraisal]:
    """What is known of the options after every round of worlds, until the best one is clear.

    Raises MatchError if a rule fails in a world.
    """
    trial = OptionTrial(question, by_deal=True)
    going_on, worlds = list(trial.options), FIRST_WORLDS
    while worlds <= MOST_WORLDS:
        trial.bring_up(going_on, worlds)
        if not all(len(_told(rows)) for rows in trial.rows):
            if worlds >= ENOUGH_WORLDS:
                yield _guess(question)
                return
            worlds *= 2
            continue
        best = trial.settle(worlds)
        worths = [trial.worth(option, best) for option in trial.options]
        worths[best] = _picked(worths[best], [worths[o] for o in trial.rivals(best)])
        told = trial.simulations, trial.guidance.said, trial.spread, trial.unheeded
        yield Appraisal(Method.SIMULATED, tuple(worths), *told)
        if worlds >= FEW_WORLDS:
            going_on = _going_on(trial, best, going_on)
        if len(going_on) == 1 and worlds >= ENOUGH_WORLDS:
            return
        worlds *= 2


def appraiser_for(question: Question) -> tuple[Appraiser, Guidance]:
    """Who tries options out, and who plays on in it."""
    program, options = question.program, len(question.decision.options)
    rounds_of(program)  # Whoever waits for what is compiled waits for this, too.
    guidance = guide(program, by_score=question.aim is Aim.SCORE)
    code = searcher(program) if guidance.net is None else learner(program).searcher
    prospect = code.prospect(question.view, options)
    return Appraiser(prospect, question.seed, guidance.net), guidance


def spread(question: Question, appraiser: Appraiser) -> float:
    """How far scores of the game lie apart; of one round, where there are several."""
    rounds = rounds_of(question.program)
    return appraiser.prospect.searcher.spread / sqrt(rounds.count if rounds else 1)


def watched(question: Question) -> int | None:
    """The slot of the number that changes with the round, where others follow it."""
    rounds = rounds_of(question.program)
    return rounds.slot_to_watch(question.view.ints) if rounds else None


def _going_on(trial: OptionTrial, best: int, going_on: list[int]) -> list[int]:
    """Those that may be best, and half as many as went on before if they are not far behind."""
    behind = {option: trial.behind(best, option) for option in trial.options}
    ranked = sorted(trial.options, key=lambda option: (behind[option][0], option != best))
    kept, as_good = max(2, (len(going_on) + 1) // 2), patience(len(trial.options))
    last = behind[ranked[min(kept, len(ranked)) - 1]][0]
    # What is behind by as much is in the better half, too: options that are equal go on alike.

    def goes_on(option: int) -> bool:
        gap, error = behind[option]
        return option == best or gap <= (_BEHIND if gap <= last + 1e-9 else as_good) * error

    return [option for option in ranked if goes_on(option)]


def _mean_and_error(values: Reals) -> tuple[float, float]:
    """Of the worlds that can be told of."""
    told = values[~np.isnan(values)]
    error = float(told.std(ddof=1)) / len(told) ** 0.5 if len(told) > 1 else inf
    return float(told.mean()) if len(told) else 0.0, error


# ---------------------------------------------------------------------------- what it comes to


def _worth(question: Question, rows: Reals, best: Reals) -> Worth:
    """Told from the best option, which has been tried most: its means, and how much the option
    differs from it in the worlds in which both were tried."""
    seat, own = question.view.seat, _told(rows)
    differences = _told(rows - best[: len(rows)])
    means = _means(_told(best), own, differences)
    measures = range(len(_MEASURES))
    errors = [_mean_and_error(own[:, number, seat])[1] for number in measures]
    won = np.concatenate([own[:, _MEASURES.index(Aim.WIN), seat], _MORE])
    errors[_MEASURES.index(Aim.WIN)] = _mean_and_error(won)[1]
    gaps = [_mean_and_error(differences[:, number, seat])[1] for number in measures]
    return Worth(
        scores=tuple(means[0].tolist()),
        ranks=tuple(means[1].tolist()),
        wins=tuple(means[2].tolist()),
        quantiles=_quantiles(own[:, 0, seat]),
        worlds=len(own),
        errors=dict(zip(_MEASURES, errors, strict=True)),
        gap_errors=dict(zip(_MEASURES, gaps, strict=True)),
    )


def _quantiles(scores: Reals) -> tuple[float, float, float]:
    low, middle, high = np.quantile(scores, (0.05, 0.5, 0.95), method="inverted_cdf")
    return float(low), float(middle), float(high)


def _picked(worth: Worth, rivals: Sequence[Worth]) -> Worth:
    """What was picked for looking best may look better than it is: by as much as is not known of
    how it differs from what may be as good."""
    errors = {
        aim: hypot(error, max((rival.gap_errors[aim] for rival in rivals), default=0.0))
        for aim, error in worth.errors.items()
    }
    return replace(worth, errors=errors)


def _told(rows: Reals) -> Reals:
    """Without the worlds that cannot be told of."""
    told: Reals = rows[~np.isnan(rows[:, 0, 0])]
    return told


def _means(best: Reals, own: Reals, differences: Reals) -> Reals:
    """By measure and seat; where few worlds would make chances of it that cannot be, plainly."""
    if len(differences):
        means: Reals = best.mean(axis=0) + differences.mean(axis=0)
        _, ranks, wins = means
        if ranks.min() >= 1 and ranks.max() <= len(ranks) and wins.min() >= 0:
            return means
    plainly: Reals = own.mean(axis=0)
    return plainly


def _guess(question: Question) -> Appraisal:
    """No world that was dealt offers what the decision does: everybody may win."""
    players = question.view.players
    middle = (1 + players) / 2
    nothing = dict.fromkeys(Aim, inf)
    worth = Worth(
        scores=(0.0,) * players,
        ranks=(middle,) * players,
        wins=(1 / players,) * players,
        quantiles=(-inf, 0.0, inf),
        worlds=0,
        errors=nothing,
        gap_errors=nothing,
    )
    return Appraisal(Method.HEURISTIC, (worth,) * len(question.decision.options))
