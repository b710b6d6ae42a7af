"""Attributes and values that no card has, and strings that are never stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.constants import PossibleValues
from kibitz.recycle.lint.storages import StorageName, Storages
from kibitz.recycle.lint.survey import Survey, listed, respelt, warning

Texts = frozenset[str] | None
"""None when nothing is known."""


MOST_STEPS = 5_000
"""Of following copies; after that any storage may hold anything."""


class PossibleTexts:
    """The strings that literals, attributes of cards and string storages can be."""

    def __init__(self, survey: Survey, constants: PossibleValues, storages: Storages) -> None:
        self._survey = survey
        self._constants = constants
        self._storages = storages
        self._stored: dict[StorageName, Texts] = {}
        self._settle(survey.all_of(s.SetStrNode))

    def of(self, node: s.Node) -> Texts:
        resolved = self._survey.resolve(node)
        match resolved:
            case s.CardAttributeNode():
                return self.of_attribute(resolved.attribute)
            case s.StrStorageNode():
                return self._of_storage(resolved)
            case _:
                return self._constants.strings(node)

    def of_attribute(self, attribute: s.Node) -> Texts:
        """The values that cards have for an attribute."""
        names = self._constants.strings(attribute)
        if names is None:
            return None
        values = self._survey.values_by_attribute
        return frozenset(value for name in names for value in values.get(name, ()))

    def _of_storage(self, storage: s.StrStorageNode) -> Texts:
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

    def _settle(self, writes: Iterable[s.SetStrNode]) -> None:
        """Find what each storage may hold, following copies from one to another to the end."""
        waiting = deque(writes)
        copies: dict[StorageName, list[s.SetStrNode]] = {}
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

    def _copied(self, write: s.SetStrNode) -> frozenset[StorageName]:
        source = self._survey.resolve(write.value)
        names = self._storages.names(source) if isinstance(source, s.StrStorageNode) else None
        return names or frozenset()

    def _store(self, write: s.SetStrNode) -> Iterator[StorageName]:
        """The storages that may hold more than before."""
        added = self.of(write.value)
        for name in self._storages.names(write.storage) or ():
            before = self._stored.get(name, frozenset())
            after = None if added is None or before is None else before | added
            self._stored[name] = after
            if after != before:
                yield name


# ---------------------------------------------------------------------------- attributes


Asking = s.CardAttributeNode | s.PartitionNode | s.PartitionOfGroupsNode | s.TestNode
"""Forms that name an attribute of a card."""


def check_attributes(survey: Survey, constants: PossibleValues) -> Iterator[Diagnostic]:
    """A report for each mention of an attribute that no card has."""
    known = survey.values_by_attribute
    for visit in survey.visits_of(
        s.CardAttributeNode, s.PartitionNode, s.PartitionOfGroupsNode, s.TestNode
    ):
        assert isinstance(visit.node, Asking)
        attribute = visit.node.attribute
        names = constants.strings(attribute)
        if names and names.isdisjoint(known):
            yield warning(
                "attribute-no-card-has",
                f"no card has an attribute {listed(names)}",
                Label(attribute.span, _effect(visit.node)),
                notes=(f"the cards have {listed(known)}",),
                cure=respelt(attribute, known),
            )


def _effect(node: Asking) -> str:
    match node:
        case s.CardAttributeNode():
            return "always empty"
        case s.TestNode():
            return "no card earns this"
        case s.PartitionNode() | s.PartitionOfGroupsNode():
            return "all cards fall into one group"


def check_values(survey: Survey, texts: PossibleTexts) -> Iterator[Diagnostic]:
    """A report for each test of a value that can never be found."""
    for test in survey.all_of(s.TestNode):
        if report := _never_awarded(survey, texts, test):
            yield report
    for equal in survey.all_of(s.EqualNode):
        if equal.type is s.Type.STR and (report := _never_equal(survey, texts, equal)):
            yield report


def _never_awarded(survey: Survey, texts: PossibleTexts, test: s.TestNode) -> Diagnostic | None:
    having, asked = texts.of_attribute(test.attribute), texts.of(test.value)
    if not having or not asked or having & asked:
        return None
    return _no_card_has(survey, test.attribute, test.value, having, "no card earns this")


def _never_equal(survey: Survey, texts: PossibleTexts, equal: s.EqualNode) -> Diagnostic | None:
    holder, other = sorted((equal.left, equal.right), key=lambda side: _rank(survey, side))
    having, asked = texts.of(holder), texts.of(other)
    if not having or not asked or having & asked:
        return None
    outcome = "always different" if equal.negated else "never equal"
    match survey.resolve(holder), survey.resolve(other):
        case s.CardAttributeNode(), s.CardAttributeNode() | s.StrStorageNode():
            return _nothing_in_common(survey, equal, outcome)
        case s.CardAttributeNode(attribute=attribute), _:
            return _no_card_has(survey, attribute, other, having, outcome)
        case s.StrStorageNode(), _:
            return _never_stored(survey, holder, other, having, outcome)
        case _:
            return None


def _rank(survey: Survey, side: s.Node) -> int:
    """Attributes of cards before storages before strings spelt out."""
    match survey.resolve(side):
        case s.CardAttributeNode():
            return 0
        case s.StrStorageNode():
            return 1
        case _:
            return 2


def _no_card_has(
    survey: Survey, attribute: s.Node, value: s.Node, having: frozenset[str], outcome: str
) -> Diagnostic:
    return warning(
        "value-no-card-has",
        f"no card has `{survey.quote(value)}` as its {survey.quote(attribute)}",
        Label(value.span, outcome),
        notes=(f"it can be {listed(having)}",),
        cure=respelt(value, having),
    )


def _nothing_in_common(survey: Survey, equal: s.EqualNode, outcome: str) -> Diagnostic:
    return warning(
        "value-no-card-has",
        f"`{survey.quote(equal.right)}` is never what `{survey.quote(equal.left)}` can be",
        Label(equal.span, outcome),
    )


def _never_stored(
    survey: Survey, storage: s.Node, value: s.Node, having: frozenset[str], outcome: str
) -> Diagnostic:
    return warning(
        "string-never-stored",
        f"`{survey.quote(value)}` is never stored in `{survey.quote(storage)}`",
        Label(value.span, outcome),
        notes=(f"it can hold {listed(having)}",),
        cure=respelt(value, having),
    )
