"""Expressions: storages, numbers, strings, conditions, cards and collections."""

from __future__ import annotations

from kibitz.recycle.syntax.owners import OwnerExpr, PlayerExpr, TableNode, TeamExpr
from kibitz.recycle.syntax.selections import AtNode, BestNode, IfNode
from kibitz.recycle.syntax.types import (
    BinderNode,
    End,
    Goal,
    LocationClass,
    Node,
    Quantifier,
    Type,
    VariableNode,
    node,
)


@node
class IntStorageNode(Node):
    owner: OwnerExpr
    owner_type: Type | None
    """PLAYER or TEAM; None for the table."""
    name: StrExpr
    index: IntExpr | None
    is_secret: bool


@node
class StrStorageNode(Node):
    owner: OwnerExpr
    owner_type: Type | None
    name: StrExpr
    index: IntExpr | None
    is_secret: bool


@node
class PointStorageNode(Node):
    owner: OwnerExpr
    owner_type: Type | None
    name: StrExpr


@node
class LocationNode(Node):
    owner: TableNode | PlayerExpr
    location_class: LocationClass
    name: StrExpr
    index: IntExpr | None


# ---------------------------------------------------------------------------- integers


@node
class IntLiteralNode(Node):
    value: int


@node
class ArithmeticNode(Node):
    """`+` and `*` of two or more operands, `-` `//` `%` `^` of two, `tri` and `fib` of one."""

    operator: str
    operands: tuple[IntExpr, ...]


@node
class RandomNode(Node):
    """Both bounds inclusive; `(random n)` has low = 0."""

    low: IntExpr
    high: IntExpr


@node
class SizeNode(Node):
    collection: Collection


@node
class SumNode(Node):
    """`(sum CARDS using POINTS)`."""

    cards: CardsExpr
    points: PointStorageNode


@node
class ExtremeScoreNode(Node):
    """`scoremax` / `scoremin`."""

    goal: Goal
    cards: CardsExpr
    points: PointStorageNode


@node
class ScoreNode(Node):
    card: CardExpr
    points: PointStorageNode


@node
class PlayerNumberNode(Node):
    player: PlayerExpr


@node
class TeamNumberNode(Node):
    team: TeamExpr


@node
class SumOverNode(Node):
    """`(all COLLECTION 'V INT)`: the sum of the body."""

    collection: Collection
    binder: BinderNode
    body: IntExpr


@node
class ExtremeOverNode(Node):
    """`(most COLLECTION 'V INT)`, or `least`: the greatest, or the least, of the body's numbers."""

    goal: Goal
    collection: Collection
    binder: BinderNode
    body: IntExpr


@node
class CountNode(Node):
    """`(count BOOL)`: 1 where the condition holds, else 0."""

    condition: BoolExpr


IntExpr = (
    IntLiteralNode
    | CountNode
    | IfNode
    | VariableNode
    | ArithmeticNode
    | RandomNode
    | SizeNode
    | SumNode
    | ExtremeScoreNode
    | ScoreNode
    | PlayerNumberNode
    | TeamNumberNode
    | SumOverNode
    | ExtremeOverNode
    | BestNode
    | AtNode
    | IntStorageNode
)


# ---------------------------------------------------------------------------- strings


@node
class StrLiteralNode(Node):
    value: str


@node
class CardAttributeNode(Node):
    """`(cardatt ATTRIBUTE CARD)`."""

    attribute: StrExpr
    card: CardExpr


StrExpr = (
    StrLiteralNode | VariableNode | StrStorageNode | CardAttributeNode | IfNode | BestNode | AtNode
)


# ---------------------------------------------------------------------------- conditions


@node
class AndNode(Node):
    operands: tuple[BoolExpr, ...]


@node
class OrNode(Node):
    operands: tuple[BoolExpr, ...]


@node
class NotNode(Node):
    operand: BoolExpr


@node
class CompareNode(Node):
    """An ordering of two integers: `<` `>` `<=` `>=`."""

    operator: str
    left: IntExpr
    right: IntExpr


@node
class EqualNode(Node):
    """`==` or `!=` (negated) of two values of `type`: INT, STR, CARD, PLAYER or TEAM."""

    type: Type
    negated: bool
    left: Scalar
    right: Scalar


@node
class QuantifiedNode(Node):
    """`any` / `all` over a collection, as a condition."""

    quantifier: Quantifier
    collection: Collection
    binder: BinderNode
    body: BoolExpr


BoolExpr = AndNode | OrNode | NotNode | CompareNode | EqualNode | QuantifiedNode | IfNode


# ---------------------------------------------------------------------------- cards


@node
class CardAtNode(Node):
    """`(top X)`, `(bottom X)` or, with an integer, `(n X)`: a position in a card list."""

    where: End | IntExpr
    cards: CardsExpr


@node
class ExtremeCardNode(Node):
    """`(max X using P)` / `(min X using P)`: a card."""

    goal: Goal
    cards: CardsExpr
    points: PointStorageNode


CardExpr = VariableNode | CardAtNode | ExtremeCardNode | IfNode | BestNode


# ---------------------------------------------------------------------------- collections


@node
class UnionNode(Node):
    parts: tuple[CardsExpr, ...]


@node
class UnionOfGroupsNode(Node):
    groups: GroupsExpr


@node
class IntersectionNode(Node):
    parts: tuple[CardsExpr, ...]


@node
class IntersectionOfGroupsNode(Node):
    groups: GroupsExpr


@node
class DisjunctionNode(Node):
    parts: tuple[CardsExpr, ...]


@node
class DisjunctionOfGroupsNode(Node):
    groups: GroupsExpr


@node
class FilterNode(Node):
    """The elements that satisfy `condition`; `type` is that of the source collection,
    except that a filtered location is a plain card list (a snapshot)."""

    type: Type
    collection: Collection
    binder: BinderNode
    condition: BoolExpr


@node
class SequenceNode(Node):
    """`(top n X)` / `(bottom n X)`."""

    end: End
    count: IntExpr
    cards: CardsExpr


@node
class RunNode(Node):
    """`(run top n X using P)` / `(run bottom …)`."""

    end: End
    minimum: IntExpr
    cards: CardsExpr
    points: PointStorageNode


@node
class MemberNode(Node):
    """One card list out of several: `(top G)` the FIRST, `(bottom G)` the last, `(n G)` number n
    from 0. `type` is LOCATION when the members are locations, else CARDS."""

    type: Type
    where: End | IntExpr
    groups: GroupsExpr


CardsExpr = (
    VariableNode
    | LocationNode
    | UnionNode
    | UnionOfGroupsNode
    | IntersectionNode
    | IntersectionOfGroupsNode
    | DisjunctionNode
    | DisjunctionOfGroupsNode
    | FilterNode
    | SequenceNode
    | RunNode
    | MemberNode
    | IfNode
    | BestNode
)


@node
class CollectNode(Node):
    """`(all COLLECTION 'V CARDS)`; LOCATIONS when the body is a location, else GROUPS."""

    type: Type
    collection: Collection
    binder: BinderNode
    body: CardsExpr


@node
class PartitionNode(Node):
    attribute: StrExpr
    parts: tuple[CardsExpr, ...]


@node
class PartitionOfGroupsNode(Node):
    attribute: StrExpr
    groups: GroupsExpr


@node
class SubsetsNode(Node):
    """Non-empty sub-lists; with `operator` and `limit`, only those whose size compares so, or
    with `points` what they are worth together."""

    cards: CardsExpr
    operator: str | None
    limit: IntExpr | None
    points: PointStorageNode | None


@node
class RunsNode(Node):
    """`(runs all n X using P)`, or with `largest` only the maximal ones."""

    largest: bool
    minimum: IntExpr
    cards: CardsExpr
    points: PointStorageNode


@node
class IndexedNode(Node):
    """The non-empty locations of one owner, class and name, by index."""

    owner: TableNode | PlayerExpr
    location_class: LocationClass
    name: StrExpr


@node
class JoinedNode(Node):
    """`(union GROUPS GROUPS …)`: the groups of each; LOCATIONS when all are, and of one class."""

    type: Type
    parts: tuple[GroupsExpr, ...]


GroupsExpr = (
    VariableNode
    | CollectNode
    | PartitionNode
    | PartitionOfGroupsNode
    | SubsetsNode
    | RunsNode
    | IndexedNode
    | FilterNode
    | JoinedNode
    | IfNode
)


@node
class PlayersNode(Node):
    """`player` as a collection: all of them."""


@node
class OtherPlayersNode(Node):
    """All but the current player."""


@node
class OthersOfNode(Node):
    """`(others P)`: all but that player."""

    player: PlayerExpr


@node
class PartnersNode(Node):
    """`(partners P)`: the team of the player, without the player."""

    player: PlayerExpr


@node
class TeamsNode(Node):
    pass


@node
class OtherTeamsNode(Node):
    pass


@node
class MembersNode(Node):
    """A team as a collection: its players."""

    team: TeamExpr


@node
class RangeNode(Node):
    """Both ends inclusive; `backwards`, the last comes first."""

    backwards: bool
    low: IntExpr
    high: IntExpr


@node
class StringsNode(Node):
    values: tuple[str, ...]


@node
class ListedNode(Node):
    """`(3, 1, 'N)`: INTS, or STRS where one is not written as a name."""

    type: Type
    elements: tuple[IntExpr | StrExpr, ...]


Collection = (
    CardsExpr
    | GroupsExpr
    | PlayersNode
    | OtherPlayersNode
    | OthersOfNode
    | PartnersNode
    | TeamsNode
    | OtherTeamsNode
    | MembersNode
    | RangeNode
    | StringsNode
    | ListedNode
)
Scalar = IntExpr | StrExpr | CardExpr | PlayerExpr | TeamExpr
Value = IntExpr | StrExpr | BoolExpr | Collection | CardExpr | PlayerExpr | TeamExpr
