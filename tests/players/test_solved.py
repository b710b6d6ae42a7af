"""On games small enough to be solved, search finds the best option and what it is worth.

The solver goes through the whole tree with the interpreter. It keeps all the worlds a player may
be in together, lets it choose once for all worlds that look the same, and averages over them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest
from tables import VALUES, Seen, dealt, engine_of, seen

from kibitz.engine import Interpreter, Outcome, Rng, View
from kibitz.engine.protocol import Step
from kibitz.engine.resample import spots

pytestmark = pytest.mark.slow


Rewards = tuple[float, ...]
"""By seat."""
Judge = Callable[[Outcome], Rewards]

NIM = """(game
 (setup (create players 2)
  (create deck (game vloc PILE) (deck (RANK (A, B, C, D, E, F, G)))))
 (stage player
  (end (== (size (game vloc PILE)) 0))
  (choice (
   (do (
    (move (top (game vloc PILE)) (top ((current player) vloc TAKEN)))
    (all player 'P (set ('P sto WON) 0))
    (set ((current player) sto WON) 1)))
   ((> (size (game vloc PILE)) 1)
    (do (
     (repeat 2 (move (top (game vloc PILE)) (top ((current player) vloc TAKEN))))
     (all player 'P (set ('P sto WON) 0))
     (set ((current player) sto WON) 1)))))))
 (scoring max ((current player) sto WON)))"""
"""Take one or two of seven cards; whoever takes the last one wins. Nothing is hidden."""

LUCK = f"""(game
 (setup (create players 1)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))))
 (stage player
  (end (== (game sto OVER) 1))
  (choice (
   (do (
    (move (top (game iloc STOCK)) (top ((current player) vloc DRAWN)))
    ((== (cardatt RANK (top ((current player) vloc DRAWN))) A) (set (game sto OVER) 1))))
   (do (
    (set ((current player) sto KEPT) (sum ((current player) vloc DRAWN) using (game points V)))
    (set (game sto OVER) 1))))))
 (scoring max ((current player) sto KEPT)))"""
"""Draw for two to five points each, or keep what is there; the ace takes it all away. Whether to
go on depends on which cards came."""

BET = f"""(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
 (choice (
  (turn pass)
  (do (
   (set ((1 player) sto BET) 2)
   ((< (sum ((1 player) iloc HAND) using (game points V))
       (sum ((2 player) iloc HAND) using (game points V)))
    (set ((1 player) sto BET) (- 0 3)))))))
 (scoring max ((current player) sto BET)))"""
"""Bet two against three that your card is the higher one, or do not; you see only yours."""

OFFER = f"""(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (move (top (game iloc STOCK)) (top ((2 player) iloc HAND)))))
 (stage player
  (end (== (game sto TURNS) 2))
  (choice (
   ((== (game sto TURNS) 0)
    (do (
     (set (game sto TURNS) 2)
     (set ((1 player) sto S) (- 0 2))
     (set ((2 player) sto S) 2))))
   ((== (game sto TURNS) 0) (inc (game sto TURNS)))
   ((== (game sto TURNS) 1)
    (do (
     (inc (game sto TURNS))
     (set ((1 player) sto S) 2)
     (set ((2 player) sto S) (- 0 2))
     ((> (sum ((2 player) iloc HAND) using (game points V)) 2)
      (do (
       (set ((1 player) sto S) (- 0 2))
       (set ((2 player) sto S) 2)))))))
   ((== (game sto TURNS) 1)
    (do (
     (inc (game sto TURNS))
     (set ((1 player) sto S) 1)
     (set ((2 player) sto S) (- 0 1))))))))
 (scoring max ((current player) sto S)))"""
"""Lose two, or offer a bet of two that the other one's card is low; they may decline for one."""


def by_rank(outcome: Outcome) -> Rewards:
    """1 for the first place to 0 for the last; nobody shares a place in these games."""
    others = max(1, len(outcome.ranks) - 1)
    return tuple(1 - (rank - 1) / others for rank in outcome.ranks)


def by_score(outcome: Outcome) -> Rewards:
    return tuple(map(float, outcome.scores))


def solve(engine: Interpreter, worlds: Sequence[Step], judge: Judge) -> list[Rewards]:
    """What each option is worth to every seat, if all play for the most from here on.

    The worlds are equally likely and look the same to the seat that decides in them.
    """
    return [
        outlook(engine, [engine.apply(world, n, Rng(0)) for world in worlds], judge)
        for n in range(len(worlds[0].found))
    ]


def outlook(engine: Interpreter, worlds: Sequence[Step], judge: Judge) -> Rewards:
    """The mean over worlds that may differ, in what is seen and in who is to decide."""
    totals: list[Rewards] = []
    alike: dict[View, list[Step]] = defaultdict(list)
    for world in worlds:
        if isinstance(world.status, Outcome):
            totals.append(judge(world.status))
        else:
            alike[engine.view(world.state, world.seat)].append(world)
    for view, group in alike.items():
        worth = max(solve(engine, group, judge), key=lambda option: option[view.current])
        totals += [worth] * len(group)
    return tuple(sum(column) / len(worlds) for column in zip(*totals, strict=True))


def worlds_of(table: Seen) -> list[Step]:
    """Every world that the view allows, where there is one pool at most."""
    view, engine = table.view, table.engine
    found = []
    cards = [card for unknown in view.unknown for pool in unknown.pools for card in pool]
    assert len(view.unknown) <= 1
    assert all(len(unknown.pools) == 1 for unknown in view.unknown)
    for order in permutations(cards):
        world = engine.resample(view, Rng(0))
        for card, (location, index) in zip(order, spots(view), strict=True):
            world.cards[location][index] = card
            world.place[card] = location
        found.append(engine.at(world))
    return found


def solution(table: Seen, judge: Judge) -> list[float]:
    seat = table.decision.seat
    return [worth[seat] for worth in solve(table.engine, worlds_of(table), judge)]


def test_the_solver_knows_what_is_known() -> None:
    assert solution(dealt(NIM), by_rank) == [1, 0], "leave three or six"
    draw, keep = solution(dealt(LUCK), by_score)
    assert keep == 0
    assert draw == pytest.approx(_luck((), "BCDE"))
    for seed in range(5):
        table = dealt(BET, seed)
        held = table.view.piles[_hand(table)][0].card
        assert held is not None
        assert solution(table, by_score) == pytest.approx([0, (2 * held - 3 * (4 - held)) / 4])


def _luck(drawn: tuple[str, ...], left: str) -> float:
    """The value of LUCK, by hand: with these cards drawn and these and the ace left."""
    points = {"B": 2, "C": 3, "D": 4, "E": 5}
    keep = float(sum(points[card] for card in drawn))
    on = sum(_luck((*drawn, card), left.replace(card, "")) for card in left) / (len(left) + 1)
    return max(keep, on)


def _hand(table: Seen) -> int:
    return next(n for n, pile in enumerate(table.view.piles) if pile and pile[0].card is not None)


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_a_game_without_secrets_is_played_perfectly(kind: str) -> None:
    table = dealt(NIM)
    errors = []
    for simulations in (100, 1_000, 20_000):
        choice = table.ask(f"{kind}:sims={simulations}")
        errors.append(1 - choice.estimates[0].reward)
    assert choice.option == 0
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.02


@pytest.mark.parametrize("turns", range(7))
def test_after_any_beginning_the_winning_move_is_found(turns: int) -> None:
    engine = engine_of(NIM)
    step = engine.deal(Rng(1))
    for _ in range(turns):
        table = seen(engine, step)
        best = solution(table, by_rank)
        choice = table.ask("ismcts:sims=2000")
        assert best[choice.option] == max(best)
        step = engine.apply(step, 0, Rng(1))


def test_what_a_drawn_card_shows_is_used_as_well_as_can_be() -> None:
    table = dealt(LUCK)
    draw, _ = solution(table, by_score)
    errors = []
    for simulations in (100, 1_000, 100_000):
        choice = table.ask(f"ismcts:sims={simulations},reward=score")
        assert choice.option == 0
        errors.append(draw - choice.estimates[0].reward)
    assert errors[0] > errors[2]
    assert abs(errors[2]) < 0.1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "name", ["flat:sims=8000", "ismcts:sims=8000", "mcts:sims=8000,worlds=800"]
)
def test_a_bet_is_worth_what_the_hidden_cards_make_it_worth(name: str, seed: int) -> None:
    table = dealt(BET, seed)
    worth = solution(table, by_score)
    choice = table.ask(f"{name},reward=score")
    assert worth[choice.option] == max(worth)
    assert choice.estimates[choice.option].reward == pytest.approx(max(worth), abs=0.3)


def test_others_are_thought_to_know_their_cards() -> None:
    """They accept with three cards of five and lose one with the others: (-2 * 3 + 1 * 2) / 5.
    Who did not see theirs would accept always: (-2 * 3 + 2 * 2) / 5."""
    choice = dealt(OFFER).ask("ismcts:sims=3000,reward=score")
    assert choice.option == 1
    assert choice.estimates[1].reward == pytest.approx(-0.8, abs=0.15)


@pytest.mark.parametrize("seed", range(4))
def test_trying_every_option_equally_often_is_off_by_no_more_than_it_says(seed: int) -> None:
    table = dealt(BET, seed)
    estimates = table.ask("flat:sims=8000,reward=score").estimates
    for exact, estimate in zip(solution(table, by_score), estimates, strict=True):
        assert abs(estimate.reward - exact) <= 4 * estimate.stderr
