from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.recycle.loading import load_source
from kibitz.recycle.printer import print_document
from kibitz.recycle.reader import read
from kibitz.recycle.source import Document, Source

CORPUS = sorted((Path(__file__).parents[3] / "shared" / "corpus").glob("*.rcy"))


def document(text: str) -> Document:
    result, faults = read(Source("game.rcy", text))
    assert faults == ()
    return result


def printed(text: str) -> str:
    return print_document(document(dedent(text).strip("\n")))


def assert_printed(text: str, expected: str) -> None:
    assert printed(text) == dedent(expected).lstrip("\n")
    assert printed(expected) == dedent(expected).lstrip("\n")


def assert_faithful(original: Document) -> None:
    text = print_document(original)
    again = document(text)
    assert again == original
    assert print_document(again) == text


# ---------------------------------------------------------------------------- layout


def test_a_game_has_its_skeleton_on_lines_of_their_own() -> None:
    assert_printed(
        """
        (game (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A, B)))))
        (stage player (end (== (size (game iloc STOCK)) 0)) (choice ((turn pass))))
        (scoring max (game sto SCORE)))
        """,
        """
        (game
         (setup
          (create players 2)
          (create deck (game iloc STOCK) (deck (RANK (A, B)))))
         (stage player
          (end (== (size (game iloc STOCK)) 0))
          (choice ((turn pass))))
         (scoring max (game sto SCORE)))
        """,
    )


@pytest.mark.parametrize("head", ["do", "choice"])
def test_a_block_opens_on_the_line_of_its_head(head: str) -> None:
    assert_printed(
        f"({head} ((turn pass) (shuffle (game iloc STOCK))))",
        f"""
        ({head} (
         (turn pass)
         (shuffle (game iloc STOCK))))
        """,
    )


def test_small_things_are_spaced_alike() -> None:
    assert printed("(A,B ,C)") == "(A, B, C)\n"
    assert printed("(range 1 .. 6)") == "(range 1..6)\n"
    assert printed("(RANK:A)") == "(RANK : A)\n"
    assert printed("( top( game iloc STOCK ) )") == "(top (game iloc STOCK))\n"


def test_arguments_that_do_not_fit_stand_below_each_other() -> None:
    assert_printed(
        """
        (move (top (game iloc AVERYLONGNAMEFORASTOCK)) (top (game vloc ANEVENLONGERNAMEFORAPILE)))
        """,
        """
        (move (top (game iloc AVERYLONGNAMEFORASTOCK))
              (top (game vloc ANEVENLONGERNAMEFORAPILE)))
        """,
    )


def test_the_body_of_a_loop_that_does_not_fit_stands_below_its_header() -> None:
    assert_printed(
        """
        (all player 'P
          (repeat 6 (move (top (game iloc STOCKOFALLCARDS)) (top ('P iloc HANDOFCARDS)))))
        """,
        """
        (all player 'P
         (repeat 6 (move (top (game iloc STOCKOFALLCARDS)) (top ('P iloc HANDOFCARDS)))))
        """,
    )


def test_a_long_enumeration_fills_its_lines() -> None:
    ranks = ", ".join(f"RANK{letter}" for letter in "ABCDEFGHIJKLMNOP")
    lines = printed(f"(deck (RANK ({ranks})))").splitlines()
    assert lines[0].startswith("(deck (RANK (RANKA, RANKB")
    assert lines[1].startswith("             RANK")
    assert all(len(line) <= 88 for line in lines)


# ---------------------------------------------------------------------------- comments, blank lines


def test_comments_stay_on_their_own_line_or_at_the_end_of_a_line() -> None:
    assert_printed(
        """
        ;; the title
        (game   ;; begin
             ;; where the cards are
            (setup (create players 2) ;; two
           (create deck (game iloc STOCK) (deck (RANK (A)))))
        )  ;; end
        """,
        """
        ;; the title
        (game ;; begin
         ;; where the cards are
         (setup
          (create players 2) ;; two
          (create deck (game iloc STOCK) (deck (RANK (A)))))) ;; end
        """,
    )


def test_a_comment_before_the_end_of_a_list_stays_inside() -> None:
    assert_printed(
        """
        (do ((turn pass)
           ;; (shuffle (game iloc STOCK))
        ))
        """,
        """
        (do (
         (turn pass)
         ;; (shuffle (game iloc STOCK))
         ))
        """,
    )


def test_a_comment_behind_the_last_member_moves_behind_the_parentheses() -> None:
    assert printed("(set (game sto SCORE)\n  1 ;; a point\n)") == (
        "(set (game sto SCORE) 1) ;; a point\n"
    )


def test_two_comments_never_become_one() -> None:
    original = document("((A ;; one\n) ;; two\n) ;; three\n")
    assert_faithful(original)
    assert len(document(print_document(original)).comments) == 3


def test_blank_lines_are_kept_one_at_a_time() -> None:
    assert_printed(
        """
        ;; title


        (do (

          (turn pass)


          (turn pass)
          (turn pass)

          ))
        """,
        """
        ;; title

        (do (
         (turn pass)

         (turn pass)
         (turn pass)))
        """,
    )


def test_nothing_prints_as_nothing() -> None:
    assert printed("") == ""


def test_programs_with_mistakes_of_meaning_are_laid_out_too() -> None:
    assert printed("(shufle , , (4 ..))  MORE") == "(shufle,, (4..))\nMORE\n"


# ---------------------------------------------------------------------------- faithfulness

HEADS = st.sampled_from(["game", "do", "choice", "stage", "all", "set", "create", "using", "move"])
ATOMS = st.sampled_from(["A", "HEARTS", "LONG" * 12, "'P", "7", "-", "<=", ":", ",", ".."])
BLANKS = st.sampled_from([" ", " ", " ", "\t", "\n", "\n\n", "\n \n\n"])
COMMENTS = st.sampled_from([" ;; one\n", "\n;; two (\n", "\n\n ;;three  \r\n\n"])
SEPARATORS = st.one_of(BLANKS, BLANKS, COMMENTS)


def lists_of(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    member = st.tuples(inner, SEPARATORS).map("".join)
    members = st.lists(member, max_size=6).map("".join)
    return st.tuples(st.just("("), SEPARATORS, members, st.just(")")).map("".join)


TREES = st.recursive(HEADS | ATOMS, lists_of, max_leaves=40)
PROGRAMS = st.lists(st.tuples(TREES, SEPARATORS).map("".join), max_size=3).map("".join)


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=500)
@given(SEPARATORS, PROGRAMS)
def test_printing_loses_nothing_and_changes_nothing_twice(start: str, program: str) -> None:
    assert_faithful(document(start + program))


@pytest.mark.slow
@settings(derandomize=True, deadline=None, max_examples=100)
@given(PROGRAMS)
def test_no_line_ends_in_a_blank_and_no_two_are_empty(program: str) -> None:
    text = print_document(document(program))
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert "\n\n\n" not in text


def test_a_list_nested_a_hundred_deep_is_printed() -> None:
    assert_faithful(document("(A " * 100 + ";; deep\n" + ")" * 100))


@pytest.mark.skipif(not CORPUS, reason="the published games are not part of the project")
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_published_games_are_printed_faithfully(path: Path) -> None:
    original, faults = read(load_source(path))
    assert faults == ()
    assert_faithful(original)


@pytest.mark.skipif(not CORPUS, reason="the published games are not part of the project")
@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_published_games_fit_the_page(path: Path) -> None:
    lines = print_document(read(load_source(path))[0]).splitlines()
    assert [line for line in lines if ";;" not in line and len(line) > 88] == []
