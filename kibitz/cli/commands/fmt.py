"""`kibitz fmt`: programs in their canonical layout."""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import click

from kibitz.cli.files import FILE, STANDARD_INPUT, read_source, replace_text
from kibitz.cli.terminal import error_colour
from kibitz.recycle import RecycleError, Source, format_text, render


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; end with 1 if something would."
)
@click.option(
    "as_diff",
    "--diff",
    is_flag=True,
    help="Change nothing; print what would change, and end with 1 if something would.",
)
def command(files: tuple[str, ...], only_check: bool, as_diff: bool) -> int:
    """Lay programs out in the canonical way.

    Files are changed in place and keep their comments. A FILE of `-` is read from standard input
    and printed. A file whose words and parentheses cannot be read is left as it is.

    \b
    kibitz fmt my-game.rcy --diff   # what would a proper layout change?
    """
    told = _difference if as_diff else _would_change
    return max(_format(name, told if as_diff or only_check else None) for name in files)


def _format(name: str, told: Callable[[Source, str], str] | None) -> int:
    """The exit code for one file; it stays as it is where it is only `told` what would change."""
    try:
        source = read_source(name)
        text = format_text(source)
    except RecycleError as fault:
        report = render(fault.source, fault.diagnostics, colour=error_colour())
        click.echo(f"{report}{fault.source.name} is left as it is", err=True)
        return 1
    if told is not None:
        if text == source.text:
            return 0
        click.echo(told(source, text), nl=False)
        return 1
    if name == STANDARD_INPUT:
        click.echo(text, nl=False)
    elif text != source.text:
        replace_text(Path(name), text)
        click.echo(f"{name}: laid out afresh")
    return 0


def _would_change(source: Source, text: str) -> str:
    return f"{source.name} would be changed\n"


def _difference(source: Source, text: str) -> str:
    before, after = (lines.splitlines(keepends=True) for lines in (source.text, text))
    lines = unified_diff(before, after, source.name, f"{source.name}, laid out")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
