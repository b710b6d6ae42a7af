"""Rounds that only add up, and rounds that are linked: told apart by trying."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz import load
from kibitz.advisor import Question, advise
from kibitz.engine import Program, lower
from kibitz.engine.rounds import deal_slot, rounds_of
from kibitz.game import Game
from kibitz.games.page_fields import Scorecard
from kibitz.recycle import Source, check

HIGH_CARD = """(game
 (declare (option 4 (range 1..9)) 'HANDS)
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F, G, H)))))
 (do (
  (set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4)
   ((RANK : E) 5) ((RANK : F) 6) ((RANK : G) 7) ((RANK : H) 8)))
  (all player 'P (set ('P sto CHIPS) 100))))
 (stage player
  (end END)
  (do (
   (inc (game sto HAND))
   (all player 'P
    (repeat all (move (top ('P iloc HELD)) (top (game iloc STOCK)))))
   (shuffle (game iloc STOCK))
   (all player 'P (repeat CARDS (move (top (game iloc STOCK)) (top ('P iloc HELD)))))))
  (stage player
   once
   (choice (
    (any (range 0..2) 'N
     ((<= (* 60 'N) LIMIT) (set ((current player) sto STAKE) (* 60 'N)))))))
  (do (
   (set (game sto PRICE) (min ((1 player) sto STAKE) ((2 player) sto STAKE)))
   ((> (score (top ((1 player) iloc HELD)) using (game points V))
       (score (top ((2 player) iloc HELD)) using (game points V)))
    (do ((inc ((1 player) sto CHIPS) (game sto PRICE))
         (dec ((2 player) sto CHIPS) (game sto PRICE)))))
   ((< (score (top ((1 player) iloc HELD)) using (game points V))
       (score (top ((2 player) iloc HELD)) using (game points V)))
    (do ((dec ((1 player) sto CHIPS) (game sto PRICE))
         (inc ((2 player) sto CHIPS) (game sto PRICE))))))))
 (scoring max ((current player) sto CHIPS)))"""
"""Both stake on a card each, hand after hand."""

CARD = Scorecard(hole="HAND", score="STAKE", total="CHIPS", holes="HANDS")


def high_card(
    end: str = "(== (game sto HAND) 'HANDS)", limit: str = "120", cards: str = "1", **options: int
) -> Program:
    text = HIGH_CARD.replace("END", end).replace("LIMIT", limit).replace("CARDS", cards)
    found = check(Source("high-card.rcy", text)).game
    assert found is not None
    return lower(found, options)


def test_hands_that_only_add_up_are_told_apart_by_the_number_that_counts_them() -> None:
    program = high_card()
    rounds = rounds_of(program)
    assert rounds is not None
    (hand,) = (one for one in program.int_storages if program.strings[one.name] == "HAND")
    assert (rounds.slot, rounds.first, rounds.last, rounds.count) == (hand.first, 1, 4, 4)


def test_hands_in_which_nobody_has_anything_to_decide_are_hands_too() -> None:
    """At blackjack a natural ends a hand at once, and what two cards count comes of the cards."""
    rounds = rounds_of(load("blackjack", PLAYERS=1).program)
    assert rounds is not None
    assert (rounds.first, rounds.last) == (1, 10)


def test_one_hand_is_a_whole_match() -> None:
    assert rounds_of(high_card(HANDS=1)) is None


@pytest.mark.parametrize(
    ("end", "limit", "cards"),
    [
        ("(== (game sto HAND) 'HANDS)", "((current player) sto CHIPS)", "1"),
        ("(any player 'P (<= ('P sto CHIPS) 0))", "120", "1"),
        ("(or (== (game sto HAND) 'HANDS) (>= ((1 player) sto CHIPS) 1000))", "120", "1"),
        ("(== (game sto HAND) 'HANDS)", "120", "(+ 1 (// (game sto PRICE) 60))"),
    ],
    ids=["nobody stakes what they do not have", "until one is broke", "or far ahead", "more cards"],
)
def test_hands_are_linked_where_one_changes_the_next(end: str, limit: str, cards: str) -> None:
    assert rounds_of(high_card(end, limit, cards)) is None


def test_where_chips_run_out_nobody_expects_more_than_there_are() -> None:
    game = Game.of_program(high_card(limit="((current player) sto CHIPS)"))
    told = []
    for card in (None, CARD):
        match = replace(game, page=replace(game.page, scorecard=card)).match(5)
        question = Question.of(match.game, match.view(0), match.decision)
        told.append(advise(question, simulations=2_000).to_json())
    assert told[0] == told[1], "a scorecard is for the eye"
    for option in told[0]["options"]:
        low, _, high = option["quantiles"]
        assert low >= 0
        assert high <= 200


@pytest.mark.parametrize(
    ("name", "rounds"), [("golf", 9), ("oh-hell", 13), ("skat", 9), ("hearts", 1), ("gin-rummy", 1)]
)
@pytest.mark.slow
def test_rounds_of_the_library(name: str, rounds: int) -> None:
    found = rounds_of(load(name).program)
    assert (found.count if found else 1) == rounds


def test_linked_deals_are_told_apart_by_a_number_that_changes_with_them_alone() -> None:
    broke = "(or (== (game sto HAND) 'HANDS) (any player 'P (< ('P sto CHIPS) 0)))"
    linked = high_card(end=broke, limit="((current player) sto CHIPS)")
    slots = [one.first for one in linked.int_storages if linked.strings[one.name] == "HAND"]
    assert rounds_of(linked) is None
    assert [deal_slot(linked)] == slots
    assert deal_slot(high_card()) is None  # these rounds only add up
    assert deal_slot(load("golf-six").program) is None  # there is one deal


@pytest.mark.parametrize("name", ["spades", "briscola", "tressette"])
def test_of_short_matches_more_are_played_until_deals_are_told_apart(name: str) -> None:
    program = load(name).program
    dealer = [one.first for one in program.int_storages if program.strings[one.name] == "DEALER"]
    assert [deal_slot(program)] == dealer
