"""Faults of definitions and their uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.forms import Atom, Form, List

if TYPE_CHECKING:
    from kibitz.recycle.checker.definitions import Definition


def malformed(form: List, usage: str) -> Diagnostic:
    return Diagnostic(
        "malformed-definition",
        "a definition has a name, a list of parameters, and a body",
        Label(form.items[0].span.to(form.items[-1].span)),
        notes=(f"it is written `{usage}`",),
        help="put several statements together with `(do (…))`" if len(form.items) > 4 else None,
    )


def nameless(form: Form) -> Diagnostic:
    return Diagnostic(
        "not-a-name",
        "a definition is called by a name in capitals",
        Label(form.span, "not a name"),
    )


def not_a_parameter(form: Form) -> Diagnostic:
    is_name = isinstance(form, Atom) and form.text.isupper()
    return Diagnostic(
        "not-a-parameter",
        "the parameters of a definition are variables",
        Label(form.span, "not a variable"),
        help="put a quote before it" if is_name else None,
        edit=Edit(form.span, f"'{form.text}") if is_name and isinstance(form, Atom) else None,
    )


def repeated(name: Atom, first: Atom) -> Diagnostic:
    return Diagnostic(
        "repeated-definition",
        f"`{name.text}` is defined twice",
        Label(name.span, "again"),
        secondary=(Label(first.span, "first here"),),
    )


def recursive(use: Atom, name: Atom, used: Atom) -> Diagnostic:
    is_own = name is used
    return Diagnostic(
        "recursive-definition",
        f"`{name.text}` uses {'itself' if is_own else f'`{used.text}`, which is defined later'}",
        Label(use.span, "used here"),
        secondary=(Label(used.span, "defined here"),),
        notes=("a definition may use those that stand before it, so that it comes to an end",),
    )


def unused_parameter(parameter: Atom) -> Diagnostic:
    return Diagnostic(
        "unused-variable",
        f"`{parameter.text}` is never used",
        Label(parameter.span, "the body does not depend on it"),
        severity=Severity.WARNING,
    )


def unused(name: Atom) -> Diagnostic:
    return Diagnostic(
        "unused-definition",
        f"`{name.text}` is defined and never used",
        Label(name.span, "what it says was not checked"),
        notes=(f"it is used by writing `({name.text} …)`",),
        severity=Severity.WARNING,
    )


def wrong_arguments(use: List, count: int, definition: Definition) -> Diagnostic:
    wanted = len(definition.parameters)
    name = definition.name
    where = name.span.to(definition.parameters[-1].span) if wanted else name.span
    return Diagnostic(
        "wrong-argument-count",
        f"`{name.text}` takes {_counted(wanted)}, and here {'is' if count == 1 else 'are'} {count}",
        Label(use.span, "used here"),
        secondary=(Label(where, "defined here"),),
    )


def _counted(number: int) -> str:
    return "one argument" if number == 1 else f"{number or 'no'} arguments"


def too_much(use: List) -> Diagnostic:
    return Diagnostic(
        "too-much-expansion",
        f"with its definitions written out, a program has at most {limits.WORDS:,} words",
        Label(use.span, "this is too much"),
        notes=("definitions that use each other several times multiply",),
    )


def too_deep(use: List) -> Diagnostic:
    return Diagnostic(
        "too-deep-expansion",
        f"written out, this is nested more than {limits.NESTING} deep",
        Label(use.span, "used here"),
    )
