"""Choices that belong together are counted, and nothing else is."""

from __future__ import annotations

import pytest

from kibitz import Rng, load
from kibitz.match import Match
from kibitz.words import Rehearsed


def together(match: Match) -> int:
    game, decision = match.game, match.decision
    view = match.view(decision.seat)
    return Rehearsed(game.interpreter, game.vocabulary, view, decision).together


@pytest.mark.parametrize("secret", ["off", "on"])
@pytest.mark.parametrize("flips", [0, 1, 2])
def test_the_cards_that_are_turned_first_are_chosen_together(flips: int, secret: str) -> None:
    options: dict[str, int | str] = {"initial-flips": flips, "secret-flips": secret}
    game = load("golf", players=3, holes=1, **options)
    match, chance = game.match(4), Rng(4)
    counts = []
    for _ in range(20):
        counts.append(together(match))
        match.play(chance.below(len(match.options)))
    first = [2, 1, 2, 1, 2, 1] if flips == 2 else []
    assert counts == [*first, *[1] * (20 - len(first))]


def test_the_cards_that_are_passed_are_chosen_together() -> None:
    assert together(load("hearts").match(4)) == 3


def test_in_other_games_every_choice_is_made_by_itself() -> None:
    assert together(load("whist").match(4)) == 1
