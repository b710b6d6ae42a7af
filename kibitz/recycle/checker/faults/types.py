"""Faults of values: the wrong type, the wrong variable."""

from __future__ import annotations

from dataclasses import replace

from kibitz.recycle.checker.scope import Binding, Scope
from kibitz.recycle.checker.words import BindingPlace
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.source import Source, Span
from kibitz.recycle.suggestions import nearest
from kibitz.recycle.syntax import Binder, Type

_CARD_LISTS = (Type.CARDS, Type.LOCATION)


def user_name(user: str) -> str:
    """How a report names the construct: a word of the language in backticks, a phrase without."""
    return user if " " in user and user != "create deck" else f"`{user}`"


def wrong_type(form: Form, text: str, actual: Type, wanted: Type, user: str) -> Diagnostic:
    replacement = _conversion(text, actual, wanted)
    return Diagnostic(
        "wrong-type",
        f"{user_name(user)} needs {wanted}, not {actual}",
        Label(form.span, f"this is {actual}"),
        help=f"perhaps `{_shortened(replacement)}`" if replacement else None,
        edit=_edit(form, replacement),
    )


def _edit(form: Form, replacement: str | None) -> Edit | None:
    """The change, unless something in it has still to be chosen."""
    if replacement is None or "ATTRIBUTE" in replacement:
        return None
    return Edit(form.span, replacement)


def with_quote(fault: Diagnostic, form: Form) -> Diagnostic:
    """The fault, with the advice that a variable of the same name was meant."""
    assert isinstance(form, Atom)
    variable = f"'{form.text}"
    return replace(fault, help=f"the variable is `{variable}`", edit=Edit(form.span, variable))


def _conversion(text: str, actual: Type, wanted: Type) -> str | None:
    """The form that most likely turns the one type into the other."""
    match wanted:
        case Type.CARD if actual in _CARD_LISTS:
            return f"(top {text})"
        case Type.CARDS if actual in (Type.GROUPS, Type.LOCATIONS):
            return f"(union {text})"
        case Type.PLAYER if actual is Type.INT:
            return f"({text} player)"
        case Type.PLAYER if actual is Type.CARD:
            return f"(owner {text})"
        case Type.PLAYER if actual is Type.PLAYERS and text == "player":
            return "(current player)"
        case Type.TEAM if actual is Type.PLAYER:
            return f"(team {text})"
        case Type.TEAM if actual is Type.INT:
            return f"({text} team)"
        case Type.STR if actual is Type.CARD:
            return f"(cardatt ATTRIBUTE {text})"
        case Type.INT if actual is Type.PLAYER:
            return f"(pid {text})"
        case Type.INT if actual is Type.TEAM:
            return f"(tid {text})"
        case Type.INT if actual in (*_CARD_LISTS, Type.GROUPS, Type.LOCATIONS):
            return f"(size {text})"
        case _:
            return None


def _shortened(text: str) -> str:
    return " ".join(text.split()) if len(text) < 60 else " ".join(text.split())[:57] + "…"


def not_a_collection(form: Form, text: str, actual: Type, user: str) -> Diagnostic:
    is_count = actual is Type.INT
    return Diagnostic(
        "not-a-collection",
        f"{user_name(user)} needs something with elements, not {actual}",
        Label(form.span, f"this is {actual}"),
        help=f"to count, write `(range 1..{text})`" if is_count and len(text) < 20 else None,
        edit=Edit(form.span, f"(range 1..{text})") if is_count else None,
    )


def wrong_body(form: List, actual: Type, word: str) -> Diagnostic:
    wanted = {
        "any": "a condition",
        "all": "a condition, an integer or a card list",
    }
    return Diagnostic(
        "wrong-body",
        f"`{word}` as a value needs {wanted[word]} as its body, not {actual}",
        Label(form.items[3].span, f"this is {actual}"),
    )


def unlike_operands(form: List, source: Source, left: Type, right: Type) -> Diagnostic:
    word, *operands = form.items
    assert isinstance(word, Atom)
    first, second = (source.slice(operand.span) for operand in operands)
    verb = "exchange" if word.text == "swap" else "compare"
    instead = _conversion(first, left, right) or _conversion(second, right, left)
    return Diagnostic(
        "unlike-operands",
        f"`{word.text}` cannot {verb} {left} with {right}",
        Label(form.items[2].span, f"this is {right}"),
        secondary=(Label(form.items[1].span, f"this is {left}"),),
        help=f"perhaps `{_shortened(instead)}`" if instead else None,
    )


def not_comparable(form: List, actual: Type) -> Diagnostic:
    word = form.items[0]
    assert isinstance(word, Atom)
    cards = actual in (*_CARD_LISTS, Type.GROUPS, Type.LOCATIONS)
    plural = _PLURALS.get(actual, "lists")
    instead = "compare their sizes with `(size …)`, or single cards with `(top …)`"
    return Diagnostic(
        "not-comparable",
        f"`{word.text}` does not compare {plural}",
        Label(form.span),
        notes=("it compares integers, strings, cards, players and teams",),
        help=instead if cards else None,
    )


_PLURALS = {
    Type.BOOL: "conditions",
    Type.CARDS: "card lists",
    Type.LOCATION: "locations",
    Type.POINTS: "point maps",
}


def points_as_value(form: Form, text: str) -> Diagnostic:
    return Diagnostic(
        "points-as-value",
        "a point map cannot be bound to a variable",
        Label(form.span, "this is a point map"),
        help=f"write it where it is used: `using {_shortened(text)}`",
    )


# ---------------------------------------------------------------------------- variables


def unbound_variable(atom: Atom, scope: Scope, places: list[BindingPlace]) -> Diagnostic:
    visible = [binding.binder.name for binding in scope]
    meant = _binding_around(scope, places)
    near = nearest(atom.text[1:], visible)
    name = meant.binder.name if meant else near
    what = f", which this `{meant.word}` binds" if meant else ""
    return Diagnostic(
        "unbound-variable",
        f"`{atom.text}` has no value here",
        Label(atom.span, _trouble(places)),
        secondary=tuple(Label(place.variable.span, _life(place)) for place in places[:1]),
        help=f"use `'{name}`{what}" if name else None,
        edit=Edit(atom.span, f"'{name}") if name else None,
    )


def _trouble(places: list[BindingPlace]) -> str:
    if not places:
        return "bound nowhere"
    return "used before that" if places[0].word == "declare" else "used outside it"


def _life(place: BindingPlace) -> str:
    if place.word == "declare":
        return "declared only here"
    return f"lives only inside this `{place.word}`"


def _binding_around(scope: Scope, places: list[BindingPlace]) -> Binding | None:
    """The loop whose collection binds the variable inside itself: its own variable was meant."""
    for binding in scope.inner[::-1]:
        for place in places:
            inside = binding.value.start <= place.variable.span.start < binding.value.end
            if inside and place.word == "filter":
                return binding
    return None


def condition_variable(atom: Atom, bound: Span) -> Diagnostic:
    return Diagnostic(
        "condition-variable",
        f"`{atom.text}` stands for a condition, and conditions cannot be used by name",
        Label(atom.span),
        secondary=(Label(bound, "bound to a condition here"),),
        help="write the condition itself here, or keep a number in a storage and compare that",
    )


def shadowed_variable(binder: Binder, hidden: Binding) -> Diagnostic:
    return Diagnostic(
        "shadowed-variable",
        f"`'{binder.name}` hides another variable of the same name",
        Label(binder.span, "this one is meant from here on"),
        secondary=(Label(hidden.binder.span, "this one is hidden"),),
        severity=Severity.WARNING,
    )
