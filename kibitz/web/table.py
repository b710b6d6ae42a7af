"""One table as this process serves it: a cache of the log, and the browsers that look at it.

A change is checked, written down, and only then made here and told. Whoever changes something
holds the lock; frames are made from what stands, which is always on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from secrets import token_urlsafe
from typing import assert_never

from kibitz.engine import MatchError
from kibitz.engine.record import Record, RecordedChoice
from kibitz.players.names import wanting
from kibitz.web import messages as said
from kibitz.web.attendance import Attendance
from kibitz.web.bots import STRENGTHS
from kibitz.web.connection import Connection
from kibitz.web.database import Signal, Topic
from kibitz.web.deal import seed_of
from kibitz.web.frames import frame
from kibitz.web.house import House
from kibitz.web.live_match import LiveMatch
from kibitz.web.messages import dumped
from kibitz.web.offers import Seats
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import Phase, Room
from kibitz.web.room_words import room_now
from kibitz.web.store import Deal, KeptMatch
from kibitz.web.thinking import thought

_TRIES = 5
"""How often a change is tried against others who change the same table."""
_RETRY_SECONDS = 1.0
"""A bot that cannot be written down tries again."""


class LiveTable:
    """A table with its browsers."""

    def __init__(self, house: House, code: str, version: int, room: Room) -> None:
        self.code = code
        self.room = room
        self.live: LiveMatch | None = None
        self._attendance = Attendance(house, code)
        self._house = house
        self._version = version
        self._lock = asyncio.Lock()
        self._frames: dict[int | None, str] = {}
        self._room_text = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._bots: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._is_behind = False

    @staticmethod
    async def opened(house: House, code: str) -> LiveTable:
        """The table of that code, as the store has it. Raises Refused."""
        found = await house.on_disk(house.store.table, code)
        if found is None:
            raise Refused(Reason.NO_TABLE)
        table = LiveTable(house, code, *found)
        table._seats(table.room)
        async with table._lock:
            await table._follow_log()
            await table._attendance.look_elsewhere()
        table._wake_bots()
        table._miss(chair.person for chair in table.room.chairs)
        return table

    @property
    def is_quiet(self) -> bool:
        """Whether nobody is here and nobody thinks."""
        return not self._attendance.connections and (self._bots is None or self._bots.done())

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    # ------------------------------------------------------------------ browsers

    async def join(self, connection: Connection, message: said.Join) -> None:
        """Let somebody in, or back in. Raises Refused."""
        secret = message.secret or token_urlsafe(16)
        if message.secret is None:
            await self._change(lambda room: room.joined(message.name, secret))
            person = self.room.holder(secret).number
            if self.room.phase is Phase.WAITING and not message.watching:
                await self._sit_if_possible(person)
        else:
            person = self.room.holder(secret).number
            await self._change(lambda room: room.back(person))
        connection.person = person
        connection.answer(
            {"type": "welcome", "version": said.VERSION, "person": person, "secret": secret}
        )
        self._attendance.arrived(connection)
        self._tell_room()
        connection.table_changed()

    async def _sit_if_possible(self, person: int) -> None:
        try:
            await self._change(lambda room: room.seated(person, self._seats(room)))
        except Refused:
            return

    def gone(self, connection: Connection) -> None:
        """The socket has closed; a seat that nobody comes back to is covered after a while."""
        self._attendance.gone(connection)
        self._tell_room()
        self._miss([connection.person])

    def _miss(self, people: Iterable[int | None]) -> None:
        """Send a bot for those of them who are not there, unless they come back soon."""
        for person in people:
            if person is not None and person not in self._attendance.people:
                self._later(self._cover_absent(person))

    async def _cover_absent(self, person: int) -> None:
        await asyncio.sleep(self._house.patience_seconds)
        try:
            await self._attendance.look_elsewhere()
            await self._change(lambda room: self._with_cover(room, person))
        except Refused:
            return  # whoever asks next is told that the store is gone; the host can send a bot

    def _with_cover(self, room: Room, person: int) -> Room:
        seat = room.seat_of(person)
        if room.phase is not Phase.PLAYING or seat is None or person in self._attendance.people:
            return room
        return room.covered(seat)

    def _later(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._house.later(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ------------------------------------------------------------------ other processes

    def hear(self, signal: Signal) -> None:
        """Another process has changed something here."""
        if signal.topic is Topic.REACTION:
            self._show_reaction(signal.person, said.REACTIONS[signal.number])
        else:
            self.look_again()

    def look_again(self) -> None:
        """Catch up with the store, soon: whatever came in the meantime is seen then, too."""
        self._is_behind = True
        if self._looking is None or self._looking.done():
            self._looking = self._later(self._catch_up())

    async def _catch_up(self) -> None:
        while self._is_behind:
            self._is_behind = False
            before = self._attendance.people
            try:
                async with self._lock:
                    await self._reload()
                await self._attendance.look_elsewhere()
            except Refused:
                return  # when the store is back, listening begins again, and so does this
            self._tell_room()
            self._wake_bots()
            self._miss(before - self._attendance.people)

    def announce(self) -> None:
        """The database has forgotten who is here."""
        self._attendance.announce_all()

    # ------------------------------------------------------------------ what they ask for

    async def obey(self, connection: Connection, message: said.In) -> None:
        """Do what somebody at the table asks for. Raises Refused."""
        person, live = connection.person, self.live
        if live is not None and live.match.is_over and self.room.phase is Phase.PLAYING:
            async with self._lock:  # the store was gone when it ended
                await self._end(live)
        if isinstance(message, said.Join) and person is None:
            await self.join(connection, message)
            return
        if person is None:
            raise Refused(Reason.NOT_JOINED)
        match message:
            case said.Ping():
                pass
            case said.Join():
                raise Refused(Reason.NOT_UNDERSTOOD)
            case said.Choose():
                await self._choose(person, message)
            case said.Start():
                self._refuse_guest(person)
                await self._start()
            case said.React(reaction=reaction):
                await self._react(person, reaction)
            case said.Leave():
                await self._change(lambda room: room.left(person))
                connection.is_closed = True
            case change:
                await self._change(lambda room: self._changed(room, person, change))

    def _changed(self, room: Room, person: int, message: said.RoomChange) -> Room:
        """The room as the message wants it. Raises Refused."""
        match message:
            case said.Words(words=words):
                return room.with_words(person, words)
            case said.Sit(seated=True):
                return room.seated(person, self._seats(room))
            case said.Sit():
                return room.stood_up(person)
            case said.Ready(ready=ready):
                return room.readied(person, ready)
            case _:
                self._refuse_guest(person)
        match message:
            case said.Configure(game=game, options=options):
                return room.configured(self._house.offers, game, options)
            case said.AddBot(bot=bot):
                return room.with_bot(bot, self._seats(room))
            case said.Remove(seat=seat):
                return room.removed(seat)
            case said.MoveSeat(seat=seat, to=to):
                return room.moved(seat, to)
            case said.Reopen():
                return room.reopened()
            case said.Cover(seat=seat):
                covered = room.covered(seat)
                person_there = room.chairs[seat].person
                if person_there in self._attendance.people:
                    raise Refused(Reason.STILL_HERE)
                return covered
            case undecided:
                assert_never(undecided)

    def _refuse_guest(self, person: int) -> None:
        if self.room.host != person:
            raise Refused(Reason.NOT_HOST)

    async def _react(self, person: int, reaction: str) -> None:
        if reaction not in said.REACTIONS:
            raise Refused(Reason.NOT_UNDERSTOOD)
        self._show_reaction(person, reaction)
        house, number = self._house, said.REACTIONS.index(reaction)
        await house.on_disk(house.database.call, self.code, Topic.REACTION, person, number)

    def _show_reaction(self, person: int, reaction: str) -> None:
        names = [found.name for found in self.room.people if found.number == person]
        for connection in self._attendance.connections:
            for name in names:
                connection.answer({"type": "reaction", "name": name, "reaction": reaction})

    # ------------------------------------------------------------------ the room

    async def _change(self, change: Callable[[Room], Room]) -> None:
        """Change the room, in the store and then here. Raises Refused."""
        store = self._house.store
        async with self._lock:
            for _ in range(_TRIES):
                room = change(self.room)
                if room == self.room:
                    return
                if await self._house.on_disk(store.keep_room, self.code, self._version, room):
                    self._version, self.room = self._version + 1, room
                    break
                await self._reload()
            else:
                raise Refused(Reason.TOO_LATE)
        self._tell_room()
        self._wake_bots()

    def _seats(self, room: Room) -> Seats:
        return self._house.offers.seats(room.game, room.options)

    async def _reload(self) -> None:
        """Read what others have written. The lock is held."""
        found = await self._house.on_disk(self._house.store.table, self.code)
        if found is None:
            raise Refused(Reason.NO_TABLE)
        self._version, self.room = found
        await self._follow_log()

    # ------------------------------------------------------------------ the match

    async def _start(self) -> None:
        async with self._lock:
            for _ in range(_TRIES):
                if await self._has_begun():
                    break
                await self._reload()
            else:
                raise Refused(Reason.TOO_LATE)
        self._house.count("matches")
        self._tell_room()
        self._wake_bots()

    async def _has_begun(self) -> bool:
        """Whether nobody changed the room while a match was begun. The lock is held."""
        house = self._house
        room = self.room.started(self._seats(self.room))
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
        live = self.live
        if live is None or live.kept.number != number:
            kept = await house.on_disk(house.store.match, self.code, number)
            assert kept is not None, "a room and its match are written together"
            live = await house.on_disk(self._dealt, kept)
        choices = await house.on_disk(house.store.choices, live.kept.id, live.version)
        await house.on_disk(live.catch_up, choices)
        self.live = live
        if live.match.is_over:
            await self._end(live)
        self._tell_table()

    def _dealt(self, kept: KeptMatch) -> LiveMatch:
        """Raises Refused if it cannot be dealt any more."""
        game = self._house.offers.game(kept.game, kept.options)
        if game.program.digest != kept.digest:
            raise Refused(Reason.OTHER_RULES)
        return LiveMatch(game, kept)

    async def _choose(self, person: int, message: said.Choose) -> None:
        async with self._lock:
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
            await self._play(live, option)
        self._wake_bots()

    async def _play(self, live: LiveMatch, option: int) -> None:
        """Write the choice down, then make it. The lock is held. Raises Refused."""
        decision, house = live.match.decision, self._house
        choice = RecordedChoice(decision.seat, option, decision.options[option].key)
        try:
            after = live.after(option)
        except MatchError:
            raise Refused(Reason.RULE_FAILED) from None
        if not await house.on_disk(
            house.store.append, self.code, live.kept.id, live.version, choice
        ):
            await self._reload()
            raise Refused(Reason.TOO_LATE)
        live.go_on(after)
        house.count("choices")
        self._tell_table()
        if live.match.is_over:
            await self._end(live)

    async def _end(self, live: LiveMatch) -> None:
        """The match is over: say so in the store, unless somebody has. The lock is held."""
        if self.room.phase is not Phase.PLAYING:
            return
        room, scores = self.room.ended(), live.match.outcome.scores
        ended, house = self._house.store.end_match, self._house
        if await house.on_disk(ended, self.code, self._version, room, live.kept.id, scores):
            self._version, self.room = self._version + 1, room
            self._tell_room()
        else:
            await self._reload()

    def record(self) -> Record:
        """The latest match, which must be over: a record tells everything. Raises Refused."""
        if self.live is None:
            raise Refused(Reason.NOT_PLAYING)
        if not self.live.match.is_over:
            raise Refused(Reason.NOT_OVER)
        return self.live.record()

    # ------------------------------------------------------------------ bots

    def _wake_bots(self) -> None:
        if (self._bots is None or self._bots.done()) and self._bot_to_play() is not None:
            self._bots = self._later(self._let_bots_play())

    def _bot_to_play(self) -> str | None:
        """The bot that is to choose now, if one is."""
        live = self.live
        if self.room.phase is not Phase.PLAYING or live is None or live.match.is_over:
            return None
        bot = self.room.chairs[live.match.decision.seat].bot
        return None if bot is None else wanting(STRENGTHS[bot], live.game.page.play.objective)

    async def _let_bots_play(self) -> None:
        """Until it is a person's turn."""
        loop = asyncio.get_running_loop()
        while (bot := self._bot_to_play()) is not None:
            live, due = self.live, loop.time() + self._house.bot_seconds
            assert live is not None, "a bot plays in a match"
            version = live.version
            option = await thought(live, bot, self._house.thinkers)
            await asyncio.sleep(max(0.0, due - loop.time()))
            try:
                async with self._lock:
                    is_current = self.live is live and live.version == version
                    if is_current and self._bot_to_play() is not None:
                        await self._play(live, option)
            except Refused as fault:
                if fault.reason is Reason.RULE_FAILED:
                    return
                await asyncio.sleep(_RETRY_SECONDS)

    # ------------------------------------------------------------------ telling

    def _tell_room(self) -> None:
        self._room_text = ""
        for connection in self._attendance.connections:
            connection.room_changed()

    def _tell_table(self) -> None:
        self._frames.clear()
        for connection in self._attendance.connections:
            connection.table_changed()

    def room_text(self) -> str:
        if not self._room_text:
            here = self._attendance.people
            self._room_text = dumped(room_now(self._house.offers, self.code, self.room, here))
        return self._room_text

    def frame_texts(self, connection: Connection) -> list[str]:
        """What happened that this browser has not been told, and the table as it is now."""
        live, person = self.live, connection.person
        if live is None or person is None:
            return []
        seat = self.room.seat_of(person)
        match, first = connection.told
        if match != live.kept.number:
            first = 0
        lines = live.logs[seat][first:]
        connection.told = live.kept.number, first + len(lines)
        log: said.Log = {
            "type": "log",
            "match": live.kept.number,
            "first": first,
            "lines": lines,
        }
        if seat not in self._frames:
            self._frames[seat] = dumped(frame(live, seat))
        return [*([dumped(log)] if lines else []), self._frames[seat]]
