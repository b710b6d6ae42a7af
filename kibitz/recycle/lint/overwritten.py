"""Values that are stored and replaced before anything can read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.report import warning
from kibitz.recycle.lint.shape import Shape, shape
from kibitz.recycle.lint.storages import AnyStorage, Storages
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.walk import nodes

Set = s.SetInt | s.SetStr | s.SetPoints
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
    for visit in survey.visits_of(s.Game, s.Stage, s.Block):
        node = visit.node
        inside_another = visit.field in ("nodes", "statements")
        match node:
            case s.Block() if not inside_another:
                yield list(_flat(node.statements))
            case s.Game() | s.Stage():
                yield list(_flat(node.nodes))
            case _:
                pass


def _flat(statements: Sequence[s.Node]) -> Iterator[s.Node]:
    for statement in statements:
        if isinstance(statement, s.Block):
            yield from _flat(statement.statements)
        else:
            yield statement


def _is_plain(step: Set) -> bool:
    """Whether the step replaces the whole value of a storage whose owner nothing but a `cycle`
    can change."""
    if isinstance(step, s.SetPoints) and step.update:
        return False
    owner = step.storage.owner
    steady = isinstance(owner, s.Table | s.Variable | s.TurnPlayer | s.TurnTeam)
    return steady and isinstance(step.storage.name, s.StrLiteral | s.Variable)


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
    if isinstance(step.storage.owner, s.Table | s.Variable):
        return False
    return any(isinstance(inner, s.Cycle) for inner in nodes(node))


def _report(survey: Survey, step: Set, later: Set) -> Diagnostic:
    return warning(
        "stored-then-overwritten",
        f"what is stored in `{survey.quote(step.storage)}` here is never read",
        Label(step.span, "stored"),
        Label(later.span, "and replaced, with no look at it in between"),
    )
