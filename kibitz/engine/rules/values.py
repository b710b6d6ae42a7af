"""Numbers: arithmetic, storages, counts, scores, owners."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import MISSING, Machine
from kibitz.engine.rules.base import RuleCompiler, TestRule, ValueRule, best, either
from kibitz.recycle import (
    COMPARISONS,
    LARGEST,
    SMALLEST,
    CycleKind,
    Goal,
    Overflow,
    Span,
    Turn,
    calculate,
)


class ValueRules(RuleCompiler):
    def value(self, node: p.Value) -> ValueRule:
        match node:
            case p.Const(value=constant):
                return lambda m: constant
            case p.Var(slot=slot):
                return lambda m: m.variables[slot]
            case p.Load():
                return self._load(node.slot)
            case p.Arithmetic():
                return self._arithmetic(node)
            case p.Random():
                return self._random(node)
            case p.Size():
                elements = self.elements(node.collection)
                return lambda m: len(elements(m))
            case p.Either():
                return either(self.test(node.condition), self.value(node.yes), self.value(node.no))
            case p.SumOver():
                return self._sum_over(node)
            case p.At():
                return self._at(node)
            case p.ExtremeOver() | p.BestValue():
                return self._best(node)
            case p.AttributeOf():
                return self._attribute(node)
            case p.SumPoints() | p.ExtremePoints() | p.Score():
                return self._points(node)
            case p.TurnOf() | p.Numbered() | p.TeamOf() | p.OwnerOf():
                return self._owner(node)
            case p.FoundSeat():
                return self._found_seat(node)
            case p.SeatAway():
                return self._seat_away(node)

    def _load(self, slot: p.Slot) -> ValueRule:
        is_number, always = slot.kind is p.StorageKind.INT, self.fixed_slot(slot)
        if always is not None:
            return (lambda m: m.ints[always]) if is_number else (lambda m: m.strs[always])
        number = self.slot(slot)
        return (lambda m: m.ints[number(m)]) if is_number else (lambda m: m.strs[number(m)])

    def _arithmetic(self, node: p.Arithmetic) -> ValueRule:
        operator, span = node.operator, node.span
        left, *others = map(self.value, node.operands)
        if not others:
            return _guarded(lambda m: calculate(operator, left(m)), span)
        (right,) = others
        if operator == "+":

            def add(m: Machine) -> int:
                result = left(m) + right(m)
                if SMALLEST <= result <= LARGEST:
                    return result
                raise overflow(span)

            return add
        return _guarded(lambda m: calculate(operator, left(m), right(m)), span)

    def _random(self, node: p.Random) -> ValueRule:
        low, high, span = self.value(node.low), self.value(node.high), node.span

        def draw(m: Machine) -> int:
            least, most = low(m), high(m)
            if most < least:
                label = f"from {least} to {most}"
                raise Fault("empty-range", "a random number from no numbers", span, label)
            return least if m.rng is None else least + m.rng.below(most - least + 1)

        return draw

    def _sum_over(self, node: p.SumOver) -> ValueRule:
        elements = self.elements(node.collection, self.price(node.body))
        body, slot, span = self.value(node.body), node.slot, node.span

        def total(m: Machine) -> int:
            result = 0
            for element in elements(m):
                m.variables[slot] = element
                result += body(m)
                if not SMALLEST <= result <= LARGEST:
                    raise overflow(span)
            return result

        return total

    def _best(self, node: p.ExtremeOver | p.BestValue) -> ValueRule:
        elements = self.elements(node.collection, self.price(node.body))
        body = self.value(node.body)
        if isinstance(node, p.ExtremeOver):
            extreme = best(elements, body, node.slot, node.span, node.goal)
            return lambda m: extreme(m)[1]
        find = best(elements, body, node.slot, node.span)
        return lambda m: find(m)[0]

    def _at(self, node: p.At) -> ValueRule:
        number, elements, span = self.value(node.number), self.elements(node.values, 1), node.span

        def at(m: Machine) -> int:
            wanted, found = number(m), elements(m)
            if 1 <= wanted <= len(found):
                return found[wanted - 1]  # type: ignore[no-any-return]  # a number
            headline = f"there is no element {wanted} in this list"
            raise Fault("no-such-element", headline, span, f"it has {len(found)}")

        return at

    def _attribute(self, node: p.AttributeOf) -> ValueRule:
        card = self.card(node.card)
        if isinstance(node.attribute, p.Const):
            attribute = node.attribute.value
            values = [kind.value(attribute) for kind in self.program.kinds]
            if isinstance(node.card, p.CardVar):
                slot = node.card.slot

                def of_variable(m: Machine) -> int:
                    found = m.variables[slot]
                    return 0 if found == MISSING else values[m.kinds[found]]

                return of_variable

            def known_attribute(m: Machine) -> int:
                found = card(m)
                return 0 if found == MISSING else values[m.kinds[found]]

            return known_attribute
        name = self.value(node.attribute)
        kinds = self.program.kinds

        def any_attribute(m: Machine) -> int:
            wanted = name(m)
            found = card(m)
            return 0 if found == MISSING else kinds[m.kinds[found]].value(wanted)

        return any_attribute

    def _points(self, node: p.SumPoints | p.ExtremePoints | p.Score) -> ValueRule:
        slot = self.slot(node.points)
        match node:
            case p.SumPoints():
                return self._sum_points(node, slot)
            case p.ExtremePoints():
                cards = self.cards(node.cards, self.scoring)
                largest = node.goal is Goal.MAX
                pick: Callable[..., int] = max if largest else min
                nothing = -1 if largest else LARGEST

                def extreme(m: Machine) -> int:
                    scores, kinds, pile = m.points[slot(m)].scores, m.kinds, cards(m)
                    found = pick((scores[kinds[card]] for card in pile), default=nothing)
                    return in_bounds(found, node.span)

                return extreme
            case p.Score():
                return self._score(node, slot)

    def _sum_points(self, node: p.SumPoints, slot: ValueRule) -> ValueRule:
        cards, span = self.cards(node.cards, self.scoring), node.span

        def total(m: Machine) -> int:
            scores, kinds, pile = m.points[slot(m)].scores, m.kinds, cards(m)
            result = sum([scores[kinds[card]] for card in pile])
            return in_bounds(result, span)

        return total

    def _score(self, node: p.Score, slot: ValueRule) -> ValueRule:
        card = self.card(node.card)
        missing = self.missing_card("no-card", "there is no card to score", node.card, node.span)
        more = self.scoring - 1

        def score(m: Machine) -> int:
            found = card(m)
            m.count_work(more)
            if found == MISSING:
                missing(m)
            return in_bounds(m.points[slot(m)].scores[m.kinds[found]], node.span)

        return score

    def _owner(self, node: p.TurnOf | p.Numbered | p.TeamOf | p.OwnerOf) -> ValueRule:
        match node:
            case p.TurnOf():
                return self._turn(node)
            case p.Numbered():
                return self._numbered(node)
            case p.TeamOf():
                seat = self.value(node.seat)
                team_of = {
                    member: number
                    for number, team in enumerate(self.program.teams)
                    for member in team
                }
                return lambda m: team_of[seat(m)]
            case p.OwnerOf():
                return self._owner_of(node)

    def _turn(self, node: p.TurnOf) -> ValueRule:
        if node.kind is CycleKind.TEAM:
            return self._team_turn(node.turn)
        count = self.program.players
        match node.turn:
            case Turn.CURRENT:
                return lambda m: m.seats[-1].position
            case Turn.PREVIOUS:
                return lambda m: (m.seats[-1].position - m.seats[-1].way) % count
            case Turn.NEXT:

                def following(m: Machine) -> int:
                    frame = m.seats[-1]
                    following = (frame.position + frame.way) % count
                    return frame.queued if frame.queued >= 0 else following

                return following

    def _team_turn(self, turn: Turn) -> ValueRule:
        """Nobody queues a team, so the next one is always the following number."""
        count = len(self.program.teams)
        offset = {Turn.CURRENT: 0, Turn.NEXT: 1, Turn.PREVIOUS: -1}[turn]
        return lambda m: (m.state.teams[-1].position + offset) % count

    def _numbered(self, node: p.Numbered) -> ValueRule:
        number, span, kind = self.value(node.number), node.span, node.kind
        is_team = kind is CycleKind.TEAM
        count = len(self.program.teams) if is_team else self.program.players

        def numbered(m: Machine) -> int:
            wanted = number(m)
            if 1 <= wanted <= count:
                return wanted - 1
            slug = "no-such-team" if is_team else "no-such-player"
            headline = f"there is no {kind.value} {wanted}"
            raise Fault(slug, headline, span, f"this game has {count}")

        return numbered

    def _found_seat(self, node: p.FoundSeat) -> ValueRule:
        start, test = self.value(node.start), self.test(node.condition)
        slot, count = node.slot, node.players
        away = 1 if node.turn is Turn.NEXT else -1

        def found(m: Machine) -> int:
            first, way = start(m), away * m.seats[-1].way
            for distance in range(1, count + 1):
                seat = (first + way * distance) % count
                m.variables[slot] = seat
                if test(m):
                    return seat
            raise Fault("nobody-found", "no player is as the condition says", node.span)

        return found

    def _seat_away(self, node: p.SeatAway) -> ValueRule:
        start, distance = self.value(node.start), self.value(node.distance)
        count, away = self.program.players, 1 if node.turn is Turn.NEXT else -1
        return lambda m: (start(m) + away * m.seats[-1].way * distance(m)) % count

    def _owner_of(self, node: p.OwnerOf) -> ValueRule:
        card, span, owners = self.card(node.card), node.span, self.owners
        missing = self.missing_card("no-card", "a card that is not there", node.card, span)

        def owner(m: Machine) -> int:
            found = card(m)
            if found == MISSING:
                missing(m)
            seat = owners[m.place[found]]
            if seat is None:
                label = f"it lies in {self.location_words(m.place[found])}"
                raise Fault("no-owner", "a card on the table belongs to no player", span, label)
            return seat

        return owner


def overflow(span: Span) -> Fault:
    return Fault("overflow", "a number does not fit in 32 bits", span)


def in_bounds(number: int, span: Span) -> int:
    if SMALLEST <= number <= LARGEST:
        return number
    raise overflow(span)


def _guarded(rule: ValueRule, span: Span) -> ValueRule:
    def compute(m: Machine) -> int:
        try:
            return rule(m)
        except Overflow:
            raise overflow(span) from None
        except ZeroDivisionError:
            raise Fault("division-by-zero", "a division by zero", span) from None

    return compute


class ConditionRules(RuleCompiler):
    def test(self, node: p.Condition) -> TestRule:
        match node:
            case p.Truth(value=constant):
                return lambda m: constant
            case p.And(operands=operands):
                return self._until(False, operands)
            case p.Or(operands=operands):
                return self._until(True, operands)
            case p.Not():
                test = self.test(node.operand)
                return lambda m: not test(m)
            case p.Compare():
                return self._compare(node)
            case p.SameCard():
                return self._same_card(node)
            case p.Every() | p.Some():
                return self._quantified(node)

    def _until(self, decisive: bool, operands: tuple[p.Condition, ...]) -> TestRule:
        """Left to right, up to the first operand that decides."""
        tests = tuple(map(self.test, operands))
        if len(tests) == 2:
            first, second = tests
            if decisive:
                return lambda m: first(m) or second(m)
            return lambda m: first(m) and second(m)

        def decide(m: Machine) -> bool:
            for test in tests:
                if test(m) is decisive:
                    return decisive
            return not decisive

        return decide

    def _compare(self, node: p.Compare) -> TestRule:
        left, right = self.value(node.left), self.value(node.right)
        compare = COMPARISONS[node.operator]
        if isinstance(node.right, p.Const):
            constant = node.right.value
            return lambda m: compare(left(m), constant)
        return lambda m: compare(left(m), right(m))

    def _same_card(self, node: p.SameCard) -> TestRule:
        left, right, negated = self.card(node.left), self.card(node.right), node.negated
        headline = "there is no card to compare"
        left_missing = self.missing_card("no-card", headline, node.left, node.span)
        right_missing = self.missing_card("no-card", headline, node.right, node.span)

        def same(m: Machine) -> bool:
            one, other = left(m), right(m)
            if one == MISSING:
                left_missing(m)
            if other == MISSING:
                right_missing(m)
            return (one == other) is not negated

        return same

    def _quantified(self, node: p.Every | p.Some) -> TestRule:
        elements = self.elements(node.collection, self.price(node.body))
        body, slot = self.test(node.body), node.slot
        decisive = isinstance(node, p.Some)

        def quantified(m: Machine) -> bool:
            for element in elements(m):
                m.variables[slot] = element
                if body(m) is decisive:
                    return decisive
            return not decisive

        return quantified
