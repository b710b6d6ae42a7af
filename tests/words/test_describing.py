"""What happened, as values that anybody may render."""

from __future__ import annotations

from small_games import engine_of, game

from kibitz.game import Game
from kibitz.words import Vocabulary, describe
from kibitz.words.describing import Counted, Dealt, DeedList, Moved, Said, Swapped, TurnedTo, Verb

DEAL = "(do ((all player 'P (move (top (game iloc STOCK)) (top ('P hloc CELL 1))))))"
DRAW = "(move (top (game iloc STOCK)) (top ((current player) iloc HAND)))"


def accounts(text: str, seat: int | None = None) -> list[DeedList]:
    """The deal and the first option played, as the seat sees them; None sees everything."""
    match = Game.of_program(engine_of(text).program).match(1)
    vocabulary = Vocabulary(match.game.program)

    def account(chooser: int | None) -> DeedList:
        seen = [sighting.event for sighting in match.sightings(seat)] if seat is not None else []
        return describe(vocabulary, chooser, match.events if seat is None else seen)

    found = [account(None)]
    chooser = match.decision.seat
    match.play(0)
    return [*found, account(chooser)]


def test_a_deal_says_how_many_cards_everybody_got() -> None:
    dealt, _ = accounts(game(DEAL + "(choice ((turn pass)))", players=3))
    (deed,) = dealt.with_cards
    assert isinstance(deed, Dealt)
    assert (deed.seat, deed.count_by_seat) == (None, ((0, 1), (1, 1), (2, 1)))


def test_a_swap_is_one_deed_with_both_cards() -> None:
    swap = """(do ((move (top ((current player) hloc CELL 1)) (top (game vloc DISCARD)))
                   (move (top (game iloc STOCK)) (top ((current player) vloc CELL 1)))))"""
    _, played = accounts(game(DEAL + f"(choice ({swap}))", players=2))
    (deed,) = played.with_cards
    assert isinstance(deed, Swapped)
    assert (deed.seat, deed.left.card, deed.entered.card) == (0, 3, 1)


def test_a_seat_that_did_not_see_the_card_gets_a_deed_without_it() -> None:
    text = game(f"(do ((shuffle (game iloc STOCK)))) (choice ({DRAW}))", players=2)
    cards = []
    for seat in (0, 1):
        (deed,) = accounts(text, seat)[1].with_cards
        assert isinstance(deed, Moved)
        assert deed.verb is Verb.DRAW
        cards.append(deed.moves[0].card)
    assert cards[0] is not None
    assert cards[1] is None


def test_what_is_no_matter_of_cards_is_kept_apart() -> None:
    option = """(do ((cycle current (2 player)) (set (game str TRUMP) HEARTS)
                     (set ((1 player) sto BID) 3)))"""
    stage = f"(stage player (end (> ((1 player) sto BID) 0)) (choice ({option})))"
    _, played = accounts(game(stage, players=2))
    turned, said, counted = played.spoken
    assert turned == TurnedTo(seat=0, player=1)
    assert isinstance(said, Said)
    assert (said.storage, said.owner) == ("trump", None)
    assert counted == Counted(seat=0, storage="bid", owner=0, value=3)
