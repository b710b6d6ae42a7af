"""What every seat could hope for, from its first decision to the end of the match."""

from __future__ import annotations

from matplotlib.figure import Figure

from kibitz.advisor import Grade
from kibitz.analysis.figures.style import (
    VERMILION,
    add_caption,
    colour,
    dashes,
    drawing,
    new_figure,
)
from kibitz.review.accounts import SeatAccount
from kibitz.review.decisions import Hope
from kibitz.review.reviewing import Review

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
