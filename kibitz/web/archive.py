"""Matches that are over: told again, played on from the middle, and added up in ledgers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from secrets import token_urlsafe

from kibitz.engine import RecordedChoice, record_text
from kibitz.game import Game
from kibitz.web.answers import FiguresNow, LedgerNow, ReplayNow
from kibitz.web.bringing import branched
from kibitz.web.house import House
from kibitz.web.ledger import ledger
from kibitz.web.live_match import LiveMatch
from kibitz.web.refusal import Reason, Refused
from kibitz.web.replay import Replay
from kibitz.web.reviews import ReviewNow, Reviews
from kibitz.web.room import Room, digest
from kibitz.web.store import EndedMatch, KeptMatch
from kibitz.web.work_queue import Arguments, Asker, Result, WorkKind

_KEPT_REPLAYS = 16


class Archive:
    """What a process tells about matches that are over."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._reviews = Reviews(house.background, house.later, house.processes)
        self._replays: OrderedDict[tuple[int, tuple[str, ...], str], Replay] = OrderedDict()
        """By match, its players' names and the point of view: a name may be forgotten."""

    async def replay(self, asker: Asker, number: int, view: str, first: int) -> ReplayNow:
        """Some positions of a match that is over. Raises Refused."""
        kept = await self._over(asker.table, number)
        asked = kept.id, kept.players, view
        found = self._replays.get(asked)
        if found is None:
            house = self._house
            choices = await house.on_disk(house.store.choices, kept.id)
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

    async def figures(self, asker: Asker, number: int, *, is_wanted: bool) -> FiguresNow:
        """What luck and mistakes came to; looked for if somebody wants it. Raises Refused."""
        kept = await self._reviewable(asker.table, number)
        if is_wanted:
            await self._begin_review(asker, kept)
        return self._reviews.figures(_review_key(kept))

    async def record(self, asker: Asker, number: int | None) -> str:
        """The record of a match that is over, or of the latest one. Raises Refused."""
        kept = await self._over(asker.table, number or await self._latest(asker.table))
        choices = await self._house.on_disk(self._house.store.choices, kept.id)
        return await self._computed(asker, self._record, kept, choices)

    async def _latest(self, code: str) -> int:
        """The number of the latest match of the table. Raises Refused."""
        found = await self._house.on_disk(self._house.store.table, code)
        if found is None:
            raise Refused(Reason.NO_TABLE)
        if not found[1].match:
            raise Refused(Reason.NOT_PLAYING)
        return found[1].match

    async def _reviewable(self, code: str, number: int) -> KeptMatch:
        kept = await self._over(code, number)
        found = await self._house.on_disk(self._house.store.table, code)
        if found is None or found[1].manners.advice == "off":
            raise Refused(Reason.NO_ADVICE)
        return kept

    async def _begin_review(self, asker: Asker, kept: KeptMatch) -> None:
        key = _review_key(kept)
        if key in self._reviews:
            return
        choices = await self._house.on_disk(self._house.store.choices, kept.id)
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
        house, secret = self._house, token_urlsafe(16)
        kept = await self._over(asker.table, number)
        await self._computed(asker, self._game, kept)
        choices = await house.on_disk(house.store.choices, kept.id)
        if at not in range(len(choices)):
            raise Refused(Reason.NO_OPTION, "there is nothing to choose at that position")
        room, branch = branched(kept, seat, name, secret)
        return secret, lambda new: house.store.add_match(new, room, branch, choices[:at], None)

    async def ledger(self, asker: Asker, seats: Mapping[str, str]) -> LedgerNow:
        """The matches of all tables whose secrets are given; others are passed over."""
        house = self._house
        found = await house.on_disk(self._ended, seats)
        return await self._computed(asker, ledger, house.offers, found)

    def _ended(self, seats: Mapping[str, str]) -> list[EndedMatch]:
        store = self._house.store
        rooms = {code: store.table(code) for code in seats}
        held = [code for code, found in rooms.items() if found and _holder(found[1], seats[code])]
        return store.ended(held)

    async def holder(self, code: str, secret: str) -> int | None:
        """The person at the table whose secret it is. Raises Refused if the store is gone."""
        found = await self._house.on_disk(self._house.store.table, code)
        return None if found is None else _holder(found[1], secret)

    async def _over(self, code: str, number: int) -> KeptMatch:
        house = self._house
        kept = await house.on_disk(house.store.match, code, number)
        if kept is None:
            raise Refused(Reason.NO_MATCH)
        if not await house.on_disk(house.store.is_over, kept.id):
            raise Refused(Reason.NOT_OVER)
        return kept

    def _game(self, kept: KeptMatch) -> Game:
        game = self._house.offers.game(kept.game, kept.options)
        if game.program.digest != kept.digest:
            raise Refused(Reason.OTHER_RULES)
        return game

    def _replay(self, kept: KeptMatch, choices: Sequence[RecordedChoice], view: str) -> Replay:
        return Replay(self._game(kept), kept, choices, view)

    def _record(self, kept: KeptMatch, choices: Sequence[RecordedChoice]) -> str:
        live = LiveMatch(self._game(kept), kept)
        live.catch_up(choices)
        return record_text(live.record())

    async def _computed(
        self,
        asker: Asker,
        work: Callable[Arguments, Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        return await self._house.work.done(asker, WorkKind.ARCHIVE, work, *args, **kwargs)


def _review_key(kept: KeptMatch) -> str:
    return digest(f"{kept.id} {kept.players}")  # a name may be forgotten


def _holder(room: Room, secret: str) -> int | None:
    try:
        return room.holder(secret).number
    except Refused:
        return None
