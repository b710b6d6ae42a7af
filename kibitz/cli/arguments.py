"""Arguments that several commands share: the game, its options, the seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


class OptionSetting(click.ParamType):
    """`NAME=VALUE`."""

    name = "NAME=VALUE"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, sign, chosen = str(value).partition("=")
        if not sign or not name.strip() or not chosen.strip():
            self.fail(f"write it as NAME=VALUE, not {value!r}", param, ctx)
        return name.strip(), chosen.strip()


def game_argument(command: Command) -> Command:
    return click.argument("game", metavar="GAME")(command)


def option_settings(command: Command) -> Command:
    return click.option(
        "settings",
        "--option",
        "-o",
        type=OptionSetting(),
        multiple=True,
        help="An option of the game, as in PLAYERS=3. May be repeated; `kibitz show` lists them.",
    )(command)


def seed_option(command: Command) -> Command:
    return click.option(
        "--seed",
        type=int,
        help="The same seed deals the same cards. Without it, one is drawn.",
    )(command)


def fresh_seed() -> int:
    """A seed nobody has chosen, short enough to be typed."""
    from secrets import randbelow  # noqa: PLC0415

    return randbelow(1_000_000_000)
