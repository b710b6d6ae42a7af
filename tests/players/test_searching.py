"""Players that search: they see a view, use their budget, and want what they are told to want."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from time import monotonic, process_time

import pytest
from tables import BLIND, GREED, WIN_IN_ONE, dealt, seen

from kibitz import load
from kibitz.engine import Rng, player_settings
from kibitz.engine.native import searcher
from kibitz.players import Estimate
from kibitz.players.searching import Flat, estimates_of

pytestmark = pytest.mark.slow

KINDS = ("flat", "mcts", "ismcts")

LONG_SHOT = """(game
 (setup (create players 1) (create deck (game vloc TABLE) (deck (RANK (A)))))
 (choice (
  (as STAY (set (game sto S) 0))
  (as TRY (do ((inc (game sto T)) ((== (random 9) 9) (set (game sto S) 100)))))))
 (scoring max (game sto S)))"""
"""One in ten times the second option brings a lot, else both bring nothing."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_win_in_one_is_taken(kind: str) -> None:
    table = dealt(WIN_IN_ONE)
    choice = table.ask(f"{kind}:sims=90")
    assert table.decision.options[choice.option].key == "1:C=D"
    won, lost = choice.estimates[choice.option], choice.estimates[0]
    assert (won.reward, won.scores, won.ranks) == (1.0, (4.0, 3.0), (1.0, 2.0))
    assert (lost.reward, lost.scores, lost.ranks) == (0.0, (1.0, 3.0), (2.0, 1.0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["golf-six", "president"])
def test_swapping_cards_that_the_seat_cannot_see_changes_nothing(kind: str, game: str) -> None:
    engine = load(game).interpreter
    rng = Rng(4)
    truth = engine.deal(rng)
    for _ in range(12):
        truth = engine.apply(truth, 0, rng)
    table = seen(engine, truth)
    worlds = [engine.resample(table.view, Rng(seed)) for seed in range(3)]
    assert len({tuple(map(tuple, world.cards)) for world in worlds}) == 3
    answers = [seen(engine, engine.at(world)).ask(f"{kind}:sims=200") for world in worlds]
    assert answers == [table.ask(f"{kind}:sims=200")] * 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["golf-six", "president", "lock-golf"])
def test_only_options_of_the_decision_are_chosen_and_all_are_tried(kind: str, game: str) -> None:
    match = load(game).match(2)
    for turn in range(25):
        table = seen(match.game.interpreter, match._playing.step)
        choice = table.ask(f"{kind}:per_option=20", seed=turn)
        assert 0 <= choice.option < len(table.decision.options) == len(choice.estimates)
        assert all(estimate.visits > 0 for estimate in choice.estimates)
        match.play(choice.option)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_makes_the_same_choice_on_any_number_of_threads(kind: str) -> None:
    engine = load("golf-six").interpreter
    tables = [seen(engine, engine.deal(Rng(seed))) for seed in range(4)]
    name = f"{kind}:sims=500"
    alone = [table.ask(name, seed=7) for table in tables for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(table.ask, name, 7) for table in tables for _ in range(4)]
        together = [answer.result() for answer in asked]
    assert together == alone
    assert tables[0].ask(name, seed=8) != alone[0]


@pytest.mark.parametrize(
    ("name", "visits"),
    [
        ("flat:sims=1001", 1001),
        ("flat:per_option=70", 6 * 70),
        ("mcts:sims=1001,worlds=4", 1001),
        ("mcts:sims=3,worlds=10", 3),
        ("mcts:per_option=70,worlds=9", 6 * 70),
        ("ismcts:sims=1001", 1001),
        ("ismcts:per_option=70", 6 * 70),
        ("ismcts:sims=1001,trees=4", 1001),
        ("ismcts:sims=3,trees=4", 3),
    ],
)
def test_simulations_are_counted_exactly(name: str, visits: int) -> None:
    engine = load("golf-six").interpreter
    choice = seen(engine, engine.deal(Rng(1))).ask(name)
    assert sum(estimate.visits for estimate in choice.estimates) == visits


def test_trees_that_grow_side_by_side_are_added_up() -> None:
    """They know nothing of each other, so each has found the win in one by itself."""
    table = dealt(WIN_IN_ONE)
    alone, four = table.ask("ismcts:sims=90"), table.ask("ismcts:sims=360,trees=4")
    assert four == table.ask("ismcts:sims=360,trees=4")
    assert four.option == alone.option == 2
    assert four.estimates[2].visits > 3 * alone.estimates[2].visits


def test_flat_searches_side_by_side_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four of them try as many worlds as one, but others: each has parts of its own."""
    engine = load("golf-six").interpreter
    table, choices = seen(engine, engine.deal(Rng(1))), []
    for searches in (1, 4, 4):
        monkeypatch.setattr(Flat, "_cores", lambda _, count=searches: count)
        choices.append(table.ask("flat:per_option=80"))
    one, four, again = choices
    assert [estimate.visits for estimate in four.estimates] == [80] * 6
    assert four.estimates == again.estimates != one.estimates
    parts = [choice.parts for choice in (one, four)]
    assert [len(found) for found in parts if found is not None] == [10, 40]


def test_flat_tries_every_option_equally_often() -> None:
    engine = load("golf-six").interpreter
    choice = seen(engine, engine.deal(Rng(1))).ask("flat:per_option=50")
    assert [estimate.visits for estimate in choice.estimates] == [50] * 6


@pytest.mark.parametrize("kind", KINDS)
def test_seconds_are_kept_roughly(kind: str) -> None:
    engine = load("golf-six").interpreter
    table = seen(engine, engine.deal(Rng(1)))
    table.ask(f"{kind}:sims=10")
    started, worked = monotonic(), process_time()
    choice = table.ask(f"{kind}:seconds=0.2")
    assert monotonic() - started > 0.1
    worked = process_time() - worked
    assert worked < 2.0
    assert sum(estimate.visits for estimate in choice.estimates) > 5000 * worked


@pytest.mark.parametrize("kind", KINDS)
def test_who_wants_a_score_takes_the_score_and_who_wants_a_rank_the_rank(kind: str) -> None:
    table = dealt(GREED)
    by_rank, by_score = table.ask(f"{kind}:sims=60"), table.ask(f"{kind}:sims=60,reward=score")
    assert (by_rank.option, by_score.option) == (1, 0)
    assert by_score.estimates[0].reward == 50
    assert by_rank.estimates[1].reward == 1


def test_where_low_scores_win_the_reward_is_the_score_turned_round() -> None:
    choice = dealt(GREED.replace("scoring max", "scoring min")).ask("flat:sims=10,reward=score")
    assert [estimate.reward for estimate in choice.estimates] == [-50, -10]
    assert choice.option == 1


def test_equal_scores_share_the_reward_of_their_places() -> None:
    text = """(game
     (setup (create players 4) (create deck (game vloc TABLE) (deck (RANK (A)))))
     (choice (
      (set ((2 player) sto S) 7)
      (do ((set ((1 player) sto S) 7) (set ((2 player) sto S) 7)))
      (turn pass)))
     (scoring max ((current player) sto S)))"""
    choice = dealt(text).ask("flat:sims=3")
    last_of_three, first_of_two, one_of_four = (each.reward for each in choice.estimates)
    assert last_of_three == pytest.approx((2 / 3 + 1 / 3 + 0) / 3)
    assert first_of_two == pytest.approx((1 + 2 / 3) / 2)
    assert one_of_four == pytest.approx(1 / 2)
    assert choice.estimates[0].ranks == (2, 1, 2, 2)


def test_estimates_come_with_their_error() -> None:
    engine = load("golf-six").interpreter
    few, many = (
        seen(engine, engine.deal(Rng(1))).ask(f"flat:per_option={count}").estimates[0]
        for count in (100, 10_000)
    )
    assert few.stderr == pytest.approx(10 * many.stderr, rel=0.2)
    assert abs(few.reward - many.reward) < 4 * few.stderr
    assert len(many.scores) == len(many.ranks) == 4
    assert sum(many.ranks) == pytest.approx(10, abs=0.2)


def test_an_option_that_was_never_tried_has_no_figures() -> None:
    untried = dealt(WIN_IN_ONE).ask("flat:sims=1").estimates[2]
    assert untried == Estimate(0, 0.0, untried.stderr, (0.0, 0.0), (0.0, 0.0))
    assert not isfinite(untried.stderr)


@pytest.mark.parametrize("seed", range(5))
def test_a_search_that_goes_on_stays_in_the_world_it_began_with(seed: int) -> None:
    table = dealt(BLIND)
    search = searcher(table.engine.program).prospect(table.view, 1).search(seed)
    for _ in range(4):
        search.run(player_settings.read_settings("mcts"), 50)
    (estimate,) = estimates_of(search.statistics)
    assert estimate.visits == 200
    assert estimate.reward in (0, 1)


def test_worlds_are_thought_through_one_by_one_and_all_count() -> None:
    table = dealt(BLIND.replace("(turn pass)", "(turn pass) (inc (game sto N))"))
    estimate, _ = table.ask("mcts:worlds=400,sims=8000").estimates
    assert estimate.reward == pytest.approx(0.5, abs=0.1)
    assert estimate.stderr == pytest.approx(0.5 / 400**0.5, rel=0.05), "ten times the same world"


@pytest.mark.parametrize("name", ["flat:sims=5000", "mcts:per_option=5000", "ismcts:seconds=9"])
def test_a_decision_that_is_none_is_only_looked_ahead_from(name: str) -> None:
    (estimate,) = dealt(BLIND).ask(name).estimates
    assert estimate.visits == 100


@pytest.mark.parametrize("name", ["ismcts:sims=400", "mcts:sims=400,worlds=1"])
def test_a_tree_goes_on_trying_while_all_options_bring_the_same(name: str) -> None:
    table = dealt(LONG_SHOT)
    for seed in range(20):
        stay, long_shot = table.ask(f"{name},reward=score", seed).estimates
        assert long_shot.reward > stay.reward
        assert long_shot.visits > stay.visits
