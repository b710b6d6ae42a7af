"""What games say about themselves before they are played: kinds, options, rules, program."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain, count
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

import kibitz
from kibitz import games, kept_files
from kibitz.cli.terminal import output_console
from kibitz.recycle import CheckedGame, Shade, shaded_tokens
from kibitz.recycle import syntax as s


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of the library as it is listed."""

    name: str
    title: str
    summary: str
    kind: games.GameKind | None
    tags: tuple[str, ...]
    seats: range
    """How many may play; empty if nobody can tell without its options."""
    options: tuple[str, ...]
    presets: tuple[str, ...]

    def is_about(self, words: tuple[str, ...]) -> bool:
        """Whether each of the words is somewhere in what people read about the game."""
        kind = games.OTHER_GAMES if self.kind is None else f"{self.kind} {self.kind.heading}"
        said = " ".join((self.name, self.title, self.summary, kind, *self.tags)).casefold()
        return all(word.casefold() in said for word in words)


def library() -> list[GameEntry]:
    """Every game of the library, by name; texts are read into programs and pages once, then it is
    known what they say."""
    names, cache = games.names(), kept_files.user_cache("catalogue")
    texts = "\0".join(chain.from_iterable(map(games.texts, names)))
    digest = sha256(f"{kibitz.__version__}\0{texts}".encode()).hexdigest()
    known = cache.find(digest)
    if known is not None:
        return [_from_row(row) for row in json.loads(known)]
    found = [_entry(games.find(name)) for name in names]
    cache.keep(digest, json.dumps([_row(entry) for entry in found]).encode())
    return found


def _entry(file: games.GameFile) -> GameEntry:
    game, page = file.checked.game, file.page
    assert game is not None, "every game of the library is without errors"
    return GameEntry(
        name=file.name,
        title=page.title,
        summary=page.summary,
        kind=page.kind,
        tags=page.tags,
        seats=games.seats(game),
        options=tuple(option.name for option in option_entries(game, page)),
        presets=tuple(page.presets),
    )


def _row(entry: GameEntry) -> dict[str, object]:
    return {**asdict(entry), "seats": (entry.seats.start, entry.seats.stop)}


def _from_row(row: dict[str, Any]) -> GameEntry:
    told: dict[str, Any] = {field: tuple(row[field]) for field in ("tags", "options", "presets")}
    told["seats"] = range(*row["seats"])
    told["kind"] = row["kind"] and games.GameKind(row["kind"])
    return GameEntry(**{**row, **told})


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


def option_entries(game: CheckedGame, page: games.Page) -> list[OptionEntry]:
    entries = []
    for option in game.game.declarations:
        if isinstance(option, s.OptionNode):
            words = page.options.get(option.binder.name)
            told = (words.label, words.sentence, words.group) if words else ("", "", "")
            values = tuple(words.values.items()) if words else ()
            default, domain = str(option.default.value), _domain(option)
            entries.append(OptionEntry(option.binder.name, *told, default, domain, values))
    return entries


def _domain(option: s.OptionNode) -> str:
    match option.domain:
        case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
            return f"{low} to {high}"
        case s.StringsNode(values=values):
            return ", ".join(values)
        case _:
            return ""


QUIT = "q"


def show_list(console: Console, listed: Sequence[GameEntry], *, numbered: bool = False) -> None:
    """By kind; with numbers, each game has its own in front of it."""
    names = max(len(game.name) for game in listed)
    players = max(len(games.players_said(game.seats)) for game in listed)
    numbers = count(1)
    for heading, of_kind in games.by_kind(listed).items():
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        table.add_column(width=names + (6 if numbered else 2), no_wrap=True)
        table.add_column(width=players)
        table.add_column(style="dim")
        for game in of_kind:
            front = f"{next(numbers):4}  " if numbered else "  "
            table.add_row(front + game.name, games.players_said(game.seats), ", ".join(game.tags))
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
    listed = chain.from_iterable(games.by_kind(offered).values())
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


_STYLES = {
    Shade.COMMENT: "italic dim",
    Shade.PARENTHESIS: "dim",
    Shade.OPERATOR: "bold",
    Shade.KEYWORD: "bold",
    Shade.VARIABLE: "magenta",
    Shade.NUMBER: "green",
    Shade.PLAIN: "",
    Shade.STRAY: "reverse",
}


def highlighted(program: str) -> Text:
    """The program, every token in the style of its shade; the characters stay as they are."""
    text = Text(program)
    for token, shade in shaded_tokens(program):
        text.stylize(_STYLES[shade], token.start, token.end)
    return text


def table_title(page: games.Page, players: int, rules: Sequence[games.HouseRule]) -> str:
    """`At this table, 4 players: Race`."""
    preset = games.matching_preset(page, rules)
    name = f": {page.presets[preset].label}" if preset else ""
    return f"At this table, {players} players{name}"


def table_rules(rules: Sequence[games.HouseRule]) -> Group:
    """What is not standard, then everything else under its headings."""
    changed = games.differences(rules)
    is_standard = Text("These are the standard rules.")
    lines: list[RenderableType] = [Text("Not standard", style="bold") if changed else is_standard]
    for rule in changed:
        item = _bullet(rule.rule)
        item.add_row("", Text(f"usually: {rule.standard}", style="dim"))
        lines.append(item)
    for group, same in games.by_group([rule for rule in rules if rule not in changed]).items():
        lines += [Text(), Text(capital(group) or "As usual", style="bold")]
        lines += [_bullet(rule.rule) for rule in same]
    return Group(*lines)


def _bullet(text: str) -> Table:
    """The text behind a bullet, its later lines as far in as its first."""
    item = Table.grid(padding=(0, 1, 0, 0))
    item.add_row("•", Text(text))
    return item


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
