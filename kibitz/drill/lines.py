"""Lines to remember: what to do, how much better that is than what else could be done, and how
often it is right; and a player who does what they say.

Lines are found in one half of the matches and measured in the other, so that a line which was lucky
to be found is not told with its luck. A line that its interval does not bear out is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.advisor import Question, refinements
from kibitz.engine import Decision, Rng, View
from kibitz.game import Game
from kibitz.players import Choice, Mean, student
from kibitz.words import Deed, Eye, Trait, told

MOST_LINES = 10
SIMULATIONS = 60
"""What every option is worth is told from so many matches."""
_STEPS = 20_000
"""Endings that are smaller are counted out."""
_FEWEST = 10
"""What could seldom be done is no line."""
_SURE = 2.5
"""Standard errors that a line has to stand out by where it is found: many are tried."""
_LONGER = 0.9
"""A line with one more trait has to be worth more than the shorter one by that factor."""
_NINETY_FIVE = 1.96
_PROMISING = 120
"""So many rules are tried beside each other."""
Flags = npt.NDArray[np.bool_]
Reals = npt.NDArray[np.float64]


def share_of(done: int, possible: int) -> Mean:
    """With Wilson's margin, which is never 0."""
    square = _NINETY_FIVE**2
    share = done / possible
    spread = share * (1 - share) / possible + square / (4 * possible**2)
    return Mean(share, _NINETY_FIVE * spread**0.5 / (1 + square / possible))


@dataclass(frozen=True, slots=True)
class Rule:
    """Options that are to be taken, or are not."""

    verb: str
    traits: tuple[Trait, ...] = ()
    is_not: bool = False

    def fits(self, deed: Deed) -> bool:
        """Whether the rule would have the deed."""
        return (deed.verb == self.verb and deed.traits.issuperset(self.traits)) != self.is_not


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What to do; or, of a line that is about `how`, how to do it if it is done."""

    rule: Rule
    how: bool
    worth: Mean
    """How much better than what else could be done, in what is wanted; of a line about how, than
    to do the same otherwise."""
    right: Mean
    """How often the best thing to do was among what the line would have."""
    possible: int
    """Decisions in which it was measured."""

    @property
    def text(self) -> str:
        return told(self.rule.verb, self.rule.traits, is_not=self.rule.is_not, is_how=self.how)

    def to_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "worth": {"value": self.worth.value, "margin": self.worth.margin},
            "right": {"value": self.right.value, "margin": self.right.margin},
            "possible": self.possible,
        }


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision, and what everything that could be done is worth."""

    match: int
    deeds: tuple[Deed, ...]
    values: tuple[float, ...]

    def only(self, options: Sequence[int]) -> Judged:
        deeds = tuple(self.deeds[n] for n in options)
        return Judged(self.match, deeds, tuple(self.values[n] for n in options))

    @property
    def best(self) -> Deed:
        return self.deeds[self.values.index(max(self.values))]


def judged(eye: Eye, question: Question, match: int) -> Judged | None:
    """None where nothing could be told."""
    for advice in refinements(question, _STEPS):
        if advice.simulations >= SIMULATIONS:
            break
    values = [-advice.behind(advice.option(n)) for n in range(len(question.decision.options))]
    if not np.isfinite(values).all():
        return None
    deeds = eye.deeds(question.view, question.decision)
    return Judged(match, tuple(deeds), tuple(values))


def _by_verb(deeds: Sequence[Deed]) -> list[list[int]]:
    """The options of one kind together."""
    kinds: dict[str, list[int]] = {}
    for number, deed in enumerate(deeds):
        kinds.setdefault(deed.verb, []).append(number)
    return list(kinds.values())


def _heeding(rules: Sequence[Rule], deeds: Sequence[Deed], options: Sequence[int]) -> list[int]:
    """What the first rule leaves; of that, what the next one leaves. Nobody leaves nothing."""
    left = list(options)
    for rule in rules:
        left = [n for n in left if rule.fits(deeds[n])] or left
    return left


def _done_well(rules: Sequence[Rule], deeds: Sequence[Deed]) -> list[int]:
    """Of every kind of options what rules about how to do it leave."""
    return [n for kind in _by_verb(deeds) for n in _heeding(rules, deeds, kind)]


# ---------------------------------------------------------------------------- finding them


class _Table:
    """Decisions side by side: what rules make of them."""

    def __init__(self, decisions: Sequence[Judged]) -> None:
        self._sizes = np.array([len(one.deeds) for one in decisions])
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._values = np.concatenate([one.values for one in decisions])
        self.deeds = [deed for one in decisions for deed in one.deeds]
        self.matches = np.array([one.match for one in decisions])
        self.best = self._starts + [int(np.argmax(one.values)) for one in decisions]

    def flags(self, rule: Rule) -> Flags:
        return np.array([rule.fits(deed) for deed in self.deeds])

    def means(self, taken: Flags) -> tuple[Reals, Reals]:
        """By decision: how many options are taken, and what they are worth; nan of none."""
        counts = np.add.reduceat(taken.astype(np.float64), self._starts)
        sums = np.add.reduceat(np.where(taken, self._values, 0.0), self._starts)
        with np.errstate(invalid="ignore"):
            return counts, sums / counts

    def gains(self, flags: Flags) -> tuple[Flags, Reals]:
        """Where some options are taken and others are not, and how much better those are."""
        (taken, ours), (others, theirs) = self.means(flags), self.means(~flags)
        where = (taken > 0) & (others > 0)
        return where, (ours - theirs)[where]

    def followed(self, rules: Iterable[Flags]) -> Reals:
        """By decision, what it comes to for somebody who heeds one rule after the other."""
        left = np.ones(len(self.deeds), np.bool_)
        for flags in rules:
            is_some = np.repeat(self.means(flags & left)[0] > 0, self._sizes)
            left &= flags | ~is_some
        return self.means(left)[1]


def _candidates(table: _Table) -> Iterator[Rule]:
    """What was seen often enough to be a rule."""
    seen = Counter[tuple[str, tuple[Trait, ...]]]()
    for deed in table.deeds:
        ordered = sorted(deed.traits)
        pairs = (pair for pair in combinations(ordered, 2) if pair[0].about != pair[1].about)
        seen.update((deed.verb, held) for held in ((), *((one,) for one in ordered), *pairs))
    for (verb, traits), times in seen.items():
        if times >= _FEWEST:
            yield Rule(verb, traits)
            if len(traits) < 2:
                yield Rule(verb, traits, is_not=True)


def _stands_out(gains: Reals) -> bool:
    if np.count_nonzero(gains) < _FEWEST:
        return False
    error: float = gains.std(ddof=1) / len(gains) ** 0.5
    return bool(gains.mean() > _SURE * error)


def _promising(table: _Table) -> list[tuple[float, Rule, Flags]]:
    """By worth, the largest first: what helps most of all, were it the only rule."""
    found = []
    for rule in _candidates(table):
        flags = table.flags(rule)
        _, gains = table.gains(flags)
        if _stands_out(gains):
            helps = float(gains.sum()) * _LONGER ** len(rule.traits)
            found.append((helps, float(gains.mean()), rule, flags))
    found.sort(key=lambda one: one[0], reverse=True)
    return sorted((one[1:] for one in found[:_PROMISING]), key=lambda one: one[0], reverse=True)


def _found(decisions: Sequence[Judged]) -> list[Rule]:
    """One rule after the other, each the one that adds most to those there are. Whoever follows
    them heeds the one of the largest worth first, so that exceptions come before what is usual."""
    if not decisions:
        return []
    table = _Table(decisions)
    promising = _promising(table)
    taken: list[int] = []
    so_far = table.followed([])
    while len(taken) < MOST_LINES:
        adds = {}
        for number, (_, rule, _) in enumerate(promising):
            if number not in taken:
                order = sorted((*taken, number))
                gains = table.followed(promising[n][2] for n in order) - so_far
                if _stands_out(gains):
                    adds[number] = float(gains.sum()) * _LONGER ** len(rule.traits)
        if not adds:
            break
        taken = sorted((*taken, max(adds, key=lambda number: adds[number])))
        so_far = table.followed(promising[n][2] for n in taken)
    return [promising[n][1] for n in taken]


def _measured(rules: Sequence[Rule], decisions: Sequence[Judged], how: bool) -> list[SheetLine]:
    """Those that the decisions bear out, the strongest first."""
    if not decisions:
        return []
    table, lines = _Table(decisions), []
    for rule in rules:
        flags = table.flags(rule)
        where, gains = table.gains(flags)
        worth = _by_match(gains, table.matches[where])
        if len(gains) >= _FEWEST and worth is not None and worth.value > (worth.margin or 0.0):
            right = share_of(int(flags[table.best][where].sum()), len(gains))
            lines.append(SheetLine(rule, how, worth, right, len(gains)))
    return sorted(lines, key=_strength)


def _strength(line: SheetLine) -> float:
    return -line.worth.value


def _by_match(gains: Reals, matches: npt.NDArray[np.int64]) -> Mean | None:
    """The mean; what is found in one match depends on each other. None of a single match."""
    numbers = np.unique(matches)
    if len(numbers) < 2:
        return None
    mean = float(gains.mean())
    off = [float((gains[matches == number] - mean).sum()) for number in numbers]
    freedom = len(numbers) - 1
    spread = sum(one**2 for one in off) * len(numbers) / freedom
    return Mean(mean, student(freedom) * spread**0.5 / len(gains))


def lines_of(decisions: Sequence[Judged]) -> tuple[SheetLine, ...]:
    """The strongest first."""
    halves = [[one for one in decisions if one.match % 2 == half] for half in (0, 1)]
    kinds = [
        [one.only(kind) for one in half for kind in _by_verb(one.deeds) if len(kind) > 1]
        for half in halves
    ]
    how = _measured(_found(kinds[0]), kinds[1], how=True)
    rules = [line.rule for line in how]
    well = [[one.only(_done_well(rules, one.deeds)) for one in half] for half in halves]
    what = _measured(_found(well[0]), well[1], how=False)
    return tuple(sorted((*how, *what), key=_strength)[:MOST_LINES])


def usual(decisions: Sequence[Judged]) -> tuple[str, ...]:
    """Kinds of deeds, by how often they were the best thing to do."""
    return tuple(verb for verb, _ in Counter(one.best.verb for one in decisions).most_common())


# ---------------------------------------------------------------------------- following them


class SheetFollower:
    """Does what the first line says that says anything; where that leaves several options, what the
    next one says. What no line says anything about is done as it is usually best."""

    def __init__(self, game: Game, lines: Sequence[SheetLine], kinds: Sequence[str]) -> None:
        self._eye = Eye(game.interpreter, game.vocabulary)
        self._how = [line.rule for line in lines if line.how]
        self._what = [line.rule for line in lines if not line.how]
        self._usual = [Rule(kind) for kind in kinds]

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        deeds = self._eye.deeds(view, decision)
        well = _done_well(self._how, deeds)
        left = _heeding([*self._what, *self._usual], deeds, well)
        return Choice(left[rng.below(len(left))])
