"""The scorecard of a match, kept from its events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kibitz.engine import Interpreter, lower
from kibitz.engine.events import Event, Shuffled
from kibitz.game import Game, load
from kibitz.games.page_fields import Scorecard
from kibitz.match import Match
from kibitz.recycle import Source, check
from kibitz.words import NoSuchNumber, Scorekeeper, Tally, Term

ROUNDS = """(game
 (declare (option 2 (range 1..3)) 'ROUNDS)
 (setup
  (create players 2)
  (create deck (game vloc STOCK) (deck (RANK (TWO, THREE, FOUR, FIVE, SIX, SEVEN)))))
 (do ((set (game points WORTH)
  (((RANK : TWO) 2) ((RANK : THREE) 3) ((RANK : FOUR) 4) ((RANK : FIVE) 5) ((RANK : SIX) 6)
   ((RANK : SEVEN) 7)))))
 (stage player
  (end (== (game sto ROUND) 'ROUNDS))
  (do (
   (inc (game sto ROUND))
   (set (game sto GOAL) (* 2 (game sto ROUND)))
   (all player 'P (repeat all (move (top ('P vloc PRIZE)) (bottom (game vloc STOCK)))))
   (all player 'P (repeat all (move (top ('P vloc LOST)) (bottom (game vloc STOCK)))))))
  (stage player
   once
   (choice ((repeat 2 (move (top (game vloc STOCK)) (top ((current player) vloc PRIZE)))))))
  (do (
   (all player 'P
    (do (
     (set ('P sto RAW) 0)
     (all ('P vloc PRIZE) 'C (inc ('P sto RAW) (score 'C using (game points WORTH))))
     (move (bottom ('P vloc PRIZE)) (top ('P vloc LOST)))
     (set ('P sto POINTS) ('P sto RAW))
     (set ('P sto FEE) (- 0 (pid 'P)))
     (set ('P sto GIFT) 0)
     (inc ('P sto POINTS) ('P sto FEE))
     (inc ('P sto SUM) ('P sto POINTS))
     ((== (pid 'P) 1) (inc ('P sto WINS)))))))))
 (scoring max ((current player) sto SUM)))"""
"""Two cards each, what they are worth, less a fee of one for player 1 and of two for player 2."""

CARD = Scorecard(
    hole="ROUND",
    score="POINTS",
    total="SUM",
    par="GOAL",
    won="WINS",
    sums=("RAW", "POINTS"),
    parts={"FEE": "fee", "GIFT": "gift"},
    cards="PRIZE",
    aside="LOST",
)


def engine() -> Interpreter:
    result = check(Source("rounds.rcy", ROUNDS))
    assert result.game is not None, result.diagnostics
    return Interpreter(lower(result.game, {}))


def events_of(match: Match, seat: int | None) -> list[Event]:
    if seat is None:
        return list(match.events)
    return [sighting.event for sighting in match.sightings(seat)]


def kept(card: Scorecard = CARD, seat: int | None = None) -> Scorekeeper:
    """The card of a whole match."""
    match = Game.of_program(engine().program).match(1)
    keeper = Scorekeeper(match.game.program, card)
    keeper.hear(events_of(match, seat))
    while not match.is_over:
        match.play(0)
        keeper.hear(events_of(match, seat))
    return keeper


def test_a_score_is_told_in_the_order_in_which_it_was_added() -> None:
    first, second = kept().holes[0].tallies
    assert first.terms == (Term("", 7), Term("", 6), Term("fee", -1))
    assert (first.score, first.total) == (12, 12)
    assert second.terms == (Term("", 5), Term("", 4), Term("fee", -2))


def test_every_hole_has_its_number_its_par_and_the_running_total() -> None:
    keeper = kept()
    assert [(hole.number, hole.par) for hole in keeper.holes] == [(1, 2), (2, 4)]
    for seat in (0, 1):
        scores = [hole.tallies[seat].score for hole in keeper.holes]
        assert [hole.tallies[seat].total for hole in keeper.holes] == [scores[0], sum(scores)]
        assert keeper.total(seat) == sum(scores)
    assert (keeper.won(0), keeper.won(1)) == (2, 0)


def test_terms_always_make_the_score() -> None:
    for hole in kept().holes:
        for tally in hole.tallies:
            assert sum(term.value for term in tally.terms) == tally.score


def test_cards_that_count_and_cards_laid_aside_are_kept_apart() -> None:
    for hole in kept().holes:
        cards = [(len(tally.cards), len(tally.aside)) for tally in hole.tallies]
        assert cards == [(1, 1), (1, 1)]


def test_without_sums_and_cards_the_score_is_one_number() -> None:
    keeper = kept(Scorecard(hole="ROUND", score="POINTS", total="SUM"))
    tally = keeper.holes[0].tallies[0]
    assert tally == Tally((Term("", 13), Term("", -1)), 12, 12, (), ())
    assert keeper.par is None
    assert keeper.won(0) is None


def test_every_seat_keeps_the_same_card() -> None:
    whole = kept().holes
    assert kept(seat=0).holes == kept(seat=1).holes == whole


def test_the_deal_of_the_next_hole_does_not_belong_to_the_one_before() -> None:
    match = Game.of_program(engine().program).match(1)
    keeper = Scorekeeper(match.game.program, CARD)
    assert keeper.next_hole(match.events) == len(match.events)
    keeper.hear(match.events)
    assert (keeper.number, keeper.holes) == (1, [])
    match.play(0)
    assert keeper.next_hole(match.events) == len(match.events)
    keeper.hear(match.events)
    match.play(0)
    cut = keeper.next_hole(match.events)
    assert 0 < cut < len(match.events)
    (hole,) = keeper.hear(match.events[:cut])
    assert hole.number == keeper.number == 1
    assert keeper.hear(match.events[cut:]) == []
    assert keeper.number == 2


def test_the_turn_in_which_a_hole_begins_says_who_leads_if_the_card_says_so() -> None:
    match = Game.of_program(engine().program).match(1)
    keeper = Scorekeeper(match.game.program, replace(CARD, turn="lead"))
    keeper.hear(match.events)
    assert (keeper.on_duty("lead"), keeper.on_duty("deal")) == (0, None)
    for _ in range(2):
        match.play(0)
        keeper.hear(match.events)
    assert (keeper.number, keeper.on_duty("lead")) == (2, 1)
    assert kept().on_duty("lead") is None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (replace(CARD, hole="HOLE"), "`scorecard.hole` names HOLE, but .* for the table"),
        (replace(CARD, score="ROUND"), "`scorecard.score` names ROUND, but .* for every player"),
        (replace(CARD, total="TOTAL"), "`scorecard.total` names TOTAL"),
        (replace(CARD, par="PAR"), "`scorecard.par` names PAR"),
        (replace(CARD, won="WON"), "`scorecard.won` names WON"),
    ],
)
def test_a_number_that_the_program_does_not_keep_is_named(wrong: Scorecard, words: str) -> None:
    with pytest.raises(NoSuchNumber, match=words):
        Scorekeeper(engine().program, wrong)


# ---------------------------------------------------------------------------- a hole counted late


def test_a_deal_that_is_counted_only_after_the_bidding_is_at_play_before() -> None:
    """At Dou Dizhu: and what is dealt after the last card belongs to the next deal."""
    game = load("dou-dizhu")
    assert game.page.scorecard is not None
    keeper, match = Scorekeeper(game.program, game.page.scorecard), game.match(3)
    seen: list[int] = []
    while not match.is_over and len(keeper.holes) < 2:
        cut = keeper.next_hole(match.events)
        is_over = bool(keeper.hear(match.events))
        assert is_over == (cut < len(match.events))
        is_dealt = [isinstance(event, Shuffled) for event in match.events]
        assert not is_over or (any(is_dealt[cut:]) and not any(is_dealt[:cut]))
        seen.append(keeper.at_play)
        plays = [one.index for one in match.options if str(one) != "pass"]
        match.play(plays[0] if plays else 0)
    assert (seen[0], list(dict.fromkeys(seen))) == (1, [1, 2, 3])


@pytest.mark.parametrize("name", ["doppelkopf", "french-tarot", "rummy"])
def test_who_sits_before_the_first_turn_of_a_deal_has_dealt(name: str) -> None:
    game = load(name)
    assert game.page.scorecard is not None
    keeper, match = Scorekeeper(game.program, game.page.scorecard), game.match(3)
    keeper.hear(match.events)
    assert keeper.on_duty("deal") == game.players - 1
    assert keeper.on_duty("lead") is None
