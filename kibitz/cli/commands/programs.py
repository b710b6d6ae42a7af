"""`kibitz check`, `fmt`, `new`, `explain` and `lsp`: for those who write games."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches, unified_diff
from pathlib import Path
from textwrap import indent
from time import sleep
from typing import TYPE_CHECKING

import click

from kibitz import games, recycle
from kibitz.cli import arguments
from kibitz.cli.completing import complete_words
from kibitz.cli.faults import Refusal
from kibitz.cli.terminal import colour, output_console, print_json
from kibitz.games import PAGE, PROGRAM, check_page, read_by_page_text
from kibitz.recycle import Diagnostic, Label, RecycleError, Source, Span

if TYPE_CHECKING:
    from rich.console import Console

STANDARD_INPUT = "-"
# Whatever it is: what keeps it from being read is said by whoever reads it.
files_argument = arguments.argument(
    "FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True, readable=False)
)


def read_source(name: str) -> Source:
    """The program text. Raises RecycleError if it cannot be read."""
    if name in games.names() and not os.path.lexists(name):
        cure = f"`kibitz show {name}` prints it; a file of your own is named by its {PROGRAM} path"
        raise _unreadable(name, "this is a game of the library, not a file", cure)
    if name != STANDARD_INPUT:
        return recycle.load_source(Path(name))
    data = sys.stdin.buffer.read(recycle.limits.TEXT_BYTES + 1)
    return recycle.source_from_bytes("standard input", data)


def _unreadable(name: str, headline: str, cure: str) -> RecycleError:
    report = Diagnostic("unreadable-file", headline, Label(Span(0, 0)), help=cure)
    return RecycleError(Source(name, ""), (report,))


def replace_text(path: Path, text: str) -> None:
    """The file gets the new text whole or not at all."""
    from kibitz import kept_files

    target = path.resolve()
    kept_files.write_atomically(target, text.encode(), target.stat().st_mode)


Reports = tuple[Source, tuple[Diagnostic, ...]]
"""A text, and what is wrong with it."""
LOOK_AGAIN_SECONDS = 0.2


@arguments.command
def check_command(
    files: tuple[str, ...] = files_argument,
    as_json: bool = arguments.json_flag("the reports as one JSON list"),
    fix: bool = arguments.option(
        "First make the cures that are sure: those after which there is an error less."
    ),
    watch: bool = arguments.option("Check again whenever a file changes, until Ctrl-C."),
) -> int:
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
    return _tell(files, as_json=as_json)


def _tell(files: Iterable[str], *, as_json: bool) -> int:
    """Print the reports; the exit code."""
    results = [result for name in files for result in _check(name)]
    told = [(source, fault) for source, faults in results for fault in faults]
    if as_json:
        print_json([recycle.as_data(source, fault) for source, fault in told])
    for source, faults in () if as_json else results:
        if faults:
            click.echo(recycle.render(source, faults, colour=colour(sys.stdout)), nl=False)
        else:
            click.echo(f"{source.name}: no faults found")
    return 1 if any(fault.is_error for _, fault in told) else 0


def _check(name: str) -> Iterator[Reports]:
    path = Path(name)
    if path.suffix == PAGE:
        program = path.with_suffix(PROGRAM)
        yield _check_page(path, _check_program(str(program)) if program.is_file() else None)
        return
    result = _check_program(name)
    page = path.with_suffix(PAGE) if path.suffix == PROGRAM else None
    beside = page if page is not None and page.is_file() else None
    outside = read_by_page_text(_text_of(beside))
    yield result.source, (*_refused_setup(result), *result.diagnostics_beside(outside))
    if beside is not None:
        yield _check_page(beside, result)


def _refused_setup(program: recycle.CheckResult) -> tuple[Diagnostic, ...]:
    """What keeps a sound program from being set up, its options as usual."""
    from kibitz.engine import refuse_setup

    try:
        if program.game is not None:
            refuse_setup(program.game)
    except RecycleError as refusal:
        return refusal.diagnostics
    return ()


def _text_of(page: Path | None) -> Source | None:
    """None where there is none that can be read."""
    try:
        return None if page is None else read_source(str(page))
    except RecycleError:
        return None


def _check_program(name: str) -> recycle.CheckResult:
    try:
        folder = None if name == STANDARD_INPUT else Path(name).parent
        return recycle.check(recycle.completed(read_source(name), folder))
    except RecycleError as unreadable:
        return recycle.CheckResult(unreadable.source, None, unreadable.diagnostics)


def _check_page(path: Path, program: recycle.CheckResult | None) -> Reports:
    """With the game that it belongs to, if that is there and sound."""
    try:
        source = read_source(str(path))
    except RecycleError as unreadable:
        return unreadable.source, unreadable.diagnostics
    return source, check_page(source, program.game.game if program and program.game else None)


def _fix(name: str) -> None:
    """Make the sure cures in the file, and say which."""
    try:
        source = read_source(name)
    except RecycleError:  # told when it is checked
        return
    after, cured = (
        recycle.fixed(source, _judge_page) if name.endswith(PAGE) else recycle.fixed(source)
    )
    if cured:
        replace_text(Path(name), after.text)
    for fault in cured:
        click.echo(f"{name}: cured: {fault.headline}", err=True)


def _judge_page(source: Source) -> tuple[tuple[int, ...], tuple[Diagnostic, ...]]:
    errors = tuple(fault for fault in check_page(source, None) if fault.is_error)
    return (len(errors),), errors


def _watch(files: tuple[str, ...]) -> None:
    """Tell again and again, until Ctrl-C."""
    while True:
        seen = _stamps(files)
        click.clear()
        _tell(files, as_json=False)
        click.echo("\nwatching; Ctrl-C ends it")
        while _stamps(files) == seen:
            sleep(LOOK_AGAIN_SECONDS)


def _stamps(files: tuple[str, ...]) -> list[tuple[int, int] | None]:
    """When the files and those beside them were changed; None for one that is not there."""
    paths = [Path(name) for name in files]
    named = [path for path in paths if path.name]  # a folder such as `.` has no name
    beside = [path.with_suffix(suffix) for path in named for suffix in (PROGRAM, PAGE)]
    stamps: list[tuple[int, int] | None] = []
    for path in (*paths, *beside):
        try:
            found = path.stat()
            stamps.append((found.st_mtime_ns, found.st_size))
        except OSError:
            stamps.append(None)
    return stamps


@arguments.command
def fmt_command(
    files: tuple[str, ...] = files_argument,
    only_check: bool = arguments.option(
        "Change nothing; end with 1 if something would.", "--check"
    ),
    as_diff: bool = arguments.option(
        "Change nothing; print what would change, and end with 1 if something would.", "--diff"
    ),
) -> int:
    """Lay programs out in the canonical way.

    Files are changed in place and keep their comments. A FILE of `-` is read from standard input
    and printed. A file whose words and parentheses cannot be read is left as it is.

    \b
    kibitz fmt my-game.rcy --diff   # what would a proper layout change?
    """
    return max(_format(name, only_check=only_check, as_diff=as_diff) for name in files)


def _format(name: str, *, only_check: bool, as_diff: bool) -> int:
    """The exit code for one file."""
    try:
        if name.endswith(PAGE):
            cure = f"name its program, which ends in {PROGRAM}; `kibitz check` looks at pages"
            raise _unreadable(name, "this is a page, and only programs are laid out", cure)
        source = read_source(name)
        text = recycle.format_text(source)
    except RecycleError as fault:
        report = recycle.render(fault.source, fault.diagnostics, colour=colour(sys.stderr))
        click.echo(f"{report}{fault.source.name} is left as it is", err=True)
        return 1
    if only_check or as_diff:
        if text == source.text:
            return 0
        would = f"{source.name} would be changed\n"
        click.echo(_difference(source, text) if as_diff else would, nl=False)
        return 1
    if name == STANDARD_INPUT:
        click.echo(text, nl=False)
    elif text != source.text:
        replace_text(Path(name), text)
        click.echo(f"{name}: laid out afresh")
    return 0


def _difference(source: Source, text: str) -> str:
    before, after = (lines.splitlines(keepends=True) for lines in (source.text, text))
    lines = unified_diff(before, after, source.name, f"{source.name}, laid out")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


@arguments.command
def new_command(
    name: str = arguments.argument("NAME"),
    kind: str = arguments.option(
        "What to begin with; hands is a game of several deals, rummy one of melds.",
        type=click.Choice(games.starters()),
        default="shedding",
    ),
) -> None:
    """Write a small game to begin with.

    NAME.rcy is its program and NAME.md its page. They can be played as they are: change a rule, and
    play again.

    \b
    kibitz new my-game --kind trick
    """
    stem = os.path.basename(name.removesuffix(PROGRAM))
    if not stem.isprintable() or not stem.strip(". "):
        raise Refusal(f"{name!r} is no name for a game")
    program = Path(name.removesuffix(PROGRAM) + PROGRAM)
    written = (program, program.with_suffix(PAGE))
    for path in written:
        if os.path.lexists(path):
            raise Refusal(f"{path} exists already; `kibitz new` overwrites nothing")
    title = stem.replace("-", " ").replace("_", " ").strip().capitalize()
    for path, text in zip(written, games.starter(kind, title), strict=True):
        path.write_text(text, encoding="utf-8")
    click.echo(f"{program} and {program.with_suffix(PAGE)} are written; go on with")
    click.echo(f"  kibitz play {program}\n  kibitz check {program} --watch")


_PART = re.compile(
    r"^```(?P<kind>\w*)\n(?P<block>.*?)^```\n|^#+ (?P<heading>[^\n]+)\n", re.M | re.S
)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


def print_page(console: Console, page: str) -> None:
    """Print a page of Markdown, as far as our docs use it."""
    from rich.text import Text

    done = 0
    for part in _PART.finditer(page):
        _print_prose(console, page[done : part.start()])
        if part["heading"]:
            console.print(Text(part["heading"].replace("`", ""), style="bold underline"))
        else:
            _print_block(console, part["kind"], part["block"])
        done = part.end()
    _print_prose(console, page[done:])


def _print_block(console: Console, kind: str, text: str) -> None:
    from rich.text import Text

    from kibitz.cli.catalogue import highlighted

    if kind == "plays":
        console.print("which comes to")
    shown = indent(text.rstrip("\n"), "  ")
    is_program = kind in ("form", "recycle")
    console.print(highlighted(shown) if is_program else Text(shown), soft_wrap=True)


def _print_prose(console: Console, text: str) -> None:
    from rich.markdown import Markdown

    if text:
        console.print()
    if text.strip():
        console.print(Markdown(_LINK.sub(r"\1", text)))
        console.print()


@arguments.command
def explain_command(
    words: tuple[str, ...] = arguments.argument("[WORD]", nargs=-1, shell_complete=complete_words),
) -> None:
    """Explain a word of the language or a diagnostic.

    WORD is a word of a program, as in runs; a subject, as in what a seat knows; definitions that
    come with kibitz, as in tricks; or the name of a report, as in no-progress. Without one, lists
    what there is.

    \b
    kibitz explain runs                # a word
    kibitz explain unknown-keyword     # a report
    """
    console = output_console()
    with console.capture() as captured:
        if words:
            _explain(console, " ".join(words))
        else:
            _list(console)
    text = "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
    if sys.stdout.isatty() and text.count("\n") >= console.height:
        click.echo_via_pager(text)
    else:
        click.echo(text, nl=False)


def _explain(console: Console, asked: str) -> None:
    pages = [entry.text for entry in recycle.explaining(asked)]
    if asked in recycle.standard_names():
        pages = [_standard_page(asked)]
    if asked in recycle.diagnostic_slugs():
        pages.append(recycle.diagnostic_page(asked))
    if not pages and asked.casefold() in recycle.looked_for():
        instead = recycle.looked_for()[asked.casefold()]
        pages.append(f"`{asked}` is not a word of the language: {instead}.\n")
    if not pages:
        words = [(entry.plain_title.casefold(), *entry.words) for entry in recycle.entries()]
        known = {*recycle.diagnostic_slugs(), *recycle.standard_names()}.union(*words)
        near = get_close_matches(asked.casefold(), sorted(known), n=1)
        guess = f"; did you mean `{near[0]}`?" if near else ""
        more = "`kibitz explain` lists what there is"
        raise Refusal(f"there is nothing called `{asked}`{guess}\n{more}")
    for page in pages:
        print_page(console, page)


def _standard_page(name: str) -> str:
    """Definitions that come with kibitz: what they say of themselves, then all of them."""
    _, _, program = recycle.standard_text(name).partition("\n\n")
    return f"### `(use {name})`\n\n{recycle.standard_header(name)}\n\n```recycle\n{program}```\n"


def _list(console: Console) -> None:
    from rich.padding import Padding
    from rich.text import Text

    titles: dict[str, list[str]] = {}
    for entry in recycle.entries():
        inside = titles.setdefault(entry.kind, [])
        if entry.title != entry.kind:
            inside.append(entry.plain_title)
    titles["Definitions to use"] = list(recycle.standard_names())
    titles["Reports of kibitz check, and errors in play"] = list(recycle.diagnostic_slugs())
    for kind, inside in titles.items():
        console.print(Text(kind, style="bold"))
        if inside:
            console.print(Padding(Text(" · ".join(inside)), (0, 0, 0, 2)))


@arguments.command
def lsp_command() -> None:
    """Serve an editor that writes programs.

    Speaks the language server protocol on standard input and output; editors/README.md says how an
    editor is told to start it.

    \b
    kibitz lsp
    """
    try:
        from kibitz.lsp.server import serve
    except ModuleNotFoundError as missing:
        text = f"{missing.name} is needed for this: pip install 'kibitz[lsp]'"
        raise Refusal(text) from None
    serve()
