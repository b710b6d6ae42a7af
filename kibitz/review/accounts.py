"""How the result of a seat came about: where it began, its luck, its mistakes, and where it ended.

Three accounts come to the whole: what the seat itself chose, what others chose as it fell to this
seat, both beside what the guide would have done from what was known then, and luck, which is all
that is left. As every choice is measured against a reference that was fixed before, luck is nothing
on average, whoever plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Any

from kibitz.advisor import Advice, Aim, Grade, OptionAdvice
from kibitz.engine import Event, Program, Step, View
from kibitz.engine import events as ev
from kibitz.recycle import Goal
from kibitz.words import Booking, Bookkeeper, Vocabulary, told_booking


@dataclass(frozen=True, slots=True)
class Hope:
    """What a seat may hope for: its score as the game counts, and its share of the win."""

    score: float
    win: float

    def __add__(self, other: Hope) -> Hope:
        return Hope(self.score + other.score, self.win + other.win)

    def __sub__(self, other: Hope) -> Hope:
        return Hope(self.score - other.score, self.win - other.win)

    def to_json(self) -> dict[str, float]:
        return {"score": self.score, "win": self.win}


NOTHING = Hope(0.0, 0.0)
_ANYTHING = "uniform"
_SCALE = {"club": 78.0, "casual": 60.0, _ANYTHING: 12.0}
"""Accuracies of players who lose what these levels do; from the best to the worst."""


def _between(points: Sequence[tuple[float, float]], lost: float) -> float:
    """The accuracy of who loses so much, on a line through the points; never below 0."""
    if lost <= 0:
        return 100.0
    for (less, better), (more, worse) in pairwise(points):
        if lost <= more:
            return better - (better - worse) * (lost - less) / (more - less)
    most, least = points[-1]
    return max(0.0, least * (2 - lost / most))


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision of the match."""

    move: int
    """Which decision of the match, counted from 1."""
    round: int
    """Of the scorecard, counted from 1; 0 where the game keeps none."""
    seat: int
    chosen: str
    """What was done, as it was offered."""
    advice: Advice | None
    """None where there was only one thing to do, and where nobody asked."""
    option: int
    goal: Goal
    known: tuple[str, ...]
    """The table as the seat saw it, in lines."""
    view: View
    """The same, to be drawn."""
    before: Hope | None = None
    """What the seat could hope for there; None where there was nothing to choose."""
    effects: tuple[Hope, ...] = ()
    """By seat: what the choice changed, beside what the guide would have done."""
    guided: int | None = None
    """The option that the guide takes."""
    expected: Sequence[float] = ()
    """By option: what the guide expects of it; nothing where chance plays on."""
    odds: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """By level of players: how often they take each option."""

    @property
    def is_free(self) -> bool:
        """Whether one option was better than another, for all that is known."""
        return self.advice is not None and len(self.advice.close) < len(self.advice.options)

    @property
    def grade(self) -> Grade | None:
        """None where nothing could be done wrong."""
        return self.played.grade if self.is_free and self.played else None

    @property
    def played(self) -> OptionAdvice | None:
        return self.advice.option(self.option) if self.advice else None

    @property
    def points_lost(self) -> float:
        """Beside the best option; never below 0, whatever the game counts."""
        return abs(self.lost.score)

    @property
    def lost(self) -> Hope:
        """What the option is behind the best one."""
        played = self.played
        if played is None:
            return NOTHING
        worse = min if self.goal is Goal.MAX else max
        return Hope(worse(0.0, played.score_delta), min(0.0, played.win_delta))

    @property
    def is_mixed(self) -> bool:
        """Whether it is known how often to take each option."""
        return self.advice is not None and self.advice.best.share is not None

    def losses(self, aim: Aim) -> list[float]:
        """By option: what it loses beside what the guide does, or beside the best one where chance
        plays on; nothing where there was nothing to choose."""
        if self.advice is None:
            return []
        sign = 1 if self.goal is Goal.MAX else -1

        def worth(option: OptionAdvice) -> float:
            values = {Aim.WIN: option.win, Aim.PLACE: -option.rank, Aim.SCORE: sign * option.score}
            return values[aim]

        worths = {option.index: worth(option) for option in self.advice.options}
        guided = None if self.is_mixed else self.guided
        known = worths[self.advice.best.index if guided is None else guided]
        return [known - worths[index] for index in sorted(worths)]

    @property
    def gaps(self) -> list[float]:
        """By option: what the guide expects less of it than of its own choice; nothing where chance
        plays on, or where it is worked out how to mix."""
        return [] if self.is_mixed else [max(self.expected) - worth for worth in self.expected]

    def lost_by(self, level: str, losses: Sequence[float]) -> float:
        """What a player of that level loses there on average; any option at all for `uniform`."""
        odds = self.odds.get(level) or [1 / len(losses)] * len(losses)
        return sum(share * loss for share, loss in zip(odds, losses, strict=True))

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "round": self.round,
            "seat": self.seat,
            "chosen": self.chosen,
            "option": self.option,
            "is_free": self.is_free,
            "class": self.grade.value if self.grade else None,
            "points_lost": self.points_lost,
            "win_lost": -self.lost.win,
            "effects": [effect.to_json() for effect in self.effects],
            "known": list(self.known),
            "advice": self.advice.to_json() if self.advice else None,
        }


class Cause(StrEnum):
    LUCK = "luck"
    """Chance alone."""
    OWN = "own"
    """What the seat chose."""
    GIVEN = "given"
    """What others chose, as it fell to this seat."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a seat could hope for became this much more, or less."""

    cause: Cause
    move: int
    """Luck: the decision before which it came, or one more than there are at the end of the match.
    Else the decision."""
    by: Hope

    def to_json(self) -> dict[str, Any]:
        return {"cause": self.cause.value, "move": self.move, **self.by.to_json()}


@dataclass(frozen=True, slots=True)
class SeatAccount:
    """Of one seat."""

    seat: int
    start: Hope
    """Before the cards were dealt."""
    changes: tuple[Change, ...]
    """In order; together with the start they are the end."""
    end: Hope
    """What came of it; of a match that was broken off, the last hope."""
    decisions: tuple[Reviewed, ...]
    """Those of the seat."""

    @property
    def luck(self) -> Hope:
        return self._sum(Cause.LUCK)

    @property
    def own(self) -> Hope:
        return self._sum(Cause.OWN)

    @property
    def given(self) -> Hope:
        return self._sum(Cause.GIVEN)

    def _sum(self, cause: Cause) -> Hope:
        return sum((c.by for c in self.changes if c.cause is cause), start=NOTHING)

    @property
    def free(self) -> tuple[Reviewed, ...]:
        """The decisions that count: those in which something could be done wrong."""
        return tuple(one for one in self.decisions if one.is_free)

    @property
    def points_lost(self) -> float:
        """Beside what the guide does; below 0 for who did better."""
        return sum(one.losses(Aim.SCORE)[one.option] for one in self.decisions if one.advice)

    @property
    def accuracy(self) -> float | None:
        """On the game's own scale: 100 for who does as well as the guide, 78 and 60 for who loses
        what club and casual players would lose in these very decisions, 12 for who loses what any
        option would. None where nothing was at stake."""
        free = [one for one in self.decisions if one.advice]
        lost, usual = 0.0, dict.fromkeys(_SCALE, 0.0)
        for one in free:
            assert one.advice is not None
            measured = one.losses(one.advice.aim)
            # What a guide expects tells better than a few matches what players lose on average;
            # unless these say that the option is as good as its own.
            pairs = zip(one.gaps or measured, measured, strict=True)
            losses = [gap if loss > 0 or not one.gaps else 0.0 for gap, loss in pairs]
            lost += losses[one.option]
            for level in usual:
                usual[level] += one.lost_by(level, losses)
        most = usual[_ANYTHING]
        if most <= 0:
            return None
        points = [(0.0, 100.0)]
        for level, accuracy in _SCALE.items():
            if points[-1][0] < usual[level] < most or level == _ANYTHING:
                points.append((usual[level], accuracy))
        return _between(points, lost)

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "start": self.start.to_json(),
            "luck": self.luck.to_json(),
            "own": self.own.to_json(),
            "given": self.given.to_json(),
            "end": self.end.to_json(),
            "points_lost": self.points_lost,
            "accuracy": self.accuracy,
            "decisions": len(self.decisions),
            "free": len(self.free),
            "changes": [change.to_json() for change in self.changes],
        }


def account(
    seat: int, start: Hope, decisions: Sequence[Reviewed], result: Hope | None
) -> SeatAccount:
    """`decisions` of all seats in order; `result` is None as long as there is none."""
    changes: list[Change] = []
    hope = start
    for one in decisions:
        is_own = one.seat == seat
        if is_own and one.before is not None:
            changes.append(Change(Cause.LUCK, one.move, one.before - hope))
            hope = one.before
        effect = one.effects[seat] if one.effects else NOTHING
        if effect != NOTHING:
            changes.append(Change(Cause.OWN if is_own else Cause.GIVEN, one.move, effect))
            hope += effect
    if result is not None:
        changes.append(Change(Cause.LUCK, len(decisions) + 1, result - hope))
        hope = result
    own = tuple(one for one in decisions if one.seat == seat)
    return SeatAccount(seat, start, tuple(changes), hope, own)


# ---------------------------------------------------------------------------- hand by hand


@dataclass(frozen=True, slots=True)
class SettledHand:
    """A hand that is over, and what it was for everybody who has a score."""

    number: int
    """Counted from 1."""
    move: int
    """The decision whose choice booked the last of it; 0 is the deal."""
    bookings: tuple[Booking, ...]
    lines: tuple[str, ...]
    """One for each booking, as the table tells it."""

    def to_json(self) -> dict[str, Any]:
        return {
            "hand": self.number,
            "move": self.move,
            "bookings": [
                {
                    "seat": booking.account.seat,
                    "team": booking.account.team,
                    "terms": [{"label": term.label, "value": term.value} for term in booking.terms],
                    "change": booking.change,
                    "total": booking.total,
                    "line": line,
                }
                for booking, line in zip(self.bookings, self.lines, strict=True)
            ],
        }


@dataclass
class HandsBook:
    """Follows a match from its deal on, and keeps the hands that are over. Nothing is secret to
    whoever looks back, so everything is told."""

    vocabulary: Vocabulary
    hands: list[SettledHand] = field(default_factory=list)
    _move: int = 0
    """The latest that booked something."""

    def __post_init__(self) -> None:
        self._keeper = Bookkeeper(self.vocabulary)

    def hear(self, move: int, step: Step) -> None:
        """What came of that decision."""
        for events in _from_shuffle_to_shuffle(step.events):
            before = self._keeper.settled
            booked = self._keeper.hear(events, step.state.kinds)
            if self._keeper.settled is not before:
                self._add(self._keeper.settled)
            if booked:
                self._move = move
        if step.is_over:
            self._add(self._keeper.hand)

    def _add(self, hand: tuple[Booking, ...]) -> None:
        bookings = tuple(booking for booking in hand if booking.terms)
        if bookings:
            lines = tuple(_told(self.vocabulary.program, booking) for booking in bookings)
            self.hands.append(SettledHand(len(self.hands) + 1, self._move, bookings, lines))


def _told(program: Program, booking: Booking) -> str:
    text = told_booking(program, booking, None)
    return text[:1].upper() + text[1:]


def _from_shuffle_to_shuffle(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """A hand ends before the cards are shuffled for the next one."""
    shuffles = [number for number, event in enumerate(events) if isinstance(event, ev.Shuffled)]
    return (events[start:end] for start, end in pairwise([0, *shuffles, len(events)]))
