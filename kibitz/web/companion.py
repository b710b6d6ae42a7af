"""A match with real cards, told by a browser: it keeps what was entered, and asks what follows.

Nothing is kept here but a copy of what was computed last: every question brings all entries.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from kibitz.advisor import Question, advise
from kibitz.companion import (
    BadEntry,
    CardWanted,
    ChoiceWanted,
    Entry,
    RealTable,
    Wanted,
    card_named,
)
from kibitz.engine import MatchError, alike, cancellation
from kibitz.game import Game
from kibitz.web.advice_words import advice_now
from kibitz.web.frame_parts import CardNow, Frame
from kibitz.web.frames import area_now, frame_now, on_duty, open_now, result_now
from kibitz.web.live_match import open_cards, tableau_of, with_names
from kibitz.web.messages import AdviceNow
from kibitz.web.offers import Offers, OptionValue
from kibitz.web.refusal import Reason, Refused
from kibitz.web.room import clean_name
from kibitz.web.room_words import rules_now
from kibitz.web.scorecards import card_now
from kibitz.web.services import Services
from kibitz.web.wire import JsonObject
from kibitz.web.work_queue import Asker, WorkKind
from kibitz.words import Scorekeeper, offers

_SUITS = "♠♣♥♦"
_UNSEEN = "not seen"
_NOTHING: JsonObject = {
    "seat": None,
    "question": "",
    "ways": [],
    "shortest": None,
    "keys": [],
    "missed": [],
}
"""What is to be entered: one of the ways by a seat, or a card by a key; what says `not seen`."""


def companion_now(table: RealTable, names: Sequence[str]) -> JsonObject:
    pairs = zip(table.asked, table.entries, strict=True)
    return {
        "title": table.game.title,
        "rules": rules_now(table.game),
        "dealer": _first_dealer(table.game),
        "entries": [entry.value for entry in table.entries],
        "said": [_said(table, names, asked, entry) for asked, entry in pairs],
        "wanted": _wanted(table, names),
        "frame": _frame(table, names),
    }


# ---------------------------------------------------------------------------- what was entered


def _said(table: RealTable, names: Sequence[str], asked: Wanted, entry: Entry) -> str:
    match asked:
        case ChoiceWanted(seat=seat, decision=decision):
            label = decision.options[entry.value or 0].label
            return f"{names[seat]}: {with_names(label, names)}"
        case CardWanted(location=location):
            texts = table.game.vocabulary.kind_texts
            seen = _UNSEEN if entry.value is None else texts[entry.value]
            return f"{_place(table, names, location)}: {seen}"


def _place(table: RealTable, names: Sequence[str], location: int) -> str:
    words = table.game.vocabulary
    owner, called = words.places[location].owner, words.called[location]
    if owner is None:
        return f"the {called}"
    return f"your {called}" if owner == table.seat else f"{names[owner]}'s {called}"


# ---------------------------------------------------------------------------- what is to be entered


def _wanted(table: RealTable, names: Sequence[str]) -> JsonObject | None:
    match table.wanted:
        case None:
            return None
        case ChoiceWanted(seat=seat) as wanted if seat == table.seat:
            ways = _own_ways(table, wanted, names)
            return {**_NOTHING, "seat": seat, "question": "What do you do?", "ways": ways}
        case ChoiceWanted(seat=seat):
            return {**_NOTHING, "seat": seat, **_others_choice(table, seat, names)}
        case CardWanted(location=location, may_be_missed=may_be_missed) as wanted:
            question = f"Which card is in {_place(table, names, location)}?"
            missed: list[None] = [None] if may_be_missed else []
            keys = _keys(table.game, wanted)
            return {**_NOTHING, "question": question, "keys": keys, "missed": missed}


def _others_choice(table: RealTable, seat: int, names: Sequence[str]) -> JsonObject:
    """The keys belong to the shortest way: a choice is entered together with its card."""
    ways = table.ways()
    short, unseen = table.shortest(ways), table.unseen(ways)
    return {
        "question": f"What does {names[seat]} do?",
        "ways": [_way(names, way.labels, way.entries) for way in ways],
        "shortest": _way(names, short[0].labels, short[0].entries) if short else None,
        "keys": _keys(table.game, short[1]) if short else [],
        "missed": [entry.value for entry in unseen.entries] if unseen else [],
    }


def _own_ways(table: RealTable, wanted: ChoiceWanted, names: Sequence[str]) -> list[JsonObject]:
    """Option by option, for each is advised on."""
    game, options = table.game, wanted.decision.options
    offered = offers(game.interpreter, wanted.view, options, game.vocabulary)
    made = [offer.option for offer in offered]
    return [_way(names, [one.label], [Entry(one.index)], one.key) for one in made]


def _way(
    names: Sequence[str], labels: Sequence[str], entries: Sequence[Entry], key: str = ""
) -> JsonObject:
    """A button: what it says, what is entered by it, and the key of its option if there is one."""
    return {
        "labels": [with_names(label, names) for label in labels],
        "entries": [entry.value or 0 for entry in entries],
        "key": key,
    }


def _keys(game: Game, wanted: CardWanted) -> list[JsonObject]:
    """A key for each rank; where suits count, one for the cards that count the same."""
    texts, numbers = game.vocabulary.kind_texts, alike(game.program)
    ranks: dict[str, list[int]] = {}
    for kind, text in enumerate(texts):
        ranks.setdefault(text.rstrip(_SUITS) or text, []).append(kind)
    keys: list[JsonObject] = []
    for rank, kinds in ranks.items():
        classes: dict[int, list[int]] = {}
        for kind in kinds:
            classes.setdefault(numbers[kind], []).append(kind)
        for same in classes.values():
            left = {kind: wanted.kinds[kind] for kind in same if wanted.kinds.get(kind)}
            label = rank if len(classes) == 1 else " ".join(texts[kind] for kind in same)
            card = rank if len(classes) == 1 else texts[next(iter(left or same))]
            keys.append({"label": label, "card": card, "left": sum(left.values())})
    return keys


# ---------------------------------------------------------------------------- the table


def _frame(table: RealTable, names: Sequence[str]) -> Frame:
    """As a table in the browser is shown; what can be done stands beside it."""
    game, view, wanted = table.game, table.view, table.wanted
    counting, (keeper, card) = open_cards(game), _kept(table)
    areas = tableau_of(game).fresh().areas(view) if table.happened else {}
    turn = wanted.seat if isinstance(wanted, ChoiceWanted) else None
    named, at = partial(with_names, players=names), (0, len(table.entries))
    return replace(
        frame_now(game, keeper, view, named, at, turn),
        together=1,
        open=open_now(counting, view) if counting and wanted is not None else [],
        result=None if table.outcome is None else result_now(game.program, table.outcome),
        areas=[area_now(area, table.seat, None) for area in areas.values()],
        scorecard=card,
    )


@lru_cache(64)
def _first_dealer(game: Game) -> int | None:
    """As in every match of the game: who deals first is no matter of chance."""
    match, card = game.match(0), game.page.scorecard
    keeper = Scorekeeper(game.program, card) if card else None
    if keeper is not None:
        keeper.hear(match.events)
    return on_duty(game, keeper, "deal", tableau_of(game).dealer(match.view(0)))


def _kept(table: RealTable) -> tuple[Scorekeeper | None, CardNow | None]:
    """The scorecard, from everything that has happened; cards as they were when they counted."""
    game = table.game
    if game.page.scorecard is None:
        return None, None
    keeper = Scorekeeper(game.program, game.page.scorecard)
    kinds: tuple[int, ...] = ()
    for happened in table.happened:
        if keeper.hear(happened.events):
            kinds = happened.kinds
    return keeper, card_now(game, keeper, kinds, table.view, open_cards(game))


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

    def __init__(self, services: Services) -> None:
        self._services = services
        self._tables: OrderedDict[object, RealTable] = OrderedDict()
        """Those that nobody is using."""

    async def told(self, asker: Asker, asked: CompanionRequest) -> JsonObject:
        """Where the match stands. Raises Refused."""
        return await self._services.work.done(asker, WorkKind.COMPANION, self._told, asked)

    async def advised(self, asker: Asker, asked: CompanionRequest) -> AdviceNow:
        """What the person should do, as soon as the code for it is compiled. Raises Refused."""
        work = self._services.work
        game = await work.done(asker, WorkKind.COMPANION, self._game, asked)
        await self._services.preparations.compiled(asker, game)
        return await work.done(asker, WorkKind.COMPANION, self._advised, asked)

    def _game(self, asked: CompanionRequest) -> Game:
        table = self._followed(asked)
        self._put_away(asked, table)
        return table.game

    def _told(self, asked: CompanionRequest) -> JsonObject:
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
        game = _game(self._services.offers, asked)
        entries = [Entry(value) for value in asked.entries]
        try:
            table = self._tables.pop(_key(asked), None)
            if table is None or entries[: len(table.entries)] != table.entries:
                table = RealTable(game, asked.seat)
            for entry in entries[len(table.entries) :]:
                _enter(table, entry, len(entries))
                if cancellation.current().is_late():
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
