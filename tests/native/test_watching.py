"""Places keep the set of their cards where a rule asks about faces, and only there."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from lockstep import CountedLockstep
from packed_steps import set_rng
from small_games import game, program_of

import kibitz
from kibitz.engine import Rng
from kibitz.engine.native import searcher
from kibitz.engine.native.layout.set_plan import PointSteps, ladder
from kibitz.engine.native.layout.state_layout import NO_SET, state_layout
from kibitz.engine.native.search.plans import plan_worlds
from kibitz.engine.program import Program

CARDS = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (R, S, T))))"
TWO_DECKS = """(repeat 6 (create deck (game iloc STOCK)
  (deck (RANK (A, B, C, D)) (SUIT (R, S, T)))))"""
LATER = "(create deck (game iloc STOCK) (deck (RANK (A)) (SUIT (R))))"
HAND = "((current player) iloc HAND)"
LED = "(cardatt SUIT (top (game vloc LED)))"


def asks(condition: str, place: str = HAND, setup: str = CARDS, first: str = "") -> Program:
    """Two players hold cards and play one that passes; whoever has none plays any."""
    return program_of(
        game(
            f"""(do ({first}
              (set (game str TRUMP) S) (set (game points V) (((RANK : A) 1) ((RANK : B) 2)))
              (shuffle (game iloc STOCK))
              (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
              (move (top (game iloc STOCK)) (top (game vloc LED)))
              (remember (top (game vloc LED)) (top (game mem SEEN)))))
            (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
             (choice (
              (any (filter {place} 'C {condition}) 'C
               ((> (size {HAND}) 0)
                (do ((inc (game sto R)) (move (top {HAND}) (top (game vloc LED)))))))
              ((== (size (filter {place} 'C {condition})) 0)
               (do ((swap (top {HAND}) (top (game vloc LED)))
                    (move (bottom {HAND}) (bottom (game vloc LED))))))
              ((and (any {place} 'C {condition}) (not (all {place} 'C {condition})))
               (do ((inc (game sto R) 2) (move (top {HAND}) (top (game vloc LED))))))
              ((> (size (filter {place} 'C {condition})) 1)
               (do ((swap {HAND} (game vloc LED))
                    (repeat all (move (top {HAND}) (top (game vloc LED))))))))))""",
            players=2,
            setup=setup,
        )
    )


def watched(program: Program) -> set[str]:
    """The names of the places that keep sets."""
    layout = state_layout(program)
    return {
        program.strings[place.name]
        for place, number in zip(layout.places, layout.set_index, strict=True)
        if number != NO_SET
    }


BY_FACE = {
    "a suit": "(== (cardatt SUIT 'C) R)",
    "any but a suit": "(!= R (cardatt SUIT 'C))",
    "the suit that was led": f"(== (cardatt SUIT 'C) {LED})",
    "the suit that a storage names": "(== (game str TRUMP) (cardatt SUIT 'C))",
    "a suit or a rank": "(or (== (cardatt SUIT 'C) R) (== (cardatt RANK 'C) A))",
    "a suit and not a rank": "(and (== (cardatt SUIT 'C) R) (not (== (cardatt RANK 'C) A)))",
    "a suit while it is trumps": "(and (== (cardatt SUIT 'C) S) (== (game str TRUMP) S))",
    "an attribute that no card has": "(== (cardatt COLOUR 'C) R)",
}


@pytest.mark.parametrize("condition", BY_FACE.values(), ids=BY_FACE)
def test_a_hand_that_is_asked_for_faces_keeps_its_set(condition: str) -> None:
    assert watched(asks(condition)) == {"HAND"}


@pytest.mark.slow
@pytest.mark.parametrize("condition", BY_FACE.values(), ids=BY_FACE)
def test_both_engines_agree_about_the_faces_that_are_asked_for(condition: str) -> None:
    table = CountedLockstep(asks(condition))
    for seed in range(3):
        table.play(seed, most=20, every=1)


OTHERWISE = {
    "points": asks("(== (score 'C using (game points V)) 1)"),
    "which card it is": asks("(== 'C (top (game vloc LED)))"),
    "a comparison that may fail": asks("(and (== (cardatt SUIT 'C) R) (== 1 (// 1 (game sto R))))"),
    "an attribute to be worked out": asks("(== (cardatt (game str TRUMP) 'C) R)"),
    "two attributes of the same card": asks("(== (cardatt SUIT 'C) (cardatt RANK 'C))"),
    "references": asks("(== (cardatt SUIT 'C) R)", place="(game mem SEEN)"),
    "more cards than bits": asks("(== (cardatt SUIT 'C) R)", setup=TWO_DECKS),
    "cards made later": asks("(== (cardatt SUIT 'C) R)", first=LATER),
}


@pytest.mark.parametrize("program", OTHERWISE.values(), ids=OTHERWISE)
def test_nothing_else_makes_a_place_keep_a_set(program: Program) -> None:
    assert watched(program) == set()


def parts(rule: str) -> Program:
    """Three cards of three ranks each; `rule` goes over the ranks of a hand."""
    return program_of(
        game(
            f"""(do ((shuffle (game iloc STOCK)) (set (game sto WANTED) 1)
              (repeat 7 (move (top (game iloc STOCK)) (top ((current player) iloc HAND))))))
            (stage player once
             (choice ((any {HAND} 'C (move 'C (top (game vloc LED)))))))
            (do ((let 2 'TWO {rule})))
            (stage player once
             (choice ((turn pass)
              (any (partition RANK {HAND}) 'G ((> (size 'G) 1)
               (repeat all (move (top 'G) (top (game vloc LED)))))))))
            (stage player once
             (choice (
              (do ((any (partition RANK {HAND}) 'G ((> (size 'G) 2)
                    (move (top 'G) (top (game vloc LED)))))
                   (inc (game sto R)))))))""",
            setup="(create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (R, S, T))))",
        )
    )


SIZED = {
    "a size": "(== (size 'G) 2)",
    "a size that a variable holds": "(>= (size 'G) 'TWO)",
    "one of two sizes": "(or (== 1 (size 'G)) (not (< (size 'G) 3)))",
    "a size that the rules change meanwhile": "(== (size 'G) (game sto WANTED))",
    "the face of a card": "(== (cardatt RANK (top 'G)) A)",
    "the size of the pile": f"(== (size {HAND}) 6)",
}


@pytest.mark.slow
@pytest.mark.parametrize("condition", SIZED.values(), ids=SIZED)
def test_both_engines_agree_about_the_ranks_of_a_hand_by_their_sizes(condition: str) -> None:
    program = parts(
        f"""(all (partition RANK {HAND}) 'G
             ({condition}
              (do ((set (game sto WANTED) 3)
                   (inc (game sto R))
                   (repeat all (move (top 'G) (bottom {HAND})))))))"""
    )
    table = CountedLockstep(program)
    for seed in range(6):
        table.play(seed, most=20, every=1)


def test_scores_with_the_same_step_between_all_neighbours_are_a_ladder() -> None:
    assert ladder([1, 11, 2, 12, 3, 13]) == PointSteps(step=2, followed=0b1111)
    assert ladder([3, 2, 1]) == PointSteps(step=-1, followed=0b110)
    assert ladder([1, 2, 9]) == PointSteps(step=1, followed=0b1)


def test_equal_scores_uneven_steps_and_no_steps_are_none() -> None:
    assert ladder([1, 2, 2]) is None
    assert ladder([1, 3, 2]) is None
    assert ladder([1, 5, 9]) is None


LADDERS = {
    "upwards": "((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((SUIT : S) 10) ((SUIT : T) 20)",
    "downwards": "((RANK : A) 3) ((RANK : B) 2) ((RANK : C) 1) ((SUIT : S) 10) ((SUIT : T) 20)",
    "suits that follow each other": "((RANK : B) 1) ((RANK : C) 2) ((SUIT : S) 3) ((SUIT : T) 6)",
    "suits that count alike": "((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3)",
    "points that are worked out": "((RANK : A) (game sto WANTED)) ((RANK : B) 2) ((RANK : C) 3)",
}


@pytest.mark.slow
@pytest.mark.parametrize("least", [1, 2, 3])
@pytest.mark.parametrize("points", LADDERS.values(), ids=LADDERS)
def test_both_engines_agree_about_runs(points: str, least: int) -> None:
    program = parts(
        f"""(do ((set (game points V) ({points}))
             (all (runs all {least} {HAND} using (game points V)) 'G
              (do ((inc (game sto R) (size 'G))
                   (repeat all (move (top 'G) (bottom {HAND}))))))))"""
    )
    table = CountedLockstep(program)
    for seed in range(6):
        table.play(seed, most=20, every=1)


MELDS = """(do ((shuffle (game iloc STOCK))
  (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
  (repeat 2 (move (top (game iloc STOCK)) (top (game vloc MELD (random 1..9)))))))
 (stage player (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice (
   (any ((current player) iloc HAND) 'C (any (indexed game vloc MELD) 'M
    ((== (cardatt RANK 'C) (cardatt RANK (top 'M))) (move 'C (top 'M)))))
   (any ((current player) iloc HAND) 'C (any (indexed (current player) vloc OWN) 'M
    ((!= (cardatt SUIT 'C) (cardatt SUIT (top 'M))) (move 'C (top 'M)))))
   (any ((current player) iloc HAND) 'C
    (any (range 1..11) 'N ((== (size ((current player) vloc OWN 'N)) 0)
     (move 'C (top ((current player) vloc OWN 'N)))))))))"""


@pytest.mark.slow
def test_both_engines_agree_about_melds_that_cards_are_laid_to() -> None:
    table = CountedLockstep(program_of(game(MELDS, players=2, setup=CARDS)))
    for seed in range(6):
        table.play(seed, most=20, every=1)


@pytest.mark.slow
def test_worlds_that_are_dealt_have_their_sets() -> None:
    game = kibitz.load("go-fish")
    assert watched(game.program) == {"HAND"}
    native, search = game.engine, searcher(game.program)
    state = native.interpreter.deal(Rng(5)).state
    plan = np.array(plan_worlds(native.interpreter.view(state, 0)), np.int32)
    memory = ctypes.create_string_buffer(native.pack(state), native.state_bytes)
    context = search.code.context
    set_rng(context, Rng(1))
    address = plan.ctypes.data
    search.deal_code(ctypes.addressof(memory), context.address, address)
    assert native.unpack(memory.raw).cards != state.cards
