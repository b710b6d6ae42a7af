"""What the figures show, in words: for those who cannot see them, and for everybody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.analysis.measures.branching import Branching
from kibitz.analysis.measures.lead import LeadHistory
from kibitz.analysis.measures.movement import Flow, Movement, Node, Openness
from kibitz.analysis.measures.spread import SpreadHistory

_CLEARLY = 1.25
"""One mean is clearly larger than another if it is so many times as large."""
_APART = 0.15
"""Winner and last are told apart once so much of the scale lies between them."""


def read_branching(table: Branching) -> str:
    first, last = table.curve[0][1], table.curve[-1][1]
    trend = _trend(first, last, "stays much the same", "grows", "shrinks")
    return (
        f"A decision has {table.mean:.1f} options on average and at most {table.most}; "
        f"{_share(table.forced)} of the decisions have only one. Over the match the number "
        f"of options {trend}: the curve begins near {first:.1f} and ends near {last:.1f}."
    )


def read_spread(history: SpreadHistory) -> str:
    mean = history.mean.mean
    quarter = len(mean) // 4
    early, late = _average(mean[:quarter]), _average(mean[-quarter:])
    trend = _trend(early, late, "stays level", "rises", "falls")
    return (
        f"How much hangs on a decision {trend} over the match: in its first quarter the spread is "
        f"{early * history.highest:.3g} points on average, in its last quarter "
        f"{late * history.highest:.3g}; the highest spread of all was {history.highest:.3g} points."
    )


def read_lead(history: LeadHistory) -> str:
    first, last = history.curves[0], history.curves[-1]
    gaps = [high - low for high, low in zip(first.mean, last.mean, strict=True)]
    together = next(
        (x for x, gap in reversed(tuple(zip(first.x, gaps, strict=True))) if gap < _APART), None
    )
    if together is None:
        return (
            "Whoever wins is ahead from the start: the curves of winners and of those who end "
            "last are apart all the time."
        )
    return (
        "Winners and those who end last cannot be told apart by their prospects until "
        f"{100 * together:.0f}\u00a0% of the match are over; from then on their curves part for "
        "good."
    )


def read_flow(graph: Movement, words: Mapping[str, str]) -> str:
    """`words` are what people call the places."""
    flows = {flow: _places(graph, flow, words) for flow in Flow}
    parts = [f"{flow.value}: {', '.join(routes)}" for flow, routes in flows.items() if routes]
    return "Cards are " + "; ".join(parts) + "."


def _places(graph: Movement, flow: Flow, words: Mapping[str, str]) -> list[str]:
    """`stock to hand`, each once, whoever the seats are."""

    def word(node: Node) -> str:
        return words.get(node.name, node.name.lower())

    return list(
        dict.fromkeys(
            f"{word(edge.source)} to {word(edge.destination)}"
            + (" (memory)" if edge.destination.openness is Openness.MEMORY else "")
            for edge in graph.edges
            if edge.flow is flow
        )
    )


def _share(part: float) -> str:
    """`12 %`; `none` and `hardly any` instead of 0 %."""
    if part >= 0.005:
        return f"{100 * part:.0f}\u00a0%"
    return "hardly any" if part else "none"


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _trend(early: float, late: float, level: str, up: str, down: str) -> str:
    if late > early * _CLEARLY:
        return up
    return down if early > late * _CLEARLY else level
