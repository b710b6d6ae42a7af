"""What each seat has seen and could follow.

A seat knows where a card lies, or it is in doubt: it knows of some cards and some spots that the
cards lie there, and perhaps how many of these in those.

Knowledge follows the cards when they move:
- a seat that sees a card, at either end of its move, knows it from then on;
- a move from a place and position that the rules name (the top of the stock) can be followed
  face down: whoever knew the card still knows it;
- a card that somebody picked, face down at both ends, could have been any of its pile that has
  the same back: these are mixed. The order of such a pile is not followed either, as a hand has
  none that the others could see;
- in a shuffle the cards of a pile are mixed, except that backs are seen.

A doubt has *pools* of cards, *groups* of spots, and *tables* that say how many cards of every
pool lie in every group. Cards of a pool look alike to the seat, and so do spots of a group; the
truth is one of the tables. Every way to deal the cards that goes with a table is as likely as
any other, and there are no other ways: this is exact when cards are mixed, seen and moved on.

A card shown on a hand of two of which one is then laid away face down: the pools are the shown
card and all cards never seen; the groups are the two spots where the shown card may be, and the
spots of the stock and the other hands, which hold cards of the second pool only.

Sets of cards are bit sets. A group is the set of the cards that in truth lie in its spots, so it
goes with its cards wherever they go; nobody but the engine may read which they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import factorial, gcd, prod
from typing import NamedTuple

from kibitz.engine import limits

Row = tuple[int, ...]
Table = tuple[Row, ...]
"""By group, then by pool: how many cards."""


class Doubt(NamedTuple):
    pools: tuple[int, ...]
    groups: tuple[int, ...]
    tables: tuple[Table, ...]
    cards: int


def plain(cards: int) -> Doubt:
    """One pool, one group: any of these cards may lie in any of their spots."""
    return Doubt((cards,), (cards,), (((cards.bit_count(),),),), cards)


@lru_cache(1024)
def members(cards: int) -> tuple[int, ...]:
    """The cards of a bit set, in order; views ask for the same ones again and again."""
    return tuple([card for card in range(cards.bit_length()) if cards >> card & 1])


def is_one(cards: int) -> bool:
    return not cards & (cards - 1)


def seen(doubt: Doubt, card: int) -> list[Doubt]:
    """What is left of the doubt once the seat has seen which of the cards this is."""
    bit = 1 << card
    if len(doubt.pools) == 1:
        rest = doubt.cards ^ bit
        return [] if is_one(rest) else [plain(rest)]
    pool = next(n for n, cards in enumerate(doubt.pools) if cards & bit)
    group = next(n for n, cards in enumerate(doubt.groups) if cards & bit)
    tables = [without(table, group, pool) for table in doubt.tables if table[group][pool]]
    pools, groups = list(doubt.pools), list(doubt.groups)
    pools[pool] ^= bit
    groups[group] ^= bit
    return _simplified(pools, groups, tables)


def without(table: Table, group: int, pool: int) -> Table:
    """The table with one card of the pool less in the group."""
    row = list(table[group])
    row[pool] -= 1
    return (*table[:group], tuple(row), *table[group + 1 :])


def mixed(doubts: list[Doubt], spots: int) -> list[Doubt]:
    """What the doubts become when the cards in these spots, all among theirs, are mixed.

    Beyond the limit of tables it is no longer exact: then a card may be in any spot that was
    mixed with one of its own, however long ago.
    """
    return exactly_mixed(doubts, spots) or exactly_mixed(*_widened(doubts, spots))


def exactly_mixed(doubts: list[Doubt], spots: int) -> list[Doubt]:
    """The same; nothing if it takes too many tables."""
    if not any(doubt.cards & ~spots for doubt in doubts):
        return [plain(spots)]
    if prod(len(doubt.tables) for doubt in doubts) > limits.TABLES:
        return []
    joined = _joined(doubts)
    tables = _cut(joined, spots)
    groups = [spots, *(group & ~spots for group in joined.groups)]
    return _simplified(joined.pools, groups, tables) if tables else []


def _widened(doubts: list[Doubt], spots: int) -> tuple[list[Doubt], int]:
    """Doubts of one table each, and spots that cut none of the groups several pools reach."""
    blurred = list(map(_blurred, doubts))
    for doubt in blurred:
        for group, pools in zip(doubt.groups, _columns(doubt.tables), strict=True):
            if group & spots and not is_one(pools):
                spots |= group
    return blurred, spots


def _joined(doubts: Iterable[Doubt]) -> Doubt:
    pools: tuple[int, ...] = ()
    groups: tuple[int, ...] = ()
    tables: tuple[Table, ...] = ((),)
    cards = 0
    for doubt in doubts:
        before, after = (0,) * len(pools), (0,) * len(doubt.pools)
        tables = tuple(
            (*(row + after for row in left), *(before + row for row in right))
            for left in tables
            for right in doubt.tables
        )
        pools += doubt.pools
        groups += doubt.groups
        cards |= doubt.cards
    return Doubt(pools, groups, tables, cards)


def _cut(doubt: Doubt, spots: int) -> set[Table]:
    """The tables with a new first row for the cards in these spots, and the others without them.

    None at all if there would be too many.
    """
    inside = [(group & spots).bit_count() for group in doubt.groups]
    nothing = (0,) * len(doubt.pools)
    cut: set[Table] = set()
    for table in doubt.tables:
        cut.update(islice(_cuts(table, inside, nothing), limits.TABLES + 1))
        if len(cut) > limits.TABLES:
            return set()
    return cut


def _cuts(table: Table, inside: Sequence[int], taken: Row) -> Iterator[Table]:
    """Every way to take so many cards out of each row, beside those taken already."""
    if not table:
        yield (taken,)
        return
    row = table[0]
    for part in _parts(row, inside[0]):
        left = tuple(map(int.__sub__, row, part))
        together = tuple(map(int.__add__, taken, part))
        for first, *others in _cuts(table[1:], inside[1:], together):
            yield (first, left, *others)


def _parts(row: Row, count: int) -> Iterator[Row]:
    """Every way to take `count` cards out of a row."""
    if not row:
        yield ()
        return
    rest = row[1:]
    for number in range(max(0, count - sum(rest)), min(row[0], count) + 1):
        for others in _parts(rest, count - number):
            yield (number, *others)


def _blurred(doubt: Doubt) -> Doubt:
    """The same with all groups that several pools reach made one: a single table is enough."""
    reached = _columns(doubt.tables)
    shared = [n for n, pools in enumerate(reached) if not is_one(pools)]
    alone = [[n] for n, pools in enumerate(reached) if is_one(pools)]
    groups, tables = _united(doubt.groups, doubt.tables, [shared, *alone] if shared else alone)
    return Doubt(doubt.pools, groups, tables, doubt.cards)


def _simplified(
    pools: Sequence[int], groups: Sequence[int], tables: Collection[Table]
) -> list[Doubt]:
    """Nothing empty, together what cannot be told apart, and apart what does not depend."""
    pools, turned = _gathered(pools, [tuple(zip(*table, strict=True)) for table in tables])
    groups, tables = _gathered(groups, [tuple(zip(*table, strict=True)) for table in turned])
    return _separated(pools, groups, tables)


def _gathered(
    sets: Sequence[int], tables: Collection[Table]
) -> tuple[tuple[int, ...], tuple[Table, ...]]:
    """Unites the rows that have everything in one and the same column; empty ones go."""
    parts: dict[int, list[int]] = {}
    for row, columns in enumerate(_columns(tables)):
        if columns:
            parts.setdefault(columns if is_one(columns) else -1 - row, []).append(row)
    return _united(sets, tables, list(parts.values()))


def _united(
    sets: Sequence[int], tables: Collection[Table], parts: list[list[int]]
) -> tuple[tuple[int, ...], tuple[Table, ...]]:
    """The rows of every part become one."""
    united = {
        tuple([tuple(map(sum, zip(*[table[row] for row in part], strict=True))) for part in parts])
        for table in tables
    }
    return tuple(sum(map(sets.__getitem__, part)) for part in parts), tuple(united)


def _columns(tables: Iterable[Table]) -> list[int]:
    """By row: the set of columns in which some table has a card."""
    found: list[int] = []
    for table in tables:
        sets = [sum(1 << n for n, count in enumerate(row) if count) for row in table]
        found = list(map(int.__or__, found, sets)) if found else sets
    return found


def _separated(
    pools: Sequence[int], groups: Sequence[int], tables: Collection[Table]
) -> list[Doubt]:
    """The doubts that do not depend on each other, without cards that are certain."""
    reached = _columns(tables)
    parts: list[int] = []
    for columns in reached:
        together = columns
        for part in [part for part in parts if part & columns]:
            together |= part
            parts.remove(part)
        parts.append(together)

    def part_of(chosen: int) -> Doubt:
        columns = [n for n in range(len(pools)) if chosen >> n & 1]
        rows = [n for n, found in enumerate(reached) if found & chosen]
        own = {tuple(tuple(table[r][c] for c in columns) for r in rows) for table in tables}
        members = tuple(pools[c] for c in columns)
        return Doubt(members, tuple(groups[r] for r in rows), tuple(own), sum(members))

    doubts = {part: part_of(part) for part in parts}
    if prod(len(doubt.tables) for doubt in doubts.values()) > len(tables):
        linked = [part for part in parts if len(doubts[part].tables) > 1]
        for part in linked:
            del doubts[part]
        doubts[-1] = part_of(sum(linked))
    return [doubt for doubt in doubts.values() if not is_one(doubt.cards)]


def shares(tables: Sequence[Table]) -> list[int]:
    """How many deals go with each table, in proportion; the sum fits into 31 bits."""
    largest = prod(factorial(max(sum(column), 1)) for column in zip(*tables[0], strict=True))
    counts = [largest // prod(factorial(n) for row in table for n in row) for table in tables]
    divisor = gcd(*counts)
    excess = max(0, (sum(counts) // divisor).bit_length() - 30)
    return [max(1, count // divisor >> excess) for count in counts]


# ---------------------------------------------------------------------------- what seats know

_CELLS = 32
"""Of a table that take as long as all the rest about it."""


class Knowledge:
    """The doubts of every seat; a card that is in none of them is known."""

    __slots__ = ("_effort", "_hidden", "_unknown", "doubts")

    def __init__(self, doubts: list[tuple[Doubt, ...]]) -> None:
        self.doubts = doubts
        self._unknown = [sum(doubt.cards for doubt in own) for own in doubts]
        self._hidden = _united_cards(self._unknown)
        """The cards that some seat does not know."""
        self._effort = 0

    def copy(self) -> Knowledge:
        """The same, with the whole effort yet to be made."""
        twin = Knowledge.__new__(Knowledge)
        twin.doubts, twin._unknown, twin._effort = self.doubts[:], self._unknown[:], 0
        twin._hidden = self._hidden
        return twin

    @property
    def is_lost(self) -> bool:
        """Whether more happened at once than seats can follow; what they know is then as it was."""
        return self._effort > limits.EFFORT

    def knows(self, seat: int, card: int) -> bool:
        return not self._unknown[seat] >> card & 1

    def is_open(self, card: int) -> bool:
        """Whether all seats know it."""
        return not self._hidden >> card & 1

    def knowing(self, card: int) -> list[int]:
        """The seats that know it."""
        return [seat for seat, unknown in enumerate(self._unknown) if not unknown >> card & 1]

    def blind_to(self, card: int) -> list[int]:
        """The seats that do not know it."""
        return [seat for seat, unknown in enumerate(self._unknown) if unknown >> card & 1]

    def unknown_to(self, seat: int) -> int:
        """The set of the cards that the seat is in doubt about."""
        return self._unknown[seat]

    def reveal(self, seats: Iterable[int], card: int) -> None:
        """The seats see which card this is."""
        bit = 1 << card
        if not self._hidden & bit or self.is_lost:
            return
        for seat in seats:
            if self._unknown[seat] & bit:
                (doubt,) = self._take(seat, bit)
                self._put(seat, seen(doubt, card))

    def mix(self, seats: Iterable[int], cards: int) -> None:
        """The seats lose track of which is which among these cards, which have one back."""
        for seat in () if self.is_lost or is_one(cards) else seats:
            if not _are_mixed(self.doubts[seat], cards):
                known = cards & ~self._unknown[seat]
                touched = self._take(seat, cards)
                if known:
                    touched.append(plain(known))
                self._put(seat, mixed(touched, cards))

    def _take(self, seat: int, cards: int) -> list[Doubt]:
        """Takes out the doubts about any of these cards."""
        taken, left = list[Doubt](), list[Doubt]()
        tables, rows, columns = 1, 0, 0
        for doubt in self.doubts[seat]:
            if doubt.cards & cards:
                taken.append(doubt)
                tables = min(tables * len(doubt.tables), limits.TABLES)
                rows += len(doubt.groups)
                columns += len(doubt.pools)
            else:
                left.append(doubt)
        self.doubts[seat] = tuple(left)
        self._effort += 1 + tables * (1 + rows * columns // _CELLS)
        return taken

    def _put(self, seat: int, doubts: list[Doubt]) -> None:
        self.doubts[seat] += tuple(doubts)
        self._unknown[seat] = sum([doubt.cards for doubt in self.doubts[seat]])
        self._hidden = _united_cards(self._unknown)


def _united_cards(sets: Iterable[int]) -> int:
    cards = 0
    for one in sets:
        cards |= one
    return cards


def _are_mixed(doubts: tuple[Doubt, ...], cards: int) -> bool:
    """Whether the cards lie in one group already."""
    for doubt in doubts:
        for group in doubt.groups:
            if cards & group == cards:
                return True
    return False
