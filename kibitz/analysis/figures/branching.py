"""The branching factor figure: a dot for every decision point, a curve for every kind."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from kibitz.analysis.figures.style import (
    INK,
    PAPER,
    add_caption,
    colour,
    dashes,
    drawing,
    marker,
    new_figure,
)
from kibitz.analysis.figures.values import add_values, some
from kibitz.analysis.measures.branching import Branching

JITTER = 0.3
"""Dots are moved a little, so that equal ones do not hide each other."""


def draw_branching(table: Branching, caption: str) -> Figure:
    with drawing():
        figure = new_figure(3.6)
        axes = figure.add_subplot()
        shift = np.random.default_rng(0)
        size, alpha = _dot(len(table.rows))
        for seat in range(table.players):
            rows = [row for row in table.rows if row.player == seat + 1]
            axes.scatter(
                np.array([row.move for row in rows]) + shift.uniform(-JITTER, JITTER, len(rows)),
                np.array([row.choices for row in rows]) + shift.uniform(-JITTER, JITTER, len(rows)),
                s=size,
                c=colour(seat),
                marker=marker(seat),
                alpha=alpha,
                linewidths=0,
                rasterized=True,
            )
        for number, kind in enumerate(table.kinds):
            moves, options = zip(*kind.curve, strict=True)
            axes.plot(moves, options, color=PAPER, linewidth=4.5)
            axes.plot(moves, options, color=INK, linewidth=2.2, linestyle=dashes(number))
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
        _legend(figure, table)
        add_caption(figure, caption)
        return figure


def _dot(count: int) -> tuple[float, float]:
    """Size and opacity: few dots are large, many are small and let others shine through."""
    return float(np.clip(9_000 / count, 4.5, 26)), float(np.clip(1_600 / count, 0.4, 0.85))


def _legend(figure: Figure, table: Branching) -> None:
    """The players, then the curves."""
    handles = [
        Line2D([], [], linestyle="", marker=marker(seat), color=colour(seat), markersize=5)
        for seat in range(table.players)
    ]
    labels = [f"player {seat + 1}" for seat in range(table.players)]
    for number, kind in enumerate(table.kinds):
        handles.append(Line2D([], [], color=INK, linewidth=2.2, linestyle=dashes(number)))
        labels.append(kind.label if len(table.kinds) > 1 else "smooth mean")
    figure.legend(
        handles,
        labels,
        loc="outside upper left",
        ncols=min(4, len(handles)),
        columnspacing=1.0,
        handletextpad=0.4,
        handlelength=2.2,
    )
