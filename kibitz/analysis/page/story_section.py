"""The match of a game's page that is told by its turning points."""

from __future__ import annotations

from html import escape

from kibitz.analysis.measures.curves import NINETY_FIVE
from kibitz.analysis.page.html import Column, paragraph, section, table
from kibitz.analysis.page.numbers import points_text
from kibitz.analysis.story import Story, TurningPoint
from kibitz.players import Mean
from kibitz.words import decimal

MOST_WAYS = 8
"""Options that are listed; of more, the best ones, the chosen one and the worst."""


def story_section(story: Story | None) -> str:
    if story is None:
        return section("story", "A match", paragraph(_NO_STORY))
    count = len(story.points)
    where = "this one" if count == 1 else f"these {count}"
    ends = ", ".join(
        f"player {n} {decimal(score, 0)}" for n, score in enumerate(story.scores, start=1)
    )
    return section(
        "story",
        "A match",
        paragraph(
            f"Match {story.number + 1} of the thinking players, {story.decisions} decisions long, "
            f"is the one in which most hung on single decisions: {where}. It ended {ends}."
        ),
        *(_point(point) for point in story.points),
    )


_NO_STORY = "In none of the matches did anything hang on a single decision for sure."


def _point(point: TurningPoint) -> str:
    chosen = next((way for way in point.ways if way.is_chosen), None)
    best, worst = point.ways[0], point.ways[-1]
    gap = points_text(Mean(point.gap.value, NINETY_FIVE * point.gap.error))
    did = "" if chosen is None else f" It chose to {chosen.label}."
    words = (
        f"Player {point.seat + 1} could {best.label} at best, {worst.label} at worst; {gap} lay "
        f"between them.{did}"
    )
    rows = [
        (
            f"{way.label}{' (chosen)' if way.is_chosen else ''}",
            decimal(way.score),
            *(() if way.place is None else (decimal(way.place, 2),)),
        )
        for number, way in enumerate(point.ways)
        if way.is_chosen or number < MOST_WAYS - 2 or way is worst
    ]
    columns = (Column("option"), Column("final score", True), Column("place", True))[: len(rows[0])]
    caption = f"What player {point.seat + 1} expected at decision {point.move}"
    if best.place is not None:
        caption += "; place from last (0) to first (1)"
    return (
        f"<h3>Decision {point.move}</h3>\n<p>{escape(words)}</p>\n{table(caption, columns, rows)}"
    )
