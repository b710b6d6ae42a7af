"""From a name or a path to an engine, in one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.engine import Interpreter, lower
from kibitz.games import Page, find
from kibitz.games.house_rules import HouseRule, rules_in_force
from kibitz.recycle import RecycleError, check


@dataclass(frozen=True)
class LoadedGame:
    """A game ready to be played, and the page people read about it."""

    name: str
    page: Page
    engine: Interpreter
    rules: tuple[HouseRule, ...]
    """What every option says here."""


def load(game: str, **options: int | str) -> Interpreter:
    """The engine of the game of that name, or in the file at that path, with these options.

    Raises `kibitz.games.LibraryError` if there is no such game, and `kibitz.recycle.RecycleError`
    if its program has errors or an option cannot have the value.
    """
    return load_game(game, options).engine


def load_game(game: str, options: Mapping[str, int | str]) -> LoadedGame:
    """Like `load`, with the page."""
    file = find(game)
    result = check(file.source)
    if result.game is None:
        raise RecycleError(result.source, result.diagnostics)
    program = lower(result.game, options)
    rules = rules_in_force(file.page, result.game.game, program.options)
    return LoadedGame(file.name, file.page, Interpreter(program), rules)
