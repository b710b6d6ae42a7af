"""From `--preset` and `--option` to the options of a game."""

from __future__ import annotations

from collections.abc import Mapping

import click

from kibitz.engine import plain_name
from kibitz.game import Game, load
from kibitz.games import Page, Preset, find
from kibitz.recycle import nearest

Settings = dict[str, int | str]


def load_settled(game: str, preset: str | None, settings: Mapping[str, int | str]) -> Game:
    """The game with these house rules. Raises what `load` and `settled` do."""
    return load(game, **settled(game, preset, settings))


def settled(game: str, preset: str | None, settings: Mapping[str, int | str]) -> Settings:
    """The options of the preset, and over them those that were set one by one.

    Raises LibraryError if there is no such game and click.BadParameter for an unknown preset.
    """
    if preset is None:
        return dict(settings)
    # However a name is spelt, the last setting of an option is the one that counts.
    return {**_named(find(game).page, preset).options, **settings}


def _named(page: Page, name: str) -> Preset:
    names = {plain_name(key): key for key in page.presets}
    if plain_name(name) in names:
        return page.presets[names[plain_name(name)]]
    near = nearest(plain_name(name), names)
    has = f"it has {', '.join(page.presets)}" if page.presets else "it has none"
    guess = f"did you mean `{names[near]}`?" if near else has
    raise click.BadParameter(f"{page.title} has no preset `{name}`; {guess}", param_hint="--preset")
