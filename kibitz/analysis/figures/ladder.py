"""The ladder of a game: every player with its rating and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from kibitz.analysis.figures.style import BLUE, INK, add_caption, drawing, new_figure
from kibitz.players.ladder import Rating


def draw_ladder(ratings: Sequence[Rating], caption: str) -> Figure:
    """The strongest on top."""
    rows = sorted(ratings, key=lambda one: -one.rating)
    with drawing():
        figure = new_figure(1.1 + 0.36 * len(rows))
        axes = figure.add_subplot()
        for place, one in enumerate(rows):
            axes.plot([one.low, one.high], [place, place], color=BLUE, linewidth=3, alpha=0.5)
            axes.plot([one.rating], [place], marker="o", color=INK, markersize=6)
        axes.set_yticks(range(len(rows)))
        axes.set_yticklabels([one.player for one in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel("rating")
        axes.grid(visible=False, axis="y")
        add_caption(figure, caption)
        return figure
