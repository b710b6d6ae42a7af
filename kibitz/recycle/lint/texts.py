"""Attributes and values that no card has, and strings that are never stored."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, fault
from kibitz.recycle.lint.places import together, values_of_attribute
from kibitz.recycle.lint.storages import StorageName, Storages
from kibitz.recycle.lint.survey import Survey, listed, respelt

Texts = frozenset[str] | None
"""None when nothing is known."""

Asking = s.CardAttributeNode | s.PartitionNode | s.PartitionOfGroupsNode | s.TestNode
"""Forms that name an attribute of a card."""


class PossibleTexts:
    """The strings that literals, attributes of cards and string storages can be."""

    def __init__(self, survey: Survey, storages: Storages) -> None:
        self._survey = survey
        self._storages = storages
        self._stored: dict[StorageName, list[s.StrExpr]] = {}
        for write in survey.all_of(s.SetStrNode):
            for name in storages.names(write.storage) or ():
                self._stored.setdefault(name, []).append(write.value)

    def of(self, node: s.Node) -> Texts:
        resolved = self._survey.resolve(node)
        match resolved:
            case s.CardAttributeNode():
                return values_of_attribute(self._survey, resolved.attribute)
            case s.StrStorageNode():
                return self._of_storage(resolved)
            case _:
                return self._survey.strings(node)

    def _of_storage(self, storage: s.StrStorageNode) -> Texts:
        names = self._storages.names(storage)
        if names is None or self._storages.is_open(storage, write=True):
            return None
        stored = [value for name in names for value in self._stored.get(name, ())]
        if any(isinstance(self._survey.resolve(value), s.StrStorageNode) for value in stored):
            return None  # a copy of another storage may be anything
        return together(map(self.of, stored))


def check_attributes(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each mention of an attribute that no card has."""
    known = survey.values_by_attribute
    for visit in survey.visits:
        if not isinstance(visit.node, Asking):
            continue
        attribute = visit.node.attribute
        names = survey.strings(attribute)
        if names and names.isdisjoint(known):
            yield fault(
                f"attribute-no-card-has{_case(visit.node)}",
                attribute.span,
                names=listed(names),
                known=listed(known),
                edit=respelt(attribute, known),
            )


def _case(node: Asking) -> str:
    match node:
        case s.CardAttributeNode():
            return ".asked"
        case s.TestNode():
            return ".award"
        case s.PartitionNode() | s.PartitionOfGroupsNode():
            return ""


def check_values(survey: Survey, texts: PossibleTexts) -> Iterator[Diagnostic]:
    """A report for each test of a value that can never be found."""
    for test in survey.all_of(s.TestNode):
        having, asked = values_of_attribute(survey, test.attribute), texts.of(test.value)
        if having and asked and not having & asked:
            yield _no_card_has(survey, test.attribute, test.value, having, "no card earns this")
    for equal in survey.all_of(s.EqualNode):
        if equal.type is s.Type.STR and (report := _never_equal(survey, texts, equal)):
            yield report


def _never_equal(survey: Survey, texts: PossibleTexts, equal: s.EqualNode) -> Diagnostic | None:
    holder, other = sorted((equal.left, equal.right), key=lambda side: _rank(survey, side))
    having, asked = texts.of(holder), texts.of(other)
    if not having or not asked or having & asked:
        return None
    outcome = "always different" if equal.negated else "never equal"
    match survey.resolve(holder), survey.resolve(other):
        case s.CardAttributeNode(), s.CardAttributeNode() | s.StrStorageNode():
            value, attribute = survey.quote(equal.right), survey.quote(equal.left)
            return fault(
                "value-no-card-has.apart",
                equal.span,
                value=value,
                attribute=attribute,
                outcome=outcome,
            )
        case s.CardAttributeNode(attribute=asked_of), _:
            return _no_card_has(survey, asked_of, other, having, outcome)
        case s.StrStorageNode(), _:
            return fault(
                "string-never-stored",
                other.span,
                value=survey.quote(other),
                storage=survey.quote(holder),
                outcome=outcome,
                known=listed(having),
                edit=respelt(other, having),
            )
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
    return fault(
        "value-no-card-has",
        value.span,
        value=survey.quote(value),
        attribute=survey.quote(attribute),
        outcome=outcome,
        known=listed(having),
        edit=respelt(value, having),
    )
