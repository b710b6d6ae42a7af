"""The six ways in which a game hides and gives away information."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.card_movements import CardMovements
from kibitz.analysis.measures.movement import Flow, Movement, Openness


@dataclass(frozen=True, slots=True)
class Category:
    name: str
    holds: bool
    meaning: str


_MEANINGS = {
    "hidden": "Some cards nobody sees: face down on the table or in front of a player.",
    "private": "Some cards only their owner sees.",
    "back": "Cards can be told apart by their backs.",
    "taken": "A card that everybody saw goes where it is no longer seen, so memory helps.",
    "shared": "A player gives a card unseen to somebody else and still knows where it is.",
    "deduction": (
        "The rules let a player play only some of the cards held, so that what is played "
        "tells what is not held."
    ),
}


def information(graph: Movement, watched: CardMovements) -> tuple[Category, ...]:
    """Which categories were seen at work in the watched matches."""
    openness = {node.openness for node in graph.nodes}
    flows = {edge.flow for edge in graph.edges}
    holds = {
        "hidden": Openness.HIDDEN in openness,
        "private": Openness.PRIVATE in openness,
        "back": watched.backs >= 2,
        "taken": Flow.TAKEN in flows,
        "shared": Flow.SHARED in flows,
        "deduction": watched.is_tight,
    }
    return tuple(Category(name, holds[name], meaning) for name, meaning in _MEANINGS.items())
