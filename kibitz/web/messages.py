"""What goes over the wire: `In` comes from a browser and is believed in nothing, `Out` goes there.
This file is the definition; the browser's side is checked against it by a test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypedDict, get_args, get_type_hints

import orjson

from kibitz.web.refusal import Reason, Refused

VERSION = 5
"""Of the messages; a browser with another one loads its page again."""
LARGEST_MESSAGE = 8192
"""Bytes that a browser may send at once."""
_NUL = "\\u0000"
_LARGEST_NUMBER = 2**53
"""That a browser knows: it is repeated in the answer."""
REACTIONS = ("👍", "👏", "😀", "😮", "😢", "🤔")

# ---------------------------------------------------------------------------- from a browser


@dataclass(frozen=True, slots=True)
class Join:
    """The first message: a newcomer has no secret yet."""

    name: str
    secret: str | None
    watching: bool


@dataclass(frozen=True, slots=True)
class Words:
    """Chance of the player's own for the next deal, said when the commitment has been seen."""

    words: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat, or get up to watch."""

    seated: bool


@dataclass(frozen=True, slots=True)
class Ready:
    ready: bool


@dataclass(frozen=True, slots=True)
class Configure:
    game: str
    options: dict[str, int | str]


@dataclass(frozen=True, slots=True)
class AddBot:
    bot: str


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the bot or person at the seat away from the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Send somebody away who watches."""

    person: int


@dataclass(frozen=True, slots=True)
class MoveSeat:
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Start:
    """Deal: the first match, or another by the same rules."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """Back to the waiting room, when a match is over."""


@dataclass(frozen=True, slots=True)
class Choose:
    match: int
    version: int
    key: str


@dataclass(frozen=True, slots=True)
class Advise:
    """What should I do? Everybody at the table sees that somebody has asked."""

    match: int
    version: int
    aim: str
    """What is played for; empty: what people play the game for."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Let a bot play for somebody who is away."""

    seat: int


@dataclass(frozen=True, slots=True)
class Behave:
    """The clock of the table, what those who watch may see, and who may be advised."""

    turn_seconds: int
    watch_late: bool
    advice: str


@dataclass(frozen=True, slots=True)
class Back:
    """I am here again: the bot that plays for me is to stop."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """Remind whoever is to choose."""


@dataclass(frozen=True, slots=True)
class React:
    reaction: str


@dataclass(frozen=True, slots=True)
class Leave:
    pass


@dataclass(frozen=True, slots=True)
class Ping:
    pass


HostChange = Configure | Behave | AddBot | Remove | Dismiss | MoveSeat | Reopen | Cover
"""What the host changes in the room."""
RoomChange = Words | Sit | Ready | Back | HostChange
"""What changes nothing but the room."""
In = Join | RoomChange | Start | Choose | Advise | React | Nudge | Leave | Ping
KINDS: dict[str, type[In]] = {kind.__name__.lower(): kind for kind in get_args(In)}
_SHAPES = {name: get_type_hints(kind) for name, kind in KINDS.items()}


def read_json(text: str | bytes) -> Any:
    """What somebody outside says. Raises Refused for what is no JSON or holds numbers of more than
    64 bits, halves of characters, or a NUL, which no database takes.
    """
    try:
        data = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise Refused(Reason.NOT_UNDERSTOOD) from None
    if _NUL in text if isinstance(text, str) else _NUL.encode() in text:
        raise Refused(Reason.NOT_UNDERSTOOD)
    return data


def parse(text: str) -> tuple[int, In]:
    """The message and its number, by which it is answered. Raises Refused."""
    data = read_json(text)
    if not isinstance(data, dict):
        raise Refused(Reason.NOT_UNDERSTOOD)
    name, number = data.pop("type", None), data.pop("id", None)
    is_number = type(number) is int and abs(number) <= _LARGEST_NUMBER
    if not isinstance(name, str) or name not in KINDS or not is_number:
        raise Refused(Reason.NOT_UNDERSTOOD)
    shape = _SHAPES[name]
    if data.keys() != shape.keys() or not all(_fits(data[key], shape[key]) for key in shape):
        raise Refused(Reason.NOT_UNDERSTOOD)
    return number, KINDS[name](**data)


def _fits(value: object, wanted: Any) -> bool:
    if wanted == dict[str, int | str]:
        return isinstance(value, dict) and all(type(item) in (int, str) for item in value.values())
    return type(value) in (get_args(wanted) or (wanted,))


# ---------------------------------------------------------------------------- to a browser


class Welcome(TypedDict):
    """Who you are. The secret is sent once, to whom it belongs."""

    type: str
    version: int
    person: int
    secret: str


class Answer(TypedDict):
    """`done` or `refused`, to whoever asked."""

    type: str
    id: int | None
    reason: str
    words: str


class PersonNow(TypedDict):
    person: int
    name: str
    is_here: bool


class ChairNow(TypedDict):
    name: str
    person: int | None
    bot: str | None
    is_ready: bool
    is_covered: bool
    is_here: bool
    is_advised: bool
    """Whether they have asked for advice in this match."""


class RuleNow(TypedDict):
    """What an option says at this table."""

    name: str
    label: str
    group: str
    rule: str
    standard: str | None


class RoomNow(TypedDict):
    """The waiting room, and who is at the table while a match goes on."""

    type: str
    code: str
    game: str
    title: str
    options: dict[str, int | str]
    rules: list[RuleNow]
    conflict: str
    """Why these options do not go together; empty if they do."""
    preset: str | None
    pack: str
    """How many cards it is played with."""
    fewest: int
    most: int
    phase: str
    match: int
    host: int | None
    turn_seconds: int
    watch_late: bool
    advice: str
    chairs: list[ChairNow]
    people: list[PersonNow]
    commitment: str
    """SHA-256 of the server's part of the next deal."""


class Stack(TypedDict):
    """The cards in one place, bottom first; None is a card that the seat cannot tell."""

    index: int
    cards: list[str | None]
    hidden: int
    """So many cards lie there that nobody here can tell; `cards` is then empty."""
    remembered: list[int]
    """Of `cards`: those that lie face down, but the seat knows them or has looked at them."""


class RowNow(TypedDict):
    name: str
    kind: str
    """grid, hand, discard, meld or pile."""
    columns: int
    is_locked: bool
    """What lies open there stays."""
    stacks: list[Stack]


class AreaNow(TypedDict):
    owner: int | None
    rows: list[RowNow]
    counters: list[str]


class PlayedNow(TypedDict):
    """A card of the trick that is being played."""

    seat: int
    card: str


class SpotNow(TypedDict):
    owner: int | None
    row: str
    index: int
    card: str | None


class OptionNow(TypedDict):
    key: str
    label: str
    at: list[SpotNow]


class OpenNow(TypedDict):
    """What the open cards of a player come to so far."""

    points: int
    cancelled: list[int]
    """The indices of the places whose cards count nothing."""


class TermNow(TypedDict):
    label: str
    value: int


class TallyNow(TypedDict):
    score: int
    total: int
    terms: list[TermNow]
    cards: list[tuple[int, str]]
    aside: list[tuple[int, str]]
    cancelled: list[int]
    """The indices of the places whose cards counted nothing, though they were left to count."""


class HoleNow(TypedDict):
    number: int
    par: int | None
    scores: list[int]


class CardNow(TypedDict):
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


class Result(TypedDict):
    scores: list[int]
    ranks: list[int]
    """By seat; empty where nobody is a rival."""


class FrameHead(TypedDict):
    """A frame without that of which most stays as it is."""

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
    remark: str
    result: Result | None


class Frame(FrameHead):
    """The table as one seat may know it; complete, so that only the latest one matters."""

    areas: list[AreaNow]
    scorecard: CardNow | None


class Log(TypedDict):
    """What happened, as the seat saw it: the lines from number `first` on."""

    type: str
    match: int
    first: int
    lines: list[str]


class Clock(TypedDict):
    """How long whoever is to choose has left."""

    type: str
    match: int
    version: int
    seconds: float


class OptionAdvised(TypedDict):
    """One option, and what it comes to in words; without a win where nobody is a rival."""

    key: str
    win: float | None
    figures: list[str]
    """As the head of the advice says: the option, its grade, and numbers."""
    doubt: str
    """What is wrong with it; empty if nothing is."""


class AdviceNow(TypedDict):
    """What whoever asked should do; several of them come, each better than the one before."""

    type: str
    match: int
    version: int
    aim: str
    line: str
    best: str
    """The key of the best option."""
    close: list[str]
    """Keys of the options that are as good for all that is known."""
    method: str
    confidence: str
    is_last: bool
    head: list[str]
    options: list[OptionAdvised]
    """The best first; none where the table allows nothing but hints, and so with the rest."""
    reasons: list[str]
    origin: str
    unseen: dict[str, int]
    """How many of each card the seat has not located."""


class Reaction(TypedDict):
    type: str
    name: str
    reaction: str


class Nudged(TypedDict):
    """Somebody waits for you."""

    type: str
    name: str


class Notice(TypedDict):
    """Something that has happened to whoever gets it."""

    type: str
    words: str


Out = Welcome | Answer | RoomNow | Frame | Log | Clock | AdviceNow | Reaction | Nudged | Notice


def done(number: int) -> Answer:
    return {"type": "done", "id": number, "reason": "", "words": ""}


def refused(number: int | None, fault: Refused) -> Answer:
    return {"type": "refused", "id": number, "reason": fault.reason.slug, "words": str(fault)}


def dumped(message: Out | FrameHead | AreaNow | CardNow) -> str:
    return orjson.dumps(message).decode()


def bundled(texts: Iterable[str]) -> str:
    """Messages that are sent together; one that is alone is sent in the same way."""
    return f"[{','.join(texts)}]"
