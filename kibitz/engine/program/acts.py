"""What a program does: statements, steps, and the lowered game itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.engine.program.collections import Cards, Collection, Groups, Live, Location, Values
from kibitz.engine.program.expressions import Card, Condition, Slot, Value
from kibitz.engine.program.facts import StatementNode, statement
from kibitz.engine.program.tables import CardKind, Family, OwnerKind, Storage
from kibitz.recycle import CycleKind, End, Goal, Source, Span, TreeNode, Turn, Type, node

# ---------------------------------------------------------------------------- statements


@statement(finds=False, moves=False)
class Block(StatementNode):
    statements: tuple[Statement, ...]


@statement(finds=False, moves=False)
class When(StatementNode):
    condition: Condition
    statement: Statement
    span: Span = field(compare=False)
    """Of the condition."""


@statement(finds=False, moves=False)
class Cases(StatementNode):
    """All that stands under conditions, in order; if none of them held, something else."""

    guarded: tuple[When, ...]
    otherwise: Statement


@statement(finds=False, moves=False)
class Each(StatementNode):
    """The statement for every element, in order."""

    collection: Collection
    slot: int
    statement: Statement


@statement(finds=False, moves=False)
class Pick(StatementNode):
    """`any` in a choice: the player picks one element. Nothing to pick: nothing happens."""

    collection: Collection
    slot: int
    type: Type
    """What is picked: CARD, CARDS, LOCATION, INT, STR, PLAYER or TEAM."""
    statement: Statement
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class Bind(StatementNode):
    value: Value | Collection | Card
    slot: int
    statement: Statement
    type: Type


@statement(finds=False, moves=False)
class StoreValue(StatementNode):
    """`set` of an integer or string storage."""

    slot: Slot
    value: Value
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class KeepPick(StatementNode):
    """What a player picks is kept until all have chosen; nobody else hears of it."""

    slot: Slot
    value: Value | Card
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class TakeEffect(StatementNode):
    """What the current player chose before, with what was picked."""

    name: str
    """Of the move; empty if it has none."""
    picks: tuple[tuple[int, Type], ...]
    """Variables, and what they hold."""
    statement: Statement


@statement(finds=False, moves=False)
class Add(StatementNode):
    """`inc`, or `dec` when negative."""

    slot: Slot
    amount: Value
    negative: bool
    span: Span = field(compare=False)


@node
class Award(TreeNode):
    tests: tuple[tuple[Value, Value], ...]
    """(attribute, value) pairs, all of which must hold."""
    points: Value


@statement(finds=False, moves=False)
class StorePoints(StatementNode):
    slot: Slot
    awards: tuple[Award, ...]
    update: bool
    span: Span = field(compare=False)


@node
class Destination(TreeNode):
    where: End | Value
    location: Live


@statement(finds=True, moves=True)
class Move(StatementNode):
    source: Card
    destination: Destination
    span: Span = field(compare=False)


@statement(finds=True, moves=True)
class SwapCards(StatementNode):
    first: Card
    second: Card
    span: Span = field(compare=False)


@statement(finds=True, moves=True)
class SwapLocations(StatementNode):
    first: Live
    second: Live
    span: Span = field(compare=False)


@statement(finds=False, moves=True)
class Remember(StatementNode):
    card: Card
    destination: Destination
    span: Span = field(compare=False)


@statement(finds=False, moves=True)
class Forget(StatementNode):
    where: End | Value
    location: Live
    span: Span = field(compare=False)


@statement(finds=False, moves=True)
class Shuffle(StatementNode):
    cards: Cards
    span: Span = field(compare=False)


@statement(finds=False, moves=True)
class Gather(StatementNode):
    """The cards of the sources, or all there are, come to the location; there they lie in the order
    in which cards were made, and nobody can tell."""

    location: Live
    sources: tuple[Live | Groups, ...] | None
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class Show(StatementNode):
    """These seats know the cards from now on; nothing moves."""

    cards: Card | Cards
    seats: Value | Values
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class Cycle(StatementNode):
    """Queue the seat (NEXT) or make it current at once (CURRENT)."""

    turn: Turn
    seat: Value
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class TurnBack(StatementNode):
    """The innermost stage of players goes round the other way."""

    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class Pass(StatementNode):
    span: Span = field(compare=False)


@statement(finds=False, moves=False)
class Repeat(StatementNode):
    count: Value
    action: Statement


@statement(finds=False, moves=False)
class RepeatAll(StatementNode):
    """As often as `cards` has cards before the first time."""

    cards: Cards
    action: Move | Forget


@statement(finds=False, moves=True)
class Create(StatementNode):
    """One card for every kind, in order, on top of the location."""

    kinds: tuple[int, ...]
    back: Value
    location: Location
    span: Span = field(compare=False)


_CardAction = (
    Move | SwapCards | SwapLocations | Remember | Forget | Shuffle | Gather | Create | Show
)
Action = _CardAction | StoreValue | KeepPick | Add | StorePoints | Cycle | TurnBack | Pass
Statement = Block | When | Cases | Each | Pick | Bind | TakeEffect | Repeat | RepeatAll | Action


# ---------------------------------------------------------------------------- steps


@node
class Perform(TreeNode):
    """Run a statement, go on with the next step."""

    statement: Statement
    span: Span = field(compare=False)


@node
class Enter(TreeNode):
    """Push a turn frame; go to `exit` (a Leave) if the stage is over before its first turn."""

    kind: CycleKind
    end: Condition | None
    """None: the stage gives every member one turn."""
    exit: int
    span: Span = field(compare=False)
    start: Value | None = None
    """Who begins; None: who is current around the stage."""
    backwards: bool = False


@node
class Again(TreeNode):
    """After a turn: go to `exit` if the stage is over, else advance the frame, go to `body`."""

    kind: CycleKind
    end: Condition | None
    body: int
    exit: int
    span: Span = field(compare=False)


@node
class LeaveStage(TreeNode):
    kind: CycleKind


@node
class Branch(TreeNode):
    """Go to the one step where the condition holds, else to the other."""

    condition: Condition
    yes: int
    no: int
    span: Span = field(compare=False)
    """Of the condition."""


@node
class Decide(TreeNode):
    """The current player chooses among what the alternatives offer."""

    alternatives: tuple[Statement, ...]
    names: tuple[str, ...]
    """By alternative: what the program calls it; empty where it does not."""
    span: Span = field(compare=False)
    effect: int = 0
    """The step in which it takes effect once all have chosen; 0: at once."""


@node
class Finish(TreeNode):
    """The match is over: score it."""


Step = Perform | Branch | Enter | Again | LeaveStage | Decide | Finish


# ---------------------------------------------------------------------------- whole


@dataclass(frozen=True)
class Program:
    """A game with its options chosen, numbered and ready to run."""

    source: Source = field(repr=False)
    digest: str
    options: Mapping[str, int | str]
    players: int
    teams: tuple[tuple[int, ...], ...]
    """Seats of every team, in listed order."""
    strings: tuple[str, ...]
    kinds: tuple[CardKind, ...]
    int_storages: tuple[Storage, ...]
    str_storages: tuple[Storage, ...]
    point_storages: tuple[Storage, ...]
    families: tuple[Family, ...]
    variables: tuple[str, ...]
    """Names by slot."""
    code: tuple[Step, ...]
    goal: Goal
    score: Value
    is_cooperative: bool = False
    """Everybody wins or loses together: all have the same score."""

    @property
    def has_rivals(self) -> bool:
        """Whether somebody else can do better: otherwise the score is all there is to play for."""
        return self.players > 1 and not self.is_cooperative

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of moves, in the order of the program."""
        names = (name for step in self.code if isinstance(step, Decide) for name in step.names)
        return tuple(dict.fromkeys(filter(None, names)))

    def called(self, storage: Storage) -> str:
        """`ROUND`, or with an index `PIPS 3`."""
        name = self.strings[storage.name]
        return f"{name} {storage.index}" if storage.index else name

    def owners(self, kind: OwnerKind) -> int:
        """How many owners of that kind there are."""
        match kind:
            case OwnerKind.TABLE:
                return 1
            case OwnerKind.PLAYER:
                return self.players
            case OwnerKind.TEAM:
                return len(self.teams)
