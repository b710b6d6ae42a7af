"""Choices that tell something of hidden cards, which players then lose track of."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.recycle import syntax as s
from kibitz.recycle.diagnostic import Diagnostic, fault
from kibitz.recycle.lint.places import PlaceSet, named, together
from kibitz.recycle.lint.survey import Survey, listed, source_of
from kibitz.recycle.syntax.types import nodes

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
_Changing = (
    s.MoveNode
    | s.ForgetNode
    | s.SwapCardsNode
    | s.SwapLocationsNode
    | s.ShuffleNode
    | s.GatherNode
    | s.CreateDeckNode
)


def check_hints(survey: Survey) -> Iterator[Diagnostic]:
    """A report for each shuffle, and each deck that is made, in a stage whose choices are answered
    by hidden cards that stay where they are: nobody can follow the match across it."""
    reported = set[int]()
    for stage in survey.all_of(s.StageNode):
        within = list(nodes(stage))
        if not any(isinstance(node, s.ChoiceNode) for node in within):
            continue
        secrets = _secrets(survey, within)
        for node in within if secrets else ():
            if _breaks_off(survey, node) and id(node) not in reported:
                reported.add(id(node))
                word = {s.ShuffleNode: "shuffle", s.GatherNode: "gather"}.get(
                    type(node), "create deck"
                )
                yield fault("forgotten-hint", node.span, places=listed(secrets), word=word)


def _breaks_off(survey: Survey, node: s.Node) -> bool:
    """Whether nobody can follow all cards across it; a list that is no location does no harm."""
    if isinstance(node, s.ShuffleNode):
        return isinstance(survey.resolve(node.cards), s.LocationNode | s.MemberNode | s.BestNode)
    return isinstance(node, s.CreateDeckNode) or (
        isinstance(node, s.GatherNode) and bool(node.sources)
    )


def _secrets(survey: Survey, within: list[s.Node]) -> set[str]:
    """The hidden locations that rules of a stage ask about and leave as they are; none where cards
    are found by way of a memory, since they may lie anywhere."""
    asked = together(_mentioned(survey, node) for node in within if isinstance(node, _Reading))
    changed = together(_mentioned(survey, node) for node in within if isinstance(node, _Changing))
    if asked is None or changed is None:
        return set()
    if any(isinstance(node, s.GatherNode) and not node.sources for node in within):
        return set()
    seen = s.LocationClass.VISIBLE, s.LocationClass.MEMORY
    if any(place.location_class is s.LocationClass.MEMORY for place in changed):
        return set()
    return {place.name for place in asked - changed if place.location_class not in seen}


def _mentioned(survey: Survey, node: s.Node) -> PlaceSet:
    """Every location that has a part in it, behind variables, too."""
    waiting, found = [node], list[PlaceSet]()
    while waiting:
        for inner in nodes(waiting.pop()):
            if isinstance(inner, s.LocationNode | s.IndexedNode):
                found.append(named(survey, inner))
            elif isinstance(inner, s.VariableNode):
                waiting.append(source_of(survey.binding(inner)))
    return together(found)
