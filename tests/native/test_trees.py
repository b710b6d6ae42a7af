"""Whole trees of tiny games: every way to play them, on both engines."""

from __future__ import annotations

import pytest
from lockstep import Lockstep
from small_games import FOUR_CARDS, VALUES, game, program_of

from kibitz.engine import Rng

pytestmark = pytest.mark.slow


DEAL = "(do ((all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))"

TRICKS = game(
    f"""{VALUES} {DEAL}
    (stage player (end (== 0 (size (union (all player 'P ('P iloc HAND))))))
      (stage player once
        (choice ((any ((current player) iloc HAND) 'C
          (move 'C (top ((current player) vloc TRICK)))))))
      (do ((cycle next (owner (max (union (all player 'P ('P vloc TRICK)))
                                   using (game points V))))
           (inc ((next player) sto WON))
           (all player 'P (repeat all (move (top ('P vloc TRICK)) (top (game vloc DONE))))))))""",
    players=2,
    score="((current player) sto WON)",
)

ASKING = game(
    """(do ((all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
    (stage player once
      (choice ((any (filter ((current player) iloc HAND) 'C (!= (cardatt RANK 'C) A)) 'C
        (any (other player) 'P
          (do ((move 'C (top ('P iloc HAND)))
               (any (filter ('P iloc HAND) 'D (== (cardatt RANK 'D) (cardatt RANK 'C))) 'D
                 (inc ((current player) sto SETS))))))) (turn pass))))""",
    players=3,
    setup="(create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (R, S))))",
    score="((current player) sto SETS)",
)

GAMBLING = game(
    f"""{VALUES} (stage player (end (>= (game sto TURNS) 4))
      (do ((inc (game sto TURNS))))
      (choice (
        (do ((shuffle (game iloc STOCK)) (move (top (game iloc STOCK)) (top (game vloc OPEN)))
             (any (game vloc OPEN) 'C
               (inc ((current player) sto R) (score 'C using (game points V))))))
        (inc ((current player) sto R) (random 1..3))
        ((> (size (game vloc OPEN)) 1)
          (move (max (game vloc OPEN) using (game points EVEN)) (bottom (game iloc STOCK)))))))""",
    players=2,
    score="((current player) sto R)",
)

MELDING = game(
    f"""{VALUES} (do ((repeat 4 (move (top (game iloc STOCK)) (top (game vloc HAND))))))
    (stage player (end (>= (game sto TURNS) 2))
      (do ((inc (game sto TURNS))))
      (choice (
        (any (subsets (game vloc HAND) >= 2) 'G (repeat all (move (top 'G) (top (game vloc MELD)))))
        (any (runs largest 2 (game vloc HAND) using (game points V)) 'G
          (do ((repeat all (move (top 'G) (top (game vloc ROW (game sto TURNS)))))
               (inc (game sto R) (size (top (indexed game vloc ROW)))))))
        (let (partition SUIT (game vloc HAND)) 'G (any 'G 'S
          (do ((move (top 'S) (top (game vloc MELD)))
               (inc (game sto R) (size (union 'G)))
               (any (range 1..(size 'S)) 'N (inc (game sto R) 'N))))))
        (turn pass))))""",
    setup="(create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S))))",
)

PARTNERS = game(
    f"""{DEAL}
    (stage team (end (>= (game sto ROUND) 3))
      (do ((inc (game sto ROUND))))
      (stage player once
        (choice (
          ((== (team (current player)) (current team)) (any (current team) 'P
            (inc ((team 'P) sto TALLY) (pid 'P))))
          ((> (size ((current player) iloc HAND)) 0)
            (swap (top ((current player) iloc HAND)) (bottom ((next player) iloc HAND))))))))""",
    players=4,
    setup="""(create teams (1, 3) (2, 4))
      (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S))))""",
    score="((team (current player)) sto TALLY)",
)

RECALLING = game(
    """(do ((all (game iloc STOCK) 'C (remember 'C (top (game mem SEEN))))))
    (stage player (end (or (== 0 (size (game mem SEEN))) (>= (game sto TURNS) 3)))
      (do ((inc (game sto TURNS))))
      (choice (
        (any (game mem SEEN) 'C (do ((move 'C (top ((current player) vloc WON)))
          (remember 'C (bottom ((current player) mem OWN))))))
        ((> (size (game mem SEEN)) 2)
          (do ((forget (top (game mem SEEN))) (forget (1 (game mem SEEN)))
               (shuffle (game mem SEEN)))))
        (repeat all (forget (top ((current player) mem OWN)))))))""",
    players=2,
    setup=FOUR_CARDS,
    score="(- (size ((current player) vloc WON)) (size ((current player) mem OWN)))",
)

TREES = {
    "tricks": (TRICKS, 15),
    "asking": (ASKING, 134),
    "gambling": (GAMBLING, 109),
    "melding": (MELDING, 108),
    "partners": (PARTNERS, 2113),
    "recalling": (RECALLING, 140),
}
"""Games, and how many states there are in all ways to play them."""


@pytest.mark.parametrize("name", TREES)
def test_both_engines_grow_the_same_tree(name: str) -> None:
    text, states = TREES[name]
    assert whole_tree(Lockstep(program_of(text))) == states


def whole_tree(table: Lockstep) -> int:
    """The number of states, the chance on the way to each fixed by its number."""
    first = table.deal(Rng(1), Rng(1))
    assert first is not None
    waiting, states = [first], 1
    while waiting:
        twins = waiting.pop()
        for option in range(table.options(twins)):
            after = table.apply(twins, option, Rng(1, states), Rng(1, states))
            assert after is not None
            waiting.append(after)
            states += 1
    return states
