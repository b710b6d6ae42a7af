"""A net for one table, carried over to another table of the same game by the names of its rows.

Rows of equal names are copied. Equal names alone are not enough: who sits between stays between and
all others together weigh what they did; a number that rules store means what it means there
(`set LEFT 'PLAYERS`: 2, not 4); what is new, a joker say, is taken for the mean of its kin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import product
from math import prod

from kibitz.engine import Program
from kibitz.engine.native import (
    FeatureName,
    aligned_zeros,
    feature_plan,
    net_layout,
    number_feature,
    state_layout,
    turned,
)
from kibitz.learning.net import Net, rules_of
from kibitz.learning.table import NetTable, table_of

_ALIKE = 0.6
"""Alternatives whose texts are less alike than this are not taken for each other."""

_Shares = Mapping[int | None, Mapping[int | None, float]]
"""By side of the new table: which sides of the old one it stands for, and how much of each."""


def carried(net: Net, program: Program) -> Net:
    """The net for that table, its upper layers as they are. Nobody has tried it out."""
    plan, table = feature_plan(program, state_layout(program)), table_of(program)
    old = net.weights[net_layout.ROWS :].reshape(-1, net_layout.WIDE)
    weights = aligned_zeros(net_layout.net_size(plan.rows))
    weights[: net_layout.ROWS] = net.weights[: net_layout.ROWS]
    new = weights[net_layout.ROWS :].reshape(-1, net_layout.WIDE)
    carrying = _Carrying(net.table, table)
    for row, name in table.names.items():
        for known, share in carrying.parts(name):
            new[row] += old[known] * share
    rules = rules_of(program, plan)
    return replace(net, weights=weights, rules=rules, table=table, way=None, curve=())


class _Carrying:
    """From one table to another."""

    def __init__(self, source: NetTable, target: NetTable) -> None:
        self._rows = {name: row for row, name in source.names.items()}
        for name, row in list(self._rows.items()):
            if name.what == "faced":  # which of two cards on top comes first may be otherwise
                self._rows.setdefault(turned(name), row)
        self._shares = _shares(source.players, target.players)
        self._meant = dict(_constants(source, target))
        self._kin = _Kin(source.names.values())

    def parts(self, name: FeatureName) -> list[tuple[int, float]]:
        """Rows of the old table that the row is made of, and how much of each."""
        if name.what == "storage":
            name = replace(name, words=self._meant.get(name.words, name.words))
        parts = list(self._named(name))
        if not parts:
            parts = [part for one in self._kin.of(name) for part in self._named(one)]
        whole = sum(share for _, share in parts)
        wanted = prod(sum(self._shares.get(side, {}).values()) for side in name.sides)
        return [(row, share / whole * wanted) for row, share in parts]

    def _named(self, name: FeatureName) -> Iterator[tuple[int, float]]:
        for sides in product(*(self._shares.get(side, {}).items() for side in name.sides)):
            share = prod(weight for _, weight in sides)
            row = self._rows.get(replace(name, sides=tuple(side for side, _ in sides)))
            if row is not None and share > 0:
                yield row, share


def _shares(source: int, target: int) -> _Shares:
    """The first neighbour stays the first, the last the last, who sits between is between; at a
    table of two, the other is the mean of all others. Together they weigh what they did."""
    found: dict[int | None, dict[int | None, float]] = {None: {None: 1.0}, 0: {0: 1.0}}
    others = source - 1
    for side in range(1, target):
        if target == 2:
            found[side] = dict.fromkeys(range(1, source), 1 / max(1, others))
        elif others < 2:
            found[side] = {1: 1.0}
        else:
            at = 1 + (side - 1) * (others - 1) / (target - 2)
            low = min(int(at), others - 1)
            found[side] = {low: low + 1 - at, low + 1: at - low}
        weight = others / (target - 1)
        found[side] = {one: share * weight for one, share in found[side].items()}
    return found


def _constants(
    source: NetTable, target: NetTable
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """By storage and number at the new table: storage and number at the old one."""
    for storage, after in target.constants.items():
        before = source.constants.get(storage, ())
        if len(before) == len(after):
            for old, new in zip(before, after, strict=True):
                if old != new:
                    meant = storage, str(number_feature(old))
                    yield (storage, str(number_feature(new))), meant


class _Kin:
    """Names that differ in one word alone; of alternatives, those that read most alike."""

    def __init__(self, known: Iterable[FeatureName]) -> None:
        self._known: dict[tuple[object, ...], dict[tuple[str, ...], None]] = {}
        self._steps = [name for name in known if name.what == "step"]
        for name in known:
            for key in self._keys(name):
                self._known.setdefault(key, {})[name.words] = None

    @staticmethod
    def _keys(name: FeatureName) -> Iterator[tuple[object, ...]]:
        for at in range(len(name.words)):
            yield name.what, at, name.words[:at], name.words[at + 1 :]

    def of(self, name: FeatureName) -> list[FeatureName]:
        if name.what == "step":
            return self._alike(name)
        for key in self._keys(name):
            if key in self._known:
                return [replace(name, words=words) for words in self._known[key]]
        return []

    def _alike(self, name: FeatureName) -> list[FeatureName]:
        def ratio(one: FeatureName) -> float:
            return SequenceMatcher(None, one.words[0], name.words[0], autojunk=False).ratio()

        best = max(self._steps, key=ratio, default=None)
        return [best] if best is not None and ratio(best) >= _ALIKE else []
