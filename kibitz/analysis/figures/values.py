"""Values that a figure tells when one points at it: titles in the SVG, so no script is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import quote, unquote

from matplotlib.artist import Artist
from matplotlib.axes import Axes

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
