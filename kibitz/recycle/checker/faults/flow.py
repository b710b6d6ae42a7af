"""Faults in the flow of play: statements, choices, stages."""

from __future__ import annotations

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.forms import Form, List
from kibitz.recycle.source import Source, Span
from kibitz.recycle.syntax import Type


def not_a_statement(form: Form, near: str | None = None) -> Diagnostic:
    """`near`: the definition that may have been meant."""
    keep = "to keep the value, write `(set STORAGE VALUE)`" if isinstance(form, List) else None
    return Diagnostic(
        "not-a-statement",
        "a value stands where something should happen",
        Label(form.span, "nothing happens here"),
        help=f"did you mean the definition `{near}`?" if near else keep,
    )


def empty_body(form: List, word: str) -> Diagnostic:
    return Diagnostic(
        "empty-body",
        f"there is nothing inside `{word}`",
        Label(form.span),
    )


def missing_list(form: List, word: str, source: Source) -> Diagnostic:
    inner = form.items[1].span.to(form.items[-1].span)
    return Diagnostic(
        "missing-list",
        f"`{word}` takes one list of statements",
        Label(inner, "these need parentheses around them"),
        help=f"write `({word} (…))`: one more pair of parentheses around all of them",
        edit=Edit(inner, f"({source.slice(inner)})"),
    )


def statement_as_condition(form: List, word: str, source: Source) -> Diagnostic:
    alone = len(form.items) == 1
    inner = source.slice(form.items[0].span.to(form.items[-1].span))
    return Diagnostic(
        "statement-as-condition",
        f"`{word}` is not a condition",
        Label(form.items[0].span, "a condition stands first in such a list"),
        notes=("a list that starts with a list is a condition and what depends on it",),
        help=(
            "take away the outer parentheses"
            if alone
            else "to do one thing after another, write `(do (…))`"
        ),
        edit=Edit(form.span, inner if alone else f"(do ({inner}))"),
    )


def not_a_condition(form: Form, actual: Type) -> Diagnostic:
    return Diagnostic(
        "not-a-condition",
        f"a condition is needed before a statement, not {actual}",
        Label(form.span, f"this is {actual}"),
        notes=("a list that starts with a list is a condition and what depends on it",),
        help="other statements start with a word, such as `move` or `set`",
    )


def missing_do(form: List) -> Diagnostic:
    opening = Span(form.span.start, form.span.start + 1)
    return Diagnostic(
        "missing-do",
        "a list of statements stands alone",
        Label(opening, "`do` or `choice` belongs after this"),
        help="write `(do (…))` to do one after another, `(choice (…))` to let a player choose",
    )


def nothing_to_do(form: List) -> Diagnostic:
    return Diagnostic(
        "nothing-to-do",
        "nothing depends on this condition",
        Label(form.span, "a condition without anything to do"),
        notes=("it is written `(CONDITION STATEMENT)`",),
    )


def several_statements(items: tuple[Form, ...], user: str, source: Source) -> Diagnostic:
    span = items[0].span.to(items[-1].span)
    return Diagnostic(
        "several-statements",
        f"{user} takes one statement, and here are {len(items)}",
        Label(items[1].span.to(items[-1].span), "this is too much"),
        help="put them together with `(do (…))`",
        edit=Edit(span, f"(do ({source.slice(span)}))"),
    )


def misplaced_choice(form: List) -> Diagnostic:
    return Diagnostic(
        "misplaced-choice",
        "a choice cannot stand inside another statement",
        Label(form.items[0].span, "inside `do`, `any`, `all`, `let` or a condition"),
        notes=("a choice stands in the game itself or directly in a stage",),
        help="move conditions and loops into the alternatives of the choice",
    )


def nameless_move(form: Form) -> Diagnostic:
    return Diagnostic(
        "not-a-name",
        "a move is called by a name in capitals",
        Label(form.span, "not a name"),
        notes=("it is written `(as NAME STATEMENT)`",),
    )


def misplaced_name(form: List) -> Diagnostic:
    return Diagnostic(
        "misplaced-name",
        "only what a player may choose has a name",
        Label(form.items[0].span, "not an alternative of a choice"),
        notes=("before `as`, an alternative may have conditions, `any` and `let`, nothing else",),
        help="put it around the whole alternative: `(as NAME STATEMENT)`",
    )


def repeated_name(form: List, name: Span) -> Diagnostic:
    return Diagnostic(
        "repeated-name",
        "an alternative has one name",
        Label(form.items[1].span, "the second"),
        secondary=(Label(name, "the first"),),
        help="take one of them away, or make two alternatives of it",
    )


def misplaced_stage(form: List) -> Diagnostic:
    return Diagnostic(
        "misplaced-stage",
        "a stage cannot stand inside another statement",
        Label(form.items[0].span, "inside `do`, `any`, `all`, `let` or a condition"),
        notes=("a stage stands in the game itself or directly in another stage",),
        help="move the condition into the `(end …)` of the stage",
    )


def malformed_stage(form: List) -> Diagnostic:
    return Diagnostic(
        "malformed-stage",
        "a stage says whose turns it counts, and when it ends",
        Label(form.items[0].span.to(form.items[min(1, len(form.items) - 1)].span)),
        notes=("it is written `(stage player (end CONDITION) …)` or `(stage team …)`",),
    )


def missing_end(form: List, late: Form | None) -> Diagnostic:
    return Diagnostic(
        "missing-end",
        "a stage does not start with its end",
        Label(form.items[0].span.to(form.items[1].span), "`(end CONDITION)` belongs after this"),
        secondary=(Label(late.span, "it comes too late here"),) if late else (),
        help=None if late else "write `(end CONDITION)`, or `once` for one turn each",
    )


def cycle_in_once(form: List, once: Span) -> Diagnostic:
    return Diagnostic(
        "cycle-in-once",
        "`cycle` would give somebody a second turn in a stage of one turn each",
        Label(form.span),
        secondary=(Label(once, "everybody has one turn"),),
        help="use `(end CONDITION)` instead of `once`, or move the `cycle` out of the stage",
    )


def not_an_action(form: List, how: str) -> Diagnostic:
    allowed = "`move` or `forget`" if how else "a single action"
    return Diagnostic(
        "not-an-action",
        f"`repeat{how}` repeats {allowed}, nothing else",
        Label(form.items[0].span, "neither of the two" if how else "this is more"),
        help="count with `(all (range 1..N) 'I …)`" if not how else None,
    )


def repeat_all_of_card(span: Span) -> Diagnostic:
    return Diagnostic(
        "repeat-all-of-card",
        "`repeat all` needs a list of cards to go through",
        Label(span, "this is one card"),
        help="take it from a list: `(top …)`",
    )


def malformed_award(form: Form) -> Diagnostic:
    return Diagnostic(
        "malformed-award",
        "this is not how points are awarded",
        Label(form.span),
        notes=("awards are written `(((RANK : A) 11) ((RANK : K) (SUIT : HEARTS) 4))`",),
    )
