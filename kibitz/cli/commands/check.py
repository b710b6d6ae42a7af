"""`kibitz check`: what is wrong with programs and their pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from kibitz.cli.arguments import json_flag
from kibitz.cli.files import STANDARD_INPUT, read_source
from kibitz.cli.terminal import output_colour
from kibitz.games.library import PAGE, PROGRAM
from kibitz.games.page_check import check_page
from kibitz.recycle import CheckResult, Diagnostic, RecycleError, Source, check, render
from kibitz.recycle.diagnostic import as_data

Reports = tuple[Source, tuple[Diagnostic, ...]]
"""A text, and what is wrong with it."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_flag("the reports as one JSON list")
def command(files: tuple[str, ...], as_json: bool) -> int:
    """Check programs and report what is wrong with them.

    The page beside a program is checked with it; a FILE may also be a page, and `-` is a program
    on standard input. Ends with 1 if there is an error; warnings are only told.
    """
    results = [result for name in files for result in _check(name)]
    if as_json:
        data = [as_data(source, fault) for source, faults in results for fault in faults]
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        for source, faults in results:
            click.echo(_report(source, faults), nl=False)
    return 1 if any(fault.is_error for _, faults in results for fault in faults) else 0


def _check(name: str) -> Iterator[Reports]:
    path = Path(name)
    if path.suffix == PAGE:
        beside = path.with_suffix(PROGRAM)
        yield _check_page(path, _check_program(str(beside)) if beside.is_file() else None)
        return
    result = _check_program(name)
    yield result.source, result.diagnostics
    beside = path.with_suffix(PAGE)
    if name != STANDARD_INPUT and path.suffix == PROGRAM and beside.is_file():
        yield _check_page(beside, result)


def _check_program(name: str) -> CheckResult:
    try:
        return check(read_source(name))
    except RecycleError as unreadable:
        return CheckResult(unreadable.source, None, unreadable.diagnostics)


def _check_page(path: Path, program: CheckResult | None) -> Reports:
    game = None if program is None or program.game is None else program.game.game
    try:
        source = read_source(str(path))
    except RecycleError as unreadable:
        return unreadable.source, unreadable.diagnostics
    return source, check_page(source, game)


def _report(source: Source, faults: tuple[Diagnostic, ...]) -> str:
    if not faults:
        return f"{source.name}: no faults found\n"
    return render(source, faults, colour=output_colour())
