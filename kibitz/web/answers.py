"""What is answered by HTTP: matches that are over, told again and added up."""

from __future__ import annotations

from typing import TypedDict

from kibitz.web.messages import Frame, RuleNow


class StepNow(TypedDict):
    """A position of a match that is told again: the table, and what led to it."""

    frame: Frame
    lines: list[str]


class ReplayNow(TypedDict):
    """A match that is over, told again from one point of view."""

    code: str
    number: int
    game: str
    title: str
    players: list[str]
    rules: list[RuleNow]
    positions: int
    """From 0, the deal, to the end."""
    holes: list[int]
    """Positions at which something was counted."""
    first: int
    steps: list[StepNow]


class SeatFigures(TypedDict):
    """What luck gave a player, less what it took, and what mistakes cost; both in points."""

    seat: int
    luck: float
    lost: float


class FiguresNow(TypedDict):
    """How a match came about, as far as it was looked at."""

    is_begun: bool
    """Whether somebody has asked for it."""
    is_done: bool
    looked: int
    of: int
    """How many decisions there are; 0 before it is known."""
    seats: list[SeatFigures]
    """Of people; bots are not looked at."""


class SharedRules(TypedDict):
    """A game and how somebody wants to play it."""

    game: str
    title: str
    options: dict[str, int | str]
    """Those that are not as usual."""
    rules: list[RuleNow]


class LedgerMatch(TypedDict):
    """A match in a ledger."""

    code: str
    number: int
    title: str
    rules: str
    ended: float
    players: list[str]
    scores: list[int]
    ranks: list[int]
    """By seat; empty where nobody is a rival."""


class Average(TypedDict):
    """How somebody did by one set of rules; the mean of no matches is None."""

    name: str
    matches: int
    wins: float | None
    """None where nobody is a rival."""
    mean: float | None


class RuleSet(TypedDict):
    title: str
    rules: str
    matches: int
    averages: list[Average]


class Group(TypedDict):
    """People who have played together, and how."""

    names: list[str]
    matches: int
    wins: list[float]
    """By name; a shared win is shared. Empty where they were never rivals."""
    rule_sets: list[RuleSet]
    ahead: list[list[int]]
    """How often the name of the row was ahead of the name of the column."""


class LedgerNow(TypedDict):
    matches: list[LedgerMatch]
    """The latest first."""
    groups: list[Group]


class BranchedTable(TypedDict):
    """A new table, and the secret of the seat of whoever asked for it."""

    code: str
    secret: str
