"""The branching factor figure: a dot for every decision point, a curve for every kind."""

from __future__ import annotations

from textwrap import shorten

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from kibitz.analysis.figures import style
from kibitz.analysis.figures.style import add_values, some
from kibitz.analysis.measures.branching import Branching

LETTERS = 62
"""Of a curve's name in the legend, at most."""
JITTER = 0.3
"""Dots are moved a little, so that equal ones do not hide each other."""


def draw_branching(table: Branching, caption: str) -> Figure:
    with style.drawing():
        figure = style.new_figure(3.4 + 0.2 * len(table.kinds))
        axes = figure.add_subplot()
        shift = np.random.default_rng(0)
        size, alpha = _dot(len(table.rows))
        for seat in range(table.players):
            rows = [row for row in table.rows if row.player == seat + 1]
            axes.scatter(
                np.array([row.move for row in rows]) + shift.uniform(-JITTER, JITTER, len(rows)),
                np.array([row.choices for row in rows]) + shift.uniform(-JITTER, JITTER, len(rows)),
                s=size,
                c=style.colour(seat),
                marker=style.marker(seat),
                alpha=alpha,
                linewidths=0,
                rasterized=True,
            )
        for number, kind in enumerate(table.kinds):
            moves, options = zip(*kind.curve, strict=True)
            axes.plot(moves, options, color=style.PAPER, linewidth=4.5)
            axes.plot(
                moves, options, color=style.INK, linewidth=2.2, linestyle=style.dashes(number)
            )
            name = f"{kind.label}: " if len(table.kinds) > 1 else ""
            add_values(
                axes,
                (
                    (moves[n], options[n], f"{name}{options[n]:.1f} options at {moves[n]:.0f}")
                    for n in some(len(moves))
                ),
            )
        axes.set_xlabel("decision point")
        axes.set_ylabel("options")
        axes.set_ylim(0, table.most * 1.04 + 0.5)
        axes.set_xlim(0, max(row.move for row in table.rows) + 1)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True, nbins=7))
        _legend(figure, axes, table)
        style.add_caption(figure, caption)
        return figure


def _dot(count: int) -> tuple[float, float]:
    """Size and opacity: few dots are large, many are small and let others shine through."""
    return float(np.clip(9_000 / count, 4.5, 26)), float(np.clip(1_600 / count, 0.4, 0.85))


def _legend(figure: Figure, axes: Axes, table: Branching) -> None:
    """The players, and below them the curves, whose names are long where there are several."""
    seats = range(table.players)
    figure.legend(
        [
            Line2D(
                [],
                [],
                linestyle="",
                marker=style.marker(seat),
                color=style.colour(seat),
                markersize=5,
            )
            for seat in seats
        ],
        [f"player {seat + 1}" for seat in seats],
        loc="outside upper left",
        ncols=min(4, table.players),
        columnspacing=1.0,
        handletextpad=0.4,
    )
    labels = [shorten(kind.label, LETTERS, placeholder=" …") for kind in table.kinds]
    axes.legend(
        [
            Line2D([], [], color=style.INK, linewidth=2.2, linestyle=style.dashes(number))
            for number in range(len(table.kinds))
        ],
        labels if len(labels) > 1 else ["smooth mean"],
        loc="lower left",
        bbox_to_anchor=(-0.02, 1.0),
        handletextpad=0.6,
        handlelength=2.2,
    )
