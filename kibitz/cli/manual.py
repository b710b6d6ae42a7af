"""Pages of the docs on the terminal: prose laid out, programs in colours, drawings left alone."""

from __future__ import annotations

import re
from textwrap import indent

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from kibitz.cli.highlight import highlighted

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
