"""What games say about themselves before they are played: kinds, players, options, values."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games import Page, find, names
from kibitz.games.kinds import OTHER_GAMES, Kind
from kibitz.games.seating import seats
from kibitz.recycle import CheckedGame, syntax


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of the library as it is listed."""

    name: str
    title: str
    summary: str
    kind: Kind | None
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
    return [_game_entry(name) for name in names()]


def _game_entry(name: str) -> GameEntry:
    file = find(name)
    game, page = file.checked.game, file.page
    assert game is not None, "every game of the library is without errors"
    return GameEntry(
        name=name,
        title=page.title,
        summary=page.summary,
        kind=page.kind,
        tags=page.tags,
        seats=seats(game),
        options=tuple(entry.name for entry in option_entries(game, page)),
        presets=tuple(page.presets),
    )


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
        if isinstance(declaration, syntax.Option)
    ]


def _entry(option: syntax.Option, page: Page) -> OptionEntry:
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


def _domain(option: syntax.Option) -> str:
    match option.domain:
        case syntax.Range(low=syntax.IntLiteral(value=low), high=syntax.IntLiteral(value=high)):
            return f"{low} to {high}"
        case syntax.Strings(values=values):
            return ", ".join(values)
        case _:
            return ""
