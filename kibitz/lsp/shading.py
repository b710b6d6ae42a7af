"""What every word of a text is, for an editor that colours words by their meaning."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.lsp.names import Role
from kibitz.lsp.pair import Pair
from kibitz.recycle import Shade, Span, shaded_tokens

KEYWORD, COMMENT, OPERATOR, VARIABLE, NUMBER = (
    "keyword",
    "comment",
    "operator",
    "variable",
    "number",
)
_SHADES = {
    Shade.KEYWORD: KEYWORD,
    Shade.COMMENT: COMMENT,
    Shade.OPERATOR: OPERATOR,
    Shade.VARIABLE: VARIABLE,
    Shade.NUMBER: NUMBER,
}
_ROLES = {
    Role.VARIABLE: VARIABLE,
    Role.LOCATION: "class",
    Role.NUMBER: "property",
    Role.STRING: "property",
    Role.POINTS: "property",
    Role.ATTRIBUTE: "type",
    Role.MOVE: "method",
    Role.DEFINITION: "function",
    Role.TEXT: "enumMember",
}
SORTS = tuple(dict.fromkeys((*_SHADES.values(), *_ROLES.values())))
"""The sorts of words there are, as the protocol calls them."""

Shaded = tuple[Span, str]


def program_words(pair: Pair) -> Iterator[Shaded]:
    """Every word of the program with its sort, in the order of the text."""
    if pair.program is None:
        return
    names = {name.span.start: name.role for name in pair.names.every}
    for token, shade in shaded_tokens(pair.program.text):
        role = names.get(token.start)
        sort = _SHADES.get(shade) if role is None else _ROLES[role]
        if sort is not None:
            yield token.span, sort


def page_words(pair: Pair) -> Iterator[Shaded]:
    """The names of the program on the page, in the order of the text."""
    roles = {span: name.role for name in reversed(pair.names.every) for span in pair.on_page(name)}
    return ((span, _ROLES[roles[span]]) for span in sorted(roles, key=lambda one: one.start))
