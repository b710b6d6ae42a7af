"""What cards count by the rules of a table, and hands that show what a rule does to them."""

from __future__ import annotations

from typing import TypedDict

from kibitz.game import Game
from kibitz.web.live_match import open_cards
from kibitz.web.offers import Offers, Options


class Example(TypedDict):
    """What the cards come to, all other rules being the usual ones."""

    option: str
    cards: list[str]
    columns: int
    scores: dict[str, int]
    """By the value of the option."""


def examples(offers: Offers, name: str) -> list[Example]:
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
