"""`kibitz explain`: a word of the language, or a diagnostic."""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from textwrap import indent

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from kibitz.cli.completing import complete_words
from kibitz.cli.faults import Refusal
from kibitz.cli.game_text import highlighted
from kibitz.cli.terminal import output_console
from kibitz.recycle import diagnostic_page, diagnostic_slugs, entries, explaining

_PART = re.compile(
    r"^```(?P<kind>\w*)\n(?P<block>.*?)^```\n|^#+ (?P<heading>[^\n]+)\n", re.M | re.S
)
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_PROGRAMS = frozenset({"form", "recycle"})
_RESULTS = "plays"


def print_page(console: Console, page: str) -> None:
    """Print a page of Markdown, as far as our docs use it."""
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
    if kind == _RESULTS:
        console.print("which comes to")
    shown = indent(text.rstrip("\n"), "  ")
    console.print(highlighted(shown) if kind in _PROGRAMS else Text(shown), soft_wrap=True)


def _print_prose(console: Console, text: str) -> None:
    if text.strip():
        console.print()
        console.print(Markdown(_LINK.sub(r"\1", text)))
        console.print()
    elif text:
        console.print()


# ---------------------------------------------------------------------------- explain


@click.command("explain")
@click.argument("words", nargs=-1, metavar="[WORD]", shell_complete=complete_words)
def command(words: tuple[str, ...]) -> None:
    """Explain a word of the language or a diagnostic.

    WORD is a word of a program, as in runs; a subject, as in what a seat knows; or the name of
    a report, as in no-progress. Without one, lists what there is.

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
    pages = [entry.text for entry in explaining(asked)]
    if asked in diagnostic_slugs():
        pages.append(diagnostic_page(asked))
    if not pages:
        raise Refusal(_unknown(asked))
    for page in pages:
        print_page(console, page)


def _unknown(asked: str) -> str:
    known = {word for entry in entries() for word in (*entry.words, entry.plain_title.casefold())}
    near = get_close_matches(asked.casefold(), sorted(known | set(diagnostic_slugs())), n=1)
    guess = f"; did you mean `{near[0]}`?" if near else ""
    return f"there is nothing called `{asked}`{guess}\n`kibitz explain` lists what there is"


def _list(console: Console) -> None:
    titles: dict[str, list[str]] = {}
    for entry in entries():
        inside = titles.setdefault(entry.kind, [])
        if entry.title != entry.kind:
            inside.append(entry.plain_title)
    for kind, inside in titles.items():
        console.print(Text(kind, style="bold"))
        _print_names(console, inside)
    console.print(Text("Reports of kibitz check, and errors in play", style="bold"))
    _print_names(console, diagnostic_slugs())


def _print_names(console: Console, names: list[str] | tuple[str, ...]) -> None:
    if names:
        console.print(Padding(Text(" · ".join(names)), (0, 0, 0, 2)))
