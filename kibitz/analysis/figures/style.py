"""What all figures share: size, letters, and colours that everybody can tell apart.

The palette is that of M. Okabe and K. Ito, "Color Universal Design" (2008); nothing is told by
colour alone, there is always a line style, a marker or a word as well. Figures are narrow, so that
their letters stay readable on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from textwrap import fill
from typing import Any
from urllib.parse import quote, unquote

from matplotlib import style
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK = "#1c1d22"
FAINT = "#6a6d78"
LINE = "#d5d7de"
PAPER = "#ffffff"
"""The page gives these four other values when it is dark."""

BLUE, ORANGE, GREEN, PINK = "#0072b2", "#e69f00", "#009e73", "#cc79a7"
SKY, VERMILION, BROWN, GREY = "#56b4e9", "#d55e00", "#8a6d3b", "#7f8390"

SEATS = (BLUE, ORANGE, GREEN, PINK, SKY, VERMILION, BROWN, GREY)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
Dashes = tuple[float, tuple[float, ...]]
"""Where the pattern begins, and how long its strokes and gaps are; none is a solid line."""
SOLID: Dashes = (0, ())
DASHES: tuple[Dashes, ...] = (
    SOLID,
    (0, (5, 1.5)),
    (0, (1.2, 1.2)),
    (0, (5, 1.5, 1.2, 1.5)),
    (0, (8, 2)),
    (0, (3, 1, 1, 1, 1, 1)),
)

WIDTH_INCHES = 5.4
CAPTION_LETTERS = 84
CAPTION_ID = "caption"
"""Names the caption in an SVG; a page leaves it out and says it in letters of its own."""

SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11,
    "axes.labelsize": 11,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "lines.linewidth": 2.0,
    "svg.hashsalt": "kibitz",
    "svg.fonttype": "path",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


def colour(number: int) -> str:
    """Of the seat or rank of that number, counted from 0; many share colours in turn."""
    return SEATS[number % len(SEATS)]


def marker(number: int) -> str:
    return MARKERS[number % len(MARKERS)]


def dashes(number: int) -> Dashes:
    return DASHES[number % len(DASHES)]


@contextmanager
def drawing() -> Iterator[None]:
    """Whatever is drawn inside is drawn in our style."""
    with style.context(SETTINGS):
        yield


def new_figure(height_inches: float) -> Figure:
    return Figure(figsize=(WIDTH_INCHES, height_inches), layout="constrained")


def add_caption(figure: Figure, caption: str) -> None:
    """Sample, players, budget, seed and version, small, below the picture."""
    text = fill(caption, CAPTION_LETTERS)
    label = figure.supxlabel(text, x=0.02, ha="left", fontsize=7.5, color=FAINT)
    label.set_gid(CAPTION_ID)


@contextmanager
def chart(height_inches: float, caption: str) -> Iterator[tuple[Figure, Axes]]:
    """A figure with one picture, to be drawn inside, and its caption."""
    with drawing():
        figure = new_figure(height_inches)
        yield figure, figure.add_subplot()
        add_caption(figure, caption)


def as_portion(axes: Axes) -> None:
    """The x axis runs from the first decision to the end of the match."""
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.set_xticklabels(["start", "¼", "½", "¾", "end"])
    axes.set_xlabel("portion of the match")


# ---------------------------------------------------------------------------- values on pointing


_MARK = "value-"
_SIZE = 11
"""Of the spots at which one can point, in points."""
_SPOTS = 20
"""On a curve, at most."""


def tell(artist: Artist, text: str) -> None:
    """Whoever points at it is told the text."""
    artist.set_gid(_MARK + quote(text, safe=""))


def add_values(axes: Axes, spots: Iterable[tuple[float, float, str]]) -> None:
    """Unseen spots, by x, y and text."""
    for x, y, text in spots:
        tell(axes.scatter([x], [y], s=_SIZE**2, alpha=0), text)


def some(count: int) -> Sequence[int]:
    """Places on a curve of so many points, evenly spread, the last among them."""
    step = max(1, -(-count // _SPOTS))
    return range((count - 1) % step, count, step)


def with_titles(svg: str) -> str:
    """The SVG in which what is to be told stands as titles."""

    def titled(found: re.Match[str]) -> str:
        return f'<g class="value"><title>{escape(unquote(found[1]))}</title>'

    return re.sub(rf'<g id="{_MARK}([^"]+)">', titled, svg)
