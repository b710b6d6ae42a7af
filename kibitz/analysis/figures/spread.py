"""The decision spread figure: a thin line for every match, and their mean."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kibitz.analysis.figures.style import (
    BLUE,
    INK,
    PAPER,
    SKY,
    add_caption,
    as_portion,
    drawing,
    new_figure,
)
from kibitz.analysis.measures.spread import SpreadHistory


def draw_spread(history: SpreadHistory, caption: str) -> Figure:
    with drawing():
        figure = new_figure(3.6)
        axes = figure.add_subplot()
        mean = history.mean
        lines = [np.column_stack((mean.x, run)) for run in history.of_game]
        opacity = float(np.clip(18 / len(lines), 0.12, 0.6))
        thin = LineCollection(lines, colors=BLUE, linewidths=0.6, alpha=opacity, rasterized=True)
        axes.add_collection(thin)
        axes.fill_between(mean.x, mean.low, mean.high, color=SKY, alpha=0.45, linewidth=0)
        axes.plot(mean.x, mean.mean, color=PAPER, linewidth=4.2)
        axes.plot(mean.x, mean.mean, color=INK)
        as_portion(axes)
        axes.set_ylim(0, 1.02)
        axes.set_ylabel("spread, of the highest")
        handles = [
            Line2D([], [], color=BLUE, linewidth=0.9, alpha=0.7),
            Line2D([], [], color=INK),
        ]
        labels = ["one match", f"mean   (1 = {history.highest:.3g} points)"]
        figure.legend(handles, labels, loc="outside upper left", ncols=2, columnspacing=1.4)
        add_caption(figure, caption)
        return figure
