"""All figures of a game as files: the same figure gives the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from matplotlib.figure import Figure

from kibitz.analysis.figures import charts, style
from kibitz.analysis.figures.flow import draw_flow
from kibitz.analysis.figures.style import with_titles
from kibitz.analysis.measures.all import Measures
from kibitz.analysis.subject import Subject, sample_text

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
    none = dict.fromkeys(("Date", "Creator", "Type", "Format"))
    return with_titles(_saved(figure, "svg", dpi=SVG_DOTS_PER_INCH, metadata=none).decode())


def to_png(figure: Figure) -> bytes:
    none = {"Software": None}
    return _saved(figure, "png", dpi=PNG_DOTS_PER_INCH, facecolor=style.PAPER, metadata=none)


def _saved(figure: Figure, kind: str, **settings: Any) -> bytes:
    file = io.BytesIO()
    with style.drawing():
        figure.savefig(file, format=kind, **settings)
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


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure as files."""

    name: str
    svg: str
    png: bytes
    caption: str
    """What it needs to be made again."""


def pictures(subject: Subject, measures: Measures) -> dict[str, Picture]:
    """By name; spread and lead are missing where nobody looked ahead or nobody can lead."""
    by_chance = sample_text(measures.branching.matches, "random")
    stopped = ", stopped when the time was up" if measures.is_cut else ""
    by_thought = sample_text(measures.seats_thinking.matches, measures.player) + stopped
    random, thinking = subject.caption(by_chance), subject.caption(by_thought)
    both = subject.caption(f"{by_chance}; {by_thought}")
    watched = subject.caption(sample_text(measures.movement.matches, "random"))
    deals = ", ".join(str(rung.deals) for rung in measures.skill.rungs) if measures.skill else ""
    duels = f"mcts over the same deals in turn ({deals})" if deals else "No duel came to its end"
    layout, players, by_random = subject.page.layout, measures.players, measures.scores_random
    figures: tuple[tuple[str, Callable[[Any, str], Figure], Any, str], ...] = (
        ("flow", partial(draw_flow, layout, players), measures.movement, watched),
        ("branching", charts.draw_branching, measures.branching, random),
        ("spread", charts.draw_spread, measures.spread, thinking),
        ("lead", charts.draw_lead, measures.lead, thinking),
        ("skill", charts.draw_skill, measures.skill, subject.caption(duels)),
        ("lengths", charts.draw_lengths, measures.lengths, both),
        ("scores", partial(charts.draw_scores, by_random), measures.scores_thinking, both),
    )
    drawn = {name: (draw(of, said), said) for name, draw, of, said in figures if of is not None}
    return {
        name: Picture(name, to_svg(figure), to_png(figure), caption)
        for name, (figure, caption) in drawn.items()
    }
