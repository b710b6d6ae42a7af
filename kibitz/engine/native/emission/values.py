"""Numbers and conditions in emitted code."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, or_
from typing import TypeVar

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import Bound, Component, Pile, Selection
from kibitz.engine.native.layout.lazy_collections import MOST_LOOKS, is_calm, looks
from kibitz.engine.native.layout.set_plan import is_by_face
from kibitz.engine.native.layout.state_layout import NOBODY
from kibitz.engine.native.llvm.words import Word
from kibitz.recycle import LARGEST, CycleKind, Goal, Span, Turn, fibonacci

N = TypeVar("N")

_EMPTINESS = ("==", "!=", ">")
"""What a size is compared with 0 by, when all that matters is whether there is a card."""
_OPERATIONS = {"+": "sadd", "-": "ssub", "*": "smul"}


class ValueEmitter(Component):
    def value(self, node: p.Value) -> Word:
        if self.e.shared.is_shared(node):
            return self.e.shared.called(node)
        return self.value_here(node)

    def value_here(self, node: p.Value) -> Word:
        """The same, worked out by what is being written."""
        match node:
            case p.Const(value=constant):
                return self.f.constant(constant)
            case p.Var(slot=slot):
                bound = self.bound[slot]
                assert isinstance(bound, Word)
                return bound
            case p.Load():
                offset, width = self.e.slot_address(node.slot)
                return self.e.load(offset, width)
            case p.Arithmetic():
                return self._arithmetic(node)
            case p.Random():
                return self._random(node)
            case p.Size():
                return self.e.groups.size(node.collection)
            case p.Either():
                return self.either(node.condition, node.yes, node.no, self.value)
            case p.SumOver():
                return self._sum_over(node)
            case p.At():
                return self._at(node)
            case p.ExtremeOver():
                return self.e.best.number(node)
            case p.BestValue():
                return self.e.best.value(node)
            case p.AttributeOf():
                scores, name = self.e.scores, node.attribute
                if isinstance(name, p.Const):
                    return scores.attribute_of(name.value, self.e.cards.card(node.card))
                wanted = self.value(name)
                return scores.computed_attribute_of(wanted, self.e.cards.card(node.card))
            case p.SumPoints():
                return self._sum_points(node)
            case p.ExtremePoints():
                return self._extreme_points(node)
            case p.Score():
                card = self.e.cards.card(node.card)
                self.e.charge(1, self.e.scoring - 1)
                self.e.fail_when(card >= self.layout.cards, "no-card", node.span)
                return self.e.scores.score(self.e.scores.point_slot(node.points), card)
            case p.TurnOf() | p.Numbered() | p.TeamOf() | p.OwnerOf():
                return self._owner(node)
            case p.FoundSeat():
                return self._found_seat(node)
            case p.SeatAway():
                return self._seat_away(node)

    def _seat_away(self, node: p.SeatAway) -> Word:
        seat, count = self.value(node.start), self.e.program.players
        steps = self.value(node.distance).remainder(count)
        if node.turn is Turn.PREVIOUS:
            steps = steps * -1
        if self.e.may_turn_back:
            steps = self.e.is_backwards().select(steps * -1, steps)
        return (seat + steps + count).remainder(count)

    def either(self, condition: p.Condition, yes: N, no: N, number: Callable[[N], Word]) -> Word:
        """One of two numbers; only that one is worked out."""
        result = self.f.variable(0)
        with self.f.either(self.test(condition)) as (holds, fails):
            with holds:
                result.set(number(yes))
            with fails:
                result.set(number(no))
        return result.get()

    def _arithmetic(self, node: p.Arithmetic) -> Word:
        operands = [self.value(operand) for operand in node.operands]
        match node.operator:
            case "+" | "-" | "*":
                operation = _OPERATIONS[node.operator]
                result, overflowed = self.f.checked(operation, *operands)
                self.e.fail_when(overflowed, "overflow", node.span)
                return result
            case "//" | "%":
                return self._division(node, *operands)
            case "^":
                return self._power(node.span, *operands)
            case "min" | "max":
                left, right = operands
                is_left = left < right if node.operator == "min" else left > right
                return is_left.select(left, right)
            case "tri":
                return self._triangular(node.span, *operands)
            case "fib":
                return self._fibonacci(node.span, *operands)
        raise AssertionError(node.operator)

    def _division(self, node: p.Arithmetic, left: Word, right: Word) -> Word:
        self.e.fail_when(right.equals(0), "division-by-zero", node.span)
        if node.operator == "%":
            # The one quotient that does not fit leaves nothing.
            safe = right.equals(-1).select(1, right)
            return left.remainder(safe)
        overflowed = left.equals(-(2**31)) & right.equals(-1)
        self.e.fail_when(overflowed, "overflow", node.span)
        return left.divided(right)

    def _power(self, span: Span, base: Word, exponent: Word) -> Word:
        """By repeated multiplication; bases -1, 0 and 1 need at most three rounds."""
        is_small = (base + 1).below(3)
        self.e.fail_when((exponent < 0) & base.equals(0), "division-by-zero", span)
        is_reciprocal = exponent < 0
        rounds = is_reciprocal.select(exponent * -1, exponent)
        capped = (rounds & 1) + 2
        rounds = (is_small & (rounds > 2)).select(capped, rounds)
        too_far = is_small.negated() & (exponent > 31)
        self.e.fail_when(too_far, "overflow", span)
        rounds = (is_small.negated() & is_reciprocal).select(0, rounds)
        result = self.f.variable(1)
        with self.f.count(0, rounds):
            product, overflowed = self.f.checked("smul", result.get(), base)
            self.e.fail_when(overflowed, "overflow", span)
            result.set(product)
        return (is_small.negated() & is_reciprocal).select(0, result.get())

    def _triangular(self, span: Span, number: Word) -> Word:
        wide = number.widened(signed=True)
        twice = wide * (wide + 1)
        self.e.fail_when(twice > 2 * LARGEST, "overflow", span)
        return (twice >> 1).narrowed()

    def _fibonacci(self, span: Span, number: Word) -> Word:
        self.e.fail_when(number > 46, "overflow", span)
        index = (number < 0).select(0, number)
        return self.f.look_up([fibonacci(n) for n in range(47)], index, 4)

    def _random(self, node: p.Random) -> Word:
        low, high = self.value(node.low), self.value(node.high)
        self.e.fail_when(high < low, "empty-range", node.span)
        span = high.widened(signed=True) - low.widened(signed=True) + 1
        drawn = self.f.variable(low)
        with self.f.when(self.e.no_chance().negated()):
            drawn.set(low + self.e.draw_by_rule(span))
        return drawn.get()

    def _sum_over(self, node: p.SumOver) -> Word:
        total = self.f.variable(0)

        def add(element: Bound) -> None:
            self.bound[node.slot] = element
            result, overflowed = self.f.checked("sadd", total.get(), self.value(node.body))
            self.e.fail_when(overflowed, "overflow", node.span)
            total.set(result)

        with self.e.groups.loop(node.collection, self.price(node.body)) as each:
            each(add)
        return total.get()

    def _at(self, node: p.At) -> Word:
        index = self.value(node.number) - 1
        if isinstance(node.values, p.Constants):
            constants = node.values.values or (0,)
            inside = index.below(len(node.values.values))
            self.e.fail_when(inside.negated(), "no-such-element", node.span)
            return self.f.look_up(constants, index, 4)
        with self.e.groups.settled(node.values, 1) as (size, each):
            self.e.fail_when(index.below(size).negated(), "no-such-element", node.span)
            with self.e.uncounted():
                found = self.e.groups.selected(Selection(self.e, node.values), index, each)
        assert isinstance(found, Word)
        return found

    def _sum_points(self, node: p.SumPoints) -> Word:
        slot = self.e.scores.point_slot(node.points)
        total = self.f.variable64(0)

        def add(card: Word) -> None:
            total.set(total.get() + self.e.scores.score(slot, card).widened(signed=True))

        self.e.cards.each_card(node.cards, self.e.scoring, add)
        wide = total.get()
        fits = (wide + 2**31).below(2**32)
        self.e.fail_when(fits.negated(), "overflow", node.span)
        return wide.narrowed()

    def _extreme_points(self, node: p.ExtremePoints) -> Word:
        slot = self.e.scores.point_slot(node.points)
        largest = node.goal is Goal.MAX
        best = self.f.variable(-1 if largest else LARGEST)
        found = self.f.variable(0)

        def compare(card: Word) -> None:
            score = self.e.scores.score(slot, card)
            better = score > best.get() if largest else score < best.get()
            with self.f.when(better | found.get().equals(0)):
                best.set(score)
            found.set(1)

        self.e.cards.each_card(node.cards, self.e.scoring, compare)
        return best.get()

    def _owner(self, node: p.TurnOf | p.Numbered | p.TeamOf | p.OwnerOf) -> Word:
        match node:
            case p.TurnOf():
                return self._turn(node)
            case p.Numbered():
                number = self.value(node.number) - 1
                outside = number.below(self.e.members(node.kind)).negated()
                self.e.fail_when(outside, f"no-such-{node.kind.value}", node.span)
                return number
            case p.TeamOf():
                teams = self.program.teams
                team_of = [
                    next(number for number, team in enumerate(teams) if seat in team)
                    for seat in range(self.program.players)
                ]
                return self.f.look_up(team_of, self.value(node.seat), 1)
            case p.OwnerOf():
                card = self.e.cards.card(node.card)
                self.e.fail_when(card >= self.layout.cards, "no-card", node.span)
                return self._owner_of(card, node.span)

    def _found_seat(self, node: p.FoundSeat) -> Word:
        asked, found = self.f.variable(self.value(node.start)), self.f.variable(NOBODY)
        done = self.f.label()
        away = self.e.seat_after if node.turn is Turn.NEXT else self.e.seat_before
        with self.f.count(0, node.players):
            seat = away(asked.get())
            asked.set(seat)
            self.bound[node.slot] = seat
            with self.f.when(self.test(node.condition)):
                found.set(seat)
                self.f.go(done)
        self.f.place(done)
        self.e.fail_when(found.get().equals(NOBODY), "nobody-found", node.span)
        return found.get()

    def _owner_of(self, card: Word, span: Span) -> Word:
        owners = [NOBODY if place.owner is None else place.owner for place in self.layout.places]
        owner = self.f.look_up(owners, self.e.piles.place_of(card), 1)
        self.e.fail_when(owner.equals(NOBODY), "no-owner", span)
        return owner

    def _turn(self, node: p.TurnOf) -> Word:
        current, count = self.e.current(node.kind), self.e.members(node.kind)
        is_seat = node.kind is CycleKind.PLAYER
        match node.turn:
            case Turn.CURRENT:
                return current
            case Turn.PREVIOUS:
                return self.e.seat_before(current) if is_seat else self.e.before(current, count)
            case Turn.NEXT:
                if not is_seat:
                    return self.e.following(current, count)
                following = self.e.seat_after(current)
                if self.e.scored_seat is not None:
                    return following
                queued = self.e.load(self.e.frame(node.kind) + 1, 1)
                return queued.equals(NOBODY).select(following, queued)

    def test(self, node: p.Condition) -> Word:
        if self.e.shared.is_shared(node):
            return self.e.shared.called(node).differs(0)
        return self.test_here(node)

    def test_here(self, node: p.Condition) -> Word:
        """The same, tested by what is being written."""
        match node:
            case p.Truth(value=constant):
                return self.f.truth(constant)
            case p.And(operands=operands):
                return self._until(False, operands)
            case p.Or(operands=operands):
                return self._until(True, operands)
            case p.Not():
                return self.test(node.operand).negated()
            case p.Compare(
                left=p.Size(collection=p.FilterCards() as filtered), right=p.Const(value=0)
            ) if node.operator in _EMPTINESS and is_calm(filtered):
                return self._is_empty(filtered, node.operator)
            case p.Compare():
                return self.value(node.left).compare(node.operator, self.value(node.right))
            case p.SameCard():
                return self._same_card(node)
            case p.Every(body=p.Every() | p.Some()) | p.Some(body=p.Every() | p.Some()) if (
                looks(node, {}) <= MOST_LOOKS
            ):
                return self._looked_at(node)
            case (
                p.Every(collection=p.Location() as location)
                | p.Some(collection=p.Location() as location)
            ) if self.e.sets.tells(location) and is_by_face(node.body, node.slot):
                return self._told_of_faces(node, self.e.cards.location(location))
            case p.Every() | p.Some():
                return self._quantified(node)

    def _is_empty(self, node: p.FilterCards, operator: str) -> Word:
        """Whether no card passes the filter; the first that does settles it."""
        if self.e.cards.is_told(node):
            _, cards = self.e.cards.passing(node, 0)
            return cards.differs(0).narrowed().compare(operator, 0)
        found, done = self.f.variable(1), self.f.label()
        self.e.cards.each_card(node, 0, lambda card: self.f.go(done))
        found.set(0)
        self.f.place(done)
        return found.get().compare(operator, 0)

    def _until(self, decisive: bool, operands: tuple[p.Condition, ...]) -> Word:
        """Left to right, up to the first operand that decides."""
        result = self.f.variable(int(decisive))
        done = self.f.label()
        for operand in operands:
            outcome = self.test(operand)
            with self.f.when(outcome if decisive else outcome.negated()):
                self.f.go(done)
        result.set(int(not decisive))
        self.f.place(done)
        return result.get().differs(0)

    def _same_card(self, node: p.SameCard) -> Word:
        left, right = self.e.cards.card(node.left), self.e.cards.card(node.right)
        missing = (left >= self.layout.cards) | (right >= self.layout.cards)
        self.e.fail_when(missing, "no-card", node.span)
        return left.differs(right) if node.negated else left.equals(right)

    def _looked_at(self, node: p.Condition) -> Word:
        """All of it: how far to look is hard to foresee, and branches cost more than looking."""
        match node:
            case p.And(operands=operands):
                return reduce(and_, map(self._looked_at, operands))
            case p.Or(operands=operands):
                return reduce(or_, map(self._looked_at, operands))
            case p.Every() | p.Some():
                result = self.f.variable(int(isinstance(node, p.Every)))

                def look(element: Bound) -> None:
                    self.bound[node.slot] = element
                    outcome, before = self._looked_at(node.body).narrowed(), result.get()
                    both = outcome & before if isinstance(node, p.Every) else outcome | before
                    result.set(both)

                self.e.groups.each_element(node.collection, 0, look)
                return result.get().differs(0)
            case _:
                return self.test(node)

    def _told_of_faces(self, node: p.Every | p.Some, pile: Pile) -> Word:
        """Whether the cards of a place that keeps a set are so."""
        self.e.charge(self.e.piles.pile_size(pile), self.price(node.body))
        such, cards = self.e.sets.set_by_face(node.body, node.slot), self.e.sets.set_of(pile)
        if isinstance(node, p.Some):
            return (cards & such).differs(0)
        return (cards & such).equals(cards)

    def _quantified(self, node: p.Every | p.Some) -> Word:
        decisive = isinstance(node, p.Some)
        result = self.f.variable(int(not decisive))
        done = self.f.label()

        def decide(element: Bound) -> None:
            self.bound[node.slot] = element
            outcome = self.test(node.body)
            with self.f.when(outcome if decisive else outcome.negated()):
                result.set(int(decisive))
                self.f.go(done)

        with self.e.groups.loop(node.collection, self.price(node.body)) as each:
            each(decide)
            self.f.place(done)
        return result.get().differs(0)


class BestEmitter(Component):
    """The best element of a collection, and the most and the least of it: a loop, no list."""

    def number(self, node: p.ExtremeOver) -> Word:
        """The greatest number, or the least."""
        return self._loop(node.collection, node.slot, node.body, node.goal, node.span)

    def value(self, node: p.BestValue | p.BestCard) -> Word:
        element = self.element(node.collection, node.slot, node.body, node.span)
        assert isinstance(element, Word)
        return element

    def element(self, collection: p.Collection, slot: int, body: p.Value, span: Span) -> Bound:
        """The first element whose number is greatest."""
        chosen = Selection(self.e, collection)
        self._loop(collection, slot, body, Goal.MAX, span, chosen)
        return chosen.get()

    def _loop(
        self,
        collection: p.Collection,
        slot: int,
        body: p.Value,
        goal: Goal,
        span: Span,
        chosen: Selection | None = None,
    ) -> Word:
        best, found = self.f.variable(0), self.f.variable(0)

        def compare(element: Bound) -> None:
            self.bound[slot] = element
            number = self.e.values.value(body)
            better = number > best.get() if goal is Goal.MAX else number < best.get()
            with self.f.when(better | found.get().equals(0)):
                best.set(number)
                if chosen is not None:
                    chosen.note(element)
            found.set(1)

        with self.e.groups.loop(collection, self.price(body)) as each:
            each(compare)
        self.e.fail_when(found.get().equals(0), "best-of-nothing", span)
        return best.get()
