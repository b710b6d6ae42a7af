"""Expressions: owners, numbers, strings, conditions, cards and collections."""

from __future__ import annotations

from dataclasses import dataclass

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

# ---------------------------------------------------------------------------- owners


@dataclass(frozen=True, slots=True)
class Table(Node):
    """`game` as an owner."""


@dataclass(frozen=True, slots=True)
class TurnPlayer(Node):
    """`(current player)`, `(next player)`, `(previous player)`."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class NumberedPlayer(Node):
    number: IntExpr


@dataclass(frozen=True, slots=True)
class OwnerOfCard(Node):
    card: CardExpr


@dataclass(frozen=True, slots=True)
class TurnTeam(Node):
    turn: Turn


@dataclass(frozen=True, slots=True)
class NumberedTeam(Node):
    number: IntExpr


@dataclass(frozen=True, slots=True)
class TeamOfPlayer(Node):
    player: PlayerExpr


PlayerExpr = Variable | TurnPlayer | NumberedPlayer | OwnerOfCard
TeamExpr = Variable | TurnTeam | NumberedTeam | TeamOfPlayer
OwnerExpr = Table | PlayerExpr | TeamExpr


# ---------------------------------------------------------------------------- storages, locations


@dataclass(frozen=True, slots=True)
class IntStorage(Node):
    owner: OwnerExpr
    owner_type: Type | None
    """PLAYER or TEAM; None for the table."""
    name: StrExpr


@dataclass(frozen=True, slots=True)
class StrStorage(Node):
    owner: OwnerExpr
    owner_type: Type | None
    name: StrExpr


@dataclass(frozen=True, slots=True)
class PointStorage(Node):
    owner: OwnerExpr
    owner_type: Type | None
    name: StrExpr


@dataclass(frozen=True, slots=True)
class Location(Node):
    owner: Table | PlayerExpr
    location_class: LocationClass
    name: StrExpr
    index: IntExpr | None


# ---------------------------------------------------------------------------- integers


@dataclass(frozen=True, slots=True)
class IntLiteral(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`+` and `*` of two or more operands, `-` `//` `%` `^` of two, `tri` and `fib` of one."""

    operator: str
    operands: tuple[IntExpr, ...]


@dataclass(frozen=True, slots=True)
class Random(Node):
    """Both bounds inclusive; `(random n)` has low = 0."""

    low: IntExpr
    high: IntExpr


@dataclass(frozen=True, slots=True)
class Size(Node):
    collection: Collection


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """`(sum CARDS using POINTS)`."""

    cards: CardsExpr
    points: PointStorage


@dataclass(frozen=True, slots=True)
class ExtremeScore(Node):
    """`scoremax` / `scoremin`."""

    goal: Goal
    cards: CardsExpr
    points: PointStorage


@dataclass(frozen=True, slots=True)
class Score(Node):
    card: CardExpr
    points: PointStorage


@dataclass(frozen=True, slots=True)
class PlayerNumber(Node):
    player: PlayerExpr


@dataclass(frozen=True, slots=True)
class TeamNumber(Node):
    team: TeamExpr


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class StrLiteral(Node):
    value: str


@dataclass(frozen=True, slots=True)
class CardAttribute(Node):
    """`(cardatt ATTRIBUTE CARD)`."""

    attribute: StrExpr
    card: CardExpr


StrExpr = StrLiteral | Variable | StrStorage | CardAttribute


# ---------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class And(Node):
    operands: tuple[BoolExpr, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    operands: tuple[BoolExpr, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: BoolExpr


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """An ordering of two integers: `<` `>` `<=` `>=`."""

    operator: str
    left: IntExpr
    right: IntExpr


@dataclass(frozen=True, slots=True)
class Equal(Node):
    """`==` or `!=` (negated) of two values of `type`: INT, STR, CARD, PLAYER or TEAM."""

    type: Type
    negated: bool
    left: Scalar
    right: Scalar


@dataclass(frozen=True, slots=True)
class Quantified(Node):
    """`any` / `all` over a collection, as a condition."""

    quantifier: Quantifier
    collection: Collection
    binder: Binder
    body: BoolExpr


BoolExpr = And | Or | Not | Compare | Equal | Quantified


# ---------------------------------------------------------------------------- cards


@dataclass(frozen=True, slots=True)
class CardAt(Node):
    """`(top X)`, `(bottom X)` or, with an integer, `(n X)`: a position in a card list."""

    where: End | IntExpr
    cards: CardsExpr


@dataclass(frozen=True, slots=True)
class ExtremeCard(Node):
    """`(max X using P)` / `(min X using P)`: a card."""

    goal: Goal
    cards: CardsExpr
    points: PointStorage


CardExpr = Variable | CardAt | ExtremeCard


# ---------------------------------------------------------------------------- collections


@dataclass(frozen=True, slots=True)
class Union(Node):
    parts: tuple[CardsExpr, ...]


@dataclass(frozen=True, slots=True)
class UnionOfGroups(Node):
    groups: GroupsExpr


@dataclass(frozen=True, slots=True)
class Intersection(Node):
    parts: tuple[CardsExpr, ...]


@dataclass(frozen=True, slots=True)
class IntersectionOfGroups(Node):
    groups: GroupsExpr


@dataclass(frozen=True, slots=True)
class Disjunction(Node):
    parts: tuple[CardsExpr, ...]


@dataclass(frozen=True, slots=True)
class DisjunctionOfGroups(Node):
    groups: GroupsExpr


@dataclass(frozen=True, slots=True)
class Filter(Node):
    """The elements that satisfy `condition`; `type` is that of the source collection,
    except that a filtered location is a plain card list (a snapshot)."""

    type: Type
    collection: Collection
    binder: Binder
    condition: BoolExpr


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """`(top n X)` / `(bottom n X)`."""

    end: End
    count: IntExpr
    cards: CardsExpr


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`(run top n X using P)` / `(run bottom …)`."""

    end: End
    minimum: IntExpr
    cards: CardsExpr
    points: PointStorage


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Collect(Node):
    """`(all COLLECTION 'V CARDS)`; LOCATIONS when the body is a location, else GROUPS."""

    type: Type
    collection: Collection
    binder: Binder
    body: CardsExpr


@dataclass(frozen=True, slots=True)
class Partition(Node):
    attribute: StrExpr
    parts: tuple[CardsExpr, ...]


@dataclass(frozen=True, slots=True)
class PartitionOfGroups(Node):
    attribute: StrExpr
    groups: GroupsExpr


@dataclass(frozen=True, slots=True)
class Subsets(Node):
    """Non-empty sub-lists; with `operator` and `size`, only those whose size compares so."""

    cards: CardsExpr
    operator: str | None
    size: IntExpr | None


@dataclass(frozen=True, slots=True)
class Runs(Node):
    """`(runs all n X using P)`, or with `largest` only the maximal ones."""

    largest: bool
    minimum: IntExpr
    cards: CardsExpr
    points: PointStorage


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    """The non-empty locations of one owner, class and name, by index."""

    owner: Table | PlayerExpr
    location_class: LocationClass
    name: StrExpr


GroupsExpr = Variable | Collect | Partition | PartitionOfGroups | Subsets | Runs | Indexed | Filter


@dataclass(frozen=True, slots=True)
class Players(Node):
    """`player` as a collection: all of them."""


@dataclass(frozen=True, slots=True)
class OtherPlayers(Node):
    """All but the current player."""


@dataclass(frozen=True, slots=True)
class Teams(Node):
    pass


@dataclass(frozen=True, slots=True)
class OtherTeams(Node):
    pass


@dataclass(frozen=True, slots=True)
class Members(Node):
    """A team as a collection: its players."""

    team: TeamExpr


@dataclass(frozen=True, slots=True)
class Range(Node):
    """Both ends inclusive."""

    low: IntExpr
    high: IntExpr


@dataclass(frozen=True, slots=True)
class Strings(Node):
    values: tuple[str, ...]


Collection = (
    CardsExpr | GroupsExpr | Players | OtherPlayers | Teams | OtherTeams | Members | Range | Strings
)
Scalar = IntExpr | StrExpr | CardExpr | PlayerExpr | TeamExpr
Value = IntExpr | StrExpr | BoolExpr | Collection | CardExpr | PlayerExpr | TeamExpr
