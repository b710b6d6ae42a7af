"""The whole screen: the others, the middle of the table, one's own cards, the news, the options."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.table import drawing
from kibitz.cli.table.scorecard import ScoreLines
from kibitz.engine import View
from kibitz.game import Game
from kibitz.words import Area, Offer, Tableau, addressed

_GAP = 4
_LEAST_GAP = 3
"""Between other players, where they just fit beside each other."""
_FEWEST_NEWS = 2
_DROPPED_GAPS = 3
_MOST_COLUMNS = 5
_ONE_COLUMN = 3
"""So few options stand below each other."""
_OPTION_GAP = 3
_MORE_RULES = " all: ?"
LEADS = "▸"
DEALS = "(D)"


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything a screen shows."""

    title: str
    remark: str
    """Small print at the right end of the title."""
    view: View
    news: Sequence[str]
    offers: Sequence[Offer]
    rules: str = ""
    """The house rules in one line."""
    standings: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """Beside every player's name: how they stand."""
    leader: int | None = None
    dealer: int | None = None
    """Who leads and deals, where the scorecard tells it."""
    chosen: frozenset[int] = frozenset()
    """Numbers that players chose, by slot: told even if they are 0."""
    veiled: frozenset[int] = frozenset()
    """Cards that the seat knows and is not shown: it must remember them."""
    glimpsed: frozenset[int] = frozenset()
    """Cards that will be veiled in a moment."""

    @property
    def forgotten(self) -> Sight:
        """The same a moment later."""
        return replace(self, veiled=self.veiled | self.glimpsed, glimpsed=frozenset())


PARTNER = "your partner"


@dataclass(frozen=True, slots=True)
class ScreenSize:
    width: int
    height: int | None
    """None where lines cost nothing."""


def screen(tableau: Tableau, sight: Sight, size: ScreenSize) -> drawing.Block:
    """The lines of the screen; the news are cut from the front if there is no room for them."""
    seat = sight.view.seat
    areas = {
        owner: replace(area, counters=tuple(addressed(text, seat) for text in area.counters))
        for owner, area in tableau.areas(sight.view, sight.veiled, sight.chosen).items()
    }
    others = [
        drawing.small_area(
            areas[other], _title(tableau, sight, other, f"player {other + 1}", "underline")
        )
        for other in (*range(seat + 1, sight.view.players), *range(seat))
    ]
    piles = [drawing.pile(row, size.width) for row in areas[None].rows if not row.is_empty]
    if areas[None].counters:
        counters = Text(" · ".join(areas[None].counters), style=drawing.QUIET)
        piles.append(drawing.wrapped(counters, size.width))
    middle = drawing.flow(piles, _GAP, size.width)
    middle += _trick(tableau, sight.view, size.width)
    remark = tableau.remark(sight.view)
    if remark:
        middle += drawing.wrapped(Text(remark, style="yellow"), size.width)
    own = _own(areas[seat], _own_title(tableau, sight, areas[seat]), size.width)
    if sight.view.players == 1 and not (areas[seat].rows or areas[seat].counters):
        own = []
    options = option_lines(sight.offers, size.width)
    upper = [_header(sight, size.width), _columns(others, size.width), middle, own]
    news = _news(sight.news, size.width)
    lines = _fitted([*upper, news, options], size.height)
    for line in lines:
        line.rstrip()
    return lines


def _header(sight: Sight, width: int) -> drawing.Block:
    """The title; the house rules beside it where there is room, else below."""
    title, rules = Text(sight.title, style="bold"), Text(sight.rules, style=drawing.QUIET)
    has_room = title.cell_len + rules.cell_len + len(sight.remark) + 5 <= width
    if sight.rules and has_room:
        title = Text(" · ", style=drawing.QUIET).join([title, rules])
    remark = Text(sight.remark, style=drawing.QUIET)
    if title.cell_len + remark.cell_len + 2 > width:
        lines = [title, *drawing.wrapped(remark, width)]
    else:
        lines = [drawing.between_edges(title, remark, width)]
    if has_room or not sight.rules:
        return lines
    if rules.cell_len > width:
        rules.truncate(width - len(_MORE_RULES), overflow="ellipsis")
        rules.append(_MORE_RULES)
    return [*lines, rules]


def _title(tableau: Tableau, sight: Sight, player: int, name: str, style: str) -> Text:
    """`▸ player 2 (D): 34`: whether they lead and deal, and how they stand."""
    duties = duties_of(tableau, sight, player)
    title = Text(f"{LEADS} " if "leads" in duties else "")
    title.append(name, style=style).append(f" {DEALS}" if "deals" in duties else "")
    title.append(", your partner" if PARTNER in duties else "")
    standing = sight.standings.get(player, "")
    return title.append(f": {standing}" if standing else "")


def duties_of(tableau: Tableau, sight: Sight, player: int) -> list[str]:
    """`leads`, `deals`, `your partner`: those that are true."""
    leader, dealer = tableau.leader(sight.view), tableau.dealer(sight.view)
    on_duty = {
        "leads": sight.leader if leader is None else leader,
        "deals": sight.dealer if dealer is None else dealer,
    }
    duties = [duty for duty, seat in on_duty.items() if seat == player]
    return [*duties, PARTNER] if player in tableau.partners(sight.view.seat) else duties


def _trick(tableau: Tableau, view: View, width: int) -> drawing.Block:
    """Who has played what, the first one first."""
    played = [
        Text(f"{'you' if seat == view.seat else f'player {seat + 1}'} ").append_text(
            drawing.card(face)
        )
        for seat, face in tableau.trick(view)
    ]
    return drawing.flow([[line] for line in [Text("trick:"), *played]], 2, width) if played else []


def _columns(blocks: Sequence[drawing.Block], width: int) -> drawing.Block:
    """The other players side by side, each in a column of the same width. Longer lines go on below,
    so that two have room beside each other."""
    if not blocks:
        return []
    widest = max(line.cell_len for block in blocks for line in block)
    column = max(min(widest, width if len(blocks) == 1 else (width - _LEAST_GAP) // 2), 1)
    blocks = [
        [piece for line in block for piece in drawing.wrapped(line, column)] for block in blocks
    ]
    per_row = max(min((width + _LEAST_GAP) // (column + _LEAST_GAP), len(blocks)), 1)
    spread = min((width - column * per_row) // max(per_row - 1, 1), 8) if per_row > 1 else 0
    lines: drawing.Block = []
    for start in range(0, len(blocks), per_row):
        row = blocks[start : start + per_row]
        for line in (line for block in row for line in block):
            line.truncate(column, overflow="ellipsis", pad=True)
        lines += drawing.beside(row, spread)
    return lines


def _own_title(tableau: Tableau, sight: Sight, area: Area) -> Text:
    """With what is counted; whoever plays alone need not be told of a hand that the game lacks."""
    title = _title(tableau, sight, sight.view.seat, "you", "bold")
    if area.counters:
        title.append(f"  {', '.join(area.counters)}", style=drawing.QUIET)
    if not area.rows and sight.view.players > 1:
        title.append("  no cards", style=drawing.QUIET)
    return title


def _own(area: Area, title: Text, width: int) -> drawing.Block:
    blocks = []
    for row in area.rows:
        if row.grid:
            blocks.append(drawing.large_grid(row))
        elif not row.is_hand or any(face.text is None for face in row.faces):
            blocks.append(drawing.wrapped(drawing.inline(row), width))
        else:
            blocks.append(drawing.fan(sorted(row.faces, key=lambda face: face.rank), width))
    return [title, *drawing.flow(blocks, _GAP, width)]


def _news(news: Sequence[str], width: int) -> drawing.Block:
    lines: drawing.Block = []
    for text in news:
        lines += drawing.wrapped(drawing.coloured(text), width)
    return lines


def option_lines(offers: Sequence[Offer], width: int) -> drawing.Block:
    """The options with what to type for them, in columns that read downwards."""
    if not offers:
        return []
    widest = max(len(offer.tag) for offer in offers)
    entries = []
    for offer in offers:
        entry = Text(f"{offer.tag:>{widest}} ", style="bold cyan")
        entries.append(entry.append_text(drawing.coloured(str(offer.option))))
    if len(entries) <= _ONE_COLUMN:
        return [piece for entry in entries for piece in drawing.wrapped(entry, width)]
    for columns in range(_MOST_COLUMNS, 1, -1):
        rows = -(-len(entries) // columns)
        blocks = [entries[start : start + rows] for start in range(0, len(entries), rows)]
        if drawing.width_of(blocks, _OPTION_GAP) <= width:
            return drawing.beside(blocks, _OPTION_GAP)
    return [piece for entry in entries for piece in drawing.wrapped(entry, width)]


def pause_screen(news: Sequence[str], lines: drawing.Block, size: ScreenSize) -> drawing.Block:
    """The latest news, as far as there is room for them, above the lines."""
    return _fitted([_news(news, size.width), lines], size.height)


def _fitted(parts: list[drawing.Block], height: int | None) -> drawing.Block:
    """The parts below each other. Where that is too high, empty lines go first, then old news."""
    *upper, news, options = parts
    if height is None:
        return _stacked(parts, 0)
    room = height - 1 - sum(map(len, (*upper, options)))
    gaps = sum(1 for part in parts if part) - 1
    dropped = min(max(len(news) + gaps - room, 0), _DROPPED_GAPS, gaps)
    room = max(room - gaps + dropped, _FEWEST_NEWS)
    if len(news) > room:
        more = len(news) - room + 1
        news = [Text(f"… {more} more lines: l", style=drawing.QUIET), *news[len(news) - room + 1 :]]
    return _stacked([*upper, news, options], dropped)


def _stacked(parts: Sequence[drawing.Block], dropped: int) -> drawing.Block:
    """With an empty line between any two parts, except the first `dropped` ones."""
    lines: drawing.Block = []
    for gap, part in enumerate(filter(None, parts)):
        lines += [Text(), *part] if gap > dropped else part
    return lines


def show_lines(console: Console, lines: Iterable[Text | str]) -> None:
    """The lines as they are, cut at the edge."""
    for line in lines:
        console.print(line, no_wrap=True, overflow="ellipsis", crop=True)


def show_table(console: Console, game: Game, sight: Sight) -> None:
    """However many lines it takes."""
    show_lines(console, screen(Tableau(game.vocabulary), sight, ScreenSize(console.width, None)))


class Display:
    """Draws screens; on a terminal every one starts afresh."""

    score_lines: type[ScoreLines] = ScoreLines
    """How a scorecard reads here."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.is_screen = sys.stdout.isatty()
        """Whether what was shown before can be cleared away."""

    @property
    def size(self) -> ScreenSize:
        return ScreenSize(self._console.width, self._console.height if self.is_screen else None)

    def clear(self) -> None:
        if self.is_screen:
            self._console.clear()

    def table(self, tableau: Tableau, sight: Sight, size: ScreenSize) -> None:
        show_lines(self._console, screen(tableau, sight, size))

    def line(self, line: Text) -> None:
        """One line as it is, cut at the edge."""
        show_lines(self._console, [line])

    def result(self, table: Table) -> None:
        self._console.print(table)

    def say(self, text: str, style: str = "") -> None:
        """Words, in as many lines as they take."""
        self._console.print(drawing.coloured(text, style))
