"""The best element of a collection, and the most and the least of it: a loop, no list."""

from __future__ import annotations

from kibitz.engine import program as p
from kibitz.engine.native.emission.base import Bound, Component, Selection
from kibitz.engine.native.llvm.words import Word
from kibitz.recycle import Goal, Span


class BestEmitter(Component):
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
