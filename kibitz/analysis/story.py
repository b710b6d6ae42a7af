"""One match told by its turning points: what could be done there, and what it was worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.analysis.measures.lead import lead
from kibitz.analysis.measures.statistics import NINETY_FIVE
from kibitz.analysis.records import Gap, PlayedMatch, RecordedDecision
from kibitz.analysis.subject import Subject
from kibitz.engine import Decision, Interpreter, Playing, Step
from kibitz.players import Chances
from kibitz.recycle import Goal
from kibitz.words import Vocabulary, option_labels

MOST_POINTS = 5


@dataclass(frozen=True, slots=True)
class TurningOption:
    """An option at a turning point."""

    label: str
    score: float
    """What the chooser expected to end with."""
    place: float | None
    """The same as a place, from 0 (last) to 1 (first); None where nobody is a rival."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class TurningPoint:
    move: int
    """Which decision of the match, counted from 1."""
    seat: int
    ways: tuple[TurningOption, ...]
    """The best first; options that were never tried are left out."""
    gap: Gap
    """Between the best and the worst, in points."""


@dataclass(frozen=True, slots=True)
class Story:
    number: int
    """Of the match in its sample, counted from 0."""
    decisions: int
    points: tuple[TurningPoint, ...]
    """In the order of play."""
    scores: tuple[int, ...]


def told(subject: Subject, matches: Sequence[PlayedMatch]) -> Story | None:
    """The match in which most hung on single decisions; None if nothing did for sure."""
    match = max(matches, key=lambda one: sum(_sure(one.points[n]) for n in _turns(one)))
    turns = _turns(match)
    if not turns:
        return None
    engine = Interpreter(subject.program)
    steps = _steps(engine, subject, match, turns)
    points = tuple(
        _turning_point(engine, subject, match, number, steps[number]) for number in turns
    )
    return Story(match.number, len(match.points), points, match.scores)


def _sure(point: RecordedDecision) -> float:
    """Points that hang on the decision at least."""
    if point.stake is None or point.options < 2:
        return 0.0
    return point.stake.gap.value - NINETY_FIVE * point.stake.gap.error


def _turns(match: PlayedMatch) -> list[int]:
    """The decisions on which most hung, in the order of play."""
    sure = [number for number, point in enumerate(match.points) if _sure(point) > 0]
    most = sorted(sure, key=lambda number: -_sure(match.points[number]))[:MOST_POINTS]
    return sorted(most)


def _steps(
    engine: Interpreter, subject: Subject, match: PlayedMatch, turns: Sequence[int]
) -> dict[int, Step]:
    """The match played again, up to each of these decisions."""
    plan = subject.plan
    chance = Chances(plan.seed, match.number, match.number).of_cards()
    playing = Playing(engine, chance, plan.most_decisions)
    found = {}
    for number, point in enumerate(match.points):
        if number in turns:
            found[number] = playing.step
        assert point.chosen is not None, "thinkers write down what they choose"
        playing.play(point.chosen)
    return found


def _turning_point(
    engine: Interpreter, subject: Subject, match: PlayedMatch, number: int, step: Step
) -> TurningPoint:
    point, players = match.points[number], len(match.scores)
    decision = step.status
    assert isinstance(decision, Decision), "a match goes on while somebody chooses"
    assert point.stake is not None, "turning points are chosen by what is at stake"
    view = engine.view(step.state, point.seat)
    page = subject.page
    words = Vocabulary(subject.program, page.layout, page.moves, page.told)
    labels = option_labels(engine, view, decision, words)
    has_rivals = subject.program.has_rivals
    ways = [
        TurningOption(
            label,
            look.scores[point.seat],
            lead(look.ranks[point.seat], players) if has_rivals else None,
            n == point.chosen,
        )
        for n, (label, look) in enumerate(zip(labels, point.outlooks, strict=True))
        if look is not None
    ]
    sign = -1 if subject.program.goal is Goal.MAX else 1
    best_first = sorted(ways, key=lambda way: sign * way.score)
    return TurningPoint(number + 1, point.seat, tuple(best_first), point.stake.gap)
