"""The arithmetic of a hole as the browser shows it: by every rule its lines make the score."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz import Rng, load
from kibitz.recycle.diagnostic import KibitzError
from kibitz.web.frames import frame_text, hole_now
from kibitz.web.kept_match import KeptMatch
from kibitz.web.live_match import LiveMatch
from kibitz.web.offers import Offers
from kibitz.web.refusal import Refused
from kibitz.web.wire import dumped

HOLES = {"golf": 1, "lock-golf": 3, "par-golf": 9}
"""The fewest that each of them has."""
ROUNDS = 12


def rules_of(game: str) -> dict[str, list[str]]:
    """The options of the game that are words, with their values."""
    offer = next(offer for offer in Offers().catalogue() if offer["name"] == game)
    named = {option["name"]: option["values"] for option in offer["options"]}
    return {name: [value["value"] for value in values] for name, values in named.items() if values}


def live_match(name: str, options: dict[str, int | str], seed: int) -> LiveMatch:
    game = load(name, **options)
    people = tuple(f"Person {seat}" for seat in range(game.players))
    digest = game.program.digest
    kept = KeptMatch(1, 1, name, digest, dict(game.options), seed, people, ("",))
    return LiveMatch(game, kept)


def played_at_random(live: LiveMatch, chance: Rng) -> int:
    """How many holes were counted; every one of them adds up when it is over."""
    counted = 0
    while not live.match.is_over:
        live.go_on(live.after(chance.below(len(live.match.options))))
        if live.keeper is None or len(live.keeper.holes) == counted:
            continue
        counted += 1
        card = json.loads(frame_text(live, None))["scorecard"]
        assert card is not None
        assert card["latest"] == json.loads(dumped(hole_now(live, counted)))
        for seat, tally in enumerate(card["latest"]):
            assert sum(term["value"] for term in tally["terms"]) == tally["score"]
            assert tally["score"] == card["holes"][-1]["scores"][seat]
            assert tally["total"] == sum(hole["scores"][seat] for hole in card["holes"])
    return counted


@pytest.mark.slow
@pytest.mark.parametrize("game", HOLES)
def test_lines_make_the_score_by_every_value_of_every_option(game: str) -> None:
    chance, rules = Rng(8), rules_of(game)
    missing = {(name, value) for name, values in rules.items() for value in values}
    for number in range(ROUNDS):
        drawn = {name: values[chance.below(len(values))] for name, values in rules.items()}
        options: dict[str, int | str] = {"PLAYERS": 3, "HOLES": HOLES[game], **drawn}
        try:
            live = live_match(game, options, number)
        except KibitzError:
            continue  # they do not go together
        assert played_at_random(live, chance) == HOLES[game]
        missing -= set(drawn.items())
        if not missing:
            break
    assert not missing


def test_a_hole_that_is_not_over_is_told_to_nobody() -> None:
    with pytest.raises(Refused, match="not been counted"):
        hole_now(live_match("golf", {"HOLES": 1}, 1), 1)
