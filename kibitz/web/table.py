"""One table as this process serves it: the browsers that look at it, and what they ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from secrets import token_urlsafe
from typing import assert_never

from kibitz.players import wanting
from kibitz.web import messages as said
from kibitz.web.advising import Counsel
from kibitz.web.beats import BEFORE_DEAL
from kibitz.web.connection import Attendance, Connection
from kibitz.web.database import Signal, Topic
from kibitz.web.frame_parts import TallyNow
from kibitz.web.frames import frame_text, hole_now
from kibitz.web.kept_match import MatchOrigin
from kibitz.web.kept_table import KeptTable
from kibitz.web.live_match import LiveMatch
from kibitz.web.logs import event
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import MOST_OF_ADDRESS, STRENGTHS, TRAINED, Phase, Room, Undo
from kibitz.web.room_changes import changed, refuse_guest
from kibitz.web.room_words import room_now
from kibitz.web.services import Services
from kibitz.web.turns import Pace, thought
from kibitz.web.wire import dumped
from kibitz.web.work_queue import Asker, Quota

_RETRY_SECONDS = 1.0
"""A bot that cannot be written down tries again."""
_MOMENT_SECONDS = 0.5
"""Whoever waits longer wants to know what for."""
_TEXTS, _TEXT_SECONDS = 6, 12.0
"""So many texts within so many seconds may somebody say."""
_WISHES, _WISH_SECONDS = 3, 60.0
"""And so often ask to take something back; for so long nobody plays until all have answered."""
_SEAT_LOST = "You have no seat any more: the host has changed who plays. You are watching."


class LiveTable(KeptTable):
    """A table with its browsers."""

    def __init__(self, services: Services, code: str) -> None:
        super().__init__(services, code)
        self.attendance = Attendance(services, code)
        self._asker = Asker(code, code)
        """Whoever came last: for whom bots are trained."""
        self._frames: dict[tuple[int | None, int | None], str] = {}
        """By seat, and the version that a browser there was shown last."""
        self._room_text = ""
        self._tasks: set[asyncio.Task[None]] = set()
        self._bots: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._is_behind = False
        self._is_preparing = False
        self._pace = Pace()
        self._texts = Quota(_TEXTS, _TEXT_SECONDS)
        """By person."""
        self._wishes = Quota(_WISHES, _WISH_SECONDS)
        self._clock: asyncio.Task[None] | None = None
        self._counsel: asyncio.Task[None] | None = None

    @staticmethod
    async def opened(services: Services, code: str) -> LiveTable:
        """The table of that code, as the store has it. Raises Refused."""
        table = LiveTable(services, code)
        await table.read()
        await table.attendance.look_elsewhere()
        table._miss(chair.person for chair in table.room.chairs)
        return table

    def hole(self, match: int, number: int) -> list[TallyNow]:
        """How a hole was counted, as soon as those who watch know it. Raises Refused."""
        live = self.live
        if live is None or live.kept.number != match:
            raise Refused(Reason.NO_MATCH)
        return hole_now(live.late if self.room.manners.watch_late else live, number)

    async def close(self) -> None:
        """Stop whatever goes on here, but nothing that is just being written down."""
        async with self.lock:
            for task in self._tasks:
                task.cancel()
        # A task that was cancelled refers to its frames, and those to this table.
        self._bots = self._looking = self._clock = self._counsel = None
        self._tasks.clear()

    # ------------------------------------------------------------------ browsers

    async def join(self, connection: Connection, message: said.Join) -> None:
        """Let somebody in, or back in. Raises Refused."""
        await self.be_current()
        secret = message.secret or token_urlsafe(16)
        if message.secret is None:
            self._refuse_many_of(connection.asker)
            here = self.attendance.people
            await self.change(lambda room: room.joined(message.name, secret, here))
            person = self.room.holder(secret).number
            if self.room.phase is Phase.WAITING and not message.watching:
                with suppress(Refused):  # then they watch
                    await self.change(lambda room: room.seated(person, self.seats(room)))
        else:
            person = self.room.holder(secret).number
            await self.change(lambda room: room.back(person))
        connection.person, self._asker = person, connection.asker
        connection.answer(said.Welcome("welcome", said.VERSION, person, secret))
        event("arrived", table=self.code, person=person)
        self.attendance.arrived(connection)
        self._tell_room()
        connection.table_changed()
        self._next_turn()

    def _refuse_many_of(self, asker: Asker) -> None:
        """One address does not fill a table."""
        present = [found for found in self.attendance.connections if found.person is not None]
        if sum(found.asker.address == asker.address for found in present) >= MOST_OF_ADDRESS:
            raise Refused(Reason.TOO_MANY, "too many are at this table from where you are")

    def _refuse_many(self, quota: Quota, person: int) -> None:
        if not quota.has_left(str(person)):
            raise Refused(Reason.TOO_FAST)
        quota.take(str(person))

    async def _give_up(self, undo: Undo | None) -> None:
        """Nobody waits for ever for somebody who does not say whether they agree."""
        await asyncio.sleep(_WISH_SECONDS)
        with suppress(Refused):
            await self.change(lambda room: room.without(undo))

    def gone(self, connection: Connection) -> None:
        """The socket has closed; a seat that nobody comes back to is covered after a while."""
        self.attendance.gone(connection)
        self._tell_room()
        self._miss([connection.person])

    def _miss(self, people: Iterable[int | None]) -> None:
        """Send a bot for those of them who are not there, unless they come back soon."""
        for person in people:
            if person is not None and person not in self.attendance.people:
                self._later(self._cover_absent(person))

    async def _cover_absent(self, person: int) -> None:
        await asyncio.sleep(self._services.settings.patience_seconds)
        with suppress(Refused):  # who asks next is told that the store is gone
            await self.attendance.look_elsewhere()
            here = self.attendance
            await self.change(lambda room: room if person in here.people else room.replaced(person))

    def _later(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._services.later(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ------------------------------------------------------------------ other processes

    def hear(self, signal: Signal) -> None:
        """Another process has changed something here."""
        match signal.topic:
            case Topic.REACTION:
                self._show_reaction(signal.person, said.REACTIONS[signal.number])
            case Topic.NUDGE:
                self._show_nudge(signal.person, signal.number)
            case Topic.ROOM | Topic.CHOICE | Topic.PEOPLE:
                self.look_again()
            case undecided:
                assert_never(undecided)

    def look_again(self) -> None:
        """Catch up with the store, soon: whatever came in the meantime is seen then, too."""
        self._is_behind = True
        if self._looking is None or self._looking.done():
            self._looking = self._later(self._catch_up())

    async def _catch_up(self) -> None:
        while self._is_behind:
            self._is_behind = False
            before = self.attendance.people
            try:
                async with self.lock:
                    await self.reload()
                await self.attendance.look_elsewhere()
            except Refused:
                return  # when the store is back, listening begins again, and so does this
            self._tell_room()
            self._next_turn()
            self._miss(before - self.attendance.people)

    # ------------------------------------------------------------------ what they ask for

    async def obey(self, connection: Connection, message: said.In) -> None:
        """Do what somebody at the table asks for. Raises Refused."""
        connection.asks_for = message
        try:
            await self._obey(connection, message)
        finally:
            connection.asks_for = None

    async def _obey(self, connection: Connection, message: said.In) -> None:
        person = connection.person
        await self.end_if_over()
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
                await self.choose(person, message)
            case said.Advise():
                await self._advise(connection, person, message)
            case said.Start():
                refuse_guest(self.room, person)
                await self.start()
                self._prepare_advice(connection.asker)
            case said.TakeBack(match=match, version=version):
                self._refuse_many(self._wishes, person)
                await self.ask_back(person, match, version)
                self._later(self._give_up(self.room.undo))
            case said.Agree(agree=agree):
                await self.agree(person, agree)
            case said.React(reaction=reaction):
                await self._react(person, reaction)
            case said.Nudge():
                await self._nudge(person)
            case said.Leave():
                await self.change(lambda room: room.left(person))
                connection.close()
            case change:
                if isinstance(message, said.Chat):
                    self._refuse_many(self._texts, person)
                if isinstance(message, said.Configure):
                    await self._prepare_rules(connection.asker, message)
                offers, here = self._services.offers, self.attendance.people
                await self.change(lambda room: changed(room, person, change, offers, here))

    async def _prepare_rules(self, asker: Asker, message: said.Configure) -> None:
        """Compile them in a thread: whoever shows them afterwards finds them. Raises Refused."""
        await self._compile(asker, message.game, message.options, len(self.room.chairs))

    async def _advise(self, connection: Connection, person: int, message: said.Advise) -> None:
        """Whoever is to choose hears what to do, and the table that they asked. Raises Refused."""
        await self.change(lambda room: room.asked(person))
        live = self.live
        if live is None or (live.kept.number, live.version) != (message.match, message.version):
            raise Refused(Reason.TOO_LATE)
        if live.match.is_over or live.match.decision.seat != self.room.seat_of(person):
            raise Refused(Reason.NOT_YOUR_TURN)
        if self._counsel is not None and not self._counsel.done():
            raise Refused(Reason.TOO_FAST)
        has_numbers = self.room.manners.advice == "full"
        counsel = Counsel(live, message.aim, with_numbers=has_numbers)
        self._counsel = self._later(counsel.give(connection, self._services))

    def _prepare_advice(self, asker: Asker) -> None:
        live = self.live
        if self.room.manners.is_advice_live and live is not None and not live.match.is_over:
            counsel = Counsel(live, "", with_numbers=False)
            self._later(counsel.prepare(asker, self._services))

    async def _nudge(self, person: int) -> None:
        """Remind whoever is to choose, at whatever process they are. Raises Refused."""
        waited = self._waited_for()
        if self.room.seat_of(person) is None:
            raise Refused(Reason.NOT_SEATED)
        if waited in (None, person):
            raise Refused(Reason.NOBODY_WAITED_FOR)
        assert waited is not None
        self._pace.nudge()
        self._show_nudge(waited, person)
        services = self._services
        await services.on_disk(services.database.call, self.code, Topic.NUDGE, waited, person)

    def _show_nudge(self, waited: int, person: int) -> None:
        names = [found.name for found in self.room.people if found.number == person]
        for connection in self.attendance.connections:
            if connection.person == waited:
                for name in names:
                    connection.answer(said.Nudged("nudged", name))

    async def _react(self, person: int, reaction: str) -> None:
        if reaction not in said.REACTIONS:
            raise Refused(Reason.NOT_UNDERSTOOD)
        self._show_reaction(person, reaction)
        services, number = self._services, said.REACTIONS.index(reaction)
        await services.on_disk(services.database.call, self.code, Topic.REACTION, person, number)

    def _show_reaction(self, person: int, reaction: str) -> None:
        names = [found.name for found in self.room.people if found.number == person]
        for connection in self.attendance.connections:
            for name in names:
                connection.answer(said.Reaction("reaction", name, reaction))

    # ------------------------------------------------------------------ whose turn it is

    def _going_on(self) -> LiveMatch | None:
        """The match, if one is played and somebody is here: while all are away, it stands still."""
        live = self.live
        if self.room.phase is not Phase.PLAYING or live is None or live.match.is_over:
            return None
        return live if self.attendance.through_here else None

    def _waited_for(self) -> int | None:
        """The person who is to choose, if one is and no bot does it for them."""
        if (live := self._going_on()) is None:
            return None
        chair = self.room.chairs[live.match.decision.seat]
        return None if chair.bot is not None else chair.person

    def _seconds_left(self) -> float | None:
        """Of the person's turn; None where there is no clock."""
        waited, live, seconds = self._waited_for(), self.live, self.room.manners.turn_seconds
        if not seconds or waited is None or live is None:
            return None
        return self._pace.seconds_left((live.kept.number, live.version, waited), seconds)

    async def _watch_clock(self) -> None:
        """A bot plays for whoever lets the time run out, until they say that they are back."""
        while (left := self._seconds_left()) is not None:
            if left > 0:
                await asyncio.sleep(left)
                continue
            with suppress(Refused):
                await self.change(lambda room: room.replaced(self._waited_for()))
            await asyncio.sleep(_RETRY_SECONDS)

    def _next_turn(self) -> None:
        """Wake whoever acts by itself: the clock of a person, or a bot."""
        if (self._clock is None or self._clock.done()) and self._seconds_left() is not None:
            self._clock = self._later(self._watch_clock())
        if (self._bots is None or self._bots.done()) and self._bot_to_play() is not None:
            self._bots = self._later(self._let_bots_play())

    def _bot_to_play(self) -> str | None:
        """The bot that is to choose now, if one is."""
        if (live := self._going_on()) is None or self.is_asked_back:
            return None
        bot = self.room.chairs[live.match.decision.seat].bot
        return bot and wanting(STRENGTHS[bot], live.game.page.play.objective)

    async def _let_bots_play(self) -> None:
        """Until it is a person's turn."""
        loop = asyncio.get_running_loop()
        while (bot := self._bot_to_play()) is not None:
            live, due = self.live, loop.time() + self._services.settings.bot_seconds
            assert live is not None, "a bot plays in a match"
            version = live.version
            try:
                await self._prepare_bot(live)
                option = await thought(live, bot, self._services.thinkers)
                await asyncio.sleep(max(0.0, due - loop.time()))
                async with self.lock:
                    is_current = self.live is live and live.version == version
                    if is_current and self._bot_to_play() is not None:
                        await self.play(live, option)
            except Refused as fault:
                if fault.reason is Reason.RULE_FAILED:
                    return
                await asyncio.sleep(_RETRY_SECONDS)

    async def _prepare_bot(self, live: LiveMatch) -> None:
        """Whoever thinks in this process compiles and trains nothing. Raises Refused."""
        prepared = self._services.preparations
        await self._tell_if_long(prepared.compiled(self._asker, live.game))
        if self.room.chairs[live.match.decision.seat].bot == TRAINED:
            prepared.train(self._asker, live.game)

    async def _tell_if_long(self, work: Coroutine[None, None, None]) -> None:
        """Wait for it; who waits with it for more than a moment is told why. Raises Refused."""
        task = asyncio.create_task(work)
        _, waiting = await asyncio.wait({task}, timeout=_MOMENT_SECONDS)
        if waiting:
            self._is_preparing = True
            self._tell_room()
        try:
            await task
        finally:
            task.cancel()
            if self._is_preparing:
                self._is_preparing = False
                self._tell_room()

    # ------------------------------------------------------------------ telling

    def _tell_room(self) -> None:
        self._room_text = ""
        for connection in self.attendance.connections:
            connection.room_changed()

    def room_changed(self, before: Room) -> None:
        self._tell_removed(before)
        self._tell_room()
        if self.room.manners.turn_seconds:  # somebody who is back has time again
            self._tell_table()
        self._next_turn()

    def _tell_removed(self, before: Room) -> None:
        """Who is not at the table any more, or has no seat, hears it, unless they asked for it."""
        people = {person.number for person in self.room.people}
        for connection in self.attendance.connections:
            person = connection.person
            if person is None or isinstance(connection.asks_for, said.Leave | said.Sit):
                continue
            if person not in people:
                connection.close(Refused(Reason.REMOVED, self._why_removed(person)))
            elif before.seat_of(person) is not None and self.room.seat_of(person) is None:
                connection.answer(said.Notice("notice", _SEAT_LOST))

    def _why_removed(self, person: int) -> str:
        """As far as it was asked for here; otherwise nothing is added to what is so."""
        asked = [(found.person, found.asks_for) for found in self.attendance.connections]
        if any(isinstance(wish, said.Dismiss) and wish.person == person for _, wish in asked):
            return "The host has sent you away from this table."
        if any(who == person and isinstance(wish, said.Leave) for who, wish in asked):
            return "You have left this table on another device."
        return ""

    def table_changed(self) -> None:
        self._tell_table()
        self._next_turn()

    def _tell_table(self) -> None:
        self._frames.clear()
        for connection in self.attendance.connections:
            connection.table_changed()

    def room_text(self) -> str:
        if not self._room_text:
            here = self.attendance.people
            offers, is_preparing = self._services.offers, self._is_preparing
            now = room_now(offers, self.code, self.room, here, is_preparing=is_preparing)
            self._room_text = dumped(now)
        return self._room_text

    def frame_texts(self, connection: Connection) -> list[str]:
        """What happened that this browser has not been told, and the table as it is now."""
        live, person = self.live, connection.person
        if live is None or person is None or self.room.phase is Phase.WAITING:
            connection.shown = BEFORE_DEAL if person is not None else None
            return []  # who waits sits where they will play, not where they have played
        seat = self.room.seat_of(person)
        is_late = seat is None and self.room.manners.watch_late
        shown = live.late if is_late else live
        story, first = connection.told
        if story is not live.story:
            first, is_again = 0, connection.shown is not None
            is_new = live.kept.origin is MatchOrigin.TABLE
            connection.shown = BEFORE_DEAL if is_again and is_new else None
        lines = shown.story.lines(seat)[first:]
        connection.told = live.story, first + len(lines)
        log = said.Log("log", live.kept.number, first, lines)
        key = seat, connection.shown
        if key not in self._frames:
            self._frames[key] = frame_text(shown, *key)
        connection.shown = shown.version
        told = [*([dumped(log)] if lines else []), self._frames[key]]
        left = None if is_late else self._seconds_left()
        if left is not None:
            seconds = round(left, 1)
            told.append(dumped(said.Clock("clock", live.kept.number, live.version, seconds)))
        return told
