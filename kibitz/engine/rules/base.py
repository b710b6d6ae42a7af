"""What all rule compilers share. A rule is a Python closure over a Machine.

The interpreter turns every node of a Program into one closure, once; playing is calling them.
The classes of this package each make the closures of one part of the language and call each
other through the abstract methods here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.errors import Fault
from kibitz.engine.machine import Machine
from kibitz.engine.places import place_text, places
from kibitz.engine.program.static_analysis import most_cards
from kibitz.engine.program.work import Prices, score_price
from kibitz.engine.state import point_sites
from kibitz.recycle import Goal, Span

ValueRule = Callable[[Machine], int]
TestRule = Callable[[Machine], bool]
CardsRule = Callable[[Machine], list[int]]
GroupsRule = Callable[[Machine], Sequence[Any]]
"""Card lists, or location numbers where the groups are live."""
ElementsRule = Callable[[Machine], Sequence[Any]]
Act = Callable[[Machine], None]
Rule = Callable[[Machine], Any]


def charged(elements: Callable[[Machine], Any], visits: int) -> Callable[[Machine], Any]:
    """The same elements; going over them that often is counted."""
    if not visits:
        return elements

    def count(m: Machine) -> Any:
        found = elements(m)
        m.count_work(visits * len(found))
        return found

    return count


def either(test: TestRule, yes: Rule, no: Rule) -> Rule:
    """The one rule where the condition holds, else the other."""
    return lambda m: yes(m) if test(m) else no(m)


def passing(elements: ElementsRule, test: TestRule, slot: int) -> Callable[[Machine], list[Any]]:
    """Those elements that a condition holds for."""

    def keep(m: Machine) -> list[Any]:
        kept = []
        for element in elements(m):
            m.variables[slot] = element
            if test(m):
                kept.append(element)
        return kept

    return keep


def best(
    elements: ElementsRule, body: ValueRule, slot: int, span: Span, goal: Goal = Goal.MAX
) -> Callable[[Machine], tuple[Any, int]]:
    """The first element with the greatest number, or the least, and that number."""
    pick: Callable[[list[int]], int] = max if goal is Goal.MAX else min

    def find(m: Machine) -> tuple[Any, int]:
        found, numbers = elements(m), list[int]()
        for element in found:
            m.variables[slot] = element
            numbers.append(body(m))
        if not numbers:
            raise Fault("best-of-nothing", "the best of nothing", span, "there is no element")
        number = pick(numbers)
        return found[numbers.index(number)], number

    return find


class RuleCompiler(ABC):
    """Makes closures for one program."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.places = places(program)
        self.owners = tuple(place.owner for place in self.places)
        self.point_sites = point_sites(program)
        self.price = Prices(program.code, program.score).of
        self.scoring = score_price(program.kinds, self.point_sites)
        self.most_listed = limits.list_cards(most_cards(program))
        """Cards of the longest list."""

    @abstractmethod
    def value(self, node: p.Value) -> ValueRule: ...

    @abstractmethod
    def test(self, node: p.Condition) -> TestRule: ...

    @abstractmethod
    def card(self, node: p.Card) -> ValueRule:
        """The card, or MISSING."""

    @abstractmethod
    def cards(self, node: p.Cards, visits: int = 0) -> CardsRule:
        """The list itself: live for a location, shared for a variable, fresh otherwise.

        `visits`, here and below: what the caller will do with every element; it is charged.
        """

    @abstractmethod
    def location(self, node: p.Live) -> ValueRule:
        """The number of the location."""

    @abstractmethod
    def groups(self, node: p.Groups, visits: int = 0) -> GroupsRule: ...

    @abstractmethod
    def elements(self, node: p.Collection, visits: int = 0) -> ElementsRule: ...

    @abstractmethod
    def act(self, node: p.Statement) -> Act: ...

    def fixed_slot(self, node: p.Slot) -> int | None:
        """The number of the storage slot, if the program alone tells it."""
        if node.index is not None or node.name is not None:
            return None
        match node.owner:
            case None:
                return node.storages[0].first
            case p.Const(value=owner):
                return node.storages[0].first + owner
            case _:
                return None

    def slot(self, node: p.Slot) -> ValueRule:
        """The number of the storage slot."""
        fixed = self.fixed_slot(node)
        if fixed is not None:
            return lambda m: fixed
        if node.index is not None:
            return self._indexed_slot(node, node.index)
        owner = None if node.owner is None else self.value(node.owner)
        if node.name is None:
            first = node.storages[0].first
            assert owner is not None, "a slot of the table is fixed"
            return lambda m: first + owner(m)
        name = self.value(node.name)
        firsts = {storage.name: storage.first for storage in node.storages}
        if owner is None:
            return lambda m: firsts[name(m)]
        return lambda m: firsts[name(m)] + owner(m)

    def _indexed_slot(self, node: p.Slot, index_node: p.Value) -> ValueRule:
        by_name = node.by_name()
        name = None if node.name is None else self.value(node.name)
        index, only = self.value(index_node), node.storages[0].name
        owner = None if node.owner is None else self.value(node.owner)
        stride = self.program.owners(node.storages[0].owner)

        def numbered(m: Machine) -> int:
            first, count = by_name[only if name is None else name(m)]
            wanted = index(m)
            if not 0 <= wanted < count:
                headline = f"there is no storage with index {wanted}"
                raise Fault("bad-index", headline, node.span, "indices go from 0 to 63")
            return first + wanted * stride + (0 if owner is None else owner(m))

        return numbered

    def location_words(self, number: int) -> str:
        return place_text(self.program, self.places[number])

    def missing_card(self, slug: str, headline: str, node: p.Card, span: Span) -> Act:
        """Raises the fault of a card that is not there, naming the empty pile where it can."""
        if isinstance(node, p.CardAt) and isinstance(node.cards, p.Live):
            where = self.location(node.cards)

            def name_the_pile(m: Machine) -> None:
                number = where(m)
                size = len(m.cards[number])
                state = f"holds {size} cards" if size else "is empty"
                raise Fault(slug, headline, span, f"{self.location_words(number)} {state}")

            return name_the_pile

        def name_nothing(m: Machine) -> None:
            raise Fault(slug, headline, span, "the list has no such card")

        return name_nothing
