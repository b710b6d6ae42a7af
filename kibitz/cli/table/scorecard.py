"""The scorecard as lines of text: one hole with its arithmetic, and the whole card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from kibitz.cli.faults import Refusal
from kibitz.cli.table import drawing
from kibitz.engine import Event, OwnerKind, PointMap, Program, kind_texts
from kibitz.game import Game
from kibitz.games import Page, Scorecard
from kibitz.recycle import Goal
from kibitz.words import Hole, NoSuchNumber, Scorekeeper, Tally, Term

_NINE = 9
"""Holes in a row of the card: front nine, back nine."""
_LATEST = 9
"""Of so many holes the scores fit beside a name."""
_GAP = 3
_NUMBERS = 14
"""The width of score and total, with a gap before them."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The cards of a match by number: what they are called, and what they count."""

    texts: Sequence[str]
    worth: Sequence[int] | None
    """None where no single map says it."""


class ScoreSheet:
    """Writes the card of one game."""

    def __init__(self, program: Program, page: Page, card: Scorecard) -> None:
        self._program = program
        self._card = card
        self._grid = page.layout.grid(card.cards)
        self._texts = kind_texts(program)
        holes = program.options.get(card.holes)
        self._holes = holes if isinstance(holes, int) else None

    def faces(self, kinds: Sequence[int], points: Sequence[int] | None) -> Faces:
        """`points` are what every kind of card counts."""
        texts = [self._texts[kind] for kind in kinds]
        return Faces(texts, None if points is None else [points[kind] for kind in kinds])

    # ------------------------------------------------------------------ in passing

    def progress(self, keeper: Scorekeeper) -> str:
        """`hole 3 of 9, par 4`."""
        number = f"{self._card.word} {keeper.number}"
        of = f" of {self._holes}" if self._holes else ""
        return f"{number}{of}" + (f", par {keeper.par}" if keeper.par is not None else "")

    def standing(self, keeper: Scorekeeper, seat: int) -> str:
        """`34`, in a game with pars `34 (+2)`; empty before anything has been scored."""
        if not keeper.holes:
            return ""
        return _signed(keeper.total(seat)) + _against_par(keeper, seat)

    def own_standing(self, keeper: Scorekeeper, seat: int) -> str:
        """`34 (+2) = 12 + 14 + 8`; of many holes the latest."""
        scores = [hole.tallies[seat].score for hole in keeper.holes]
        if len(scores) < 2:
            return self.standing(keeper, seat)
        earlier = "… + " if len(scores) > _LATEST else ""
        return f"{self.standing(keeper, seat)} = {earlier}{_added(scores[-_LATEST:])}"

    # ------------------------------------------------------------------ one hole

    def hole(self, hole: Hole, faces: Faces, names: Sequence[str], width: int) -> drawing.Block:
        """What everybody had, and how it was counted."""
        par = f" · par {hole.par}" if hole.par is not None else ""
        title = Text(f"{self._card.word} {hole.number} is over{par}", style="bold")
        lines: drawing.Block = [
            drawing.between_edges(title, Text("score  total", style=drawing.QUIET), width)
        ]
        best = self._best([tally.score for tally in hole.tallies])
        cards = self._even([self._cards(tally, faces) for tally in hole.tallies])
        left = max(map(len, names))
        room = max(width - left - cards[0][0].cell_len - 2 * _GAP - _NUMBERS, 20)
        for name, shown, tally in zip(names, cards, hole.tallies, strict=True):
            style = "bold" if tally.score == best else ""
            sums = [
                piece for text in _arithmetic(tally, faces) for piece in drawing.wrapped(text, room)
            ]
            numbers = Text(f"{_signed(tally.score):>5}  {_signed(tally.total):>5}", style=style)
            block = drawing.beside([[Text(name.ljust(left), style=style)], shown, sums], _GAP)
            lines += [drawing.between_edges(block[0], numbers, width), *block[1:]]
        return lines

    def _cards(self, tally: Tally, faces: Faces) -> list[list[str]]:
        """The cards as they lay, row by row; those that did not count in brackets."""
        counted = [(index, faces.texts[card]) for index, card in tally.cards]
        aside = [(index, f"[{faces.texts[card]}]") for index, card in tally.aside]
        grid = self._grid
        if grid is None:
            return [[text for _, text in counted + aside]]
        shown = dict(counted + aside)
        starts = range(grid.first, grid.first + grid.rows * grid.columns, grid.columns)
        return [[shown.get(start + n, "") for n in range(grid.columns)] for start in starts]

    @staticmethod
    def _even(players: Sequence[Sequence[Sequence[str]]]) -> list[drawing.Block]:
        """Everybody's cards, as wide as the widest."""
        texts = [text for rows in players for row in rows for text in row]
        width = max(map(len, texts), default=0)
        blocks = [
            [drawing.coloured(" ".join(text.ljust(width) for text in row)) for row in rows]
            for rows in players
        ]
        for line in (line for block in blocks for line in block):
            line.rstrip()
        widest = max(line.cell_len for block in blocks for line in block)
        for block in blocks:
            block[0].pad_right(widest - block[0].cell_len)
        return blocks

    def _best(self, scores: Sequence[int]) -> int:
        return min(scores) if self._program.goal is Goal.MIN else max(scores)

    # ------------------------------------------------------------------ the whole card

    def card(self, keeper: Scorekeeper, names: Sequence[str]) -> drawing.Block:
        """Every hole so far, nine in a row; the totals stand in the last row."""
        if not keeper.holes:
            return [Text(f"no {self._card.word} is over yet", style=drawing.QUIET)]
        count = max(self._holes or 0, len(keeper.holes))
        lines: drawing.Block = []
        for first in range(1, count + 1, _NINE):
            last = min(first + _NINE - 1, count)
            if lines:
                lines.append(Text())
            rows = self._rows(keeper, names, range(first, last + 1))
            if last == count:
                rows = [[*row, *ends] for row, ends in zip(rows, _ends_of(keeper), strict=True)]
            lines += self._set(rows)
        return lines

    def _rows(self, keeper: Scorekeeper, names: Sequence[str], numbers: range) -> list[list[str]]:
        """Heading, pars where there are some, and a row for every player."""
        holes = {hole.number: hole for hole in keeper.holes}
        rows = [[self._card.word, *map(str, numbers)]]
        if keeper.par is not None:
            pars = (holes[n].par if n in holes else None for n in numbers)
            rows.append(["par", *("" if par is None else str(par) for par in pars)])
        for seat, name in enumerate(names):
            scores = (_signed(holes[n].tallies[seat].score) if n in holes else "·" for n in numbers)
            rows.append([name, *scores])
        return rows

    @staticmethod
    def _set(rows: Sequence[Sequence[str]]) -> drawing.Block:
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = []
        for number, row in enumerate(rows):
            cells = [row[0].ljust(widths[0])]
            cells += [
                text.rjust(max(width, 3)) for text, width in zip(row[1:], widths[1:], strict=True)
            ]
            lines.append(Text("  ".join(cells).rstrip(), style="bold" if number == 0 else ""))
        return lines


def _arithmetic(tally: Tally, faces: Faces) -> drawing.Block:
    """Cards and columns first, in one sum; then whatever else was settled, in its order."""
    labelled = [term for term in tally.terms if term.label]
    plain = [term.value for term in tally.terms if not term.label]
    if faces.worth is not None and not labelled:
        first = _card_sum(tally, faces.worth)
    else:
        first = f"{_added(plain)} = {_signed(sum(plain))}" if len(plain) > 1 else ""
    rest = ", ".join(map(_told, labelled))
    return [Text(text) for text in (first, rest) if text]


def _card_sum(tally: Tally, worth: Sequence[int]) -> str:
    """`4 + 8 = 12`, in the order of the cards beside it."""
    values = [worth[card] for _, card in tally.cards]
    return f"{_added(values)} = {_signed(tally.score)}" if values else "nothing counts"


def _told(term: Term) -> str:
    return f"{term.label} {'+' if term.value > 0 else ''}{_signed(term.value)}"


def _added(values: Sequence[int]) -> str:
    """`10 + 0 − 2`."""
    text = _signed(values[0])
    for value in values[1:]:
        text += f" − {-value}" if value < 0 else f" + {value}"
    return text


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def _against_par(keeper: Scorekeeper, seat: int) -> str:
    """` (+2)` or ` (−1)`; empty in a game without pars."""
    pars = [hole.par for hole in keeper.holes if hole.par is not None]
    if not pars:
        return ""
    over = keeper.total(seat) - sum(pars)
    return f" ({'+' if over > 0 else '±' if over == 0 else ''}{_signed(over)})"


def _ends_of(keeper: Scorekeeper) -> list[list[str]]:
    """What stands at the right end of the card: the totals, and who has won how many holes."""
    seats = range(len(keeper.holes[-1].tallies))
    won = [keeper.won(seat) for seat in seats]
    has_won = None not in won
    rows = [["total", *(["won"] if has_won else [])]]
    if keeper.par is not None:
        pars = sum(hole.par or 0 for hole in keeper.holes)
        rows.append([str(pars), *([""] if has_won else [])])
    for seat in seats:
        total = _signed(keeper.total(seat)) + _against_par(keeper, seat)
        rows.append([total, *([str(won[seat])] if has_won else [])])
    return rows


# ---------------------------------------------------------------------------- scoring


class ScoreLines:
    """The card of one match, with the names that stand on it."""

    def __init__(self, game: Game, card: Scorecard, names: Sequence[str]) -> None:
        """Raises Refusal for a page that does not fit the program."""
        program = game.program
        try:
            self._keeper = Scorekeeper(program, card)
        except NoSuchNumber as fault:
            raise Refusal(f"the page of {game.name}: {fault}") from None
        self._sheet = ScoreSheet(program, game.page, card)
        self._names = names
        self._points = _points_slot(program, card)

    def next_hole(self, events: Sequence[Event]) -> int:
        """How many of the events belong to the hole that is being played."""
        return self._keeper.next_hole(events)

    def hear(self, events: Sequence[Event]) -> list[Hole]:
        """The holes that came to their end in these events."""
        return self._keeper.hear(events)

    def hole(
        self, hole: Hole, kinds: Sequence[int], points: Sequence[PointMap], width: int
    ) -> drawing.Block:
        worth = None if self._points is None else points[self._points].scores
        return self._sheet.hole(hole, self._sheet.faces(kinds, worth), self._names, width)

    def card(self) -> drawing.Block:
        return self._sheet.card(self._keeper, self._names)

    def on_duty(self, duty: str) -> int | None:
        """Who deals, or leads, in the hole that is being played."""
        return self._keeper.on_duty(duty)

    @property
    def progress(self) -> str:
        return self._sheet.progress(self._keeper)

    def standings(self, seat: int) -> dict[int, str]:
        """How everybody stands, as the seat is told."""
        told = {s: self._sheet.standing(self._keeper, s) for s in range(len(self._names))}
        return {**told, seat: self._sheet.own_standing(self._keeper, seat)}


def scoring_of(game: Game, names: Sequence[str]) -> ScoreLines | None:
    """None for a game without a scorecard. Raises Refusal for a card that cannot be kept."""
    card = game.page.scorecard
    return None if card is None else ScoreLines(game, card, names)


def _points_slot(program: Program, card: Scorecard) -> int | None:
    for storage in program.point_storages:
        if (storage.owner, program.strings[storage.name]) == (OwnerKind.TABLE, card.points):
            return storage.first
    return None
