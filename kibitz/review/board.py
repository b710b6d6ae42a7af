"""The table as its player saw it at a decision, laid out as at the table: HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from kibitz.engine import View
from kibitz.words import Area, Face, Row, Tableau, player_name

_LISTED = 8
"""Of a pile of more cards the top one is drawn, and how many there are."""
_RED = ("♥", "♦")


def board(tableau: Tableau, view: View) -> str:
    """Others first, then the middle of the table and the trick, the player last."""
    areas = tableau.areas(view)
    others = [(view.seat + n) % view.players for n in range(1, view.players)]
    drawn = [_area(areas[seat], view) for seat in others]
    drawn += [_area(areas[None], view), _trick(tableau, view), _area(areas[view.seat], view)]
    return f'<div class="board">{"".join(drawn)}</div>'


def _area(area: Area, view: View) -> str:
    rows = "".join(_row(row) for row in area.rows if row.is_expected or not row.is_empty)
    if not rows and not area.counters:
        return ""
    name = "the table" if area.owner is None else player_name(area.owner, view.seat)
    side = "middle" if area.owner is None else "own" if area.owner == view.seat else "other"
    numbers = f"<p>{escape(', '.join(area.counters))}</p>" if area.counters else ""
    return f'<section class="area {side}"><h4>{escape(name)}</h4>{rows}{numbers}</section>'


def _trick(tableau: Tableau, view: View) -> str:
    played = tableau.trick(view)
    if not played:
        return ""
    cards = "".join(_played(face, player_name(seat, view.seat)) for seat, face in played)
    row = f'<div class="row">{cards}</div>'
    return f'<section class="area middle"><h4>the trick</h4>{row}</section>'


def _played(face: Face, who: str) -> str:
    return f"<figure>{_card(face)}<figcaption>{escape(who)}</figcaption></figure>"


def _row(row: Row) -> str:
    if row.grid is not None:
        cells = range(row.grid.first, row.grid.first + row.grid.rows * row.grid.columns)
        cards = "".join(_stack(row.stacks.get(cell, ())) for cell in cells)
        drawn = f'<div class="grid of-{row.grid.columns}">{cards}</div>'
    elif row.is_hand or row.is_meld:
        faces = sorted(row.faces, key=lambda face: face.rank) if row.is_hand else row.faces
        drawn = f'<div class="row">{_cards(faces)}</div>'
    else:
        drawn = f'<div class="row">{"".join(_pile(faces) for faces in row.stacks.values())}</div>'
    return f'<div class="pile"><span>{escape(row.name)}</span>{drawn}</div>'


def _stack(faces: tuple[Face, ...]) -> str:
    return _card(faces[-1]) if faces else '<span class="card none"></span>'


def _pile(faces: tuple[Face, ...]) -> str:
    if len(faces) <= _LISTED:
        return _cards(faces) or '<span class="card none"></span>'
    return f"{_card(faces[-1])}<small>×{len(faces)}</small>"


def _cards(faces: Iterable[Face]) -> str:
    return "".join(map(_card, faces))


def _card(face: Face) -> str:
    if face.text is None:
        return '<span class="card back"><span class="unseen">face down</span></span>'
    colour = " red" if face.text.endswith(_RED) else ""
    known = "" if face.is_open else " known"
    return f'<span class="card{colour}{known}">{escape(face.text)}</span>'
