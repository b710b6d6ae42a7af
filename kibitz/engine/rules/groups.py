"""Groups of cards, and every other collection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import Any

from kibitz.engine import limits
from kibitz.engine.arithmetic import COMPARISONS
from kibitz.engine.errors import Fault
from kibitz.engine.machine import Machine, check_length, check_size
from kibitz.engine.program import (
    Cards,
    Collect,
    Collection,
    Constants,
    FilterGroups,
    FilterValues,
    Groups,
    GroupsVar,
    Indexed,
    Location,
    LocationMember,
    LocationVar,
    Members,
    Others,
    Partition,
    Range,
    Runs,
    Subsets,
    Values,
    ValuesVar,
)
from kibitz.engine.rules.base import ElementsRule, GroupsRule, TestRule
from kibitz.engine.rules.cards import CardRules
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import CycleKind


class GroupRules(CardRules):
    def groups(self, node: Groups) -> GroupsRule:
        match node:
            case GroupsVar(slot=slot):
                return lambda m: m.variables[slot]
            case Collect():
                return self._collect(node)
            case Partition():
                return self._partition(node)
            case Subsets():
                return self._subsets(node)
            case Runs():
                return self._runs(node)
            case Indexed():
                return self._indexed(node)
            case FilterGroups():
                return self._filter_groups(node)

    def _filter_groups(self, node: FilterGroups) -> GroupsRule:
        kept = _filter(self.groups(node.groups), self.test(node.condition), node.slot)
        if isinstance(node.groups, GroupsVar) and not node.live:
            # A new collection has lists of its own; those of the variable stay as they are.
            return lambda m: [list(group) for group in kept(m)]
        return kept

    def _collect(self, node: Collect) -> GroupsRule:
        elements, slot = self.elements(node.collection), node.slot
        body: Any
        if isinstance(node.body, Location | LocationVar | LocationMember):
            body = self.location(node.body)
        else:
            cards = self.cards(node.body)
            body = lambda m: list(cards(m))  # noqa: E731

        def collect(m: Machine) -> list[Any]:
            found = elements(m)
            m.count_work(len(found))
            collected = []
            for element in found:
                m.variables[slot] = element
                collected.append(body(m))
            return collected

        return collect

    def _partition(self, node: Partition) -> GroupsRule:
        attribute, kinds = self.value(node.attribute), self.program.kinds
        lists = self._lists(node.source)

        def partition(m: Machine) -> list[list[int]]:
            name = attribute(m)
            groups: dict[int, list[int]] = {}
            piles = lists(m)
            check_length(sum(map(len, piles)))
            for pile in piles:
                m.count_work(len(pile))
                for card in pile:
                    groups.setdefault(kinds[m.kinds[card]].value(name), []).append(card)
            return list(groups.values())

        return partition

    def _lists(self, source: tuple[Cards, ...] | Groups) -> Callable[[Machine], list[list[int]]]:
        if not isinstance(source, tuple):
            return self.group_lists(source)
        parts = tuple(map(self.cards, source))
        return lambda m: [part(m) for part in parts]

    def _subsets(self, node: Subsets) -> GroupsRule:
        cards, span = self.cards(node.cards), node.span
        if node.operator is None or node.limit is None:
            return lambda m: _all_subsets(m, cards(m), span)
        compare, limit = COMPARISONS[node.operator], self.value(node.limit)

        def sized(m: Machine) -> list[list[int]]:
            pile, bound = cards(m), limit(m)
            if len(pile) > limits.SUBSET_CARDS:
                headline = f"sized subsets are those of at most {limits.SUBSET_CARDS} cards"
                raise Fault("too-many-elements", headline, span, f"{len(pile)} cards here")
            sizes = [size for size in range(1, len(pile) + 1) if compare(size, bound)]
            return _sized_subsets(m, pile, sizes, span)

        return sized

    def _runs(self, node: Runs) -> GroupsRule:
        cards, minimum, span = self.cards(node.cards), self.value(node.minimum), node.span
        slot, largest = self.slot(node.points), node.largest

        def runs(m: Machine) -> list[list[int]]:
            least, pile = max(1, minimum(m)), cards(m)
            scores, kinds = m.points[slot(m)].scores, m.kinds
            m.count_work(len(pile))
            by_score: dict[int, list[int]] = {}
            for card in pile:
                by_score.setdefault(scores[kinds[card]], []).append(card)
            found: list[list[int]] = []
            for stretch in _stretches(sorted(by_score), least, largest):
                choices = [by_score[score] for score in stretch]
                check_size(len(found) + prod(map(len, choices)), span)
                found.extend(map(list, product(*choices)))
            m.count_work(len(found))
            return found

        return runs

    def _indexed(self, node: Indexed) -> GroupsRule:
        family = self.family(node.location)
        owner = None if node.location.owner is None else self.value(node.location.owner)

        def occupied(m: Machine) -> list[int]:
            first, indices = family(m)
            if owner is not None:
                first += owner(m) * indices
            return [number for number in range(first, first + indices) if m.cards[number]]

        return occupied

    # ------------------------------------------------------------------ any collection

    def elements(self, node: Collection) -> ElementsRule:
        match node:
            case Constants() | Others() | Members() | Range() | ValuesVar() | FilterValues():
                return self._values(node)
            case (
                GroupsVar()
                | Collect()
                | Partition()
                | Subsets()
                | Runs()
                | Indexed()
                | FilterGroups()
            ):
                return self.groups(node)
            case _:
                return self.cards(node)

    def _values(self, node: Values) -> ElementsRule:
        match node:
            case Constants(values=values):
                return lambda m: values
            case ValuesVar(slot=slot):
                return lambda m: m.variables[slot]
            case Members():
                team, teams = self.value(node.team), self.program.teams
                return lambda m: teams[team(m)]
            case Others():
                return self._others(node)
            case Range():
                return self._range(node)
            case FilterValues():
                source, test = self.elements(node.values), self.test(node.condition)
                return _filter(source, test, node.slot)

    def _others(self, node: Others) -> ElementsRule:
        if node.kind is CycleKind.TEAM:
            teams = range(len(self.program.teams))
            return lambda m: [team for team in teams if team != m.state.teams[-1].position]
        seats = range(self.program.players)
        return lambda m: [seat for seat in seats if seat != m.seats[-1].position]

    def _range(self, node: Range) -> ElementsRule:
        low, high, span = self.value(node.low), self.value(node.high), node.span

        def span_numbers(m: Machine) -> Sequence[int]:
            least, most = low(m), high(m)
            check_size(most - least + 1, span)
            return range(least, most + 1)

        return span_numbers


def _filter(source: ElementsRule, test: TestRule, slot: int) -> ElementsRule:
    def keep(m: Machine) -> list[Any]:
        found = source(m)
        m.count_work(len(found))
        kept = []
        for element in found:
            m.variables[slot] = element
            if test(m):
                kept.append(element)
        return kept

    return keep


def _all_subsets(m: Machine, pile: list[int], span: Span) -> list[list[int]]:
    """In the order of binary counting, the bottom card being the lowest digit."""
    check_size((1 << min(len(pile), 64)) - 1, span)
    subsets: list[list[int]] = [[]]
    for card in pile:
        subsets += [[*subset, card] for subset in subsets]
    m.count_work(len(subsets))
    return subsets[1:]


def _sized_subsets(m: Machine, pile: list[int], sizes: list[int], span: Span) -> list[list[int]]:
    """Those of the given sizes, in the same order."""
    check_size(sum(comb(len(pile), size) for size in sizes), span)
    chosen = [positions for size in sizes for positions in combinations(range(len(pile)), size)]
    m.count_work(len(chosen))
    chosen.sort(key=lambda positions: sum(1 << position for position in positions))
    return [[pile[position] for position in positions] for positions in chosen]


def _stretches(scores: list[int], least: int, largest: bool) -> list[list[int]]:
    """Stretches of consecutive scores at least that long: the maximal ones, or all."""
    maximal: list[list[int]] = []
    for score in scores:
        if maximal and maximal[-1][-1] == score - 1:
            maximal[-1].append(score)
        else:
            maximal.append([score])
    if largest:
        return [stretch for stretch in maximal if len(stretch) >= least]
    return [
        stretch[start:end]
        for stretch in maximal
        for start in range(len(stretch))
        for end in range(start + least, len(stretch) + 1)
    ]
