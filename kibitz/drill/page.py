"""A sheet of rules of thumb, as a page by itself."""

from __future__ import annotations

from html import escape

from kibitz.analysis import Column, document, paragraph, share_text, table
from kibitz.drill.sheet import Sheet


def about(sheet: Sheet) -> str:
    return (
        f"What {sheet.player} did in {sheet.decisions} decisions of {sheet.matches} matches: how "
        "often it was done when it could be, with the margin in which the truth lies 95 times out "
        "of 100. What was seldom possible is left out."
    )


def rows(sheet: Sheet) -> list[tuple[str, ...]]:
    """Headings first."""
    head = ("", "possible", "done", *sheet.moments)
    lines = [
        (
            f"{thumb.verb} {thumb.card}".strip(),
            str(thumb.possible),
            share_text(thumb.share),
            *("–" if share is None else share_text(share) for share in thumb.shares),
        )
        for thumb in sheet.thumbs
    ]
    return [head, *lines]


def sheet_page(sheet: Sheet) -> str:
    title = f"{sheet.title}: rules of thumb"
    head, *lines = rows(sheet)
    columns = [Column("what"), *(Column(name, True) for name in head[1:])]
    body = (
        f"<header><h1>{escape(title)}</h1>\n{paragraph(about(sheet))}</header>\n"
        f'<main id="content">{table("How often it was done", columns, lines)}</main>'
    )
    return document(title, about(sheet), body, body_class="wide")
