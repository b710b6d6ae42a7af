"""Games in which not only cards are secret, and how two matches of them come to look alike."""

from __future__ import annotations

from kibitz.engine import Interpreter, Rng
from kibitz.engine.protocol import Step

GUESSING = """(game
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
 (stage player once
  (choice ((any (range 1..6) 'N (as HIDE (set ((current player) isto NUMBER) 'N))))))
 (stage player
  (end (>= (game sto ASKED) 6))
  (do ((inc (game sto ASKED))))
  (choice ((any (range 1..6) 'G (as GUESS (do (
   (set (game sto GUESSED) 'G)
   (let (next player) 'P (do (
    ((== ('P isto NUMBER) 'G) (do (
     (inc ((current player) sto POINTS))
     (set (game str SAID) YES))))
    ((> ('P isto NUMBER) 'G) (set (game str SAID) MORE))
    ((< ('P isto NUMBER) 'G) (set (game str SAID) LESS))))))))))))
 (scoring max ((current player) sto POINTS)))"""
"""Everybody hides a number; one after the other guesses that of the neighbour, and is told."""

ROLES = """(game
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C)))))
 (do (
  (all player 'P (set ('P istr ROLE) GOOD))
  (set (((random 1..3) player) istr ROLE) SPY)))
 (stage player once
  (choice ((any (other player) 'P (as ACCUSE (do (
   (set ((current player) sto ACCUSED) (pid 'P))
   ((== ('P istr ROLE) SPY) (inc ((current player) isto RIGHT))))))))))
 (scoring max ((current player) isto RIGHT)))"""
"""One of three is the spy; whether an accusation was right, only the accuser learns."""


def played(engine: Interpreter, *options: int, seed: int = 1) -> Step:
    chance = Rng(seed)
    step = engine.deal(chance)
    for option in options:
        step = engine.apply(step, option, chance)
    return step


BIDDING = """(game
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H, I)))))
 (do (
  (set (game points WORTH) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (stage player together
   (choice ((any ((current player) iloc HAND) 'C
    (as BID (move 'C (top ((current player) vloc BID))))))))
  (do (
   (inc ((best player 'P (score (top ('P vloc BID)) using (game points WORTH))) sto POINTS)))))
 (scoring max ((current player) sto POINTS)))"""
"""Three rounds in which all bid a card at once; the best one scores."""

SPOILING = """(game
 (setup (create players 3) (create deck (game iloc STOCK) (deck (RANK (A)))))
 (do (
  (all player 'P (set ('P istr ROLE) GOOD))
  (set (((random 1..3) player) istr ROLE) SPY)))
 (stage player together
  (choice (
   ((== ((current player) istr ROLE) SPY) (as SPOIL (inc (game sto SPOILT))))
   (as HELP (inc (game sto HELPED))))))
 (choice ((turn pass)))
 (scoring max (game sto HELPED)))"""
"""One of three is the spy, who alone may spoil what all do together."""

CALLING = """(game
 (define CALLED ('C) (and (== (cardatt RANK 'C) ACE) (== (cardatt SUIT 'C) (game str CALLED))))
 (define CALLER ('P)
  (or (== 'P (1 player)) (== ('P sto SHOWN) 1) (any ('P iloc HAND) 'C (CALLED 'C))))
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (KING, ACE)) (SUIT (HEARTS, CLUBS)))))
 (do (
  (shuffle (game iloc STOCK))
  (all (others (1 player)) 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (choice ((any (HEARTS, CLUBS) 'S (as CALL (set (game str CALLED) 'S)))))
 (stage player once
  (choice (
   (any ((current player) iloc HAND) 'C (as PLAY (do (
    ((CALLED 'C) (set ((current player) sto SHOWN) 1))
    (move 'C (top ((current player) vloc PLAYED)))))))
   (turn pass))))
 (scoring max (count (CALLER (current player)))))"""
"""Player 1 calls an ace: who holds it is the partner, and alone knows."""

SHOWING = """(game
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))
 (stage player
  (end (== (game sto TURNS) 3))
  (do ((inc (game sto TURNS))))
  (choice (
   (any (other player) 'P (as PEEK (show ('P iloc HAND) (current player))))
   (any (other player) 'P (as TELL (show ((current player) iloc HAND) 'P)))
   (as RETURN
    (do (
     (gather (game iloc STOCK) (game iloc STOCK) ((current player) iloc HAND))
     (shuffle (game iloc STOCK))
     (move (top (game iloc STOCK)) (top ((current player) iloc HAND)))))))))
 (scoring max (game sto TURNS)))"""
"""Everybody holds a card, looks at another's, shows their own to one, or takes another one."""
