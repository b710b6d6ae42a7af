"""Matches that are over: told again, played on from the middle, or brought from elsewhere."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from secrets import token_urlsafe
from threading import Lock

from kibitz.engine import BadRecord, Record, RecordedChoice, cancellation, records
from kibitz.game import Game
from kibitz.web.frames import frame, open_frame
from kibitz.web.kept_match import KeptMatch, MatchOrigin
from kibitz.web.ledger import ledger
from kibitz.web.live_match import LiveMatch
from kibitz.web.offers import Offers
from kibitz.web.refusal import Reason, Refused
from kibitz.web.reviews import ReviewNow, Reviews
from kibitz.web.room import COVERING, LONGEST_NAME, Chair, Person, Phase, Room, clean_name, digest
from kibitz.web.room_words import rules_now
from kibitz.web.services import Services
from kibitz.web.store import EndedMatch
from kibitz.web.wire import JsonObject
from kibitz.web.work_queue import Args, Asker, Result, WorkKind

LARGEST_RECORD = 512 * 1024
"""Bytes that somebody may bring."""


def brought(offers: Offers, data: bytes) -> tuple[Room, KeptMatch, Record]:
    """The table of a record, played again to see that it can have been so. Raises Refused."""
    try:
        record = records.read_record(data)
    except BadRecord as fault:
        raise Refused(Reason.BAD_RECORD, str(fault)) from None
    game = offers.game(record.game.name, record.options)
    match = game.match(record.seed)
    try:
        for _ in match.follow(record):
            if cancellation.current().is_late():
                raise Refused(Reason.TOO_MUCH)
    except BadRecord as fault:
        raise Refused(Reason.BAD_RECORD, str(fault)) from None
    if not match.is_over:
        raise Refused(Reason.NOT_OVER)
    names = tuple(_shown(name, seat) for seat, name in enumerate(record.players))
    room = Room(
        record.game.name,
        dict(record.options),
        chairs=tuple(Chair(name, bot=COVERING, is_ready=True) for name in names),
        phase=Phase.OVER,
        match=1,
    )
    kept = KeptMatch(
        id=0,
        number=1,
        game=record.game.name,
        digest=record.digest,
        options=dict(record.options),
        seed=record.seed,
        players=names,
        deal=record.deal or ("",),
        people=(None,) * len(names),
        origin=MatchOrigin.RECORD,
    )
    return room, kept, record


def branched(kept: KeptMatch, seat: int, name: str, secret: str) -> tuple[Room, KeptMatch]:
    """A table at which somebody plays on in that seat, and bots in the others. Raises Refused."""
    if seat not in range(len(kept.players)):
        raise Refused(Reason.NO_SEAT)
    me = Person(1, clean_name(name), digest(secret))
    others = [_distinct(f"{player}’s bot", me.name) for player in kept.players]
    chairs = [Chair(other, bot=COVERING, is_ready=True) for other in others]
    chairs[seat] = Chair(me.name, person=1, is_ready=True)
    room = Room(
        kept.game,
        kept.options,
        people=(me,),
        chairs=tuple(chairs),
        host=1,
        phase=Phase.PLAYING,
        match=1,
        people_ever=1,
    )
    branch = replace(
        kept,
        number=1,
        players=tuple(chair.name for chair in chairs),
        deal=("",),
        people=tuple(chair.person for chair in chairs),
        origin=MatchOrigin.BRANCH,
    )
    return room, branch


def _distinct(name: str, taken: str) -> str:
    cut = name[-LONGEST_NAME:]
    return f"{cut[:-2]} 2" if cut == taken else cut


def _shown(name: str, seat: int) -> str:
    try:
        return clean_name(name[:LONGEST_NAME])
    except Refused:
        return f"player {seat + 1}"


EVERYTHING = "all"
"""The point of view from which every card is told."""
MOST_STEPS = 100
"""That are told at once."""


class Replay:
    """One match from one point of view; positions are kept as far as somebody has asked."""

    def __init__(
        self, game: Game, kept: KeptMatch, choices: Sequence[RecordedChoice], view: str
    ) -> None:
        """Of a match that is over: whoever makes one has seen to that. Raises Refused."""
        self._kept, self._choices = kept, choices
        self._live = LiveMatch(game, kept)
        self._seat = _seat(view, len(self._live.match.seats))
        self._is_open = view == EVERYTHING
        self._steps: list[JsonObject] = []
        self._lock = Lock()
        self._holes = _holes(game, kept, choices)

    def told(self, code: str, first: int) -> JsonObject:
        """The positions from `first` on, as many as are told at once."""
        with self._lock:
            last = min(max(first, 0) + MOST_STEPS, len(self._choices) + 1)
            while len(self._steps) < last:
                self._go_on()
            game = self._live.game
            return {
                "code": code,
                "number": self._kept.number,
                "game": self._kept.game,
                "title": game.title,
                "players": list(self._kept.players),
                "rules": rules_now(game),
                "faces": game.vocabulary.own_faces,
                "positions": len(self._choices) + 1,
                "holes": self._holes,
                "first": max(first, 0),
                "steps": self._steps[max(first, 0) : last],
            }

    def _go_on(self) -> None:
        live, place = self._live, len(self._steps)
        before = len(live.story.lines(self._seat)) if place else 0
        if place:
            live.catch_up(self._choices[place - 1 : place])
        lines = live.story.lines(self._seat)
        shown = open_frame(live) if self._is_open else frame(live, self._seat)
        self._steps.append({"frame": replace(shown, options=[]), "lines": lines[before:]})


def _seat(view: str, players: int) -> int | None:
    """The seat whose log is told; None for those who watch, and for who sees everything."""
    if view in (EVERYTHING, "watch"):
        return None
    seats = {str(seat): seat for seat in range(players)}
    if view not in seats:
        raise Refused(Reason.NO_SEAT)
    return seats[view]


def _holes(game: Game, kept: KeptMatch, choices: Sequence[RecordedChoice]) -> list[int]:
    """The positions at which something was counted."""
    live = LiveMatch(game, kept)
    counted = [0]
    for choice in choices if live.keeper else ():
        live.catch_up([choice])
        counted.append(len(live.keeper.holes) if live.keeper else 0)
    return [place for place, (was, now) in enumerate(pairwise(counted), 1) if now > was]


_KEPT_REPLAYS = 16


class Archive:
    """What a process tells about matches that are over."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._reviews = Reviews(services.background, services.later, services.settings.processes)
        self._replays: OrderedDict[tuple[int, tuple[str, ...], str], Replay] = OrderedDict()
        """By match, its players' names and the point of view: a name may be forgotten."""

    async def replay(self, asker: Asker, number: int, view: str, first: int) -> JsonObject:
        """Some positions of a match that is over. Raises Refused."""
        kept = await self._over(asker.table, number)
        asked = kept.id, kept.players, view
        found = self._replays.get(asked)
        if found is None:
            services = self._services
            choices = await services.on_disk(services.store.choices, kept.id)
            found = await self._computed(asker, self._replay, kept, choices, view)
            self._replays[asked] = found
        self._replays.move_to_end(asked)
        while len(self._replays) > _KEPT_REPLAYS:
            self._replays.popitem(last=False)
        return await self._computed(asker, found.told, asker.table, first)

    async def review(self, asker: Asker, number: int) -> ReviewNow:
        """What the people at the table could have done better. Raises Refused."""
        kept = await self._reviewable(asker.table, number)
        await self._begin_review(asker, kept)
        return self._reviews.page(_review_key(kept))

    async def figures(self, asker: Asker, number: int, *, is_wanted: bool) -> JsonObject:
        """What luck and mistakes came to; looked for if somebody wants it. Raises Refused."""
        kept = await self._reviewable(asker.table, number)
        if is_wanted:
            await self._begin_review(asker, kept)
        return self._reviews.figures(_review_key(kept))

    async def record(self, asker: Asker, number: int | None) -> str:
        """The record of a match that is over, or of the latest one. Raises Refused."""
        kept = await self._over(asker.table, number or await self._latest(asker.table))
        choices = await self._services.on_disk(self._services.store.choices, kept.id)
        return await self._computed(asker, self._record, kept, choices)

    async def _latest(self, code: str) -> int:
        """The number of the latest match of the table. Raises Refused."""
        found = await self._services.on_disk(self._services.store.table, code)
        if found is None:
            raise Refused(Reason.NO_TABLE)
        if not found[1].match:
            raise Refused(Reason.NOT_PLAYING)
        return found[1].match

    async def _reviewable(self, code: str, number: int) -> KeptMatch:
        kept = await self._over(code, number)
        found = await self._services.on_disk(self._services.store.table, code)
        if found is None or found[1].manners.advice == "off":
            raise Refused(Reason.NO_ADVICE)
        return kept

    async def _begin_review(self, asker: Asker, kept: KeptMatch) -> None:
        key = _review_key(kept)
        if key in self._reviews:
            return
        choices = await self._services.on_disk(self._services.store.choices, kept.id)
        record = await self._computed(asker, self._record, kept, choices)
        people = [seat for seat, person in enumerate(kept.people) if person is not None]
        if key not in self._reviews:
            self._reviews.begin(asker, key, record, people)

    def close(self) -> None:
        self._reviews.close()

    async def branch(
        self, asker: Asker, number: int, at: int, seat: int, name: str
    ) -> tuple[str, Callable[[str], bool]]:
        """The secret of whoever plays on from there, and how the table is added to the store."""
        services, secret = self._services, token_urlsafe(16)
        kept = await self._over(asker.table, number)
        await self._computed(asker, self._game, kept)
        choices = await services.on_disk(services.store.choices, kept.id)
        if at not in range(len(choices)):
            raise Refused(Reason.NO_OPTION, "there is nothing to choose at that position")
        room, branch = branched(kept, seat, name, secret)
        return secret, lambda new: services.store.add_table(new, room, branch, choices[:at], None)

    async def ledger(self, asker: Asker, seats: Mapping[str, str]) -> JsonObject:
        """The matches of all tables whose secrets are given; others are passed over."""
        services = self._services
        found = await services.on_disk(self._ended, seats)
        return await self._computed(asker, ledger, services.offers, found)

    def _ended(self, seats: Mapping[str, str]) -> list[EndedMatch]:
        store = self._services.store
        rooms = {code: store.table(code) for code in seats}
        held = [code for code, found in rooms.items() if found and _holder(found[1], seats[code])]
        return store.ended(held)

    async def holder(self, code: str, secret: str) -> int | None:
        """The person at the table whose secret it is. Raises Refused if the store is gone."""
        found = await self._services.on_disk(self._services.store.table, code)
        return None if found is None else _holder(found[1], secret)

    async def _over(self, code: str, number: int) -> KeptMatch:
        services = self._services
        kept = await services.on_disk(services.store.match, code, number)
        if kept is None:
            raise Refused(Reason.NO_MATCH)
        if not await services.on_disk(services.store.is_over, kept.id):
            raise Refused(Reason.NOT_OVER)
        return kept

    def _game(self, kept: KeptMatch) -> Game:
        return self._services.offers.begun_by(kept.game, kept.options, kept.digest)

    def _replay(self, kept: KeptMatch, choices: Sequence[RecordedChoice], view: str) -> Replay:
        return Replay(self._game(kept), kept, choices, view)

    def _record(self, kept: KeptMatch, choices: Sequence[RecordedChoice]) -> str:
        live = LiveMatch(self._game(kept), kept)
        live.catch_up(choices)
        return records.record_text(live.record())

    async def _computed(
        self, asker: Asker, work: Callable[[*Args], Result], *args: *Args
    ) -> Result:
        return await self._services.work.done(asker, WorkKind.ARCHIVE, work, *args)


def _review_key(kept: KeptMatch) -> str:
    return digest(f"{kept.id} {kept.players}")  # a name may be forgotten


def _holder(room: Room, secret: str) -> int | None:
    try:
        return room.holder(secret).number
    except Refused:
        return None
