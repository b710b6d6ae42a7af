"""A person at this terminal: shows them the table and asks what to do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from threading import Timer

import click
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from kibitz.cli.answers import KEYS, Chosen, Key, Unclear, understand
from kibitz.cli.highlight import highlighted
from kibitz.cli.table.drawing import BACK, QUIET, coloured
from kibitz.cli.table.screen import Sight, Size, screen
from kibitz.cli.table.tableau import Tableau
from kibitz.cli.terminal import PATIENCE_SECONDS
from kibitz.loading import LoadedGame


class PersonLeft(Exception):
    """The person wants to go, or there is nothing more to read."""


class Person:
    """Reads lines and writes screens; on a terminal every screen starts afresh."""

    def __init__(self, game: LoadedGame, console: Console) -> None:
        self._game = game
        self._console = console
        self._tableau = Tableau(game.engine.program, game.page.layout)
        self._is_interactive = console.is_terminal and sys.stdin.isatty()
        self._plays_forced = False

    def choose(self, sight: Sight, log: Sequence[str]) -> int:
        """The index of the option. Raises PersonLeft."""
        if self._plays_forced and len(sight.labels) == 1:
            return 0
        self.show(sight)
        while True:
            answer = understand(self._ask(sight.labels), sight.labels)
            match answer:
                case Chosen(option=option):
                    return option
                case Unclear(hint=hint):
                    self._console.print(Text(hint, style="yellow"))
                case Key.QUIT:
                    raise PersonLeft
                case Key.FORCED:
                    self._toggle_forced()
                    if self._plays_forced and len(sight.labels) == 1:
                        return 0
                case Key.HELP | Key.LOG | Key.PROGRAM:
                    self._look_up(answer, log)
                    if self._is_interactive:
                        self.show(sight)

    def show(self, sight: Sight) -> None:
        if self._is_interactive:
            self._console.clear()
        self._print(sight, Size.of(self._console))

    def show_end(self, sight: Sight) -> None:
        """All the news, and the table as it was left."""
        if self._is_interactive:
            self._console.clear()
        self.tell([*sight.news, ""])
        self._print(replace(sight, news=()), Size(self._console.width, None))

    def _print(self, sight: Sight, size: Size) -> None:
        for line in screen(self._tableau, sight, size):
            self._console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    def hand_over(self, player: int) -> None:
        """Give the next person at this terminal the seat, unseen by the one before."""
        if self._is_interactive:
            self._console.clear()
            click.echo(f"player {player + 1}, it is your turn; press Enter when nobody else looks ")
            self._read()

    @contextmanager
    def kept_company(self, words: str) -> Iterator[None]:
        """Whatever is done meanwhile: once it has taken two seconds, a terminal shows the words."""
        if not self._is_interactive:
            yield
            return
        timer = Timer(PATIENCE_SECONDS, self._console.print, (Text(words, style=QUIET),))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._console.print(coloured(line))

    # ------------------------------------------------------------------ asking

    def _ask(self, labels: Sequence[str]) -> str:
        numbers = "Enter" if len(labels) == 1 else f"1–{len(labels)}"
        click.echo(f"{numbers}, ? for help: ", nl=False)
        line = self._read()
        if not self._is_interactive:
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
        self._console.print(Text(f"decisions with one option {now}", style="yellow"))

    # ------------------------------------------------------------------ looking things up

    def _look_up(self, key: Key, log: Sequence[str]) -> None:
        match key:
            case Key.LOG:
                shown: RenderableType = Group(*map(coloured, log))
            case Key.PROGRAM:
                shown = highlighted(self._game.engine.program.source.text)
            case _:
                shown = self._help()
        # Plain, because not every pager understands colours.
        page = Console(file=StringIO(), width=self._console.width, highlight=False)
        page.print(shown)
        assert isinstance(page.file, StringIO)
        if self._is_interactive:
            click.echo_via_pager(page.file.getvalue())
        else:
            click.echo(page.file.getvalue(), nl=False)

    def _help(self) -> Group:
        page = self._game.page
        keys = Table.grid(padding=(0, 2, 0, 0))
        keys.add_row(Text("1, 2, …", style="bold"), "the option with that number")
        keys.add_row(Text("words", style="bold"), "an option that has them in its name, as in pass")
        for key, meaning in KEYS.items():
            keys.add_row(Text(key.value, style="bold"), meaning)
        keys.add_row(Text("Ctrl-C", style="bold"), "leave at once, without a record")
        keys.add_row(BACK, "a card you cannot tell")
        keys.add_row("(7♥)", "a card that lies face down, but you have seen it go there")
        rules = (
            Markdown(page.rules)
            if page.rules
            else Text(
                "nobody has written down the rules of this game; its program is all there is (r)",
                style=QUIET,
            )
        )
        return Group(
            Text(page.title, style="bold"), Text(page.summary), Text(), keys, Text(), rules
        )
