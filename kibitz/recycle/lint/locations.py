"""Locations that are read but never filled."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.lint.places import LintedLocation, Places
from kibitz.recycle.lint.survey import Cure, Survey, respelt, warning
from kibitz.recycle.source import Span
from kibitz.recycle.walk import Visit


def check_locations(survey: Survey, places: Places) -> Iterator[Diagnostic]:
    """One report for each location that is read although nothing puts a card there."""
    filled = places.filled(survey.game)
    if filled is None:
        return
    reported: set[LintedLocation] = set()
    for visit in survey.visits_of(s.LocationNode, s.IndexedNode):
        assert isinstance(visit.node, s.LocationNode | s.IndexedNode)
        read = places.of(visit.node)
        if not read or read & filled or read <= reported or _is_destination(visit):
            continue
        reported |= read
        yield _never_filled(survey, visit.node, filled)


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


def _never_filled(
    survey: Survey, node: s.LocationNode | s.IndexedNode, filled: frozenset[LintedLocation]
) -> Diagnostic:
    label = "always empty" if isinstance(node, s.LocationNode) else "there are none with cards"
    return warning(
        "location-never-filled",
        f"no card is ever put into `{survey.quote(node)}`",
        Label(node.span, label),
        cure=_other_class(survey, node, filled) or _near_name(node, filled),
    )


def _near_name(
    node: s.LocationNode | s.IndexedNode, filled: frozenset[LintedLocation]
) -> Cure | None:
    own = (_of_table(node), node.location_class)
    return respelt(node.name, {p.name for p in filled if (p.of_table, p.location_class) == own})


def _other_class(
    survey: Survey, node: s.LocationNode | s.IndexedNode, filled: frozenset[LintedLocation]
) -> Cure | None:
    """The same name and owner under another class: the class is the likely slip."""
    name = node.name
    if not isinstance(name, s.StrLiteralNode):
        return None
    own = (_of_table(node), name.value)
    classes = [p.location_class for p in filled if (p.of_table, p.name) == own]
    if len(classes) != 1:
        return None
    edit = _class_edit(survey, node, classes[0])
    return Cure(f"cards are put into `{name.value}` as `{classes[0].value}`", edit)


def _class_edit(
    survey: Survey, node: s.LocationNode | s.IndexedNode, location_class: s.LocationClass
) -> Edit | None:
    between = Span(node.owner.span.end, node.name.span.start)
    word = re.fullmatch(r"\s*([a-z]+)\s*", survey.source.slice(between))
    if word is None:
        return None
    start = between.start + word.start(1)
    return Edit(Span(start, start + len(word.group(1))), location_class.value)


def _of_table(node: s.LocationNode | s.IndexedNode) -> bool:
    return isinstance(node.owner, s.TableNode)
