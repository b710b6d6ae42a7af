"""The scorecard as a browser is told it, and how cards and holes count by the rules of a table."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import Rng, View, cancellation
from kibitz.game import Game
from kibitz.games import Scorecard
from kibitz.match import Match
from kibitz.web.frame_parts import CardNow, HoleNow, TallyNow
from kibitz.web.live_match import open_cards
from kibitz.web.offers import Offers, Options, OptionValue
from kibitz.web.wire import JsonObject
from kibitz.words import Hole, OpenCards, Scorekeeper, Tally, Vocabulary


def card_now(
    game: Game, keeper: Scorekeeper, kinds: Sequence[int], view: View, counting: OpenCards | None
) -> CardNow:
    """What stands on the card; `kinds` are those of the cards of the match."""
    card = game.page.scorecard
    assert card is not None, "who keeps score has a card"
    count, grid = game.options.get(card.holes), game.page.layout.grid(card.cards)
    seats = range(game.players)
    won = [keeper.won(seat) for seat in seats]
    latest = keeper.holes[-1].tallies if keeper.holes else ()
    return CardNow(
        word=card.word,
        goal=game.program.goal.value,
        number=keeper.number,
        count=count if isinstance(count, int) else None,
        par=keeper.par,
        holes=[HoleNow(hole.number, hole.par, hole.scores) for hole in keeper.holes],
        totals=[keeper.total(seat) for seat in seats],
        won=[number or 0 for number in won] if card.won else None,
        columns=grid.columns if grid else 0,
        first=grid.first if grid else 0,
        latest=[tally_now(game.vocabulary, kinds, view, counting, tally) for tally in latest],
    )


def tally_now(
    vocabulary: Vocabulary,
    kinds: Sequence[int],
    view: View,
    counting: OpenCards | None,
    tally: Tally,
) -> TallyNow:
    """What a hole came to for one player; the view may be anybody's."""
    texts, cards = vocabulary.kind_texts, [(index, kinds[card]) for index, card in tally.cards]
    gone = counting.counted_nothing(view, cards, tally.terms) if counting else ()
    counted = [(index, texts[kind]) for index, kind in cards]
    aside = [(index, texts[kinds[card]]) for index, card in tally.aside]
    return TallyNow(tally.score, tally.total, tally.terms, counted, aside, gone)


def examples(offers: Offers, name: str) -> list[JsonObject]:
    """Those of the game's page. Raises Refused for a game that is not offered."""
    game = offers.game(name, {})
    card = game.page.scorecard
    if card is None or not card.open:
        return []
    grid = game.page.layout.grid(card.cards)
    return [
        {
            "option": option,
            "cards": words.example.split(),
            "columns": grid.columns if grid else 0,
            "scores": {
                value: score
                for value in words.values
                if (score := _score(offers.game(name, {option: value}), words.example)) is not None
            },
        }
        for option, words in game.page.options.items()
        if words.example
    ]


def worth(offers: Offers, name: str, options: Options) -> dict[str, int]:
    """What every card counts by itself; nothing where the page does not say how cards count.
    Raises Refused for rules that there are not.
    """
    game = offers.game(name, dict(options))
    counting = open_cards(game)
    return counting.worth(game.match(0).view(0)) if counting else {}


def _score(game: Game, cards: str) -> int | None:
    """What the first player pays for these cards; one that is not in the pack lies face down."""
    page, texts = game.page, game.vocabulary.kind_texts
    assert page.scorecard is not None, "only games with a scorecard have examples"
    grid = page.layout.grid(page.scorecard.cards)
    kinds = {
        index: texts.index(card)
        for index, card in enumerate(cards.split(), start=grid.first if grid else 0)
        if card in texts
    }
    counting = open_cards(game)
    counted = counting.example(game.match(0).view(0), kinds) if counting else None
    return sum(term.value for term in counted.terms) if counted else None


_USUAL_PLAYERS = 3
_DEALS = 24
"""Of so many the one is shown in which most rules act."""
_MOST_CHOICES = 500
"""After so many by chance a hole counts as one that does not end."""


def settled(offers: Offers, name: str, options: Options) -> JsonObject | None:
    """None for a game without a scorecard. Raises Refused."""
    game = _with_players(offers, name, dict(options))
    card = game.page.scorecard
    if card is None:
        return None
    played: list[tuple[Match, Hole]] = []
    for seed in range(_DEALS):
        if (found := _played(game, card, seed)) is not None:
            played.append(found)
        if cancellation.current().is_late():
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
