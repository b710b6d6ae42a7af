"""A match with real cards, told by a browser: it keeps what was entered, and asks what follows.

Nothing is kept here but a copy of what was computed last: every question brings all entries.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from kibitz.advisor import Question, advise
from kibitz.companion import BadEntry, CardWanted, ChoiceWanted, Entry, RealTable, card_named
from kibitz.engine import MatchError, current
from kibitz.game import Game
from kibitz.web.advising import advice_now
from kibitz.web.companion_words import CompanionNow, companion_now
from kibitz.web.house import House
from kibitz.web.messages import AdviceNow
from kibitz.web.offers import Offers, OptionValue
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import clean_name
from kibitz.web.story import with_names
from kibitz.web.work_queue import Asker, WorkKind

_KEPT_TABLES = 64
_MOST_ENTRIES = 5000


@dataclass(frozen=True, slots=True)
class CompanionRequest:
    """What a browser has kept of a match with real cards."""

    id: str
    """Made up by the browser: whose match it is."""
    game: str
    options: Mapping[str, OptionValue]
    names: tuple[str, ...]
    """By seat."""
    seat: int
    entries: tuple[int | None, ...]
    card: str
    """A card that was seen, as people call it; empty if nothing new is entered so."""


def read_asked(data: Any) -> CompanionRequest:
    """What was asked. Raises Refused."""
    match data:
        case {
            "id": str(id_),
            "game": str(game),
            "options": dict(options),
            "names": list(names),
            "seat": int(seat),
            "entries": list(entries),
            "card": str(card),
        } if (
            all(type(value) in (int, str) for value in options.values())
            and all(type(name) is str for name in names)
            and all(value is None or type(value) is int for value in entries)
            and len(entries) <= _MOST_ENTRIES
        ):
            called = tuple(clean_name(name) for name in names)
            return CompanionRequest(id_, game, options, called, seat, tuple(entries), card)
        case _:
            raise Refused(Reason.NOT_UNDERSTOOD)


class Companions:
    """Answers those who play with real cards."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: OrderedDict[object, RealTable] = OrderedDict()
        """Those that nobody is using."""

    async def told(self, asker: Asker, asked: CompanionRequest) -> CompanionNow:
        """Where the match stands. Raises Refused."""
        return await self._house.work.done(asker, WorkKind.COMPANION, self._told, asked)

    async def advised(self, asker: Asker, asked: CompanionRequest) -> AdviceNow:
        """What the person should do. Raises Refused."""
        return await self._house.work.done(asker, WorkKind.COMPANION, self._advised, asked)

    def _told(self, asked: CompanionRequest) -> CompanionNow:
        table = self._followed(asked)
        told = companion_now(table, asked.names)
        self._put_away(asked, table)
        return told

    def _advised(self, asked: CompanionRequest) -> AdviceNow:
        table = self._followed(asked)
        wanted = table.wanted
        self._put_away(asked, table)
        if not isinstance(wanted, ChoiceWanted) or wanted.seat != asked.seat:
            raise Refused(Reason.NOT_YOUR_TURN)
        try:
            advice = advise(Question.of(table.game, wanted.view, wanted.decision))
        except MatchError as fault:
            raise Refused(Reason.NO_ADVICE, f"there is no advice: {fault}") from None
        named = partial(with_names, players=asked.names)
        at = 0, len(asked.entries)
        return advice_now(advice, named, at, is_last=True, with_numbers=True)

    # ------------------------------------------------------------------ following

    def _followed(self, asked: CompanionRequest) -> RealTable:
        """The table with all that was entered. Raises Refused."""
        game = _game(self._house.offers, asked)
        entries = [Entry(value) for value in asked.entries]
        try:
            table = self._tables.pop(_key(asked), None)
            if table is None or entries[: len(table.entries)] != table.entries:
                table = RealTable(game, asked.seat)
            for entry in entries[len(table.entries) :]:
                _enter(table, entry, len(entries))
                if current().is_late():
                    raise Refused(Reason.TOO_MUCH)
            if asked.card:
                _see(table, asked.card)
        except BadEntry as fault:
            raise Refused(Reason.CANNOT_BE, str(fault)) from None
        except MatchError as fault:
            raise Refused(Reason.CANNOT_BE, f"that cannot be: {fault}") from None
        return table

    def _put_away(self, asked: CompanionRequest, table: RealTable) -> None:
        self._tables[_key(asked)] = table
        while len(self._tables) > _KEPT_TABLES:
            self._tables.popitem(last=False)


def _key(asked: CompanionRequest) -> object:
    options = tuple(sorted(asked.options.items()))
    return asked.id, asked.game, options, len(asked.names), asked.seat


def _game(offers: Offers, asked: CompanionRequest) -> Game:
    """With as many players as there are names. Raises Refused."""
    options, players = dict(asked.options), len(asked.names)
    seats = offers.seats(asked.game, options)
    if not seats.fewest <= players <= seats.most:
        few = f"this game is for {seats.fewest} to {seats.most} players, not for {players}"
        raise Refused(Reason.TOO_FEW, few)
    if asked.seat not in range(players):
        raise Refused(Reason.NO_SEAT)
    if seats.option is not None:
        options[seats.option] = players
    return offers.game(asked.game, options)


def _enter(table: RealTable, entry: Entry, count: int) -> None:
    """Raises BadEntry, which says where it is if others come after it."""
    number = len(table.entries) + 1
    try:
        table.enter(entry)
    except BadEntry as fault:
        if number == count:
            raise
        raise BadEntry(f"then entry {number} of {count} cannot be: {fault}") from None


def _see(table: RealTable, word: str) -> None:
    """Raises BadEntry."""
    wanted = table.wanted
    if not isinstance(wanted, CardWanted):
        raise BadEntry("no card is asked for")
    table.enter(Entry(card_named(table.game, word, wanted.kinds)))
