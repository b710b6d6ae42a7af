"""`kibitz fmt`: programs in their canonical layout."""

from __future__ import annotations

from pathlib import Path

import click

from kibitz.cli.files import STANDARD_INPUT, read_source
from kibitz.cli.terminal import error_colour
from kibitz.engine.kept_files import write_atomically
from kibitz.recycle import RecycleError, format_text, render


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; end with 1 if something would."
)
def command(files: tuple[str, ...], only_check: bool) -> int:
    """Lay programs out in the canonical way.

    Files are changed in place and keep their comments. A FILE of `-` is read from standard input
    and printed. A file whose words and parentheses cannot be read is left as it is.
    """
    return max(_format(name, only_check=only_check) for name in files)


def _format(name: str, *, only_check: bool) -> int:
    """The exit code for one file."""
    try:
        source = read_source(name)
        text = format_text(source)
    except RecycleError as fault:
        report = render(fault.source, fault.diagnostics, colour=error_colour())
        click.echo(f"{report}{fault.source.name} is left as it is", err=True)
        return 1
    if only_check:
        if text == source.text:
            return 0
        click.echo(f"{source.name} would be changed")
        return 1
    if name == STANDARD_INPUT:
        click.echo(text, nl=False)
    elif text != source.text:
        _replace(Path(name), text)
        click.echo(f"{name}: laid out afresh")
    return 0


def _replace(path: Path, text: str) -> None:
    """The file gets the new text whole or not at all."""
    target = path.resolve()
    write_atomically(target, text.encode(), target.stat().st_mode)
