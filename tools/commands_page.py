"""Writes docs/commands.md: every command with its examples and options, from the commands."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from kibitz.cli.main import COMMANDS, main

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
HEAD = """# The commands

GAME is the name of a game of the library or the path of a `.rcy` file. Commands end with 0, with 1
if the input is wrong, with 2 if the command line is, with 130 after Ctrl-C. `--preset` and
`--option` say the house rules wherever a game is named; whatever prints a table prints JSON with
`--json`. Colours and progress are for terminals only; `NO_COLOR` and `FORCE_COLOR` are heard.
`kibitz NAME --help` says the same as this page, written by `python -m tools.commands_page`.
"""


def write() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    context = click.Context(main, info_name="kibitz", show_default=True)
    return HEAD + "".join(section(name, context) for name in COMMANDS)


def section(name: str, parent: click.Context) -> str:
    """What a command does, examples, options."""
    command = main.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    parts = [f"## {name}", *_prose(command.help or ""), f"Usage: `{usage}`", _options(context)]
    return "\n" + "\n\n".join(part for part in parts if part) + "\n"


def _prose(text: str) -> Iterator[str]:
    """The paragraphs of a help text; what click is told to leave alone is examples."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        examples = paragraph.removeprefix("\b\n")
        yield paragraph if examples == paragraph else f"```\n{examples}\n```"


def _options(context: click.Context) -> str:
    records = [
        record
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
        and "--help" not in parameter.opts
        and (record := parameter.get_help_record(context)) is not None
    ]
    return "\n".join(f"- `{name}`: {' '.join(told.split())}" for name, told in records)


if __name__ == "__main__":
    write()
