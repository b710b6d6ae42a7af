"""What to say about unbalanced parentheses, and where there are too many."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.forms import Form
from kibitz.recycle.gap import Gap
from kibitz.recycle.source import Span
from kibitz.recycle.tokens import Token


def missing_parenthesis(gap: Gap) -> Diagnostic:
    parentheses = ")" * gap.count
    several = gap.count > 1
    return Diagnostic(
        slug="missing-parenthesis",
        headline=f"{gap.count} closing parentheses are missing"
        if several
        else "a closing parenthesis is missing",
        primary=Label(Span(gap.offset, gap.offset), f"`{parentheses}` is likely missing here"),
        secondary=(Label(Span(gap.opening, gap.opening + 1), "this list has not ended"),),
        help=f"close the list with `{parentheses}`",
        edit=Edit(Span(gap.offset, gap.offset), parentheses),
    )


def extra_parenthesis(closing: Token, before: Sequence[Form]) -> Diagnostic:
    """A closing parenthesis without its opening one, after the top-level forms `before`."""
    labels = []
    if before:
        end = before[0].span.end
        labels.append(Label(Span(end - 1, end), "the game already ends here"))
    if len(before) > 1:
        start = before[1].span.start
        labels.append(Label(Span(start, start + 1), "so this is no part of it"))
    is_near = len(before) < 2
    return Diagnostic(
        slug="extra-parenthesis",
        headline="a closing parenthesis closes nothing",
        primary=Label(closing.span, "no list is open here"),
        secondary=tuple(labels),
        help="remove it" if is_near else None,
        edit=Edit(closing.span, "") if is_near else None,
    )


def too_many_words(token: Token) -> Diagnostic:
    return Diagnostic(
        slug="too-many-words",
        headline=f"a program has at most {limits.WORDS} words, signs and lists",
        primary=Label(token.span, "reading stops here"),
    )


def too_deep(opening: Token) -> Diagnostic:
    return Diagnostic(
        slug="too-deep",
        headline=f"lists are nested more than {limits.NESTING} deep",
        primary=Label(opening.span, "reading stops here"),
        notes=("no card game needs that many; is a closing parenthesis missing above?",),
    )
