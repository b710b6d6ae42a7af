"""Small games, and ways to ask players about them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kibitz.engine import Decision, Interpreter, Rng, View, lower
from kibitz.engine.protocol import Step
from kibitz.players import Choice, make_player
from kibitz.recycle import Source, check

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

VALUES = """(set (game points V)
  (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4) ((RANK : E) 5)))"""

WIN_IN_ONE = f"""(game
 (setup (create players 2)
  (create deck (game vloc TABLE) (deck (RANK (A, B, D))))
  (create deck ((2 player) vloc WON) (deck (RANK (C)))))
 (do ({VALUES}))
 (choice ((any (game vloc TABLE) 'C (move 'C (top ((current player) vloc WON))))))
 (scoring max (sum ((current player) vloc WON) using (game points V))))"""
"""The second player holds three points; of one, two and four only four wins."""

HIGH_CARD = f"""(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice (
   (any ((current player) iloc HAND) 'C (move 'C (top ((current player) vloc PLAYED)))))))
 (scoring max (+ (* 10 (score (top ((current player) vloc PLAYED)) using (game points V)))
                 (score (bottom ((current player) vloc PLAYED)) using (game points V)))))"""
"""Two cards each, played one at a time; what counts is mostly the second one."""

FOR_THREE = HIGH_CARD.replace("players 2", "players 3").replace("D, E)))", "D, E)) (SUIT (X, Y)))")
"""The same for three: no game of two, which would be worked out whole."""

BLIND = f"""(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E)))))
 (do (
  {VALUES}
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P hloc CARD))))))
 (choice ((turn pass)))
 (scoring max (sum ((current player) hloc CARD) using (game points V))))"""
"""A card each, which nobody sees; the cards alone decide."""

GREED = """(game
 (setup (create players 2)
  (create deck (game vloc TABLE) (deck (RANK (A)))))
 (choice (
  (do (
   (set ((1 player) sto S) 50)
   (set ((2 player) sto S) 60)))
  (do (
   (set ((1 player) sto S) 10)
   (set ((2 player) sto S) 0)))))
 (scoring max ((current player) sto S)))"""
"""The first option scores more and loses, the second scores less and wins."""


def engine_of(text: str) -> Interpreter:
    result = check(Source("game.rcy", text))
    assert result.game is not None, [fault.headline for fault in result.diagnostics]
    return Interpreter(lower(result.game))


@dataclass(frozen=True)
class Seen:
    """A decision as its seat sees it."""

    engine: Interpreter
    view: View
    decision: Decision

    def ask(self, name: str, seed: int = 1) -> Choice:
        player = make_player(name, self.engine.program)
        return player.choose(self.view, self.decision, Rng(seed))


def seen(engine: Interpreter, step: Step) -> Seen:
    decision = step.status
    assert isinstance(decision, Decision)
    return Seen(engine, engine.view(step.state, decision.seat), decision)


def dealt(text: str, seed: int = 1) -> Seen:
    engine = engine_of(text)
    return seen(engine, engine.deal(Rng(seed)))
