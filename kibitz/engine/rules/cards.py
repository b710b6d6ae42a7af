"""Cards and card lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import MISSING, Machine, check_length
from kibitz.engine.program.work import run_price
from kibitz.engine.rules.base import (
    CardsRule,
    RuleCompiler,
    ValueRule,
    best,
    charged,
    either,
    passing,
)
from kibitz.recycle import End, Goal, Span


class CardRules(RuleCompiler):
    def card(self, node: p.Card) -> ValueRule:
        match node:
            case p.CardVar(slot=slot):
                return lambda m: m.variables[slot]
            case p.CardAt():
                return self._card_at(node)
            case p.ExtremeCard():
                return self._extreme_card(node)
            case p.BestCard():
                cards, body = self.cards(node.collection, self.price(node.body)), node.body
                find = best(cards, self.value(body), node.slot, node.span)
                return lambda m: find(m)[0]
            case p.KeptCard():
                kept = self.slot(node.slot)
                return lambda m: m.ints[kept(m)]
            case p.EitherCard():
                return either(self.test(node.condition), self.card(node.yes), self.card(node.no))

    def _card_at(self, node: p.CardAt) -> ValueRule:
        cards = self.cards(node.cards)
        position = self.position(node.where)

        def at(m: Machine) -> int:
            pile = cards(m)
            index = position(m, len(pile))
            return pile[index] if 0 <= index < len(pile) else MISSING

        return at

    def position(self, where: End | p.Value) -> Callable[[Machine, int], int]:
        """The index meant, in a list of the given size; out of bounds when there is none."""
        if where is End.TOP:
            return lambda m, size: size - 1
        if where is End.BOTTOM:
            return lambda m, size: 0
        number = self.value(where)
        return lambda m, size: number(m)

    def _extreme_card(self, node: p.ExtremeCard) -> ValueRule:
        cards, slot = self.cards(node.cards, 2 * self.scoring), self.slot(node.points)
        span = node.span
        pick: Callable[[Iterable[int]], int] = max if node.goal is Goal.MAX else min

        def extreme(m: Machine) -> int:
            pile, kinds = cards(m), m.kinds
            if not pile:
                headline = f"the {node.goal.value} of no cards"
                raise Fault("no-card", headline, span, "the list is empty")
            scores = m.points[slot(m)].scores
            best = pick([scores[kinds[card]] for card in pile])
            tied = [card for card in pile if scores[kinds[card]] == best]
            if len(tied) == 1 or m.rng is None:
                return tied[0]
            return tied[m.rng.below(len(tied))]

        return extreme

    def location(self, node: p.Live) -> ValueRule:
        match node:
            case p.LocationVar(slot=slot):
                return lambda m: m.variables[slot]
            case p.LocationMember():
                return self._member(node.where, node.groups, node.span)
            case p.EitherPlace():
                sides = self.location(node.yes), self.location(node.no)
                return either(self.test(node.condition), *sides)
            case p.Location():
                return self._location(node)

    def _location(self, node: p.Location) -> ValueRule:
        first_and_indices = self.family(node)
        owner = None if node.owner is None else self.value(node.owner)
        index = self.value(node.index)
        if node.name is None:
            first, indices = node.families[0].first, node.families[0].indices
            if isinstance(node.index, p.Const) and 0 <= node.index.value < indices:
                fixed = first + node.index.value
                if owner is None:
                    return lambda m: fixed
                return lambda m: fixed + owner(m) * indices

        def numbered(m: Machine) -> int:
            base, limit = first_and_indices(m)
            wanted = index(m)
            if not 0 <= wanted < limit:
                headline = f"there is no location with index {wanted}"
                raise Fault("bad-index", headline, node.span, "indices go from 0 to 63")
            return base + wanted if owner is None else base + owner(m) * limit + wanted

        return numbered

    def family(self, node: p.Location) -> Callable[[Machine], tuple[int, int]]:
        """First location and number of indices of the family the name means."""
        if node.name is None:
            fixed = node.families[0].first, node.families[0].indices
            return lambda m: fixed
        name = self.value(node.name)
        by_name = {family.name: (family.first, family.indices) for family in node.families}
        return lambda m: by_name[name(m)]

    def _member(
        self, where: End | p.Value | p.BestPlace, groups: p.Groups, span: Span
    ) -> ValueRule:
        """One of the groups: `top` is the first, `bottom` the last."""
        if isinstance(where, p.BestPlace):
            elements = self.groups(groups, self.price(where.body))
            find = best(elements, self.value(where.body), where.slot, span)
            return lambda m: find(m)[0]
        members = self.groups(groups)
        flipped = {End.TOP: End.BOTTOM, End.BOTTOM: End.TOP}
        position = self.position(flipped[where] if isinstance(where, End) else where)

        def member(m: Machine) -> int:
            found = members(m)
            index = position(m, len(found))
            if 0 <= index < len(found):
                return found[index]  # type: ignore[no-any-return]  # a number or a list
            raise Fault("no-such-list", "there is no such card list", span, f"{len(found)} here")

        return member

    def cards(self, node: p.Cards, visits: int = 0) -> CardsRule:
        match node:
            case p.Location() | p.LocationVar() | p.LocationMember() | p.EitherPlace():
                number = self.location(node)
                return charged(lambda m: m.cards[number(m)], visits)
            case p.ListVar(slot=slot):
                return charged(lambda m: m.variables[slot], visits)
            case p.ListMember():
                return charged(self._member(node.where, node.groups, node.span), visits)
            case p.Combine():
                parts = [self.cards(part, visits + 1) for part in node.parts]
                return _combine(node.operator, all_of(parts), self.most_listed)
            case p.CombineGroups():
                lists = self.group_lists(node.groups, visits + 1)
                return _combine(node.operator, lists, self.most_listed)
            case p.EitherCards():
                sides = self.cards(node.yes), self.cards(node.no)
                one = either(self.test(node.condition), *sides)
                return charged(lambda m: list(one(m)), visits + 1)
            case p.FilterCards():
                source = self.cards(node.cards, visits + self.price(node.condition))
                return passing(source, self.test(node.condition), node.slot)
            case p.Sequence():
                return self._sequence(node, visits)
            case p.Run():
                return self._run(node, visits)

    def group_lists(self, node: p.Groups, visits: int) -> Callable[[Machine], list[list[int]]]:
        """The card lists of the groups, whether they are locations or virtual.

        Every group is gone through once, every card of it so many times.
        """
        groups, is_place = self.groups(node, 1), node.live

        def lists(m: Machine) -> list[list[int]]:
            found = [m.cards[number] for number in groups(m)] if is_place else list(groups(m))
            m.count_work(visits * sum(map(len, found)))
            return found

        return lists

    def _sequence(self, node: p.Sequence, visits: int) -> CardsRule:
        cards, count, end = self.cards(node.cards, visits + 1), self.value(node.count), node.end

        def stretch(m: Machine) -> list[int]:
            wanted, pile = count(m), cards(m)
            if not 0 <= wanted <= len(pile):
                headline = f"there are no {wanted} cards here"
                raise Fault("too-few-cards", headline, node.span, f"the list holds {len(pile)}")
            if end is End.BOTTOM:
                return pile[:wanted]
            return pile[len(pile) - wanted :][::-1]

        return stretch

    def _run(self, node: p.Run, visits: int) -> CardsRule:
        cards, minimum = self.cards(node.cards, visits + 1), self.value(node.minimum)
        slot, end, scoring = self.slot(node.points), node.end, self.scoring

        def longest(m: Machine) -> list[int]:
            least, pile = max(1, minimum(m)), cards(m)
            scores, kinds = m.points[slot(m)].scores, m.kinds
            m.count_work(run_price(len(pile)) * scoring)
            for length in range(len(pile), least - 1, -1):
                part = pile[:length] if end is End.BOTTOM else pile[len(pile) - length :]
                part = sorted(part, key=lambda card: scores[kinds[card]])
                steps = [scores[kinds[card]] for card in part]
                if steps == list(range(steps[0], steps[0] + length)):
                    return part
            return []

        return longest


def all_of(parts: Sequence[CardsRule]) -> Callable[[Machine], list[list[int]]]:
    return lambda m: [part(m) for part in parts]


def _combine(
    operator: p.SetOperator, lists: Callable[[Machine], list[list[int]]], most: int
) -> CardsRule:
    """`most`: cards of the longest list."""
    combine = _COMBINATIONS[operator]

    def combined(m: Machine) -> list[int]:
        parts = lists(m)
        size = sum(map(len, parts))
        if operator is not p.SetOperator.INTERSECTION:
            check_length(size, most)
        return combine(parts)

    return combined


def _union(parts: list[list[int]]) -> list[int]:
    return [card for part in parts for card in part]


def _intersection(parts: list[list[int]]) -> list[int]:
    if not parts:
        return []
    others = [frozenset(part) for part in parts[1:]]
    return [card for card in parts[0] if all(card in other for other in others)]


def _disjunction(parts: list[list[int]]) -> list[int]:
    everything = _union(parts)
    counts = Counter(everything)
    return [card for card in everything if counts[card] == 1]


_COMBINATIONS: dict[p.SetOperator, Callable[[list[list[int]]], list[int]]] = {
    p.SetOperator.UNION: _union,
    p.SetOperator.INTERSECTION: _intersection,
    p.SetOperator.DISJUNCTION: _disjunction,
}
