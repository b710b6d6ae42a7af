"""The decision spread figure: a line for every match, their mean, and how sure it is."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from kibitz.analysis.figures import style
from kibitz.analysis.figures.values import add_values, some
from kibitz.analysis.measures.spread import SpreadHistory

MOST_SHOWN = 99.5
"""The axis ends where so many of a hundred values lie below."""


def draw_spread(history: SpreadHistory, caption: str) -> Figure:
    with style.drawing():
        figure = style.new_figure(3.6)
        axes = figure.add_subplot()
        mean, noise = history.mean, np.array(history.noise)
        axes.fill_between(mean.x, -noise, noise, color=style.GREY, alpha=0.22, linewidth=0)
        lines = [np.column_stack((mean.x, run)) for run in history.runs]
        opacity = float(np.clip(9 / len(lines), 0.08, 0.5))
        thin = LineCollection(
            lines, colors=style.BLUE, linewidths=0.6, alpha=opacity, rasterized=True
        )
        axes.add_collection(thin)
        axes.fill_between(mean.x, mean.low, mean.high, color=style.SKY, alpha=0.55, linewidth=0)
        axes.plot(mean.x, mean.mean, color=style.PAPER, linewidth=4.2)
        axes.plot(mean.x, mean.mean, color=style.INK)
        style.as_portion(axes)
        add_values(axes, ((mean.x[n], mean.mean[n], _told(history, n)) for n in some(len(mean.x))))
        axes.set_ylim(*_limits(history))
        axes.set_ylabel("spread in points")
        handles = [
            Line2D([], [], color=style.BLUE, linewidth=0.9, alpha=0.7),
            Line2D([], [], color=style.INK),
            Patch(facecolor=style.SKY, alpha=0.55),
            Patch(facecolor=style.GREY, alpha=0.22),
        ]
        labels = ["one match", "mean", "its 95 % interval", "noise of one decision"]
        figure.legend(handles, labels, loc="outside upper left", ncols=2, columnspacing=1.4)
        style.add_caption(figure, caption)
        return figure


def _told(history: SpreadHistory, place: int) -> str:
    curve = history.mean
    return (
        f"{curve.mean[place]:.2f} points ({curve.low[place]:.2f} to {curve.high[place]:.2f}) after "
        f"{curve.x[place]:.0%} of the match"
    )


def _limits(history: SpreadHistory) -> tuple[float, float]:
    """All of the mean and most of the rest."""
    low, high = np.percentile(history.runs, (100 - MOST_SHOWN, MOST_SHOWN))
    room = max(float(high), *history.mean.high, 1e-9)
    return min(float(low), *history.mean.low, -0.04 * room), room * 1.04
