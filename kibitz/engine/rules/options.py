"""Options: finding them and performing them.

Where every pick of an alternative comes before its first action (nearly always), options are found
by going over the picks alone: as soon as something would be done, the option is there. Otherwise
they are tried out: go along a path of picks, see what is done, take it back, go on with the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import Machine
from kibitz.engine.program.static_analysis import has_pick, picks_come_first
from kibitz.engine.program.work import BROKEN, fixed_rounds
from kibitz.engine.rules.base import Act, ElementsRule, TestRule
from kibitz.engine.rules.rulebook import Rules


class OptionRules(Rules):
    """Closures for the alternatives of choices, one after the other."""

    _price = 0
    _is_tried_out = False

    def alternative(self, node: p.Statement) -> tuple[Act, Act]:
        """One that finds its options, and one that performs what the path says."""
        self._price = self.price(node)
        self._is_tried_out = not picks_come_first(node)
        perform = self.act(node)
        find = _trials(perform, self._price) if self._is_tried_out else self._find(node, _nothing)
        return find, perform

    def pick(self, node: p.Pick) -> Act:
        elements = self._charged(node, self.snapshot(node.collection, self._price))
        body, slot, is_tried_out = self.act(node.statement), node.slot, self._is_tried_out
        # The lists of a variable are always asked for again: on every path they are new ones.
        is_kept = isinstance(node.collection, p.GroupsVar)
        offered = elements if is_kept else lambda m: m.offered(elements)

        def run(m: Machine) -> None:
            found = offered(m) if is_tried_out else m.recalled(offered)
            if found:
                m.variables[slot] = m.pick(node, found)
                body(m)

        return run

    def _charged(self, node: p.Pick, elements: ElementsRule) -> ElementsRule:
        """What there is to pick; constants are charged here, since every path picks but one."""
        rounds = fixed_rounds(node.collection)
        if rounds is None:
            return elements
        work = rounds * self._price

        def count(m: Machine) -> Sequence[Any]:
            m.count_work(work)
            return elements(m)

        return count

    def action(self, node: p.Action) -> Act:
        """While it is tried out, an action says that it has begun."""
        act = super().action(node)
        if not self._is_tried_out:
            return act

        def run(m: Machine) -> None:
            m.acts += 1
            act(m)

        return run

    def _find(self, node: p.Statement, rest: TestRule) -> Act:
        """Offers every way to pick in `node`; `rest` tells whether what follows would act."""
        if not has_pick(node):
            return _offer_if(_either(self._acts(node), rest))
        match node:
            case p.Pick():
                return self._find_picks(node, rest)
            case p.When():
                test, find = self.test(node.condition), self._find(node.statement, rest)
                otherwise = _offer_if(rest)
                return lambda m: find(m) if test(m) else otherwise(m)
            case p.Bind():
                return self.bind(node, self._find(node.statement, rest))
            case p.Block(statements=(first, *others)):
                return self._find(first, _either(self._acts(p.Block(tuple(others))), rest))
            case _:
                raise AssertionError("picks do not come first here")

    def _find_picks(self, node: p.Pick, rest: TestRule) -> Act:
        elements = self._charged(node, self.elements(node.collection, self._price))
        find = self._find(node.statement, rest)
        otherwise, slot = _offer_if(rest), node.slot

        def run(m: Machine) -> None:
            found = elements(m)
            if not found:
                otherwise(m)
                return
            m.path.append(0)
            m.bindings.append((node, None))
            for index, element in enumerate(found):
                m.path[-1] = index
                picked = tuple(element) if isinstance(element, list) else element
                m.bindings[-1] = (node, picked)
                m.variables[slot] = element
                find(m)
            m.path.pop()
            m.bindings.pop()

        return run

    def _acts(self, node: p.Statement) -> TestRule:
        """Whether at least one action would be begun."""
        match node:
            case p.Block():
                acts = tuple(map(self._acts, node.statements))
                return lambda m: any(act(m) for act in acts)
            case p.When():
                test, inner = self.test(node.condition), self._acts(node.statement)
                return lambda m: test(m) and inner(m)
            case p.Cases():
                return self._some_case_acts(node)
            case p.Bind():
                return self.bind(node, self._acts(node.statement))
            case p.Each():
                return self._some_round_acts(node)
            case p.Repeat():
                count, action = self.value(node.count), self._acts(node.action)
                return lambda m: count(m) > 0 and action(m)
            case p.RepeatAll():
                cards = self.cards(node.cards)
                return lambda m: len(cards(m)) > 0
            case _:
                return lambda m: True

    def _some_case_acts(self, node: p.Cases) -> TestRule:
        guarded = [(self.test(when.condition), self._acts(when.statement)) for when in node.guarded]
        otherwise = self._acts(node.otherwise)

        def acts(m: Machine) -> bool:
            held = False
            for test, inner in guarded:
                if test(m):
                    held = True
                    if inner(m):
                        return True
            return not held and otherwise(m)

        return acts

    def _some_round_acts(self, node: p.Each) -> TestRule:
        elements = self.elements(node.collection, self.price(node.statement))
        inner, slot = self._acts(node.statement), node.slot

        def acts(m: Machine) -> bool:
            for element in elements(m):
                m.variables[slot] = element
                if inner(m):
                    return True
            return False

        return acts


def _nothing(m: Machine) -> bool:
    return False


def _either(acts: TestRule, rest: TestRule) -> TestRule:
    """What follows is only looked at if nothing was begun before it."""
    return acts if rest is _nothing else lambda m: acts(m) or rest(m)


def _offer_if(would_act: TestRule) -> Act:
    return lambda m: m.offer() if would_act(m) else None


def _trials(alternative: Act, price: int) -> Act:
    """Try the alternative along every path of picks, in order; offer those that do something."""

    def run(m: Machine) -> None:
        path: list[int] = []
        m.offers.clear()
        while True:
            before_it = m.picks[: len(path)]
            m.follow(path)
            m.count_work(price)
            before = m.work
            try:
                alternative(m)
            except Fault:
                # Once something is done the option is there; playing it will report the fault.
                if not m.acts:
                    raise
                m.work = before
                m.count_work(BROKEN)
            if m.acts:
                m.offer()
            m.undo()
            m.picks += before_it[len(m.picks) :]  # a trial may break before it comes to its picks
            while path and path[-1] + 1 == m.picks[len(path) - 1][0]:
                path.pop()
            if not path:
                return
            del m.offers[m.picks[len(path) - 1][1] :]
            path[-1] += 1

    return run
