"""The numbers of a page repeat within their intervals, whatever the seed."""

from __future__ import annotations

import pytest
from small_matches import program
from test_game_page import quiet
from test_stakes import BLIND_PICK

from kibitz.analysis import matches
from kibitz.analysis.key_figures import figures
from kibitz.analysis.measures.all import measure
from kibitz.analysis.subject import SamplePlan
from kibitz.kept_files import Cache
from kibitz.players import make_player
from kibitz.players.standings import Mean

pytestmark = pytest.mark.slow

SEEDS = range(20)
TAKE_THE_BEST = BLIND_PICK.replace("hloc CELL", "vloc CELL")
"""The four cards lie open, so that the first player takes the best of them."""


@pytest.mark.parametrize(("text", "spread"), [(BLIND_PICK, 0.0), (TAKE_THE_BEST, None)])
def test_twenty_seeds_agree_within_their_intervals(
    text: str, spread: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "climb", lambda *args: ())
    of, found = program(text), dict[str, list[Mean]]()
    for seed in SEEDS:
        plan = SamplePlan("flat:per_option=20", 40, seed, random_matches=2000)
        sample = matches.play(of, plan, make_player, Cache(None), quiet)
        for one in figures(measure(sample, of)):
            if one.value is not None and one.value.margin:
                found.setdefault(one.name, []).append(one.value)
    held = [
        abs(one.value - middle) <= (one.margin or 0)
        for means in found.values()
        for middle in [sum(mean.value for mean in means) / len(means)]
        for one in means
    ]
    assert len(held) > 5 * len(SEEDS)
    assert sum(held) / len(held) > 0.9
    if spread is not None:
        spreads = found["Spread"]
        assert abs(sum(one.value for one in spreads) / len(spreads) - spread) < 0.1


def test_where_the_best_card_lies_open_much_hangs_on_taking_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "climb", lambda *args: ())
    of, plan = program(TAKE_THE_BEST), SamplePlan("flat:per_option=20", 40, 1, random_matches=2000)
    sample = matches.play(of, plan, make_player, Cache(None), quiet)
    spread = next(one.value for one in figures(measure(sample, of)) if one.name == "Spread")
    assert spread is not None
    assert spread.low is not None
    assert spread.low > 1
