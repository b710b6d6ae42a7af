"""What scores are worth in emitted code: places, and what they are rewarded with."""

from __future__ import annotations

from kibitz.engine.native.llvm.words import Pointer, Real, Word
from kibitz.engine.program import Program
from kibitz.recycle import Goal


def standing(program: Program, scores: Pointer, seat: Word) -> tuple[Word, Word]:
    """How many seats are strictly better, and how many are equal, itself included."""
    f = scores.f
    mine = scores.at(seat * 4).load(4)
    better, equal = f.variable(0), f.variable(0)
    with f.count(0, program.players) as other:
        score = scores.at(other * 4).load(4)
        ahead = score > mine if program.goal is Goal.MAX else score < mine
        better.add(ahead.narrowed())
        equal.add(score.equals(mine).narrowed())
    return better.get(), equal.get()


def place_reward(program: Program, scores: Pointer, seat: Word) -> Real:
    """1 for the first place to 0 for the last, ties shared."""
    f = scores.f
    better, equal = standing(program, scores, seat)
    place = (better * 2 + equal - 1).real() / f.real(2.0 * max(1, program.players - 1))
    return f.real(1.0) - place


def score_reward(program: Program, scores: Pointer, seat: Word) -> Real:
    """The score, turned round where low scores win."""
    score = scores.at(seat * 4).load(4).real()
    return score if program.goal is Goal.MAX else scores.f.real(0.0) - score
