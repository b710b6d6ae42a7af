"""Groups of cards, and every other collection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations, product
from math import comb, prod
from typing import Any

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import Machine, check_length, check_size
from kibitz.engine.program.work import copies_lists, fixed_parts, fixed_rounds
from kibitz.engine.rules.base import ElementsRule, GroupsRule, charged, either, passing
from kibitz.engine.rules.cards import CardRules, all_of
from kibitz.recycle import COMPARISONS, CycleKind, Span


class GroupRules(CardRules):
    def groups(self, node: p.Groups, visits: int = 0) -> GroupsRule:
        match node:
            case p.GroupsVar(slot=slot):
                return charged(lambda m: m.variables[slot], visits)
            case p.Collect():
                return self._collect(node, visits)
            case p.Partition():
                return self._partition(node, visits)
            case p.Subsets():
                return self._subsets(node, visits)
            case p.Runs():
                return self._runs(node, visits)
            case p.Indexed():
                return self._indexed(node, visits)
            case p.FilterGroups():
                return self._filter_groups(node, visits)
            case p.JoinGroups():
                return self._join(node, visits)
            case p.EitherGroups():
                sides = self.groups(node.yes), self.groups(node.no)
                return charged(either(self.test(node.condition), *sides), visits + 1)

    def _filter_groups(self, node: p.FilterGroups, visits: int) -> GroupsRule:
        source = self.groups(node.groups, visits + self.price(node.condition))
        kept = passing(source, self.test(node.condition), node.slot)
        if not copies_lists(node):
            return kept

        def copies(m: Machine) -> list[list[int]]:
            found = [list(group) for group in kept(m)]
            m.count_work(sum(map(len, found)))
            return found

        return copies

    def _join(self, node: p.JoinGroups, visits: int) -> GroupsRule:
        parts = tuple(self.groups(part, visits) for part in node.parts)
        constant = visits * fixed_parts(node)

        def join(m: Machine) -> list[Any]:
            m.count_work(constant)
            joined = [group for part in parts for group in part(m)]
            check_size(len(joined), node.span)
            return joined

        return join

    def _collect(self, node: p.Collect, visits: int) -> GroupsRule:
        elements = self.elements(node.collection, visits + self.price(node.body))
        slot = node.slot
        body: Any
        if isinstance(node.body, p.Live):
            body = self.location(node.body)
        else:
            cards = self.cards(node.body, 1)
            body = lambda m: list(cards(m))  # noqa: E731

        def collect(m: Machine) -> list[Any]:
            collected = []
            for element in elements(m):
                m.variables[slot] = element
                collected.append(body(m))
            return collected

        return collect

    def _partition(self, node: p.Partition, visits: int) -> GroupsRule:
        attribute, kinds = self.value(node.attribute), self.program.kinds
        if isinstance(node.source, tuple):
            lists = all_of([self.cards(part, visits + 1) for part in node.source])
        else:
            lists = self.group_lists(node.source, visits + 1)

        def partition(m: Machine) -> list[list[int]]:
            name = attribute(m)
            groups: dict[int, list[int]] = {}
            piles = lists(m)
            check_length(sum(map(len, piles)), self.most_listed)
            for pile in piles:
                for card in pile:
                    groups.setdefault(kinds[m.kinds[card]].value(name), []).append(card)
            return list(groups.values())

        return partition

    def _subsets(self, node: p.Subsets, visits: int) -> GroupsRule:
        looks = 1 if node.points is None else self.scoring
        cards, span = self.cards(node.cards, looks), node.span
        if node.operator is None or node.limit is None:
            return lambda m: _all_subsets(m, cards(m), visits + 1, span)
        operator, limit = node.operator, self.value(node.limit)
        if node.points is not None:
            slot = self.slot(node.points)

            def worth(m: Machine) -> list[list[int]]:
                pile, bound, scores = _few(cards(m), span), limit(m), m.points[slot(m)].scores
                weights = [scores[m.kinds[card]] for card in pile]
                return _subsets_worth(m, pile, weights, _reach(operator, bound), visits + 1, span)

            return worth
        compare = COMPARISONS[operator]

        def sized(m: Machine) -> list[list[int]]:
            pile, bound = _few(cards(m), span), limit(m)
            sizes = [size for size in range(1, len(pile) + 1) if compare(size, bound)]
            return _sized_subsets(m, pile, sizes, visits + 1, span)

        return sized

    def _runs(self, node: p.Runs, visits: int) -> GroupsRule:
        cards = self.cards(node.cards, self.scoring)
        minimum = self.value(node.minimum)
        span, slot, largest = node.span, self.slot(node.points), node.largest

        def runs(m: Machine) -> list[list[int]]:
            least, pile = max(1, minimum(m)), cards(m)
            scores, kinds = m.points[slot(m)].scores, m.kinds
            by_score: dict[int, list[int]] = {}
            for card in pile:
                by_score.setdefault(scores[kinds[card]], []).append(card)
            found: list[list[int]] = []
            for stretch in _stretches(sorted(by_score), least, largest):
                choices = [by_score[score] for score in stretch]
                made = prod(map(len, choices))
                check_size(len(found) + made, span)
                m.count_work(made * (visits + 1 + len(stretch)))
                found.extend(map(list, product(*choices)))
            return found

        return runs

    def _indexed(self, node: p.Indexed, visits: int) -> GroupsRule:
        family = self.family(node.location)
        owner = None if node.location.owner is None else self.value(node.location.owner)

        def occupied(m: Machine) -> list[int]:
            first, indices = family(m)
            m.count_work(indices * (visits + 1))
            if owner is not None:
                first += owner(m) * indices
            return [number for number in range(first, first + indices) if m.cards[number]]

        return occupied

    def elements(self, node: p.Collection, visits: int = 0) -> ElementsRule:
        if isinstance(node, p.Values):
            return self._values(node, visits)
        return self.groups(node, visits) if isinstance(node, p.Groups) else self.cards(node, visits)

    def _values(self, node: p.Values, visits: int) -> ElementsRule:
        match node:
            case p.Constants(values=values):
                return lambda m: values
            case p.ValuesVar(slot=slot):
                return charged(lambda m: m.variables[slot], visits)
            case p.Members():
                team, teams = self.value(node.team), self.program.teams
                return charged(lambda m: teams[team(m)], visits)
            case p.SeatsBeside(beside=beside):
                seat = self.value(node.seat)
                return charged(lambda m: beside[seat(m)], visits)
            case p.Others():
                return charged(self._others(node), visits)
            case p.Range():
                return charged(self._range(node), visits if fixed_rounds(node) is None else 0)
            case p.ListedValues():
                numbers = tuple(map(self.value, node.values))
                return charged(lambda m: [number(m) for number in numbers], visits)
            case p.FilterValues():
                source = self.elements(node.values, visits + self.price(node.condition))
                return passing(source, self.test(node.condition), node.slot)
            case p.EitherValues():
                sides = self.elements(node.yes), self.elements(node.no)
                return charged(either(self.test(node.condition), *sides), visits + 1)

    def _others(self, node: p.Others) -> ElementsRule:
        if node.kind is CycleKind.TEAM:
            teams = range(len(self.program.teams))
            return lambda m: [team for team in teams if team != m.state.teams[-1].position]
        seats = range(self.program.players)
        return lambda m: [seat for seat in seats if seat != m.seats[-1].position]

    def _range(self, node: p.Range) -> ElementsRule:
        low, high, span = self.value(node.low), self.value(node.high), node.span
        way = -1 if node.backwards else 1

        def span_numbers(m: Machine) -> Sequence[int]:
            least, most = low(m), high(m)
            check_size(most - least + 1, span)
            return range(least, most + 1)[::way]

        return span_numbers


def _all_subsets(m: Machine, pile: list[int], visits: int, span: Span) -> list[list[int]]:
    """In the order of binary counting, the bottom card being the lowest digit."""
    size = (1 << min(len(pile), 64)) - 1
    check_size(size, span)
    m.count_work(visits * size)
    subsets: list[list[int]] = [[]]
    for card in pile:
        subsets += [[*subset, card] for subset in subsets]
    return subsets[1:]


def _sized_subsets(
    m: Machine, pile: list[int], sizes: list[int], visits: int, span: Span
) -> list[list[int]]:
    """Those of the given sizes, in the same order."""
    counts = [comb(len(pile), size) for size in sizes]
    check_size(sum(counts), span)
    m.count_work(sum(n * (visits + size) for n, size in zip(counts, sizes, strict=True)))
    chosen = [positions for size in sizes for positions in combinations(range(len(pile)), size)]
    chosen.sort(key=lambda positions: sum(1 << position for position in positions))
    return [[pile[position] for position in positions] for positions in chosen]


def _few(pile: list[int], span: Span) -> list[int]:
    """The pile, if it is small enough to look at its subsets one by one."""
    if len(pile) > limits.SUBSET_CARDS:
        headline = f"sized subsets are those of at most {limits.SUBSET_CARDS} cards"
        raise Fault("too-many-elements", headline, span, f"{len(pile)} cards here")
    return pile


def _reach(operator: str, bound: int) -> Callable[[int, int], bool]:
    """Whether a sum that is at least `low` and at most `high` may compare so with the bound."""
    compare = COMPARISONS[operator]
    match operator:
        case "==":
            return lambda low, high: low <= bound <= high
        case "!=":
            return lambda low, high: low != bound or high != bound
        case "<" | "<=":
            return lambda low, high: compare(low, bound)
        case _:
            return lambda low, high: compare(high, bound)


def _subsets_worth(
    m: Machine,
    pile: list[int],
    weights: list[int],
    reach: Callable[[int, int], bool],
    visits: int,
    span: Span,
) -> list[list[int]]:
    """Those whose sum is right, in the same order: it is settled for the top card first whether it
    is in, and the rest is not looked at where it cannot make the sum right."""
    lows = list(accumulate((min(weight, 0) for weight in weights), initial=0))
    highs = list(accumulate((max(weight, 0) for weight in weights), initial=0))
    found: list[list[int]] = []
    taken, total, open_cards = 0, 0, len(pile)
    while True:
        m.count_work(1)
        if reach(total + lows[open_cards], total + highs[open_cards]):
            if open_cards:
                open_cards -= 1
                continue
            if taken:
                check_size(len(found) + 1, span)
                subset = [card for position, card in enumerate(pile) if taken >> position & 1]
                m.count_work(len(subset) + visits)
                found.append(subset)
        while taken >> open_cards & 1:
            taken ^= 1 << open_cards
            total -= weights[open_cards]
            open_cards += 1
        if open_cards == len(pile):
            return found
        taken |= 1 << open_cards
        total += weights[open_cards]


def _stretches(scores: list[int], least: int, largest: bool) -> Iterator[list[int]]:
    """Stretches of consecutive scores at least that long: the maximal ones, or all."""
    maximal: list[list[int]] = []
    for score in scores:
        if maximal and maximal[-1][-1] == score - 1:
            maximal[-1].append(score)
        else:
            maximal.append([score])
    if largest:
        yield from (stretch for stretch in maximal if len(stretch) >= least)
        return
    for stretch in maximal:
        for start in range(len(stretch)):
            yield from (stretch[start:end] for end in range(start + least, len(stretch) + 1))
