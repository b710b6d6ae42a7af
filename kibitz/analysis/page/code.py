"""A program in colours, as HTML."""

from __future__ import annotations

from html import escape

from kibitz.recycle import Shade, shaded_tokens

_CLASSES = {
    Shade.COMMENT: "comment",
    Shade.PARENTHESIS: "parenthesis",
    Shade.OPERATOR: "operator",
    Shade.KEYWORD: "keyword",
    Shade.VARIABLE: "variable",
    Shade.NUMBER: "number-word",
    Shade.PLAIN: "",
    Shade.STRAY: "stray",
}


def highlighted(program: str) -> str:
    """The program with every character in its place; neighbours of one shade share a span."""
    parts: list[str] = []
    done = 0
    for token, shade in shaded_tokens(program):
        parts.append(escape(program[done : token.start]))
        name, text = _CLASSES[shade], escape(token.text)
        parts.append(f'<span class="{name}">{text}</span>' if name else text)
        done = token.end
    parts.append(escape(program[done:]))
    return "".join(parts)
