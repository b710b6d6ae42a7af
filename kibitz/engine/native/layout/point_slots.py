"""How point maps are stored natively.

A map is what the last `set` made it, so a slot only notes which `set` that was and the values
that were computed then. The constant awards of a `set` are one table; the awards with computed
parts are looked at one by one. Where a storage is also updated, every award is a unit of its own
that can be switched off.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.engine import program as p
from kibitz.engine.native.layout.fields import Field, Fields
from kibitz.engine.program.walk import nodes
from kibitz.engine.state import point_sites


@dataclass(frozen=True)
class DynamicAward:
    """An award with parts computed when the map was set: each a constant or a parameter."""

    award: p.Award
    first_parameter: int
    """The award's computed parts are consecutive parameters, tests first, points last."""


@dataclass(frozen=True)
class AwardUnit:
    """Awards that are in force together."""

    site: int
    """The number of the `set` or `update` that puts it in force."""
    awards: tuple[p.Award, ...]
    dynamic: tuple[DynamicAward, ...]

    def constant_scores(self, kinds: tuple[p.CardKind, ...]) -> tuple[int, ...]:
        """By kind: the sum of the constant awards."""
        constant = [award for award in self.awards if is_constant(award)]
        return tuple(sum(_points(award, kind) for award in constant) for kind in kinds)


@dataclass(frozen=True)
class SlotShape:
    """The slots of storages that a computed name may exchange."""

    units: tuple[AwardUnit, ...]
    parameters: int

    @property
    def flags_size(self) -> int:
        return len(self.units) + -len(self.units) % 4

    @property
    def size(self) -> int:
        return self.flags_size + 4 * self.parameters


@dataclass(frozen=True)
class PointSlots:
    """All point map slots."""

    sites: tuple[p.StorePoints, ...]
    shapes: dict[int, SlotShape]
    """By a storage's first slot."""
    slots: tuple[Field, ...]
    """Where each lies in the state."""

    @property
    def size(self) -> int:
        return sum(slot.count for slot in self.slots)

    def site(self, node: p.StorePoints) -> int:
        return next(n for n, site in enumerate(self.sites) if site is node)


def point_slots(program: p.Program, fields: Fields) -> PointSlots:
    sites = point_sites(program)
    shapes: dict[int, SlotShape] = {}
    for group in _groups(program):
        firsts = {storage.first for storage in group}
        aimed = [
            (number, site)
            for number, site in enumerate(sites)
            if any(storage.first in firsts for storage in site.slot.storages)
        ]
        shape = _shape(aimed)
        shapes.update(dict.fromkeys(firsts, shape))
    fields.align(4)
    slots = [
        fields.take("B", shapes[storage.first].size)
        for storage in program.point_storages
        for _ in range(program.owners(storage.owner))
    ]
    return PointSlots(sites, shapes, tuple(slots))


def _groups(program: p.Program) -> list[list[p.Storage]]:
    """Storages that some computed name may exchange belong together."""
    groups = [[storage] for storage in program.point_storages]
    for node in nodes((program.code, program.score)):
        named = node.storages if isinstance(node, p.Slot) else ()
        if len(named) > 1 and node.kind is p.StorageKind.POINTS:
            touched = [group for group in groups if any(storage in named for storage in group)]
            groups = [group for group in groups if group not in touched]
            groups.append([storage for group in touched for storage in group])
    return groups


def _shape(sites: list[tuple[int, p.StorePoints]]) -> SlotShape:
    piecewise = any(site.update for _, site in sites)
    units: list[AwardUnit] = []
    parameters = 0
    for number, site in sites:
        parts = [(award,) for award in site.awards] if piecewise else [site.awards]
        for awards in parts:
            dynamic = []
            for award in awards:
                if not is_constant(award):
                    dynamic.append(DynamicAward(award, parameters))
                    parameters += len(computed_parts(award))
            units.append(AwardUnit(number, awards, tuple(dynamic)))
    return SlotShape(tuple(units), parameters)


def computed_parts(award: p.Award) -> list[object]:
    """The parts of an award that are not constants, tests first, points last."""
    parts = [part for test in award.tests for part in test]
    return [part for part in (*parts, award.points) if not isinstance(part, p.Const)]


def is_constant(award: p.Award) -> bool:
    return not computed_parts(award)


def _points(award: p.Award, kind: p.CardKind) -> int:
    for attribute, value in award.tests:
        assert isinstance(attribute, p.Const)
        assert isinstance(value, p.Const)
        if kind.value(attribute.value) != value.value:
            return 0
    assert isinstance(award.points, p.Const)
    return award.points.value
