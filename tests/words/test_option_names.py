"""Options are named as people write them, and refused combinations say why."""

from __future__ import annotations

import pytest

from kibitz.engine import Program, lower
from kibitz.engine.lower.constants import comment_above, plain_name
from kibitz.recycle import RecycleError, Source, check

TEXT = """(game
 (declare (option 2 (range 2..4)) 'PLAYERS)
 (declare (option NEVER (NEVER, INTHEEND)) 'FLIPONDISCARD)
 (declare (option OFF (OFF, ON)) 'SPARE)
 (declare (* 2 'PLAYERS) 'HANDS)

 ;; Four players never flip: there would be
 ;; no end to it.
 (require (or (< 'HANDS 8) (== 'FLIPONDISCARD NEVER)))
 (require (or (< 'PLAYERS 4) (== 'SPARE OFF)))
 (setup (create players 'PLAYERS) (create deck (game iloc STOCK) (deck (RANK (A)))))
 (do ((shuffle (game iloc STOCK))))
 (scoring max 'HANDS))
"""


def program(**options: int | str) -> Program:
    game = check(Source("names.rcy", TEXT)).game
    assert game is not None
    return lower(game, options)


def notes(**options: int | str) -> tuple[str, ...]:
    with pytest.raises(RecycleError) as raised:
        program(**options)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.slug == "unmet-requirement"
    return diagnostic.notes


@pytest.mark.parametrize(
    "name", ["FLIPONDISCARD", "flip-on-discard", "flip_on_discard", "Flip on Discard"]
)
@pytest.mark.parametrize("value", ["INTHEEND", "in-the-end", "in_the_end", "In the end"])
def test_case_hyphens_and_underscores_do_not_matter(name: str, value: str) -> None:
    assert plain_name(name) == "FLIPONDISCARD"
    assert program(**{name: value}).options["FLIPONDISCARD"] == "INTHEEND"


def test_a_negative_number_stays_negative() -> None:
    with pytest.raises(RecycleError) as raised:
        program(players=-3)
    assert raised.value.diagnostics[0].headline == "option PLAYERS cannot be -3"


def test_a_refusal_says_what_the_author_wrote_above_the_requirement() -> None:
    assert notes(players=4, flip_on_discard="in-the-end") == (
        "Four players never flip: there would be no end to it.",
        "PLAYERS is 4, FLIPONDISCARD is INTHEEND",
    )


def test_without_a_comment_a_refusal_names_the_options_involved() -> None:
    assert notes(players=4, spare="on") == ("PLAYERS is 4, SPARE is ON",)


def test_a_comment_further_up_or_behind_something_is_not_the_reason() -> None:
    source = Source("s", ";; far\n\n(a) ;; behind\n(b)")
    assert comment_above(source, source.text.index("(b)")) == ""
    assert comment_above(source, source.text.index("(a)")) == ""


def test_a_stage_that_the_options_leave_nothing_of_is_gone() -> None:
    text = """(game (declare (option 0 (range 0..2)) 'TURNS)
      (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (A)))))
      (stage player (end (or (== 'TURNS 0) (== (game sto N) 'TURNS)))
       (choice (((> 'TURNS 0) (inc (game sto N))))))
      (scoring max (game sto N)))"""
    game = check(Source("stages", text)).game
    assert game is not None
    assert len(lower(game, {}).code) == 2, "the deck, and the end"
    assert len(lower(game, {"turns": 2}).code) > 2
