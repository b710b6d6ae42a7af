"""The match that is told: its turning points, and what each option was worth there."""

from __future__ import annotations

from dataclasses import replace

from html_check import read_page
from small_matches import KEEP_THE_ACE, program

from kibitz.analysis import SamplePlan, Subject
from kibitz.analysis.page.html import document
from kibitz.analysis.page.sections import MOST_WAYS, story_section
from kibitz.analysis.records import Gap, Outlook, PlayedMatch, RecordedDecision, Stake
from kibitz.analysis.story import Story, TurningOption, TurningPoint, told
from kibitz.games import Page, TableLayout


def subject() -> Subject:
    of = program(KEEP_THE_ACE)
    page = Page(title="Ace", layout=TableLayout(names={"TABLE": "table", "HAND": "hand"}))
    return Subject("ace", page, of, of.options, SamplePlan("ahead", 4, 7))


def point(seat: int, gap: float, error: float) -> RecordedDecision:
    """Laying the card down was expected to bring nothing, keeping it `gap` points."""
    lay, keep = Outlook((0.0, 0.0), (2.0, 2.0)), Outlook((gap, gap), (1.0, 1.0))
    stake = Stake(keep.scores, keep.ranks, Gap(gap, error), Gap(1.0, 0.0))
    return RecordedDecision(seat, 2, 1, (lay, keep), stake)


def played(number: int, *points: RecordedDecision) -> PlayedMatch:
    return PlayedMatch(number, points, (1, 0), capped=False)


def story(*matches: PlayedMatch) -> Story:
    found = told(subject(), matches)
    assert found is not None
    return found


def test_the_match_is_told_in_which_most_hung_on_single_decisions() -> None:
    dull, lively = point(0, 0.1, 0.01), point(0, 0.9, 0.01)
    assert (
        story(played(0, dull, point(1, 0.1, 0.01)), played(1, lively, point(1, 0, 1))).number == 1
    )


def test_a_decision_that_may_be_about_nothing_is_no_turning_point() -> None:
    found = story(played(0, point(0, 0.9, 0.1), point(1, 0.9, 0.9)))
    assert [(one.move, one.seat) for one in found.points] == [(1, 0)]
    assert told(subject(), [played(0, point(0, 0.1, 1), point(1, 0.1, 1))]) is None


def test_options_are_told_in_words_the_best_first() -> None:
    (turn,) = story(played(0, point(0, 0.9, 0.1), point(1, 0, 1))).points
    assert [(way.score, way.place, way.is_chosen) for way in turn.ways] == [
        (0.9, 1.0, True),
        (0.0, 0.0, False),
    ]
    assert turn.ways[0].label == "pass"
    assert turn.ways[1].label.startswith("play ")


def test_the_page_tells_it_and_is_sound() -> None:
    found = story(played(0, point(0, 0.9, 0.1), point(1, 0, 1)))
    text = document("A match", "", f'<main id="content"><h1>A</h1>{story_section(found)}</main>')
    assert read_page(text).faults == []
    assert "Player 1 could pass at best" in text
    assert "0.90 ± 0.20 points lay between them" in text
    assert "pass (chosen)" in text
    chosen, other = found.points[0].ways
    many = replace(
        found.points[0], ways=(*(replace(other, score=9 - n) for n in range(30)), chosen)
    )
    assert story_section(replace(found, points=(many,))).count("<tr><th") == MOST_WAYS - 1 + 1


def test_where_nothing_hangs_on_anything_that_is_said() -> None:
    assert "did anything hang on a single decision" in story_section(None)


def test_a_loss_is_told_with_a_minus_and_one_decision_is_not_several() -> None:
    way = TurningOption("bet", 2.0, 1.0, is_chosen=True)
    point = TurningPoint(
        2, 1, (way, TurningOption("fold", -1.0, 0.0, is_chosen=False)), Gap(3.0, 0.1)
    )
    words = story_section(Story(0, 2, (point,), (-2, 2)))
    assert "hung on single decisions: this one. It ended player 1 −2, player 2 2." in words
