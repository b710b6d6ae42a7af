"""A table as the store has it: a room, and a match that follows its log.

A change is checked, written down, and only then made here and told. Whoever changes something
holds the lock, so what stands here is always on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kibitz.engine import MatchError
from kibitz.engine.record import Record, RecordedChoice
from kibitz.web.deal import seed_of
from kibitz.web.house import House
from kibitz.web.live_match import LiveMatch
from kibitz.web.logs import event
from kibitz.web.messages import Choose
from kibitz.web.offers import Seats
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import SOMEBODY, Phase, Room
from kibitz.web.store import Deal, Entry, KeptMatch

_TRIES = 5
"""How often a change is tried against others who change the same table."""


class KeptTable:
    """One table, through the eyes of this process."""

    def __init__(
        self,
        house: House,
        code: str,
        room_changed: Callable[[], None],
        table_changed: Callable[[], None],
    ) -> None:
        self.code = code
        self.room = Room("", {})
        self.live: LiveMatch | None = None
        self.lock = asyncio.Lock()
        self._house = house
        self._version = 0
        self._room_changed = room_changed
        self._table_changed = table_changed

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
                if await self._house.on_disk(store.keep_room, self.code, self._version, room):
                    self._version, self.room = self._version + 1, room
                    break
                await self.reload()
            else:
                raise Refused(Reason.TOO_LATE)
        self._room_changed()

    async def forget(self, person: int, name: str) -> None:
        """Take the person and their name away, from matches, too. Raises Refused."""
        house = self._house
        await house.on_disk(house.store.forget, self.code, person, name, SOMEBODY)
        await self.change(lambda room: room.forgotten(person))
        async with self.lock:
            await self._follow_log()

    def seats(self, room: Room) -> Seats:
        return self._house.offers.seats(room.game, room.options)

    async def reload(self) -> None:
        """Read what others have written. The lock is held."""
        found = await self._house.on_disk(self._house.store.table, self.code)
        if found is None:
            raise Refused(Reason.NO_TABLE)
        self._version, self.room = found
        await self._follow_log()

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
        self._room_changed()

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
        self._version, self.room = self._version + 1, room
        await self._follow_log()
        return True

    async def _follow_log(self) -> None:
        """Bring the match here to where the log is. The lock is held."""
        house, number = self._house, self.room.match
        if not number:
            self.live = None
            return
        kept, live = await house.on_disk(house.store.match, self.code, number), self.live
        assert kept is not None, "a room and its match are written together"
        if live is None or live.kept != kept:  # another match, or somebody's name was forgotten
            live = await house.on_disk(self._dealt, kept)
        choices = await house.on_disk(house.store.choices, live.kept.id, live.version)
        await house.on_disk(live.catch_up, choices)
        self.live = live
        if live.match.is_over:
            await self._end(live)
        self._table_changed()

    def _dealt(self, kept: KeptMatch) -> LiveMatch:
        """Raises Refused if it cannot be dealt any more."""
        game = self._house.offers.game(kept.game, kept.options)
        if game.program.digest != kept.digest:
            raise Refused(Reason.OTHER_RULES)
        return LiveMatch(game, kept)

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
        entry = Entry(self.code, live.kept.id, live.version, choice)
        if not await house.written(entry):
            await self.reload()
            raise Refused(Reason.TOO_LATE)
        live.go_on(after)
        house.count("choices")
        self._table_changed()
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
            self._version, self.room = self._version + 1, room
            event("match over", table=self.code, match=room.match, choices=live.version)
            self._room_changed()
        else:
            await self.reload()

    def record(self) -> Record:
        """The latest match, which must be over: a record tells everything. Raises Refused."""
        if self.live is None:
            raise Refused(Reason.NOT_PLAYING)
        if not self.live.match.is_over:
            raise Refused(Reason.NOT_OVER)
        return self.live.record()
