"""Figures as bytes: the same figure gives the same bytes."""

from __future__ import annotations

import io
import re

from matplotlib.figure import Figure

from kibitz.analysis.figures import style
from kibitz.analysis.figures.style import with_titles

PNG_DOTS_PER_INCH = 200
SVG_DOTS_PER_INCH = 160
"""Of the parts of an SVG that are pictures, such as thousands of dots."""

_VARIABLES = {
    style.INK: "ink",
    style.FAINT: "faint",
    style.LINE: "line",
    style.PAPER: "paper",
    style.BLUE: "blue",
    style.GREEN: "green",
    style.VERMILION: "vermilion",
    style.GREY: "grey",
}
"""What a page may set to other colours when it is dark."""


def to_svg(figure: Figure) -> str:
    file = io.StringIO()
    with style.drawing():
        figure.savefig(
            file,
            format="svg",
            dpi=SVG_DOTS_PER_INCH,
            metadata={"Date": None, "Creator": None, "Type": None, "Format": None},
        )
    return with_titles(file.getvalue())


def to_png(figure: Figure) -> bytes:
    file = io.BytesIO()
    with style.drawing():
        figure.savefig(
            file,
            format="png",
            dpi=PNG_DOTS_PER_INCH,
            facecolor=style.PAPER,
            metadata={"Software": None},
        )
    return file.getvalue()


def to_inline(svg: str, name: str) -> str:
    """The SVG as part of a page: its own ids, and the page's ink so that it can be dark.

    It is told to be ignored by screen readers; the page says in words what it shows.
    """
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r"url\(#", f"url(#{name}-", body)
    body = re.sub(r'xlink:href="#', f'xlink:href="#{name}-', body)
    for colour, variable in _VARIABLES.items():
        body = body.replace(f": {colour}", f": var(--{variable})")
    body = re.sub(r' width="[^"]*pt" height="[^"]*pt"', "", body, count=1)
    body = re.sub(r' height="[^"]*pt" viewBox', " viewBox", body, count=1)
    return body.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
