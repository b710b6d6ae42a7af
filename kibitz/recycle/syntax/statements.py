"""Decks, statements and actions."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.source import Source
from kibitz.recycle.syntax.expressions import (
    BoolExpr,
    CardAtNode,
    CardExpr,
    CardsExpr,
    Collection,
    GroupsExpr,
    IntExpr,
    IntLiteralNode,
    IntStorageNode,
    LocationNode,
    PointStorageNode,
    RangeNode,
    StrExpr,
    StringsNode,
    StrLiteralNode,
    StrStorageNode,
    Value,
)
from kibitz.recycle.syntax.owners import PlayerExpr
from kibitz.recycle.syntax.types import (
    BinderNode,
    CycleKind,
    Goal,
    Node,
    Quantifier,
    Turn,
    Type,
    node,
)

# ---------------------------------------------------------------------------- decks


@node
class BranchNode(Node):
    """One value of an attribute, with the attributes that hang below it."""

    value: str
    attributes: tuple[AttributeNode, ...] = ()


@node
class AttributeNode(Node):
    name: str
    branches: tuple[BranchNode, ...]


@node
class CreateDeckNode(Node):
    """`back` None means DEFAULT."""

    back: StrExpr | None
    location: LocationNode
    attributes: tuple[AttributeNode, ...]


# ---------------------------------------------------------------------------- statements


@node
class BlockNode(Node):
    statements: tuple[Statement, ...]


@node
class ConditionalNode(Node):
    condition: BoolExpr
    statement: Statement


@node
class ElseNode(Node):
    """`(else STATEMENT)`: done, or offered, if none of the conditions right before it held."""

    statement: Statement


@node
class LoopNode(Node):
    quantifier: Quantifier
    collection: Collection
    binder: BinderNode
    statement: Statement


@node
class LetNode(Node):
    value: Value
    binder: BinderNode
    statement: Statement


@node
class NamedNode(Node):
    """`(as NAME STATEMENT)` on the way to what an alternative of a choice does."""

    name: str
    statement: Statement


@node
class SetIntNode(Node):
    storage: IntStorageNode
    value: IntExpr


@node
class SetStrNode(Node):
    storage: StrStorageNode
    value: StrExpr


@node
class TestNode(Node):
    attribute: StrExpr
    value: StrExpr


@node
class AwardNode(Node):
    tests: tuple[TestNode, ...]
    points: IntExpr


@node
class GuardedAwardNode(Node):
    """An award that is in the map when the condition, over constants, holds: `(BOOL AWARD)`."""

    condition: BoolExpr
    award: AwardNode


@node
class SetPointsNode(Node):
    """`set` of a point map; with `update`, only the attribute tuples named are replaced."""

    storage: PointStorageNode
    awards: tuple[AwardNode | GuardedAwardNode, ...]
    update: bool


@node
class IncreaseNode(Node):
    storage: IntStorageNode
    amount: IntExpr | None


@node
class DecreaseNode(Node):
    storage: IntStorageNode
    amount: IntExpr | None


@node
class MoveNode(Node):
    """`destination` is a position in a location that is not `mem`."""

    source: CardExpr
    destination: CardAtNode


@node
class SwapCardsNode(Node):
    first: CardExpr
    second: CardExpr


@node
class SwapLocationsNode(Node):
    first: CardsExpr
    second: CardsExpr


@node
class RememberNode(Node):
    """`destination` is a position in a `mem` location."""

    card: CardExpr
    destination: CardAtNode


@node
class ForgetNode(Node):
    """`reference` is a position in a `mem` location."""

    reference: CardAtNode


@node
class ShuffleNode(Node):
    cards: CardsExpr


@node
class GatherNode(Node):
    """Without sources: every card of the game."""

    location: CardsExpr
    sources: tuple[CardsExpr | GroupsExpr, ...]


@node
class ShowNode(Node):
    cards: CardExpr | CardsExpr
    type: Type
    """CARD, or CARDS."""
    seats: Collection | PlayerExpr
    is_one: bool
    """Whether they are shown to one player."""


@node
class CycleNode(Node):
    """`(cycle next P)` queues, `(cycle current P)` sets at once."""

    turn: Turn
    player: PlayerExpr


@node
class PassNode(Node):
    """`(turn pass)`."""


@node
class TurnBackNode(Node):
    """`(turn back)`."""


@node
class RepeatNode(Node):
    count: IntExpr
    action: Action


@node
class RepeatAllNode(Node):
    action: MoveNode | ForgetNode


Action = (
    SetIntNode
    | SetStrNode
    | SetPointsNode
    | IncreaseNode
    | DecreaseNode
    | MoveNode
    | SwapCardsNode
    | SwapLocationsNode
    | RememberNode
    | ForgetNode
    | ShuffleNode
    | GatherNode
    | ShowNode
    | CycleNode
    | PassNode
    | TurnBackNode
    | RepeatNode
    | RepeatAllNode
    | CreateDeckNode
)
Statement = BlockNode | ConditionalNode | ElseNode | LoopNode | LetNode | NamedNode | Action


# ---------------------------------------------------------------------------- game


# ---------------------------------------------------------------------------- the game


@node
class ChoiceNode(Node):
    alternatives: tuple[Statement, ...]


@node
class FreshNode(Node):
    """Storages that begin every turn of a stage as if nothing had been stored there."""

    names: tuple[StrLiteralNode, ...]


@node
class StageNode(Node):
    """`end` None means `once`: as many turns as there are members. `start` None: who is current.
    `together`: nothing takes effect before all have chosen."""

    kind: CycleKind
    together: bool
    start: PlayerExpr | None
    backwards: bool
    end: BoolExpr | None
    fresh: FreshNode | None
    nodes: tuple[GameNode, ...]


@node
class GuardedNode(Node):
    """A stage or a choice under a condition; `condition` None means under `else`."""

    condition: BoolExpr | None
    node: GameNode


GameNode = StageNode | ChoiceNode | GuardedNode | Statement


def is_else(node: Node) -> bool:
    return isinstance(node, ElseNode) or (isinstance(node, GuardedNode) and node.condition is None)


def guard_of(node: Node) -> BoolExpr | None:
    """The condition that a statement, a stage or a choice stands under."""
    while isinstance(node, NamedNode):
        node = node.statement
    return node.condition if isinstance(node, ConditionalNode | GuardedNode) else None


@node
class DeclareNode(Node):
    """A constant: an integer, a string, a list of either, or a location of the table."""

    binder: BinderNode
    value: Value


@node
class OptionNode(Node):
    """`(declare (option DEFAULT DOMAIN) 'NAME)`: a constant chosen when the game is loaded."""

    binder: BinderNode
    default: IntLiteralNode | StrLiteralNode
    domain: RangeNode | StringsNode


@node
class RequireNode(Node):
    condition: BoolExpr


@node
class RepeatDeckNode(Node):
    count: IntExpr
    deck: CreateDeckNode


@node
class GuardedDeckNode(Node):
    condition: BoolExpr
    deck: CreateDeckNode | RepeatDeckNode


@node
class TeamsSetupNode(Node):
    condition: BoolExpr | None
    """Over options: whether these are the teams."""
    teams: tuple[tuple[int, ...], ...]
    """Player numbers from 1."""


@node
class SetupNode(Node):
    players: IntExpr
    teams: tuple[TeamsSetupNode, ...]
    """The first whose condition holds; every player is alone when none does."""
    decks: tuple[CreateDeckNode | RepeatDeckNode | GuardedDeckNode, ...]


@node
class ScoringNode(Node):
    together: bool
    """Everybody has the same score: they play together against the game."""
    goal: Goal
    value: IntExpr


@node
class GameSyntax(Node):
    declarations: tuple[DeclareNode | OptionNode, ...]
    requirements: tuple[RequireNode, ...]
    setup: SetupNode
    nodes: tuple[GameNode, ...]
    scoring: ScoringNode
    definitions: tuple[str, ...]
    """Names that the program gave to what it says more than once."""


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game without errors, with the text it came from."""

    source: Source
    game: GameSyntax
    digest: str
    """SHA-256 of the program's tokens: layout and comments do not count."""
