"""`kibitz check`: what is wrong with programs."""

from __future__ import annotations

import json
from typing import Any

import click

from kibitz.cli.files import read_source
from kibitz.cli.terminal import output_colour
from kibitz.recycle import CheckResult, RecycleError, check, render
from kibitz.recycle.diagnostic import as_data


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as one JSON list.")
def command(files: tuple[str, ...], as_json: bool) -> int:
    """Check programs and report what is wrong with them.

    A FILE of `-` is standard input. Ends with 1 if there is an error; warnings are only told.
    """
    results = [_check(name) for name in files]
    if as_json:
        click.echo(json.dumps(_data(results), indent=1, ensure_ascii=False))
    else:
        for result in results:
            click.echo(_report(result), nl=False)
    return 1 if any(result.game is None for result in results) else 0


def _check(name: str) -> CheckResult:
    try:
        return check(read_source(name))
    except RecycleError as unreadable:
        return CheckResult(unreadable.source, None, unreadable.diagnostics)


def _report(result: CheckResult) -> str:
    if not result.diagnostics:
        return f"{result.source.name}: no faults found\n"
    return render(result.source, result.diagnostics, colour=output_colour())


def _data(results: list[CheckResult]) -> list[dict[str, Any]]:
    return [
        as_data(result.source, diagnostic)
        for result in results
        for diagnostic in result.diagnostics
    ]
