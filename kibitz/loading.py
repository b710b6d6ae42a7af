"""From a name or a path to an engine, in one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.engine import Interpreter, lower
from kibitz.engine.record import BadRecord, RecordedGame
from kibitz.games import GameFile, Page, find, names
from kibitz.games.house_rules import HouseRule, rules_in_force
from kibitz.games.library import from_texts
from kibitz.recycle import RecycleError, check


@dataclass(frozen=True)
class LoadedGame:
    """A game ready to be played, and the page people read about it."""

    name: str
    page: Page
    engine: Interpreter
    rules: tuple[HouseRule, ...]
    """What every option says here."""
    recorded: RecordedGame
    """As a record keeps it."""


def load(game: str, **options: int | str) -> Interpreter:
    """The engine of the game of that name, or in the file at that path, with these options.

    Raises `kibitz.games.LibraryError` if there is no such game, and `kibitz.recycle.RecycleError`
    if its program has errors or an option cannot have the value.
    """
    return load_game(game, options).engine


def load_game(game: str, options: Mapping[str, int | str]) -> LoadedGame:
    """Like `load`, with the page."""
    return _loaded(find(game), options)


def load_recorded(game: RecordedGame, options: Mapping[str, int | str]) -> LoadedGame:
    """The game of a record: out of the library, or out of the record itself.

    No file that the record names is opened. Raises BadRecord, and what `load` raises.
    """
    if game.program is not None:
        return _loaded(from_texts(game.name, game.program, game.page), options)
    if game.name not in names():
        raise BadRecord(
            f"the record is of {game.name!r}, which is no game of the library, and a record opens "
            "no file; --game says where the game is"
        )
    return _loaded(find(game.name), options)


def _loaded(file: GameFile, options: Mapping[str, int | str]) -> LoadedGame:
    result = check(file.source)
    if result.game is None:
        raise RecycleError(result.source, result.diagnostics)
    program = lower(result.game, options)
    rules = rules_in_force(file.page, result.game.game, program.options)
    return LoadedGame(file.name, file.page, Interpreter(program), rules, _recorded(file))


def _recorded(file: GameFile) -> RecordedGame:
    if file.is_of_library:
        return RecordedGame(file.name)
    name = "".join(letter if letter.isprintable() else "_" for letter in file.name)
    return RecordedGame(name, file.source.text, file.page_text)
