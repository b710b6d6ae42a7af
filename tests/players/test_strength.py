"""Thinking pays: search beats chance, by a margin that luck does not explain.

Each figure is a mean over deals, every deal played in all seatings; the interval is the normal
one at 99 %. Seed, budget and number of deals are those below.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest
from tables import CORPUS

from kibitz import load
from kibitz.engine import Interpreter
from kibitz.players.standings import by_deal, rank
from kibitz.players.tournament import Tournament, play_deals

pytestmark = pytest.mark.slow


SEED = 2
NORMAL_99 = 2.576
LIBRARY = {"golf-six": 12, "president": 12}
PUBLISHED = {"Agram3": 50, "Goofspiel2": 30, "Hearts4": 20, "Scopa2": 20}
"""Games, and how many deals: more where chance has a larger say."""


def margin(engine: Interpreter, player: str, count: int) -> tuple[float, float]:
    """By how many ranks the player is ahead of chance: the mean, and its error."""
    tournament = Tournament(engine.program, (player, "uniform"), SEED)
    deals = list(play_deals(tournament, range(count)))
    ours, theirs = (by_deal(deals, name, rank) for name in tournament.players)
    ahead = [their - our for our, their in zip(ours, theirs, strict=True)]
    return fmean(ahead), stdev(ahead) / sqrt(len(ahead))


@pytest.mark.slow
@pytest.mark.parametrize("player", ["ismcts:sims=400", "flat:sims=400"])
@pytest.mark.parametrize("game", LIBRARY)
def test_search_beats_chance_in_the_library(game: str, player: str) -> None:
    ahead, error = margin(load(game, PLAYERS=4).interpreter, player, LIBRARY[game])
    assert ahead - NORMAL_99 * error > 0


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the published games are not here")
@pytest.mark.parametrize("player", ["ismcts:sims=400", "flat:sims=400"])
@pytest.mark.parametrize("game", PUBLISHED)
def test_search_beats_chance_in_published_games(game: str, player: str) -> None:
    engine = load(CORPUS / f"{game}.rcy").interpreter
    ahead, error = margin(engine, player, PUBLISHED[game])
    assert ahead - NORMAL_99 * error > 0
