"""`--plain`: the table in sentences, for those who have it read to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.table.drawing import BACK, LOOKED_AT
from kibitz.cli.table.scorecard import SpokenScore
from kibitz.cli.table.screen import PARTNER, Display, ScreenSize, Sight, duties_of
from kibitz.engine import SUITS
from kibitz.words import Area, Face, Row, Tableau, addressed, player_name, second_person

_CARD = re.compile(r"\b(10|[2-9AJQK]|Knight)([♥♦♣♠])")
_JOKER = re.compile(r"\b(Black|Red)joker\b")
_TENS = ("", "X", "XX")
_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_NUMERALS = [ten + one for ten in _TENS for one in _ONES][1:22]
_TRUMPS = {numeral: f"trump {number}" for number, numeral in enumerate(_NUMERALS, 1)}
_TRUMP = re.compile(rf"\b({'|'.join(_TRUMPS)})\b(?! [A-Z])")
"""Of a tarot pack; not the first word of `I Doubt It`."""
_RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "Knight": "knight"}
_COLUMNS = re.compile(r" {2,}")
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
    text = _TRUMP.sub(lambda trump: _TRUMPS[trump[1]], text)
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
        """What stands in columns is told with a pause between them."""
        self.say(", ".join(_COLUMNS.split(line.plain.strip())))

    def result(self, table: Table) -> None:
        """`rank 1, player 4, score 7`: every row with the names of its columns."""
        heads = ["" if one.header == "player" else f"{one.header} " for one in table.columns]
        for row in zip(*(column.cells for column in table.columns), strict=True):
            self.say(", ".join(f"{head}{cell}" for head, cell in zip(heads, row, strict=True)))

    def say(self, text: str, style: str = "") -> None:
        self._console.print(Text(spoken(text)), soft_wrap=True)


def sentences(tableau: Tableau, sight: Sight) -> Iterator[str]:
    """The news, what lies on the table, what everybody has, and what there is to choose."""
    view = sight.view
    areas = tableau.areas(view, sight.veiled, sight.chosen)
    yield f"{sight.title}. {sight.remark}"
    yield from sight.news
    yield from chain.from_iterable(_told_apart(row) for row in areas[None].rows if not row.is_empty)
    yield from (addressed(text, view.seat) for text in areas[None].counters)
    played = [f"{player_name(seat, view.seat)} {_face(f)}" for seat, f in tableau.trick(view)]
    yield from _told("trick", played)
    remark = tableau.remark(view)
    if remark:
        yield remark
    others = (*range(view.seat + 1, view.players), *range(view.seat))
    for seat in (*others, view.seat):
        if view.players > 1 or areas[seat].rows or areas[seat].counters:
            yield _player(tableau, sight, areas[seat], seat)
    yield from (f"{offer.tag}: {offer.option}" for offer in sight.offers)


def _told(what: str, pieces: Sequence[str]) -> list[str]:
    return [f"{what}: {', '.join(pieces)}"] if pieces else []


def _player(tableau: Tableau, sight: Sight, area: Area, seat: int) -> str:
    """`player 2 leads and stands at 34: hand 5 cards; bid 2`."""
    has = "; ".join([*chain.from_iterable(map(_told_apart, area.rows)), *area.counters])
    return f"{_who(tableau, sight, seat)}: {has or 'no cards'}"


def _who(tableau: Tableau, sight: Sight, seat: int) -> str:
    """`player 3, your partner, leads`; `you deal and stand at 34`."""
    name, duties = player_name(seat, sight.view.seat), duties_of(tableau, sight, seat)
    if PARTNER in duties:
        name = f"{name}, {PARTNER}{',' if len(duties) > 1 else ''}"
    standing = [f"stands at {sight.standings[seat]}"] if sight.standings.get(seat) else []
    does = [*(duty for duty in duties if duty != PARTNER), *standing]
    if seat == sight.view.seat:
        does = [" ".join([second_person(verb), *rest]) for verb, *rest in map(str.split, does)]
    return f"{name} {' and '.join(does)}".strip()


def row_told(row: Row) -> str:
    """`cell 2: 7 of hearts; face down: cell 1, cell 3`; `ship 3♣, 3♦; and 5♠, 6♠`;
    `meld 2: 7 of hearts, 7 of spades, 7 of clubs`; `stock 26 cards`; `3 hidden cards`."""
    if row.grid:
        return _grid(row)
    if row.is_meld and any(row.stacks):
        return "; ".join(f"{row.name} {n}: {_stack(row, f)}" for n, f in row.stacks.items() if f)
    stacks = [faces for faces in row.stacks.values() if faces]
    if row.is_hand:
        stacks = [tuple(sorted(faces, key=lambda face: face.rank)) for faces in stacks]
    *others, last = [_stack(row, faces) for faces in stacks] or ["empty"]
    if any(", " in told for told in (*others, last)):
        return f"{row.name} {'; and '.join([*others, last])}"
    if not others and last == _cards(len(row.faces)):
        return _row_counted(row)
    return f"{row.name} {', '.join(others)} and {last}" if others else f"{row.name} {last}"


def _told_apart(row: Row) -> list[str]:
    """`column 1: 8 of hearts`, `column 2: empty`; in one piece where there are no columns."""
    columns = [(index, row.stacks[index]) for index in sorted(row.columns)]
    told = [f"{row.name} {index}: {_stack(row, faces) or 'empty'}" for index, faces in columns]
    return told or [row_told(row)]


def _row_counted(row: Row) -> str:
    """`hand 5 cards`, but `3 hidden cards`, `1 card won`, `last card face down`."""
    count, words = len(row.faces), row.name.split()
    if words[-1:] == ["card"]:
        return f"{row.name} face down"
    if "cards" not in (*words[:1], *words[-1:]):
        return f"{row.name} {_cards(count)}"
    return f"{count} {row.name if count > 1 else row.name.replace('cards', 'card')}"


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
    if row.is_discard and known and known[-1].is_open:
        under = len(faces) - 1
        return f"{_face(known[-1])} on {_cards(under)}" if under else _face(known[0])
    pieces = [_cards(hidden)] if hidden else []
    down = [str(face.text) for face in known if not face.is_open]
    shown = [_face(face) for face in known if face.is_open]
    if hidden and down and not shown:
        return f"{_cards(len(faces))}, among them {', '.join(down)}"
    return ", ".join([*pieces, *shown, *down, *(["face down"] if down else [])])


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _face(face: Face, row: Row | None = None) -> str:
    if face.text is None:
        return "face down but looked at" if face.is_looked_at else "face down"
    if not face.is_open:
        return f"{face.text}, face down"
    return f"{face.text}, which stays" if row is not None and row.is_locked else face.text
