"""What is said twice: awards of a point map, members of a union, values replaced unread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import Constant, PossibleValues
from kibitz.recycle.lint.storages import AnyStorage, Storages
from kibitz.recycle.lint.survey import Shape, Survey, is_steady, shape, warning
from kibitz.recycle.source import Span
from kibitz.recycle.walk import nodes

Tests = frozenset[tuple[Constant, Constant]]


def check_awards(survey: Survey, constants: PossibleValues) -> Iterator[Diagnostic]:
    """A report for each award whose tests an earlier award of the same map has already made."""
    for points in survey.all_of(s.SetPointsNode):
        first_by_tests: dict[Tests, s.AwardNode] = {}
        for award in points.awards:
            if isinstance(award, s.GuardedAwardNode):
                continue
            tests = _tests(constants, award)
            if tests is None:
                continue
            first = first_by_tests.setdefault(tests, award)
            if first is not award:
                yield _repeated_award(survey, award, first)


def _tests(constants: PossibleValues, award: s.AwardNode) -> Tests | None:
    found = set()
    for test in award.tests:
        attribute, value = constants.single(test.attribute), constants.single(test.value)
        if attribute is None or value is None:
            return None
        found.add((attribute, value))
    return frozenset(found)


def _repeated_award(survey: Survey, award: s.AwardNode, first: s.AwardNode) -> Diagnostic:
    tests = _span(award)
    return warning(
        "repeated-award",
        f"the point map already has an award for `{survey.source.slice(tests)}`",
        Label(award.span, "the points add up"),
        Label(first.span, "first here"),
    )


def _span(award: s.AwardNode) -> Span:
    return award.tests[0].span.to(award.tests[-1].span)


# ---------------------------------------------------------------------------- unions


def check_unions(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each location that a `union` repeats."""
    for visit in survey.visits_of(s.UnionNode):
        assert isinstance(visit.node, s.UnionNode)
        if visit.parent is None or not isinstance(visit.parent.node, s.UnionNode):
            yield from _repetitions(survey, visit.node)


def _repetitions(survey: Survey, union: s.UnionNode) -> Iterator[Diagnostic]:
    first_by_shape: dict[Shape, s.Node] = {}
    for part in _members(union):
        location = survey.resolve(part)
        if not isinstance(location, s.LocationNode) or not is_steady(location):
            continue
        first = first_by_shape.setdefault(shape(location), part)
        if first is not part:
            yield _repeated_location(survey, part, first)


def _members(union: s.UnionNode) -> Iterator[s.Node]:
    for part in union.parts:
        if isinstance(part, s.UnionNode):
            yield from _members(part)
        else:
            yield part


def _repeated_location(survey: Survey, part: s.Node, first: s.Node) -> Diagnostic:
    return warning(
        "union-with-itself",
        f"`{survey.quote(part)}` is in this `union` twice",
        Label(part.span, "again"),
        Label(first.span, "first here"),
        notes=("a `union` keeps repeated cards: each one counts twice",),
    )


# ---------------------------------------------------------------------------- overwritten


Set = s.SetIntNode | s.SetStrNode | s.SetPointsNode
FAR = 10
"""How many statements ahead an overwriting one is looked for."""


def check_overwritten(survey: Survey, storages: Storages) -> Iterator[Diagnostic]:
    """A report for each `set` that a later one undoes on every way, with no look in between."""
    for steps in _straight_ways(survey):
        targets = Counter(shape(step.storage) for step in steps if isinstance(step, Set))
        for position, step in enumerate(steps):
            if not isinstance(step, Set) or not _is_plain(step) or targets[shape(step.storage)] < 2:
                continue
            later = _overwriting(storages, step, steps[position + 1 : position + FAR])
            if later is not None:
                yield _report(survey, step, later)


def _straight_ways(survey: Survey) -> Iterator[list[s.Node]]:
    """The sequences of statements that are all executed, one after the other."""
    for visit in survey.visits_of(s.GameSyntax, s.StageNode, s.BlockNode):
        node = visit.node
        inside_another = visit.field in ("nodes", "statements")
        match node:
            case s.BlockNode() if not inside_another:
                yield list(_flat(node.statements))
            case s.GameSyntax() | s.StageNode():
                yield list(_flat(node.nodes))
            case _:
                pass


def _flat(statements: Sequence[s.Node]) -> Iterator[s.Node]:
    for statement in statements:
        if isinstance(statement, s.BlockNode):
            yield from _flat(statement.statements)
        else:
            yield statement


def _is_plain(step: Set) -> bool:
    """Whether the step replaces the whole value of a storage whose owner nothing but a `cycle`
    can change."""
    if isinstance(step, s.SetPointsNode) and step.update:
        return False
    owner = step.storage.owner
    steady = isinstance(owner, s.TableNode | s.VariableNode | s.TurnPlayerNode | s.TurnTeamNode)
    return steady and isinstance(step.storage.name, s.StrLiteralNode | s.VariableNode)


def _overwriting(storages: Storages, step: Set, later: Sequence[s.Node]) -> Set | None:
    target = shape(step.storage)
    for candidate in later:
        looked_at = _looks(storages, candidate, step)
        if not looked_at and isinstance(candidate, Set) and _replaces(candidate, target):
            return candidate
        if looked_at or _moves_owner(candidate, step):
            return None
    return None


def _replaces(candidate: Set, target: Shape) -> bool:
    return _is_plain(candidate) and shape(candidate.storage) == target


def _looks(storages: Storages, node: s.Node, step: Set) -> bool:
    """Whether the storage may be read, or partly changed, below `node`."""
    names = storages.names(step.storage)
    own = node.storage if isinstance(node, Set) else None
    for inner in nodes(node):
        if not isinstance(inner, AnyStorage) or inner is own:
            continue
        if type(inner) is not type(step.storage):
            continue
        others = storages.names(inner)
        if names is None or others is None or names & others:
            return True
    return False


def _moves_owner(node: s.Node, step: Set) -> bool:
    """Whether the owner expression may mean another player after `node`."""
    if isinstance(step.storage.owner, s.TableNode | s.VariableNode):
        return False
    return any(isinstance(inner, s.CycleNode) for inner in nodes(node))


def _report(survey: Survey, step: Set, later: Set) -> Diagnostic:
    return warning(
        "stored-then-overwritten",
        f"what is stored in `{survey.quote(step.storage)}` here is never read",
        Label(step.span, "stored"),
        Label(later.span, "and replaced, with no look at it in between"),
    )
