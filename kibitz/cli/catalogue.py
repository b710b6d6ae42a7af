"""What games say about themselves before they are played: kinds, players, options, values."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

import kibitz
from kibitz.cli.terminal import output_console
from kibitz.games import (
    OTHER_GAMES,
    GameFile,
    GameKind,
    Page,
    by_kind,
    find,
    names,
    players_said,
    seats,
)
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


# ---------------------------------------------------------------------------- lists and the menu


QUIT = "q"


def show_list(console: Console, games: Sequence[GameEntry], *, numbered: bool = False) -> None:
    """By kind; with numbers, each game has its own in front of it."""
    names = max(len(game.name) for game in games)
    players = max(len(players_said(game.seats)) for game in games)
    numbers = count(1)
    for heading, listed in by_kind(games).items():
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        table.add_column(width=names + (6 if numbered else 2), no_wrap=True)
        table.add_column(width=players)
        table.add_column(style="dim")
        for game in listed:
            front = f"{next(numbers):4}  " if numbered else "  "
            table.add_row(front + game.name, players_said(game.seats), ", ".join(game.tags))
        console.print(Text(heading, style="bold"))
        console.print(table)
        console.print()


def chosen_game() -> str | None:
    """The name of the game that the person at this terminal picks from a menu; None for none.

    Words that several games have in common leave only those on the menu.
    """
    offered = everything = library()
    console = output_console()
    while True:
        show_list(console, offered, numbered=True)
        found = _asked(offered, everything)
        if found is None:
            return None
        if len(found) == 1:
            return found[0].name
        offered = found


def _asked(offered: Sequence[GameEntry], everything: Sequence[GameEntry]) -> list[GameEntry] | None:
    """The games that an answer means, at least one; None if the person leaves."""
    listed = chain.from_iterable(by_kind(offered).values())
    numbers = {str(number): game for number, game in enumerate(listed, 1)}
    while True:
        click.echo(f"1–{len(numbers)}, a name, or words to look for; {QUIT} to leave: ", nl=False)
        data = sys.stdin.buffer.readline()
        answer = data.decode("utf-8", errors="replace").strip().casefold()
        if not data or answer == QUIT:
            return None
        if answer in numbers:
            return [numbers[answer]]
        named = [game for game in everything if answer in (game.name, game.title.casefold())]
        about = [game for game in everything if game.is_about(tuple(answer.split()))]
        if found := named or ([] if answer.isdecimal() else about):
            return found
        click.echo("no game of the library is like that")
