"""What emitted code asks about seats: what they see, and how they stand."""

from __future__ import annotations

from collections.abc import Container

from kibitz.engine.native.emission.base import Pile, Unit, mixed
from kibitz.engine.native.emission.function_emitter import FunctionEmitter
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.llvm.words import Pointer, Real, Variable, Word
from kibitz.engine.places import seen_by
from kibitz.engine.program import Program
from kibitz.recycle import Goal, LocationClass


def sees_into(
    emitter: FunctionEmitter, seat: Word, place: Word, besides: Container[LocationClass] = ()
) -> Word:
    """Whether the seat sees the cards that lie there; into places of some classes it never does."""
    seats = [
        0
        if one.location_class in besides
        else sum(1 << seat for seat in seen_by(one, emitter.program.players))
        for one in emitter.layout.places
    ]
    masks = emitter.f.look_up(seats, place, 4)
    return ((masks >> seat) & 1).differs(0)


def emit_seen(unit: Unit) -> None:
    """`seen(state, context, seat)`: the same number for the same cards in the same places.

    Search tells situations apart by it: a player that drew a seven is not where it would be with a
    king, though its options have the same names.
    """
    emitter = FunctionEmitter(unit, Signature("seen", "ppi"))
    f, seat = emitter.f, emitter.f.number(2)
    total = f.variable(0)
    with f.count(0, len(emitter.layout.places)) as location:
        is_seen = sees_into(emitter, seat, location, besides=(LocationClass.MEMORY,))
        with f.when(is_seen & (emitter.piles.pile_size(Pile(location, False)) > 0)):
            add_pile(emitter, total, location)
    f.give(total.get())
    f.close()


def add_pile(emitter: FunctionEmitter, total: Variable, location: Word) -> None:
    """What lies there, as a sum, so that the order of cards in a place makes no difference."""

    def add(card: Word) -> None:
        total.add(mixed(location, card))

    emitter.piles.each_of_pile(Pile(location, False), 0, add)


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
