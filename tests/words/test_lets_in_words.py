"""What a let names on the way to a move can stand in its words, for those who may know it."""

from __future__ import annotations

from small_games import engine_of

from kibitz.engine import Decision, Rng, events
from kibitz.engine.events import seen
from kibitz.games import Page
from kibitz.words import Vocabulary, option_labels

GAME = """(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
 (do (
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))
  (set (game sto POT) 7)))
 (choice (
  (let (+ (game sto POT) (size (game iloc STOCK))) 'PRICE
   (as BUY (inc (game sto BOUGHT))))
  (let (size (filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) F))) 'SIXES
   (as BOAST (inc (game sto BOASTS))))
  (let (cardatt RANK (top (game iloc STOCK))) 'NEXT
   (as PEEK (inc (game sto PEEKS))))
  (let (size (filter ((current player) iloc HAND) 'C (== (cardatt RANK 'C) F))) 'TOLD
   (as TELL (set (game sto TOLD) 'TOLD)))
  (any ((2 player) iloc HAND) 'C
   (let (cardatt RANK 'C) 'RANK
    (as STEAL (inc (game sto STOLEN)))))))
 (choice ((turn pass)))
 (scoring max 0))"""
WORDS = {
    "BUY": "buy for {PRICE}",
    "BOAST": "boast of {SIXES} sixes",
    "PEEK": "peek at {NEXT}",
    "TELL": "tell of {TOLD} sixes",
    "STEAL": "steal the {RANK}",
}


def labels() -> list[str]:
    engine = engine_of(GAME)
    step = engine.deal(Rng(1))
    assert isinstance(step.status, Decision)
    vocabulary = Vocabulary(engine.program, Page("", moves=WORDS))
    return list(option_labels(engine, step.view(0), step.status, vocabulary))


def heard(option: int, seat: int) -> list[events.Picked]:
    engine, rng = engine_of(GAME), Rng(1)
    step = engine.apply(engine.deal(rng), option, rng)
    [chosen] = [event for event in step.events if isinstance(event, events.Chosen)]
    told = seen(chosen, seat)
    assert isinstance(told, events.Chosen)
    return list(told.lets)


def test_a_label_tells_what_its_chooser_may_know() -> None:
    assert labels()[:4] == ["buy for 9", "boast of 1 sixes", "peek", "tell of 1 sixes"]


def test_what_is_hidden_from_the_chooser_is_in_no_label() -> None:
    assert not any(" the " in label or " at " in label for label in labels())


def test_others_hear_what_is_open_and_what_the_move_itself_shows() -> None:
    assert [let.value for let in heard(0, seat=1)] == [9]
    assert [let.value for let in heard(1, seat=1)] == [None]
    assert [let.value for let in heard(1, seat=0)] == [1]
    assert [let.value for let in heard(3, seat=1)] == [1]


def test_nobody_hears_what_nobody_knows() -> None:
    assert [let.value for seat in (0, 1) for let in heard(2, seat)] == [None, None]
    assert [let.value for seat in (0, 1) for let in heard(4, seat)] == [None, None]
