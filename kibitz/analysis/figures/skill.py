"""Points with their intervals: skill and luck of a game, and the ladder of its players."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kibitz.analysis.figures import style
from kibitz.analysis.figures.style import add_values
from kibitz.analysis.measures.skill import Skill
from kibitz.analysis.page.numbers import part_text
from kibitz.analysis.page.reading import rung_text
from kibitz.players import Mean
from kibitz.players.ladder import Rating


def draw_skill(measured: Skill, caption: str) -> Figure:
    """A row for every duel, from below, and for what the deal decides."""
    rows = [(rung_text(rung, ""), rung.share, style.BLUE, "o") for rung in reversed(measured.rungs)]
    lucks = [("deal, random", measured.luck)]
    if measured.luck_thinking is not None:
        lucks.append(("deal, thinking", measured.luck_thinking))
    rows += [(label, luck, style.ORANGE, "s") for label, luck in lucks]
    with style.drawing():
        figure = style.new_figure(1.1 + 0.36 * len(rows))
        axes = figure.add_subplot()
        axes.plot(
            [50, 50], [-0.6, len(measured.rungs) - 0.4], color=style.FAINT, linestyle=(0, (3, 2))
        )
        for place, (label, value, shade, mark) in enumerate(rows):
            low, high = _ends(value)
            axes.plot([low, high], [place, place], color=shade, linewidth=3, alpha=0.5)
            middle = 100 * min(1.0, max(0.0, value.value))
            axes.plot([middle], [place], marker=mark, color=style.INK, markersize=6, clip_on=False)
            add_values(axes, [(middle, place, f"{label}: {part_text(value)}")])
        axes.set_xlim(0, 100)
        _label(axes, [label for label, *_ in rows], "per cent")
        style.add_caption(figure, caption)
        return figure


def draw_ladder(ratings: Sequence[Rating], caption: str) -> Figure:
    """Every player with its rating and how sure that is; the strongest on top."""
    rows = sorted(ratings, key=lambda one: -one.rating)
    with style.drawing():
        figure = style.new_figure(1.1 + 0.36 * len(rows))
        axes = figure.add_subplot()
        for place, one in enumerate(rows):
            axes.plot([one.low, one.high], [place, place], color=style.BLUE, linewidth=3, alpha=0.5)
            axes.plot([one.rating], [place], marker="o", color=style.INK, markersize=6)
        _label(axes, [one.player for one in rows], "rating")
        style.add_caption(figure, caption)
        return figure


def _label(axes: Axes, rows: Sequence[str], unit: str) -> None:
    """The rows from above, and what they are measured in."""
    axes.set_yticks(range(len(rows)))
    axes.set_yticklabels(rows)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(unit)
    axes.grid(visible=False, axis="y")


def _ends(value: Mean) -> tuple[float, float]:
    """Of the interval, in per cent, as far as they can be."""
    margin = value.margin if value.margin is not None else 1.0
    return 100 * max(0.0, value.value - margin), 100 * min(1.0, value.value + margin)
