"""A match in memory, a cache of its log: what each seat is told, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from kibitz.engine import Record, RecordedChoice
from kibitz.game import Game
from kibitz.match import Match
from kibitz.web.messages import AreaNow, CardNow, OpenNow, dumped
from kibitz.web.store import KeptMatch
from kibitz.web.story import MatchStory
from kibitz.words import Area, OpenCards, Scorekeeper, Tableau


@dataclass(frozen=True)
class AreaTold:
    """An area as somebody was told of it."""

    area: Area
    now: AreaNow

    @cached_property
    def text(self) -> str:
        return dumped(self.now)


@dataclass(frozen=True)
class CardTold:
    """The scorecard as it was last told, and what it was read from."""

    read_from: object
    now: CardNow

    @cached_property
    def text(self) -> str:
        return dumped(self.now)


class LiveMatch:
    """One match of a table: the match itself, the log in words, the scorecard."""

    def __init__(self, game: Game, kept: KeptMatch) -> None:
        self.game = game
        self.kept = kept
        self.tableau = tableau_of(game).fresh()
        self.match = game.match(kept.seed)
        self.story = MatchStory(game.vocabulary, kept.players)
        card = game.page.scorecard
        self.keeper = Scorekeeper(game.program, card) if card else None
        counted = open_cards(game)
        self.open_cards = counted.fresh() if counted else None
        self.areas_told: dict[tuple[int, bool], AreaTold] = {}
        """By the id of the area, which is kept, and whether a seat was told, the latest ones: most
        of a table stays as it is, and looks alike to most seats.
        """
        self.open_told: tuple[int, list[OpenNow]] | None = None
        """What open cards come to, with the version."""
        self.card_told: CardTold | None = None
        """The same for all."""
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
        return replace(record, deal=(deal.secret, *deal.words)) if deal.secret else record

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
