"""Cards, piles, grids and hands as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile

from rich.console import Console
from rich.text import Text

from kibitz.words import Area, Face, Row

Block = list[Text]
"""Lines, top first."""

BACK = "▒▒"
LOOKED_AT = "░░"
EMPTY = "·"
RED = "red"
BLACK = "bold"
QUIET = "dim"

_CARD = r"\b(?:10|[2-9AJQK])[♥♦]"
_BLACK_CARD = r"\b(?:10|[2-9AJQK])[♣♠]"
_LISTED = 6
"""A pile of more cards says how many there are."""
_FEW = 3
"""The same beside another player, where there is less room; and so many cards of a pile that lies
face down are shown where the seat remembers more."""


_COLUMN_GAP = 2
_INKS = {"orange": "dark_orange", "pink": "hot_pink", "brown": "orange4", "grey": "grey50"}
"""What the terminal calls the colours of a page, where it has other names for them."""


def coloured(text: str, style: str = "") -> Text:
    """Words with the cards in them coloured."""
    line = Text(text, style=style)
    line.highlight_regex(_CARD, RED)
    line.highlight_regex(_BLACK_CARD, BLACK)
    return line


def card(face: Face) -> Text:
    if face.text is None:
        return Text(LOOKED_AT if face.is_looked_at else BACK, style=QUIET)
    text, style = (face.text, "") if face.is_open else (f"({face.text})", QUIET)
    ink = "" if face.colour == "black" else _INKS.get(face.colour, face.colour)
    return coloured(text, f"{style} {ink}".strip())


def _cards(faces: Sequence[Face]) -> Text:
    """Beside each other; further apart where a card is called by several words."""
    gap = "  " if any(" " in (face.text or "") for face in faces) else " "
    return Text(gap).join(map(card, faces))


# ---------------------------------------------------------------------------- in one line


def inline(row: Row, *, listed: int = _LISTED) -> Text:
    """`stock ▒▒ ×27`, `table 4♣ 4♠`, `RUN 1 K♦ Q♦ J♦  2 8♣ 8♠ 8♥`. Places where only single cards
    are to be seen need no numbers between them: `cell 4♣ 4♠`."""
    line = Text(f"{row.name} ", style="")
    if set(row.stacks) == {0}:
        return line.append_text(_stack(row, row.stacks[0], listed))
    full = [(index, faces) for index, faces in row.stacks.items() if faces]
    is_plain = not row.is_meld and all(row.is_discard or len(faces) == 1 for _, faces in full)
    pieces = [
        Text("" if is_plain else f"{index} ", style=QUIET) + _stack(row, faces, listed)
        for index, faces in full
    ]
    return line.append_text(Text("  ").join(pieces) if pieces else Text(EMPTY, style=QUIET))


def _stack(row: Row, faces: Sequence[Face], listed: int) -> Text:
    """Every card that the seat can tell, but of discards the top; where there are both many of
    these and hidden ones, each with their number and all together."""
    if not faces:
        return Text(EMPTY, style=QUIET)
    known = [face for face in faces if face.text is not None]
    hidden = len(faces) - len(known)
    if row.is_hand:
        known.sort(key=lambda face: face.rank)
    if not hidden:
        return _known(row, known, listed)
    text = Text(BACK if hidden == 1 else f"{BACK} ×{hidden}", style=QUIET)
    text = Text(" ").join([text, *map(card, known)])
    if len(known) > listed:
        text.append(f" ×{len(known)}, {len(faces)} in all", style=QUIET)
    return text


def _known(row: Row, faces: Sequence[Face], listed: int) -> Text:
    """All of them; of discards the top, of what lies face down in a pile the latest."""
    is_pile = not row.is_hand and not any(face.is_open for face in faces)
    if row.is_discard and len(faces) > 1:
        shown = [card(faces[-1])]
    elif is_pile and len(faces) > listed:
        shown = [Text("…", style=QUIET), *map(card, faces[-_FEW:])]
    else:
        return _cards(faces)
    return Text(" ").join(shown).append(f" ×{len(faces)}", style=QUIET)


def pile(row: Row, width: int) -> Block:
    """What lies in the middle: a line, or several places beside each other as columns, each with
    its number above it and its top card last."""
    numbers = sorted({*row.columns, *(index for index, faces in row.stacks.items() if faces)})
    columns = [_column(index, row.stacks[index]) for index in numbers]
    if not row.columns or row.grid or width_of(columns, _COLUMN_GAP) > width:
        return wrapped(inline(row), width)
    return [Text(row.name), *beside(columns, _COLUMN_GAP)]


def _column(number: int, faces: Sequence[Face]) -> Block:
    """What nobody can tell at the bottom of it takes one line."""
    known = list(dropwhile(lambda face: face.text is None, faces))
    hidden = len(faces) - len(known)
    backs = [Text(BACK if hidden == 1 else f"{BACK[0]}×{hidden}", style=QUIET)] if hidden else []
    shown = [*backs, *map(card, known)] or [Text(EMPTY, style=QUIET)]
    return [Text(str(number), style=QUIET), *shown]


# ---------------------------------------------------------------------------- small


def small_area(area: Area, title: Text) -> Block:
    """What another player has, in as little room as it takes."""
    lines = [title]
    for row in area.rows:  # a line, or one for every row of a grid and every meld
        if row.grid:
            lines += _small_grid(row)
        elif row.is_meld:
            melds = row.stacks.values()
            lines += [Text(row.name), *(_stack(row, faces, len(faces)) for faces in melds)]
        else:
            lines.append(inline(row, listed=_FEW))
    if not area.rows:
        lines.append(Text("no cards", style=QUIET))
    if area.counters:
        lines.append(Text(", ".join(area.counters), style=QUIET))
    return lines


def _small_grid(row: Row) -> Block:
    assert row.grid is not None
    width = 1 + max((len(card(face).plain) for face in row.faces), default=len(BACK))
    lines = []
    for indices in _grid_rows(row):
        line = Text()
        for index in indices:
            cell = _cell(row.stacks.get(index, ()))
            cell.pad_right(max(width - cell.cell_len, 0))
            line.append_text(cell)
        lines.append(line)
    return lines


def _grid_rows(row: Row) -> Iterable[range]:
    """The indices of every row; a grid of one row ends with its last card."""
    assert row.grid is not None
    grid = row.grid
    if grid.rows == 1:
        full = [index for index, faces in row.stacks.items() if faces]
        end = min(max(full, default=grid.first), grid.first + grid.columns - 1)
        return [range(grid.first, end + 1)]
    starts = range(grid.first, grid.first + grid.rows * grid.columns, grid.columns)
    return (range(start, start + grid.columns) for start in starts)


def _cell(faces: Sequence[Face]) -> Text:
    """The top card of a cell."""
    return card(faces[-1]) if faces else Text(EMPTY, style=QUIET)


# ---------------------------------------------------------------------------- large


def large_grid(row: Row) -> Block:
    """Every cell a card with its number in the frame, which is a double one if the card stays."""
    width = 2 + max([2, *(_cell([face]).cell_len for face in row.faces)])
    lines: Block = []
    for indices in _grid_rows(row):
        tops, middles, bottoms = Text(), Text(), Text()
        for index in indices:
            faces = row.stacks.get(index, ())
            is_locked = row.is_locked and bool(faces) and faces[-1].is_open
            left, across, right, side, low_left, low_right = "╔═╗║╚╝" if is_locked else "╭─╮│╰╯"
            number = str(index)
            tops.append(left + number + across * (width - len(number)) + right + " ", style=QUIET)
            middles.append(side, style=QUIET)
            cell = _cell(faces)
            cell.align("center", width)
            middles.append_text(cell)
            middles.append(side + " ", style=QUIET)
            bottoms.append(low_left + across * width + low_right + " ", style=QUIET)
        lines += [tops, middles, bottoms]
    return lines


def fan(faces: Sequence[Face], width: int) -> Block:
    """Cards held in a hand, side by side, in as many rows as the width asks for."""
    lines: Block = []
    row: list[Text] = []
    for shown in map(card, faces):
        if row and sum(text.cell_len + 2 for text in (*row, shown)) + 1 > width:
            lines += _fan_row(row)
            row = []
        row.append(shown)
    return lines + _fan_row(row)


def _fan_row(cards: Sequence[Text]) -> Block:
    top, middle, bottom = Text(), Text(), Text()
    for shown in cards:
        edge = "─" * (shown.cell_len + 1)
        top.append(f"╭{edge}", style=QUIET)
        bottom.append(f"╰{edge}", style=QUIET)
        middle.append("│", style=QUIET).append_text(shown).append(" ")
    top.append("╮", style=QUIET)
    middle.append("│", style=QUIET)
    bottom.append("╯", style=QUIET)
    return [top, middle, bottom]


# ---------------------------------------------------------------------------- side by side


def wrapped(line: Text, width: int) -> Block:
    return list(line.wrap(Console(width=width, no_color=True), width))


def between_edges(left: Text, right: Text, width: int) -> Text:
    """One line with one text at either end."""
    line = left.copy()
    line.rstrip()
    return line.append(" " * max(width - line.cell_len - right.cell_len, 2)).append_text(right)


def beside(blocks: Sequence[Block], gap: int) -> Block:
    """The blocks next to each other, their first lines level."""
    height = max(map(len, blocks), default=0)
    lines = [Text() for _ in range(height)]
    for position, block in enumerate(blocks):
        width = max((line.cell_len for line in block), default=0)
        for number, line in enumerate(lines):
            piece = block[number].copy() if number < len(block) else Text()
            if position < len(blocks) - 1:
                piece.pad_right(width + gap - piece.cell_len)
            line.append_text(piece)
    return lines


def flow(blocks: Sequence[Block], gap: int, width: int) -> Block:
    """The blocks next to each other as far as the width goes, then below."""
    lines: Block = []
    row: list[Block] = []
    for block in blocks:
        if row and width_of([*row, block], gap) > width:
            lines += beside(row, gap)
            row = []
        row.append(block)
    return lines + beside(row, gap) if row else lines


def width_of(blocks: Sequence[Block], gap: int) -> int:
    """Of the blocks beside each other."""
    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    return sum(widths) + gap * (len(blocks) - 1)
