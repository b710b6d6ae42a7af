"""Groups and other collections in emitted code: loops, not lists.

`each_group` runs a body for every group without building the collection. Where a program keeps
one (`let`), it is written into the arena: a count, then location numbers or list records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.native.emission import base
from kibitz.engine.native.emission.base import (
    Bound,
    Component,
    Group,
    Kept,
    Listing,
    Pile,
    Selection,
)
from kibitz.engine.native.emission.card_groups import RunEmitter
from kibitz.engine.native.layout.bounds import together
from kibitz.engine.native.layout.lazy_collections import draws, is_calm, joins
from kibitz.engine.native.llvm.words import Pointer, Word
from kibitz.engine.program.work import copies_lists, fixed_parts, fixed_rounds
from kibitz.recycle import End, LocationClass, Span

_MASKED = 64
"""Cards that a mask has digits for."""


class GroupEmitter(Component):
    def each_group(self, node: p.Groups, visits: int, body: base.ForGroup) -> None:
        match node:
            case p.GroupsVar(slot=slot):
                self.e.arena.each_kept(self.e.arena.kept_by(slot), visits, body)
            case p.Collect():
                with self.drawn(node.collection, visits + self.price(node.body)) as each:
                    each(partial(self._collect, node, body))
            case p.Partition():
                self._each_part(node, visits, body)
            case p.Subsets():
                self.e.subsets.each_subset(node, visits, body)
            case p.Runs():
                self._each_run(node, visits, body)
            case p.Indexed():
                self.e.indexed.each_indexed(node, visits, body)
            case p.FilterGroups():
                with self.drawn(node.groups, visits + self.price(node.condition)) as each:
                    each(partial(self._keep, node, body))
            case p.JoinGroups() | p.EitherGroups():
                with self.e.arena.arena_room():
                    self.e.arena.each_kept(self._kept(node, visits), 0, body)

    def _collect(self, node: p.Collect, body: base.ForGroup, element: Bound) -> None:
        self.bound[node.slot] = element
        if isinstance(node.body, p.Live):
            body(self.e.cards.location(node.body))
        else:
            body(self.e.cards.listing(node.body, 1))

    def _keep(self, node: p.FilterGroups, body: base.ForGroup, group: Bound) -> None:
        assert isinstance(group, Pile | Listing)
        self.bound[node.slot] = group
        with self.f.when(self.e.values.test(node.condition)):
            if copies_lists(node):
                self.e.charge(self.e.cards.group_size(group), 1)
            body(group)

    def _each_part(self, node: p.Partition, visits: int, body: base.ForGroup) -> None:
        """Groups in order of first occurrence."""
        most, named = together(self.layout, node), node.attribute
        attribute = named.value if isinstance(named, p.Const) else self.e.values.value(named)
        cards = self.e.piles.filled(partial(self._each_to_part, node, visits + 1), most)
        if isinstance(attribute, int) and most <= _MASKED:
            self.each_masked_part(cards, attribute, body)
        else:
            self._each_listed_part(cards.record, attribute, body)

    def _each_to_part(self, node: p.Partition, visits: int, body: base.ForCard) -> None:
        if isinstance(node.source, tuple):
            for part in node.source:
                self.e.cards.each_card(part, visits, body)
        else:
            self.each_group(
                node.source, 1, lambda group: self.e.cards.each_of_group(group, visits, body)
            )

    def each_masked_part(self, cards: Listing, attribute: int, body: base.ForGroup) -> None:
        """A mask for every value; its lowest digit is its first card."""
        f, values = self.f, len({kind.value(attribute) for kind in self.program.kinds})
        masks, left = f.buffer(8 * values), f.variable64(0)
        f.clear_block(masks, 8 * values)

        def mask_of(place: Word) -> Pointer:
            return masks.at(
                self.e.scores.value_number_of(attribute, self.e.piles.list_card(cards, place)) * 8
            )

        with f.count(0, self.e.piles.list_size(cards), _MASKED) as place:
            mask, digit = mask_of(place), f.constant64(1) << place.widened()
            mask.store(mask.load(8) | digit, 8)
            left.set(left.get() | digit)
        with f.forever(_MASKED) as leave:
            here = left.get()
            leave(here.equals(0))
            part = mask_of(here.lowest_digit().narrowed()).load(8)
            left.set(here ^ part)
            body(Listing(cards.record, part))

    def _each_listed_part(self, left: Pointer, attribute: Word | int, body: base.ForGroup) -> None:
        """Take the first card left, then all like it."""
        group = self.e.piles.new_list()
        with self.f.forever(self.layout.most_listed) as leave:
            size = left.load(2)
            leave(size.equals(0))
            wanted = self._attribute_value(
                attribute, self.e.piles.list_card(Listing(left), self.f.constant(0))
            )
            group.store(0, 2)
            kept = self.f.variable(0)
            with self.f.count(0, size) as index:
                card = self.e.piles.list_card(Listing(left), index)
                with self.f.either(self._attribute_value(attribute, card).equals(wanted)) as arms:
                    with arms[0]:
                        self.e.piles.append(group, card)
                    with arms[1]:
                        self.e.piles.set_list_card(left, kept.get(), card)
                        kept.add(1)
            left.store(kept.get(), 2)
            body(Listing(group))

    def _attribute_value(self, attribute: Word | int, card: Word) -> Word:
        if isinstance(attribute, int):
            return self.e.scores.attribute_of(attribute, card)
        return self.e.scores.computed_attribute_of(attribute, card)

    def _each_run(self, node: p.Runs, visits: int, body: base.ForGroup) -> None:
        """Where the set of a pile tells that there is none, nobody looks for one."""
        step, looks = self.e.sets.told_step(node), self.e.scoring
        if step is None:
            cards = self.e.cards.each_worked_out(node.cards, looks)
            self._each_sorted_run(node, cards, visits, body)
            return
        assert isinstance(node.cards, p.Location)
        assert isinstance(node.minimum, p.Const)
        pile = self.e.cards.location(node.cards)
        self.e.charge(self.e.piles.pile_size(pile), looks)
        begins = self.e.sets.straights(self.e.sets.set_of(pile), step, node.minimum.value)
        with self.f.when(begins.differs(0)):
            self._each_sorted_run(node, partial(self.e.piles.each_of_pile, pile, 0), visits, body)

    def _each_sorted_run(
        self, node: p.Runs, each: Callable[[base.ForCard], None], visits: int, body: base.ForGroup
    ) -> None:
        """Sort by score; for every stretch of consecutive scores, every choice of cards."""
        minimum = self.e.values.value(node.minimum)
        least = (minimum < 1).select(1, minimum)
        slot, cards = self.e.scores.point_slot(node.points), self.e.piles.new_list()
        each(
            lambda card: self.e.cards.insert_by_score(
                cards, card, self.e.scores.score(slot, card), slot
            )
        )
        sorted_cards = Listing(cards)
        size = self.e.piles.list_size(sorted_cards)
        made = self.f.variable(0)

        def offer(group: Group) -> None:
            made.add(1)
            self.e.fail_when(made.get() > limits.ELEMENTS, "too-many-elements", node.span)
            self.e.charge(self.e.cards.group_size(group) + (visits + 1), 1)
            body(group)

        bound = RunEmitter(self.e, sorted_cards, slot)
        with self.f.count(0, size) as start, self.f.when(bound.begins(start, node.largest)):
            bound.each_from(start, least, node.largest, offer)

    def keep_groups(self, node: p.Groups, visits: int) -> Kept:
        """The groups in the arena, for a variable."""
        if isinstance(node, p.EitherGroups):
            return self._either_kept(node, visits)
        each = self._grouping(node, visits)
        kept = self.e.arena.write_groups(each, node.live, self.is_memory(node))
        if isinstance(node, p.JoinGroups):
            count = kept.address.load(4)
            self.e.fail_when(count > limits.ELEMENTS, "too-many-elements", node.span)
        return kept

    def _either_kept(self, node: p.EitherGroups | p.EitherValues, visits: int) -> Kept:
        """The side that holds, in the arena."""
        address, kept = self.f.pointer_variable(self.context), []
        with self.f.either(self.e.values.test(node.condition)) as arms:
            for arm, side in zip(arms, (node.yes, node.no), strict=True):
                with arm:
                    kept.append(
                        self._kept(side, 0)
                        if isinstance(side, p.Groups)
                        else self.keep_values(side, 0)
                    )
                    address.set(kept[-1].address)
        whole = replace(kept[0], address=address.get())
        self.e.charge(whole.address.load(4), visits + 1, limits.ELEMENTS)
        return whole

    def _grouping(self, node: p.Groups, visits: int) -> base.Loop:
        """A way to run over the groups that leaves the arena alone: what it needs is there."""
        match node:
            case p.JoinGroups():
                self.e.charge(fixed_parts(node), visits)
                return _one_after_the_other([self._prepared(part, visits) for part in node.parts])
            case p.FilterGroups():
                source = self._prepared(node.groups, visits + self.price(node.condition))
                return lambda body: source(partial(self._keep, node, body))
            case p.Collect():
                source = self._prepared(node.collection, visits + self.price(node.body))
                return lambda body: source(partial(self._collect, node, body))
            case _:
                return partial(self.each_group, node, visits)

    def _prepared(self, node: p.Collection, visits: int) -> base.Loop:
        """A way to run over the elements; what has to be in the arena for it stays there."""
        if not (draws(node) or joins(node)):
            return partial(self.each_element, node, visits)
        if isinstance(node, p.Values):
            return partial(self.e.arena.each_kept_value, self.keep_values(node, visits), 0)
        if isinstance(node, p.Groups):
            return partial(self.e.arena.each_kept, self._kept(node, visits), 0)
        return partial(self.e.piles.each_of_list, self.e.cards.copy_of(node, visits), 0)

    def keep_values(self, node: p.Values, visits: int) -> Kept:
        if isinstance(node, p.EitherValues):
            return self._either_kept(node, visits)
        if isinstance(node, p.ListedValues):
            numbers = [self.e.values.value(value) for value in node.values]
            self.e.charge(len(numbers), visits)
            return self.e.arena.write_values(partial(_each_of, numbers))
        if not isinstance(node, p.FilterValues):
            return self.e.arena.write_values(partial(self.each_value, node, visits))
        source = self._prepared(node.values, visits + self.price(node.condition))
        return self.e.arena.write_values(lambda body: source(partial(self._keep_value, node, body)))

    def each_value(self, node: p.Values, visits: int, body: base.ForCard) -> None:
        match node:
            case p.Constants(values=values):
                self._each_constant(values, body)
            case p.Others():
                current = self.e.current(node.kind)
                self.e.charge(self.e.members(node.kind) - 1, visits)
                with (
                    self.f.count(0, self.e.members(node.kind)) as number,
                    self.f.when(number.differs(current)),
                ):
                    body(number)
            case p.Members():
                self._each_seat(self.program.teams, self.e.values.value(node.team), visits, body)
            case p.SeatsBeside(beside=beside):
                self._each_seat(beside, self.e.values.value(node.seat), visits, body)
            case p.Range():
                low, high = self.e.values.value(node.low), self.e.values.value(node.high)
                length = self._range_length(low, high, node.span)
                self.e.charge(length, visits if fixed_rounds(node) is None else 0, limits.ELEMENTS)
                # The count cannot overflow where `high` is the largest number there is.
                with self.f.count(0, length) as number:
                    body(high - number if node.backwards else low + number)
            case p.ValuesVar(slot=slot):
                self.e.arena.each_kept_value(self.e.arena.kept_by(slot), visits, body)
            case p.EitherValues() | p.ListedValues():
                with self.e.arena.arena_room():
                    self.e.arena.each_kept_value(self.keep_values(node, visits), 0, body)
            case p.FilterValues():
                with self.drawn(node.values, visits + self.price(node.condition)) as each:
                    each(partial(self._keep_value, node, body))

    def _each_constant(self, values: tuple[int, ...], body: base.ForCard) -> None:
        if values == tuple(range(values[0], values[0] + len(values))) if values else True:
            low = values[0] if values else 0
            with self.f.count(0, len(values)) as number:
                body(number + low if low else number)
            return
        with self.f.count(0, len(values)) as index:
            body(self.f.look_up(values, index, 4))

    def _each_seat(
        self, groups: tuple[tuple[int, ...], ...], number: Word, visits: int, body: base.ForCard
    ) -> None:
        """The seats of the group with that number."""
        seats = [seat for group in groups for seat in group] or [0]
        starts = [sum(map(len, groups[:before])) for before in range(len(groups) + 1)]
        start, end = self.f.look_up(starts, number, 1), self.f.look_up(starts, number + 1, 1)
        self.e.charge(end - start, visits)
        with self.f.count(start, end, limits.PLAYERS) as index:
            body(self.f.look_up(seats, index, 1))

    def _range_length(self, low: Word, high: Word, span: Span) -> Word:
        length = high.widened(signed=True) - low.widened(signed=True) + 1
        self.e.fail_when(length > limits.ELEMENTS, "too-many-elements", span)
        return (length < 0).select(self.f.constant64(0), length).narrowed()

    def _keep_value(self, node: p.FilterValues, body: base.ForCard, value: Bound) -> None:
        assert isinstance(value, Word)
        self.bound[node.slot] = value
        with self.f.when(self.e.values.test(node.condition)):
            body(value)

    def each_element(self, node: p.Collection, visits: int, body: base.ForElement) -> None:
        if isinstance(node, p.Values):
            self.each_value(node, visits, body)
        elif isinstance(node, p.Groups):
            self.each_group(node, visits, body)
        else:
            self.e.cards.each_card(node, visits, body)

    def size(self, node: p.Collection) -> Word:
        match node:
            case p.Constants(values=values):
                return self.f.constant(len(values))
            case p.GroupsVar(slot=slot) | p.ValuesVar(slot=slot):
                return self.e.arena.kept_by(slot).address.load(4)
            case p.Subsets(operator=None):
                count = self.e.cards.cards_size(node.cards, 1)
                self.e.fail_when(count > 16, "too-many-elements", node.span)
                made = (self.f.constant(1) << count) - 1
                self.e.charge(made, 1, limits.ELEMENTS)
                return made
        if isinstance(node, p.Values | p.Groups):
            total = self.f.variable(0)
            self.each_element(node, 0, lambda element: total.add(1))
            return total.get()
        return self.e.cards.cards_size(node)

    @contextmanager
    def settled(self, node: p.Collection, visits: int) -> Iterator[tuple[Word, base.Loop]]:
        """How many elements there are now, and a way to run over them whatever happens."""
        with self.e.arena.arena_room():
            if isinstance(node, p.Values):
                kept = self.keep_values(node, visits)
                yield kept.address.load(4), partial(self.e.arena.each_kept_value, kept, 0)
            elif isinstance(node, p.Groups):
                groups = self._kept(node, visits)
                yield groups.address.load(4), partial(self.e.arena.each_kept, groups, 0)
            else:
                listing = self.e.cards.copy_of(node, visits)
                yield (
                    self.e.piles.list_size(listing),
                    partial(self.e.piles.each_of_list, listing, 0),
                )

    @contextmanager
    def drawn(self, node: p.Collection, visits: int) -> Iterator[base.Loop]:
        """A way to run over the elements; what draws chance has drawn it before."""
        if not draws(node):
            yield partial(self.each_element, node, visits)
            return
        with self.settled(node, visits) as (_, each):
            yield each

    @contextmanager
    def loop(self, node: p.Collection, visits: int) -> Iterator[base.Loop]:
        if is_calm(node):
            yield partial(self.each_element, node, visits)
            return
        with self.settled(node, visits) as (_, each):
            yield each

    def member(self, node: p.LocationMember | p.ListMember) -> Group:
        if isinstance(node.where, p.BestPlace):
            best = self.e.best.element(node.groups, node.where.slot, node.where.body, node.span)
            assert isinstance(best, Pile | Listing)
            return best
        if not draws(node.groups):
            found = self.size(node.groups)
            return self._member(node, found, partial(self.each_element, node.groups, 0))
        with self.settled(node.groups, 0) as (size, each):
            return self._member(node, size, each)

    def _member(self, node: p.LocationMember | p.ListMember, size: Word, each: base.Loop) -> Group:
        if isinstance(node.where, End):
            index = self.f.constant(0) if node.where is End.TOP else size - 1
        else:
            assert not isinstance(node.where, p.BestPlace)
            index = self.e.values.value(node.where)
        self.e.fail_when(index.below(size).negated(), "no-such-list", node.span)
        with self.e.uncounted():
            member = self.selected(Selection(self.e, node.groups), index, each)
        assert isinstance(member, Pile | Listing)
        return member

    def select_element(self, node: p.Collection, index: Word) -> Bound:
        """The element with that index, which must exist."""
        with self.e.uncounted():
            return self.selected(
                Selection(self.e, node), index, partial(self.each_element, node, 0)
            )

    def selected(self, chosen: Selection, index: Word, each: base.Loop) -> Bound:
        counted = self.f.variable(0)
        done = self.f.label()

        def look(element: Bound) -> None:
            with self.f.when(counted.get().equals(index)):
                chosen.note(element)
                self.f.go(done)
            counted.add(1)

        with self.e.arena.arena_room():
            each(look)
            self.f.place(done)
        return chosen.get()

    def is_memory(self, node: p.Groups) -> bool:
        match node:
            case p.GroupsVar(slot=slot):
                kept = self.bound[slot]
                return isinstance(kept, Kept) and kept.is_memory
            case p.Indexed():
                return node.location.families[0].location_class is LocationClass.MEMORY
            case p.FilterGroups():
                return self.is_memory(node.groups)
            case p.JoinGroups():
                return self.is_memory(node.parts[0])
            case p.EitherGroups():
                return self.is_memory(node.yes)
            case p.Collect(body=p.LocationVar(slot=slot)) if slot == node.slot:
                assert isinstance(node.collection, p.Groups)
                return self.is_memory(node.collection)
            case p.Collect():
                return isinstance(node.body, p.Live) and self.e.cards.is_memory_location(node.body)
            case p.Partition() | p.Subsets() | p.Runs():
                return False

    def identity_of(self, element: Bound) -> Word:
        """A number that is the same for the same element, whatever list it was found in."""
        match element:
            case Word():
                return element
            case Pile(number=number):
                return number
            case Listing():
                key = self.f.variable(0)
                self.e.piles.each_of_list(
                    element, 0, lambda card: key.set(base.mixed(key.get(), card))
                )
                return key.get()
            case Kept():
                raise AssertionError("nobody picks a whole collection")

    def bind_value(self, node: p.Value | p.Collection | p.Card) -> Bound:
        """The value of a `let`."""
        if isinstance(node, p.Live):
            return self.e.cards.location(node)
        if isinstance(node, p.Card):
            return self.e.cards.card(node)
        if isinstance(node, p.Value):
            return self.e.values.value(node)
        if isinstance(node, p.Values):
            return self.keep_values(node, 1)
        if isinstance(node, p.Groups):
            return self._kept(node, 1)
        return self.e.cards.listing(node, 1)

    def _kept(self, node: p.Groups, visits: int) -> Kept:
        if isinstance(node, p.GroupsVar):
            kept = self.e.arena.kept_by(node.slot)
            self.e.charge(kept.address.load(4), visits, limits.ELEMENTS)
            return kept
        return self.keep_groups(node, visits)


def _one_after_the_other(loops: list[base.Loop]) -> base.Loop:
    def each(body: base.ForElement) -> None:
        for loop in loops:
            loop(body)

    return each


def _each_of(numbers: list[Word], body: base.ForElement) -> None:
    for number in numbers:
        body(number)
