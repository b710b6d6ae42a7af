"""A person at this terminal: shows them the table and asks what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from select import select
from threading import Timer

import click
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from kibitz.cli.game_text import highlighted, table_rules, table_title
from kibitz.cli.table.answers import KEYS, ChosenOption, Key, Unclear, typed, understand
from kibitz.cli.table.drawing import BACK, LOOKED_AT, QUIET, Block, coloured
from kibitz.cli.table.memory import Recollection
from kibitz.cli.table.screen import DEALS, LEADS, Display, ScreenSize, Sight, pause_screen
from kibitz.cli.terminal import PATIENCE_SECONDS
from kibitz.engine import Option
from kibitz.game import Game
from kibitz.words import Tableau

GLIMPSE_SECONDS = 4.0
"""How long a card that must be remembered is seen."""


class PersonLeft(Exception):
    """The person wants to go, or there is nothing more to read."""


class TakenBack(Exception):
    """The person wants their latest move back."""


@dataclass(frozen=True, slots=True)
class Aids:
    """What a person may ask for before they choose."""

    options: Sequence[Option]
    """All of them, those too that are not offered because others do the same."""
    log: Sequence[str]
    card: Block
    """The scorecard; empty in a game without one."""
    hint: Callable[[], str]
    """What to do, in one line."""
    numbers: Callable[[], Sequence[str]]
    """What every option is worth, and why."""
    shows_numbers: bool
    """They are told unasked."""
    doubt: Callable[[int], str]
    """What is wrong with an option, if a coach says so."""
    take_back: Callable[[], str]
    """Why no move can be taken back, or nothing: then it will be."""
    look_again: Callable[[], str]
    """Use up a mulligan; the answer says why not, or nothing."""


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

    def choose(self, sight: Sight, aids: Aids) -> int:
        """The index of the option. Raises PersonLeft and TakenBack."""
        if self._plays_forced and len(sight.offers) == 1:
            return sight.offers[0].option.index
        self.show(sight)
        if aids.shows_numbers:
            self.tell(aids.numbers())
        while True:
            answer = understand(self._ask(sight), sight.offers, aids.options)
            sight = sight.forgotten
            match answer:
                case ChosenOption(option=option):
                    if not self._thinks_again(aids.doubt(option)):
                        return option
                case Unclear(hint=hint):
                    self._remark(hint)
                case Key.QUIT:
                    raise PersonLeft
                case Key.HINT:
                    self._remark(aids.hint())
                case Key.NUMBERS:
                    self.tell(aids.numbers())
                case Key.UNDO:
                    self._take_back(aids)
                case Key.FORCED:
                    self._toggle_forced()
                    if self._plays_forced and len(sight.offers) == 1:
                        return sight.offers[0].option.index
                case Key.MULLIGAN:
                    sight = self._look_again(sight, aids)
                case Key.HELP | Key.LOG | Key.PROGRAM | Key.CARD:
                    self._look_up(answer, aids)
                    if self._has_screen:
                        self.show(sight)

    def veiled(self, sight: Sight, recollection: Recollection) -> Sight:
        """The sight without the cards that this person must remember."""
        return recollection.veil(sight, self._tableau.private_cards(sight.view))

    def _thinks_again(self, doubt: str) -> bool:
        return bool(doubt) and self.agrees(f"{doubt}; think again?")

    def _take_back(self, aids: Aids) -> None:
        refusal = aids.take_back()
        if not refusal:
            self._plays_forced = False
            raise TakenBack
        self._remark(refusal)

    def _look_again(self, sight: Sight, aids: Aids) -> Sight:
        refusal = aids.look_again()
        if refusal:
            self._remark(refusal)
            return sight
        again = replace(sight, veiled=frozenset(), glimpsed=sight.veiled)
        self.show(again)
        return again

    def show(self, sight: Sight) -> None:
        self._clear()
        self._display.table(self._tableau, sight, self._display.size)

    def show_end(self, sight: Sight) -> None:
        """All the news, and the table as it was left."""
        self._clear()
        self.tell([*sight.news, ""])
        self._display.table(self._tableau, replace(sight, news=()), ScreenSize(self.width, None))

    def show_end_card(self, card: Block) -> None:
        """The scorecard, when all is over."""
        self._clear()
        self.show_lines([Text(), *card])

    def show_result(self, table: Table) -> None:
        self._display.line(Text())
        self._display.result(table)

    def pause(self, news: Sequence[str], lines: Block, card: Block) -> None:
        """Show how a hole was scored; on a terminal, until Enter. Raises PersonLeft."""
        while True:
            self._show_pause(news, lines)
            if not self._has_screen:
                return
            click.echo("Enter to go on, c for the scorecard: ", nl=False)
            answer = self._read().strip().casefold()
            if answer == Key.QUIT:
                raise PersonLeft
            if answer != Key.CARD:
                return
            self._page(Group(*card))

    def _show_pause(self, news: Sequence[str], lines: Block) -> None:
        if not self._has_screen:
            self.tell([*news, ""])
            self.show_lines([*lines, Text()])
            return
        self._clear()
        self.show_lines(pause_screen(news, lines, self._display.size))

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

    # ------------------------------------------------------------------ asking

    def _ask(self, sight: Sight) -> str:
        offers = sight.offers
        prompt = f"{'Enter' if len(offers) == 1 else typed(offers)}, ? for help: "
        click.echo(prompt, nl=False)
        if self.is_interactive and sight.glimpsed and not _types_within(GLIMPSE_SECONDS):
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

    def _toggle_forced(self) -> None:
        self._plays_forced = not self._plays_forced
        now = "now play by themselves" if self._plays_forced else "now wait for you"
        self._remark(f"decisions with one option {now}")

    def _remark(self, text: str) -> None:
        self._display.say(text, "yellow")

    # ------------------------------------------------------------------ looking things up

    def _look_up(self, key: Key, aids: Aids) -> None:
        match key:
            case Key.LOG:
                shown: RenderableType = Group(*map(coloured, aids.log))
            case Key.CARD:
                shown = Group(*(aids.card or [Text("this game has no scorecard")]))
            case Key.PROGRAM:
                shown = highlighted(self._game.program.source.text)
            case _:
                shown = self._help()
        self._page(shown)

    def _page(self, shown: RenderableType) -> None:
        # Plain, because not every pager understands colours.
        page = Console(file=StringIO(), width=self.width, highlight=False)
        page.print(shown)
        assert isinstance(page.file, StringIO)
        text = page.file.getvalue()
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

    def _help(self) -> Group:
        page = self._game.page
        keys = Table.grid(padding=(0, 2, 0, 0))
        keys.add_row(Text("1, 2, …", style="bold"), "the option that has it in front")
        keys.add_row(Text("5c 10h qs", style="bold"), "the option with these cards, one or several")
        keys.add_row(Text("words", style="bold"), "an option that has them in its name, as in pass")
        for key, meaning in KEYS.items():
            keys.add_row(Text(key.value, style="bold"), meaning)
        keys.add_row(Text("Ctrl-C", style="bold"), "leave at once; the match can be gone on with")
        keys.add_row(BACK, "a card you cannot tell")
        if page.layout.grids:
            keys.add_row(LOOKED_AT, "the same, but its owner has looked at it")
        keys.add_row("(7♥)", "a card that lies face down, but you know it")
        keys.add_row(LEADS, "leads")
        keys.add_row(DEALS, "deals")
        if page.layout.locked:
            keys.add_row("║7♥║", "a card of yours that stays where it is")
        if page.scorecard and page.scorecard.aside:
            keys.add_row("[7♥]", "a card that did not count when a hole was over")
        rules = (
            Markdown(page.rules)
            if page.rules
            else Text(
                "nobody has written down the rules of this game; its program is all there is (r)",
                style=QUIET,
            )
        )
        return Group(
            Text(page.title, style="bold"),
            Text(page.summary),
            Text(),
            keys,
            *self._house_rules(),
            Text(),
            rules,
        )

    def _house_rules(self) -> list[RenderableType]:
        """Those of this table; nothing for a game without options to speak of."""
        game = self._game
        if not game.house_rules:
            return []
        title = table_title(game.page, game.players, game.house_rules)
        return [Text(), Text(title, style="bold"), Text(), table_rules(game.house_rules)]


def _types_within(seconds: float) -> bool:
    """Whether a line is typed on the terminal in that time."""
    ready, _, _ = select([sys.stdin], [], [], seconds)
    return bool(ready)
