"""Rules in prose, from Markdown to HTML."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.token import Token

_DEEPEST = 6


def to_html(text: str, below: int) -> str:
    """The text as HTML whose highest headings are one level below `below`.

    HTML inside the text is shown as it is written, not obeyed.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    _move_headings(tokens, below)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _move_headings(tokens: list[Token], below: int) -> None:
    """No level is left out, whatever levels the text uses."""
    used = sorted({token.tag for token in tokens if token.type == "heading_open"})
    levels = {tag: min(_DEEPEST, below + 1 + depth) for depth, tag in enumerate(used)}
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{levels[token.tag]}"
        if token.type == "th_open":
            token.attrSet("scope", "col")
