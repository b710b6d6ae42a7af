"""What games say about themselves before they are played: kinds, players, options, values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import kibitz
from kibitz.games import OTHER_GAMES, GameFile, GameKind, Page, find, names, seats
from kibitz.recycle import CheckedGame
from kibitz.recycle import syntax as s


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of the library as it is listed."""

    name: str
    title: str
    summary: str
    kind: GameKind | None
    tags: tuple[str, ...]
    seats: range
    """How many may play; empty if nobody can tell without its options."""
    options: tuple[str, ...]
    presets: tuple[str, ...]

    def is_about(self, words: tuple[str, ...]) -> bool:
        """Whether each of the words is somewhere in what people read about the game."""
        kind = OTHER_GAMES if self.kind is None else f"{self.kind} {self.kind.heading}"
        said = " ".join((self.name, self.title, self.summary, kind, *self.tags)).casefold()
        return all(word.casefold() in said for word in words)


def library() -> list[GameEntry]:
    """Every game of the library, by name."""
    found = [find(name) for name in names()]
    return [_game_entry(file, fact) for file, fact in zip(found, _facts(found), strict=True)]


def _game_entry(file: GameFile, fact: _Fact) -> GameEntry:
    page = file.page
    return GameEntry(
        name=file.name,
        title=page.title,
        summary=page.summary,
        kind=page.kind,
        tags=page.tags,
        seats=range(fact.first, fact.end),
        options=tuple(fact.options),
        presets=tuple(page.presets),
    )


class _Fact(NamedTuple):
    """What only the program of a game says."""

    first: int
    end: int
    """Of the seats."""
    options: Sequence[str]


def _facts(found: Sequence[GameFile]) -> list[_Fact]:
    """Of these games; programs are checked once, and then it is known what they say."""
    from kibitz.engine import user_cache

    cache, texts = user_cache("library"), "\0".join(file.source.text for file in found)
    name = sha256(f"{kibitz.__version__}\0{texts}".encode()).hexdigest()
    known = cache.find(name)
    if known is None:
        facts = [_fact(file) for file in found]
        cache.keep(name, json.dumps(facts).encode())
        return facts
    return [_Fact(*fact) for fact in json.loads(known)]


def _fact(file: GameFile) -> _Fact:
    game = file.checked.game
    assert game is not None, "every game of the library is without errors"
    possible = seats(game)
    named = [entry.name for entry in option_entries(game, file.page)]
    return _Fact(possible.start, possible.stop, named)


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option of a game as people are told of it."""

    name: str
    label: str
    """Empty where the page has no word for it."""
    sentence: str
    group: str
    """The heading it is listed under; empty for none."""
    default: str
    domain: str
    values: tuple[tuple[str, str], ...]
    """Values that need explaining, and what they mean."""


def option_entries(game: CheckedGame, page: Page) -> list[OptionEntry]:
    return [
        _entry(declaration, page)
        for declaration in game.game.declarations
        if isinstance(declaration, s.OptionNode)
    ]


def _entry(option: s.OptionNode, page: Page) -> OptionEntry:
    words = page.options.get(option.binder.name)
    return OptionEntry(
        name=option.binder.name,
        label=words.label if words else "",
        sentence=words.sentence if words else "",
        group=words.group if words else "",
        default=str(option.default.value),
        domain=_domain(option),
        values=tuple(words.values.items()) if words else (),
    )


def _domain(option: s.OptionNode) -> str:
    match option.domain:
        case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
            return f"{low} to {high}"
        case s.StringsNode(values=values):
            return ", ".join(values)
        case _:
            return ""
