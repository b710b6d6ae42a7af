"""A review as one page by itself: what happened, in words, in a picture and move by move."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from matplotlib.figure import Figure

from kibitz.advisor import Advice, Grade, OptionAdvice
from kibitz.analysis import Column, document, paragraph, section, table
from kibitz.analysis.figures.output import to_inline, to_svg
from kibitz.analysis.figures.style import (
    VERMILION,
    add_caption,
    colour,
    dashes,
    drawing,
    new_figure,
)
from kibitz.review.accounts import Hope, Reviewed, SeatAccount, SettledHand
from kibitz.review.board import board
from kibitz.review.reviewing import (
    FAULTS,
    Review,
    headline,
    settled_heading,
    turning_point,
    verdict,
)
from kibitz.words import Tableau, decimal, percent

_LISTED = 6
"""Options of a decision that are shown; of more, the best ones and the one that was taken."""


def review_page(review: Review) -> str:
    title = f"{review.game.title}: a review"
    lines = [_moves(review, account) for account in review.accounts]
    body = "\n".join(
        (
            f"<header><h1>{escape(title)}</h1>\n{paragraph(_about(review))}</header>",
            '<main id="content">',
            section("result", "What came of it", *_result(review)),
            _settled(review),
            section("hopes", "The match as it went", _hopes(review)),
            section("turns", "Turning points", _turns(review)),
            section("faults", "What to do better", *filter(None, lines)),
            section("moves", "Move by move", paragraph(_STEPPING), *_decisions(review)),
            "</main>",
            f"<script>\n{_text('stepping.js')}</script>",
        )
    )
    return document(title, f"A match of {review.game.title}, move by move", body, extra=_style())


_STEPPING = (
    "What was known at every decision, and what the options were worth. The keys ← and → go from "
    "move to move where the page may run its script; the number of a move is a link to it."
)


def _text(name: str) -> str:
    return files("kibitz.review").joinpath(name).read_text(encoding="utf-8")


def _style() -> str:
    return _text("review.css")


def _about(review: Review) -> str:
    end = "" if review.is_whole else f" Only the first {len(review.decisions)} were looked at."
    return (
        f"{len(review.record.choices)} decisions.{end} What an option is worth was found by "
        f"playing on from what its player knew, {review.simulations} matches or more each"
        f"{_played_on(review)}. An option counts as worse only where luck does not explain it."
    )


def _played_on(review: Review) -> str:
    return f"; who played on {review.guide}" if review.guide else ""


def _result(review: Review) -> Iterable[str]:
    has_rivals = review.game.program.has_rivals
    columns = [
        Column("player"),
        *(
            Column(heading, True)
            for heading in ("score", "before the deal", "luck", "own doing", "others' doing")
        ),
        *(Column(heading, True) for heading in ("win", "accuracy") if has_rivals),
    ]
    rows = [
        (
            review.names[one.seat],
            decimal(one.end.score, 0 if review.is_whole else 1),
            decimal(one.start.score),
            decimal(one.luck.score),
            decimal(one.own.score),
            decimal(one.given.score),
            *((percent(one.end.win), decimal(one.accuracy, 0)) if has_rivals else ()),
        )
        for one in review.accounts
    ]
    yield table("Scores, and how they came about: the parts come to the score", columns, rows)
    for one in review.accounts:
        yield paragraph(headline(review, one))


def _settled(review: Review) -> str:
    last = len(review.record.choices)
    hands = [
        f"<h3>{_link(hand.move, last) if hand.move else 'the deal'}</h3>{_lines(hand)}"
        for hand in review.hands
    ]
    return section("settled", settled_heading(review), *hands) if hands else ""


def _lines(hand: SettledHand) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in hand.lines)}</ul>"


def _hopes(review: Review) -> str:
    caption = f"kibitz review, seed {review.seed}, {review.simulations} simulations a decision"
    svg = to_inline(to_svg(draw_hopes(review, caption)), "hopes")
    what = "Which share of the win" if review.game.program.has_rivals else "What score"
    words = f"{what} every player could hope for, from what they knew then."
    return (
        f'<figure><div role="img" aria-label="{escape(words)}">{svg}</div>'
        f"<figcaption>{escape(words)} <small>{escape(caption)}</small></figcaption></figure>"
    )


def _turns(review: Review) -> str:
    points = review.turning_points()
    if not points:
        return paragraph("Nothing changed what anybody could hope for.")
    last = len(review.record.choices)
    items = "".join(
        f"<li>{_link(change.move, last)}: {escape(turning_point(review, one, change))}</li>"
        for one, change in points
    )
    return f"<ul>{items}</ul>"


def _link(move: int, last: int) -> str:
    return f'<a href="#move-{move}">move {move}</a>' if move <= last else "the end"


def _moves(review: Review, account: SeatAccount) -> str:
    faults = [one for one in account.free if one.grade in FAULTS]
    if not faults:
        return ""
    worst = sorted(faults, key=lambda one: (one.lost.win, -one.points_lost))[:10]
    items = "".join(
        f'<li><a href="#move-{one.move}">move {one.move}</a>: {escape(one.chosen)}. '
        f"{escape(verdict(one))}</li>"
        for one in worst
    )
    return f"<h3>{escape(review.names[account.seat])}</h3><ol>{items}</ol>"


def _decisions(review: Review) -> Iterable[str]:
    tableau = Tableau(review.game.vocabulary)
    for one in review.decisions:
        ends = [f"<h4>{_IS_OVER}</h4>{_lines(h)}" for h in review.hands if h.move == one.move]
        grade = one.grade.value if one.grade else "none"
        title = f"{review.names[one.seat]} chose to {one.chosen}"
        yield (
            f'<article class="move {grade}" id="move-{one.move}" data-seat="{one.seat}" '
            'tabindex="-1">'
            f'<h3><a href="#move-{one.move}">{one.move}</a> {escape(title)}</h3>'
            f'<div class="beside">{board(tableau, one.view)}'
            f"<div>{paragraph(verdict(one))}{_reasons(one)}{_options(one)}</div></div>"
            f"{''.join(ends)}</article>"
        )


_IS_OVER = "What this brought"


def _reasons(decision: Reviewed) -> str:
    reasons = decision.advice.reasons if decision.advice and decision.is_free else ()
    items = "".join(f"<li>{escape(reason.text)}</li>" for reason in reasons)
    return f"<ul>{items}</ul>" if items else ""


def _options(decision: Reviewed) -> str:
    if decision.advice is None or not decision.is_free:
        return ""
    headings = ("score", "win", "place") if decision.advice.has_rivals else ("score",)
    columns = (Column("option"), *(Column(heading, True) for heading in headings), Column("class"))
    shown = [
        one
        for number, one in enumerate(decision.advice.options)
        if number < _LISTED or one.index == decision.option
    ]
    rows = [_row(decision.advice, one, one.index == decision.option) for one in shown]
    return table(f"What move {decision.move} could have been", columns, rows)


def _row(advice: Advice, one: OptionAdvice, is_chosen: bool) -> tuple[str, ...]:
    return (
        f"{one.label}{' (chosen)' if is_chosen else ''}",
        decimal(one.score),
        *((percent(one.win, 1), decimal(one.rank, 2)) if advice.has_rivals else ()),
        one.grade.value,
    )


# ---------------------------------------------------------------------------- the picture


_MARKED = {Grade.MISTAKE: "v", Grade.BLUNDER: "X"}


def draw_hopes(review: Review, caption: str) -> Figure:
    """A line for each seat; mistakes and blunders are marked."""
    by_win = review.game.program.has_rivals

    def height(hope: Hope) -> float:
        return 100 * hope.win if by_win else hope.score

    with drawing():
        figure = new_figure(3.4)
        axes = figure.add_subplot()
        for account in review.accounts:
            moves, found = hopes(account)
            seat = account.seat
            axes.plot(
                moves,
                list(map(height, found)),
                color=colour(seat),
                linestyle=dashes(seat),
                label=review.names[seat],
                drawstyle="steps-post",
            )
        for grade, mark in _MARKED.items():
            marked = [one for a in review.accounts for one in a.free if one.grade is grade]
            if marked:
                heights = [height(one.before) for one in marked if one.before]
                axes.scatter(
                    [one.move for one in marked],
                    heights,
                    marker=mark,
                    color=VERMILION,
                    zorder=3,
                    label=f"{grade}s",
                )
        axes.set_xlim(0, len(review.record.choices) + 1)
        if by_win:
            axes.set_ylim(-3, 103)
        axes.set_xlabel("decision of the match")
        axes.set_ylabel("share of the win, per cent" if by_win else "score")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=2)
        add_caption(figure, caption)
        return figure


def hopes(account: SeatAccount) -> tuple[list[int], list[Hope]]:
    """Where the hope changed, and what it was then."""
    moves, found = [0], [account.start]
    for change in account.changes:
        moves.append(change.move)
        found.append(found[-1] + change.by)
    return moves, found
