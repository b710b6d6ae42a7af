"""A table as the store has it: a room, and a match that follows its log.

A change is checked, written down, and only then made here and told. Whoever changes something
holds the lock, so what stands here is always on disk. Threads read and compute; what stands here is
changed by the event loop alone, the room and its match at once.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from kibitz.engine import MatchError, RecordedChoice
from kibitz.match import Match
from kibitz.web.deal import seed_of
from kibitz.web.house import House
from kibitz.web.live_match import LiveMatch
from kibitz.web.logs import event
from kibitz.web.messages import Choose
from kibitz.web.offers import Seats
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import SOMEBODY, Phase, Room
from kibitz.web.room_words import prepare_rules
from kibitz.web.store import Deal, KeptMatch, LogEntry
from kibitz.web.work_queue import Asker, WorkKind

_TRIES = 5
"""How often a change is tried against others who change the same table."""


class Observer(Protocol):
    """Whoever is told that a table has changed."""

    def room_changed(self, before: Room) -> None: ...
    def table_changed(self) -> None: ...


class _Found(NamedTuple):
    """What the store has of a table."""

    version: int
    room: Room
    live: LiveMatch | None
    """The match of the room: the one that stands here, or another that nobody has seen yet."""
    ahead: list[Match]
    """That match after each of the choices that it has not heard of."""


class KeptTable:
    """One table, through the eyes of this process."""

    def __init__(self, house: House, code: str, observer: Observer) -> None:
        """The observer has the table, so it is referred to weakly: both are freed at once."""
        self.code = code
        self.room = Room("", {})
        self.live: LiveMatch | None = None
        self.lock = asyncio.Lock()
        self._house = house
        self._version = 0
        self._observer = weakref.proxy(observer)

    async def read(self) -> None:
        """Read everything. Raises Refused, also if the game is not offered any more."""
        async with self.lock:
            await self.reload()
        self.seats(self.room)

    async def change(self, change: Callable[[Room], Room]) -> None:
        """Change the room, in the store and then here. Raises Refused."""
        store = self._house.store
        async with self.lock:
            for _ in range(_TRIES):
                room = change(self.room)
                if room == self.room:
                    return
                await self._prepare(room)
                if await self._house.on_disk(store.keep_room, self.code, self._version, room):
                    self._show_room(room)
                    return
                await self.reload()
        raise Refused(Reason.TOO_LATE)

    async def _prepare(self, room: Room) -> None:
        """Compile what other rules, or other players, show; the event loop has no time for it."""
        before, now = (
            (found.game, found.options, len(found.chairs)) for found in (self.room, room)
        )
        if before != now:
            asker, offers = Asker(self.code, self.code), self._house.offers
            with suppress(Refused):  # then whoever shows it does
                await self._house.work.done(asker, WorkKind.CONFIGURE, prepare_rules, offers, *now)

    def _show_room(self, room: Room) -> None:
        """The room that this process has just written."""
        before, self.room = self.room, room
        self._version += 1
        self._observer.room_changed(before)

    async def forget(self, person: int, name: str) -> None:
        """Take the person and their name away, from matches, too. Raises Refused."""
        house = self._house
        await house.on_disk(house.store.forget, self.code, person, name, SOMEBODY)
        await self.change(lambda room: room.forgotten(person))
        async with self.lock:
            await self.reload()

    def seats(self, room: Room) -> Seats:
        return self._house.offers.seats(room.game, room.options)

    async def reload(self) -> None:
        """Read what others have written. The lock is held. Raises Refused."""
        found = await self._house.replayed(self._read, self.live)
        before, self.room, self._version = self.room, found.room, found.version
        self.live = found.live
        for match in found.ahead:
            assert found.live is not None, "choices are made in a match"
            found.live.go_on(match)
        if before != self.room:
            self._observer.room_changed(before)
        self._observer.table_changed()
        if self.live is not None and self.live.match.is_over:
            await self._end(self.live)

    def _read(self, live: LiveMatch | None) -> _Found:
        """In a thread: nothing that stands here is changed. Raises Refused."""
        store = self._house.store
        table = store.table(self.code)
        if table is None:
            raise Refused(Reason.NO_TABLE)
        version, room = table
        if not room.match:
            return _Found(version, room, None, [])
        kept = store.match(self.code, room.match)
        assert kept is not None, "a room and its match are written together"
        if live is None or live.kept != kept:  # another match, or somebody's name was forgotten
            live = self._dealt(kept)
            live.catch_up(store.choices(kept.id))
            return _Found(version, room, live, [])
        return _Found(version, room, live, live.ahead(store.choices(kept.id, live.version)))

    def _dealt(self, kept: KeptMatch) -> LiveMatch:
        """Raises Refused if it cannot be dealt any more."""
        game = self._house.offers.game(kept.game, kept.options)
        if game.program.digest != kept.digest:
            raise Refused(Reason.OTHER_RULES)
        return LiveMatch(game, kept)

    # ------------------------------------------------------------------ the match

    async def start(self) -> None:
        async with self.lock:
            for _ in range(_TRIES):
                if await self._has_begun():
                    break
                await self.reload()
            else:
                raise Refused(Reason.TOO_LATE)
        self._house.count("matches")
        event("match begun", table=self.code, game=self.room.game, match=self.room.match)

    async def _has_begun(self) -> bool:
        """Whether nobody changed the room while a match was begun. The lock is held."""
        house = self._house
        room = self.room.started(self.seats(self.room))
        game = await house.on_disk(house.offers.game, room.game, room.options)
        if game.players != len(room.chairs):
            raise Refused(Reason.TOO_FEW, f"these rules are for {game.players} players")
        seated = [chair.person for chair in room.chairs if chair.person is not None]
        deal = Deal(room.deal_secret, tuple(room.person(number).words for number in seated))
        kept = KeptMatch(
            id=0,
            number=room.match,
            game=room.game,
            digest=game.program.digest,
            options=dict(game.program.options),
            seed=seed_of(deal.secret, deal.words),
            players=tuple(chair.name for chair in room.chairs),
            deal=deal,
            people=tuple(chair.person for chair in room.chairs),
        )
        begun = house.store.begin_match
        if await house.on_disk(begun, self.code, self._version, room, kept) is None:
            return False
        await self.reload()
        return True

    async def choose(self, person: int, message: Choose) -> None:
        async with self.lock:
            live, seat = self.live, self.room.seat_of(person)
            if live is None or live.match.is_over:
                raise Refused(Reason.NOT_PLAYING)
            if seat is None:
                raise Refused(Reason.NOT_SEATED)
            if (message.match, message.version) != (live.kept.number, live.version):
                raise Refused(Reason.TOO_LATE)
            if live.match.decision.seat != seat:
                raise Refused(Reason.NOT_YOUR_TURN)
            option = live.index_of(message.key)
            if option is None:
                raise Refused(Reason.NO_OPTION)
            await self.play(live, option)

    async def play(self, live: LiveMatch, option: int) -> None:
        """Write the choice down, then make it. The lock is held. Raises Refused."""
        decision, house = live.match.decision, self._house
        choice = RecordedChoice(decision.seat, option, decision.options[option].key)
        try:
            after = live.after(option)
        except MatchError:
            raise Refused(Reason.RULE_FAILED) from None
        entry = LogEntry(self.code, live.kept.id, live.version, choice)
        if not await house.written(entry):
            await self.reload()
            raise Refused(Reason.TOO_LATE)
        live.go_on(after)
        house.count("choices")
        self._observer.table_changed()
        if live.match.is_over:
            await self._end(live)

    async def be_current(self) -> None:
        """Who comes from another process must find what they were told there. Raises Refused."""
        if self._house.database.is_shared:
            async with self.lock:
                await self.reload()

    async def end_if_over(self) -> None:
        """For a match that ended when the store was gone. Raises Refused."""
        live = self.live
        if live is not None and live.match.is_over and self.room.phase is Phase.PLAYING:
            async with self.lock:
                await self._end(live)

    async def _end(self, live: LiveMatch) -> None:
        """The match is over: say so in the store, unless somebody has. The lock is held."""
        if self.room.phase is not Phase.PLAYING:
            return
        room, scores = self.room.ended(), live.match.outcome.scores
        ended, house = self._house.store.end_match, self._house
        if await house.on_disk(ended, self.code, self._version, room, live.kept.id, scores):
            event("match over", table=self.code, match=room.match, choices=live.version)
            self._show_room(room)
        else:
            await self.reload()
