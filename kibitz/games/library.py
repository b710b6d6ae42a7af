"""The library: every `.rcy` file of this folder is a game, its `.md` neighbour is its page.

Those of `starters` are small games to begin with.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from string import Template

from kibitz.games.frontmatter import LibraryError
from kibitz.games.page import Page, parse_page
from kibitz.games.page_names import read_by_page
from kibitz.recycle import CheckResult, Diagnostic, Source, check, completed, load_source

PROGRAM = ".rcy"
PAGE = ".md"
_STARTERS = files("kibitz.games").joinpath("starters")
_NEAR = 0.62  # how alike, from 0 to 1, a name must be to be worth suggesting


@dataclass(frozen=True)
class GameFile:
    """A game as written: its program and its page."""

    name: str
    source: Source
    page: Page
    page_text: str | None
    """What `page` was read from; None if there is none."""
    is_of_library: bool = False

    @cached_property
    def checked(self) -> CheckResult:
        """The game that the program describes, or what is wrong with it."""
        return check(self.source)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the program beside its page."""
        return self.checked.diagnostics_beside(read_by_page(self.page))


class UnknownGame(LibraryError):
    """A name that is no game of the library; `nearest` holds the names most like it."""

    def __init__(self, name: str, nearest: tuple[str, ...]) -> None:
        guess = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        advice = (
            f"`kibitz games` lists the games; a file of your own is named by its {PROGRAM} path"
        )
        super().__init__(f"there is no game called `{name}`{guess}\n{advice}")
        self.name = name
        self.nearest = nearest


class IsPage(LibraryError):
    """A page where a program is wanted."""

    def __init__(self, path: str) -> None:
        program = Path(path).with_suffix(PROGRAM)
        super().__init__(f"{path} is the page of a game; name its program, {program}")


def names() -> list[str]:
    """The names of the library's games, in alphabetical order."""
    found = (entry.name for entry in files(__package__).iterdir())
    return sorted(name.removesuffix(PROGRAM) for name in found if name.endswith(PROGRAM))


def find(name_or_path: str) -> GameFile:
    """The game of that name, in whatever case, or the one written in the file at that path.

    Raises UnknownGame for a name the library lacks, IsPage for a page in place of its program,
    PageError for a page that cannot be used, and whatever `load_source` raises for a file that
    cannot be read.
    """
    if name_or_path.endswith(PAGE):
        raise IsPage(name_or_path)
    if name_or_path.endswith(PROGRAM) or os.sep in name_or_path:
        return _from_file(Path(name_or_path))
    known = names()
    name = name_or_path.casefold()
    if name not in known:
        raise UnknownGame(name_or_path, tuple(get_close_matches(name, known, cutoff=_NEAR)))
    return _from_library(name)


@cache
def _from_library(name: str) -> GameFile:
    """It is read, and checked, once: whoever plays it again with other options need not wait."""
    text, prose = texts(name)
    page = parse_page(name + PAGE, name, prose)
    return GameFile(name, Source(name + PROGRAM, text), page, prose, is_of_library=True)


def texts(name: str) -> tuple[str, str]:
    """The program and the page of a game of the library as they stand there."""
    folder = files(__package__)
    text = folder.joinpath(name + PROGRAM).read_text(encoding="utf-8")
    return text, folder.joinpath(name + PAGE).read_text(encoding="utf-8")


def _from_file(path: Path) -> GameFile:
    source = completed(load_source(path), path.parent)
    beside = path.with_suffix(PAGE)
    text = load_source(beside).text if beside.is_file() else None
    return _with_page(path.stem, source, str(beside), text)


def from_texts(name: str, program: str, page: str | None) -> GameFile:
    """The game that these texts write down; no file is opened. Raises PageError."""
    return _with_page(name, Source(name + PROGRAM, program), name + PAGE, page)


def _with_page(name: str, source: Source, place: str, text: str | None) -> GameFile:
    page = Page(title=name) if text is None else parse_page(place, name, text)
    return GameFile(name, source, page, text)


def starters() -> list[str]:
    """What the games to begin with are called, in alphabetical order."""
    found = (entry.name for entry in _STARTERS.iterdir())
    return sorted(name.removesuffix(PROGRAM) for name in found if name.endswith(PROGRAM))


def starter(kind: str, title: str) -> tuple[str, str]:
    """The program and the page of the game to begin with, under this title."""
    quotable = title.replace("\\", "").replace('"', "")
    program, page = (
        Template(_STARTERS.joinpath(kind + suffix).read_text("utf-8")).substitute(title=quotable)
        for suffix in (PROGRAM, PAGE)
    )
    return program, page
