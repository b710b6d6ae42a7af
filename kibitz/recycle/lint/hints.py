"""Choices that tell something of hidden cards, which players then lose track of."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, Label
from kibitz.recycle.lint.places import LintedLocation, Places, together
from kibitz.recycle.lint.survey import Survey, listed, warning
from kibitz.recycle.walk import nodes

_Reading = (
    s.CardAttributeNode
    | s.ScoreNode
    | s.SumNode
    | s.ExtremeScoreNode
    | s.ExtremeCardNode
    | s.RunNode
    | s.RunsNode
)
"""What depends on what cards are, not only on where they lie."""
_SEEN = s.LocationClass.VISIBLE, s.LocationClass.MEMORY


def check_hints(survey: Survey, places: Places) -> Iterator[Diagnostic]:
    """A report for each shuffle, and each deck that is made, in a stage whose choices are answered
    by hidden cards that stay where they are: nobody can follow the match across it."""
    reported = set[int]()
    for stage in survey.all_of(s.StageNode):
        within = list(nodes(stage))
        if not any(isinstance(node, s.ChoiceNode) for node in within):
            continue
        secrets = _secrets(stage, within, places)
        for node in within if secrets else ():
            if _breaks_off(node, places) and id(node) not in reported:
                reported.add(id(node))
                yield _forgotten(node, secrets)


def _breaks_off(node: s.Node, places: Places) -> bool:
    """Whether nobody can follow all cards across it; a list that is no location does no harm."""
    if isinstance(node, s.ShuffleNode):
        return places.of(node.cards) != frozenset()
    return isinstance(node, s.CreateDeckNode)


def _secrets(stage: s.StageNode, within: list[s.Node], places: Places) -> frozenset[LintedLocation]:
    """The hidden locations that rules of the stage ask about and leave as they are."""
    asked = together(places.mentioned(node) for node in within if isinstance(node, _Reading))
    changed = places.changed(stage)
    if asked is None or changed is None:
        return frozenset()
    return frozenset(place for place in asked - changed if place.location_class not in _SEEN)


def _forgotten(node: s.Node, secrets: frozenset[LintedLocation]) -> Diagnostic:
    what = "`shuffle`" if isinstance(node, s.ShuffleNode) else "`create deck`"
    names = listed({place.name for place in secrets})
    return warning(
        "forgotten-hint",
        f"what choices told of {names} is forgotten at this {what}",
        Label(node.span, "players cannot follow all cards across it"),
        notes=("search players and advice count worlds that do not heed it as `unheeded`",),
    )
