"""A person at this terminal: shows them the table and asks what to do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from select import select
from threading import Timer
from typing import TYPE_CHECKING

import click
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from kibitz.cli.catalogue import highlighted, table_rules, table_title
from kibitz.cli.table.aids import Recollection
from kibitz.cli.table.answers import ChosenOption, Key, Unclear, typed, understand
from kibitz.cli.table.drawing import BACK, LOOKED_AT, QUIET, Block, coloured
from kibitz.cli.table.scorecard import ScoreLines, scoring_of
from kibitz.cli.table.screen import DEALS, LEADS, Display, ScreenSize, Sight, pause_screen
from kibitz.cli.terminal import PATIENCE_SECONDS
from kibitz.game import Game
from kibitz.words import Tableau

if TYPE_CHECKING:
    from kibitz.cli.table.terminal_match import TerminalMatch

GLIMPSE_SECONDS = 4.0
"""How long a card that must be remembered is seen."""


class PersonLeft(Exception):
    """The person wants to go, or there is nothing more to read."""


class TakenBack(Exception):
    """The person wants their latest move back."""


class TerminalPerson:
    """Reads lines, and answers on a display."""

    def __init__(self, game: Game, display: Display) -> None:
        self._game = game
        self._display = display
        self._tableau = Tableau(game.vocabulary)
        self.is_interactive = sys.stdout.isatty() and sys.stdin.isatty()
        self._has_screen = self.is_interactive and display.is_screen
        self._plays_forced = False

    @property
    def width(self) -> int:
        return self._display.size.width

    def scoring(self, names: Sequence[str]) -> ScoreLines | None:
        """The scorecard as this person reads it. Raises Refusal for one that cannot be kept."""
        return scoring_of(self._game, names, self._display.score_lines)

    def agrees(self, question: str) -> bool:
        """Whether the person says yes, or just presses Enter."""
        while True:
            click.echo(f"{question} [Y/n] ", nl=False)
            try:
                answer = self._read().strip().casefold()
            except PersonLeft:
                return False
            if answer in ("", "y", "yes", "n", "no"):
                return not answer.startswith("n")

    def choose(self, sight: Sight, table: TerminalMatch) -> int:
        """The index of the option; `table` helps with it. Raises PersonLeft and TakenBack."""
        if self._plays_forced and len(sight.offers) == 1:
            return sight.offers[0].option.index
        self.show(sight)
        if table.shows_numbers:
            self.tell(table.numbers())
        while True:
            answer = understand(self._ask(sight), sight.offers, table.options)
            sight = sight.forgotten
            match answer:
                case ChosenOption(option=option):
                    doubt = table.doubt(option)
                    if not doubt or not self.agrees(f"{doubt}; think again?"):
                        return option
                case Unclear(hint=hint):
                    self._remark(hint)
                case Key.QUIT:
                    raise PersonLeft
                case Key.HINT:
                    self._remark(table.hint())
                case Key.NUMBERS:
                    self.tell(table.numbers())
                case Key.UNDO:
                    refusal = table.why_not_back()
                    if not refusal:
                        self._plays_forced = False
                        raise TakenBack
                    self._remark(refusal)
                case Key.FORCED:
                    self._plays_forced = not self._plays_forced
                    now = "play by themselves" if self._plays_forced else "wait for you"
                    self._remark(f"decisions with one option now {now}")
                    if self._plays_forced and len(sight.offers) == 1:
                        return sight.offers[0].option.index
                case Key.MULLIGAN:
                    refusal = table.look_again()
                    if refusal:
                        self._remark(refusal)
                    else:
                        sight = replace(sight, veiled=frozenset(), glimpsed=sight.veiled)
                        self.show(sight)
                case Key.HELP | Key.LOG | Key.PROGRAM | Key.CARD:
                    self._look_up(answer, table)
                    if self._has_screen:
                        self.show(sight)

    def veiled(self, sight: Sight, recollection: Recollection) -> Sight:
        """The sight without the cards that this person must remember."""
        return recollection.veil(sight, self._tableau.private_cards(sight.view))

    def show(self, sight: Sight) -> None:
        self._clear()
        self._display.table(self._tableau, sight, self._display.size)

    def show_end(self, end: Sight | Block | None, result: Table) -> None:
        """The table as it was left, with all the news, or the scorecard; and the result."""
        if end is not None:
            self._clear()
        if isinstance(end, Sight):
            self.tell([*end.news, ""])
            size = ScreenSize(self.width, None)
            self._display.table(self._tableau, replace(end, news=()), size)
        elif end is not None:
            self.show_lines([Text(), *end])
        self._display.line(Text())
        self._display.result(result)

    def pause(self, news: Sequence[str], lines: Block, card: Block) -> None:
        """Show how a hole was scored; on a terminal, until Enter. Raises PersonLeft."""
        while True:
            if not self._has_screen:
                self.tell([*news, ""])
                self.show_lines([*lines, Text()])
                return
            self._clear()
            self.show_lines(pause_screen(news, lines, self._display.size))
            click.echo("Enter to go on, c for the scorecard: ", nl=False)
            answer = self._read().strip().casefold()
            if answer == Key.QUIT:
                raise PersonLeft
            if answer != Key.CARD:
                return
            self._page(*card)

    def _clear(self) -> None:
        if self._has_screen:
            self._display.clear()

    def show_lines(self, lines: Block) -> None:
        for line in lines:
            self._display.line(line)

    def hand_over(self, player: int) -> None:
        """Give the next person at this terminal the seat, unseen by the one before."""
        if self.is_interactive:
            self._clear()
            click.echo(f"player {player + 1}, it is your turn; press Enter when nobody else looks ")
            self._read()

    @contextmanager
    def kept_company(self, words: str) -> Iterator[None]:
        """Whatever is done meanwhile: once it has taken two seconds, a terminal shows the words."""
        if not self.is_interactive:
            yield
            return
        timer = Timer(PATIENCE_SECONDS, self._display.say, (words, QUIET))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._display.say(line)

    def _ask(self, sight: Sight) -> str:
        offers = sight.offers
        prompt = f"{'Enter' if len(offers) == 1 else typed(offers)}, ? for help: "
        click.echo(prompt, nl=False)
        if self.is_interactive and sight.glimpsed:
            typed_in_time, _, _ = select([sys.stdin], [], [], GLIMPSE_SECONDS)
            if not typed_in_time:
                self.show(sight.forgotten)
                click.echo(prompt, nl=False)
        line = self._read()
        if not self.is_interactive:
            click.echo(line.strip())
        return line

    def _read(self) -> str:
        """A line of what is typed; whatever is no text becomes a hint later, not a fault."""
        data = sys.stdin.buffer.readline()
        if not data:
            click.echo()
            raise PersonLeft
        return data.decode("utf-8", errors="replace")

    def _remark(self, text: str) -> None:
        self._display.say(text, "yellow")

    def _look_up(self, key: Key, table: TerminalMatch) -> None:
        match key:
            case Key.LOG:
                self._page(*map(coloured, table.log))
            case Key.CARD:
                self._page(*(table.card or [Text("this game has no scorecard")]))
            case Key.PROGRAM:
                self._page(highlighted(self._game.program.source.text))
            case _:
                self._page(*self._help())

    def _page(self, *shown: RenderableType) -> None:
        # Plain, because not every pager understands colours.
        written = StringIO()
        Console(file=written, width=self.width, highlight=False).print(Group(*shown))
        text = written.getvalue()
        height = self._display.size.height
        if self._has_screen and height is not None and text.count("\n") < height:
            # Not every pager waits when there is so little to read.
            self._clear()
            click.echo(f"{text}Enter to go on: ", nl=False)
            self._read()
        elif self._has_screen:
            click.echo_via_pager(text)
        else:
            click.echo(text, nl=False)

    def _help(self) -> list[RenderableType]:
        game, page = self._game, self._game.page
        typed = {
            "1, 2, …": "the option that has it in front",
            "5c 10h qs": "the option with these cards, one or several",
            "words": "an option that has them in its name, as in pass",
            **{key.value: key.meaning for key in Key},
            "Ctrl-C": "leave at once; the match can be gone on with",
        }
        signs = {
            BACK: ("a card you cannot tell", True),
            LOOKED_AT: ("the same, but its owner has looked at it", page.layout.grids),
            "(7♥)": ("a card that lies face down, but you know it", True),
            LEADS: ("leads", True),
            DEALS: ("deals", True),
            "║7♥║": ("a card of yours that stays where it is", page.layout.locked),
            "[7♥]": (
                "a card that did not count when a hole was over",
                page.scorecard and page.scorecard.aside,
            ),
        }
        keys = Table.grid(padding=(0, 2, 0, 0))
        for key, meaning in typed.items():
            keys.add_row(Text(key, style="bold"), meaning)
        for sign, (meaning, is_used) in signs.items():
            if is_used:
                keys.add_row(sign, meaning)
        shown: list[RenderableType] = [Text(page.title, style="bold"), Text(page.summary), Text()]
        shown.append(keys)
        if game.house_rules:
            title = table_title(page, game.players, game.house_rules)
            shown += [Text(), Text(title, style="bold"), Text(), table_rules(game.house_rules)]
        unwritten = Text(
            "nobody has written down the rules of this game; its program is all there is (r)",
            style=QUIET,
        )
        return [*shown, Text(), Markdown(page.rules) if page.rules else unwritten]
