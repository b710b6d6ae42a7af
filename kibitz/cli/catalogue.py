"""What a checked game says about itself before it is played: players, options, their values."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games import Page
from kibitz.recycle import CheckedGame, syntax


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


def player_count(game: CheckedGame) -> str:
    """`4`, or `2 to 6` where an option says how many."""
    match game.game.setup.players:
        case syntax.IntLiteral(value=value):
            return str(value)
        case syntax.Variable(binder=binder):
            for declaration in game.game.declarations:
                if isinstance(declaration, syntax.Option) and declaration.binder == binder:
                    return _domain(declaration)
            return "fixed"
        case _:
            return "depends on its options"
