"""Worlds that search deals in native code: all that the view allows, each as likely, no others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import factorial, prod

import pytest
from tables import CORPUS, engine_of, seen

from kibitz import load
from kibitz.engine import Decision, Interpreter, Rng, View
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.native import searcher
from kibitz.engine.resample import own_doubts
from kibitz.engine.state import State
from kibitz.engine.view import Unknown

pytestmark = pytest.mark.slow


LIBRARY = ["golf", "golf-six", "lock-golf", "par-golf", "president"]
PUBLISHED = sorted(path.stem for path in CORPUS.glob("*.rcy"))

TWO_BACKS = """(game
 (setup (create players 3)
  (create deck RED (game iloc STOCK) (deck (RANK (A, B, C))))
  (create deck BLUE (game iloc STOCK) (deck (RANK (D, E)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))
  (remember (top (game iloc STOCK)) (top (game mem SHOWN)))))
 (choice ((turn pass)))
 (scoring max 0))"""
"""Five cards with two kinds of backs: three hands, and a stock whose top card was shown to all."""

LAID_AWAY = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
 (do (
  (shuffle (game iloc STOCK))
  (move (top (game iloc STOCK)) (top ((2 player) iloc HAND)))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))
  (move (top (game vloc SHOWN)) (top ((2 player) iloc HAND)))
  (move ((random 1) ((2 player) iloc HAND)) (top (game hloc EARLY)))
  (move (top (game iloc STOCK)) (top (game vloc SHOWN)))
  (move (top (game vloc SHOWN)) (top ((2 player) iloc HAND)))
  (move ((random 1) ((2 player) iloc HAND)) (top (game hloc LATE)))))
 (choice ((turn pass)))
 (scoring max 0))"""
"""Two shown cards in a hand out of which cards are laid away face down, before and after the
second came: the early one is the first or one that was never seen."""

PARTNERS = """(game
 (setup
  (create players 4)
  (create teams (1, 3) (2, 4))
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice (
   (do (
    (move (top ((current player) iloc HAND)) (top (game vloc TABLE)))
    (inc ((team (current player)) sto PLAYED)))))))
 (scoring max ((team (current player)) sto PLAYED)))"""


def world(engine: Interpreter, view: View, seed: int) -> State:
    """A world dealt in native code."""
    search = searcher(engine.program)
    packed = search.prospect(view, 1).deal(seed)
    return search.unpacked(packed)


def looks_the_same(engine: Interpreter, view: View, state: State) -> bool:
    """Whether the seat could be there, whatever happened before: what it knows goes with the cards,
    face up or not."""
    state.knowledge = Knowledge([own_doubts(view, state.cards)] * view.players)
    return engine.view(state, view.seat) == replace(view, past=None, forgotten=())


def situations(engine: Interpreter, seed: int, turns: int) -> list[View]:
    """What the deciding seats see along a random match."""
    rng, views = Rng(seed), []
    step = engine.deal(rng)
    for _ in range(turns):
        decision = step.status
        if not isinstance(decision, Decision):
            break
        views.append(engine.view(step.state, decision.seat))
        step = engine.apply(step, rng.below(len(decision.options)), rng)
    return views


def check_game(engine: Interpreter) -> None:
    views = situations(engine, seed=3, turns=40)
    different = 0
    for number, view in enumerate(views):
        dealt = [world(engine, view, 10 * number + n) for n in range(8)]
        assert all(looks_the_same(engine, view, state) for state in dealt)
        different += len({tuple(map(tuple, state.cards)) for state in dealt}) > 1
    assert different > 0, "there are secrets in this game"


@pytest.mark.parametrize("name", LIBRARY)
def test_worlds_of_the_library_look_to_the_seat_as_the_truth_does(name: str) -> None:
    check_game(load(name).interpreter)


@pytest.mark.skipif(not PUBLISHED, reason="the published games are not here")
@pytest.mark.parametrize("name", PUBLISHED)
def test_worlds_of_published_games_look_to_the_seat_as_the_truth_does(name: str) -> None:
    check_game(load(CORPUS / f"{name}.rcy").interpreter)


@pytest.mark.parametrize("text", [TWO_BACKS, PARTNERS, LAID_AWAY])
def test_worlds_of_games_with_backs_memories_and_teams_look_the_same_too(text: str) -> None:
    check_game(engine_of(text))


def deals(unknown: Unknown) -> int:
    """In how many ways the cards can lie in the spots."""
    pools = prod(factorial(len(pool)) for pool in unknown.pools)
    groups = prod(factorial(len(group)) for group in unknown.groups)
    return sum(
        pools * groups // prod(factorial(count) for row in table for count in row)
        for table in unknown.tables
    )


def test_both_engines_deal_the_same_worlds() -> None:
    engine = engine_of(LAID_AWAY)
    view = seen(engine, engine.deal(Rng(1))).view
    assert max(len(unknown.tables) for unknown in view.unknown) == 2
    for seed in range(50):
        assert world(engine, view, seed).cards == engine.resample(view, Rng(seed)).cards


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("text", [TWO_BACKS, PARTNERS, LAID_AWAY])
def test_every_world_is_dealt_as_often_as_another(text: str, seed: int) -> None:
    engine = engine_of(text)
    view = seen(engine, engine.deal(Rng(seed))).view
    worlds = prod(map(deals, view.unknown))
    rounds = 100 * worlds
    dealt = Counter(str(world(engine, view, number).cards) for number in range(rounds))
    assert len(dealt) == worlds, "every world the view allows, and no other"
    square = sum((count - 100) ** 2 / 100 for count in dealt.values())
    freedom = worlds - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 8


@pytest.mark.parametrize("kind", ["flat", "mcts", "ismcts"])
@pytest.mark.parametrize("text", [TWO_BACKS, PARTNERS])
def test_games_with_backs_memories_and_teams_are_searched(text: str, kind: str) -> None:
    engine = engine_of(text)
    choice = seen(engine, engine.deal(Rng(1))).ask(f"{kind}:sims=50")
    assert sum(estimate.visits for estimate in choice.estimates) == 50


def test_partners_share_what_they_win() -> None:
    engine = engine_of(PARTNERS)
    (estimate,) = seen(engine, engine.deal(Rng(1))).ask("flat:sims=20").estimates
    assert estimate.scores == (2, 2, 2, 2)
    assert estimate.reward == pytest.approx(0.5)
