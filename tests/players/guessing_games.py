"""Games in which a hidden card is guessed, and what comes of a guess tells what it is not."""

from __future__ import annotations

_GAME = """(game
 (setup (create players {players}) {teams}
  (create deck (game iloc POOL) (deck (RANK (A, B, C, D))))
  {cards})
 (do (
  (shuffle (game iloc POOL))
  (move (top (game iloc POOL)) (top (game hloc SECRET)))
  {before}))
 (stage player
  (end {end})
  (choice ({guess}))
  (do ({after})))
 (scoring max {score}))"""
_HIT = "(do ((set (game sto FOUND) 1) (inc ({owner} sto HITS))))"
_TEST = "((== (cardatt RANK (top (game hloc SECRET))) (game str GUESS)) {hit})"
_SAY = "(any (A, B, C, D) 'R (do ((set (game str GUESS) 'R) (inc (game sto TRIES)) {more})))"
ROW = "(create deck (game vloc ROW) (deck (RANK (A, B, C, D)) (OPEN (YES))))"


def guessing(  # noqa: PLR0913 - all have a default
    *,
    players: int = 1,
    teams: str = "",
    cards: str = "",
    before: str = "(set (game str GUESS) NONE)",
    guess: str = _SAY.format(more=""),
    test: str = _TEST,
    after: str = "",
    end: str = "(or (== (game sto FOUND) 1) (== (game sto TRIES) 4))",
    owner: str = "(current player)",
) -> str:
    """One of four cards is secret; somebody says one of four ranks, again and again, and gets a
    point if it is that one. `test` stands in the `do` after the choice, `after` behind it."""
    hit = _HIT.format(owner=owner)
    return _GAME.format(
        players=players,
        teams=teams,
        cards=cards,
        before=before,
        end=end,
        guess=guess.format(hit=hit),
        after=f"{test.format(hit=hit)} {after}",
        score=f"({owner} sto HITS)",
    )


_SCORED = """(set (game points P) (((RANK : 'R) 1)))"""
GAMES = {
    "in the choice": guessing(
        guess=_SAY.replace("{more}", _TEST.replace("(game str GUESS)", "'R")),
        test="(inc (game sto TURNS))",
    ),
    "in the do after it": guessing(),
    "in the end of the stage": guessing(
        test="(inc (game sto TURNS))",
        end="(or (== (game sto TRIES) 4)"
        " (== (cardatt RANK (top (game hloc SECRET))) (game str GUESS)))",
    ).replace("(scoring max ((current player) sto HITS))", "(scoring max (- 4 (game sto TRIES)))"),
    "random in the deal": guessing(before="(set (game sto DIE) (random 1..6))"),
    "random in every turn": guessing(after="(set (game sto DIE) (random 1..6))"),
    "random in the choice": guessing(guess=_SAY.format(more="(inc (game sto DIE) (random 1..6))")),
    "a tie that is drawn": guessing(
        cards=ROW,
        before="(set (game points V) (((OPEN : YES) 1)))",
        after="(move (max (game vloc ROW) using (game points V)) (top (game vloc PILE)))",
    ),
    "remember": guessing(
        cards=ROW,
        guess="(any (game vloc ROW) 'C (do ((remember 'C (top (game mem SAID)))"
        " (inc (game sto TRIES)))))",
        test=_TEST.replace("(game str GUESS)", "(cardatt RANK (top (game mem SAID)))"),
    ),
    "remember and forget": guessing(
        cards=ROW,
        guess="(any (game vloc ROW) 'C (do ("
        " ((> (size (game mem SAID)) 0) (forget (top (game mem SAID))))"
        " (remember 'C (top (game mem SAID))) (inc (game sto TRIES)))))",
        test=_TEST.replace("(game str GUESS)", "(cardatt RANK (top (game mem SAID)))"),
    ),
    "a point map": guessing(
        guess=f"(any (A, B, C, D) 'R (do ({_SCORED} (inc (game sto TRIES)))))",
        test="((== (sum (game hloc SECRET) using (game points P)) 1) {hit})",
    ),
    "two who guess in turn": guessing(players=2),
    "two teams": guessing(
        players=4, teams="(create teams (1, 3) (2, 4))", owner="(team (current player))"
    ),
    "with cards in hand": guessing(
        players=2,
        cards="(create deck (game iloc STOCK) (deck (OTHER (X, Y)) (SUIT (P, Q, R, S))))",
        before="(shuffle (game iloc STOCK))"
        " (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))",
    ),
}

_TWICE = "(or (== (game sto FOUND) 1) (== (game sto TRIES) 2))"
_LOW = "(or (== (cardatt RANK (top {secret})) A) (== (cardatt RANK (top {secret})) B))".format(
    secret="(game hloc SECRET)"
)
HINTS = {
    "a number that the deal sets": guessing(end=_TWICE, before=f"({_LOW} (set (game sto LOW) 1))"),
    "a word, in a rule of its own": guessing(end=_TWICE).replace(
        " (stage player\n", f" (do (({_LOW} (set (game str HINT) LOW))))\n (stage player\n", 1
    ),
    "whose turn it is": guessing(
        end=_TWICE, players=2, before=f"({_LOW} (cycle current (2 player)))"
    ),
    "a card that is turned up": guessing(
        end=_TWICE, cards=ROW, before=f"({_LOW} (move (top (game vloc ROW)) (top (game vloc UP))))"
    ),
    "by chance, and what was drawn": guessing(
        end=_TWICE, before=f"({_LOW} (set (game sto LOW) (random 1..6)))"
    ),
    "after every shuffle of a stage": guessing(end=_TWICE).replace(
        " (stage player\n",
        " (stage player (end (== (game sto DEALS) 2))\n"
        "  (do ((shuffle (game iloc POOL))\n"
        "   (move (top (game hloc SECRET)) (top (game iloc POOL)))\n"
        "   (shuffle (game iloc POOL)) (move (top (game iloc POOL)) (top (game hloc SECRET)))\n"
        f"   (set (game sto LOW) 0) ({_LOW} (set (game sto LOW) 1))\n"
        "   (inc (game sto DEALS)))))\n (stage player\n",
        1,
    ),
}
"""The deal tells whether the secret is one of the first two cards; two guesses are made."""
