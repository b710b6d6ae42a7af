"""The lead history figure: one curve for those who ended first, second, … and its band."""

from __future__ import annotations

from matplotlib.figure import Figure

from kibitz.analysis.figures import style
from kibitz.analysis.figures.values import add_values, some
from kibitz.analysis.measures.curves import Curve
from kibitz.analysis.measures.lead import LeadHistory

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def draw_lead(history: LeadHistory, caption: str) -> Figure:
    with style.drawing():
        figure = style.new_figure(3.6)
        axes = figure.add_subplot()
        for place, curve in enumerate(history.curves):
            shade = style.colour(place)
            axes.fill_between(curve.x, curve.low, curve.high, color=shade, alpha=0.22, linewidth=0)
            axes.plot(curve.x, curve.mean, color=shade, linestyle=style.dashes(place))
            add_values(
                axes,
                ((curve.x[n], curve.mean[n], _told(curve, place, n)) for n in some(len(curve.x))),
            )
        style.as_portion(axes)
        axes.set_ylim(-0.03, 1.03)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.set_yticklabels(["last", "¼", "½", "¾", "first"])
        axes.set_ylabel("expected place")
        _label_ends(figure, history)
        style.add_caption(figure, caption)
        return figure


def _told(curve: Curve, place: int, n: int) -> str:
    return (
        f"{ordinal(place + 1)} in the end: {curve.mean[n]:.2f} ({curve.low[n]:.2f} to "
        f"{curve.high[n]:.2f}) after {curve.x[n]:.0%} of the match"
    )


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
