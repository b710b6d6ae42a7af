"""What can be pointed at to choose an option: where its cards come from and where they end."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.words import Rehearsed

FLIPS_AND_KNOCKS = {"FLIPASACTION": "ON", "KNOCKEARLY": "ON"}


@pytest.mark.parametrize("options", [{}, FLIPS_AND_KNOCKS], ids=["plain", "race"])
def test_a_discard_that_goes_through_the_hand_into_a_cell_is_pointed_at_in_two(
    options: dict[str, str],
) -> None:
    game = kibitz.load("golf", **options)
    match = game.match(seed=3)
    while not any("swap" in label for label in map(str, match.options)):
        match.play(0)
    foreseen = Rehearsed(
        game.interpreter, game.vocabulary, match.view(match.decision.seat), match.decision
    )
    rows = {
        label.split(" ")[0]: [spot.row for spot in spots]
        for label, spots in zip(foreseen.labels, foreseen.spots, strict=True)
    }
    assert rows["swap"] == ["discard pile", "cell"]


def test_a_knock_turns_up_all_cells_and_is_no_matter_of_pointing_at_one() -> None:
    game = kibitz.load("golf", **FLIPS_AND_KNOCKS)
    match = game.match(seed=3)
    while "knock" not in map(str, match.options):
        match.play(len(match.options) - 1)
    foreseen = Rehearsed(
        game.interpreter, game.vocabulary, match.view(match.decision.seat), match.decision
    )
    told = dict(zip(foreseen.labels, foreseen.spots, strict=True))
    assert told["knock"] == ()
    assert [spot.row for label, spots in told.items() if "turn" in label for spot in spots]
