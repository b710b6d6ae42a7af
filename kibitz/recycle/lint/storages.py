"""Storages that are read but never written, or written but never read."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, fault
from kibitz.recycle.lint.survey import Survey, is_said, respelt
from kibitz.recycle.syntax.types import Visit, children

AnyStorage = s.IntStorageNode | s.StrStorageNode | s.PointStorageNode
Write = s.SetIntNode | s.SetStrNode | s.SetPointsNode | s.IncreaseNode | s.DecreaseNode

_CASES = {s.IntStorageNode: "", s.StrStorageNode: ".str", s.PointStorageNode: ".points"}


@dataclass(frozen=True, slots=True)
class StorageName:
    """A storage of the table, of every player or of every team."""

    kind: tuple[type[s.Node], bool]
    """What it holds, and whether it is secret."""
    owner: s.Type | None
    name: str


@dataclass(frozen=True)
class Use:
    """One mention of a storage; `names` is None when only the match will tell which it is."""

    storage: AnyStorage
    is_write: bool
    names: frozenset[StorageName] | None
    is_told: bool
    """Whether what is stored was picked for a move with a name: so everybody hears it."""


class Storages:
    """Every use of every storage of a game."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self.uses = tuple(
            Use(visit.node, _is_target(visit), self.names(visit.node), _is_told(survey, visit))
            for visit in survey.visits
            if isinstance(visit.node, AnyStorage)
        )
        self._open = {
            (_kind(use.storage), use.storage.owner_type, use.is_write)
            for use in self.uses
            if use.names is None
        }

    def names(self, storage: AnyStorage) -> frozenset[StorageName] | None:
        """The storages that an expression may mean."""
        names = self._survey.strings(storage.name)
        if names is None:
            return None
        return frozenset(StorageName(_kind(storage), storage.owner_type, name) for name in names)

    def used(self, *, write: bool) -> frozenset[StorageName]:
        """Those that are written, or that are read."""
        return frozenset(n for use in self.uses if use.is_write is write for n in use.names or ())

    def is_open(self, storage: AnyStorage, *, write: bool) -> bool:
        """Whether a use with a name unknown before the match may touch this storage."""
        return (_kind(storage), storage.owner_type, write) in self._open


def _kind(storage: AnyStorage) -> tuple[type[s.Node], bool]:
    return type(storage), not isinstance(storage, s.PointStorageNode) and storage.is_secret


def _is_target(visit: Visit) -> bool:
    """Whether the storage stands where a statement writes."""
    parent = visit.parent
    return parent is not None and isinstance(parent.node, Write) and visit.field == "storage"


def _is_told(survey: Survey, visit: Visit) -> bool:
    """Whether what is stored there is what a player picked for a move with a name."""
    statement = visit.parent and visit.parent.node
    if not isinstance(statement, s.SetIntNode | s.SetStrNode) or not _is_target(visit):
        return False
    value: s.Node = statement.value
    if statement.storage.is_secret:
        return False
    if isinstance(value, s.PlayerNumberNode | s.TeamNumberNode):
        (value,) = children(value)
    return isinstance(value, s.VariableNode) and is_said(survey.binding(value))


def check_storages(
    survey: Survey, storages: Storages, shown: Container[str]
) -> Iterator[Diagnostic]:
    """One report for each storage that is only read or only written, at its first mention.

    Whatever is `shown` is read at the table.
    """
    written, read = storages.used(write=True), storages.used(write=False)
    reported: set[StorageName] = set()
    for use in storages.uses:
        others = read if use.is_write else written
        if not use.names or use.names & others or use.names <= reported:
            continue
        if storages.is_open(use.storage, write=not use.is_write):
            continue
        if use.is_write and (use.is_told or any(each.name in shown for each in use.names)):
            continue
        reported |= use.names
        text = survey.quote(use.storage)
        if use.is_write:
            yield fault("storage-never-read", use.storage.span, storage=text)
        else:
            yield _only_read(text, use, written)


def check_fresh(survey: Survey, storages: Storages) -> Iterator[Diagnostic]:
    """One report for each name that a stage makes fresh although no storage has it."""
    uses = [use for use in storages.uses if not isinstance(use.storage, s.PointStorageNode)]
    known = {storage.name for use in uses for storage in use.names or ()}
    if any(use.names is None for use in uses):
        return
    for fresh in survey.all_of(s.FreshNode):
        for name in fresh.names:
            if name.value not in known:
                edit = respelt(name, known)
                yield fault("fresh-without-storage", name.span, name=name.value, edit=edit)


def _only_read(text: str, use: Use, written: frozenset[StorageName]) -> Diagnostic:
    own = (_kind(use.storage), use.storage.owner_type)
    names = {other.name for other in written if (other.kind, other.owner) == own}
    return fault(
        f"storage-never-written{_CASES[type(use.storage)]}",
        use.storage.span,
        storage=text,
        notes=_other_owners(use, written),
        edit=respelt(use.storage.name, names),
    )


def _other_owners(use: Use, candidates: frozenset[StorageName]) -> tuple[str, ...]:
    return tuple(
        f"`{other.name}` of {_owner(other)} is written, which is another storage"
        for other in sorted(candidates, key=lambda c: (c.name, _owner(c)))
        for own in use.names or ()
        if (other.kind, other.name) == (own.kind, own.name)
    )


def _owner(storage: StorageName) -> str:
    return "the game" if storage.owner is None else storage.owner.value
