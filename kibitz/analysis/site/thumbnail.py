"""A game's shape at a glance: options, spread and lead over the match, in one small drawing."""

from __future__ import annotations

from html import escape

from kibitz.analysis.figures.style import dashes
from kibitz.analysis.site.summary import Line, Summary

WIDTH, HEIGHT, GAP = 96.0, 44.0, 12.0
"""Of each of the three panels."""


def thumbnail(summary: Summary) -> str:
    """A drawing without any colours of its own, the page's apply; its names stand below it."""
    panels = [
        ("options", _options(summary)),
        ("spread", _area(_to_one(summary.spread))),
        ("lead", "".join(_lead(number, line) for number, line in enumerate(summary.lead))),
    ]
    width = 3 * WIDTH + 2 * GAP
    drawn = "".join(
        f'<g transform="translate({number * (WIDTH + GAP):g} 0)">'
        f'<path d="M0 {HEIGHT:g}H{WIDTH:g}" stroke="var(--line)"/>{shape}</g>'
        for number, (_, shape) in enumerate(panels)
    )
    names = "".join(f"<span>{name}</span>" for name, _ in panels)
    words = escape(f"Shape of {summary.title}: {summary.readings['branching']}")
    return (
        f'<div class="shape" role="img" aria-label="{words}">'
        f'<svg viewBox="0 0 {width:g} {HEIGHT + 1:g}">{drawn}</svg>{names}</div>'
    )


def _options(summary: Summary) -> str:
    """A line for every kind of decision."""
    most = max(options for curve in summary.branching for _, options in curve)
    lines = (
        " ".join(f"{x * WIDTH:.1f},{HEIGHT - 2 - y / most * (HEIGHT - 4):.1f}" for x, y in curve)
        for curve in summary.branching
    )
    return "".join(
        f'<polyline points="{line}" fill="none" stroke="var(--blue)" stroke-width="1.8"/>'
        for line in lines
    )


def _to_one(line: Line) -> Line:
    most = max(line, default=0.0)
    return tuple(max(0.0, value / most) for value in line) if most > 0 else (0.0,) * len(line)


def _points(line: Line) -> str:
    last = max(1, len(line) - 1)
    return " ".join(
        f"{n * WIDTH / last:.1f},{HEIGHT - 2 - value * (HEIGHT - 4):.1f}"
        for n, value in enumerate(line)
    )


def _area(line: Line) -> str:
    if not line:
        return ""
    points = _points(line)
    return (
        f'<polygon points="0,{HEIGHT:g} {points} {WIDTH:g},{HEIGHT:g}" fill="var(--blue)" '
        f'opacity=".18"/><polyline points="{points}" fill="none" stroke="var(--blue)" '
        'stroke-width="1.8"/>'
    )


def _lead(number: int, line: Line) -> str:
    colours = ("var(--blue)", "var(--grey)", "var(--green)", "var(--vermilion)")
    _, pattern = dashes(number)
    dashed = f' stroke-dasharray="{" ".join(f"{part:g}" for part in pattern)}"' if pattern else ""
    return (
        f'<polyline points="{_points(line)}" fill="none" '
        f'stroke="{colours[number % len(colours)]}" stroke-width="1.6"{dashed}/>'
    )
