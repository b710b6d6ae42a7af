"""A small trick game: who can follow suit must."""

from __future__ import annotations

_GAME = """(game
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT ({suits})))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (repeat {cards} (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 {before}
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (do ((set (game str LED) NONE)))
  (stage player once
   (choice (
    (any ((current player) iloc HAND) 'C
     ((or (== (game str LED) NONE)
          (== (cardatt SUIT 'C) (game str LED))
          (all ((current player) iloc HAND) 'D (!= (cardatt SUIT 'D) (game str LED))))
      (move 'C (top (game vloc TRICK)))))))
   (do (((== (game str LED) NONE)
         (set (game str LED) (cardatt SUIT (top (game vloc TRICK))))))))
  (do ((repeat all (move (top (game vloc TRICK)) (top (game {won} TAKEN)))))))
 (scoring max 0))"""


def following(suits: str, cards: int, *, before: str = "", won: str = "vloc") -> str:
    """So many cards each for three; `before`: stages before the tricks, which go to a `won`."""
    return _GAME.format(suits=suits, cards=cards, before=before, won=won)
