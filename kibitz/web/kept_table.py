"""A table as the store has it: a room, and a match that follows its log.

A change is checked, written down, and only then made here and told. Whoever changes something
holds the lock, so what stands here is always on disk. Threads read and compute; what stands here is
changed by the event loop alone, the room and its match at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from kibitz.engine import MatchError, RecordedChoice
from kibitz.match import Match
from kibitz.web.kept_match import MatchOrigin, begun
from kibitz.web.live_match import LiveMatch
from kibitz.web.logs import event
from kibitz.web.messages import Choose
from kibitz.web.offers import OptionValue, Seats
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import SOMEBODY, Phase, Room, Undo
from kibitz.web.room_words import prepare_rules
from kibitz.web.services import Services
from kibitz.web.store import LogEntry
from kibitz.web.work_queue import Asker, WorkKind

_TRIES = 5
"""How often a change is tried against others who change the same table."""


class _StoredTable(NamedTuple):
    """What the store has of a table."""

    version: int
    room: Room
    live: LiveMatch | None
    """The match of the room: the one that stands here, or another that nobody has seen yet."""
    ahead: list[Match]
    """That match after each of the choices that it has not heard of."""


class KeptTable:
    """One table, through the eyes of this process."""

    def __init__(self, services: Services, code: str) -> None:
        self.code = code
        self.room = Room("", {})
        self.live: LiveMatch | None = None
        self.lock = asyncio.Lock()
        self._services = services
        self._version = 0

    def room_changed(self, before: Room) -> None:
        """Whoever is at the table is to hear of another room."""

    def table_changed(self) -> None:
        """The match has gone on."""

    async def read(self) -> None:
        """Read everything. Raises Refused, also if the game is not offered any more."""
        async with self.lock:
            await self.reload()
        self.seats(self.room)

    async def change(self, change: Callable[[Room], Room]) -> None:
        """Change the room, in the store and then here. Raises Refused."""
        store = self._services.store
        async with self.lock:
            for _ in range(_TRIES):
                room = change(self.room)
                if room == self.room:
                    return
                await self._prepare(room)
                if await self._services.on_disk(store.keep_room, self.code, self._version, room):
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
            with suppress(Refused):  # then whoever shows it does
                await self._compile(Asker(self.code, self.code), *now)

    async def _compile(
        self, asker: Asker, game: str, options: Mapping[str, OptionValue], players: int
    ) -> None:
        """What a room with these rules shows, in a thread. Raises Refused."""
        work, offers = self._services.work, self._services.offers
        await work.done(asker, WorkKind.CONFIGURE, prepare_rules, offers, game, options, players)

    def _show_room(self, room: Room) -> None:
        """The room that this process has just written."""
        before, self.room = self.room, room
        self._version += 1
        self.room_changed(before)

    async def forget(self, person: int) -> None:
        """Take the person and every trace of their name away, in matches, too. Raises Refused."""
        services, name = self._services, self.room.person(person).name
        await services.on_disk(services.store.forget, self.code, person, name, SOMEBODY)
        await self.change(lambda room: room.forgotten(person))
        async with self.lock:
            await self.reload()

    def seats(self, room: Room) -> Seats:
        return self._services.offers.seats(room.game, room.options)

    async def reload(self) -> None:
        """Read what others have written. The lock is held. Raises Refused."""
        found = await self._services.replayed(self._read, self.live)
        before, self.room, self._version = self.room, found.room, found.version
        self.live = found.live
        for match in found.ahead:
            assert found.live is not None, "choices are made in a match"
            found.live.go_on(match)
        if before != self.room:
            self.room_changed(before)
        self.table_changed()
        if self.live is not None and self.live.match.is_over:
            await self._end(self.live)

    def _read(self, live: LiveMatch | None) -> _StoredTable:
        """In a thread: nothing that stands here is changed. Raises Refused."""
        store = self._services.store
        table = store.table(self.code)
        if table is None:
            raise Refused(Reason.NO_TABLE)
        version, room = table
        if not room.match:
            return _StoredTable(version, room, None, [])
        kept = store.match(self.code, room.match)
        assert kept is not None, "a room and its match are written together"
        if live is None or live.kept != kept:  # another match, or somebody's name was forgotten
            game = self._services.offers.begun_by(kept.game, kept.options, kept.digest)
            live = LiveMatch(game, kept)
            live.catch_up(store.choices(kept.id))
            return _StoredTable(version, room, live, [])
        return _StoredTable(version, room, live, live.ahead(store.choices(kept.id, live.version)))

    # ------------------------------------------------------------------ the match

    async def start(self) -> None:
        async with self.lock:
            for _ in range(_TRIES):
                if await self._has_begun():
                    break
                await self.reload()
            else:
                raise Refused(Reason.TOO_LATE)
        self._services.count("matches")
        event("match begun", table=self.code, game=self.room.game, match=self.room.match)

    async def _has_begun(self) -> bool:
        """Whether nobody changed the room while a match was begun. The lock is held."""
        services = self._services
        room = self.room.started(self.seats(self.room))
        game = await services.on_disk(services.offers.game, room.game, room.options)
        kept = begun(room, game)
        begin = services.store.begin_match
        if await services.on_disk(begin, self.code, self._version, room, kept) is None:
            return False
        await self.reload()
        return True

    async def ask_back(self, person: int, match: int, version: int) -> None:
        """Somebody wants their latest choice again. Raises Refused."""
        live, seat = self.live, self.room.seat_of(person)
        if live is None or live.match.is_over:
            raise Refused(Reason.NOT_PLAYING)
        if seat is None:
            raise Refused(Reason.NOT_SEATED)
        if (match, version) != (live.kept.number, live.version):
            raise Refused(Reason.TOO_LATE)
        made = live.match.record().choices
        own = [number for number, choice in enumerate(made) if choice.seat == seat]
        if not own:
            raise Refused(Reason.NOTHING_TO_TAKE_BACK)
        undo = Undo(person, match, version, own[-1])
        await self.change(lambda room: room.asks_back(undo))
        await self.go_back_if_agreed()

    async def agree(self, person: int, agree: bool) -> None:
        await self.change(lambda room: room.agreed(person, agree))
        await self.go_back_if_agreed()

    @property
    def is_asked_back(self) -> bool:
        """Whether everybody waits for those who have not yet agreed."""
        undo, live = self.room.undo, self.live
        here = None if live is None else (live.kept.number, live.version)
        return undo is not None and here == (undo.match, undo.version)

    async def go_back_if_agreed(self) -> None:
        """To the choice that somebody wants again, if nobody has anything against it. Nothing is
        taken out of the log: another match goes on from there, with the same deal."""
        async with self.lock:
            undo, live, services = self.room.undo, self.live, self._services
            if undo is None or self.room.to_agree:
                return
            if live is None or not self.is_asked_back:
                raise Refused(Reason.TOO_LATE)
            room = self.room.gone_back()
            origin = live.kept.origin
            if origin is MatchOrigin.TABLE:
                origin = MatchOrigin.AGAIN
            kept = replace(live.kept, id=0, number=room.match, origin=origin)
            made = live.match.record().choices[: undo.to]
            begun = services.store.begin_match
            await services.on_disk(begun, self.code, self._version, room, kept, made)
            await self.reload()

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
            options = live.match.decision.options
            found = [option.index for option in options if option.key == message.key]
            if not found:
                raise Refused(Reason.NO_OPTION)
            await self.play(live, found[0])

    async def play(self, live: LiveMatch, option: int) -> None:
        """Write the choice down, then make it. The lock is held. Raises Refused."""
        decision, services = live.match.decision, self._services
        choice = RecordedChoice(decision.seat, option, decision.options[option].key)
        try:
            after = live.after(option)
        except MatchError:
            raise Refused(Reason.RULE_FAILED) from None
        entry = LogEntry(self.code, live.kept.id, live.version, choice)
        if not await services.written(entry):
            await self.reload()
            raise Refused(Reason.TOO_LATE)
        live.go_on(after)
        services.count("choices")
        self.table_changed()
        if live.match.is_over:
            await self._end(live)

    async def be_current(self) -> None:
        """Who comes from another process must find what they were told there. Raises Refused."""
        if self._services.database.is_shared:
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
        ended, services = self._services.store.end_match, self._services
        if await services.on_disk(ended, self.code, self._version, room, live.kept.id, scores):
            event("match over", table=self.code, match=room.match, choices=live.version)
            self._show_room(room)
        else:
            await self.reload()
