"""Branching factor: how many options there are at each decision point of random matches.

Decisions of different kinds have different numbers of options: whoever draws has two, whoever then
lays a card down has many. A mean over both would describe neither, so every kind has a curve of its
own. A kind is a choice of the program, or a part of one that comes round at a steady pace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean

import numpy as np

from kibitz.analysis.measures.statistics import loess
from kibitz.analysis.records import PlayedMatch
from kibitz.players import Mean, mean_of

SPAN = 0.2
"""The smooth curve looks at so much of the match around a decision."""
CURVE_POINTS = 120
LEAST_SHARE = 0.05
"""A kind has a curve if it makes up so much of all decisions."""
LONGEST_PERIOD = 8
PERIODIC = 0.5
"""A kind is parted if that explains so much of how its options vary."""
TAKING_TURNS = 0.25
"""Kinds take turns if so many decisions are of another kind than the one before."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A decision point. Matches, moves and players count from 1."""

    run: int
    move: int
    """Decision points of all players are counted together."""
    player: int
    choices: int
    portion: float = 0.0
    """How much of the match was over, from 0 to 1."""
    kind: tuple[int, int, int] = (0, 0, 1)
    """The line of its choice, and which of how many that come round there, counted from 0."""


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """Decisions that are alike."""

    line: int
    """Of the program, where the choice is written; 0 if it is not known."""
    turn: int
    """Which of `period` decisions that come round there, counted from 0."""
    period: int
    share: float
    """Of all decisions."""
    mean: float
    curve: tuple[tuple[float, float], ...]
    """(move, options), smoothed."""
    early: Mean | None
    """Options in the first quarter of the match; None if no match has such decisions there."""
    late: Mean | None
    change: Mean | None
    """From the first quarter of a match to the last."""
    name: str = ""
    """What people do there: `draw from the stock or pass`; empty if nobody has said."""

    @property
    def choice(self) -> str:
        return self.name or (f"choose in line {self.line}" if self.line else "choose")

    @property
    def label(self) -> str:
        return self.choice + (f", {self.turn + 1} of {self.period}" if self.period > 1 else "")


@dataclass(frozen=True, slots=True)
class Branching:
    rows: tuple[DecisionPoint, ...]
    kinds: tuple[DecisionKind, ...]
    """Those that are frequent, in the order of the program; at least one."""
    take_turns: bool
    """Decisions of different kinds alternate, instead of following one after the other."""
    players: int
    matches: int
    mean: float
    most: int
    forced: float
    """The share of decision points with a single option."""


def named(table: Branching, names: Mapping[int, str]) -> Branching:
    """The same with what people do at each choice, by the line where it is written."""
    kinds = tuple(replace(kind, name=names.get(kind.line, "")) for kind in table.kinds)
    return replace(table, kinds=kinds)


def branching(matches: Sequence[PlayedMatch], players: int) -> Branching:
    """Of matches with at least one decision point among them."""
    rows = _parted([row for match in matches for row in _rows(match)])
    options = [row.choices for row in rows]
    names = sorted({row.kind for row in rows})
    by_kind = {name: [row for row in rows if row.kind == name] for name in names}
    least = min(LEAST_SHARE, 1 / len(names))
    frequent = {name: own for name, own in by_kind.items() if len(own) >= least * len(rows)}
    pairs = [(one, two) for one, two in pairwise(rows) if one.run == two.run]
    return Branching(
        rows=tuple(rows),
        kinds=tuple(_kind(name, own, len(rows)) for name, own in frequent.items()),
        take_turns=sum(one.kind != two.kind for one, two in pairs) > TAKING_TURNS * len(pairs),
        players=players,
        matches=len(matches),
        mean=sum(options) / len(options),
        most=max(options),
        forced=options.count(1) / len(options),
    )


def _rows(match: PlayedMatch) -> list[DecisionPoint]:
    last = max(1, len(match.points) - 1)
    return [
        DecisionPoint(
            match.number + 1,
            *(move + 1, point.seat + 1, point.options),
            *(move / last, (point.line or 0, 0, 1)),
        )
        for move, point in enumerate(match.points)
    ]


def _parted(rows: list[DecisionPoint]) -> list[DecisionPoint]:
    """The same rows, with choices that come round at a steady pace told apart."""
    periods = {
        line: period([row for row in rows if row.kind[0] == line])
        for line in {row.kind[0] for row in rows}
    }
    parted, seen = [], dict[tuple[int, int], int]()
    for row in rows:
        line, number = row.kind[0], seen.get((row.run, row.kind[0]), 0)
        seen[row.run, line] = number + 1
        parted.append(replace(row, kind=(line, number % periods[line], periods[line])))
    return parted


def period(rows: Sequence[DecisionPoint]) -> int:
    """After how many decisions of one choice the same number of options comes round; 1 if none."""
    options = np.array([row.choices for row in rows], dtype=float)
    numbers = np.array(_numbers(rows))
    total = float(((options - options.mean()) ** 2).sum())
    for length in range(2, LONGEST_PERIOD + 1):
        turns = numbers % length
        groups = [options[turns == turn] for turn in range(length)]
        if min(map(len, groups)) < 2 or numbers.max() < 3 * length:
            return 1
        within = sum(float(((group - group.mean()) ** 2).sum()) for group in groups)
        if total > 0 and 1 - within / total >= PERIODIC:
            return length
    return 1


def _numbers(rows: Sequence[DecisionPoint]) -> list[int]:
    """Which of its match's decisions each one is, counted from 0."""
    numbers: list[int] = []
    for before, row in zip((None, *rows), rows, strict=False):
        is_next = before is not None and before.run == row.run
        numbers.append(numbers[-1] + 1 if is_next else 0)
    return numbers


def _kind(
    name: tuple[int, int, int], rows: Sequence[DecisionPoint], decisions: int
) -> DecisionKind:
    early, late = _by_match(rows, 0, 0.25), _by_match(rows, 0.75, 1)
    both = early.keys() & late.keys()
    return DecisionKind(
        *name,
        share=len(rows) / decisions,
        mean=fmean(row.choices for row in rows),
        curve=_smooth(rows),
        early=mean_of(list(early.values())) if early else None,
        late=mean_of(list(late.values())) if late else None,
        change=mean_of([late[run] - early[run] for run in sorted(both)]) if both else None,
    )


def _by_match(rows: Sequence[DecisionPoint], start: float, end: float) -> dict[int, float]:
    """Mean options within a part of the match, for matches with such decisions there."""
    found: dict[int, list[int]] = {}
    for row in rows:
        if start <= row.portion <= end:
            found.setdefault(row.run, []).append(row.choices)
    return {run: fmean(options) for run, options in found.items()}


def _smooth(rows: Sequence[DecisionPoint]) -> tuple[tuple[float, float], ...]:
    moves = np.array([row.move for row in rows], dtype=float)
    options = np.array([row.choices for row in rows], dtype=float)
    first, last = moves.min(), moves.max()
    at = np.linspace(first, last, min(CURVE_POINTS, int(last - first) + 1))
    smooth = np.clip(loess(moves, options, at, SPAN), 1, None)
    return tuple(zip(at.tolist(), smooth.tolist(), strict=True))
