"""Options as the table offers them."""

from __future__ import annotations

import pytest
from small_games import engine_of, game

from kibitz.game import Game, load
from kibitz.games import Page, TableLayout
from kibitz.match import Match
from kibitz.words import Vocabulary
from kibitz.words.faces import alike, hand_order
from kibitz.words.labels import offers

PACK = "(create deck ((1 player) iloc HAND) (deck (RANK (ACE, TWO, THREE)) (SUIT (CLUBS, SPADES))))"
PLAY = "(any ((current player) iloc HAND) 'C (move 'C (top (game vloc TABLE))))"
HIGH_ACES = """(set (game points HEIGHT)
  (((RANK : ACE) 14) ((RANK : TWO) 2) ((RANK : THREE) 3)))"""


def offered(match: Match, page: TableLayout | None = None) -> list[str]:
    """What to type, and what it says."""
    words = Vocabulary(match.game.program, Page("", layout=page) if page else match.game.page)
    view = match.view(match.decision.seat)
    found = offers(match.game.interpreter, view, match.options, words)
    return [f"{offer.tag} {offer.option}" for offer in found]


def first(text: str, page: TableLayout | None = None) -> list[str]:
    return offered(Game.of_program(engine_of(text).program).match(1), page)


def test_options_follow_the_hand_and_the_hand_the_ranks_of_the_game() -> None:
    led = "(set (game str LED) (cardatt SUIT (top (game vloc TABLE))))"
    text = game(f"(do ({HIGH_ACES})) (choice ({PLAY} (turn pass))) (do ({led}))", setup=PACK)
    clubs, spades = [[f"play {rank}{suit}" for rank in "23A"] for suit in ("♣", "♠")]
    said = [f"{number} {label}" for number, label in enumerate([*clubs, *spades, "pass"], start=1)]
    assert first(text) == said


def test_cards_that_the_rules_never_tell_apart_are_offered_once() -> None:
    text = game(f"(do ({HIGH_ACES})) (choice ({PLAY}))", setup=PACK)
    assert first(text) == ["1 play 2♣", "2 play 3♣", "3 play A♣"]


def test_at_president_a_pair_is_a_pair() -> None:
    match = load("president").match(3)
    assert len(match.options) == 13
    assert offered(match) == [
        f"{number} play {cards}"
        for number, cards in enumerate(
            ["5♥", "6♥", "8♣", "8♣ 8♥", "9♥", "10♦", "J♣", "J♥ J♣", "Q♦", "K♣", "A♦"], start=1
        )
    ]


def test_cards_that_lie_in_order_on_the_table_are_not_the_same() -> None:
    pool = PACK.replace("((1 player) iloc HAND)", "(game vloc POOL)")
    take = "(any (game vloc POOL) 'C (move 'C (top ((current player) iloc HAND))))"
    text = game(f"(do ({HIGH_ACES})) (choice ({take}))", setup=pool)
    assert len(first(text)) == 6


def test_where_the_rules_look_at_single_cards_no_two_are_the_same() -> None:
    other = (
        "(any ((current player) iloc HAND) 'C ((!= 'C (top ((1 player) iloc HAND))) (turn pass)))"
    )
    text = game(f"(choice ({PLAY} {other}))", setup=PACK)
    assert alike(engine_of(text).program) is None
    assert len(first(text)) == 11


def test_options_that_differ_in_whose_turn_comes_next_are_all_offered() -> None:
    text = game(
        "(stage player (end (== (game sto R) 1)) (choice ((any player 'P (cycle next 'P)))))",
        players=3,
    )
    assert len(first(text)) == 3


def test_a_named_play_of_like_cards_is_offered_once_beside_the_plain_one() -> None:
    text = game(f"(do ({HIGH_ACES})) (choice ({PLAY} (as KNOCK {PLAY})))", setup=PACK)
    assert first(text)[2:5] == ["3 play A♣", "4 knock 2♣", "5 knock 3♣"]


@pytest.mark.parametrize(("order", "ranks"), [("", "23A"), ("LOW", "A23")])
def test_the_page_may_name_the_order_of_a_hand(order: str, ranks: str) -> None:
    low = "(set (game points LOW) (((RANK : ACE) 1) ((RANK : TWO) 2) ((RANK : THREE) 3)))"
    program = engine_of(game(f"(do ({HIGH_ACES} {low}))", setup=PACK)).program
    texts, places = Vocabulary(program).kind_texts, hand_order(program, order)
    held = [text for _, text in sorted(zip(places, texts, strict=True))]
    assert held == [rank + suit for rank in ranks for suit in "♣♠"]


# ------------------------------------------------------------------ numbers of cells


def test_the_number_of_a_cell_is_what_is_typed_for_it() -> None:
    match = load("golf-six").match(7)
    match.play(1)
    assert offered(match) == [f"{cell} turn over cell {cell}" for cell in (1, 3, 4, 5, 6)]


def test_what_is_done_with_no_cell_is_numbered_after_the_cells() -> None:
    match = load("golf-six").match(1)
    for _ in range(9):
        match.play(0)
    cells = [f"{cell} swap 6♠ into cell {cell}" for cell in range(1, 7)]
    assert offered(match) == [*cells, "7 discard 6♠"]


def test_where_two_things_can_be_done_with_a_cell_a_letter_says_which() -> None:
    match = load("lock-golf", players=2).match(1).play("pass").play("pass")
    tags = [line.split()[0] for line in offered(match)]
    assert tags == ["t1", "t2", "t3", "t4", "s1", "s2", "s3", "s4", "5"]
