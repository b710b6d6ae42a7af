"""Stages that, once begun, never end."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import Constants
from kibitz.recycle.lint.places import Places, PlaceSet
from kibitz.recycle.lint.report import warning
from kibitz.recycle.lint.shape import is_steady
from kibitz.recycle.lint.storages import AnyStorage, StorageName, Storages, Write
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.lint.truth import truth
from kibitz.recycle.syntax import (
    BoolExpr,
    Node,
    OtherPlayers,
    OtherTeams,
    Stage,
    TurnPlayer,
    TurnTeam,
)
from kibitz.recycle.walk import nodes

Turning = TurnPlayer | TurnTeam | OtherPlayers | OtherTeams
"""Expressions whose value changes from turn to turn by itself."""

StorageSet = frozenset[StorageName] | None


def check_stages(
    survey: Survey, constants: Constants, places: Places, storages: Storages
) -> Iterator[Diagnostic]:
    """A report for each stage whose end asks only about what its turns do not change."""
    for stage in survey.all_of(Stage):
        if stage.end is None:
            continue
        if truth(constants, stage.end) is False:
            yield _endless(stage.end, "never true")
        elif _is_frozen(survey, places, storages, stage, stage.end):
            yield _endless(stage.end, "nothing in this stage changes what is asked here")


def _endless(end: BoolExpr, label: str) -> Diagnostic:
    return warning("endless-stage", "once begun, this stage never ends", Label(end.span, label))


def _is_frozen(
    survey: Survey, places: Places, storages: Storages, stage: Stage, end: BoolExpr
) -> bool:
    asked = list(survey.reach(end))
    if not is_steady(end) or any(isinstance(node, Turning) for node in asked):
        return False
    read, stored = places.mentioned(end), _storages_in(storages, asked)
    if not read and not stored:
        return False
    return _apart(read, places.changed(stage), places.filled(survey.game)) and _apart(
        stored, _written(storages, stage), storages.written()
    )


def _apart(asked: PlaceSet | StorageSet, changed: PlaceSet | StorageSet, alive: object) -> bool:
    """Whether what is asked is known, is used at all, and is left alone.

    What is never written or filled anywhere has its own report.
    """
    if asked is None or changed is None or not isinstance(alive, frozenset):
        return False
    return asked.isdisjoint(changed) and asked <= alive


def _storages_in(storages: Storages, asked: list[Node]) -> StorageSet:
    found: set[StorageName] = set()
    for node in asked:
        if isinstance(node, AnyStorage):
            names = storages.names(node)
            if names is None:
                return None
            found |= names
    return frozenset(found)


def _written(storages: Storages, stage: Stage) -> StorageSet:
    targets: list[Node] = [node.storage for node in nodes(stage) if isinstance(node, Write)]
    return _storages_in(storages, targets)
