"""Locations that are read but never filled, whatever the route: by name, alias, loop or index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Edit, fault
from kibitz.recycle.lint.survey import Survey, respelt, source_of
from kibitz.recycle.source import Span
from kibitz.recycle.syntax.types import Visit


@dataclass(frozen=True, slots=True)
class LintedLocation:
    """A location of the table or of every player, at any index."""

    of_table: bool
    location_class: s.LocationClass
    name: str


PlaceSet = frozenset[LintedLocation] | None
"""None when only the match will tell."""

Mention = s.LocationNode | s.IndexedNode

T = TypeVar("T")


def check_locations(survey: Survey) -> Iterator[Diagnostic]:
    """One report for each location that is read although nothing puts a card there."""
    filled = together(
        _places(survey, target) for visit in survey.visits for target in _filled_by(visit.node)
    )
    reported: set[LintedLocation] = set()
    for visit in survey.visits_of(s.LocationNode, s.IndexedNode) if filled is not None else ():
        assert isinstance(visit.node, Mention)
        read = named(survey, visit.node)
        if not filled or not read or read & filled or read <= reported or _is_destination(visit):
            continue
        reported |= read
        yield _never_filled(survey, visit.node, filled)


def _filled_by(node: s.Node) -> Iterator[s.Node]:
    """The expressions for the locations that one statement puts cards into."""
    match node:
        case s.MoveNode() | s.RememberNode():
            yield node.destination.cards
        case s.CreateDeckNode() | s.GatherNode():
            yield node.location
        case s.SwapCardsNode():
            yield from (c.cards for c in (node.first, node.second) if isinstance(c, s.CardAtNode))
        case s.SwapLocationsNode():
            yield from (node.first, node.second)
        case _:
            pass


def _places(survey: Survey, node: s.Node) -> PlaceSet:
    """The locations an expression is, or consists of; of one that is not known here, nothing is
    said, so that a construct may be forgotten here and nobody is warned in vain."""
    match node:
        case s.LocationNode() | s.IndexedNode():
            return named(survey, node)
        case s.MemberNode():
            return _places(survey, node.groups)
        case s.CollectNode():
            return _places(survey, node.body)
        case s.JoinedNode():
            return together(_places(survey, part) for part in node.parts)
        case s.IfNode():
            return together(_places(survey, side) for side in (node.yes, node.no))
        case s.FilterNode() | s.BestNode():
            return _places(survey, node.collection)
        case s.VariableNode():
            return _places(survey, source_of(survey.binding(node)))
        case _:
            return None


def named(survey: Survey, node: Mention) -> PlaceSet:
    """The locations that a mention means."""
    resolved = survey.resolve(node.name)
    if isinstance(resolved, s.CardAttributeNode):
        names = values_of_attribute(survey, resolved.attribute)
    else:
        names = survey.strings(node.name)
    if names is None:
        return None
    of_table = isinstance(node.owner, s.TableNode)
    return frozenset(LintedLocation(of_table, node.location_class, name) for name in names)


def values_of_attribute(survey: Survey, attribute: s.Node) -> frozenset[str] | None:
    """The values that cards have for an attribute."""
    names = survey.strings(attribute)
    if names is None:
        return None
    return frozenset(v for name in names for v in survey.values_by_attribute.get(name, ()))


def together(sets: Iterable[frozenset[T] | None]) -> frozenset[T] | None:
    """All that the sets hold; None if one of them is not known."""
    found: set[T] = set()
    for known in sets:
        if known is None:
            return None
        found |= known
    return frozenset(found)


def _is_destination(visit: Visit) -> bool:
    """Whether a card is put into this very mention."""
    around = visit.parent
    if around is None or isinstance(around.node, s.CreateDeckNode):
        return True
    return (
        isinstance(around.node, s.CardAtNode)
        and around.field == "destination"
        and around.parent is not None
        and isinstance(around.parent.node, s.MoveNode | s.RememberNode)
    )


def _never_filled(survey: Survey, node: Mention, filled: frozenset[LintedLocation]) -> Diagnostic:
    """The same name and owner under another class, where there is one, is the likely slip."""
    case = "" if isinstance(node, s.LocationNode) else ".indexed"
    own = [place for place in filled if place.of_table == isinstance(node.owner, s.TableNode)]
    if isinstance(node.name, s.StrLiteralNode):
        name = node.name.value
        classes = [place.location_class for place in own if place.name == name]
        if len(classes) == 1:
            return fault(
                f"location-never-filled{case}",
                node.span,
                place=survey.quote(node),
                help=f"cards are put into `{name}` as `{classes[0].value}`",
                edit=_class_edit(survey, node, classes[0]),
            )
    names = {place.name for place in own if place.location_class is node.location_class}
    place, edit = survey.quote(node), respelt(node.name, names)
    return fault(f"location-never-filled{case}", node.span, place=place, edit=edit)


def _class_edit(survey: Survey, node: Mention, location_class: s.LocationClass) -> Edit | None:
    between = Span(node.owner.span.end, node.name.span.start)
    word = re.fullmatch(r"\s*([a-z]+)\s*", survey.source.slice(between))
    if word is None:
        return None
    start = between.start + word.start(1)
    return Edit(Span(start, start + len(word.group(1))), location_class.value)
