"""Stages that, once begun, never end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.conditions import truth
from kibitz.recycle.lint.constants import PossibleValues
from kibitz.recycle.lint.places import LintedLocation, Places, together
from kibitz.recycle.lint.storages import AnyStorage, StorageName, Storages
from kibitz.recycle.lint.survey import Survey, is_steady, warning

Turning = s.TurnPlayerNode | s.TurnTeamNode | s.OtherPlayersNode | s.OtherTeamsNode
"""Expressions whose value changes from turn to turn by itself."""

T = TypeVar("T", LintedLocation, StorageName)
StorageSet = frozenset[StorageName] | None


def check_stages(
    survey: Survey, constants: PossibleValues, places: Places, storages: Storages
) -> Iterator[Diagnostic]:
    """A report for each stage whose end asks only about what its turns do not change."""
    filled, written = places.filled(survey.game), storages.written()
    for stage in survey.all_of(s.StageNode):
        if stage.end is None:
            continue
        asked = list(survey.reach(stage.end))
        if truth(constants, stage.end) is False:
            yield _endless(stage.end, "never true")
        elif is_steady(stage.end) and not any(isinstance(node, Turning) for node in asked):
            seen, stored = places.mentioned(stage.end), _storages_in(storages, asked)
            if (seen or stored) and (
                _apart(seen, places.changed(stage), filled)
                and _apart(stored, storages.written_below(stage), written)
            ):
                yield _endless(stage.end, "nothing in this stage changes what is asked here")


def _endless(end: s.BoolExpr, label: str) -> Diagnostic:
    return warning("endless-stage", "once begun, this stage never ends", Label(end.span, label))


def _apart(
    asked: frozenset[T] | None, changed: frozenset[T] | None, alive: frozenset[T] | None
) -> bool:
    """Whether what is asked is known, is used at all, and is left alone.

    What is never written or filled anywhere has its own report.
    """
    if asked is None or changed is None or alive is None:
        return False
    return asked.isdisjoint(changed) and asked <= alive


def _storages_in(storages: Storages, asked: list[s.Node]) -> StorageSet:
    return together(storages.names(node) for node in asked if isinstance(node, AnyStorage))
