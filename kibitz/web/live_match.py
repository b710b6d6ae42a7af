"""A match in memory, a cache of its log: what each seat is told, and the score."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kibitz.engine.events import CardMoved, Event, LocationsSwapped, sight
from kibitz.engine.record import Record, RecordedChoice
from kibitz.game import Game
from kibitz.match import Match
from kibitz.web.store import KeptMatch
from kibitz.words import Scorekeeper, Teller
from kibitz.words.tableau import Tableau

NOBODY = -1
"""A seat that sees no secret: sightings of it hold no card."""
_PLAYER = re.compile(r"\bplayer (\d+)\b")


class LiveMatch:
    """One match of a table: the match itself, the log in words, the scorecard."""

    def __init__(self, game: Game, kept: KeptMatch) -> None:
        self.game = game
        self.kept = kept
        self.tableau = Tableau(game.vocabulary)
        self.match = game.match(kept.seed)
        listeners: list[int | None] = [None, *self.match.seats]
        self._tellers = {seat: Teller(game.vocabulary, seat) for seat in listeners}
        self.logs: dict[int | None, list[str]] = {seat: [] for seat in listeners}
        """By seat what it has been told; with None, those who watch."""
        card = game.page.scorecard
        self.keeper = Scorekeeper(game.program, card) if card else None
        self._turns: list[tuple[int, int]] = []
        """The version at which each turn began, and whose it is."""
        self._late: LiveMatch | None = None
        self._hear(None)

    @property
    def version(self) -> int:
        return self.match.decisions_made

    def index_of(self, key: str) -> int | None:
        """The option of that key at the decision, if there is one."""
        options = self.match.decision.options
        return next((option.index for option in options if option.key == key), None)

    def after(self, option: int) -> Match:
        """The match with the option played; this one stands still. Raises MatchError."""
        return self.match.copy().play(option)

    def go_on(self, match: Match) -> None:
        """Go on to what `after` gave, now that it is written down."""
        chooser = self.match.decision.seat
        self.match = match
        self._hear(chooser)

    def catch_up(self, choices: Sequence[RecordedChoice]) -> None:
        """Play what the log has and this match has not."""
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
        return replace(record, deal=(deal.secret, *deal.words)) if deal.secret else record

    # ------------------------------------------------------------------ telling

    def _hear(self, chooser: int | None) -> None:
        match = self.match
        for seat, teller in self._tellers.items():
            seen = (
                [self._public(event) for event in match.events]
                if seat is None
                else [sighting.event for sighting in match.sightings(seat)]
            )
            for tale in teller.tell(chooser, seen, match.kinds):
                who = "" if tale.seat is None else f"{teller.player(tale.seat)} "
                self.logs[seat].append(self.named(who + ", ".join(tale.parts)))
        if self.keeper is not None:
            self.keeper.hear(match.events)
        if not match.is_over:
            seat = match.decision.seat
            if not self._turns or self._turns[-1][1] != seat:
                self._turns.append((self.version, seat))

    def _public(self, event: Event) -> Event:
        """As somebody saw it who sees what everybody sees."""
        everybody = set(self.match.seats)
        match event:
            case CardMoved(seen_by=seen, placed_before=placed) if everybody <= seen & placed:
                return event
            case LocationsSwapped(seen_by=seen) if everybody <= seen:
                return event
            case _:
                return sight(event, NOBODY).event

    def named(self, text: str) -> str:
        """The text with the players' names."""
        return _PLAYER.sub(self._name, text)

    def _name(self, found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return self.kept.players[seat] if seat in self.match.seats else found[0]
