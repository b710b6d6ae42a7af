"""The scorecard as lines of text: one hole with its arithmetic, and the whole card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from kibitz.cli.faults import Refusal
from kibitz.cli.table import drawing
from kibitz.engine import OwnerKind, PointMap
from kibitz.game import Game
from kibitz.games import Scorecard
from kibitz.recycle import Goal
from kibitz.words import Hole, NoSuchNumber, Scorekeeper, Tally, signed

_NINE = 9
"""Holes in a row of the card: front nine, back nine."""
_LATEST = 9
"""Of so many holes the scores fit beside a name."""
_GAP = 3
_NUMBERS = 14
"""The width of score and total, with a gap before them."""
_SUMS = 20
"""At least so much room is left for how a score came about."""
_EVERY_CARD = 1 << 10
"""So wide that all cards are in one row."""


class ScoreLines:
    """The card of one match, with the names that stand on it."""

    def __init__(self, game: Game, card: Scorecard, names: Sequence[str]) -> None:
        """Raises Refusal for a page that does not fit the program."""
        program = game.program
        try:
            self.keeper = Scorekeeper(program, card)
        except NoSuchNumber as fault:
            raise Refusal(f"the page of {game.name}: {fault}") from None
        self._goal, self._card, self._names = program.goal, card, names
        self._grid = game.page.layout.grid(card.cards)
        self._counted = game.page.layout.names.get(card.cards, "cards").lower()
        """What those cards are called that count."""
        self._texts = game.vocabulary.kind_texts
        holes = program.options.get(card.holes)
        self._holes = holes if isinstance(holes, int) else None
        tables = (
            storage.first
            for storage in program.point_storages
            if (storage.owner, program.strings[storage.name]) == (OwnerKind.TABLE, card.points)
        )
        self._points = next(tables, None)
        """Where it is said what cards count; None where no single map says it."""

    @property
    def progress(self) -> str:
        """`hole 3 of 9, par 4`."""
        keeper = self.keeper
        of = f" of {self._holes}" if self._holes else ""
        par = f", par {keeper.par}" if keeper.par is not None else ""
        return f"{self._card.word} {keeper.at_play}{of}{par}"

    def standings(self, seat: int) -> dict[int, str]:
        """How everybody stands, as the seat is told: `34`, in a game with pars `34 (+2)`, of its
        own `34 (+2) = 12 + 14 + 8`; of many holes the latest. Empty before any is over."""
        if not self.keeper.holes:
            return dict.fromkeys(range(len(self._names)), "")
        told = {number: self._total(number) for number in range(len(self._names))}
        scores = [hole.tallies[seat].score for hole in self.keeper.holes]
        if len(scores) > 1:
            earlier = "… + " if len(scores) > _LATEST else ""
            told[seat] += f" = {earlier}{_added(scores[-_LATEST:])}"
        return told

    def _total(self, seat: int) -> str:
        """`34 (+2)`, `31 (−1)`; without the brackets in a game without pars."""
        pars = [hole.par for hole in self.keeper.holes if hole.par is not None]
        total = self.keeper.total(seat)
        over = total - sum(pars)
        sign = "+" if over > 0 else "±" if over == 0 else ""
        return signed(total) + (f" ({sign}{signed(over)})" if pars else "")

    def hole(
        self, hole: Hole, kinds: Sequence[int], points: Sequence[PointMap], width: int
    ) -> drawing.Block:
        """What everybody had, and how it was counted."""
        texts = [self._texts[kind] for kind in kinds]
        worth = self._worth(kinds, points)
        title = Text(self._title(hole), style="bold")
        head = Text("score  total", style=drawing.QUIET)
        lines: drawing.Block = [drawing.between_edges(title, head, width)]
        best = (min if self._goal is Goal.MIN else max)(tally.score for tally in hole.tallies)
        left = max(map(len, self._names))
        free = width - left - 2 * _GAP - _NUMBERS
        cards = _even([self._cards(tally, texts, free - _SUMS) for tally in hole.tallies])
        room = max(free - cards[0][0].cell_len, _SUMS)
        for name, shown, tally in zip(self._names, cards, hole.tallies, strict=True):
            style = "bold" if tally.score == best else ""
            told = self._arithmetic(tally, worth)
            sums = [piece for text in told for piece in drawing.wrapped(Text(text), room)]
            numbers = Text(f"{signed(tally.score):>5}  {signed(tally.total):>5}", style=style)
            block = drawing.beside([[Text(name.ljust(left), style=style)], shown, sums], _GAP)
            lines += [drawing.between_edges(block[0], numbers, width), *block[1:]]
        return lines

    def _title(self, hole: Hole) -> str:
        """`hole 3 is over · par 4`."""
        par = f" · par {hole.par}" if hole.par is not None else ""
        is_drawn = self._goal is Goal.MAX and not any(tally.score for tally in hole.tallies)
        drawn = " · nobody scored" if is_drawn else ""
        return f"{self._card.word} {hole.number} is over{par}{drawn}"

    def _worth(self, kinds: Sequence[int], points: Sequence[PointMap]) -> list[int] | None:
        """What every card counts; None where no single map says it."""
        if self._points is None:
            return None
        scores = points[self._points].scores
        return [scores[kind] for kind in kinds]

    def _arithmetic(self, tally: Tally, worth: Sequence[int] | None) -> list[str]:
        """Cards and columns first, as `4 + 8 = 12` in the order of the cards beside it where that
        is the score, else what they come to; then whatever else was settled, in its order. `worth`
        is what every card counts."""
        if not self._card.open:
            return []  # it has been told
        labelled = [term for term in tally.terms if term.label]
        plain = [term.value for term in tally.terms if not term.label]
        rest = [
            f"{one.label} {'+' if one.value > 0 else ''}{signed(one.value)}" for one in labelled
        ]
        values = [] if worth is None else [worth[card] for _, card in tally.cards]
        if worth is not None and not labelled and sum(values) == tally.score:
            return [f"{_added(values)} = {signed(tally.score)}" if values else "nothing counts"]
        first = [f"{self._counted} {signed(sum(values))}"] if values and not self._grid else []
        if len(plain) > 1:
            first.append(f"{_added(plain)} = {signed(sum(plain))}")
        elif plain and labelled:
            rest.insert(0, signed(plain[0]))
        return [*first, ", ".join(rest)] if rest else first

    def _cards(self, tally: Tally, texts: Sequence[str], width: int) -> list[list[str]]:
        """The cards as they lay, row by row; those that did not count in brackets."""
        shown = [(index, texts[card]) for index, card in tally.cards]
        shown += [(index, f"[{texts[card]}]") for index, card in tally.aside]
        grid = self._grid
        if grid is None:
            widest = max((len(text) for _, text in shown), default=0)
            row = max((width + 1) // (widest + 1), 1)
            starts = range(0, max(len(shown), 1), row)
            return [[text for _, text in shown[start : start + row]] for start in starts]
        cells = dict(shown)
        starts = range(grid.first, grid.first + grid.rows * grid.columns, grid.columns)
        return [[cells.get(start + n, "") for n in range(grid.columns)] for start in starts]

    def card(self) -> drawing.Block:
        """Every hole so far, nine in a row; the totals stand in the last row."""
        keeper = self.keeper
        if not keeper.holes:
            return [Text(f"no {self._card.word} is over yet", style=drawing.QUIET)]
        count = max(self._holes or 0, len(keeper.holes))
        lines: drawing.Block = []
        for first in range(1, count + 1, _NINE):
            last = min(first + _NINE - 1, count)
            rows = self._rows(range(first, last + 1))
            if last == count:
                rows = [[*row, *ends] for row, ends in zip(rows, self._ends(), strict=True)]
            lines += [*([Text()] if lines else []), *_set(rows)]
        return lines

    def _rows(self, numbers: range) -> list[list[str]]:
        """Heading, pars where there are some, and a row for every player."""
        holes = {hole.number: hole for hole in self.keeper.holes}
        rows = [[self._card.word, *map(str, numbers)]]
        if self.keeper.par is not None:
            pars = (holes[n].par if n in holes else None for n in numbers)
            rows.append(["par", *("" if par is None else str(par) for par in pars)])
        for seat, name in enumerate(self._names):
            scores = (signed(holes[n].tallies[seat].score) if n in holes else "·" for n in numbers)
            rows.append([name, *scores])
        return rows

    def _ends(self) -> list[list[str]]:
        """What stands at the right end of the card: the totals, and who has won how many holes."""
        keeper = self.keeper
        seats = range(len(keeper.holes[-1].tallies))
        rows = [["total", "won"]]
        if keeper.par is not None:
            rows.append([str(sum(hole.par or 0 for hole in keeper.holes)), ""])
        rows += [[self._total(seat), str(keeper.won(seat))] for seat in seats]
        has_won = all(keeper.won(seat) is not None for seat in seats)
        return rows if has_won else [row[:1] for row in rows]


class SpokenScore(ScoreLines):
    """The same in sentences, which say of every number what it is."""

    def hole(
        self, hole: Hole, kinds: Sequence[int], points: Sequence[PointMap], width: int
    ) -> drawing.Block:
        """`hole 3 is over · par 4`, `player 2: score 8, total 20; K♠ 8♠; 0 + 8 = 8`."""
        worth, texts = self._worth(kinds, points), [self._texts[kind] for kind in kinds]
        lines = [Text(self._title(hole))]
        for name, tally in zip(self._names, hole.tallies, strict=True):
            score = f"score {signed(tally.score)}, total {signed(tally.total)}"
            told = [score, *self._lay(tally, texts), *self._by_columns(tally, worth)]
            lines.append(Text(f"{name}: {'; '.join(told)}"))
        return lines

    def _by_columns(self, tally: Tally, worth: Sequence[int] | None) -> list[str]:
        """The arithmetic, which says so where it goes column by column."""
        columns = _added([term.value for term in tally.terms if not term.label] or [0])
        told = self._arithmetic(tally, worth)
        if self._card.open != "columns":
            return told
        return [f"columns {text}" if text.startswith(f"{columns} = ") else text for text in told]

    def _lay(self, tally: Tally, texts: Sequence[str]) -> list[str]:
        """The cards, row by row if there are several, then those that did not count."""
        rows = self._cards(replace(tally, aside=()), texts, _EVERY_CARD)
        told = [" ".join(filter(None, row)) for row in rows]
        if len(told) > 1:
            told = [f"row {number}: {cards}" for number, cards in enumerate(told, start=1)]
        aside = " ".join(texts[card] for _, card in tally.aside)
        return [*filter(None, told), *([f"not counted {aside}"] if aside else [])]

    def card(self) -> drawing.Block:
        """`holes 1 to 3:`, `player 2: 8, 12, 3; total 23; won 1`: those that are over."""
        holes = self.keeper.holes
        if not holes:
            return super().card()
        (word, *numbers), *rows = self._rows(range(1, len(holes) + 1))
        heads, *ends = self._ends()
        span = f"{word}s {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{word} 1"
        lines = [Text(f"{span}:")]
        for (name, *scores), own in zip(rows, ends, strict=True):
            totals = [f"{head} {told}" for head, told in zip(heads, own, strict=False) if told]
            lines.append(Text(f"{name}: {'; '.join([', '.join(scores), *totals])}"))
        return lines


def scoring_of(
    game: Game, names: Sequence[str], lines: type[ScoreLines] = ScoreLines
) -> ScoreLines | None:
    """None for a game without a scorecard. Raises Refusal for a card that cannot be kept."""
    card = game.page.scorecard
    return None if card is None else lines(game, card, names)


def _even(players: Sequence[Sequence[Sequence[str]]]) -> list[drawing.Block]:
    """Everybody's cards, as wide as the widest."""
    width = max((len(text) for rows in players for row in rows for text in row), default=0)
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


def _set(rows: Sequence[Sequence[str]]) -> drawing.Block:
    """The first column to the left, the others to the right; the heading stands out."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for number, (first, *others) in enumerate(rows):
        pairs = zip(others, widths[1:], strict=True)
        cells = [first.ljust(widths[0]), *(text.rjust(max(width, 3)) for text, width in pairs)]
        lines.append(Text("  ".join(cells).rstrip(), style="bold" if number == 0 else ""))
    return lines


def _added(values: Sequence[int]) -> str:
    """`10 + 0 − 2`."""
    others = (f" − {-value}" if value < 0 else f" + {value}" for value in values[1:])
    return signed(values[0]) + "".join(others)
