"""What stands at a place, explained: words of the language by the reference, names by their use."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.lsp.names import Name, ProgramNames, Role, lists_around, names_of
from kibitz.recycle import (
    BinderNode,
    GameSyntax,
    ReferenceEntry,
    Source,
    Span,
    Token,
    check,
    completed,
    explaining,
    head_word,
    nodes,
    read,
    standard_header,
    standard_names,
    tokens,
    used_name,
)


@dataclass(frozen=True, slots=True)
class Hover:
    span: Span
    text: str
    """Markdown."""


def explain(source: Source, offset: int) -> Hover | None:
    """What is to be said about the word at the offset, if anything is."""
    whole = completed(source)
    names = names_of(whole)
    name = names.at(offset)
    checked = check(whole).game
    game = None if checked is None else checked.game
    if name is not None:
        return Hover(name.span, _about_name(whole, names, name, game))
    token = _token_at(source, offset)
    if token is None:
        return None
    if token.text in standard_names() and _is_used(source, token):
        return Hover(token.span, standard_header(token.text))
    found = explaining(token.text)
    if not found:
        return None
    if game is not None:
        found = _fitting(source, token, game) or found
    return Hover(token.span, "\n---\n".join(entry.text for entry in found))


def _is_used(source: Source, token: Token) -> bool:
    return head_word([*lists_around(read(source)[0].forms, token.start)][-1]) == "use"


def _token_at(source: Source, offset: int) -> Token | None:
    """Of two that touch, the word; of two signs, the one behind."""
    around = (token for token in tokens(source.text) if token.start <= offset <= token.end)
    return max(around, key=lambda token: (token.text.isalnum(), token.start), default=None)


def _fitting(source: Source, token: Token, game: GameSyntax) -> tuple[ReferenceEntry, ...]:
    """Of several meanings of a word the one it has here; of `min` in a scoring, the scoring."""
    around = [*lists_around(read(source)[0].forms, token.start)][-1]
    classes: dict[Span, set[str]] = {token.span: set(), around.span: set()}
    for node in nodes(game):
        classes.setdefault(_written(node.span), set()).add(type(node).__name__)
    places = (token.text, token.span), (token.text, around.span), (head_word(around), around.span)
    for word, span in places:
        fitting = tuple(entry for entry in explaining(word) if classes[span] & set(entry.nodes))
        if fitting:
            return fitting
    return ()


def _written(span: Span) -> Span:
    """The stretch itself: in a definition it does not matter which use is meant."""
    return Span(span.start, span.end)


def _about_name(source: Source, names: ProgramNames, name: Name, game: GameSyntax | None) -> str:
    same = names.same(name)
    uses = f"{len(same)} place{'' if len(same) == 1 else 's'}"
    made = names.definition(name)
    if made is not None:
        around = [*lists_around(read(source)[0].forms, made.span.start)]
        giver = used_name(around[0]) if head_word(around[0]) == "definitions" else None
        where = f"of `{giver.text}`" if giver else f"in {uses}"
        return f"```recycle\n{source.slice(around[-1].span)}\n```\n{where}"
    if name.role is not Role.VARIABLE:
        what = f"value of {name.attribute}" if name.attribute else name.role
        return f"**{name.text}**, {what}, in {uses}"
    if name.binder is None:
        return f"**'{name.text}** is bound nowhere around this place"
    line = source.position(name.binder.start).line
    binders = (node for node in nodes(game) if isinstance(node, BinderNode)) if game else ()
    type_ = next((binder.type for binder in binders if _written(binder.span) == name.binder), None)
    what = f", {type_}" if type_ else ""
    return f"**'{name.text}**{what}, bound in line {line}, in {uses}"
