"""The sections of a game's page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from kibitz.analysis.figures.output import Picture, to_inline
from kibitz.analysis.key_figures import scores
from kibitz.analysis.measures.all import Measures
from kibitz.analysis.measures.character import Heuristic
from kibitz.analysis.measures.results import Distribution, SeatShares
from kibitz.analysis.measures.statistics import NINETY_FIVE
from kibitz.analysis.page import reading
from kibitz.analysis.page.html import Column, paragraph, section, table
from kibitz.analysis.page.reading import mean_text, points_text, share_text
from kibitz.analysis.story import Story, TurningPoint
from kibitz.analysis.subject import Subject
from kibitz.analysis.thinking_matches import CLOSE
from kibitz.players import Mean
from kibitz.words import decimal


def figure(picture: Picture, alternative: str, explanation: str) -> str:
    return (
        f'<figure><div role="img" aria-label="{escape(alternative)}">'
        f"{to_inline(picture.svg, picture.name)}</div>\n"
        f"<figcaption><span>{escape(explanation)}</span> "
        f"<small>{escape(picture.caption)}</small></figcaption></figure>"
    )


def _reading(text: str) -> str:
    return f'<p class="reading">{escape(text)}</p>'


FIGURES = {
    "flow": (
        "Information flow",
        "The table and the ways of the cards",
        "Where cards lie and where they go. Public places are green with a pip, private ones are "
        "blue hands, hidden ones are yellow with hatching; a place with a bold border is where a "
        "deck starts. Taken cards were public and are no longer seen, shared ones pass unseen "
        "from one player to somebody else, revealed ones come to lie in the open. Player 1's ways "
        "are drawn strongly, the same ways of the others are pale.",
    ),
    "branching": (
        "Branching factor",
        "Dots for decision points with a smooth curve",
        "Every dot is a decision point of a random match: from left to right the number of the "
        "decision in its match, upwards the number of options, moved a little so that equal dots "
        "do not hide each other. A player can have several decision points in one turn; decisions "
        "of different kinds, at different choices of the program, have a curve each.",
    ),
    "spread": (
        "Decision spread",
        "Thin lines for matches and their mean",
        "At every decision the player expects a final score for each option; the spread is the "
        "difference between the best and the worst. Which they are is said by other worlds than "
        "what they are worth, so that chance does not count: where nothing hangs on a decision, "
        "its spread lies around 0, mostly inside the grey band. Matches are stretched to the same "
        "length.",
    ),
    "lead": (
        "Lead history",
        "One curve for every final rank",
        "At every decision the player expects a final place for everybody, from first to last, if "
        "the best option is taken. The expectations are grouped by the place in which a player "
        "really ended, and averaged. Bands are 95 % confidence intervals.",
    ),
    "skill": (
        "Skill and luck",
        "Points with their intervals",
        "Dots: the share of the wins of whoever thinks longer, so many simulations against so "
        "many. Two players hold half of the seats each and change them, over the same deals; "
        "beyond the dashed line the longer thinker wins more. Duels that are missing were too "
        "slow for the time there was. Squares: how much of where players end is decided by the "
        "first deal.",
    ),
}
"""By name: the heading, what one would see, and what it means."""
_NO_LOOK = (
    "The players of this sample do not look ahead, so it is not known what they expected; "
    "analyse the game with a player that searches."
)


def _figure_section(
    name: str, picture: Picture | None, words: Mapping[str, str], why: str = "", more: str = ""
) -> str:
    """What a figure shows, in words, and the figure; `why` it is missing, if it is."""
    title, shape, explanation = FIGURES[name]
    if picture is None:
        return section(name, title, paragraph(why))
    shown = figure(picture, f"{shape}. {words[name]}", explanation)
    return section(name, title, _reading(words[name]), shown, more)


def figure_sections(subject: Subject, measures: Measures, pictures: dict[str, Picture]) -> str:
    """Flow, branching, spread and lead, each with its picture, or why there is none."""
    items = "\n".join(
        f'<li class="{"present" if one.holds else "absent"}"><b>{one.name}</b>'
        f"<span>{'' if one.holds else 'Not seen: '}{escape(one.meaning)}</span></li>"
        for one in measures.information
    )
    hidden = (
        f'<h3>What is hidden, and what can be learned</h3>\n<ul class="categories">\n{items}\n</ul>'
    )
    alone = f"{_no_rivals(measures)} there is nobody to lead, so there is no lead history."
    whys = {"spread": _NO_LOOK, "lead": _NO_LOOK if measures.has_rivals else alone}
    words = reading.readings(measures, subject.page.layout.names)
    more = {"flow": hidden}
    return "\n".join(
        _figure_section(name, pictures.get(name), words, whys.get(name, ""), more.get(name, ""))
        for name in ("flow", "branching", "spread", "lead")
    )


def _no_rivals(measures: Measures) -> str:
    if measures.players == 1:
        return "This is a game for one player:"
    return "Everybody wins or loses together in this game:"


def skill_section(measures: Measures, pictures: dict[str, Picture]) -> str:
    none = f"{_no_rivals(measures)} there are no duels that the better one could win."
    why = f"{none} {reading.read_scores(*scores(measures))}"
    return _figure_section("skill", pictures.get("skill"), reading.readings(measures, {}), why)


def seats_section(measures: Measures) -> str:
    """Empty where nobody is a rival."""
    if not measures.has_rivals:
        return ""
    random, thinking = measures.seats_random, measures.seats_thinking
    columns = (
        Column("seat"),
        Column(f"random, {random.matches:,} matches", True),
        Column(f"thinking, {thinking.matches:,} matches", True),
    )
    rows = [
        (f"player {seat}", share_text(one), share_text(other))
        for seat, (one, other) in enumerate(
            zip(random.by_seat, thinking.by_seat, strict=True), start=1
        )
    ]
    return section(
        "seats",
        "Seats",
        _reading(reading.read_seats(random, "random players")),
        _reading(reading.read_seats(thinking, "thinking players")),
        table("Who wins, with 95 % intervals; a shared win is shared", columns, rows),
    )


def character_section(measures: Measures) -> str:
    return section(
        "character",
        "Character in numbers",
        _heuristics("As CardStock's scorer counts them", measures.character.scorer),
        _heuristics("As its notebooks count them", measures.character.notebook),
        paragraph("What stands behind ± is the 95 % interval, taken over matches."),
    )


def _heuristics(caption: str, heuristics: tuple[Heuristic, ...]) -> str:
    columns = (Column("heuristic"), Column("value", True), Column("meaning"))
    rows = []
    for one in heuristics:
        remark = f" ({one.remark})" if one.remark else ""
        rows.append((one.name, mean_text(one.value), one.meaning + remark))
    return table(caption, columns, rows)


def distribution_section(measures: Measures, pictures: dict[str, Picture]) -> str:
    columns = (
        Column("sample"),
        *(Column(word, True) for word in ("mean", "least", "lower", "median", "upper", "most")),
    )
    stopped = f"{measures.capped} matches were stopped before their end, scored as they stood."
    return section(
        "distributions",
        "Length and scores",
        "<h3>How long matches are</h3>",
        figure(
            pictures["lengths"], "Histograms of match lengths; the table has the numbers.", _LENGTHS
        ),
        table("Decision points a match", columns, map(_numbers, measures.lengths)),
        paragraph(stopped) if measures.capped else "",
        "<h3>What players score</h3>",
        figure(
            pictures["scores"], "Box plots of final scores; the tables have the numbers.", _SCORES
        ),
        table("Scores at random", columns, map(_numbers, measures.scores_random)),
        table("Scores with thinking", columns, map(_numbers, measures.scores_thinking)),
    )


_LENGTHS = "Decision points a match; the dashed line is the mean."
_SCORES = "Boxes hold the middle half of the matches, the dark line is the median."


def _numbers(one: Distribution) -> tuple[str, ...]:
    return (
        one.label,
        *(f"{value:.4g}".replace("-", "−") for value in (one.mean, *one.five_numbers)),
    )


def sample_section(subject: Subject, measures: Measures) -> str:
    plan, random = subject.plan, measures.seats_random
    rows = [
        ("Thinking players", measures.player),
        *_thought(subject, measures),
        ("Random matches", f"{random.matches:,}, {measures.branching.matches:,} of them followed"),
        ("Matches watched for the information flow", str(measures.movement.matches)),
        ("Time", f"{plan.seconds:g} s" if plan.seconds else "as long as it takes"),
        ("Options", subject.options_text or "none"),
        ("Seed", str(plan.seed)),
        ("Game digest", subject.program.digest[:16]),
    ]
    columns = (Column("what"), Column("value"))
    return section("sample", "How this was measured", table("The sample", columns, rows))


def _thought(subject: Subject, measures: Measures) -> list[tuple[str, str]]:
    """Of matches with thinkers: how many, and how sure that makes us of who wins."""
    samples = {
        "Matches between thinkers": measures.seats_thinking,
        "Matches with one thinker": measures.seats_mixed,
    }
    if not measures.has_rivals:
        return [(name, f"{shares.matches:,}") for name, shares in samples.items()]
    return [(name, _grown(subject, shares)) for name, shares in samples.items()]


def _grown(subject: Subject, shares: SeatShares) -> str:
    """How many matches, how sure that makes us, and why there are no more."""
    margin = max(one.margin or 1.0 for one in shares.by_seat)
    if margin >= 0.5 and shares.matches < subject.plan.matches:
        return f"{shares.matches:,}; too few to know who wins, but the time was up"
    sure = f"{shares.matches:,}; shares of wins are known to ± {100 * margin:.0f} %"
    if shares.matches >= subject.plan.matches:
        return sure
    return f"{sure}, {'which is enough' if margin <= CLOSE else 'then the time was up'}"


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
