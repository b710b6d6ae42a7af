"""Why an option is better than another one: what is different in the matches that follow it.

Both options are played in the same worlds once more, and what they leave behind is compared:
numbers of players, cards in their places, who got which card, who came last. What luck explains is
left out, and so is what goes along with no better result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from kibitz.advisor.advice import Advice, AdviceReason, Method, OptionAdvice, Question
from kibitz.advisor.judging import TWO_ERRORS
from kibitz.advisor.settled import helping, settled_lines
from kibitz.advisor.simulating import appraiser_for, wanted, watched
from kibitz.engine import MatchError, OwnerKind, Rng
from kibitz.engine.native import Appraiser, Packer, Trials
from kibitz.recycle import Goal, LocationClass
from kibitz.solver import Aim
from kibitz.words import Bookkeeper, Comparing, Comparison, DifferenceKind, told_terms

MOST_WORLDS = 256
MOST_REASONS = 2
_FEWEST = 32
"""In fewer worlds nothing is compared."""
_SURE = 3.0
"""A difference of fewer standard errors is not told: many things are compared."""
_WORTH_TELLING = {
    DifferenceKind.GETS: 0.05,
    DifferenceKind.LAST: 0.05,
    DifferenceKind.EMPTY: 0.05,
    DifferenceKind.LINE: 0.3,
    DifferenceKind.CARDS: 0.5,
    DifferenceKind.LENGTH: 1.0,
}
"""Nor a smaller one of how often something happens, of cards, and of decisions: it explains
nothing to anybody."""
_SHARE = 0.1
"""Nor one that goes along with less than this part of the advantage."""
_TELLING = 0.005
"""Of the win: options that differ by less are not worth a word about risk."""

_LOOKED_AT = 4
"""Worlds from which it is known whether an option ends the round."""
Sample = npt.NDArray[np.float64]


def explained(question: Question, advice: Advice) -> Advice:
    """The advice with its reasons, beside the next option that is worse; none if none is."""
    worse = [option for option in advice.options if option.index not in advice.close]
    if not worse or not advice.worlds or advice.method is Method.MIXED:
        return advice
    other = worse[0]
    appraiser, _ = appraiser_for(question)
    both, worlds = (advice.best.index, other.index), range(min(MOST_WORLDS, advice.worlds))
    found = list(_at_once(question, appraiser, both, worlds))
    if advice.method is Method.SIMULATED:
        # An exact answer rests on best play; what chance would do later is no reason for it.
        trials = appraiser.trials(both, worlds, until=watched(question), with_ends=True)
        ends = _Ends(question, trials, appraiser)
        if not ends.is_cut:
            packer = appraiser.prospect.searcher.code.packer
            settled = _settled(question, trials, packer, advice.best.index)
            found += sorted(settled, key=lambda one: one.gain, reverse=True)
        found += sorted(ends.differences(), key=lambda one: one.gain, reverse=True)
    told = [(one.comparison, other) for one in _of_different_kinds(found)]
    told += _other_aims(question, advice)
    page, seat = question.game.page, question.view.seat
    part = "match" if watched(question) is None else "round"
    comparing = Comparing(
        question.game.vocabulary, seat, page.advice, page.scorecard.word if page.scorecard else part
    )
    reasons = tuple(
        AdviceReason(comparison.kind, comparing.say(comparison, option.label), comparison.numbers)
        for comparison, option in told
    )
    return replace(advice, reasons=reasons)


@dataclass(frozen=True, slots=True)
class _FoundReason:
    comparison: Comparison
    gain: float
    """What goes along with it of what the option is better."""


def _of_different_kinds(found: list[_FoundReason]) -> list[_FoundReason]:
    first: dict[DifferenceKind, _FoundReason] = {}
    for one in found:
        first.setdefault(one.comparison.kind, one)
    return list(first.values())[:MOST_REASONS]


# ---------------------------------------------------------------------------- other aims


def _other_aims(question: Question, advice: Advice) -> list[tuple[Comparison, OptionAdvice]]:
    """What somebody does better with who plays for something else, if it makes a difference."""
    best, seat = advice.best, advice.seat
    if not advice.has_rivals:
        return []
    if advice.aim is not Aim.WIN:
        other = max(advice.options, key=lambda option: option.win)
        error = other.worth.gap_errors[Aim.WIN]
        if other.win_delta > max(_TELLING, TWO_ERRORS * error):
            return [(Comparison(DifferenceKind.RISK, best.win, other.win, seat), other)]
        return []
    sign = 1 if question.program.goal is Goal.MAX else -1
    other = max(advice.options, key=lambda option: sign * option.score)
    error = other.worth.gap_errors[Aim.SCORE]
    if sign * other.score_delta > TWO_ERRORS * error and other.win_delta < -_TELLING:
        return [(Comparison(DifferenceKind.PRICE, best.score, other.score, seat), other)]
    return []


def _at_once(
    question: Question, appraiser: Appraiser, both: tuple[int, int], worlds: range
) -> Iterator[_FoundReason]:
    """What the seat would score if the match ended behind the option, if that is better, and if a
    match can be scored that has not ended; nothing where one option ends the round, which is scored
    then, and the other does not."""
    try:
        trials = replace(appraiser, most_decisions=0).trials(both, worlds, with_ends=True)
    except MatchError:
        return
    sample: Sample = trials.scores[:, :, question.view.seat].astype(np.float64)
    if len(sample) < _FEWEST or len(set(_endings(question, trials, appraiser))) > 1:
        return
    ours, theirs = sample.mean(axis=0).tolist()
    error = float((sample[:, 0] - sample[:, 1]).std(ddof=1)) / len(sample) ** 0.5
    gain = ours - theirs if question.program.goal is Goal.MAX else theirs - ours
    if gain > _SURE * error:
        about = Comparison(DifferenceKind.AT_ONCE, ours, theirs, question.view.seat)
        yield _FoundReason(replace(about, lines=_booked(question, both[0])), gain)


def _booked(question: Question, option: int) -> str:
    """The lines by which the option scores at once; empty where that hangs on what nobody knows."""
    engine, view, told = question.game.interpreter, question.view, set[str]()
    for seed in range(_LOOKED_AT):
        keeper = Bookkeeper(question.game.vocabulary)
        keeper.begin_at(view)
        try:
            world = engine.at(engine.resample(view, Rng(seed)))
            step = engine.apply(world, option, Rng(seed))
        except MatchError:
            return ""
        own = keeper.of_seat(keeper.hear(step.events, view.kinds), view.seat)
        told.add(told_terms([term for booking in own for term in booking.terms]))
    return told.pop() if len(told) == 1 else ""


def _endings(question: Question, trials: Trials, appraiser: Appraiser) -> Iterator[bool]:
    """Of both options in some worlds: whether they end the round, or the match."""
    assert trials.ends is not None
    engine, until = question.game.interpreter, watched(question)
    unpack = appraiser.prospect.searcher.code.packer.unpack
    for end in trials.ends[:_LOOKED_AT, :, 1].reshape(-1, trials.ends.shape[-1]):
        state = unpack(end.tobytes())
        is_left = until is not None and state.ints[until] != question.view.ints[until]
        yield is_left or engine.is_over(state)


# ---------------------------------------------------------------------------- what is settled


def _settled(
    question: Question, trials: Trials, packer: Packer, option: int
) -> Iterator[_FoundReason]:
    """The lines by which the round was settled that are better behind the option: each is a part of
    the score, so that nobody need ask what goes along with it. What counts nothing is told by how
    often."""
    seat, sign = question.view.seat, 1 if question.program.goal is Goal.MAX else -1
    scores: Sample = trials.scores[:, :, seat].astype(np.float64)
    advantage = sign * float((scores[:, 0] - scores[:, 1]).mean())
    for line in settled_lines(question, trials, packer):
        cost, empty = line.compared
        if len(cost) < _FEWEST:
            continue
        error = float((cost[:, 0] - cost[:, 1]).std(ddof=1)) / len(cost) ** 0.5
        ours, theirs = cost.mean(axis=0).tolist()
        gain = sign * (ours - theirs)
        least = max(_SURE * error, _SHARE * advantage, _WORTH_TELLING[DifferenceKind.LINE])
        if gain <= least:
            continue
        often, seldom = empty.mean(axis=0).tolist()
        about = Comparison(DifferenceKind.LINE, ours, theirs, seat, line.name)
        if often - seldom >= _WORTH_TELLING[DifferenceKind.EMPTY]:
            helps, apart = helping(question, option, line.places), ours - theirs
            kind = DifferenceKind.EMPTY
            about = Comparison(kind, often, seldom, seat, line.name, apart=apart, helps=helps)
        yield _FoundReason(about, gain)


# ---------------------------------------------------------------------------- what is different


class _Ends:
    """Two options, and how the matches ended that followed them."""

    def __init__(self, question: Question, trials: Trials, appraiser: Appraiser) -> None:
        assert trials.ends is not None
        self._question = question
        self._program = question.program
        self._trials = trials
        self._layout = appraiser.prospect.searcher.code.layout
        self.is_cut = bool((trials.decisions >= appraiser.most_decisions).any())
        self._last, self._end = trials.ends[:, :, 0], trials.ends[:, :, 1]
        self._wanted = np.stack([wanted(question, trials.scores[:, n]) for n in (0, 1)], axis=1)
        """(world, option): what the seat wants, more is better."""

    def differences(self) -> Iterator[_FoundReason]:
        if len(self._trials.scores) < _FEWEST:
            return
        seat, players = self._question.view.seat, range(self._question.view.players)
        for rival in players if self._program.has_rivals else ():
            if rival != seat:
                sample = self._trials.scores[:, :, rival]
                yield from self._compared(Comparison(DifferenceKind.RIVAL, 0, 0, rival), sample)
        if not self.is_cut:
            last = self._trials.last == seat
            yield from self._compared(Comparison(DifferenceKind.LAST, 0, 0, seat), last)
            length = self._trials.decisions
            yield from self._compared(Comparison(DifferenceKind.LENGTH, 0, 0), length)
        yield from self._numbers()
        yield from self._cards()
        yield from self._gets()

    def _compared(
        self, about: Comparison, sample: npt.NDArray[np.generic]
    ) -> Iterator[_FoundReason]:
        """The comparison, with its numbers, if there is a difference that speaks for the option.

        How much better a match is in which there is more of it is read off the matches after each
        option by itself.
        """
        values: Sample = sample.astype(np.float64)
        means = values.mean(axis=0)
        differences = values[:, 0] - values[:, 1]
        error = float(differences.std(ddof=1)) / len(values) ** 0.5
        difference = float(means[0] - means[1])
        inside, results = values - means, self._wanted - self._wanted.mean(axis=0)
        variance = float((inside**2).mean())
        if abs(difference) <= _SURE * error or not difference or not variance:
            return
        if abs(difference) < _WORTH_TELLING.get(about.kind, 0.0):
            return
        gain = difference * float((inside * results).mean()) / variance
        advantage = float(self._wanted[:, 0].mean() - self._wanted[:, 1].mean())
        if gain > max(_SHARE * advantage, 0):
            ours, theirs = means.tolist()
            yield _FoundReason(replace(about, ours=ours, theirs=theirs), gain)

    def _numbers(self) -> Iterator[_FoundReason]:
        """Numbers of this player that people have words for."""
        program, page, seat = self._program, self._question.game.page, self._question.view.seat
        named = {*page.advice, *page.layout.counters}
        start = self._layout.ints
        for storage in program.int_storages:
            name = program.called(storage)
            if storage.owner is OwnerKind.PLAYER and name in named:
                at = start + 4 * (storage.first + seat)
                sample = _integers(self._end[:, :, at : at + 4])
                if (sample == self._trials.scores[:, :, seat]).all():
                    continue
                yield from self._compared(
                    Comparison(DifferenceKind.NUMBER, 0, 0, seat, name), sample
                )

    def _cards(self) -> Iterator[_FoundReason]:
        """How many cards lie in this player's places of one name when the last move is made."""
        program, seat = self._program, self._question.view.seat
        by_name: dict[str, dict[str, list[int]]] = {}
        for location, place in enumerate(self._layout.places):
            if place.owner == seat and place.location_class is not LocationClass.MEMORY:
                is_down = place.location_class is LocationClass.HIDDEN
                facings = by_name.setdefault(program.strings[place.name], {})
                facings.setdefault("face down" if is_down else "face up", []).append(location)
        for name, facings in by_name.items():
            for facing, locations in facings.items():
                lying = self._layout.sizes
                sizes = self._column(lying, lying.end, lying.width)[:, :, locations]
                said = facing if len(facings) > 1 else ""
                about = Comparison(DifferenceKind.CARDS, 0, 0, seat, name, facing=said)
                yield from self._compared(about, sizes.sum(axis=2))

    def _gets(self) -> Iterator[_FoundReason]:
        """How often others hold a card at the last move that this player can see now."""
        view, words = self._question.view, self._question.game.vocabulary
        seen = {spot.card for pile in view.piles for spot in pile if spot.card is not None}
        owners = np.array([-1 if p.owner is None else p.owner for p in self._layout.places])
        lying = owners[self._locations()]
        for card in sorted(seen):
            for rival in range(view.players):
                if rival != view.seat:
                    text = words.kind_texts[view.kinds[card]]
                    about = Comparison(DifferenceKind.GETS, 0, 0, rival, card=text)
                    yield from self._compared(about, lying[:, :, card] == rival)

    def _locations(self) -> npt.NDArray[np.int64]:
        """(world, option, card): where it lies at the last move; rings are followed to the end."""
        layout = self._layout
        following = self._column(layout.next, layout.next.end, layout.next.width)
        following[:, :, layout.cards :] = np.arange(layout.cards, layout.nodes)
        for _ in range(layout.cards.bit_length()):
            following = np.take_along_axis(following, following, axis=2)
        return np.maximum(0, following[:, :, : layout.cards] - layout.cards)

    def _column(self, start: int, end: int, width: int) -> npt.NDArray[np.int64]:
        """(world, option, number): those that lie there in the states at the last move."""
        kind = np.uint8 if width == 1 else np.uint16
        part = np.ascontiguousarray(self._last[:, :, start:end])
        return part.view(kind).astype(np.int64)


def _integers(parts: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    return np.ascontiguousarray(parts).view(np.int32)[:, :, 0]
