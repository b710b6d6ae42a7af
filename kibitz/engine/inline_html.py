"""Things as HTML for notebooks, in the colours of the table: styles inline, no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Cards = Sequence[str | None]
"""Faces by their names; None for a card that nobody here can tell."""

_RED, _BLACK = "#b3202c", "#1b1f1d"
_CARD = (
    "display:inline-block;min-width:1.7em;padding:.2em .25em;margin:.1em;text-align:center;"
    "border:1px solid #cfd6d1;border-radius:.3em;font-weight:600;"
)
_UP, _DOWN = (
    "background:#fffdf6;color:{}",
    "background:repeating-linear-gradient(45deg,#14543a 0 3px,#1d6b4b 3px 6px);color:#14543a",
)
_FELT = "background:#1d6b4b;color:#fff;border-radius:.5em;padding:.6em .8em;display:inline-block"
_CELL = "padding:.15em .8em .15em 0;text-align:{};background:none;border:none"
_LISTED = 14
"""Cards of a place that are drawn; of more, the one on top and how many there are."""


def card(name: str | None) -> str:
    if name is None:
        return f'<span style="{_CARD}{_DOWN}">▒</span>'
    colour = _RED if set(name) & set("♥♦") else _BLACK
    return f'<span style="{_CARD}{_UP.format(colour)}">{escape(name)}</span>'


def pile(cards: Cards) -> str:
    if len(cards) <= _LISTED:
        return "".join(map(card, cards))
    return f"{card(cards[-1])} ×{len(cards)}"


def felt(title: str, rows: Iterable[tuple[str, Iterable[Cards]]]) -> str:
    """A table with cards on it: a row for every place, by its name."""
    cell = f"{_CELL.format('left')};color:#fff"
    lines = "".join(
        f'<tr style="background:none"><td style="{cell}">{escape(name)}</td>'
        f'<td style="{cell}">{" ".join(map(pile, piles))}</td></tr>'
        for name, piles in rows
    )
    return (
        f'<div style="{_FELT}"><b>{escape(title)}</b>'
        f'<table style="border-collapse:collapse;margin:.4em 0 0">{lines}</table></div>'
    )


def listing(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Words and numbers: the first column to the left, the others to the right."""

    def line(cells: Sequence[object], tag: str) -> str:
        sides = ["left", *["right"] * len(cells)]
        return "".join(
            f'<{tag} style="{_CELL.format(side)}">{escape(str(one))}</{tag}>'
            for side, one in zip(sides, cells, strict=False)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    head = f"<tr>{line(heads, 'th')}</tr>" if any(heads) else ""
    return f"<div><b>{escape(title)}</b><table>{head}{body}</table></div>"
