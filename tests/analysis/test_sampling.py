"""Playing the samples: deterministic, resumable, and honest about what cannot be measured."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_matches import KEEP_THE_ACE, at_stake, match, program
from stand_in import looks_ahead

from kibitz.analysis import thinking_matches
from kibitz.analysis.matches import Sample, follow_matches, play
from kibitz.analysis.records import Outlook, PlayedMatch, RecordedDecision
from kibitz.analysis.subject import CannotAnalyse, SamplePlan
from kibitz.analysis.thinking_matches import (
    AROUND_SECONDS,
    BUDGETS,
    fitting_player,
    is_enough,
    player_code,
    player_of,
    sample_key,
)
from kibitz.engine import Decision, MatchError, Program, Rng, View
from kibitz.engine.native import native_engine
from kibitz.engine.native.runtime.playouts import Noting
from kibitz.kept_files import Cache
from kibitz.players import Choice, Player, make_player
from kibitz.players.player import PlayerFault
from kibitz.recycle.syntax import Goal

pytestmark = pytest.mark.slow


PLAN = SamplePlan("ahead", matches=4, seed=7)
NO_DECISIONS = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (do ((move (top (game iloc STOCK)) (top (game vloc TABLE)))))
 (scoring max 0))
"""
NOTHING_TO_CHOOSE = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (stage player
  once
  (choice (((> (size (game iloc STOCK)) 9) (turn pass)))))
 (scoring max 0))
"""
FOR_EVER = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (stage player
  (end (> (size (game iloc STOCK)) 9))
  (choice ((turn pass))))
 (scoring max 0))
"""


def quiet(what: str, done: float) -> None:
    pass


def played(folder: Path, plan: SamplePlan = PLAN, text: str = KEEP_THE_ACE) -> Sample:
    return play(program(text), plan, looks_ahead, Cache(folder), quiet)


def test_the_same_plan_plays_the_same_matches(tmp_path: Path) -> None:
    one, two = played(tmp_path / "one"), played(tmp_path / "two")
    assert one == two
    assert np.array_equal(one.results.scores, two.results.scores)


def test_very_many_random_matches_are_counted_and_the_followed_ones_are_the_first(
    tmp_path: Path,
) -> None:
    sample = played(tmp_path)
    assert len(sample.results.scores) == PLAN.random_matches == 100_000
    assert [tuple(row) for row in sample.results.scores[:4].tolist()] == [
        match.scores for match in sample.random
    ]


def test_followed_matches_are_the_playouts_of_the_seed() -> None:
    engine = native_engine(program(KEEP_THE_ACE, PLAYERS=3))
    followed = follow_matches(engine, PLAN.seed, PLAN.matches, PLAN.most_decisions)
    playouts = engine.playouts(PLAN.seed, PLAN.matches, most_decisions=100, noting=Noting.TRACE)
    for one in followed:
        assert [(p.seat, p.options) for p in one.points] == playouts.trace(one.number)
        assert one.scores == tuple(playouts.scores[one.number].tolist())
        assert {p.line for p in one.points} == {13}


def test_another_seed_plays_other_matches(tmp_path: Path) -> None:
    assert played(tmp_path) != played(tmp_path, SamplePlan("ahead", matches=4, seed=8))


def test_all_seats_look_ahead_in_one_sample_and_only_the_first_in_the_other(tmp_path: Path) -> None:
    sample = played(tmp_path)
    assert all(point.is_recorded for match in sample.thinking for point in match.points)
    assert {point.seat for m in sample.mixed for point in m.points if point.is_recorded} == {0}
    assert not any(point.is_recorded for match in sample.random for point in match.points)


class CountsItself:
    """A way to seat players that counts the matches, and breaks off at one of them."""

    def __init__(self, breaks_off_at: int | None = None) -> None:
        self.matches = 0
        self._breaks_off_at = breaks_off_at

    def __call__(self, name: str, of: Program) -> Player:
        if self.matches == self._breaks_off_at:
            raise KeyboardInterrupt
        self.matches += 1
        return looks_ahead(name, of)


def test_finished_matches_are_not_played_again(tmp_path: Path) -> None:
    whole = play(program(KEEP_THE_ACE), PLAN, CountsItself(), Cache(tmp_path), quiet)
    again = CountsItself()
    assert play(program(KEEP_THE_ACE), PLAN, again, Cache(tmp_path), quiet) == whole
    assert again.matches == 0


def test_an_interrupted_analysis_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        play(program(KEEP_THE_ACE), PLAN, CountsItself(6), Cache(tmp_path), quiet)
    kept = len(list(tmp_path.rglob("*.json")))
    again = CountsItself()
    resumed = play(program(KEEP_THE_ACE), PLAN, again, Cache(tmp_path), quiet)
    assert 4 <= kept < 8
    assert again.matches == 8 - kept
    assert resumed == played(tmp_path / "elsewhere")


def test_a_larger_sample_keeps_the_matches_of_the_smaller_one(tmp_path: Path) -> None:
    small = played(tmp_path)
    again = CountsItself()
    large = play(program(KEEP_THE_ACE), SamplePlan("ahead", 6, 7), again, Cache(tmp_path), quiet)
    assert again.matches == 4
    assert large.thinking[:4] == small.thinking


def test_a_match_that_was_half_written_or_spoilt_is_played_again(tmp_path: Path) -> None:
    whole = played(tmp_path)
    for path in tmp_path.rglob("*.json"):
        path.write_text(path.read_text(encoding="utf-8")[:20], encoding="utf-8")
    assert played(tmp_path) == whole


def test_a_match_comes_back_from_its_file_as_it_was() -> None:
    whole = PlayedMatch(
        3,
        (
            RecordedDecision(1, 2, 0, (Outlook((1.5, -2.0), (1.25, 1.75)), None)),
            at_stake(0, 2.5, rank_gap=0.5, error=0.125),
            RecordedDecision(0, 1, 0),
            RecordedDecision(0, 4),
        ),
        (5, -1),
        capped=True,
    )
    assert PlayedMatch.from_json(whole.to_json()) == whole


def test_progress_tells_how_much_of_each_sample_is_done(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    play(program(KEEP_THE_ACE), PLAN, looks_ahead, Cache(tmp_path), lambda *news: told.append(news))
    assert [done for what, done in told if what == "all thinking"] == [0, 0.25, 0.5, 0.75, 1]


def test_without_a_player_one_is_chosen_that_the_time_allows(tmp_path: Path) -> None:
    plan = SamplePlan(None, matches=12, seconds=AROUND_SECONDS + 2)
    sample = play(program(KEEP_THE_ACE), plan, make_player, Cache(tmp_path), quiet)
    assert sample.player in {player_of(budget) for budget in BUDGETS}
    assert 2 <= len(sample.thinking) <= 12


def test_when_the_time_is_up_there_are_the_first_matches_and_two_at_least(tmp_path: Path) -> None:
    plan = SamplePlan("ahead", matches=400, seconds=0.0, seed=7)
    sample = play(program(KEEP_THE_ACE), plan, looks_ahead, Cache(tmp_path), quiet)
    assert 2 <= len(sample.thinking) < 400
    assert len(sample.results.scores) >= len(sample.random) == 100
    whole = played(tmp_path / "other")
    assert sample.thinking[:2] == whole.thinking[:2]
    assert [match.number for match in sample.mixed] == list(range(len(sample.mixed)))


def test_a_sample_grows_until_the_shares_of_wins_are_known(tmp_path: Path) -> None:
    even = [match(scores=(1, 1), number=n) for n in range(200)]
    assert not is_enough(even[:9], Goal.MAX)
    assert not is_enough(even[:50], Goal.MAX)  # what never happened may happen 3 times in 50
    assert is_enough(even, Goal.MAX)
    coin = [match(scores=(n % 2, 1 - n % 2), number=n) for n in range(2000)]
    assert not is_enough(coin[:1000], Goal.MAX)
    assert is_enough(coin, Goal.MAX)


@pytest.mark.parametrize(
    ("seconds", "chosen"), [(1e9, "strongest"), (1e-9, "weakest"), (float("inf"), "strongest")]
)
def test_the_strongest_player_is_chosen_that_the_time_allows(seconds: float, chosen: str) -> None:
    names = ["strongest", *("middle",) * (len(BUDGETS) - 2), "weakest"]
    assert fitting_player(names, seconds, lambda name: 1.0) == chosen


def test_all_options_are_tried_in_all_worlds_of_the_weakest_player() -> None:
    assert player_of(BUDGETS[0]) == "mcts:per_option=1000"
    assert player_of(BUDGETS[-1]) == "mcts:per_option=2,worlds=2"


def test_matches_of_another_code_are_not_taken_for_these(monkeypatch: pytest.MonkeyPatch) -> None:
    of = program(KEEP_THE_ACE)
    usual = sample_key(of, PLAN, "ahead", "all thinking")
    assert sample_key(of, PLAN, "ahead:deeper", "all thinking") != usual
    monkeypatch.setattr(thinking_matches, "code_digest", lambda *rooms: "another")
    assert sample_key(of, PLAN, "ahead", "all thinking") != usual


def test_the_code_of_ones_own_player_counts_too() -> None:
    assert player_code("stand_in:LooksAhead") != player_code("small_matches:LooksAhead")


def test_a_game_without_decisions_cannot_be_measured(tmp_path: Path) -> None:
    with pytest.raises(CannotAnalyse, match="nobody decides anything"):
        played(tmp_path, text=NO_DECISIONS)


def test_a_game_in_which_somebody_has_nothing_to_choose_from_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="nothing to choose from"):
        played(tmp_path, text=NOTHING_TO_CHOOSE)


def test_a_game_that_never_ends_cannot_be_measured(tmp_path: Path) -> None:
    with pytest.raises(CannotAnalyse, match="came to an end"):
        played(tmp_path, text=FOR_EVER)


class Fails:
    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        return Choice(99)


def test_a_player_that_answers_nonsense_is_named(tmp_path: Path) -> None:
    with pytest.raises(PlayerFault, match="ahead"):
        play(program(KEEP_THE_ACE), PLAN, lambda name, of: Fails(), Cache(tmp_path), quiet)
