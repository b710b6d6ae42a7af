"""Sets of cards in emitted code: what lies in a place that is watched, a bit for each card."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_, or_

from kibitz.engine.native.emission.base import Component, Pile
from kibitz.engine.native.layout import set_plan
from kibitz.engine.native.layout.set_plan import MOST_CARDS, PointSteps
from kibitz.engine.native.layout.state_layout import NO_SET
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program import And, Cards, Compare, Condition, Location, Not, Or, Runs

_ALL = -1
_ALIGN = 4
"""Of a set: a state of a GPU's thread may lie at any multiple of this."""


class SetEmitter(Component):
    def flip(self, card: Word, pile: Pile) -> None:
        """The card has come to the place, or left it."""
        self._change(pile, lambda before: before ^ self.only(card))

    def set_to(self, pile: Pile, cards: Word) -> None:
        self._change(pile, lambda before: cards)

    def only(self, card: Word) -> Word:
        """The set of one card."""
        return self.f.constant64(1) << card.widened()

    def _change(self, pile: Pile, changed: Callable[[Word], Word]) -> None:
        if self.keeps_set(pile):
            self._rewrite(self._set_at(self._set_number(pile)), changed)
        elif self._may_keep_set(pile):
            number = self.f.look_up(self.layout.set_index, pile.number, 2)
            with self.f.when(number.differs(NO_SET)):
                self._rewrite(self._set_at(number), changed)

    def _rewrite(self, address: Pointer, changed: Callable[[Word], Word]) -> None:
        address.store(changed(address.load(8, align=_ALIGN)), 8, align=_ALIGN)

    def keeps_set(self, pile: Pile) -> bool:
        """Whether it surely does."""
        firsts = [self.layout.set_index[family.first] for family in pile.families]
        return bool(firsts) and NO_SET not in firsts

    def _may_keep_set(self, pile: Pile) -> bool:
        if not pile.families:
            return set(self.layout.set_index) != {NO_SET}
        return any(self.layout.set_index[family.first] != NO_SET for family in pile.families)

    def _set_number(self, pile: Pile) -> Word:
        if len(pile.families) > 1:
            return self.f.look_up(self.layout.set_index, pile.number, 2)
        first = pile.families[0].first
        return pile.number + (self.layout.set_index[first] - first)

    def _set_at(self, number: Word) -> Pointer:
        return self.e.element(self.layout.sets, number)

    def set_of(self, pile: Pile) -> Word:
        """The cards of a place that keeps a set."""
        return self._set_at(self._set_number(pile)).load(8, align=_ALIGN)

    def tells(self, node: Cards) -> bool:
        """Whether it is a place whose set tells everything about faces: none is undealt."""
        if self.unit.is_open or not isinstance(node, Location):
            return False
        return self.keeps_set(Pile(self.f.constant(0), False, node.families))

    def set_by_face(self, node: Condition, slot: int) -> Word:
        """All cards for which a condition that `is_by_face` holds."""
        match node:
            case And(operands=operands):
                return reduce(and_, [self.set_by_face(operand, slot) for operand in operands])
            case Or(operands=operands):
                return reduce(or_, [self.set_by_face(operand, slot) for operand in operands])
            case Not():
                return self.set_by_face(node.operand, slot) ^ _ALL
            case Compare() if found := set_plan.attribute_and_text(node, slot):
                attribute, text = found
                equal = self.f.look_up(self._sets_by_text(attribute), self.e.values.value(text), 8)
                return equal if node.operator == "==" else equal ^ _ALL
            case _:
                return self.e.values.test(node).select(
                    self.f.constant64(_ALL), self.f.constant64(0)
                )

    def told_step(self, node: Runs) -> PointSteps | None:
        """How cards that follow each other lie in a set, where it can tell that there is no run."""
        units = self.layout.points.shapes[node.points.storages[0].first].units
        is_fixed = len(units) == 1 and not units[0].dynamic
        if not (is_fixed and set_plan.has_least(node) and self.tells(node.cards)):
            return None
        return set_plan.ladder(self.e.scores.by_face(units[0].constant_scores(self.program.kinds)))

    def straights(self, cards: Word, steps: PointSteps, least: int) -> Word:
        """The cards that so many of the set begin with, each worth one more than the one before."""
        found, followed = cards, cards & _signed(steps.followed)
        for _ in range(least - 1):
            nearer = found >> steps.step if steps.step > 0 else found << -steps.step
            found = followed & nearer
        return found

    def sets_alike(self, attribute: int) -> list[int]:
        """By card: the set of all cards that have the same value of the attribute."""
        by_text = self._sets_by_text(attribute)
        kinds = self.program.kinds
        return [by_text[kinds[kind].value(attribute)] for kind, _ in self.layout.created]

    def _sets_by_text(self, attribute: int) -> list[int]:
        """By text: the set of all cards whose attribute it is."""
        sets = [0] * len(self.program.strings)
        for card, (kind, _) in enumerate(self.layout.created):
            sets[self.program.kinds[kind].value(attribute)] |= 1 << card
        return [_signed(cards) for cards in sets]


def _signed(cards: int) -> int:
    """The set as a number that emitted code takes."""
    return cards - (1 << MOST_CARDS if cards >> MOST_CARDS - 1 else 0)
