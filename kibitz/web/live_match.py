"""A match in memory, a cache of its log: what each seat is told, and the score."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kibitz.engine import Event, Record, RecordedChoice
from kibitz.engine import events as ev
from kibitz.game import Game
from kibitz.match import Match
from kibitz.web.beats import KEPT_TURNS, BeatWriter
from kibitz.web.frame_parts import BeatNow, OpenNow
from kibitz.web.kept_match import KeptMatch
from kibitz.web.wire import Written
from kibitz.words import Area, Booking, OpenCards, Scorekeeper, Tableau, Tale, Teller, Vocabulary

NOBODY = -1
"""A seat that sees no secret: sightings of it hold no card."""
_PLAYER = re.compile(r"\bplayer (\d+)\b")


@dataclass(frozen=True, slots=True)
class _TurnNews:
    """What a choice brought about, or the deal."""

    chooser: int | None
    events: tuple[Event, ...]
    kinds: tuple[int, ...]
    """The faces of the cards in play."""


@dataclass(slots=True)
class _Listener:
    """What one listener has been told, and of how many turns."""

    teller: Teller
    writer: BeatWriter
    lines: list[str] = field(default_factory=list)
    beats: deque[list[BeatNow]] = field(default_factory=lambda: deque(maxlen=KEPT_TURNS))
    """Of the latest turns."""
    turns: int = 0


class MatchStory:
    """One match for all listeners: its seats, and with None those who watch."""

    def __init__(self, vocabulary: Vocabulary, tableau: Tableau, players: Sequence[str]) -> None:
        self._players = players
        self._everybody = frozenset(range(len(players)))
        self._turns: list[_TurnNews] = []
        seats: list[int | None] = [None, *range(len(players))]
        self._listeners = {
            seat: _Listener(Teller(vocabulary, seat), BeatWriter(tableau, vocabulary, seat))
            for seat in seats
        }

    def hear(self, chooser: int | None, events: tuple[Event, ...], kinds: tuple[int, ...]) -> None:
        """Go on with what the chooser's option brought about; without a chooser it is the deal."""
        if self._turns and self._turns[-1].kinds == kinds:
            kinds = self._turns[-1].kinds  # kept once, not once a turn
        self._turns.append(_TurnNews(chooser, events, kinds))

    def lines(self, seat: int | None) -> list[str]:
        """Everything that the seat is told."""
        listener = self._listeners[seat]
        for number in range(listener.turns, len(self._turns)):
            self._tell(listener, number)
        listener.turns = len(self._turns)
        return listener.lines

    def beats(self, seat: int | None, since: int) -> list[BeatNow] | None:
        """What the seat is shown of what happened since that version; None if it is too much."""
        self.lines(seat)
        listener = self._listeners[seat]
        missed = listener.turns - 1 - since
        if not 0 <= missed <= len(listener.beats):
            return None
        beats = list(listener.beats)
        return [beat for turn in beats[len(beats) - missed :] for beat in turn]

    def settled(self, seat: int | None, *, is_over: bool) -> tuple[Booking, ...]:
        """How the last hand was settled, as the seat may know it."""
        self.lines(seat)
        keeper = self._listeners[seat].teller.bookkeeper
        return keeper.hand if is_over else keeper.settled

    def _tell(self, listener: _Listener, number: int) -> None:
        turn, teller = self._turns[number], listener.teller
        looks = (self._seen(event, teller.seat) for event in turn.events)
        seen = [event for event in looks if event is not None]
        tales = teller.tell(turn.chooser, seen, turn.kinds)
        told = [(tale, self._said(teller, tale) if tale.parts else "") for tale in tales]
        listener.lines += [line for _, line in told if line]
        if number >= len(self._turns) - KEPT_TURNS:
            listener.beats.append(listener.writer.beats(number, told, turn.kinds))

    def _said(self, teller: Teller, tale: Tale) -> str:
        who = "" if tale.seat is None else f"{teller.player(tale.seat)} "
        return self.named(who + ", ".join(tale.parts))

    def _seen(self, event: Event, seat: int | None) -> Event | None:
        """As the seat saw it; without one, as somebody did who sees what everybody sees."""
        if seat is not None:
            return ev.seen(event, seat)
        match event:
            case ev.CardMoved(seen_by=seats, placed_before=others) if (
                self._everybody <= seats & others
            ):
                return event
            case ev.LocationsSwapped(seen_by=seats) if self._everybody <= seats:
                return event
            case ev.Reckoned(seen_by=seats, named_to=named):
                watching = frozenset({NOBODY})
                told = watching if self._everybody <= seats else frozenset()
                shown = watching if self._everybody <= named else frozenset()
                return ev.seen(replace(event, seen_by=told, named_to=shown), NOBODY)
            case _:
                return ev.seen(event, NOBODY)

    def named(self, text: str) -> str:
        """The text with the players' names."""
        return with_names(text, self._players)


def with_names(text: str, players: Sequence[str]) -> str:
    """`Ben's cell 3` of `player 2's cell 3`."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return players[seat] if seat in range(len(players)) else found[0]

    return _PLAYER.sub(name, text) if "player " in text else text


class LiveMatch:
    """One match of a table: the match itself, the log in words, the scorecard."""

    def __init__(self, game: Game, kept: KeptMatch) -> None:
        self.game = game
        self.kept = kept
        self.tableau = tableau_of(game).fresh()
        self.match = game.match(kept.seed)
        self.story = MatchStory(game.vocabulary, self.tableau, kept.players)
        card = game.page.scorecard
        self.keeper = Scorekeeper(game.program, card) if card else None
        counted = open_cards(game)
        self.open_cards = counted.fresh() if counted else None
        self.areas_told: dict[tuple[int, bool], tuple[Area, Written]] = {}
        """By the id of the area, which is kept, and whether a seat was told, the latest ones: most
        of a table stays as it is, and looks alike to most seats.
        """
        self.open_told: tuple[int, list[OpenNow]] | None = None
        """What open cards come to, with the version."""
        self.card_told: tuple[object, Written] | None = None
        """The same for all, and what it was read from."""
        self._turns: list[tuple[int, int]] = []
        """The version at which each turn began, and whose it is."""
        self._late: LiveMatch | None = None
        self._hear(None)

    @property
    def version(self) -> int:
        return self.match.decisions_made

    def after(self, option: int) -> Match:
        """The match with the option played; this one stands still. Raises MatchError."""
        return self.match.copy().play(option)

    def go_on(self, match: Match) -> None:
        """Go on to what `after` gave, now that it is written down."""
        chooser = self.match.decision.seat
        self.match = match
        self._hear(chooser)

    def ahead(self, choices: Sequence[RecordedChoice]) -> list[Match]:
        """The match after each of the choices, to go on to; this one stands still."""
        matches = [self.match]
        for choice in choices:
            matches.append(matches[-1].copy().play(choice.option))
        return matches[1:]

    def catch_up(self, choices: Sequence[RecordedChoice]) -> None:
        """Play what the log has and this match has not. It must be nobody else's meanwhile."""
        for choice in choices:
            chooser = self.match.decision.seat
            self.match.play(choice.option)
            self._hear(chooser)

    @property
    def late(self) -> LiveMatch:
        """The match as it was a turn ago, and as it is when it is over."""
        if self._late is None:
            self._late = LiveMatch(self.game, self.kept)
        version = self._turns[-2][0] if len(self._turns) > 1 else 0
        if self.match.is_over:
            version = self.version
        late = self._late
        late.catch_up(self.match.record(self.kept.players).choices[late.version : version])
        return late

    def record(self) -> Record:
        """With what the seed was made of: for when the match is over."""
        deal, record = self.kept.deal, self.match.record(self.kept.players)
        return replace(record, deal=deal) if deal[0] else record

    def _hear(self, chooser: int | None) -> None:
        match = self.match
        self.story.hear(chooser, match.events, match.kinds)
        if self.keeper is not None:
            self.keeper.hear(match.events)
        if not match.is_over:
            seat = match.decision.seat
            if not self._turns or self._turns[-1][1] != seat:
                self._turns.append((self.version, seat))


@lru_cache(256)
def tableau_of(game: Game) -> Tableau:
    return Tableau(game.vocabulary)


@lru_cache(256)
def open_cards(game: Game) -> OpenCards | None:
    """Counts open cards, where the page says how they count."""
    card = game.page.scorecard
    return OpenCards(game.vocabulary, card) if card and card.open else None
