"""From `--preset` and `--option` to the options of a game."""

from __future__ import annotations

from collections.abc import Mapping

import click

from kibitz.engine.lower.constants import plain_name
from kibitz.games import Page, find
from kibitz.games.page import Preset

Settings = dict[str, int | str]


def settled(game: str, preset: str | None, settings: Mapping[str, int | str]) -> Settings:
    """The options of the preset, and over them those that were set one by one.

    Raises LibraryError if there is no such game and click.BadParameter for an unknown preset.
    """
    if preset is None:
        return dict(settings)
    # However a name is spelt, the last setting of an option is the one that counts.
    return {**_named(find(game).page, preset).options, **settings}


def _named(page: Page, name: str) -> Preset:
    presets = {plain_name(key): preset for key, preset in page.presets.items()}
    found = presets.get(plain_name(name))
    if found is None:
        has = f"it has {', '.join(page.presets)}" if page.presets else "it has none"
        text = f"{page.title} has no preset `{name}`; {has}"
        raise click.BadParameter(text, param_hint="--preset")
    return found
