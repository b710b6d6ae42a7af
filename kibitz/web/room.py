"""Who is at a table, by which rules, and who may change that: plain values and pure functions.

A Room is what the store keeps of a table besides the choices. Every change gives a new Room, or
raises Refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

from kibitz.games import harmless
from kibitz.web.deal import commitment, fresh_secret
from kibitz.web.offers import Offers, OptionValue, Seats
from kibitz.web.refusal import Reason, Refused

STRENGTHS = {"novice": "beginner", "regular": "casual", "expert": "expert:training=kept"}
USUAL = "regular"
"""By strength, the weakest first."""
TRAINED = "expert"
"""Who plays better with a net."""
COVERING = "regular"
"""Plays for somebody who is away."""
_NAMES = ("Ada", "Blaise", "Cleo", "Denis", "Elo", "Fermat", "Gerta", "Hoyle")


def bot_name(taken: Collection[str]) -> str:
    """A name that nobody at the table has."""
    free = (name for name in _NAMES if name not in taken)
    return next(free, f"Bot {len(taken) + 1}")


LONGEST_NAME = 24
_WORDS = re.compile(r"[0-9a-f]{1,64}")
SOMEBODY = "somebody"
"""The name of those who want to be forgotten."""
TURN_SECONDS = (0, 20, 45, 90, 300)
"""How long a turn may take, where a table has a clock; 0: as long as it takes."""
ADVICE = ("review", "off", "hints", "full")
"""Who is advised: everybody after the match, nobody, or whoever asks, in words or in numbers."""
MOST_PEOPLE = 40
"""At one table, those who watch included."""
MOST_OF_ADDRESS = 16
"""Of those who are at one table, from one address: a household, or friends round one laptop."""


LONGEST_TEXT = 140
"""Of what somebody says at the table."""
_KEPT_TEXTS = 30


class Phase(StrEnum):
    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Person:
    number: int
    name: str
    lock: str
    """Digest of the secret that this person's browser keeps."""
    words: str = ""
    """Their part of the next deal: up to 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at the table, with whoever has it."""

    name: str
    person: int | None = None
    bot: str | None = None
    """Strength of the bot that plays here; beside a person, that covers for them."""
    is_ready: bool = False


@dataclass(frozen=True, slots=True)
class Manners:
    """What a table agrees on besides the rules."""

    turn_seconds: int = 0
    """After so long a bot plays for whoever has not chosen; 0: there is no hurry."""
    watch_late: bool = False
    """Whether those who watch see the table as it was a turn ago."""
    advice: str = ADVICE[0]

    @property
    def is_advice_live(self) -> bool:
        """Whether advice can be had while a match goes on."""
        return self.advice in ("hints", "full")


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something that a person has said to the table."""

    number: int
    person: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Somebody wants a choice again."""

    person: int
    match: int
    version: int
    """At which they asked."""
    to: int
    """How many choices are to be left."""
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Room:
    game: str
    options: Mapping[str, OptionValue]
    people: tuple[Person, ...] = ()
    chairs: tuple[Chair, ...] = ()
    host: int | None = None
    phase: Phase = Phase.WAITING
    match: int = 0
    """How many matches have been begun here."""
    people_ever: int = 0
    deal_secret: str = field(default_factory=fresh_secret)
    manners: Manners = Manners()
    advised: tuple[int, ...] = ()
    """The people who have asked for advice in this match."""
    chat: tuple[ChatLine, ...] = ()
    """The latest of what was said."""
    undo: Undo | None = None

    @staticmethod
    def from_json(data: dict[str, Any]) -> Room:
        return Room(
            **{
                **data,
                "people": tuple(Person(**person) for person in data["people"]),
                "chairs": tuple(Chair(**chair) for chair in data["chairs"]),
                "phase": Phase(data["phase"]),
                "manners": Manners(**data.get("manners", {})),
                "advised": tuple(data.get("advised", ())),
                "chat": tuple(ChatLine(**line) for line in data.get("chat", ())),
                "undo": _undo(data.get("undo")),
            }
        )

    # ------------------------------------------------------------------ who is who

    @property
    def commitment(self) -> str:
        return commitment(self.deal_secret)

    def person(self, number: int) -> Person:
        return next(person for person in self.people if person.number == number)

    def seat_of(self, number: int) -> int | None:
        """Where the person sits; None for somebody who watches."""
        seats = (seat for seat, chair in enumerate(self.chairs) if chair.person == number)
        return next(seats, None)

    def holder(self, secret: str) -> Person:
        """Whose secret it is. Raises Refused."""
        found = [person for person in self.people if person.lock == digest(secret)]
        if not found:
            raise Refused(Reason.FOREIGN_SECRET)
        return found[0]

    # ------------------------------------------------------------------ coming and going

    def joined(self, name: str, secret: str, here: Collection[int] = ()) -> Room:
        """With a newcomer who watches; the first one is the host. Where there is no room left,
        somebody who watched and is not `here` any more makes some.
        """
        if len(self.people) >= MOST_PEOPLE:
            idle = [person for person in self.people if self._is_idle(person.number, here)]
            if not idle:
                raise Refused(Reason.TABLE_FULL, "too many are at this table already")
            return self.left(idle[0].number).joined(name, secret, here)
        names = {person.name for person in self.people} | {chair.name for chair in self.chairs}
        number = self.people_ever + 1
        person = Person(number, _distinct(clean_name(name), names), digest(secret))
        return replace(
            self,
            people=(*self.people, person),
            people_ever=number,
            host=number if self.host is None else self.host,
        )

    def _is_idle(self, number: int, here: Collection[int]) -> bool:
        return number not in here and number != self.host and self.seat_of(number) is None

    def back(self, number: int) -> Room:
        """With the person at the table again: nobody covers for them any more."""
        seat, chairs = self.seat_of(number), self.chairs
        if seat is None or chairs[seat].bot is None:
            return self
        return replace(self, chairs=_with(chairs, seat, replace(chairs[seat], bot=None)))

    def with_words(self, number: int, words: str) -> Room:
        """With the person's part of the next deal."""
        if self.phase is Phase.PLAYING:
            raise Refused(Reason.NOT_WAITING)
        if not _WORDS.fullmatch(words):
            raise Refused(Reason.NOT_UNDERSTOOD)
        people = tuple(
            replace(person, words=words) if person.number == number else person
            for person in self.people
        )
        return replace(self, people=people)

    def left(self, number: int) -> Room:
        """Without the person; in a match a bot has their seat, and somebody else is host."""
        people = tuple(person for person in self.people if person.number != number)
        seat, chairs = self.seat_of(number), self.chairs
        if seat is not None and self.phase is Phase.WAITING:
            chairs = chairs[:seat] + chairs[seat + 1 :]
        elif seat is not None:
            chairs = _with(chairs, seat, Chair(chairs[seat].name, bot=COVERING, is_ready=True))
        host, undo = self.host, self.undo
        if host == number:
            seated = [chair.person for chair in chairs if chair.person is not None]
            host = next(iter([*seated, *(person.number for person in people)]), None)
        undo = None if undo is not None and undo.person == number else undo
        return replace(self, people=people, chairs=chairs, host=host, undo=undo)

    def forgotten(self, number: int) -> Room:
        """Without the person and without their name."""
        names = {person.name for person in self.people if person.number != number}
        names |= {chair.name for chair in self.chairs}
        seat, other = self.seat_of(number), _distinct(SOMEBODY, names)
        silent = tuple(line for line in self.chat if line.person != number)
        room = replace(self.left(number), chat=silent)
        if seat is None or len(room.chairs) < len(self.chairs):
            return room
        chair = replace(room.chairs[seat], name=other)
        return replace(room, chairs=_with(room.chairs, seat, chair))

    # ------------------------------------------------------------------ what is said

    def said(self, number: int, text: str) -> Room:
        """With what the person says to the table, after what was said last."""
        line = clean_text(text)
        before = self.chat[-1].number if self.chat else 0
        told = ChatLine(before + 1, number, self.person(number).name, line)
        return replace(self, chat=(*self.chat, told)[-_KEPT_TEXTS:])

    def asks_back(self, undo: Undo) -> Room:
        """With somebody who wants a choice again, and agrees to that."""
        self._refuse_unless(Phase.PLAYING)
        return replace(self, undo=replace(undo, agreed=(undo.person,)))

    def agreed(self, number: int, agree: bool) -> Room:
        """With the person's answer; one no is enough."""
        self._refuse_unless(Phase.PLAYING)
        if self.undo is None:
            raise Refused(Reason.NOTHING_TO_AGREE)
        if self.seat_of(number) is None:
            raise Refused(Reason.NOT_SEATED)
        if not agree:
            return replace(self, undo=None)
        agreed = dict.fromkeys((*self.undo.agreed, number))
        return replace(self, undo=replace(self.undo, agreed=tuple(agreed)))

    def without(self, undo: Undo | None) -> Room:
        """With nobody asked about that any more, whoever has agreed meanwhile."""
        now = self.undo
        if undo is None or now is None or replace(now, agreed=()) != replace(undo, agreed=()):
            return self
        return replace(self, undo=None)

    @property
    def to_agree(self) -> tuple[int, ...]:
        """The people who play, and have not yet agreed; for whom a bot plays is not asked."""
        agreed = () if self.undo is None else self.undo.agreed
        playing = (chair.person for chair in self.chairs if chair.bot is None)
        return tuple(one for one in playing if one is not None and one not in agreed)

    # ------------------------------------------------------------------ before a match

    def seated(self, number: int, seats: Seats) -> Room:
        self._refuse_unless(Phase.WAITING)
        if self.seat_of(number) is not None:
            return self
        self._refuse_full(seats)
        chair = Chair(self.person(number).name, person=number)
        return replace(self, chairs=(*self.chairs, chair))

    def stood_up(self, number: int) -> Room:
        self._refuse_unless(Phase.WAITING)
        chairs = tuple(chair for chair in self.chairs if chair.person != number)
        return replace(self, chairs=chairs)

    def readied(self, number: int, ready: bool) -> Room:
        self._refuse_unless(Phase.WAITING)
        seat = self.seat_of(number)
        if seat is None:
            raise Refused(Reason.NOT_SEATED)
        return replace(
            self, chairs=_with(self.chairs, seat, replace(self.chairs[seat], is_ready=ready))
        )

    def configured(self, offers: Offers, game: str, options: Mapping[str, OptionValue]) -> Room:
        """With other rules; whoever was ready must look at them again. Raises Refused.

        Rules that do not go together can be chosen, as the way from one set to another leads
        over them; they cannot be played.
        """
        self._refuse_unless(Phase.WAITING)
        try:
            offers.game(game, options)
        except Refused as fault:
            if fault.reason is not Reason.CONFLICT:
                raise
        chairs = tuple(replace(chair, is_ready=chair.bot is not None) for chair in self.chairs)
        seats = offers.seats(game, options)
        return replace(self, game=game, options=dict(options), chairs=chairs[: seats.most])

    def behaved(self, manners: Manners) -> Room:
        """With other manners."""
        self._refuse_unless(Phase.WAITING)
        if manners.turn_seconds not in TURN_SECONDS or manners.advice not in ADVICE:
            raise Refused(Reason.NOT_UNDERSTOOD)
        return replace(self, manners=manners)

    def with_bot(self, strength: str, seats: Seats) -> Room:
        self._refuse_unless(Phase.WAITING)
        self._refuse_full(seats)
        if strength not in STRENGTHS:
            raise Refused(Reason.NO_BOT)
        name = bot_name({chair.name for chair in self.chairs})
        return replace(self, chairs=(*self.chairs, Chair(name, bot=strength, is_ready=True)))

    def removed(self, seat: int) -> Room:
        """Without whoever sits there; a person may go on watching."""
        self._refuse_unless(Phase.WAITING)
        self._refuse_no_seat(seat)
        return replace(self, chairs=self.chairs[:seat] + self.chairs[seat + 1 :])

    def dismissed(self, number: int) -> Room:
        """Without somebody who watches."""
        is_known = any(person.number == number for person in self.people)
        if not is_known or number == self.host or self.seat_of(number) is not None:
            raise Refused(Reason.NO_WATCHER)
        return self.left(number)

    def moved(self, seat: int, to: int) -> Room:
        self._refuse_unless(Phase.WAITING)
        self._refuse_no_seat(seat)
        self._refuse_no_seat(to)
        rest = self.chairs[:seat] + self.chairs[seat + 1 :]
        return replace(self, chairs=(*rest[:to], self.chairs[seat], *rest[to:]))

    # ------------------------------------------------------------------ matches

    def started(self, seats: Seats) -> Room:
        """With a match begun: the first, or another one among the same players."""
        if self.phase is Phase.PLAYING:
            raise Refused(Reason.NOT_WAITING)
        if not seats.fewest <= len(self.chairs) <= seats.most:
            needed = f"this game is for {seats.fewest} to {seats.most} players"
            if seats.fewest == seats.most:
                needed = f"this game is for {seats.most} players"
            raise Refused(Reason.TOO_FEW, needed)
        if self.phase is Phase.WAITING and not all(
            chair.is_ready or chair.person == self.host for chair in self.chairs
        ):
            raise Refused(Reason.NOT_READY)
        options = dict(self.options)
        if seats.option is not None:
            options[seats.option] = len(self.chairs)
        return replace(self, options=options, phase=Phase.PLAYING, match=self.match + 1, advised=())

    def gone_back(self) -> Room:
        """With a match that goes on from an earlier choice of the one before."""
        return replace(self, match=self.match + 1, undo=None)

    def ended(self) -> Room:
        """With the match over; the next deal has a secret and words of its own."""
        people = tuple(replace(person, words="") for person in self.people)
        secret = fresh_secret()
        return replace(self, people=people, phase=Phase.OVER, deal_secret=secret, undo=None)

    def reopened(self) -> Room:
        self._refuse_unless(Phase.OVER)
        chairs = tuple(replace(chair, is_ready=chair.bot is not None) for chair in self.chairs)
        return replace(self, phase=Phase.WAITING, chairs=chairs)

    def asked(self, number: int) -> Room:
        """With a person who has asked for advice: everybody can see it."""
        self._refuse_unless(Phase.PLAYING)
        if not self.manners.is_advice_live:
            raise Refused(Reason.NO_ADVICE)
        if self.seat_of(number) is None:
            raise Refused(Reason.NOT_SEATED)
        if number in self.advised:
            return self
        return replace(self, advised=(*self.advised, number))

    def covered(self, seat: int) -> Room:
        """With a bot that plays for the person at the seat until they are back."""
        self._refuse_unless(Phase.PLAYING)
        self._refuse_no_seat(seat)
        chair = self.chairs[seat]
        if chair.person is None:
            raise Refused(Reason.STILL_HERE, "a bot sits there already")
        return replace(self, chairs=_with(self.chairs, seat, replace(chair, bot=COVERING)))

    def replaced(self, number: int | None) -> Room:
        """With a bot that plays for the person, wherever they sit."""
        seat = None if number is None else self.seat_of(number)
        return self if seat is None or self.phase is not Phase.PLAYING else self.covered(seat)

    # ------------------------------------------------------------------ refusing

    def _refuse_unless(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise Refused(Reason[f"NOT_{phase.name}"])

    def _refuse_full(self, seats: Seats) -> None:
        if len(self.chairs) >= seats.most:
            raise Refused(Reason.TABLE_FULL)

    def _refuse_no_seat(self, seat: int) -> None:
        if seat not in range(len(self.chairs)):
            raise Refused(Reason.NO_SEAT)


def digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """As people are shown it. Raises Refused if nothing is left."""
    return _clean(name, LONGEST_NAME, Reason.NO_NAME)


def clean_text(text: str) -> str:
    """The same of what somebody says."""
    return _clean(text, LONGEST_TEXT, Reason.NO_TEXT)


def _clean(text: str, longest: int, reason: Reason) -> str:
    found = " ".join(harmless(text).replace("\ufffd", " ").split())
    if not found or len(found) > longest:
        raise Refused(reason)
    return found


def _undo(data: dict[str, Any] | None) -> Undo | None:
    return None if data is None else Undo(**{**data, "agreed": tuple(data["agreed"])})


def _distinct(name: str, taken: set[str]) -> str:
    """`Ben`, for the second one `Ben 2`."""
    names = (name if number == 1 else f"{name} {number}" for number in range(1, len(taken) + 2))
    return next(found for found in names if found not in taken)


def _with(chairs: tuple[Chair, ...], seat: int, chair: Chair) -> tuple[Chair, ...]:
    return (*chairs[:seat], chair, *chairs[seat + 1 :])
