"""Small games to begin with, which can be played as they are: the files of `starters`."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from kibitz.games.library import PAGE, PROGRAM

_FOLDER = files("kibitz.games").joinpath("starters")


def starters() -> list[str]:
    """What they are called, in alphabetical order."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return sorted(name.removesuffix(PROGRAM) for name in found if name.endswith(PROGRAM))


def starter(kind: str, title: str) -> tuple[str, str]:
    """The program and the page of that one, under this title."""
    quotable = title.replace("\\", "").replace('"', "")
    program, page = (
        Template(_FOLDER.joinpath(kind + suffix).read_text("utf-8")).substitute(title=quotable)
        for suffix in (PROGRAM, PAGE)
    )
    return program, page
