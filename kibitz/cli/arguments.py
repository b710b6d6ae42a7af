"""Arguments that several commands share: the game, its house rules, the seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import completing

if TYPE_CHECKING:
    from kibitz.game import Game
    from kibitz.games import Page, Preset

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]
Declaration = Any
"""By the parameter of a command, its decorator; a parameter has what declares it as its default."""


def command(function: Command) -> click.Command:
    """`play_command` as `kibitz play`, with all that its parameters declare."""
    decorated = _declared(function, signature(function).parameters)
    return click.command(function.__name__.removesuffix("_command"))(decorated)


def gathered(made: Command) -> Declaration:
    """Options that the parameters of a function declare, and of which it makes a single value."""
    own = signature(made).parameters

    def declared(parameter: Parameter) -> Decorator:
        def decorate(command: Command) -> Command:
            @wraps(command)
            def called(**said: Any) -> Any:
                value = made(**{name: said.pop(name) for name in own})
                return command(**{parameter.name: value}, **said)

            return _declared(called, own)

        return decorate

    return declared


def _declared(function: Command, parameters: Mapping[str, Parameter]) -> Command:
    for parameter in reversed(list(parameters.values())):
        function = parameter.default(parameter)(function)
    return function


_BY_TYPE: Mapping[str, dict[str, Any]] = {
    "bool": {"is_flag": True},
    "int": {"type": int},
    "int | None": {"type": int},
    "tuple[str, ...]": {"multiple": True},
}


def option(help: str | None, *names: str, **more: Any) -> Declaration:
    """An option with the name of its parameter, if none is said, and what its type asks for."""

    def declared(parameter: Parameter) -> Decorator:
        said = names or (f"--{parameter.name.replace('_', '-')}",)
        settings = {**_BY_TYPE.get(parameter.annotation, {}), **more}
        return click.option(parameter.name, *said, help=help, **settings)

    return declared


def argument(metavar: str | None, **more: Any) -> Declaration:
    return lambda parameter: click.argument(parameter.name, metavar=metavar, **more)


class NamedPath(click.Path):
    """A path that has a name: an empty one would be the folder that somebody happens to be in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("it needs a name", param, ctx)
        return super().convert(value, param, ctx)


def python_option(help: str, **more: Any) -> Declaration:
    """Where Python for browsers is; `help` says what it is wanted for, if that is not plain."""
    said = (
        "Python for browsers: the npm package pyodide, as `npm pack pyodide@314.0.7` fetches it, "
        "or the folder that it was unpacked to."
    )
    settings = {"type": ANY_PATH, "metavar": "PATH", "envvar": "KIBITZ_PYODIDE", **more}
    return option(f"{help} {said}".strip(), "--with-python", **settings)


ANY_PATH = NamedPath(path_type=Path)
TO_WRITE = NamedPath(dir_okay=False, path_type=Path)
FOLDER = NamedPath(file_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """`--preset` and `--option`, as they were typed."""

    preset: str | None
    settings: Mapping[str, str]

    def __bool__(self) -> bool:
        return self.preset is not None or bool(self.settings)

    def said(self, game: str) -> list[str]:
        """The game and its house rules as they are typed."""
        pairs = self.settings.items()
        chosen = [word for name, value in pairs for word in ("--option", f"{name}={value}")]
        return [game, *(["--preset", self.preset] if self.preset else []), *chosen]

    def options(self, game: str) -> dict[str, int | str]:
        """The options of the preset, and over them those that were set one by one.

        Raises LibraryError if there is no such game and click.BadParameter for an unknown preset.
        """
        from kibitz.games import find

        if self.preset is None:
            return dict(self.settings)
        # However a name is spelt, the last setting of an option is the one that counts.
        return {**_preset_of(find(game).page, self.preset).options, **self.settings}

    def load(self, game: str) -> Game:
        """The game with these house rules. Raises what `load` and `options` do."""
        from kibitz.game import load

        return load(game, **self.options(game))


def _preset_of(page: Page, name: str) -> Preset:
    from kibitz.engine import plain_name
    from kibitz.recycle import nearest

    names = {plain_name(key): key for key in page.presets}
    if plain_name(name) in names:
        return page.presets[names[plain_name(name)]]
    near = nearest(plain_name(name), names)
    has = f"it has {', '.join(page.presets)}" if page.presets else "it has none"
    guess = f"did you mean `{names[near]}`?" if near else has
    raise click.BadParameter(f"{page.title} has no preset `{name}`; {guess}", param_hint="--preset")


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


@gathered
def house_rules(
    preset: str | None = option(
        "Options that go by one name, as in family-wild; --option changes single ones. "
        "`kibitz show` lists them.",
        metavar="NAME",
        shell_complete=completing.complete_presets,
    ),
    settings: Mapping[str, str] = option(
        "An option of the game, as in PLAYERS=3. May be repeated; `kibitz show` lists them.",
        "--option",
        "-o",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_parsed,
        shell_complete=completing.complete_settings,
    ),
) -> HouseRules:
    """Wherever a game is named."""
    return HouseRules(preset, settings)


def game_argument(metavar: str = "GAME", **more: Any) -> Declaration:
    """A game of the library, or a file."""
    return argument(metavar, shell_complete=completing.complete_games, **more)


record_argument = argument("RECORD", type=ANY_PATH)
recorded_game_option = option(
    "The game, if the library has it no longer.",
    metavar="GAME",
    shell_complete=completing.complete_games,
)


def players_option(help: str, **more: Any) -> Declaration:
    """Names with commas between them."""
    return option(help, metavar="NAMES", shell_complete=completing.complete_players, **more)


def count_option(
    help: str, *names: str, least: int = 1, metavar: str = "N", **more: Any
) -> Declaration:
    """A whole number from `least` on."""
    return option(help, *names, type=click.IntRange(min=least), metavar=metavar, **more)


def file_option(help: str, *names: str, type: click.Path = TO_WRITE) -> Declaration:
    """A file, by default one that is written."""
    return option(help, *names, type=type, metavar="FILE")


learning_option = option(
    "Seconds for which a game that nobody knows is learnt first, once; what was learnt is kept.",
    type=click.FloatRange(0, 3600),
    default=20.0,
    metavar="S",
    envvar="KIBITZ_LEARN",
)


def json_flag(what: str) -> Declaration:
    """`--json`, which prints `what`."""
    return option(f"Print {what}.", "--json")


def seed_option() -> Declaration:
    from kibitz.engine import limits

    return option(
        "The same seed deals the same cards. Without it, one is drawn.",
        type=click.IntRange(limits.LOWEST_SEED, limits.HIGHEST_SEED),
    )


threads_option = count_option("On how many cores matches are played. Without it, on all.")


def _gone_elsewhere(
    context: click.Context, parameter: click.Parameter, address: str | None
) -> None:
    """All that the command has done in pieces is done there."""
    if address is not None:
        from kibitz.players import connected, done_at

        context.with_resource(done_at(context.with_resource(connected(address))))


on_option = option(
    "Have matches played by a cluster: ray for the one that runs here, ray://HOST for another. "
    "Needs the extra kibitz[ray]. The figures are the same.",
    metavar="CLUSTER",
    callback=_gone_elsewhere,
)


def device_option() -> Declaration:
    from kibitz.engine import Device

    return option(
        "Where matches are played at random: cuda is a GPU of NVIDIA's and needs the extra "
        "kibitz[cuda]. The matches are the same.",
        type=click.Choice([device.value for device in Device]),
        default=Device.CPU.value,
    )


def fresh_seed() -> int:
    """A seed nobody has chosen, short enough to be typed."""
    from secrets import randbelow

    return randbelow(1_000_000_000)
