"""Card lists, groups and other collections of a lowered game."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar

from kibitz.engine.program.facts import CollectionNode, collection
from kibitz.engine.program.tables import Family, SetOperator
from kibitz.recycle import CycleKind, End, Span

if TYPE_CHECKING:
    from kibitz.engine.program.expressions import BestPlace, Condition, Slot, Value

# ---------------------------------------------------------------------------- card lists


@collection(draws=False, finds=False, calm=True, reads=False)
class Location(CollectionNode):
    """A location of one of `families`, by name; the fields are as in Slot."""

    families: tuple[Family, ...]
    name: Value | None
    owner: Value | None
    index: Value
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class LocationVar(CollectionNode):
    slot: int


@collection(draws=False, finds=False, calm=True, reads=False)
class LocationMember(CollectionNode):
    """One of several locations: the first, the last, number n from 0, or the best."""

    where: End | Value | BestPlace
    groups: Groups
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class EitherPlace(CollectionNode):
    """Both are memories, or neither is."""

    condition: Condition
    yes: Live
    no: Live
    is_memory: bool


Live = Location | LocationVar | LocationMember | EitherPlace
"""Card lists that are places: read anew each time, possible destinations."""


@collection(draws=False, finds=False, calm=True, reads=False)
class ListVar(CollectionNode):
    """A variable that holds a virtual list; moving its cards through it shrinks it."""

    slot: int


@collection(draws=False, finds=False, calm=True, reads=False)
class ListMember(CollectionNode):
    where: End | Value | BestPlace
    groups: Groups
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class Combine(CollectionNode):
    operator: SetOperator
    parts: tuple[Cards, ...]


@collection(draws=False, finds=False, calm=True, reads=False)
class CombineGroups(CollectionNode):
    operator: SetOperator
    groups: Groups


@collection(draws=False, finds=False, calm=True, reads=False)
class FilterCards(CollectionNode):
    cards: Cards
    slot: int
    condition: Condition


@collection(draws=False, finds=False, calm=True, reads=False)
class Sequence(CollectionNode):
    end: End
    count: Value
    cards: Cards
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=True)
class Run(CollectionNode):
    end: End
    minimum: Value
    cards: Cards
    points: Slot


@collection(draws=False, finds=False, calm=True, reads=False)
class EitherCards(CollectionNode):
    """A list of its own, whichever it is."""

    condition: Condition
    yes: Cards
    no: Cards


_Found = ListVar | ListMember | FilterCards | Sequence | Run
Cards = Live | Combine | CombineGroups | EitherCards | _Found


# ---------------------------------------------------------------------------- groups


@collection(draws=False, finds=False, calm=True, reads=False)
class GroupsVar(CollectionNode):
    slot: int
    live: bool
    """The members are locations."""


@collection(draws=False, finds=False, calm=True, reads=False)
class Collect(CollectionNode):
    collection: Collection
    slot: int
    body: Cards
    live: bool


@collection(draws=False, finds=False, calm=True, reads=True)
class Partition(CollectionNode):
    live: ClassVar[bool] = False
    attribute: Value
    source: tuple[Cards, ...] | Groups


@collection(draws=False, finds=False, calm=True, reads=True)
class Subsets(CollectionNode):
    """Non-empty sub-lists, those with `size operator limit` when an operator is given, or with
    points as well `sum operator limit`."""

    live: ClassVar[bool] = False
    cards: Cards
    operator: str | None
    limit: Value | None
    points: Slot | None
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=False, reads=True)
class Runs(CollectionNode):
    live: ClassVar[bool] = False
    largest: bool
    minimum: Value
    cards: Cards
    points: Slot
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=True, reads=False)
class Indexed(CollectionNode):
    """The non-empty locations of one family, by index; `location.index` is not used."""

    live: ClassVar[bool] = True
    location: Location


@collection(draws=False, finds=False, calm=True, reads=False)
class FilterGroups(CollectionNode):
    groups: Groups
    slot: int
    condition: Condition
    live: bool


@collection(draws=False, finds=False, calm=False, reads=False)
class JoinGroups(CollectionNode):
    """The groups of each part, one after the other; no part is a variable of card lists."""

    parts: tuple[Groups, ...]
    live: bool
    span: Span = field(compare=False)


@collection(draws=False, finds=False, calm=False, reads=False)
class EitherGroups(CollectionNode):
    """Neither is a variable of card lists."""

    condition: Condition
    yes: Groups
    no: Groups
    live: bool


_OfLists = Collect | Partition | Subsets | Runs | Indexed | FilterGroups
Groups = GroupsVar | JoinGroups | EitherGroups | _OfLists


# ---------------------------------------------------------------------------- other collections


@collection(draws=False, finds=False, calm=True, reads=False)
class Constants(CollectionNode):
    """A fixed list of numbers: strings, integers, all seats or all teams."""

    values: tuple[int, ...]


@collection(draws=False, finds=False, calm=True, reads=False)
class Others(CollectionNode):
    """All seats, or teams, but the current one."""

    kind: CycleKind


@collection(draws=False, finds=False, calm=True, reads=False)
class Members(CollectionNode):
    team: Value


@collection(draws=False, finds=False, calm=True, reads=False)
class SeatsBeside(CollectionNode):
    """The others, or the partners, of a seat: by seat."""

    seat: Value
    beside: tuple[tuple[int, ...], ...]


@collection(draws=False, finds=False, calm=True, reads=False)
class Range(CollectionNode):
    low: Value
    high: Value
    span: Span = field(compare=False)
    backwards: bool = False


@collection(draws=False, finds=False, calm=False, reads=False)
class ListedValues(CollectionNode):
    """Numbers, at least one of which the program alone does not tell."""

    values: tuple[Value, ...]


@collection(draws=False, finds=False, calm=True, reads=False)
class ValuesVar(CollectionNode):
    slot: int


@collection(draws=False, finds=False, calm=True, reads=False)
class FilterValues(CollectionNode):
    values: Values
    slot: int
    condition: Condition


@collection(draws=False, finds=False, calm=False, reads=False)
class EitherValues(CollectionNode):
    condition: Condition
    yes: Values
    no: Values


_Written = Constants | Range | ListedValues | ValuesVar | FilterValues
Values = _Written | Others | Members | SeatsBeside | EitherValues
Collection = Values | Cards | Groups
