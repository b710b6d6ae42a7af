"""Figures over the course of a match: decision spread and lead history."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from kibitz.analysis.figures import style
from kibitz.analysis.figures.style import add_values, some
from kibitz.analysis.measures.lead import LeadHistory
from kibitz.analysis.measures.spread import SpreadHistory
from kibitz.analysis.measures.statistics import Curve

MOST_SHOWN = 99.5
"""The axis ends where so many of a hundred values lie below."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def _tell_along(axes: Axes, curve: Curve, before: str, unit: str = "") -> None:
    """Values with their intervals, where one points at the curve."""
    spots = (
        (
            *(curve.x[n], curve.mean[n]),
            f"{before}{curve.mean[n]:.2f}{unit} ({curve.low[n]:.2f} to {curve.high[n]:.2f}) "
            f"after {curve.x[n]:.0%} of the match",
        )
        for n in some(len(curve.x))
    )
    add_values(axes, spots)


def draw_spread(history: SpreadHistory, caption: str) -> Figure:
    """A line for every match, their mean, and how sure it is."""
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
        _tell_along(axes, mean, "", " points")
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


def _limits(history: SpreadHistory) -> tuple[float, float]:
    """All of the mean and most of the rest."""
    low, high = np.percentile(history.runs, (100 - MOST_SHOWN, MOST_SHOWN))
    room = max(float(high), *history.mean.high, 1e-9)
    return min(float(low), *history.mean.low, -0.04 * room), room * 1.04


def draw_lead(history: LeadHistory, caption: str) -> Figure:
    """One curve for those who ended first, second, … and its band."""
    with style.drawing():
        figure = style.new_figure(3.6)
        axes = figure.add_subplot()
        for place, curve in enumerate(history.curves):
            shade = style.colour(place)
            axes.fill_between(curve.x, curve.low, curve.high, color=shade, alpha=0.22, linewidth=0)
            axes.plot(curve.x, curve.mean, color=shade, linestyle=style.dashes(place))
            _tell_along(axes, curve, f"{ordinal(place + 1)} in the end: ")
        style.as_portion(axes)
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.set_yticklabels(["last", "¼", "½", "¾", "first"])
        axes.set_ylabel("expected place")
        _label_ends(figure, history)
        style.add_caption(figure, caption)
        return figure


def _label_ends(figure: Figure, history: LeadHistory) -> None:
    """Every curve says at its end which place it stands for; labels keep their distance."""
    axes = figure.axes[0]
    nearest = 0.075
    ends = [curve.mean[-1] for curve in history.curves]
    height = float("inf")
    for place, end in enumerate(ends):
        room = (len(ends) - 1 - place) * nearest
        height = min(max(end, room), height - nearest)
        axes.annotate(
            ordinal(place + 1),
            xy=(1.0, height),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=style.colour(place),
            fontweight="bold",
            annotation_clip=False,
        )


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `13th`."""
    ending = "th" if 10 <= number % 100 <= 20 else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"
