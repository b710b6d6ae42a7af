"""The scorecard as a browser is told it."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine import View
from kibitz.game import Game
from kibitz.web.messages import CardNow, TallyNow
from kibitz.words import OpenCards, Scorekeeper, Tally, Vocabulary


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
    return {
        "word": card.word,
        "goal": game.program.goal.value,
        "number": keeper.number,
        "count": count if isinstance(count, int) else None,
        "par": keeper.par,
        "holes": [
            {
                "number": hole.number,
                "par": hole.par,
                "scores": [tally.score for tally in hole.tallies],
            }
            for hole in keeper.holes
        ],
        "totals": [keeper.total(seat) for seat in seats],
        "won": [number or 0 for number in won] if card.won else None,
        "columns": grid.columns if grid else 0,
        "first": grid.first if grid else 0,
        "latest": [tally_now(game.vocabulary, kinds, view, counting, tally) for tally in latest],
    }


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
    return {
        "score": tally.score,
        "total": tally.total,
        "terms": [{"label": term.label, "value": term.value} for term in tally.terms],
        "cards": [(index, texts[kind]) for index, kind in cards],
        "aside": [(index, texts[kinds[card]]) for index, card in tally.aside],
        "cancelled": list(gone),
    }
