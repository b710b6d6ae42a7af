"""Owners: the table, players, teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.recycle.syntax.selections import AtNode, BestNode, IfNode
from kibitz.recycle.syntax.types import BinderNode, Node, Turn, VariableNode, node

if TYPE_CHECKING:
    from kibitz.recycle.syntax.expressions import BoolExpr, CardExpr, IntExpr


@node
class TableNode(Node):
    """`game` as an owner."""


@node
class TurnPlayerNode(Node):
    """`(current player)`, `(next player)`, `(previous player)`."""

    turn: Turn


@node
class NumberedPlayerNode(Node):
    number: IntExpr


@node
class FoundPlayerNode(Node):
    """`(next player P 'V BOOL)`, `(previous player P 'V BOOL)`: the first seat that way round from
    P for which the condition holds, P itself last."""

    turn: Turn
    start: PlayerExpr
    binder: BinderNode
    condition: BoolExpr


@node
class SeatAwayNode(Node):
    """`(next player P)`, `(previous player P)`, with a number that many seats from P."""

    turn: Turn
    start: PlayerExpr
    distance: IntExpr


@node
class OwnerOfCardNode(Node):
    card: CardExpr


@node
class TurnTeamNode(Node):
    turn: Turn


@node
class NumberedTeamNode(Node):
    number: IntExpr


@node
class TeamOfPlayerNode(Node):
    player: PlayerExpr


PlayerExpr = (
    VariableNode
    | TurnPlayerNode
    | NumberedPlayerNode
    | FoundPlayerNode
    | SeatAwayNode
    | OwnerOfCardNode
    | IfNode
    | BestNode
    | AtNode
)
TeamExpr = (
    VariableNode | TurnTeamNode | NumberedTeamNode | TeamOfPlayerNode | IfNode | BestNode | AtNode
)
OwnerExpr = TableNode | PlayerExpr | TeamExpr
