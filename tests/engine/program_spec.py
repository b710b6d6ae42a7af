"""What a valid Program is.

Lowering promises all of this and both engines rely on it, so neither checks it again. A fault
found here is a fault in kibitz, never in a game; tests ask about every program they can get.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from kibitz.engine import limits
from kibitz.engine import program as p
from kibitz.engine.program.walk import nodes
from kibitz.recycle.constants import COMPARISONS, LARGEST, OPERATIONS, SMALLEST
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import CycleKind, LocationClass

_VARIABLES = p.Var | p.CardVar | p.LocationVar | p.ListVar | p.GroupsVar | p.ValuesVar


def check_program(program: p.Program) -> list[str]:
    """Everything that is wrong with the program; a valid one gives an empty list."""
    return [*_Tables(program).faults(), *_Steps(program).faults(), *_Nodes(program).faults()]


# ---------------------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class _Tables:
    """Seats, strings, storages and locations are numbered without gaps."""

    program: p.Program

    def faults(self) -> Iterator[str]:
        program = self.program
        if not 1 <= program.players <= limits.PLAYERS:
            yield f"{program.players} players"
        members = sorted(seat for team in program.teams for seat in team)
        if members != list(range(program.players)) or () in program.teams:
            yield f"the teams {program.teams} do not hold every seat once"
        if not program.strings or program.strings[p.EMPTY_STRING] != "":
            yield "string 0 is not the empty string"
        if len(set(program.strings)) < len(program.strings):
            yield "a string has two numbers"
        yield from self._kinds()
        for storages in (program.int_storages, program.str_storages, program.point_storages):
            yield from self._storages(storages)
        yield from self._families()

    def _is_string(self, number: int) -> bool:
        return 0 <= number < len(self.program.strings)

    def _kinds(self) -> Iterator[str]:
        for number, kind in enumerate(self.program.kinds):
            names = [name for name, _ in kind.attributes]
            if len(set(names)) < len(names):
                yield f"kind {number} has an attribute twice"
            if not all(self._is_string(text) for pair in kind.attributes for text in pair):
                yield f"kind {number} has a value that is no string"

    def _storages(self, storages: tuple[p.Storage, ...]) -> Iterator[str]:
        first = 0
        for storage in storages:
            if storage.first != first:
                yield f"{storage} begins at {storage.first}, not at {first}"
            if not self._is_string(storage.name):
                yield f"{storage} has a name that is no string"
            first += self.program.owners(storage.owner)
        if len({(one.owner, one.name, one.index, one.is_secret) for one in storages}) < len(
            storages
        ):
            yield "a storage occurs twice"

    def _families(self) -> Iterator[str]:
        first = 0
        seen: set[tuple[p.OwnerKind, LocationClass, int]] = set()
        for family in self.program.families:
            if family.first != first:
                yield f"{family} begins at {family.first}, not at {first}"
            if family.owner is p.OwnerKind.TEAM:
                yield f"{family} belongs to teams"
            if not 1 <= family.indices <= limits.INDICES:
                yield f"{family} has {family.indices} indices"
            if not self._is_string(family.name):
                yield f"{family} has a name that is no string"
            first += self.program.owners(family.owner) * family.indices
            seen.add((family.owner, family.location_class, family.name))
        if len(seen) < len(self.program.families):
            yield "a family of locations occurs twice"


# ---------------------------------------------------------------------------- steps


@dataclass(frozen=True, slots=True)
class _Steps:
    """Stages nest, their jumps hit their own ends, and the only Finish comes last."""

    program: p.Program

    def faults(self) -> Iterator[str]:
        code = self.program.code
        if not code or not isinstance(code[-1], p.Finish):
            yield "the code does not end with Finish"
        open_stages: list[int] = []
        for number, step in enumerate(code):
            match step:
                case p.Enter():
                    open_stages.append(number)
                    yield from self._entry(number, step)
                case p.Again():
                    yield from self._turn(number, step, open_stages)
                case p.Branch():
                    yield from self._branch(number, step)
                case p.LeaveStage():
                    if not open_stages or self._kind(open_stages.pop()) is not step.kind:
                        yield f"step {number} leaves a stage that was not entered"
                case p.Finish() if number + 1 < len(code):
                    yield f"step {number} finishes before the end"
                case _:
                    pass
        if open_stages:
            yield f"the stages entered at {open_stages} are never left"

    def _step(self, number: int) -> p.Step | None:
        code = self.program.code
        return code[number] if 0 <= number < len(code) else None

    def _kind(self, number: int) -> CycleKind | None:
        step = self._step(number)
        return step.kind if isinstance(step, p.Enter) else None

    def _branch(self, number: int, step: p.Branch) -> Iterator[str]:
        """Both ways go on in the same stage, and never back."""
        for target in (step.yes, step.no):
            between = self.program.code[number + 1 : target]
            entered = sum(isinstance(each, p.Enter) for each in between)
            left = sum(isinstance(each, p.LeaveStage) for each in between)
            if target <= number or self._step(target) is None or entered != left:
                yield f"step {number} branches to {target}, which is not in its stage"

    def _entry(self, number: int, step: p.Enter) -> Iterator[str]:
        exit_step = self._step(step.exit)
        if not (isinstance(exit_step, p.LeaveStage) and exit_step.kind is step.kind):
            yield f"step {number} enters a stage whose exit {step.exit} does not leave it"
        if step.end == p.Truth(True):
            yield f"step {number} enters a stage that never runs"

    def _turn(self, number: int, step: p.Again, open_stages: list[int]) -> Iterator[str]:
        enter = self._step(open_stages[-1]) if open_stages else None
        if not isinstance(enter, p.Enter):
            yield f"step {number} goes round outside a stage"
            return
        if step.body != open_stages[-1] + 1:
            yield f"step {number} goes round to {step.body}, not to its stage's first step"
        if step.exit != number + 1 or enter.exit != step.exit:
            yield f"step {number} leaves to {step.exit}, not to the step behind it"
        if (enter.kind, enter.end) != (step.kind, step.end):
            yield f"step {number} ends its stage otherwise than its beginning does"


# ---------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True)
class _Nodes:
    """Everything the rules refer to exists; variables have values; what can be folded is."""

    program: p.Program

    def faults(self) -> Iterator[str]:
        for number, step in enumerate(self.program.code):
            match step:
                case p.Perform(statement=statement):
                    roots: tuple[object, ...] = (statement,)
                case p.Decide(alternatives=alternatives):
                    roots = alternatives
                case p.Branch(condition=condition):
                    roots = (condition,)
                case p.Enter(end=end) | p.Again(end=end) if end is not None:
                    roots = (end,)
                case _:
                    roots = ()
            for root in roots:
                for fault in self._walk(root, frozenset()):
                    yield f"step {number}: {fault}"
            if isinstance(step, p.Decide) and len(step.names) != len(step.alternatives):
                yield f"step {number}: {len(step.names)} names of {len(roots)} alternatives"
            if not isinstance(step, p.Decide) and any(isinstance(n, p.Pick) for n in nodes(roots)):
                yield f"step {number}: a pick outside a choice"
        for fault in self._walk(self.program.score, frozenset()):
            yield f"the score: {fault}"

    def _walk(self, node: object, bound: frozenset[int]) -> Iterator[str]:
        yield from self._local(node, bound)
        for child, inside in _scopes(node):
            yield from self._walk(child, bound | inside)

    def _local(self, node: object, bound: frozenset[int]) -> Iterator[str]:
        match node:
            case p.Slot():
                yield from self._slot(node)
            case p.Location():
                yield from self._location(node)
            case p.Create():
                yield from self._create(node)
            case p.Const(value=value):
                if not SMALLEST <= value <= LARGEST:
                    yield f"the constant {value} does not fit in 32 bits"
            case p.Constants(values=values):
                if not all(SMALLEST <= value <= LARGEST for value in values):
                    yield "a constant list with a number that does not fit in 32 bits"
            case _ if isinstance(node, _VARIABLES):
                if node.slot not in bound:
                    yield f"variable {node.slot} is used without a value"
            case _:
                yield from self._form(node)
        slot = getattr(node, "slot", None)
        if isinstance(slot, int) and not 0 <= slot < len(self.program.variables):
            yield f"variable {slot} does not exist"

    def _slot(self, slot: p.Slot) -> Iterator[str]:
        table = {
            p.StorageKind.INT: self.program.int_storages,
            p.StorageKind.STR: self.program.str_storages,
            p.StorageKind.POINTS: self.program.point_storages,
        }[slot.kind]
        if not slot.storages or not set(slot.storages) <= set(table):
            yield f"a storage of {slot.storages} that the tables do not have"
        yield from _owned(slot.storages, slot.owner is not None)
        names = {one.name for one in slot.storages}
        if (slot.name is None) != (len(names) == 1):
            yield "a storage is named where there is one name, or not named where there are several"
        if slot.index is None and len(slot.storages) > len(names):
            yield "a storage without an index where there are several"

    def _location(self, location: p.Location) -> Iterator[str]:
        families = location.families
        if not families or not set(families) <= set(self.program.families):
            yield f"a location of {families} that the tables do not have"
        yield from _owned(families, location.owner is not None)
        if (location.name is None) != (len(families) == 1):
            yield "a location is named where there is one, or not named where there are several"

    def _create(self, create: p.Create) -> Iterator[str]:
        if not 1 <= len(create.kinds) <= limits.CARDS:
            yield f"a deck of {len(create.kinds)} cards"
        if not all(0 <= kind < len(self.program.kinds) for kind in create.kinds):
            yield "a deck with a kind of card that does not exist"

    def _form(self, node: object) -> Iterator[str]:
        """Shapes that lowering folds away."""
        match node:
            case p.Block(statements=statements):
                if len(statements) == 1 or any(isinstance(part, p.Block) for part in statements):
                    yield "a block that could be opened"
            case p.When(condition=p.Truth()):
                yield "a condition that is already decided"
            case (
                p.Each(collection=p.Constants(values=()))
                | p.Pick(collection=p.Constants(values=()))
            ):
                yield "a loop over nothing"
            case p.And(operands=operands):
                yield from _decided(operands, p.Truth(False))
            case p.Or(operands=operands):
                yield from _decided(operands, p.Truth(True))
            case p.Not(operand=p.Truth()):
                yield "the opposite of what is already decided"
            case p.Compare(operator=operator, left=left, right=right):
                if operator not in COMPARISONS:
                    yield f"a comparison by {operator}"
                if isinstance(left, p.Const) and isinstance(right, p.Const):
                    yield "a comparison that is already decided"
            case p.Arithmetic(operator=operator) if operator not in OPERATIONS:
                yield f"a calculation by {operator}"
            case p.Subsets(operator=operator, limit=limit, points=points):
                if (operator is None) != (limit is None):
                    yield "subsets with half a size"
                if operator is None and points is not None:
                    yield "subsets worth nothing in particular"
            case p.Repeat(action=p.Block() | p.When() | p.Each() | p.Pick() | p.Bind()):
                yield "a repeat of something that is not an action"
            case _:
                pass


def _decided(operands: tuple[p.Condition, ...], decisive: p.Truth) -> Iterator[str]:
    """A truth may only stand last, where it decides after parts that may fail."""
    if len(operands) < 2:
        yield "an `and` or `or` of one part"
    for number, operand in enumerate(operands, start=1):
        if isinstance(operand, p.Truth) and (operand != decisive or number < len(operands)):
            yield "a part of an `and` or `or` that is already decided"


def _owned(tables: tuple[p.Storage, ...] | tuple[p.Family, ...], has_owner: bool) -> Iterator[str]:
    if len({table.owner for table in tables}) > 1:
        yield "storages or locations of different kinds of owners in one place"
    if any((table.owner is not p.OwnerKind.TABLE) != has_owner for table in tables):
        yield "an owner where the table owns it, or none where somebody does"


def _scopes(node: object) -> Iterator[tuple[object, frozenset[int]]]:
    """The parts of a node, each with the variables that get their values here."""
    match node:
        case p.Bind(value=value, slot=slot, statement=body):
            yield value, frozenset()
            yield body, frozenset({slot})
        case p.Each() | p.Pick():
            yield node.collection, frozenset()
            yield node.statement, frozenset({node.slot})
        case p.BestPlace():
            yield node.body, frozenset({node.slot})
        case (
            p.SumOver()
            | p.ExtremeOver()
            | p.BestValue()
            | p.BestCard()
            | p.Every()
            | p.Some()
            | p.Collect()
        ):
            yield node.collection, frozenset()
            yield node.body, frozenset({node.slot})
        case (
            p.FilterCards(cards=source)
            | p.FilterGroups(groups=source)
            | p.FilterValues(values=source)
        ):
            yield source, frozenset()
            yield node.condition, frozenset({node.slot})
        case p.FoundSeat():
            yield node.start, frozenset()
            yield node.condition, frozenset({node.slot})
        case p.Constants():
            pass
        case _:
            for child in _parts(node):
                yield child, frozenset()


def _parts(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif is_dataclass(node) and not isinstance(node, Span):
        yield from (getattr(node, field.name) for field in fields(node))
