"""Words for a move that name what was picked, though nobody but the chooser can tell."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.games.page import Page
from kibitz.games.page_names import PageName, braced
from kibitz.recycle import Type, children, nodes
from kibitz.recycle import syntax as s

_STORED = {Type.INT: "sto", Type.STR: "str", Type.PLAYER: "sto", Type.TEAM: "sto"}
"""Cards are told to those who see them, and places by what is moved there."""
_NUMBER = {Type.PLAYER: "(pid {})", Type.TEAM: "(tid {})"}
_CONDITIONS = s.AndNode | s.OrNode | s.NotNode | s.CompareNode | s.EqualNode | s.QuantifiedNode


def unheard(page: Page, game: s.GameSyntax) -> Iterator[tuple[PageName, str]]:
    """Names in braces that others never hear, each with a statement that would tell them."""
    asked, shown = _picks(game)
    for move, cures in asked.items():
        table = "told" if move in page.told else "moves"
        words = getattr(page, table).get(move, "")
        for name in braced(f"{table}.{move}", f"pick of {move}", words):
            if name.name in cures and name.name not in shown.get(move, ()):
                yield name, cures[name.name]


def _picks(game: s.GameSyntax) -> tuple[dict[str, dict[str, str]], dict[str, set[str]]]:
    """By the name of a move: picks that it merely asks about, and all others."""
    asked, shown = dict[str, dict[str, str]](), dict[str, set[str]]()
    for choice in (node for node in nodes(game) if isinstance(node, s.ChoiceNode)):
        for alternative in choice.alternatives:
            inside = list(nodes(alternative))
            for named in (node for node in inside if isinstance(node, s.NamedNode)):
                used = _used(named.statement, inside)
                for binder, is_picked in _binders(inside):
                    if is_picked and binder.number not in used and binder.type in _STORED:
                        asked.setdefault(named.name, {})[binder.name] = _cure(named, binder)
                    else:
                        shown.setdefault(named.name, set()).add(binder.name)
    return asked, shown


def _binders(inside: list[s.Node]) -> Iterator[tuple[s.BinderNode, bool]]:
    """What words for a move may name, and whether it is picked; of a `let`, its value says who
    may know it."""
    for node in inside:
        match node:
            case s.LetNode(binder=binder):
                yield binder, False
            case s.LoopNode(quantifier=s.Quantifier.ANY, binder=binder):
                yield binder, True
            case _:
                pass


def _used(statement: s.Statement, inside: list[s.Node]) -> set[int]:
    """The binders of variables that are more than asked about, also by way of a `let`."""
    used = {node.binder.number for node in _done(statement)}
    for let in reversed([node for node in inside if isinstance(node, s.LetNode)]):
        if let.binder.number in used:
            used |= {node.binder.number for node in _done(let.value)}
    return used


def _done(node: s.Node) -> Iterator[s.VariableNode]:
    """The variables in it that stand in no condition."""
    if isinstance(node, s.VariableNode):
        yield node
    elif not isinstance(node, _CONDITIONS):
        for child in children(node):
            yield from _done(child)


def _cure(named: s.NamedNode, binder: s.BinderNode) -> str:
    value = _NUMBER.get(binder.type, "{}").format(f"'{binder.name}")
    return f"(set (game {_STORED[binder.type]} {named.name}) {value})"
