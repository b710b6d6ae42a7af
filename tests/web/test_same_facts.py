"""The browser shows what the words say: how a hand was settled, and the counters of the table."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz import Rng, load
from kibitz.game import Game
from kibitz.games import names
from kibitz.match import Match
from kibitz.web.frames import frame_text
from kibitz.web.kept_match import KeptMatch
from kibitz.web.live_match import LiveMatch
from kibitz.words import Booking, Bookkeeper, Tableau

MOST = 120
BETWEEN = 30
"""Decisions from one look at the frames to the next."""


def sat_down(game: Game, seed: int) -> LiveMatch:
    people = tuple(f"Person {seat}" for seat in range(game.players))
    digest, options = game.program.digest, dict(game.options)
    return LiveMatch(game, KeptMatch(1, 1, game.name, digest, options, seed, people, ("",)))


def settled(game: Game, bookings: tuple[Booking, ...]) -> list[dict[str, Any]]:
    """As a browser is to read it."""
    teams, everybody = game.program.teams, range(game.players)
    told = []
    for booking in bookings:
        account = booking.account
        seats = [account.seat] if account.seat is not None else list(everybody)
        if account.team is not None:
            seats = list(teams[account.team])
        terms = [{"label": term.label, "value": term.value} for term in booking.terms]
        told.append(
            {"seats": seats, "change": booking.change, "total": booking.total, "terms": terms}
        )
    return told


def compare(live: LiveMatch, match: Match, keepers: dict[int, Bookkeeper]) -> None:
    game, tableau = live.game, Tableau(live.game.vocabulary)
    card = game.page.scorecard
    for seat, keeper in keepers.items():
        shown = json.loads(frame_text(live, seat))
        areas = tableau.areas(match.view(seat))
        counted = {area["owner"]: area["counters"] for area in shown["areas"]}
        assert counted == {owner: list(area.counters) for owner, area in areas.items()}
        if card is None or not card.open:
            hand = keeper.hand if match.is_over else keeper.settled
            assert shown["settlement"] == settled(game, hand)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_settlements_and_counters_of_a_frame_are_those_of_the_words(name: str) -> None:
    game, chance = load(name), Rng(5, stream=1)
    live, match = sat_down(game, 5), game.match(5)
    keepers = {seat: Bookkeeper(game.vocabulary) for seat in (0, game.players - 1)}
    while True:
        for seat, keeper in keepers.items():
            keeper.hear([one.event for one in match.sightings(seat)], match.kinds)
        is_last = match.is_over or match.decisions_made == MOST
        if is_last or match.decisions_made % BETWEEN == 0:
            live.catch_up(match.record().choices[live.version :])
            compare(live, match, keepers)
        if is_last:
            return
        match.play(chance.below(len(match.decision.options)))
