"""What happened, for the eye: moves of cards, made of what one listener has been told and of
nothing else. Nothing here tells a card from another that the listener cannot tell apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from kibitz.engine import Event, StorageKind
from kibitz.engine import events as ev
from kibitz.recycle import LocationClass
from kibitz.web.frame_parts import BeatNow, MoveNow, NumberNow, SettledNow
from kibitz.words import Account, Booking, Tableau, Tale, Vocabulary
from kibitz.words import describing as d

BEFORE_DEAL = -1
"""The version of a match that is not dealt yet."""
KEPT_TURNS = 16
"""Of so many turns the beats are kept; who has missed more is shown the table as it is."""
_VERBS = {
    d.Verb.DRAW: "draw",
    d.Verb.TAKE: "take",
    d.Verb.DISCARD: "discard",
    d.Verb.PLAY: "play",
    d.Verb.GIVE: "give",
    d.Verb.TURN_OVER: "turn",
    d.Verb.LOOK_AT: "look",
    d.Verb.MOVE: "move",
}
_DEEDS: dict[type, str] = {
    d.Swapped: "swap",
    d.Dealt: "deal",
    d.Gathered: "gather",
    d.PilesSwapped: "exchange",
    d.PileShuffled: "shuffle",
    d.LetSee: "show",
    d.TrickTaken: "trick",
    d.Appointed: "appoint",
    Booking: "settle",
}
_CLEARING = frozenset({"deal", "gather", "shuffle", "trick", "appoint"})
"""Beats that show nothing which would have to be looked at."""


class BeatWriter:
    """Writes the beats of a match for one listener."""

    def __init__(self, tableau: Tableau, vocabulary: Vocabulary, seat: int | None) -> None:
        self._tableau, self._words = tableau, vocabulary
        self._seats: Collection[int] = (
            range(vocabulary.program.players) if seat is None else (seat,)
        )
        """Who has to see a card so that the listener does."""
        self._paths = _paths(vocabulary)

    def beats(
        self, version: int, told: Sequence[tuple[Tale, str]], kinds: Sequence[int]
    ) -> list[BeatNow]:
        """Of one turn: the tales, and each as it is said; `kinds` are the faces of the cards."""
        made: list[BeatNow] = []
        for tale, say in told:
            beat = self._beat(version, tale, say, kinds)
            if self._is_swept(tale, beat):
                _hold_before(made, beat)
            made.append(beat)
        return [beat for beat in made if beat.say or beat.moves or beat.numbers or beat.line]

    def _beat(self, version: int, tale: Tale, say: str, kinds: Sequence[int]) -> BeatNow:
        moves = [move for event in tale.events for move in self._moves(event, kinds)]
        who = tale.deed.winner if isinstance(tale.deed, d.TrickTaken) else tale.seat
        kind, line, is_reveal = self._kind(tale, moves), None, self._is_reveal(tale)
        if isinstance(tale.deed, Booking):
            line = settled_now(tale.deed, self._words.program.teams, self._words.program.players)
        elif is_reveal and kind == "move":
            kind = "turn"
        hold = "line" if line else "reveal" if is_reveal or kind == "show" else ""
        numbers = list(self._numbers(tale.events))
        return BeatNow(version, kind, who, say, hold, moves, numbers, line)

    def _kind(self, tale: Tale, moves: Sequence[MoveNow]) -> str:
        if isinstance(tale.deed, d.Moved):
            return _VERBS[tale.deed.verb]
        return _DEEDS.get(type(tale.deed), "move" if moves else "say")

    # ------------------------------------------------------------------ what is to be looked at

    def _is_reveal(self, tale: Tale) -> bool:
        """Whether it shows the listener cards that nobody showed of their own and nobody was dealt:
        a dealer's hand, cards that were doubted."""
        if isinstance(tale.deed, d.Dealt):
            return False
        places = self._words.places
        return any(
            event.card is not None
            and self._is_open(event.destination)
            and not self._is_open(event.source)
            and (tale.seat is None or places[event.source].owner != tale.seat)
            and not self._is_hand(event.destination)
            for event in tale.events
            if isinstance(event, ev.CardMoved)
        )

    def _is_swept(self, tale: Tale, beat: BeatNow) -> bool:
        """Whether the rules take cards away that the listener saw lie."""
        if tale.seat is not None or beat.kind == "deal":
            return False
        return beat.kind == "trick" or any(
            self._is_open(event.source)
            and not self._is_hand(event.source)
            and not self._is_open(event.destination)
            for event in tale.events
            if isinstance(event, ev.CardMoved)
        )

    def _is_open(self, place: int) -> bool:
        return self._tableau.is_open(place, self._seats)

    def _is_hand(self, place: int) -> bool:
        return self._words.places[place].location_class is LocationClass.INVISIBLE

    # ------------------------------------------------------------------ moves and numbers

    def _moves(self, event: Event, kinds: Sequence[int]) -> Iterator[MoveNow]:
        paths = self._paths
        match event:
            case ev.CardMoved(card=card, source=source, destination=target):
                is_pile = target in _piles(self._words)
                yield self._move(source, target, card, event.index if is_pile else None, kinds)
            case ev.Shuffled(location=place):
                yield MoveNow(paths[place], paths[place], None, None, False, True)
            case ev.LocationsSwapped(first=first, second=second):
                yield MoveNow(paths[first], paths[second], None, None, False, True)
            case ev.CardsShown(cards=cards, places=places):
                known = cards if cards and len({*places}) == 1 else (None,) * len(places)
                for place, shown in zip(places * len(known), known, strict=False):
                    yield self._move(place, place, shown, None, kinds)
            case _:
                pass

    def _move(
        self, source: int, target: int, card: int | None, at: int | None, kinds: Sequence[int]
    ) -> MoveNow:
        face = None if card is None else self._words.kind_texts[kinds[card]]
        is_down = card is not None and not self._is_open(target)
        return MoveNow(self._paths[source], self._paths[target], face, at, is_down, False)

    def _numbers(self, events: Sequence[Event]) -> Iterator[NumberNow]:
        """Those that changed and are shown, each as it is at the end."""
        shown = self._tableau.numbers
        latest = {
            event.slot: event.value
            for event in events
            if isinstance(event, ev.Stored)
            and event.kind is StorageKind.INT
            and event.slot in shown
        }
        for slot, value in latest.items():
            owner, text = shown[slot]
            yield NumberNow(owner, text, value)


def _hold_before(made: list[BeatNow], swept: BeatNow) -> None:
    """Let the table be seen as it is before the cards are taken away."""
    is_trick = swept.kind == "trick"
    for number in reversed(range(len(made))):
        beat = made[number]
        shows = (
            any(move.target.endswith("/trick") for move in beat.moves)
            if is_trick
            else (beat.kind not in _CLEARING and (beat.moves or beat.line))
        )
        if shows:
            hold = "trick" if is_trick else beat.hold or "reveal"
            made[number] = replace(beat, hold=hold)
            return


@lru_cache(256)
def _paths(vocabulary: Vocabulary) -> tuple[str, ...]:
    """By location: how a move names it."""
    strings, names = vocabulary.program.strings, vocabulary.page.names
    owners = ["" if place.owner is None else str(place.owner) for place in vocabulary.places]
    called = [names.get(strings[place.name], strings[place.name]) for place in vocabulary.places]
    return tuple(
        f"{owner}/trick" if vocabulary.is_trick(number) else f"{owner}/{place.index}/{name}"
        for number, (owner, place, name) in enumerate(
            zip(owners, vocabulary.places, called, strict=True)
        )
    )


@lru_cache(256)
def _piles(vocabulary: Vocabulary) -> frozenset[int]:
    """The places in which it is seen which card lies above which."""
    strings, grid = vocabulary.program.strings, vocabulary.page.grid
    return frozenset(
        number
        for number, place in enumerate(vocabulary.places)
        if place.location_class is not LocationClass.INVISIBLE
        and grid(strings[place.name]) is None
        and not vocabulary.is_trick(number)
    )


def settled_now(booking: Booking, teams: Sequence[Sequence[int]], players: int) -> SettledNow:
    seats = _seats(booking.account, teams, players)
    return SettledNow(seats, booking.change, booking.total, booking.terms)


def _seats(account: Account, teams: Sequence[Sequence[int]], players: int) -> Sequence[int]:
    if account.seat is not None:
        return (account.seat,)
    return tuple(range(players)) if account.team is None else teams[account.team]
