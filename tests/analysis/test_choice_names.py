"""Choices are called what people do there."""

from __future__ import annotations

import pytest
from small_matches import KEEP_THE_ACE, program

from kibitz.analysis.story import choice_names, common_words, listed
from kibitz.analysis.subject import SamplePlan, Subject
from kibitz.game import load
from kibitz.games import Page, names


def test_labels_of_one_alternative_are_told_by_what_they_share() -> None:
    assert common_words(["take 4♠ from the pile", "take 9♣ from the pile"]) == (
        "take … from the pile"
    )
    assert common_words(["turn over cell 1", "turn over cell 2"]) == "turn over cell …"
    assert common_words(["draw from the stock"] * 3) == "draw from the stock"
    assert common_words(["draw", "take it"]) == "draw or take"
    assert common_words([]) == ""


def test_of_many_moves_the_first_are_named() -> None:
    assert listed(["pass"]) == "pass"
    assert listed(["bid", "hold", "pass"]) == "bid, hold or pass"
    assert listed(["bid", "hold", "pass", "play"]) == "bid, hold, pass and others"


def test_moves_without_names_are_called_what_they_do() -> None:
    subject = Subject("ace", Page("Ace"), program(KEEP_THE_ACE), {}, SamplePlan())
    assert choice_names(subject) == {13: "play … or pass"}


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_choice_of_the_library_has_a_name(name: str) -> None:
    game = load(name)
    subject = Subject(name, game.page, game.program, {}, SamplePlan())
    found = choice_names(subject)
    assert found
    assert all(words and "{" not in words for words in found.values())
