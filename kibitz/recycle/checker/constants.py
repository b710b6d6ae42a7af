"""What is fixed before a match starts."""

from __future__ import annotations

from kibitz.recycle.syntax import (
    And,
    Arithmetic,
    Compare,
    Equal,
    Fibonacci,
    IntLiteral,
    Location,
    Node,
    Not,
    Or,
    Range,
    Strings,
    StrLiteral,
    Table,
    Triangular,
    Type,
    Variable,
)


def changing_part(node: Node | None) -> Node | None:
    """The first part of the value that only a match could know; None for a constant.

    In the places that need constants only declared variables are in scope, and those are constants.
    """
    match node:
        case None | IntLiteral() | StrLiteral() | Variable() | Strings():
            return None
        case Arithmetic() | And() | Or():
            return _first_changing(*node.operands)
        case Triangular() | Fibonacci() | Not():
            return changing_part(node.operand)
        case Range():
            return _first_changing(node.low, node.high)
        case Compare():
            return _first_changing(node.left, node.right)
        case Equal() if node.type in (Type.INT, Type.STR):
            return _first_changing(node.left, node.right)
        case Location(owner=Table()):
            return _first_changing(node.name, node.index)
        case _:
            return node


def _first_changing(*nodes: Node | None) -> Node | None:
    return next((part for node in nodes if (part := changing_part(node)) is not None), None)
