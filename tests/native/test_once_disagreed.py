"""Small games on which the two engines once played different matches, and why."""

from __future__ import annotations

import pytest
from lockstep import CountedLockstep, Lockstep
from small_games import VALUES, fault_of, game, play, program_of

from kibitz.recycle import RecycleError

pytestmark = pytest.mark.slow


EIGHT_CARDS = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S))))"
WAIT = "(choice ((turn pass)))"
SUITS = "(partition SUIT (game iloc STOCK))"
STOCK = "(game iloc STOCK)"
ONE_OR_TWO = "((random 1..2) player)"


def table(nodes: str, players: int = 2, setup: str = EIGHT_CARDS) -> str:
    return game(f"{VALUES} {nodes}", players=players, setup=setup)


GAMES = {
    # Options
    "a capture that finds nothing to capture still plays the card": table(
        f"""(choice ((do ((any (game vloc POOL) 'C (move 'C (top (game vloc WON))))
                         (move (top {STOCK}) (top (game vloc POOL)))))))"""
    ),
    "what comes after an action cannot spoil the option": table(
        f"""(choice ((do ((any {STOCK} 'C (move 'C (top (game vloc POOL))))
                         ((== 1 (// 1 (game sto ZERO))) (turn pass))))))"""
    ),
    "nobody works out how often to do nothing": table(
        "(choice ((do ((repeat 0 (repeat (// 1 (game sto ZERO)) (turn pass))) (turn pass)))))"
    ),
    "an option that would take too long to begin is no option": table(
        """(choice ((do ((all (range 1..60000) 'N ((== (game sto ONE) 1) (turn pass)))
                         (all (range 1..60000) 'N ((== (game sto ONE) 1) (turn pass)))))
                    (turn pass)))"""
    ),
    # Chance is drawn once, and before anything is done with what was drawn
    "a loop to a random end": table(
        f"(do ((all (range 1..(random 1..4)) 'N (inc (game sto R) 'N)))) {WAIT}"
    ),
    "a loop over a random team": table(
        f"(do ((all ((random 1..2) team) 'P (inc ('P sto R))))) {WAIT}",
        players=4,
        setup=f"(create teams (1, 3) (2, 4)) {EIGHT_CARDS}",
    ),
    "a loop over a random pile": table(
        f"""(do ((repeat 2 (move (top {STOCK}) (top (game vloc PILE 1))))
                 (all (game vloc PILE (random 1)) 'C (inc (game sto R))))) {WAIT}"""
    ),
    "a loop over the groups of a random filter": table(
        f"""(do ((all (partition RANK (filter {STOCK} 'C (== 0 (random 1)))) 'G
                   (inc (game sto R))))) {WAIT}"""
    ),
    "groups kept out of groups that chance has chosen": table(
        f"""(do ((let (filter (filter {SUITS} 'G (< 0 (random 1..2))) 'H (> (size 'H) 0)) 'KEPT
                   (all 'KEPT 'L (set (game sto R) (+ (* 10 (game sto R)) (size 'L))))))) {WAIT}"""
    ),
    "numbers kept out of numbers that chance has chosen": table(
        f"""(do ((let (filter (filter (range 1..5) 'N (< 0 (random 1..2))) 'M (> 'M 1)) 'KEPT
                   (all 'KEPT 'L (set (game sto R) (+ (* 10 (game sto R)) 'L)))))) {WAIT}"""
    ),
    "groups joined inside groups that are joined": table(
        f"""(do ((let (union {SUITS} (filter (union {SUITS} {SUITS}) 'G (> (size 'G) 3))) 'KEPT
                   (all 'KEPT 'L (inc (game sto R) (size 'L)))))) {WAIT}"""
    ),
    "a member of joined groups, again and again": table(
        f"""(do ((all (range 1..200) 'N
                   (inc (game sto R) (size (bottom (union {SUITS} {SUITS}))))))) {WAIT}"""
    ),
    "the first of randomly chosen groups": table(
        f"""(do ((set (game sto R)
                   (size (top (filter {SUITS} 'G (== (random 1) (random 1)))))))) {WAIT}"""
    ),
    "a random filter under a random question": table(
        f"""(do (((any (filter {STOCK} 'C (== (random 1) 0)) 'C (== (random 1) 0))
                  (inc (game sto R))))) {WAIT}"""
    ),
    "the best card of a random filter by the points of a random player": table(
        f"""(do ((set ((1 player) points W) (((RANK : A) 1) ((RANK : B) 1)))
                 (remember (max (filter {STOCK} 'C (== 0 (random 1)))
                                using ({ONE_OR_TWO} points W)) (top (game mem M))))) {WAIT}"""
    ),
    "runs in a random filter by the points of a random player": table(
        f"""(do ((set ((1 player) points W) (((RANK : A) 1) ((RANK : B) 2)))
                 (set (game sto R) (size (runs all 1 (filter {STOCK} 'C (== 0 (random 1)))
                                              using ({ONE_OR_TWO} points W)))))) {WAIT}"""
    ),
    "a random player's storage under the name of a random card's suit": table(
        f"""(do ((set ({ONE_OR_TWO} sto (cardatt SUIT (max {STOCK} using (game points W))))
                      4))) {WAIT}"""
    ),
    "a deck with a random back for a random player": table(
        f"""(do ((create deck (cardatt SUIT (max {STOCK} using (game points W)))
                      ({ONE_OR_TWO} vloc PILE) (deck (RANK (A)))))) {WAIT}"""
    ),
    # Faults
    "a question that the first card answers, over a filter that the last card breaks": table(
        f"""(do (((any (filter {STOCK} 'C (> 9 (// 1 (- 4 (score 'C using (game points V)))))) 'C
                   (== 1 1)) (inc (game sto R))))) {WAIT}"""
    ),
    "a list of more cards than a game can have": table(
        f"(do ((let (union {' '.join([STOCK] * 6)}) 'V (set (game sto R) (size 'V))))) {WAIT}",
        setup=f"(repeat 7 {EIGHT_CARDS})",
    ),
    # Lists that variables hold
    "a filter of groups has lists of its own": table(
        f"""(do ((let {SUITS} 'G (let (filter 'G 'X (> (size 'X) 0)) 'H
                   (do ((move (top (top 'H)) (top (game vloc PILE)))
                        (set (game sto R) (size (union 'G)))))))) ) {WAIT}"""
    ),
    "a loop over a filter of groups leaves the groups alone": table(
        f"""(do ((let {SUITS} 'G
                   (do ((all (filter 'G 'X (> (size 'X) 0)) 'Y (move (top 'Y) (top (game vloc P))))
                        (set (game sto R) (size (union 'G)))))))) {WAIT}"""
    ),
    "collected groups have lists of their own": table(
        f"""(do ((let {SUITS} 'G (do ((all (all 'G 'X 'X) 'Y (move (top 'Y) (top (game vloc P))))
                                     (set (game sto R) (size (union 'G)))))))) {WAIT}"""
    ),
    "what was taken through a picked group is gone from the groups": table(
        f"""(choice ((let {SUITS} 'G (any 'G 'Y
              (do ((move (top 'Y) (top (game vloc P)))
                   (any (range 1..(size (union 'G))) 'N (inc (game sto R) 'N))))))))"""
    ),
    "one of the memories that were collected": table(
        f"""(do ((all player 'P (remember (top {STOCK}) (top ('P mem M))))))
            (choice ((do ((turn pass) (any (all (all player 'P ('P mem M)) 'X 'X) 'Y
                            (set (game sto R) (size 'Y)))))))"""
    ),
    # Point maps
    "an update that is written above the map it changes": table(
        f"""(stage player (end (>= (game sto T) 3))
              (do (((== (game sto T) 1) (update (game points W) (((SUIT : R) 5))))
                   (inc (game sto T))
                   ((== (game sto T) 1)
                     (set (game points W) (((RANK : A) 1) ((SUIT : S) 2)))))) {WAIT})"""
    ),
    "an update replaces an award whose attribute was computed": table(
        f"""(do ((set (game str S) SUIT)
                 (set (game points W) ((((game str S) : R) 5) ((RANK : A) 1)))
                 (update (game points W) (((SUIT : S) 2)))
                 (set (game sto R) (sum {STOCK} using (game points W))))) {WAIT}"""
    ),
    "large awards that are never in force together": table(
        f"""(do ((set (game points W) (((RANK : A) 2147483640)))
                 (set (game points W) (((RANK : A) 2147483640) ((RANK : B) (game sto ZERO))))
                 (update (game points W) (((RANK : A) 5))))) {WAIT}"""
    ),
    # Numbers and decks
    "a range that ends at the largest number": table(
        f"(do ((all (range 2147483646..2147483647) 'N (set (game sto R) 'N)))) {WAIT}"
    ),
    "a deck whose back is read off another card": game(
        WAIT,
        setup=f"{EIGHT_CARDS} (create deck (cardatt RANK (top {STOCK})) (game vloc P) "
        "(deck (RANK (A))))",
    ),
    "a deck at a place that is not there": game(
        WAIT, setup="(create deck (game iloc STOCK (- 0 1)) (deck (RANK (A))))"
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_now_they_agree_on(name: str) -> None:
    both = CountedLockstep(program_of(GAMES[name]))
    for seed in range(12):
        both.play(seed, most=10, every=1)


def test_an_update_whose_attribute_is_computed_is_refused() -> None:
    text = table(
        f"""(do ((all (RANK, SUIT) 'X (update (game points W) ((('X : A) 5) (('X : R) 7))))
                 (set (game sto R) (sum {STOCK} using (game points W))))) {WAIT}"""
    )
    with pytest.raises(RecycleError, match="an update names its attributes"):
        program_of(text)


def test_what_is_taken_through_a_filter_of_groups_stays_in_the_groups() -> None:
    text = game(
        f"""(do ((let {SUITS} 'G (let (filter 'G 'X (> (size 'X) 0)) 'H
               (do ((move (top (top 'H)) (top (game vloc PILE)))
                    (set (game sto R) (size (union 'G)))))))))""",
        setup=EIGHT_CARDS,
    )
    assert play(text).scores == [8]


def test_every_path_sees_the_groups_that_its_own_picks_left() -> None:
    text = game(
        f"""(choice ((let {SUITS} 'G (any 'G 'Y
              (do ((move (top 'Y) (top (game vloc P)))
                   (any (range 1..(size (union 'G))) 'N (inc (game sto R) 'N))))))))""",
        setup=EIGHT_CARDS,
    )
    assert play(text).decisions == [(1, 14)]


MOVE = "(move 'C (top (game vloc PILE)))"
DIVIDE = "(inc (game sto R) (// 100 (size (game vloc EMPTY))))"


@pytest.mark.parametrize("statements", [f"{MOVE} {DIVIDE}", f"{DIVIDE} {MOVE}"])
def test_an_option_that_has_begun_is_offered_even_if_it_will_fail(statements: str) -> None:
    text = game(f"(choice ((any {STOCK} 'C (do ({statements}))) (turn pass)))", setup=EIGHT_CARDS)
    assert play(text, [8]).decisions == [(1, 9)]
    assert fault_of(text, [0]).diagnostic.slug == "division-by-zero"
    CountedLockstep(program_of(text)).play(1, most=1, every=1)


def test_an_option_that_fails_before_it_begins_fails_the_decision() -> None:
    text = game(
        f"""(choice ((any {STOCK} 'C ((== 1 (// 100 (size (game vloc EMPTY))))
                                      (move 'C (top (game vloc PILE)))))
                    (turn pass)))""",
        setup=EIGHT_CARDS,
    )
    assert fault_of(text).diagnostic.slug == "division-by-zero"
    Lockstep(program_of(text)).play(1, most=1)


def test_a_set_of_alike_cards_is_not_paid_for_again_when_it_is_played() -> None:
    text = game(
        f"""(choice ((any (subsets (top (partition RANK {STOCK}))) 'SET
                      (move (bottom 'SET) (top (game vloc PILE))))))""",
        setup=EIGHT_CARDS,
    )
    CountedLockstep(program_of(text)).play(1, most=1, every=1)


def test_a_trial_may_run_out_of_work_before_it_comes_to_its_pick() -> None:
    text = game("(choice ((do ((turn pass) (any (range 1..63000) 'N (turn pass)))) (turn pass)))")
    assert fault_of(text).diagnostic.slug == "too-much-work"
    Lockstep(program_of(text)).play(1, most=1)


CHANCE_PICKS_A_STORAGE = """(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B)))))
 (choice ((inc ((current player) sto N (random 1)) (size (game iloc STOCK)))))
 (choice ((set ((current player) sto N (random 1)) (+ 2 (size (game iloc STOCK))))))
 (scoring max (+ ((current player) sto N 0) ((current player) sto N 1))))"""


def test_a_storage_that_chance_picks_is_picked_once_though_a_score_is_told_of() -> None:
    table = Lockstep(program_of(CHANCE_PICKS_A_STORAGE))
    for number in range(8):
        table.play(number, most=5, every=1)
