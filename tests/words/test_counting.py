"""What the page's counters say, and to whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz.engine import Rng
from kibitz.game import load
from kibitz.games.counters import BadCounter, counter
from kibitz.match import Match
from kibitz.words import Tableau


def after(name: str, choices: int, **options: int | str) -> Match:
    match, chance = load(name, **options).match(3), Rng(3, stream=1)
    for _ in range(choices):
        match.play(chance.below(len(match.decision.options)))
    return match


def told(match: Match, seat: int, owner: int | None) -> tuple[str, ...]:
    areas = Tableau(match.game.vocabulary).areas(match.view(seat))
    return areas[owner].counters


def test_hearts_counts_tricks_and_points_taken() -> None:
    match = after("hearts", 12 + 4 * 6)
    said = [told(match, 0, owner) for owner in match.seats]
    tricks = sum(int(text.split()[0]) for own in said for text in own if "trick" in text)
    assert tricks == 6
    assert any("points taken" in text for own in said for text in own)


def test_the_count_of_cribbage_belongs_to_the_table() -> None:
    match = after("cribbage", 4)
    assert any(text.startswith("count ") for text in told(match, 0, None))


def test_nothing_is_counted_that_a_seat_cannot_tell() -> None:
    match = after("blackjack", 3)
    words = match.game.vocabulary
    hidden = counter("{(sum STOCK using VALUE)} points to come")
    words.counters = (hidden,)
    view = match.view(0)
    assert Tableau(words).areas(view)[None].counters == ()
    known = replace(view, piles=tuple(() for _ in view.piles))
    assert Tableau(words).areas(known)[None].counters == (), "and 0 is not told"


@pytest.mark.parametrize("text", ["no braces", "{(count HAND)}", "{", "{A B}", "{(size)}"])
def test_what_cannot_be_counted_is_refused(text: str) -> None:
    with pytest.raises(BadCounter):
        counter(text)
