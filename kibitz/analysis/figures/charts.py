"""Charts: branching, spread, lead, skill, the ladder of players, lengths and scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from textwrap import shorten
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from kibitz.analysis.figures import style
from kibitz.analysis.figures.style import add_values, some, tell
from kibitz.analysis.measures.branching import Branching
from kibitz.analysis.measures.histories import LeadHistory, SpreadHistory
from kibitz.analysis.measures.results import Distribution
from kibitz.analysis.measures.skill import Skill
from kibitz.analysis.measures.statistics import Curve
from kibitz.analysis.page.reading import part_text, rung_text
from kibitz.players import Rating

LETTERS = 62
"""Of a curve's name in the legend, at most."""
JITTER = 0.3
"""Dots are moved a little, so that equal ones do not hide each other."""


def draw_branching(table: Branching, caption: str) -> Figure:
    with style.chart(3.4 + 0.2 * len(table.kinds), caption) as (figure, axes):
        shift, count = np.random.default_rng(0), len(table.rows)
        # Few dots are large, many are small and let others shine through.
        size, alpha = np.clip(9_000 / count, 4.5, 26), np.clip(1_600 / count, 0.4, 0.85)
        for seat in range(table.players):
            rows = [row for row in table.rows if row.player == seat + 1]
            axes.scatter(
                np.array([row.move for row in rows]) + shift.uniform(-JITTER, JITTER, len(rows)),
                np.array([row.choices for row in rows]) + shift.uniform(-JITTER, JITTER, len(rows)),
                s=float(size),
                c=style.colour(seat),
                marker=style.marker(seat),
                alpha=float(alpha),
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
        _branching_legend(figure, axes, table)
    return figure


def _branching_legend(figure: Figure, axes: Axes, table: Branching) -> None:
    """The players, and below them the curves, whose names are long where there are several."""
    seats = range(table.players)
    dots = [{"marker": style.marker(seat), "color": style.colour(seat)} for seat in seats]
    figure.legend(
        [_line(linestyle="", markersize=5, **dot) for dot in dots],
        [f"player {seat + 1}" for seat in seats],
        loc="outside upper left",
        ncols=min(4, table.players),
        columnspacing=1.0,
        handletextpad=0.4,
    )
    labels = [shorten(kind.label, LETTERS, placeholder=" …") for kind in table.kinds]
    axes.legend(
        [_line(linewidth=2.2, linestyle=style.dashes(n)) for n in range(len(table.kinds))],
        labels if len(labels) > 1 else ["smooth mean"],
        loc="lower left",
        bbox_to_anchor=(-0.02, 1.0),
        handletextpad=0.6,
        handlelength=2.2,
    )


def _line(**look: Any) -> Line2D:
    """For a legend."""
    return Line2D([], [], **{"color": style.INK, **look})


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
    with style.chart(3.6, caption) as (figure, axes):
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
        # All of the mean and most of the rest.
        low, high = np.percentile(history.runs, (100 - MOST_SHOWN, MOST_SHOWN))
        room = max(float(high), *mean.high, 1e-9)
        axes.set_ylim(min(float(low), *mean.low, -0.04 * room), room * 1.04)
        axes.set_ylabel("spread in points")
        handles = [
            _line(color=style.BLUE, linewidth=0.9, alpha=0.7),
            _line(),
            Patch(facecolor=style.SKY, alpha=0.55),
            Patch(facecolor=style.GREY, alpha=0.22),
        ]
        labels = ["one match", "mean", "its 95 % interval", "noise of one decision"]
        figure.legend(handles, labels, loc="outside upper left", ncols=2, columnspacing=1.4)
    return figure


def draw_lead(history: LeadHistory, caption: str) -> Figure:
    """One curve for those who ended first, second, … and its band."""
    with style.chart(3.6, caption) as (figure, axes):
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
        _label_ends(axes, history)
    return figure


def _label_ends(axes: Axes, history: LeadHistory) -> None:
    """Every curve says at its end which place it stands for; labels keep their distance."""
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


def draw_skill(measured: Skill, caption: str) -> Figure:
    """A row for every duel, from below, and for what the deal decides."""
    rows = [(rung_text(rung, ""), rung.share, style.BLUE, "o") for rung in reversed(measured.rungs)]
    rows.append(("deal, random", measured.luck, style.ORANGE, "s"))
    if measured.luck_thinking is not None:
        rows.append(("deal, thinking", measured.luck_thinking, style.ORANGE, "s"))
    with _rows([label for label, *_ in rows], "per cent", caption) as (figure, axes):
        half = [-0.6, len(measured.rungs) - 0.4]
        axes.plot([50, 50], half, color=style.FAINT, linestyle=(0, (3, 2)))
        for place, (label, value, shade, mark) in enumerate(rows):
            margin = value.margin if value.margin is not None else 1.0
            ends = (value.value - margin, value.value, value.value + margin)
            low, middle, high = (100 * min(1.0, max(0.0, end)) for end in ends)
            axes.plot([low, high], [place, place], color=shade, linewidth=3, alpha=0.5)
            axes.plot([middle], [place], marker=mark, color=style.INK, markersize=6, clip_on=False)
            add_values(axes, [(middle, place, f"{label}: {part_text(value)}")])
        axes.set_xlim(0, 100)
    return figure


def draw_ladder(ratings: Sequence[Rating], caption: str) -> Figure:
    """Every player with its rating and how sure that is; the strongest on top."""
    rows = sorted(ratings, key=lambda one: -one.rating)
    with _rows([one.player for one in rows], "rating", caption) as (figure, axes):
        for place, one in enumerate(rows):
            axes.plot([one.low, one.high], [place, place], color=style.BLUE, linewidth=3, alpha=0.5)
            axes.plot([one.rating], [place], marker="o", color=style.INK, markersize=6)
    return figure


@contextmanager
def _rows(labels: Sequence[str], unit: str, caption: str) -> Iterator[tuple[Figure, Axes]]:
    """A chart with a row for each of these, from above, measured in the unit."""
    with style.chart(1.1 + 0.36 * len(labels), caption) as (figure, axes):
        yield figure, axes
        axes.set_yticks(range(len(labels)))
        axes.set_yticklabels(labels)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.set_xlabel(unit)
        axes.grid(visible=False, axis="y")


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
                first, last = round(ends[0] + 0.5), round(ends[1] - 0.5)
                between = str(first) if first == last else f"{first} to {last}"
                tell(bar, f"{int(count)} matches with {between} decisions")
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


def _edges(values: Sequence[float]) -> list[float]:
    """Borders of whole-numbered bars of equal width."""
    low, high = int(min(values)), int(max(values))
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    return [edge - 0.5 for edge in range(low, high + step + 1, step)]


def draw_scores(
    random: Sequence[Distribution], thinking: Sequence[Distribution], caption: str
) -> Figure:
    """A box for every seat: random above, thinking below."""
    with style.chart(1.4 + 0.42 * len(random), caption) as (figure, axes):
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
