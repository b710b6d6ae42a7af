"""The shell of a page: a complete HTML document with its style inside."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import PurePosixPath
from urllib.parse import urlencode

from kibitz import __version__


def stylesheet() -> str:
    return files("kibitz.analysis.page").joinpath("page.css").read_text(encoding="utf-8")


def document(
    title: str, description: str, body: str, body_class: str = "page", extra: str = ""
) -> str:
    """A page in English that loads nothing and fits a phone; `extra` is style of its own."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(body)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{escape(description)}">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>
{stylesheet()}{extra}</style>
</head>
<body class="{body_class}">
<a class="skip" href="#content">Skip to the content</a>
{body}
<footer><p>Made by kibitz {escape(__version__)} from the game's own program.</p></footer>
</body>
</html>
"""


def _policy(body: str) -> str:
    """What the page may do: its own scripts, and pictures that lie in it or beside it."""
    scripts = re.findall(r"<script>(.*?)</script>", body, re.DOTALL)
    digests = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: file: 'self'; base-uri 'none'; form-action 'none'"
    )


WORKSHOP = "write"
"""The name of the page on which games are changed, beside their tables."""


def play_links(address: str, title: str) -> str:
    """To a table of the game against bots, and to where its rules are changed; the page itself
    loads nothing of either."""
    table = PurePosixPath(address)
    change = f"{table.with_stem(WORKSHOP)}?{urlencode({'game': table.stem})}"
    return (
        f'<a href="{escape(address)}" aria-label="Play {escape(title)}">Play against bots</a> '
        f'<a href="{escape(change)}" aria-label="Change {escape(title)}">Change its rules</a>'
    )


@dataclass(frozen=True, slots=True)
class Column:
    heading: str
    is_number: bool = False


def table(caption: str, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column heads its rows. Cells are text, not HTML."""
    heads = "".join(
        f'<th scope="col"{_class(column)}>{escape(column.heading)}</th>' for column in columns
    )
    lines = "\n".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(
            f"<td{_class(column)}>{escape(text)}</td>"
            for column, text in zip(columns[1:], others, strict=True)
        )
        + "</tr>"
        for first, *others in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f"<table><caption><span>{escape(caption)}</span></caption>\n"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}\n</tbody></table></div>"
    )


def _class(column: Column) -> str:
    return ' class="number"' if column.is_number else ""


def section(identifier: str, heading: str, *parts: str) -> str:
    body = "\n".join(part for part in parts if part)
    return (
        f'<section id="{identifier}" aria-labelledby="{identifier}-heading">\n'
        f'<h2 id="{identifier}-heading">{escape(heading)}</h2>\n{body}\n</section>'
    )


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def pills(label: str, words: Iterable[str]) -> str:
    """Short words in a row, such as tags."""
    items = "".join(f"<li>{escape(word)}</li>" for word in words)
    return f'<ul class="pills" aria-label="{escape(label)}">{items}</ul>' if items else ""
