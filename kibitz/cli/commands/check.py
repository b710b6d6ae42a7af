"""`kibitz check`: what is wrong with programs and their pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import click

from kibitz.cli import arguments
from kibitz.cli.files import FILE, STANDARD_INPUT, read_source, replace_text
from kibitz.cli.report import print_json
from kibitz.cli.terminal import output_colour
from kibitz.games import PAGE, PROGRAM, check_page
from kibitz.recycle import (
    CheckResult,
    Diagnostic,
    GameSyntax,
    RecycleError,
    Source,
    as_data,
    check,
    fixed,
    render,
)

Reports = tuple[Source, tuple[Diagnostic, ...]]
"""A text, and what is wrong with it."""
LOOK_AGAIN_SECONDS = 0.2


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@arguments.json_flag("the reports as one JSON list")
@click.option(
    "--fix",
    is_flag=True,
    help="First make the cures that are sure: those after which there is an error less.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
def command(files: tuple[str, ...], as_json: bool, fix: bool, watch: bool) -> int:
    """Check programs and report what is wrong with them.

    The page beside a program is checked with it; a FILE may also be a page, and `-` is a program
    on standard input. Ends with 1 if there is an error; warnings are only told.

    \b
    kibitz check my-game.rcy
    kibitz check my-game.rcy --fix     # make the cures that are sure
    kibitz check my-game.rcy --watch   # again, whenever it changes
    """
    if (fix or watch) and STANDARD_INPUT in files:
        raise click.UsageError("--fix and --watch are for files, not for standard input")
    if watch and (fix or as_json):
        raise click.UsageError("--watch only tells: leave out --fix and --json")
    if fix:
        for name in files:
            _fix(name)
    if watch:
        _watch(files)
    return _tell([result for name in files for result in _check(name)], as_json=as_json)


def _tell(results: list[Reports], *, as_json: bool) -> int:
    """Print the reports; the exit code."""
    if as_json:
        data = [as_data(source, fault) for source, faults in results for fault in faults]
        print_json(data)
    else:
        for source, faults in results:
            click.echo(_report(source, faults), nl=False)
    return 1 if any(fault.is_error for _, faults in results for fault in faults) else 0


def _check(name: str) -> Iterator[Reports]:
    path = Path(name)
    if path.suffix == PAGE:
        yield _check_page(path, _game_beside(path))
        return
    result = _check_program(name)
    yield result.source, result.diagnostics
    if name == STANDARD_INPUT or path.suffix != PROGRAM:
        return
    beside = path.with_suffix(PAGE)
    if beside.is_file():
        yield _check_page(beside, result.game.game if result.game else None)


def _check_program(name: str) -> CheckResult:
    try:
        return check(read_source(name))
    except RecycleError as unreadable:
        return CheckResult(unreadable.source, None, unreadable.diagnostics)


def _game_beside(page: Path) -> GameSyntax | None:
    """The game that a page belongs to, if it is there and sound."""
    beside = page.with_suffix(PROGRAM)
    checked = _check_program(str(beside)).game if beside.is_file() else None
    return None if checked is None else checked.game


def _check_page(path: Path, game: GameSyntax | None) -> Reports:
    try:
        source = read_source(str(path))
    except RecycleError as unreadable:
        return unreadable.source, unreadable.diagnostics
    return source, check_page(source, game)


def _report(source: Source, faults: tuple[Diagnostic, ...]) -> str:
    if not faults:
        return f"{source.name}: no faults found\n"
    return render(source, faults, colour=output_colour())


# ---------------------------------------------------------------------------- cures


def _fix(name: str) -> None:
    """Make the sure cures in the file, and say which."""
    try:
        source = read_source(name)
    except RecycleError:  # told when it is checked
        return
    after, cured = fixed(source, _judge_page) if name.endswith(PAGE) else fixed(source)
    if cured:
        replace_text(Path(name), after.text)
    for fault in cured:
        click.echo(f"{name}: cured: {fault.headline}", err=True)


def _judge_page(source: Source) -> tuple[tuple[int, ...], tuple[Diagnostic, ...]]:
    errors = tuple(fault for fault in check_page(source, None) if fault.is_error)
    return (len(errors),), errors


# ---------------------------------------------------------------------------- watching


def _watch(files: tuple[str, ...]) -> None:
    """Tell again and again, until Ctrl-C."""
    while True:
        seen = _stamps(files)
        click.clear()
        _tell([result for name in files for result in _check(name)], as_json=False)
        click.echo("\nwatching; Ctrl-C ends it")
        while _stamps(files) == seen:
            sleep(LOOK_AGAIN_SECONDS)


def _stamps(files: tuple[str, ...]) -> list[tuple[int, int] | None]:
    """When the files and those beside them were changed; None for one that is not there."""
    paths = [Path(name) for name in files]
    beside = [path.with_suffix(suffix) for path in paths for suffix in (PROGRAM, PAGE)]
    return [_stamp(path) for path in (*paths, *beside)]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
