"""Hands that show what a rule does."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.games import find, names
from kibitz.web.offers import Offers
from kibitz.web.scorecards import examples, worth

WITH_EXAMPLES = [
    name for name in names() if any(words.example for words in find(name).page.options.values())
]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_every_example_of_the_library_shows_a_difference(name: str) -> None:
    for shown in examples(Offers(), name):
        words = find(name).page.options[shown["option"]]
        assert shown["scores"].keys() == words.values.keys()
        assert len(set(shown["scores"].values())) == len(words.values)


@pytest.mark.slow
def test_a_cheap_ten_costs_nine_strokes_less() -> None:
    [shown] = [found for found in examples(Offers(), "golf") if found["option"] == "TENPENNY"]
    assert shown["scores"] == {"OFF": 28, "ON": 19}
    assert len(shown["cards"]) == 2 * shown["columns"]


def test_a_game_that_is_not_counted_before_the_end_has_none() -> None:
    assert examples(Offers(), "hearts") == []


def test_cards_count_as_the_rules_of_the_table_say() -> None:
    offers = Offers()
    assert worth(offers, "golf", ())["10♣"] == 10
    assert worth(offers, "golf", (("TEN_PENNY", "ON"),))["10♣"] == 1
    assert worth(offers, "golf", (("JOKERS", "LUCKYSWING"),))["Joker"] == -5
    assert worth(offers, "hearts", ()) == {}
