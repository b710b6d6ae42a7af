"""The information flow figure: the table, its places, and where the cards go; and as a graph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import inf, sqrt
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Ellipse, FancyArrowPatch, FancyBboxPatch, Patch
from matplotlib.transforms import Affine2D

from kibitz.analysis.figures import style
from kibitz.analysis.figures.tabletop import DrawnPlace, Route, Tabletop, tabletop
from kibitz.analysis.measures.movement import Flow, Movement, MovementNode, Openness
from kibitz.games import TableLayout

CARD = (0.56, 0.8)
BOX = 1.12
"""A grid is made to fit into a square of this side."""
HALF_WIDTH, ABOVE, BELOW = 0.68, 0.66, 0.95
"""The room of a spot around its middle, its label included; arrows end there."""

KEY_INCHES = 1.0
CARD_INK = "#2b2d34"
"""Cards are light on a dark page too, so their lines stay dark."""
FILLS = {
    Openness.PUBLIC: ("#cfeecb", "lightgreen"),
    Openness.PRIVATE: ("#c4e0f6", "lightblue"),
    Openness.HIDDEN: ("#f2e6a6", "khaki"),
    Openness.OTHERS: ("#eccdf0", "plum1"),
    Openness.MEMORY: ("#e8e9ed", "grey90"),
}
"""In the figure, and in the graph."""
_LINES: dict[Flow, tuple[str, style.Dashes, str]] = {
    Flow.DEALT: (style.GREY, (0, (6, 1.5, 1.2, 1.5)), "dealt"),
    Flow.TAKEN: (style.VERMILION, (0, (1.2, 1.4)), "taken: public, then unseen"),
    Flow.SHARED: (style.BLUE, (0, (4, 1.8)), "shared: passed on unseen"),
    Flow.REVEALED: (style.GREEN, style.SOLID, "revealed: laid open"),
}


def _look(kind: Openness) -> dict[str, Any]:
    """Of a place's cards."""
    return {
        "facecolor": FILLS[kind][0],
        "hatch": "//////" if kind is Openness.HIDDEN else None,
        "linestyle": (0, (1, 1.5)) if kind is Openness.MEMORY else style.SOLID,
    }


def draw_flow(layout: TableLayout, players: int, graph: Movement, caption: str) -> Figure:
    table = tabletop(graph, layout, players)
    wide, high = table.extent
    with style.drawing():
        picture = style.WIDTH_INCHES * high / wide
        figure = style.new_figure(picture + KEY_INCHES)
        axes, key = figure.subplots(2, 1, height_ratios=(picture, KEY_INCHES))
        axes.set_axis_off()
        axes.set_aspect("equal")
        axes.set_xlim(-wide, wide)
        axes.set_ylim(-high, high)
        width, height = 2 * table.radius[0], 2 * table.radius[1]
        looks: tuple[dict[str, Any], ...] = (
            {"facecolor": style.LINE, "alpha": 0.28, "edgecolor": "none", "zorder": 0},
            {"fill": False, "edgecolor": style.LINE, "linewidth": 1.4},
        )
        for look in looks:
            axes.add_patch(Ellipse((0, 0), width, height, **look))
        for name, x, y in table.names:
            axes.text(x, y, name, ha="center", va="center", fontweight="bold", fontsize=10.5)
        most = max((route.count for route in table.routes), default=1.0)
        for route in sorted(table.routes, key=lambda route: not route.is_repeated):
            _arrow(axes, route, most)
        for spot in table.spots:
            _draw_spot(axes, spot)
        _key(key, table)
        style.add_caption(figure, caption)
        return figure


def _arrow(axes: Axes, route: Route, most: float) -> None:
    shade, line, _ = _LINES[route.flow]
    width = 0.8 + 1.7 * sqrt(route.count / most)
    start, end = _ends(route)
    is_loop = route.source == route.destination
    axes.add_patch(
        FancyArrowPatch(
            start,
            end,
            connectionstyle="arc3,rad=1.1" if is_loop else "arc3,rad=0.14",
            arrowstyle=f"-|>,head_length={3.4 + width},head_width={1.3 + width * 0.6}",
            color=shade,
            linestyle=line,
            linewidth=width,
            alpha=0.3 if route.is_repeated else 0.95,
            shrinkA=0,
            shrinkB=0,
            capstyle="butt",
            joinstyle="miter",
            zorder=2 if route.is_repeated else 3,
        )
    )


def _ends(route: Route) -> tuple[tuple[float, float], tuple[float, float]]:
    one, other = route.source, route.destination
    if one == other:
        return (one.x + 0.3, one.y + 0.6), (one.x + 0.66, one.y + 0.1)
    x, y = other.x - one.x, other.y - one.y
    start, end = _room(x, y), _room(-x, -y)
    return (one.x + x * start, one.y + y * start), (other.x - x * end, other.y - y * end)


def _room(x: float, y: float) -> float:
    """The part of the way in that direction that still lies in the room of a spot."""
    sideways = HALF_WIDTH / abs(x) if x else inf
    upright = (ABOVE if y > 0 else BELOW) / abs(y) if y else inf
    return min(sideways, upright, 0.45)


def _draw_spot(axes: Axes, spot: DrawnPlace) -> None:
    if spot.rows * spot.columns > 1:
        step_x = BOX / max(spot.columns, spot.rows * CARD[1] / CARD[0])
        step_y = step_x * CARD[1] / CARD[0]
        for row, column in product(range(spot.rows), range(spot.columns)):
            x = spot.x + (column - (spot.columns - 1) / 2) * step_x
            y = spot.y + (row - (spot.rows - 1) / 2) * step_y
            _card(axes, spot, (x, y), step_x * 0.84 / CARD[0])
    elif spot.openness is Openness.PRIVATE:  # a hand
        for number in (-1.5, -0.5, 0.5, 1.5):
            turn = Affine2D().rotate_deg_around(spot.x, spot.y - 0.9, -12 * number)
            _card(axes, spot, (spot.x, spot.y), 0.86, turn)
    else:  # a pile
        for shift in (-0.05, 0.0, 0.05):
            _card(axes, spot, (spot.x + shift, spot.y + shift), 1.0)
    axes.text(
        spot.x,
        spot.y - 0.58,
        spot.label,
        ha="center",
        va="top",
        fontsize=9.5,
        linespacing=0.95,
        zorder=6,
        bbox={"facecolor": style.PAPER, "edgecolor": "none", "alpha": 0.6, "pad": 0.3},
    )


def _card(
    axes: Axes,
    spot: DrawnPlace,
    middle: tuple[float, float],
    scale: float,
    turn: Affine2D | None = None,
) -> None:
    width, height = CARD[0] * scale, CARD[1] * scale
    card = FancyBboxPatch(
        (middle[0] - width / 2, middle[1] - height / 2),
        width,
        height,
        boxstyle=f"round,pad=0,rounding_size={0.09 * scale}",
        edgecolor=style.INK if spot.is_start else CARD_INK,
        linewidth=1.9 if spot.is_start else 0.8,
        hatch_linewidth=0.35,
        zorder=4,
        **_look(spot.openness),
    )
    if turn is not None:
        card.set_transform(turn + axes.transData)
    axes.add_patch(card)
    if spot.openness is Openness.PUBLIC:
        axes.text(
            *middle, "♠", color=CARD_INK, fontsize=10 * scale, ha="center", va="center", zorder=5
        )


def _key(axes: Axes, table: Tabletop) -> None:
    axes.set_axis_off()
    flows = [flow for flow in Flow if any(route.flow is flow for route in table.routes)]
    lines = [
        Line2D([], [], color=shade, linestyle=line, linewidth=2.2, label=word)
        for shade, line, word in (_LINES[flow] for flow in flows)
    ]
    patches = [
        Patch(edgecolor=CARD_INK, linewidth=0.8, label=kind.value, **_look(kind))
        for kind in Openness
        if any(spot.openness is kind for spot in table.spots)
    ]
    if any(spot.is_start for spot in table.spots):
        patches.append(
            Patch(facecolor="none", edgecolor=style.INK, lw=1.9, label="a deck starts here")
        )
    keys: tuple[tuple[Sequence[Line2D | Patch], float, str], ...] = (
        (lines, 0.0, "cards on the move, thicker if more"),
        (patches, 0.68, "places"),
    )
    for handles, corner, title in keys:
        legend = Legend(
            axes,
            handles,
            [str(handle.get_label()) for handle in handles],
            loc="center left",
            bbox_to_anchor=(corner, 0.5),
            title=title,
            title_fontproperties={"size": 8, "weight": "bold"},
            fontsize=9,
            handlelength=2.6,
            alignment="left",
            borderaxespad=0.2,
            labelspacing=0.35,
        )
        axes.add_artist(legend)


_EDGES = {
    Flow.DEALT: "color=black",
    Flow.TAKEN: "color=red, penwidth=3, style=dotted",
    Flow.SHARED: "color=blue, penwidth=3, style=dashed",
    Flow.REVEALED: "color=green, penwidth=3",
}


def dot_text(graph: Movement, title: str) -> str:
    lines = [
        "digraph movement {",
        f"  label={_quoted(title)}; labelloc=t; compound=true;",
        '  node [shape=box, style="rounded,filled"];',
    ]
    for owner in dict.fromkeys(node.owner_name for node in graph.nodes):
        lines += [
            f"  subgraph {_quoted(f'cluster_{owner}')} {{",
            f"    label={_quoted(owner)}; style=filled; fillcolor=ghostwhite;",
            *(f"    {_graph_node(node)}" for node in graph.nodes if node.owner_name == owner),
            "  }",
        ]
    for edge in graph.edges:
        ends = f"{_quoted(edge.source.key)} -> {_quoted(edge.destination.key)}"
        lines.append(f'  {ends} [{_EDGES[edge.flow]}, tooltip="{edge.count:.3g} cards a match"];')
    return "\n".join([*lines, "}", ""])


def _graph_node(node: MovementNode) -> str:
    name = node.name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    label = f"<{name}<SUB>{node.index}</SUB>>" if node.index else _quoted(node.name)
    facts = [f"label={label}", f"fillcolor={FILLS[node.openness][1]}"]
    if node.is_start:
        facts.append("penwidth=3")
    if node.openness is Openness.MEMORY:
        facts.append('style="rounded,filled,dotted"')
    return f"{_quoted(node.key)} [{', '.join(facts)}];"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
