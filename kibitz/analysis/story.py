"""What people do in a game, in words: at each choice, and in one match at its turning points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kibitz.analysis.matches import choice_line, choices
from kibitz.analysis.measures.histories import lead
from kibitz.analysis.measures.statistics import NINETY_FIVE
from kibitz.analysis.records import Gap, PlayedMatch, RecordedDecision
from kibitz.analysis.subject import Subject
from kibitz.engine import Decision, Interpreter, Playing, Rng, Step, at_random
from kibitz.games import BRACES
from kibitz.players import Chances
from kibitz.recycle import Goal
from kibitz.words import Vocabulary, option_labels

MOST_NAMED = 3
"""Kinds of moves that are named for a choice; of more, it is said that there are others."""
ENOUGH = 8
"""Labels by which a move without a name is known."""
MOST_DECISIONS = 300
"""Of a random match in which moves without names are looked for."""

Alternative = tuple[int, int]
"""A step of the code, and which of its alternatives."""


def choice_names(subject: Subject) -> dict[int, str]:
    """By line of the program where a choice is written; choices never seen have no name."""
    seen = _seen_labels(subject)
    names: dict[int, dict[str, None]] = {}
    for number, choice in choices(subject.program).items():
        found = names.setdefault(choice_line(subject.program, choice), {})
        for alternative, name in enumerate(choice.names):
            labels = seen.get((number, alternative), ())
            text = _of_page(name, subject.page.moves) if name else common_words(labels)
            if text:
                found[text] = None
    return {line: listed(list(found)) for line, found in names.items() if found}


def _of_page(name: str, moves: Mapping[str, str]) -> str:
    """`knock` of `knock, discarding {C}`."""
    text = moves.get(name, name.lower()).partition(",")[0]
    verb, brace, _ = text.partition("{") if BRACES.search(text) else (text, "", "")
    return f"{verb.strip()} …" if brace else text


def common_words(labels: Sequence[str]) -> str:
    """`take … from the discard pile`: what the labels of one alternative have in common."""
    rows = [label.split() for label in dict.fromkeys(labels)]
    if len(rows) < 2:
        return " ".join(rows[0]) if rows else ""
    start = _alike(rows)
    end = _alike([row[len(start) :][::-1] for row in rows])[::-1]
    if start or end:
        return " ".join([*start, "…", *end])
    return listed(list(dict.fromkeys(row[0] for row in rows)))


def _alike(rows: Sequence[Sequence[str]]) -> list[str]:
    """The words with which all rows begin."""
    columns = zip(*rows, strict=False)
    return [column[0] for column in takewhile(lambda words: len(set(words)) == 1, columns)]


def listed(words: Sequence[str]) -> str:
    """`bid, hold or pass`; `bid, hold, pass and others`."""
    if len(words) > MOST_NAMED:
        return f"{', '.join(words[:MOST_NAMED])} and others"
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _seen_labels(subject: Subject) -> dict[Alternative, list[str]]:
    """Of options whose moves have no names, in a random match."""
    engine, seed = Interpreter(subject.program), subject.plan.seed
    nameless = {n for n, one in choices(subject.program).items() if not all(one.names)}
    found: dict[Alternative, list[str]] = {}
    if not nameless:
        return found
    page, rng = subject.page, Rng(seed)
    words = Vocabulary(subject.program, page)
    for step in Playing(engine, rng, MOST_DECISIONS).steps(at_random(rng)):
        number = step.state.position
        alternatives = {path[0] for path, _ in step.found}
        is_wanted = any(len(found.get((number, one), ())) < ENOUGH for one in alternatives)
        if number in nameless and not step.is_over and is_wanted:
            decision = step.status
            assert isinstance(decision, Decision), "a match goes on while somebody chooses"
            labels = option_labels(engine, engine.view(step.state, step.seat), decision, words)
            for option, label in zip(decision.options, labels, strict=True):
                found.setdefault((number, option.path[0]), []).append(label)
    return found


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
    words = Vocabulary(subject.program, page)
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
