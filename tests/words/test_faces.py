"""Cards that an author names: by words, short forms, colours and shapes on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import engine_of

from kibitz import Game, load
from kibitz.engine import kind_texts
from kibitz.games import CardWords, Page, TableLayout, check_page
from kibitz.recycle import Source, check
from kibitz.words import FaceWords, Tableau, Vocabulary, option_labels


def deck(*attributes: str) -> str:
    return f"""(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck {" ".join(attributes)})))
 (do ((all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player once
  (choice (
   (any ((current player) iloc HAND) 'C
    (any (RED, BLUE) 'S
     (as WISH (do ((set (game str WISH) 'S) (move 'C (top (game vloc PILE)))))))))))
 (scoring max 0))"""


COLOURED = deck("(COLOUR (RED, BLUE))", "(SIGN (ONE, DRAWTWO))")
WORDS = {
    "RED": CardWords("crimson", colour="red"),
    "DRAWTWO": CardWords("draw two", "+2", shape="stack"),
}


def faces(text: str, cards: dict[str, CardWords]) -> list[FaceWords]:
    return list(Vocabulary(engine_of(text).program, Page("", cards=cards)).faces)


def test_a_card_is_written_by_short_forms_and_said_in_words() -> None:
    found = faces(COLOURED, WORDS)
    assert [face.text for face in found] == ["crimson 1", "crimson +2", "blue 1", "blue +2"]
    assert found[1] == FaceWords("crimson +2", "crimson draw two", "+2", "red", "stack")


def test_the_rank_comes_last_but_before_a_suit_of_one_sign() -> None:
    ranks = {"KING": CardWords("ruler", "R")}
    french = faces(deck("(RANK (KING, ACE))", "(SUIT (HEARTS, CLUBS))"), ranks)
    assert [face.text for face in french] == ["R♥", "R♣", "A♥", "A♣"]
    own = faces(deck("(RANK (KING))", "(SUIT (STARS, MOONS))"), ranks)
    assert [face.text for face in own] == ["stars R", "moons R"]


def test_a_value_may_go_without_saying() -> None:
    found = faces(COLOURED, {"BLUE": CardWords("")})
    assert [face.text for face in found][2:] == ["1", "drawtwo"]


def test_cards_that_differ_are_never_called_alike() -> None:
    """Without a suit, a rank alone is not enough."""
    program = engine_of(deck("(COLOUR (RED, BLUE))", "(RANK (ONE, TWO))")).program
    assert [face.text for face in Vocabulary(program).faces] == [
        "red 1", "red 2", "blue 1", "blue 2",
    ]  # fmt: skip


@pytest.mark.parametrize("attributes", [("(RANK (ACE, TWO))", "(SUIT (HEARTS, STARS))")])
def test_where_the_page_has_no_words_cards_are_called_as_in_keys(attributes: tuple[str]) -> None:
    program = engine_of(deck(*attributes)).program
    assert Vocabulary(program).kind_texts == kind_texts(program)


def test_options_and_counters_speak_in_these_words_and_keys_do_not() -> None:
    page = Page("", cards=WORDS, moves={"WISH": "play {C} and wish for {S}"})
    match = Game.of_program(engine_of(COLOURED).program).match(1)
    words = Vocabulary(match.game.program, page)
    view, decision = match.view(0), match.decision
    labels = option_labels(match.game.interpreter, view, decision, words)
    assert (match.options[0].key, labels[0]) == (
        "wish:C=blue drawtwo,S=RED",
        "play blue +2 and wish for crimson",
    )


@pytest.mark.parametrize(("word", "said"), [("crimson", ("wish crimson",)), ("", ())])
def test_a_counter_whose_word_is_empty_is_not_shown(word: str, said: tuple[str, ...]) -> None:
    page = Page("", cards={"RED": CardWords(word)}, layout=TableLayout(counters=("WISH",)))
    match = Game.of_program(engine_of(COLOURED).program).match(1).play(0)
    table = Tableau(Vocabulary(match.game.program, page))
    assert table.areas(match.view(0))[None].counters == said


def test_a_page_names_values_of_the_program() -> None:
    page = """+++
[cards.RED]
word = "red"
colour = "rose"
[cards.PINK]
word = "pink"
+++
"""
    game = check(Source("own.rcy", COLOURED)).game
    assert game is not None
    assert "`cards.RED.colour` must be" in check_page(Source("own.md", page), None)[0].headline
    sound = page.replace("rose", "red")
    (report,) = check_page(Source("own.md", sound), game.game)
    assert report.slug == "not-in-program"


def test_browsers_are_told_of_cards_that_have_words() -> None:
    game = load(Path(__file__).parents[1] / "games" / "strangers" / "stacking.rcy")
    told = game.vocabulary.own_faces
    assert told["red +2"] == FaceWords("red +2", "red draw two", "+2", "red", "stack")
    assert told["wild"].shape == "star"
    assert load("hearts").vocabulary.own_faces == {}


def test_a_word_for_a_text_that_is_bid_leaves_cards_as_they_are() -> None:
    found = faces(
        deck("(RANK (KING, ACE))", "(SUIT (HEARTS, CLUBS))"), {"NOTRUMP": CardWords("no")}
    )
    assert [face.text for face in found] == ["K♥", "K♣", "A♥", "A♣"]
    assert not any(face.is_own for face in found)
