"""The library of games.

In comes what a person typed, a name or a path; out goes a GameFile: the program as text and the
page people read. The folder is the list: add `<name>.rcy` and `<name>.md` and the game is there.
Nothing is checked here; `kibitz.recycle` does that. Read library.py first, then page.py.
"""

from kibitz.games.frontmatter import LibraryError, PageError
from kibitz.games.library import GameFile, UnknownGame, find, names
from kibitz.games.page import CellGrid, OptionPage, Page, TableLayout

__all__ = [
    "CellGrid",
    "GameFile",
    "LibraryError",
    "OptionPage",
    "Page",
    "PageError",
    "TableLayout",
    "UnknownGame",
    "find",
    "names",
]
