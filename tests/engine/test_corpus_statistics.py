"""Random play of the published games, compared with what another implementation measured.

The table is a sample of 1 000 matches and so are we, so two means may differ by four times the
standard error of their difference; what the other sample's spread was is taken to be as ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

import pytest
from gathered_games import CORPUS, interpreter_of

from kibitz.engine import Interpreter, Outcome, Rng
from kibitz.engine.places import layout
from kibitz.engine.playing import Playout
from kibitz.engine.state import State

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the published programs are not here"),
]
MATCHES = 1000
CAP = 500
SEED = 2026
TOLERANCE = 4


@dataclass(frozen=True)
class Measured:
    """What was measured over 1 000 random matches."""

    shortest: int
    decisions: float
    longest: int
    branching: float
    widest: int
    forced: float
    scores: tuple[float, ...]
    wins: tuple[float, ...]


TABLE = {
    "Agram3": Measured(18, 18.0, 18, 2.513, 6, 0.373, (0.32, 0.33, 0.34), (0.323, 0.333, 0.344)),
    "CrazyEights3": Measured(
        13, 34.99, 183, 1.581, 13, 0.714, (12.08, 13.84, 13.18), (0.403, 0.312, 0.285)
    ),
    "Cribbage2": Measured(12, 13.84, 17, 3.104, 6, 0.323, (10.35, 6.63), (0.746, 0.255)),
    "GoFish4": Measured(
        5, 47.2, 60, 14.557, 30, 0.0, (1.15, 1.12, 1.09, 1.17), (0.265, 0.245, 0.23, 0.26)
    ),
    "GolfSix4": Measured(
        34, 66.04, 164, 4.395, 7, 0.003, (31.16, 30.63, 30.52, 30.56), (0.236, 0.255, 0.254, 0.255)
    ),
    "Goofspiel2": Measured(26, 26.0, 26, 7.0, 13, 0.077, (44.86, 45.61), (0.474, 0.526)),
    "Hearts4": Measured(
        52, 52.0, 52, 3.589, 13, 0.225, (6.59, 6.45, 6.29, 6.2), (0.249, 0.235, 0.239, 0.276)
    ),
    "LeducPoker2": Measured(1, 2.58, 9, 2.832, 3, 0.0, (-0.24, 0.48), (0.371, 0.628)),
    "President5": Measured(
        104,
        131.77,
        155,
        2.532,
        25,
        0.545,
        (0.62, 0.52, 0.63, 0.62, 0.61),
        (0.21, 0.157, 0.228, 0.206, 0.199),
    ),
    "Rummy2": Measured(57, 235.37, 370, 2.515, 11, 0.457, (18.75, 18.51), (0.5, 0.5)),
    "Scopa2": Measured(36, 36.0, 36, 2.067, 17, 0.327, (2.33, 2.43), (0.484, 0.516)),
}
EXACT_DECISIONS = {"Agram3": 18, "Goofspiel2": 26, "Hearts4": 52, "Scopa2": 36}
FIRST_OPTIONS = {
    "Agram3": 6,
    "Cribbage2": 6,
    "GolfSix4": 6,
    "Goofspiel2": 13,
    "LeducPoker2": 3,
    "Rummy2": 2,
}
ROUNDING = {"decisions": 0.005, "branching": 0.0005, "forced": 0.0005, "score": 0.005, "win": 0.001}
"""The table is rounded; by so much may it be off for that alone."""


def agree(what: str, rounding: str, sample: Sequence[float], expected: float) -> None:
    """The sample's mean and the table's number are of one population."""
    spread = stdev(sample) * sqrt(2 / len(sample))
    difference = abs(fmean(sample) - expected)
    allowed = TOLERANCE * spread + ROUNDING[rounding]
    assert difference <= allowed, (
        f"{what}: {fmean(sample):.4f}, expected {expected} ± {allowed:.4f}"
    )


def agree_in_ratio(
    what: str, rounding: str, parts: Sequence[float], wholes: Sequence[float], expected: float
) -> None:
    """As `agree`, for a number per decision: matches are of different lengths."""
    ratio, length = sum(parts) / sum(wholes), fmean(wholes)
    rests = [part - ratio * whole for part, whole in zip(parts, wholes, strict=True)]
    spread = stdev(rests) / length * sqrt(2 / len(rests))
    allowed = TOLERANCE * spread + ROUNDING[rounding]
    assert abs(ratio - expected) <= allowed, (
        f"{what}: {ratio:.4f}, expected {expected} ± {allowed:.4f}"
    )


def win(outcome: Outcome, seat: int) -> float:
    """A first place, shared where several have it."""
    return 1 / outcome.ranks.count(1) if outcome.ranks[seat] == 1 else 0.0


def test_the_table_is_of_every_published_game() -> None:
    assert {path.stem for path in CORPUS.glob("*.rcy")} == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_random_play_is_as_it_was_measured(name: str) -> None:
    """One test for a game, so that its thousand matches are played once."""
    engine = interpreter_of(name)
    played = [engine.playout(Rng(SEED, match), CAP) for match in range(MATCHES)]
    assert not any(match.capped for match in played)
    compare_lengths(TABLE[name], played)
    compare_results(TABLE[name], played)
    if name in EXACT_DECISIONS:
        assert {len(match.decisions) for match in played} == {EXACT_DECISIONS[name]}
    if name in FIRST_OPTIONS:
        assert {match.decisions[0][1] for match in played} == {FIRST_OPTIONS[name]}
    if name in INVARIANTS:
        INVARIANTS[name](played)


def compare_lengths(table: Measured, played: Sequence[Playout]) -> None:
    lengths = [float(len(match.decisions)) for match in played]
    options = [float(sum(count for _, count in match.decisions)) for match in played]
    forced = [float(sum(count == 1 for _, count in match.decisions)) for match in played]
    agree("decisions", "decisions", lengths, table.decisions)
    agree_in_ratio("branching", "branching", options, lengths, table.branching)
    agree_in_ratio("forced", "forced", forced, lengths, table.forced)
    spread = table.longest - table.shortest
    assert table.shortest - spread <= min(lengths)
    assert max(lengths) <= table.longest + spread


def compare_results(table: Measured, played: Sequence[Playout]) -> None:
    for seat, (score, share) in enumerate(zip(table.scores, table.wins, strict=True)):
        scores = [float(match.outcome.scores[seat]) for match in played]
        agree(f"score of seat {seat + 1}", "score", scores, score)
        wins = [win(match.outcome, seat) for match in played]
        agree(f"wins of seat {seat + 1}", "win", wins, share)


def asks_one_of_three(played: Sequence[Playout]) -> None:
    """Go Fish: a rank, and one of three others to ask for it."""
    assert {count % 3 for match in played for _, count in match.decisions} == {0}


def points_add_up(played: Sequence[Playout]) -> None:
    """Hearts: all 26 points are somebody's; who takes them all has -26 instead."""
    assert {sum(match.outcome.scores) for match in played} <= {26, -26}


def leads_with_eleven_random_cards(played: Sequence[Playout]) -> None:
    """President: as many options as non-empty sets of equal rank; empty sets would make it 22."""
    counts = Counter(match.decisions[0][1] for match in played)
    assert counts.most_common(1)[0][0] in {13, 14}
    assert counts[22] < 0.1 * MATCHES


INVARIANTS: dict[str, Callable[[Sequence[Playout]], None]] = {
    "GoFish4": asks_one_of_three,
    "Hearts4": points_add_up,
    "President5": leads_with_eleven_random_cards,
}


def test_the_prizes_of_goofspiel_are_won_or_still_lie_there() -> None:
    engine = interpreter_of("Goofspiel2")
    for match in range(50):
        state = end_of(engine, match)
        outcome = engine.score(state)
        assert sum(outcome.scores) + left_over(engine, state) == 91


def end_of(engine: Interpreter, match: int) -> State:
    rng = Rng(SEED, match)
    step = engine.deal(rng)
    while not step.is_over:
        step = engine.apply(step, rng.below(len(step.found)), rng)
    return step.state


def left_over(engine: Interpreter, state: State) -> int:
    """The worth of the prizes nobody won, ace 1 to king 13 in the order they were made."""
    program = engine.program
    award = next(
        number
        for number, place in enumerate(layout(program).places)
        if program.strings[place.name] == "AWARD"
    )
    ranks = list(
        dict.fromkeys(
            dict(program.kinds[kind].attributes)[rank_of(program.strings)] for kind in state.kinds
        )
    )
    return sum(
        1 + ranks.index(dict(program.kinds[state.kinds[card]].attributes)[rank_of(program.strings)])
        for card in state.cards[award]
    )


def rank_of(strings: tuple[str, ...]) -> int:
    return strings.index("RANK")


@pytest.mark.parametrize("name", TABLE)
def test_a_playout_and_a_match_choice_by_choice_are_the_same(name: str) -> None:
    engine = interpreter_of(name)
    for match in range(3):
        assert engine.score(end_of(engine, match)) == engine.playout(Rng(SEED, match)).outcome
