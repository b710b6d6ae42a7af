"""Where a table appears: drawn on a terminal."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.table.drawing import coloured
from kibitz.cli.table.screen import Sight, Size, screen
from kibitz.words.tableau import Tableau


class Display:
    """Draws screens; on a terminal every one starts afresh."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.is_screen = sys.stdout.isatty()
        """Whether what was shown before can be cleared away."""

    @property
    def size(self) -> Size:
        return Size(self._console.width, self._console.height if self.is_screen else None)

    def clear(self) -> None:
        if self.is_screen:
            self._console.clear()

    def table(self, tableau: Tableau, sight: Sight, size: Size) -> None:
        for line in screen(tableau, sight, size):
            self.line(line)

    def line(self, line: Text) -> None:
        """One line as it is, cut at the edge."""
        self._console.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    def result(self, table: Table) -> None:
        self._console.print(table)

    def say(self, text: str, style: str = "") -> None:
        """Words, in as many lines as they take."""
        self._console.print(coloured(text, style))
