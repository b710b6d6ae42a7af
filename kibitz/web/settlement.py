"""How a hole is settled by the rules of a table, shown on a hole that was played by chance."""

from __future__ import annotations

from typing import TypedDict

from kibitz.engine import Rng, current
from kibitz.game import Game
from kibitz.games import Scorecard
from kibitz.match import Match
from kibitz.web.live_match import open_cards
from kibitz.web.messages import TallyNow
from kibitz.web.offers import Offers, Options, OptionValue
from kibitz.web.scorecards import tally_now
from kibitz.words import Hole, Scorekeeper

_USUAL_PLAYERS = 3
_DEALS = 24
"""Of so many the one is shown in which most rules act."""
_MOST_CHOICES = 500
"""After so many by chance a hole counts as one that does not end."""


class Settlement(TypedDict):
    """A hole, and what it came to for everybody."""

    word: str
    """What people call it."""
    columns: int
    tallies: list[TallyNow]


def settled(offers: Offers, name: str, options: Options) -> Settlement | None:
    """None for a game without a scorecard. Raises Refused."""
    game = _with_players(offers, name, dict(options))
    card = game.page.scorecard
    if card is None:
        return None
    played: list[tuple[Match, Hole]] = []
    for seed in range(_DEALS):
        if (found := _played(game, card, seed)) is not None:
            played.append(found)
        if current().is_late():
            break
    if not played:
        return None
    match, hole = max(played, key=lambda found: _rules_in(found[1]))
    counting, view, grid = open_cards(game), match.view(0), game.page.layout.grid(card.cards)
    words = game.vocabulary
    return {
        "word": card.word,
        "columns": grid.columns if grid else 0,
        "tallies": [tally_now(words, match.kinds, view, counting, t) for t in hole.tallies],
    }


def _with_players(offers: Offers, name: str, options: dict[str, OptionValue]) -> Game:
    """For three, or as near to that as the game allows."""
    seats = offers.seats(name, options)
    if seats.option is not None:
        options[seats.option] = min(max(_USUAL_PLAYERS, seats.fewest), seats.most)
    return offers.game(name, options)


def _played(game: Game, card: Scorecard, seed: int) -> tuple[Match, Hole] | None:
    """The first hole of that deal, and the match as it was when it was over."""
    match, chance = game.match(seed), Rng(seed, stream=1)
    keeper = Scorekeeper(game.program, card)
    holes = keeper.hear(match.events)
    for _ in range(_MOST_CHOICES):
        if holes or match.is_over:
            break
        match.play(chance.below(len(match.decision.options)))
        holes = keeper.hear(match.events)
    return (match, holes[0]) if holes else None


def _rules_in(hole: Hole) -> int:
    """How many rules had a part in it."""
    return len({term.label for tally in hole.tallies for term in tally.terms})
