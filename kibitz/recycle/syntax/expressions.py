"""Expressions: owners, numbers, strings, conditions, cards and collections."""

from __future__ import annotations

from kibitz.recycle.syntax.types import (
    Binder,
    End,
    Goal,
    LocationClass,
    Node,
    Quantifier,
    Turn,
    Type,
    Variable,
)
from kibitz.recycle.tree import node

# ---------------------------------------------------------------------------- owners


@node
class Table(Node):
    """`game` as an owner."""


@node
class TurnPlayer(Node):
    """`(current player)`, `(next player)`, `(previous player)`."""

    turn: Turn


@node
class NumberedPlayer(Node):
    number: IntExpr


@node
class OwnerOfCard(Node):
    card: CardExpr


@node
class TurnTeam(Node):
    turn: Turn


@node
class NumberedTeam(Node):
    number: IntExpr


@node
class TeamOfPlayer(Node):
    player: PlayerExpr


PlayerExpr = Variable | TurnPlayer | NumberedPlayer | OwnerOfCard
TeamExpr = Variable | TurnTeam | NumberedTeam | TeamOfPlayer
OwnerExpr = Table | PlayerExpr | TeamExpr


# ---------------------------------------------------------------------------- storages, locations


@node
class IntStorage(Node):
    owner: OwnerExpr
    owner_type: Type | None
    """PLAYER or TEAM; None for the table."""
    name: StrExpr


@node
class StrStorage(Node):
    owner: OwnerExpr
    owner_type: Type | None
    name: StrExpr


@node
class PointStorage(Node):
    owner: OwnerExpr
    owner_type: Type | None
    name: StrExpr


@node
class Location(Node):
    owner: Table | PlayerExpr
    location_class: LocationClass
    name: StrExpr
    index: IntExpr | None


# ---------------------------------------------------------------------------- integers


@node
class IntLiteral(Node):
    value: int


@node
class Arithmetic(Node):
    """`+` and `*` of two or more operands, `-` `//` `%` `^` of two, `tri` and `fib` of one."""

    operator: str
    operands: tuple[IntExpr, ...]


@node
class Random(Node):
    """Both bounds inclusive; `(random n)` has low = 0."""

    low: IntExpr
    high: IntExpr


@node
class Size(Node):
    collection: Collection


@node
class Sum(Node):
    """`(sum CARDS using POINTS)`."""

    cards: CardsExpr
    points: PointStorage


@node
class ExtremeScore(Node):
    """`scoremax` / `scoremin`."""

    goal: Goal
    cards: CardsExpr
    points: PointStorage


@node
class Score(Node):
    card: CardExpr
    points: PointStorage


@node
class PlayerNumber(Node):
    player: PlayerExpr


@node
class TeamNumber(Node):
    team: TeamExpr


@node
class SumOver(Node):
    """`(all COLLECTION 'V INT)`: the sum of the body."""

    collection: Collection
    binder: Binder
    body: IntExpr


IntExpr = (
    IntLiteral
    | Variable
    | Arithmetic
    | Random
    | Size
    | Sum
    | ExtremeScore
    | Score
    | PlayerNumber
    | TeamNumber
    | SumOver
    | IntStorage
)


# ---------------------------------------------------------------------------- strings


@node
class StrLiteral(Node):
    value: str


@node
class CardAttribute(Node):
    """`(cardatt ATTRIBUTE CARD)`."""

    attribute: StrExpr
    card: CardExpr


StrExpr = StrLiteral | Variable | StrStorage | CardAttribute


# ---------------------------------------------------------------------------- conditions


@node
class And(Node):
    operands: tuple[BoolExpr, ...]


@node
class Or(Node):
    operands: tuple[BoolExpr, ...]


@node
class Not(Node):
    operand: BoolExpr


@node
class Compare(Node):
    """An ordering of two integers: `<` `>` `<=` `>=`."""

    operator: str
    left: IntExpr
    right: IntExpr


@node
class Equal(Node):
    """`==` or `!=` (negated) of two values of `type`: INT, STR, CARD, PLAYER or TEAM."""

    type: Type
    negated: bool
    left: Scalar
    right: Scalar


@node
class Quantified(Node):
    """`any` / `all` over a collection, as a condition."""

    quantifier: Quantifier
    collection: Collection
    binder: Binder
    body: BoolExpr


BoolExpr = And | Or | Not | Compare | Equal | Quantified


# ---------------------------------------------------------------------------- cards


@node
class CardAt(Node):
    """`(top X)`, `(bottom X)` or, with an integer, `(n X)`: a position in a card list."""

    where: End | IntExpr
    cards: CardsExpr


@node
class ExtremeCard(Node):
    """`(max X using P)` / `(min X using P)`: a card."""

    goal: Goal
    cards: CardsExpr
    points: PointStorage


CardExpr = Variable | CardAt | ExtremeCard


# ---------------------------------------------------------------------------- collections


@node
class Union(Node):
    parts: tuple[CardsExpr, ...]


@node
class UnionOfGroups(Node):
    groups: GroupsExpr


@node
class Intersection(Node):
    parts: tuple[CardsExpr, ...]


@node
class IntersectionOfGroups(Node):
    groups: GroupsExpr


@node
class Disjunction(Node):
    parts: tuple[CardsExpr, ...]


@node
class DisjunctionOfGroups(Node):
    groups: GroupsExpr


@node
class Filter(Node):
    """The elements that satisfy `condition`; `type` is that of the source collection,
    except that a filtered location is a plain card list (a snapshot)."""

    type: Type
    collection: Collection
    binder: Binder
    condition: BoolExpr


@node
class Sequence(Node):
    """`(top n X)` / `(bottom n X)`."""

    end: End
    count: IntExpr
    cards: CardsExpr


@node
class Run(Node):
    """`(run top n X using P)` / `(run bottom …)`."""

    end: End
    minimum: IntExpr
    cards: CardsExpr
    points: PointStorage


@node
class Member(Node):
    """One card list out of several: `(top G)` the FIRST, `(bottom G)` the last, `(n G)` number n
    from 0. `type` is LOCATION when the members are locations, else CARDS."""

    type: Type
    where: End | IntExpr
    groups: GroupsExpr


CardsExpr = (
    Variable
    | Location
    | Union
    | UnionOfGroups
    | Intersection
    | IntersectionOfGroups
    | Disjunction
    | DisjunctionOfGroups
    | Filter
    | Sequence
    | Run
    | Member
)


@node
class Collect(Node):
    """`(all COLLECTION 'V CARDS)`; LOCATIONS when the body is a location, else GROUPS."""

    type: Type
    collection: Collection
    binder: Binder
    body: CardsExpr


@node
class Partition(Node):
    attribute: StrExpr
    parts: tuple[CardsExpr, ...]


@node
class PartitionOfGroups(Node):
    attribute: StrExpr
    groups: GroupsExpr


@node
class Subsets(Node):
    """Non-empty sub-lists; with `operator` and `limit`, only those whose size compares so, or
    with `points` what they are worth together."""

    cards: CardsExpr
    operator: str | None
    limit: IntExpr | None
    points: PointStorage | None


@node
class Runs(Node):
    """`(runs all n X using P)`, or with `largest` only the maximal ones."""

    largest: bool
    minimum: IntExpr
    cards: CardsExpr
    points: PointStorage


@node
class Indexed(Node):
    """The non-empty locations of one owner, class and name, by index."""

    owner: Table | PlayerExpr
    location_class: LocationClass
    name: StrExpr


@node
class Joined(Node):
    """`(union GROUPS GROUPS …)`: the groups of each; LOCATIONS when all are, and of one class."""

    type: Type
    parts: tuple[GroupsExpr, ...]


GroupsExpr = (
    Variable | Collect | Partition | PartitionOfGroups | Subsets | Runs | Indexed | Filter | Joined
)


@node
class Players(Node):
    """`player` as a collection: all of them."""


@node
class OtherPlayers(Node):
    """All but the current player."""


@node
class Teams(Node):
    pass


@node
class OtherTeams(Node):
    pass


@node
class Members(Node):
    """A team as a collection: its players."""

    team: TeamExpr


@node
class Range(Node):
    """Both ends inclusive."""

    low: IntExpr
    high: IntExpr


@node
class Strings(Node):
    values: tuple[str, ...]


Collection = (
    CardsExpr | GroupsExpr | Players | OtherPlayers | Teams | OtherTeams | Members | Range | Strings
)
Scalar = IntExpr | StrExpr | CardExpr | PlayerExpr | TeamExpr
Value = IntExpr | StrExpr | BoolExpr | Collection | CardExpr | PlayerExpr | TeamExpr
