"""Faults of a single word."""

from __future__ import annotations

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.forms import Atom, AtomKind, Form, List

_INSTEAD = {
    "players": "`player` stands for all players",
    "teams": "`team` stands for all teams",
    "game": "the table is only an owner, as in `(game vloc DISCARD)`",
    "option": "an option stands in a declaration: `(declare (option 4 (range 2..6)) 'NAME)`",
}


def unknown_keyword(atom: Atom, near: str | None, times: int) -> Diagnostic:
    instead = f"perhaps `{near}`" if near else f"if it is a name, write `{atom.text.upper()}`"
    return Diagnostic(
        "unknown-keyword",
        f"`{atom.text}` is not a word of the language",
        Label(atom.span),
        notes=_repetition(times),
        help=instead,
        edit=Edit(atom.span, near) if near else None,
    )


def _repetition(times: int) -> tuple[str, ...]:
    if times == 1:
        return ()
    return (f"it is written so {times} times",)


def too_large_number(atom: Atom, times: int) -> Diagnostic:
    return Diagnostic(
        "too-large-number",
        "a number is too large",
        Label(atom.span, f"more than {limits.LARGEST_INTEGER}"),
        notes=("integers have 32 bits", *_repetition(times)),
    )


def too_many_names(atom: Atom) -> Diagnostic:
    return Diagnostic(
        "too-many-names",
        f"a program has at most {limits.NAMES} different names and variables",
        Label(atom.span, "this is one more"),
    )


def misplaced_keyword(atom: Atom, wanted: str) -> Diagnostic:
    return Diagnostic(
        "misplaced-keyword",
        f"`{atom.text}` cannot stand here",
        Label(atom.span, f"{wanted} is needed"),
        help=_INSTEAD.get(atom.text),
    )


def misplaced_sign(atom: Atom) -> Diagnostic:
    commas = "commas separate names, as in `(A, B, C)`, and the members of a team"
    notes = {
        AtomKind.COMMA: (commas,),
        AtomKind.COLON: ("a colon stands in an award, as in `((RANK : A) 1)`",),
        AtomKind.DOTS: ("dots stand in a range, as in `(range 1..6)`",),
    }
    return Diagnostic(
        "misplaced-sign",
        f"`{atom.text}` cannot stand here",
        Label(atom.span, "a value is needed"),
        notes=notes.get(atom.kind, ("an operator stands first in its list, as in `(+ 1 2)`",)),
    )


def not_a_variable(form: Form, text: str, word: str) -> Diagnostic:
    is_name = not isinstance(form, List) and form.kind is AtomKind.NAME
    return Diagnostic(
        "not-a-variable",
        f"`{word}` needs a variable to bind",
        Label(form.span, "not a variable"),
        notes=("a variable is a quote and capitals, as in `'P`",),
        help=f"write `'{text}`" if is_name else None,
        edit=Edit(form.span, f"'{text}") if is_name else None,
    )
