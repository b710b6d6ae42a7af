"""Which moves a player is warned of: found by the game's own counting."""

from __future__ import annotations

import pytest

from kibitz import Rng, load
from kibitz.game import Game
from kibitz.match import Match
from kibitz.words import Rehearsed
from kibitz.words.open_cards import OpenCards


def counter(game: Game) -> OpenCards:
    card = game.page.scorecard
    assert card is not None
    return OpenCards(game.vocabulary, card)


def warned(match: Match, counting: OpenCards) -> dict[str, str]:
    """What whoever is to choose is warned of, by what the option is called."""
    game, decision = match.game, match.decision
    view = match.view(decision.seat)
    foreseen = Rehearsed(game.interpreter, game.vocabulary, view, decision)
    found = foreseen.warnings(game.page.cautions, counting)
    labels = {option.key: option.label for option in match.options}
    return {labels[key]: text for key, text in found.items()}


def test_who_would_part_a_pair_is_warned_of_its_cells_alone() -> None:
    game = load("golf", players=2, holes=9)
    count, match, chance, parted = counter(game), game.match(3), Rng(3), 0
    while not match.is_over:
        view = match.view(match.decision.seat)
        pairs = count.scores(view)[view.seat].cancelled
        cells = {int(label.rsplit(" ", 1)[1]) for label in warned(match, count)}
        assert cells <= set(pairs)
        parted += len(cells)
        match.play(chance.below(len(match.options)))
    assert parted > 0


@pytest.mark.slow
@pytest.mark.parametrize(("penalty", "is_warned"), [("on", True), ("off", False)])
def test_who_would_go_out_behind_is_warned_where_it_costs_something(
    penalty: str, is_warned: bool
) -> None:
    game = load("golf", players=2, holes=9, **{"knock-penalty": penalty})
    count, match, chance = counter(game), game.match(1), Rng(1)
    told: set[str] = set()
    while not match.is_over:
        told |= {text for text in warned(match, count).values() if "knock" in text}
        match.play(chance.below(len(match.options)))
    assert bool(told) is is_warned
