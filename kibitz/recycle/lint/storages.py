"""Storages that are read but never written, or written but never read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import PossibleValues
from kibitz.recycle.lint.places import together
from kibitz.recycle.lint.survey import Cure, Survey, respelt, warning
from kibitz.recycle.walk import Visit, children

AnyStorage = s.IntStorageNode | s.StrStorageNode | s.PointStorageNode
Write = s.SetIntNode | s.SetStrNode | s.SetPointsNode | s.IncreaseNode | s.DecreaseNode

_DEFAULT = {
    s.IntStorageNode: "always 0",
    s.StrStorageNode: "always the empty string",
    s.PointStorageNode: "gives every card 0 points",
}


@dataclass(frozen=True, slots=True)
class StorageName:
    """A storage of the table, of every player or of every team."""

    kind: type[s.Node]
    owner: s.Type | None
    name: str


@dataclass(frozen=True)
class Use:
    """One mention of a storage; `names` is None when only the match will tell which it is."""

    storage: AnyStorage
    is_write: bool
    names: frozenset[StorageName] | None


class Storages:
    """Every use of every storage of a game."""

    def __init__(self, survey: Survey, constants: PossibleValues) -> None:
        self._constants = constants
        self._known: dict[tuple[type, s.Type | None, frozenset[str]], frozenset[StorageName]] = {}
        self._written: dict[int, frozenset[StorageName] | None] = {}
        self.uses = tuple(
            self._use(visit)
            for visit in survey.visits_of(s.IntStorageNode, s.StrStorageNode, s.PointStorageNode)
        )
        self._open = {
            (type(use.storage), use.storage.owner_type, use.is_write)
            for use in self.uses
            if use.names is None
        }

    def names(self, storage: AnyStorage) -> frozenset[StorageName] | None:
        """The storages that an expression may mean."""
        names = self._constants.strings(storage.name)
        if names is None:
            return None
        kind, owner = type(storage), storage.owner_type
        if (kind, owner, names) not in self._known:
            self._known[kind, owner, names] = frozenset(
                StorageName(kind, owner, name) for name in names
            )
        return self._known[kind, owner, names]

    def written_below(self, root: s.Node) -> frozenset[StorageName] | None:
        """The storages that statements below `root` may write."""
        if id(root) not in self._written:
            own = [self.names(root.storage)] if isinstance(root, Write) else []
            below = (self.written_below(child) for child in children(root))
            self._written[id(root)] = together(chain(own, below))
        return self._written[id(root)]

    def written(self) -> frozenset[StorageName]:
        return frozenset(name for use in self.uses if use.is_write for name in use.names or ())

    def read(self) -> frozenset[StorageName]:
        return frozenset(name for use in self.uses if not use.is_write for name in use.names or ())

    def is_open(self, storage: AnyStorage, *, write: bool) -> bool:
        """Whether a use with a name unknown before the match may touch this storage."""
        return (type(storage), storage.owner_type, write) in self._open

    def _use(self, visit: Visit) -> Use:
        assert isinstance(visit.node, AnyStorage)
        return Use(visit.node, is_target(visit), self.names(visit.node))


def is_target(visit: Visit) -> bool:
    """Whether the storage stands where a statement writes."""
    return (
        visit.parent is not None
        and isinstance(visit.parent.node, Write)
        and visit.field == "storage"
    )


def check_storages(survey: Survey, storages: Storages) -> Iterator[Diagnostic]:
    """One report for each storage that is only read or only written, at its first mention."""
    written, read = storages.written(), storages.read()
    reported: set[StorageName] = set()
    for use in storages.uses:
        others = read if use.is_write else written
        if not use.names or use.names & others or use.names <= reported:
            continue
        if storages.is_open(use.storage, write=not use.is_write):
            continue
        reported |= use.names
        yield _only_written(survey, use) if use.is_write else _only_read(survey, use, written)


def _only_read(survey: Survey, use: Use, written: frozenset[StorageName]) -> Diagnostic:
    return warning(
        "storage-never-written",
        f"`{survey.quote(use.storage)}` is read but never written",
        Label(use.storage.span, _DEFAULT[type(use.storage)]),
        notes=_other_owners(use, written, "written"),
        cure=_meant(use, written),
    )


def _only_written(survey: Survey, use: Use) -> Diagnostic:
    return warning(
        "storage-never-read",
        f"`{survey.quote(use.storage)}` is written but never read",
        Label(use.storage.span, "nothing in the game depends on it"),
    )


def _meant(use: Use, candidates: frozenset[StorageName]) -> Cure | None:
    own = (type(use.storage), use.storage.owner_type)
    return respelt(use.storage.name, {c.name for c in candidates if (c.kind, c.owner) == own})


def _other_owners(use: Use, candidates: frozenset[StorageName], verb: str) -> tuple[str, ...]:
    return tuple(
        f"`{other.name}` of {_owner(other)} is {verb}, which is another storage"
        for other in sorted(candidates, key=lambda c: (c.name, _owner(c)))
        for own in use.names or ()
        if (other.kind, other.name) == (own.kind, own.name)
    )


def _owner(storage: StorageName) -> str:
    return "the game" if storage.owner is None else storage.owner.value
