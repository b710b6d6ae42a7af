"""Rules in prose, from Markdown to HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

_DEEPEST = 6


def to_html(text: str, below: int) -> str:
    """The text as HTML whose highest headings are one level below `below`.

    HTML inside the text is shown as it is written, not obeyed; of a picture from elsewhere there
    is only what it is said to show.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("image", _picture)
    tokens = parser.parse(text)
    _move_headings(tokens, below)
    return str(parser.renderer.render(tokens, parser.options, {}))


def _picture(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    if str(token.attrGet("src")).startswith("data:image/"):
        return renderer.image(tokens, index, options, env)
    return escape(renderer.renderInlineAsText(token.children, options, env))


def _move_headings(tokens: list[Token], below: int) -> None:
    """No level is left out, whatever levels the text uses."""
    used = sorted({token.tag for token in tokens if token.type == "heading_open"})
    levels = {tag: min(_DEEPEST, below + 1 + depth) for depth, tag in enumerate(used)}
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{levels[token.tag]}"
        if token.type == "th_open":
            token.attrSet("scope", "col")
