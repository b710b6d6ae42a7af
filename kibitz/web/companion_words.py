"""A match with real cards as a browser is told it: the table, and what is to be entered next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TypedDict

from kibitz.companion import CardWanted, ChoiceWanted, Entry, RealTable, Wanted, Way
from kibitz.engine import alike
from kibitz.game import Game
from kibitz.web.frames import area_now, on_duty, open_now, result_now, trick_now
from kibitz.web.live_match import open_cards, tableau_of
from kibitz.web.messages import AreaNow, CardNow, Frame, RuleNow
from kibitz.web.room_words import rules_now
from kibitz.web.scorecards import card_now
from kibitz.web.story import with_names
from kibitz.words import Scorekeeper, offers

_SUITS = "♠♣♥♦"
_UNSEEN = "not seen"


class WayNow(TypedDict):
    """What may have happened: a button."""

    labels: list[str]
    """One after the other."""
    entries: list[int]
    key: str
    """Of the option; empty where there are several."""


class KeyNow(TypedDict):
    """A card that may have been seen: a key of the pad."""

    label: str
    card: str
    """What is entered."""
    left: int


class WantedNow(TypedDict):
    """What is to be entered: one of the ways, or a card."""

    seat: int | None
    """Who chooses; None where a card is seen."""
    question: str
    ways: list[WayNow]
    shortest: WayNow | None
    """The way that the keys belong to, where a choice is entered together with its card."""
    keys: list[KeyNow]
    missed: list[int | None]
    """What is entered by whoever did not see it; empty where it must be told."""


class CompanionNow(TypedDict):
    """Where a match with real cards stands."""

    title: str
    rules: list[RuleNow]
    dealer: int | None
    """The seat that deals first; None where the rules do not tell."""
    entries: list[int | None]
    said: list[str]
    """The entries in words."""
    wanted: WantedNow | None
    frame: Frame


def companion_now(table: RealTable, names: Sequence[str]) -> CompanionNow:
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


def _wanted(table: RealTable, names: Sequence[str]) -> WantedNow | None:
    match table.wanted:
        case None:
            return None
        case ChoiceWanted(seat=seat) as wanted if seat == table.seat:
            return _question(seat, "What do you do?", ways=_own_ways(table, wanted, names))
        case ChoiceWanted(seat=seat):
            return _others_choice(table, seat, names)
        case CardWanted(location=location, may_be_missed=may_be_missed) as wanted:
            question = f"Which card is in {_place(table, names, location)}?"
            keys = _keys(table.game, wanted)
            return _question(None, question, keys=keys, missed=[None] if may_be_missed else [])


def _others_choice(table: RealTable, seat: int, names: Sequence[str]) -> WantedNow:
    ways = table.ways()
    short, unseen = table.shortest(ways), table.unseen(ways)
    return _question(
        seat,
        f"What does {names[seat]} do?",
        ways=[_way(way, names) for way in ways],
        shortest=_way(short[0], names) if short else None,
        keys=_keys(table.game, short[1]) if short else [],
        missed=[entry.value for entry in unseen.entries] if unseen else [],
    )


def _question(
    seat: int | None,
    question: str,
    *,
    ways: Sequence[WayNow] = (),
    shortest: WayNow | None = None,
    keys: Sequence[KeyNow] = (),
    missed: Sequence[int | None] = (),
) -> WantedNow:
    return {
        "seat": seat,
        "question": question,
        "ways": list(ways),
        "shortest": shortest,
        "keys": list(keys),
        "missed": list(missed),
    }


def _own_ways(table: RealTable, wanted: ChoiceWanted, names: Sequence[str]) -> list[WayNow]:
    """Option by option, for each is advised on."""
    game, options = table.game, wanted.decision.options
    offered = offers(game.interpreter, wanted.view, options, game.vocabulary)
    return [
        {
            "labels": [with_names(offer.option.label, names)],
            "entries": [offer.option.index],
            "key": offer.option.key,
        }
        for offer in offered
    ]


def _way(way: Way, names: Sequence[str]) -> WayNow:
    return {
        "labels": [with_names(label, names) for label in way.labels],
        "entries": [entry.value or 0 for entry in way.entries],
        "key": "",
    }


def _keys(game: Game, wanted: CardWanted) -> list[KeyNow]:
    """A key for each rank; where suits count, one for the cards that count the same."""
    texts, numbers = game.vocabulary.kind_texts, alike(game.program)
    ranks: dict[str, list[int]] = {}
    for kind, text in enumerate(texts):
        ranks.setdefault(text.rstrip(_SUITS) or text, []).append(kind)
    keys: list[KeyNow] = []
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
    tableau, counting = tableau_of(game), open_cards(game)
    keeper, card = _kept(table)
    named = partial(with_names, players=names)
    return {
        "type": "frame",
        "match": 0,
        "version": len(table.entries),
        "seat": table.seat,
        "turn": wanted.seat if isinstance(wanted, ChoiceWanted) else None,
        "dealer": on_duty(game, keeper, "deal", tableau.dealer(view)),
        "leader": on_duty(game, keeper, "lead", tableau.leader(view)),
        "finisher": tableau.finisher(view),
        "areas": _areas(table) if table.happened else [],
        "trick": trick_now(tableau, view),
        "options": [],
        "together": 1,
        "confirm": {},
        "warn": {},
        "open": open_now(counting, view) if counting and wanted is not None else [],
        "remark": named(tableau.remark(view)),
        "scorecard": card,
        "result": result_now(game.program, table.outcome) if table.outcome is not None else None,
    }


@lru_cache(64)
def _first_dealer(game: Game) -> int | None:
    """As in every match of the game: who deals first is no matter of chance."""
    match, card = game.match(0), game.page.scorecard
    keeper = Scorekeeper(game.program, card) if card else None
    if keeper is not None:
        keeper.hear(match.events)
    return on_duty(game, keeper, "deal", tableau_of(game).dealer(match.view(0)))


def _areas(table: RealTable) -> list[AreaNow]:
    areas = tableau_of(table.game).fresh().areas(table.view)
    return [area_now(area, table.seat, None) for area in areas.values()]


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
