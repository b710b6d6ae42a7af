"""RECYCLE in the terminal's colours."""

from __future__ import annotations

from rich.text import Text

from kibitz.recycle import Shade, shaded_tokens

_STYLES = {
    Shade.COMMENT: "italic dim",
    Shade.PARENTHESIS: "dim",
    Shade.OPERATOR: "bold",
    Shade.KEYWORD: "bold",
    Shade.VARIABLE: "magenta",
    Shade.NUMBER: "green",
    Shade.PLAIN: "",
    Shade.STRAY: "reverse",
}


def highlighted(program: str) -> Text:
    """The program, every token in the style of its shade; the characters stay as they are."""
    text = Text(program)
    for token, shade in shaded_tokens(program):
        style = _STYLES[shade]
        if style:
            text.stylize(style, token.start, token.end)
    return text
