"""Arguments that several commands share: the game, its options, the seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kibitz.cli.completing import (
    complete_games,
    complete_players,
    complete_presets,
    complete_settings,
)

Command = TypeVar("Command", bound=Callable[..., Any])


class NamedPath(click.Path):
    """A path that has a name: an empty one would be the folder that somebody happens to be in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("it needs a name", param, ctx)
        return super().convert(value, param, ctx)


def _parsed(
    context: click.Context, parameter: click.Parameter, texts: tuple[str, ...]
) -> dict[str, str]:
    """Values by name. Raises click.BadParameter for what is not written NAME=VALUE."""
    settings = {}
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        if not name or not value:
            raise click.BadParameter(f"write it as NAME=VALUE, not {text!r}")
        settings[name] = value
    return settings


def game_argument(command: Command) -> Command:
    return click.argument("game", metavar="GAME", shell_complete=complete_games)(command)


def house_rules(command: Command) -> Command:
    """`--preset` and `--option`, wherever a game is named; presets.py makes settings of them."""
    return _preset(_settings(command))


def _settings(command: Command) -> Command:
    return click.option(
        "settings",
        "--option",
        "-o",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_parsed,
        shell_complete=complete_settings,
        help="An option of the game, as in PLAYERS=3. May be repeated; `kibitz show` lists them.",
    )(command)


def _preset(command: Command) -> Command:
    return click.option(
        "--preset",
        metavar="NAME",
        shell_complete=complete_presets,
        help="Options that go by one name, as in family-wild; --option changes single ones. "
        "`kibitz show` lists them.",
    )(command)


def record_argument(command: Command) -> Command:
    path = NamedPath(path_type=Path)
    return click.argument("record_path", type=path, metavar="RECORD")(command)


def recorded_game_option(command: Command) -> Command:
    return click.option(
        "--game",
        metavar="GAME",
        shell_complete=complete_games,
        help="The game, if the library has it no longer.",
    )(command)


def players_option(**more: Any) -> Callable[[Command], Command]:
    """`--players`, names with commas between them."""
    more.update(metavar="NAMES", shell_complete=complete_players, show_default=True)
    return click.option("--players", **more)


def count_option(
    *names: str, least: int = 1, metavar: str = "N", **more: Any
) -> Callable[[Command], Command]:
    """A whole number from `least` on."""
    number = click.IntRange(min=least)
    return click.option(*names, type=number, metavar=metavar, show_default=True, **more)


def file_option(*names: str, **more: Any) -> Callable[[Command], Command]:
    """A file that is written."""
    path = NamedPath(dir_okay=False, path_type=Path)
    return click.option(*names, type=path, metavar="FILE", **more)


def json_flag(what: str) -> Callable[[Command], Command]:
    """`--json`, which prints `what`."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {what}.")


def seed_option(command: Command) -> Command:
    from kibitz.engine import limits

    return click.option(
        "--seed",
        type=click.IntRange(limits.LOWEST_SEED, limits.HIGHEST_SEED),
        help="The same seed deals the same cards. Without it, one is drawn.",
    )(command)


def threads_option(command: Command) -> Command:
    return click.option(
        "--threads",
        type=click.IntRange(min=1),
        metavar="N",
        help="On how many cores matches are played. Without it, on all.",
    )(command)


def device_option(command: Command) -> Command:
    from kibitz.engine import Device

    return click.option(
        "--device",
        type=click.Choice([device.value for device in Device]),
        default=Device.CPU.value,
        show_default=True,
        help="Where matches are played at random: cuda is a GPU of NVIDIA's and needs the extra "
        "kibitz[cuda]. The matches are the same.",
    )(command)


def fresh_seed() -> int:
    """A seed nobody has chosen, short enough to be typed."""
    from secrets import randbelow

    return randbelow(1_000_000_000)
