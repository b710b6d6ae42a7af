"""What goes over the wire: `In` comes from a browser and is believed in nothing, `Out` goes there.
This file is the definition, with `frame_parts.py` for what is in a frame; the browser's side is
checked against it by a test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, get_args, get_type_hints

import orjson

from kibitz.web.frame_parts import Frame
from kibitz.web.refusal import Reason, Refused
from kibitz.web.wire import Wire
from kibitz.words import FaceWords

VERSION = 6
"""Of the messages; a browser with another one loads its page again."""
LARGEST_MESSAGE = 8192
"""Bytes that a browser may send at once."""
_NUL = "\\u0000"
_LARGEST_NUMBER = 2**53
"""That a browser knows: it is repeated in the answer."""
REACTIONS = ("👍", "👏", "😀", "😮", "😢", "🤔")

# ---------------------------------------------------------------------------- from a browser


class Join(NamedTuple):
    """The first message: a newcomer has no secret yet."""

    name: str
    secret: str | None
    watching: bool


class Words(NamedTuple):
    """Chance of the player's own for the next deal, said when the commitment has been seen."""

    words: str


class Sit(NamedTuple):
    """Take a seat, or get up to watch."""

    seated: bool


class Ready(NamedTuple):
    ready: bool


class Configure(NamedTuple):
    game: str
    options: dict[str, int | str]


class AddBot(NamedTuple):
    bot: str


class Remove(NamedTuple):
    """Take the bot or person at the seat away from the table."""

    seat: int


class Dismiss(NamedTuple):
    """Send somebody away who watches."""

    person: int


class MoveSeat(NamedTuple):
    seat: int
    to: int


class Start(NamedTuple):
    """Deal: the first match, or another by the same rules."""


class Reopen(NamedTuple):
    """Back to the waiting room, when a match is over."""


class Choose(NamedTuple):
    match: int
    version: int
    key: str


class Advise(NamedTuple):
    """What should I do? Everybody at the table sees that somebody has asked."""

    match: int
    version: int
    aim: str
    """What is played for; empty: what people play the game for."""


class Cover(NamedTuple):
    """Let a bot play for somebody who is away."""

    seat: int


class Behave(NamedTuple):
    """The clock of the table, what those who watch may see, and who may be advised."""

    turn_seconds: int
    watch_late: bool
    advice: str


class Back(NamedTuple):
    """I am here again: the bot that plays for me is to stop."""


class Nudge(NamedTuple):
    """Remind whoever is to choose."""


class React(NamedTuple):
    reaction: str


class Chat(NamedTuple):
    """A short text to everybody at the table."""

    text: str


class TakeBack(NamedTuple):
    """May I have my latest choice in this match again? Everybody who plays has to agree."""

    match: int
    version: int


class Agree(NamedTuple):
    """To what somebody wants to take back, or not."""

    agree: bool


class Leave(NamedTuple):
    pass


class Ping(NamedTuple):
    pass


HostChange = Configure | Behave | AddBot | Remove | Dismiss | MoveSeat | Reopen | Cover
"""What the host changes in the room."""
RoomChange = Words | Sit | Ready | Back | Chat | HostChange
"""What changes nothing but the room."""
In = Join | RoomChange | Start | Choose | Advise | TakeBack | Agree | React | Nudge | Leave | Ping
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


class Welcome(Wire):
    """Who you are. The secret is sent once, to whom it belongs."""

    type: str
    version: int
    person: int
    secret: str


class Answer(Wire):
    """`done` or `refused`, to whoever asked."""

    type: str
    id: int | None
    reason: str
    words: str


class PersonNow(Wire):
    person: int
    name: str
    is_here: bool


class ChairNow(Wire):
    name: str
    person: int | None
    bot: str | None
    is_ready: bool
    is_covered: bool
    is_here: bool
    is_advised: bool
    """Whether they have asked for advice in this match."""


class ChatNow(Wire):
    """Something that somebody has said."""

    number: int
    person: int
    name: str
    text: str


class UndoNow(Wire):
    """Somebody wants a choice again; those who are `asked` have not said yes yet."""

    person: int
    match: int
    version: int
    """Of the frame at which they asked: when the match has gone on, nobody is asked any more."""
    asked: list[int]


class RuleNow(Wire):
    """What an option says at this table."""

    name: str
    label: str
    group: str
    rule: str
    standard: str | None


class RoomNow(Wire):
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
    faces: dict[str, FaceWords]
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
    is_preparing: bool
    """A bot waits until the game is compiled, which is done once for each set of rules."""
    chat: list[ChatNow]
    """The latest, in order."""
    undo: UndoNow | None


class Log(Wire):
    """What happened, as the seat saw it: the lines from number `first` on."""

    type: str
    match: int
    first: int
    lines: list[str]


class Clock(Wire):
    """How long whoever is to choose has left."""

    type: str
    match: int
    version: int
    seconds: float


class OptionAdvised(Wire):
    """One option, and what it comes to in words; without a win where nobody is a rival."""

    key: str
    win: float | None
    figures: list[str]
    """As the head of the advice says: the option, its grade, and numbers."""
    doubt: str
    """What is wrong with it; empty if nothing is."""


class AdviceNow(Wire):
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
    head: Sequence[str]
    options: list[OptionAdvised]
    """The best first; none where the table allows nothing but hints, and so with the rest."""
    reasons: list[str]
    origin: str
    unseen: dict[str, int]
    """How many of each card the seat has not located."""


class Reaction(Wire):
    type: str
    name: str
    reaction: str


class Nudged(Wire):
    """Somebody waits for you."""

    type: str
    name: str


class Notice(Wire):
    """Something that has happened to whoever gets it."""

    type: str
    words: str


Out = Welcome | Answer | RoomNow | Frame | Log | Clock | AdviceNow | Reaction | Nudged | Notice


def done(number: int) -> Answer:
    return Answer("done", number, "", "")


def refused(number: int | None, fault: Refused) -> Answer:
    return Answer("refused", number, fault.reason.slug, str(fault))


def bundled(texts: Iterable[str]) -> str:
    """Messages that are sent together; one that is alone is sent in the same way."""
    return f"[{','.join(texts)}]"
