"""What a frame is made of: the table as one seat may know it, and what has just happened there."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.web.wire import Wire, Written
from kibitz.words import Term


class Stack(Wire):
    """The cards in one place, bottom first; None is a card that the seat cannot tell."""

    index: int
    cards: list[str | None]
    hidden: int
    """So many cards lie there that nobody here can tell; `cards` is then empty."""
    remembered: list[int]
    """Of `cards`: those that lie face down, but the seat knows them or has looked at them."""


class RowNow(Wire):
    name: str
    kind: str
    """grid, hand, discard, meld, pile; counted, a pile of which a counter tells; or memory, where
    cards are noted that lie elsewhere."""
    columns: int
    is_locked: bool
    """What lies open there stays."""
    stacks: list[Stack]


class AreaNow(Wire):
    owner: int | None
    rows: list[RowNow]
    counters: Sequence[str]


class PlayedNow(Wire):
    """A card of the trick that is being played."""

    seat: int
    card: str


class SpotNow(Wire):
    owner: int | None
    row: str
    index: int
    card: str | None


class OptionNow(Wire):
    key: str
    label: str
    at: list[SpotNow]


class OpenNow(Wire):
    """What the open cards of a player come to so far."""

    points: int
    cancelled: Sequence[int]
    """The indices of the places whose cards count nothing."""


class TallyNow(Wire):
    score: int
    total: int
    terms: Sequence[Term]
    cards: list[tuple[int, str]]
    aside: list[tuple[int, str]]
    cancelled: Sequence[int]
    """The indices of the places whose cards counted nothing, though they were left to count."""


class HoleNow(Wire):
    number: int
    par: int | None
    scores: list[int]


class CardNow(Wire):
    """The scorecard."""

    word: str
    goal: str
    """min where the fewest win, else max."""
    number: int
    count: int | None
    par: int | None
    holes: list[HoleNow]
    totals: list[int]
    won: list[int] | None
    columns: int
    first: int
    latest: list[TallyNow]
    """How the latest hole was counted, by seat; empty before the first is over."""


class Result(Wire):
    scores: Sequence[int]
    ranks: Sequence[int]
    """By seat; empty where nobody is a rival."""


class SettledNow(Wire):
    """What a hand brought one player, or one team, and how: the terms add up to the change."""

    seats: Sequence[int]
    """Whose score it is."""
    change: int
    total: int
    terms: Sequence[Term]
    """What counted, in words, and how much; what is empty needs no words."""


class MoveNow(Wire):
    """A card goes from one place to another, or is turned where it lies.

    A place is `owner/index/row` as the areas have them, without an owner in the middle of the
    table; the trick is `owner/trick`.
    """

    source: str
    target: str
    card: str | None
    """None where the seat cannot tell."""
    at: int | None
    """How many cards lie below it; None for on top, or where that is nobody's business."""
    is_down: bool
    """It lies face down there, though the seat knows it."""
    whole: bool
    """No card but the whole pile: it is shuffled where it lies, or both piles change places."""


class NumberNow(Wire):
    """A number of the table, or of a player, and how the counters of the area say it."""

    who: int | None
    text: str
    to: int


class BeatNow(Wire):
    """Something that happened, for the eye. What beats show ends in what the frame has."""

    version: int
    """Of the frame that it led to."""
    kind: str
    who: int | None
    """Who did it, or took the trick; None: the rules."""
    say: str
    """Empty where it is no news."""
    hold: str
    """What is to be looked at before anything else happens: a `trick`, a `reveal`, a `line` of the
    settlement, or nothing."""
    moves: list[MoveNow]
    numbers: list[NumberNow]
    line: SettledNow | None


class Frame(Wire):
    """The table as one seat may know it; complete, so that only the latest one matters."""

    type: str
    match: int
    version: int
    seat: int | None
    turn: int | None
    dealer: int | None
    leader: int | None
    finisher: int | None
    """Who has ended the hole, where the others have one turn each; nobody most of the time."""
    trick: list[PlayedNow]
    """The first card first; it lies in no area."""
    options: list[OptionNow]
    """Of whoever gets the frame, if the decision is theirs."""
    together: int
    """How many choices of these options follow each other and are made at once."""
    confirm: dict[str, str]
    """By the key of an option: what to ask before it is taken."""
    warn: dict[str, str]
    """By the key of an option: what to ask those before it is taken who want to be warned."""
    open: list[OpenNow]
    """By seat; empty where the game is not counted before the end."""
    teams: Sequence[Sequence[int]]
    """The seats of every team; empty in a game without teams."""
    settlement: list[SettledNow]
    """The last hand that was settled, or played to the end of the match; empty where the scorecard
    has it."""
    remark: str
    result: Result | None
    areas: Sequence[AreaNow | Written]
    scorecard: CardNow | Written | None
    since: int | None
    """The version that the browser has been told last, −1 before the deal; None where that was
    nothing, or too long ago."""
    beats: Sequence[BeatNow]
    """What has happened since then."""
