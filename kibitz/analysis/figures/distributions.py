"""Lengths and scores at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from kibitz.analysis.figures import style
from kibitz.analysis.figures.style import tell
from kibitz.analysis.measures.results import Distribution

MOST_BARS = 30


def draw_lengths(distributions: Sequence[Distribution], caption: str) -> Figure:
    """A histogram for each sample, one above the other on the same axis."""
    with style.drawing():
        figure = style.new_figure(3.0)
        panels = figure.subplots(len(distributions), 1, sharex=True, squeeze=False)[:, 0]
        edges = _edges([value for one in distributions for value in one.values])
        for axes, one, shade in zip(
            panels, distributions, (style.ORANGE, style.BLUE), strict=False
        ):
            counts, _, bars = axes.hist(
                one.values, bins=edges, color=shade, edgecolor=style.PAPER, linewidth=0.5
            )
            for count, bar, ends in zip(counts, bars, pairwise(edges), strict=True):
                tell(bar, f"{int(count)} matches with {_between(*ends)} decisions")
            axes.axvline(one.mean, color=style.INK, linewidth=1.4, linestyle=(0, (4, 2)))
            label = f"{one.label}, mean {one.mean:.1f}"
            axes.set_title(label, loc="left", fontsize=10.5, color=style.INK)
            axes.set_ylabel("matches")
            axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
            axes.grid(visible=False, axis="x")
        panels[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
        panels[-1].set_xlabel("decision points")
        style.add_caption(figure, caption)
        return figure


def _between(low: float, high: float) -> str:
    first, last = round(low + 0.5), round(high - 0.5)
    return str(first) if first == last else f"{first} to {last}"


def _edges(values: Sequence[float]) -> list[float]:
    """Borders of whole-numbered bars of equal width."""
    low, high = int(min(values)), int(max(values))
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    return [edge - 0.5 for edge in range(low, high + step + 1, step)]


def draw_scores(
    random: Sequence[Distribution], thinking: Sequence[Distribution], caption: str
) -> Figure:
    """A box for every seat: random above, thinking below."""
    with style.drawing():
        figure = style.new_figure(1.4 + 0.42 * len(random))
        axes = figure.add_subplot()
        for sample, (shade, shift) in zip(
            (random, thinking), ((style.ORANGE, -0.19), (style.BLUE, 0.19)), strict=True
        ):
            _boxes(axes, sample, shade, shift)
        axes.set_yticks(range(len(random)))
        axes.set_yticklabels([one.label for one in random])
        axes.invert_yaxis()
        axes.set_xlabel("final score")
        axes.grid(visible=False, axis="y")
        handles = [Patch(facecolor=shade) for shade in (style.ORANGE, style.BLUE)]
        figure.legend(handles, ["random", "thinking"], loc="outside upper left", ncols=2)
        style.add_caption(figure, caption)
        return figure


def _boxes(axes: Axes, sample: Sequence[Distribution], shade: str, shift: float) -> None:
    drawn = axes.boxplot(
        [one.values for one in sample],
        positions=[seat + shift for seat in range(len(sample))],
        widths=0.3,
        orientation="horizontal",
        manage_ticks=False,
        patch_artist=True,
        boxprops={"facecolor": shade, "edgecolor": style.FAINT, "linewidth": 0.8},
        medianprops={"color": style.INK, "linewidth": 1.8},
        whiskerprops={"color": style.FAINT},
        capprops={"color": style.FAINT},
        flierprops={"marker": ".", "markersize": 3, "markeredgecolor": style.FAINT},
    )
    for box, one in zip(drawn["boxes"], sample, strict=True):
        low, middle, high = np.percentile(one.values, (25, 50, 75))
        tell(box, f"{one.label}: half of the scores from {low:g} to {high:g}, middle {middle:g}")
