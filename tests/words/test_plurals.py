"""As many as there are."""

from __future__ import annotations

import pytest

from kibitz.words.grammar import agreeing, so_many


@pytest.mark.parametrize(
    ("number", "word", "said"),
    [
        ("1", "clubs", "1 club"),
        ("3", "clubs", "3 clubs"),
        ("2", "six", "2 sixes"),
        ("2", "pass", "2 passes"),
        ("1", "pass", "1 pass"),
        ("7", "no trump", "7 no trump"),
        ("1", "no trump", "1 no trump"),
    ],
)
def test_a_word_stands_in_as_many_as_there_are(number: str, word: str, said: str) -> None:
    assert so_many(number, word) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bid of 1 tricks", "bid of 1 trick"),
        ("bid of 11 tricks", "bid of 11 tricks"),
        ("1 pass", "1 pass"),
        ("−1 points", "−1 points"),
    ],
)
def test_what_is_counted_agrees_with_one(text: str, said: str) -> None:
    assert agreeing(text) == said
