"""What the shell proposes behind the cursor: games, house rules, players, words.

Nothing here complains: whoever presses the tabulator in the middle of a slip is told nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from kibitz.games import GameFile

Proposals = list[CompletionItem]


def complete_games(context: click.Context, parameter: click.Parameter, begun: str) -> Proposals:
    """Games of the library, and files."""
    from kibitz.games import names

    return [CompletionItem(begun, type="file"), *_fitting(names(), begun)]


def complete_presets(context: click.Context, parameter: click.Parameter, begun: str) -> Proposals:
    file = _game(context)
    presets = {} if file is None else file.page.presets
    return [
        CompletionItem(name, help=preset.label)
        for name, preset in presets.items()
        if name.startswith(begun)
    ]


def complete_settings(context: click.Context, parameter: click.Parameter, begun: str) -> Proposals:
    """`players=`, and as soon as it is clear which option is meant, its values."""
    values = {name.lower(): [value.lower() for value in of] for name, of in _options(context)}
    name, equals, value = begun.partition("=")
    meant = [option for option in values if option.startswith(name.lower())]
    if equals:
        chosen = values.get(name.lower(), [])
        return _fitting([f"{name}={one}" for one in chosen], f"{name}={value.lower()}")
    if len(meant) == 1:
        return [CompletionItem(f"{meant[0]}={one}") for one in values[meant[0]]]
    return [CompletionItem(f"{option}=") for option in meant]


def complete_players(context: click.Context, parameter: click.Parameter, begun: str) -> Proposals:
    """Names behind the last comma, and parameters behind the last name."""
    from kibitz.cli.seating import HUMAN
    from kibitz.players import PLAYERS

    before, comma, last = begun.rpartition(",")
    name, colon, _ = last.partition(":")
    listed = before + comma
    if colon and name in PLAYERS:
        parameters = (f"{one.name}=" for one in PLAYERS[name].parameters)
        return _fitting([f"{listed}{name}:{one}" for one in parameters], begun)
    people = [HUMAN] if context.info_name == "play" else []
    return _fitting([f"{listed}{one}" for one in (*people, *PLAYERS)], begun)


def complete_words(context: click.Context, parameter: click.Parameter, begun: str) -> Proposals:
    """Of the language, definitions that come with it, and the names of reports."""
    from kibitz.recycle import diagnostic_slugs, entries, standard_names

    words = {word for entry in entries() for word in entry.words}
    return _fitting([*sorted(words), *standard_names(), *diagnostic_slugs()], begun)


def _fitting(texts: list[str], begun: str) -> Proposals:
    return [CompletionItem(text) for text in texts if text.startswith(begun)]


def _game(context: click.Context) -> GameFile | None:
    """The game that is named on the line so far."""
    from kibitz.games import find
    from kibitz.recycle import KibitzError

    named = context.params.get("game") or next(iter(context.params.get("games") or ()), None)
    # Behind an option that waits for its value, click has not looked at the other words yet.
    said = named or next(iter(context.args), None)
    try:
        return find(said) if said else None
    except KibitzError:
        return None


def _options(context: click.Context) -> Iterator[tuple[str, list[str]]]:
    """The options of that game with their values."""
    from kibitz.engine import bounds
    from kibitz.recycle import syntax

    file = _game(context)
    checked = None if file is None else file.checked.game
    for option in () if checked is None else checked.game.declarations:
        if isinstance(option, syntax.OptionNode):
            match option.domain:
                case syntax.RangeNode() as domain:
                    low, high = bounds(domain)
                    yield option.binder.name, [str(number) for number in range(low, high + 1)]
                case syntax.StringsNode(values=values):
                    yield option.binder.name, list(values)
