"""`--plain`: the table in sentences, for those who have it read to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.table.drawing import BACK, LOOKED_AT
from kibitz.cli.table.scorecard import SpokenScore
from kibitz.cli.table.screen import Display, ScreenSize, Sight, duties_of
from kibitz.engine import SUITS
from kibitz.words import Area, Face, Row, Tableau, addressed, player_name

_CARD = re.compile(r"\b(10|[2-9AJQK]|Knight)([♥♦♣♠])")
_JOKER = re.compile(r"\b(Black|Red)joker\b")
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "Knight": "knight"}
_ANY_CARD = rf"(?:{_CARD.pattern}|\b(?:Black|Red)?[Jj]oker\b)"
_NEXT_CARD = re.compile(rf"({_ANY_CARD}) (?={_ANY_CARD})")
_FEW = 6
"""More cards that lie face down are counted, though the listener has seen them."""
_SUITS = {sign: name.lower() for name, sign in SUITS.items()}
_SIGNS = {BACK: "face down", LOOKED_AT: "face down", "×": "times ", "−": "minus ", " · ": ", "}


def spoken(text: str) -> str:
    """The text without signs: `7♥ 8♥` is `7 of hearts, 8 of hearts`."""
    text = _NEXT_CARD.sub(r"\1, ", text)
    text = _CARD.sub(lambda card: f"{_RANKS.get(card[1], card[1])} of {_SUITS[card[2]]}", text)
    text = _JOKER.sub(lambda joker: f"{joker[1].lower()} joker", text)
    for sign, words in _SIGNS.items():
        text = text.replace(sign, words)
    return " ".join(text.split())


class Speech(Display):
    """Writes lines of words, one after the other; nothing is drawn, coloured or cleared."""

    score_lines = SpokenScore

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self.is_screen = False

    def table(self, tableau: Tableau, sight: Sight, size: ScreenSize) -> None:
        for text in sentences(tableau, sight):
            self.say(text)

    def line(self, line: Text) -> None:
        self.say(" ".join(line.plain.split()))

    def result(self, table: Table) -> None:
        heads = [str(column.header) for column in table.columns]
        for row in zip(*(column.cells for column in table.columns), strict=True):
            cells = zip(heads, map(str, row), strict=True)
            self.say(", ".join(c if head == "player" else f"{head} {c}" for head, c in cells))

    def say(self, text: str, style: str = "") -> None:
        self._console.print(Text(spoken(text)), soft_wrap=True)


def sentences(tableau: Tableau, sight: Sight) -> Iterator[str]:
    """The news, what lies on the table, what everybody has, and what there is to choose."""
    view = sight.view
    areas = tableau.areas(view, sight.veiled, sight.chosen)
    yield f"{sight.title}. {sight.remark}"
    yield from sight.news
    for row in areas[None].rows:
        if not row.is_empty:
            yield from _columns(row) if row.columns else (row_told(row),)
    yield from (addressed(text, view.seat) for text in areas[None].counters)
    played = [f"{player_name(seat, view.seat)} {_face(f)}" for seat, f in tableau.trick(view)]
    yield from _told("trick", played)
    remark = tableau.remark(view)
    if remark:
        yield remark
    others = (*range(view.seat + 1, view.players), *range(view.seat))
    for seat in (*others, view.seat):
        told = _player(tableau, sight, areas[seat], seat)
        if others or told != "you: no cards":
            yield told
    yield from (f"{offer.tag}: {offer.option}" for offer in sight.offers)


def _told(what: str, pieces: Sequence[str]) -> list[str]:
    return [f"{what}: {', '.join(pieces)}"] if pieces else []


def _player(tableau: Tableau, sight: Sight, area: Area, seat: int) -> str:
    """`player 2, leads, stands at 34: hand 5 cards; bid 2`."""
    duties = duties_of(tableau, sight, seat)
    standing = [f"stands at {sight.standings[seat]}"] if sight.standings.get(seat) else []
    name = ", ".join([player_name(seat, sight.view.seat), *duties, *standing])
    return f"{name}: {'; '.join([*map(row_told, area.rows), *area.counters]) or 'no cards'}"


def row_told(row: Row) -> str:
    """`cell 2: 7 of hearts; face down: cell 1, cell 3`; `meld 3♣, 3♦; and 5♠, 6♠`."""
    if row.grid:
        return _grid(row)
    stacks = [faces for faces in row.stacks.values() if faces]
    if row.is_hand:
        stacks = [tuple(sorted(faces, key=lambda face: face.rank)) for faces in stacks]
    *others, last = [_stack(row, faces) for faces in stacks] or ["empty"]
    if any(", " in told for told in (*others, last)):
        return f"{row.name} {'; and '.join([*others, last])}"
    return f"{row.name} {', '.join(others)} and {last}" if others else f"{row.name} {last}"


def _columns(row: Row) -> Iterator[str]:
    """`column 1: 8 of hearts`, `column 2: empty`."""
    for index in sorted(row.columns):
        yield f"{row.name} {index}: {_stack(row, row.stacks[index]) or 'empty'}"


def _grid(row: Row) -> str:
    tops = {f"cell {index}": faces[-1] for index, faces in row.stacks.items() if faces}
    known = [f"{cell}: {_face(face, row)}" for cell, face in tops.items() if face.text is not None]
    hidden: dict[str, list[str]] = {}
    for cell, face in tops.items():
        if face.text is None:
            hidden.setdefault(_face(face), []).append(cell)
    return "; ".join([*known, *(f"{how}: {', '.join(cells)}" for how, cells in hidden.items())])


def _stack(row: Row, faces: Sequence[Face]) -> str:
    known = [face for face in faces if face.text is not None]
    if len(faces) > _FEW and not (row.is_hand or any(face.is_open for face in known)):
        return _cards(len(faces))
    hidden = len(faces) - len(known)
    if row.is_discard and known:
        return (
            f"{_face(known[-1])} on {_cards(len(faces) - 1)}" if len(faces) > 1 else _face(known[0])
        )
    pieces = [_cards(hidden)] if hidden else []
    down = [str(face.text) for face in known if not face.is_open]
    shown = [_face(face) for face in known if face.is_open]
    return ", ".join([*pieces, *shown, *down, *(["face down"] if down else [])])


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _face(face: Face, row: Row | None = None) -> str:
    if face.text is None:
        return "face down but looked at" if face.is_looked_at else "face down"
    if not face.is_open:
        return f"{face.text}, face down"
    return f"{face.text}, which stays" if row is not None and row.is_locked else face.text
