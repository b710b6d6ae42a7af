"""Which strings an expression can be in a match, apart from the empty one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from kibitz.recycle.lint.constants import Constants
from kibitz.recycle.lint.storages import StorageName, Storages
from kibitz.recycle.lint.survey import Survey
from kibitz.recycle.syntax import CardAttribute, Node, SetStr, StrStorage

Texts = frozenset[str] | None
"""None when nothing is known."""


MOST_STEPS = 5_000
"""Of following copies; after that any storage may hold anything."""


class PossibleTexts:
    """The strings that literals, attributes of cards and string storages can be."""

    def __init__(self, survey: Survey, constants: Constants, storages: Storages) -> None:
        self._survey = survey
        self._constants = constants
        self._storages = storages
        self._stored: dict[StorageName, Texts] = {}
        self._settle(survey.all_of(SetStr))

    def of(self, node: Node) -> Texts:
        resolved = self._survey.resolve(node)
        match resolved:
            case CardAttribute():
                return self.of_attribute(resolved.attribute)
            case StrStorage():
                return self._of_storage(resolved)
            case _:
                return self._constants.strings(node)

    def of_attribute(self, attribute: Node) -> Texts:
        """The values that cards have for an attribute."""
        names = self._constants.strings(attribute)
        if names is None:
            return None
        values = self._survey.values_by_attribute
        return frozenset(value for name in names for value in values.get(name, ()))

    def _of_storage(self, storage: StrStorage) -> Texts:
        names = self._storages.names(storage)
        if names is None or self._storages.is_open(storage, write=True):
            return None
        found: set[str] = set()
        for name in names:
            stored = self._stored.get(name, frozenset())
            if stored is None:
                return None
            found |= stored
        return frozenset(found)

    def _settle(self, writes: Iterable[SetStr]) -> None:
        """Find what each storage may hold, following copies from one to another to the end."""
        waiting = deque(writes)
        copies: dict[StorageName, list[SetStr]] = {}
        for write in waiting:
            for name in self._copied(write):
                copies.setdefault(name, []).append(write)
        steps = 0
        while waiting and steps < MOST_STEPS:
            steps += 1
            for changed in self._store(waiting.popleft()):
                waiting.extend(copies.get(changed, ()))
        if waiting:
            self._stored = dict.fromkeys(self._storages.written())

    def _copied(self, write: SetStr) -> frozenset[StorageName]:
        source = self._survey.resolve(write.value)
        names = self._storages.names(source) if isinstance(source, StrStorage) else None
        return names or frozenset()

    def _store(self, write: SetStr) -> Iterator[StorageName]:
        """The storages that may hold more than before."""
        added = self.of(write.value)
        for name in self._storages.names(write.storage) or ():
            before = self._stored.get(name, frozenset())
            after = None if added is None or before is None else before | added
            self._stored[name] = after
            if after != before:
                yield name
