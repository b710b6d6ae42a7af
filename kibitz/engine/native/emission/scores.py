"""Attributes and point maps in emitted code."""

from __future__ import annotations

from kibitz.engine.native.emission.base import Component
from kibitz.engine.native.layout import context, point_slots
from kibitz.engine.native.layout.point_slots import DynamicAward, SlotShape
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program import Award, Const, Slot, StorePoints, Value
from kibitz.recycle import LARGEST


class PointSlot:
    """A point map in the state: its address, and how it is laid out."""

    __slots__ = ("address", "shape")

    def __init__(self, address: Pointer, shape: SlotShape) -> None:
        self.address = address
        self.shape = shape


class ScoreEmitter(Component):
    def face(self, card: Word) -> Word:
        """What tables about cards are indexed by: the card itself, or its kind."""
        if self.unit.is_open:
            return self._dealt_face(card)
        if not self.layout.creates_later:
            return card
        return self.e.element(self.layout.kinds, card).load(self.layout.kinds.width)

    def face_address(self, card: Word) -> Pointer:
        """Where the face of a card lies that may be undealt."""
        return self.e.context_pointer(context.FACES).at(card * 2)

    def _dealt_face(self, card: Word) -> Word:
        """The card whose face this one has; what stands for a missing card has its own."""
        face = self.face_address(card).load(2)
        with self.f.when(face >= context.SHOWN, rarely=True):
            self.e.set_context(context.WANTED, card)
            self.e.fail("undealt", None)
        return face

    def _faces(self) -> tuple[int, ...]:
        """The kind of every face, as tables list them."""
        if self.layout.creates_later:
            return tuple(range(len(self.program.kinds)))
        return tuple(kind for kind, _ in self.layout.created)

    def by_face(self, values: tuple[int, ...]) -> list[int]:
        return [values[kind] for kind in self._faces()]

    def attribute_of(self, attribute: int, card: Word) -> Word:
        """The string number of the attribute; 0 for a card that is not there."""
        values = self.by_face(tuple(kind.value(attribute) for kind in self.program.kinds))
        return self._of_card(values, card)

    def value_number_of(self, attribute: int, card: Word) -> Word:
        """The attribute of a card that is there: values are counted as kinds first have them."""
        values = [kind.value(attribute) for kind in self.program.kinds]
        numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
        return self._of_card(self.by_face(tuple(numbers[value] for value in values)), card)

    def computed_attribute_of(self, attribute: Word, card: Word) -> Word:
        result = self.f.variable(0)
        for number in sorted({a for kind in self.program.kinds for a, _ in kind.attributes}):
            with self.f.when(attribute.equals(number)):
                result.set(self.attribute_of(number, card))
        return result.get()

    def _of_card(self, values: list[int], card: Word) -> Word:
        """A table entry of the card; 0 if there is no card."""
        width = 1 if max(values, default=0) < 256 else 2
        if not self.layout.creates_later:
            # Behind the cards come the locations' nodes, which stand for a missing card.
            padded = values + [0] * (self.layout.nodes - len(values))
            return self.f.look_up(padded, self.face(card), width)
        result = self.f.variable(0)
        with self.f.when(card < self.layout.cards):
            result.set(self.f.look_up(values, self.face(card), width))
        return result.get()

    def point_slot(self, slot: Slot) -> PointSlot:
        shape = self.layout.points.shapes[slot.storages[0].first]
        number = self.e.slot_number(slot)
        offsets = self.layout.points.slots
        if isinstance(number, int):
            return PointSlot(self.e.at(offsets[number], 1), shape)
        return PointSlot(self.e.at(self.f.look_up(offsets, number, 4), 1), shape)

    def score(self, slot: PointSlot, card: Word) -> Word:
        """The card's points; it must be there."""
        total = self.f.constant(0)
        for number, unit in enumerate(slot.shape.units):
            in_force = slot.address.at(number).load(1)
            constant = self.by_face(unit.constant_scores(self.program.kinds))
            points = self.f.look_up(constant, self.face(card), 4) if any(constant) else None
            for award in unit.dynamic:
                earned = self._dynamic(slot, award, card)
                points = earned if points is None else points + earned
            if points is not None:
                total = total + in_force * points
        return total

    def _dynamic(self, slot: PointSlot, dynamic: DynamicAward, card: Word) -> Word:
        """The points of an award with computed parts, 0 if a test does not hold."""
        parameter = dynamic.first_parameter

        def part(value: Value) -> Word:
            nonlocal parameter
            if isinstance(value, Const):
                return self.f.constant(value.value)
            parameter += 1
            return slot.address.at(slot.shape.flags_size + 4 * (parameter - 1)).load(4)

        holds = self.f.truth(True)
        for attribute, value in dynamic.award.tests:
            if isinstance(attribute, Const):
                actual = self.attribute_of(attribute.value, card)
            else:
                actual = self.computed_attribute_of(part(attribute), card)
            holds = holds & actual.equals(part(value))
        return holds.select(part(dynamic.award.points), 0)

    def store_points(self, node: StorePoints) -> None:
        """Put the awards in force: computed parts first, then the flags."""
        slot = self.point_slot(node.slot)
        site = self.layout.points.site(node)
        computed = [
            [self.e.values.value(part) for part in _parts(award) if not isinstance(part, Const)]
            for award in (a.award for u in slot.shape.units if u.site == site for a in u.dynamic)
        ]
        if node.update:
            self._switch_off(slot, node, computed)
        else:
            self.f.clear(slot.address, slot.shape.size)
        words = iter(computed)
        for number, unit in enumerate(slot.shape.units):
            if unit.site == site:
                slot.address.at(number).store(1, 1)
                for award in unit.dynamic:
                    self._store_parameters(slot, award, next(words))
        self._check_total(slot, node, site)

    def _store_parameters(self, slot: PointSlot, award: DynamicAward, words: list[Word]) -> None:
        start = slot.shape.flags_size + 4 * award.first_parameter
        for number, word in enumerate(words):
            slot.address.at(start + 4 * number).store(word, 4)

    def _switch_off(self, slot: PointSlot, node: StorePoints, computed: list[list[Word]]) -> None:
        """Awards for the same attributes as those of the update are no longer in force."""
        words = iter(computed)
        named = [
            self._attributes(award, [] if point_slots.is_constant(award) else next(words))
            for award in node.awards
        ]
        for number, unit in enumerate(slot.shape.units):
            (award,) = unit.awards
            parameters = [
                slot.address.at(slot.shape.flags_size + 4 * (dynamic.first_parameter + part))
                for dynamic in unit.dynamic
                for part in range(len(point_slots.computed_parts(award)))
            ]
            here = self._attributes(award, [address.load(4) for address in parameters])
            replaced = self.f.truth(False)
            for others in named:
                replaced = replaced | self._are_equal(here, others)
            with self.f.when(replaced):
                for address in parameters:
                    address.store(0, 4)
                slot.address.at(number).store(0, 1)

    def _attributes(self, award: Award, words: list[Word]) -> list[Word]:
        """The attributes that an award asks for; `words` are its computed parts."""
        following = iter(words)
        attributes = []
        for test in award.tests:
            attribute, _ = (
                self.f.constant(part.value) if isinstance(part, Const) else next(following)
                for part in test
            )
            attributes.append(attribute)
        return attributes

    def _are_equal(self, ours: list[Word], theirs: list[Word]) -> Word:
        result = self.f.truth(len(ours) == len(theirs))
        for our, their in zip(ours, theirs, strict=False):
            result = result & our.equals(their)
        return result

    def _check_total(self, slot: PointSlot, node: StorePoints, site: int) -> None:
        """The awards in force, all signs alike, must fit in 32 bits together."""
        total, is_open, most = self.f.constant64(0), False, 0
        for number, unit in enumerate(slot.shape.units):
            if not (node.update or unit.site == site):
                continue
            constant = sum(abs(a.points.value) for a in unit.awards if isinstance(a.points, Const))
            most += constant
            in_force = slot.address.at(number).load(1).widened()
            total = total + in_force * self.f.constant64(constant)
            for award in unit.dynamic:
                if not isinstance(award.award.points, Const):
                    is_open = True
                    last = award.first_parameter + len(point_slots.computed_parts(award.award)) - 1
                    word = slot.address.at(slot.shape.flags_size + 4 * last).load(4)
                    wide = word.widened(signed=True)
                    total = total + (wide < 0).select(wide * -1, wide)
        if is_open or most > LARGEST:
            self.e.fail_when(total > LARGEST, "overflow", node.span)


def _parts(award: Award) -> list[Value]:
    return [*(part for test in award.tests for part in test), award.points]
