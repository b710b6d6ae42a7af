"""Faults of values: words, operands, types and variables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, fault
from kibitz.recycle.forms import Atom, AtomKind, Form, List
from kibitz.recycle.source import Source, Span
from kibitz.recycle.suggestions import nearest
from kibitz.recycle.syntax import Type

if TYPE_CHECKING:
    from kibitz.recycle.checker.scope import Binding, Scope
    from kibitz.recycle.checker.words import BindingPlace

_INSTEAD = {
    "players": "`player` stands for all players",
    "teams": "`team` stands for all teams",
    "game": "the table is only an owner, as in `(game vloc DISCARD)`",
    "option": "an option stands in a declaration: `(declare (option 4 (range 2..6)) 'NAME)`",
}


def unknown_keyword(atom: Atom, near: str | None, times: int) -> Diagnostic:
    instead = f"perhaps `{near}`" if near else f"if it is a name, write `{atom.text.upper()}`"
    return fault(
        "unknown-keyword",
        atom.span,
        atom=atom.text,
        notes=_repetition(times),
        help=instead,
        edit=Edit(atom.span, near) if near else None,
    )


def _repetition(times: int) -> tuple[str, ...]:
    if times == 1:
        return ()
    return (f"it is written so {times} times",)


def too_large_number(atom: Atom, times: int) -> Diagnostic:
    return fault(
        "too-large-number",
        atom.span,
        largest_integer=limits.LARGEST_INTEGER,
        notes=("integers have 32 bits", *_repetition(times)),
    )


def misplaced_keyword(atom: Atom, wanted: str) -> Diagnostic:
    return fault(
        "misplaced-keyword", atom.span, atom=atom.text, wanted=wanted, help=_INSTEAD.get(atom.text)
    )


def misplaced_sign(atom: Atom) -> Diagnostic:
    commas = "commas separate names, as in `(A, B, C)`, and the members of a team"
    notes = {
        AtomKind.COMMA: (commas,),
        AtomKind.COLON: ("a colon stands in an award, as in `((RANK : A) 1)`",),
        AtomKind.DOTS: ("dots stand in a range, as in `(range 1..6)`",),
    }
    return fault(
        "misplaced-sign",
        atom.span,
        atom=atom.text,
        notes=notes.get(atom.kind, ("an operator stands first in its list, as in `(+ 1 2)`",)),
    )


def not_a_variable(form: Form, text: str, word: str) -> Diagnostic:
    is_name = not isinstance(form, List) and form.kind is AtomKind.NAME
    return fault(
        "not-a-variable",
        form.span,
        word=word,
        help=f"write `'{text}`" if is_name else None,
        edit=Edit(form.span, f"'{text}") if is_name else None,
    )


# ---------------------------------------------------------------------------- shapes


def unlike_usage(form: List, usages: tuple[str, ...]) -> Diagnostic:
    """The difference between the form and the usage that comes closest in length."""
    usage = min(usages, key=lambda usage: abs(len(_slots(usage)) - len(form.items)))
    missing = _missing_word(form, usage)
    if missing is not None:
        return missing_word(form, *missing, usages)
    return wrong_operand_count(form, usages)


def _slots(usage: str) -> list[str]:
    return usage.strip("()").split()


def _missing_word(form: List, usage: str) -> tuple[str, int] | None:
    """The first small word of the usage that is not where it should be, and its position."""
    for position, slot in enumerate(_slots(usage)):
        if slot.isupper() or slot.startswith("'"):
            continue
        item = form.items[position] if position < len(form.items) else None
        if position == 0 or (isinstance(item, Atom) and item.text == slot):
            continue
        return slot, position
    return None


def _written(usages: tuple[str, ...]) -> tuple[str, ...]:
    written = " or ".join(f"`{_readable(usage)}`" for usage in usages[:2])
    return (f"it is written {written}",)


def _readable(usage: str) -> str:
    return usage.replace(" .. ", "..").replace("STR", "NAME")


def wrong_operand_count(form: List, usages: tuple[str, ...]) -> Diagnostic:
    wanted = min(len(_slots(usage)) for usage in usages)
    is_short = len(form.items) < wanted
    trouble = "something is missing" if is_short else "there is too much"
    return fault(
        "wrong-operand-count",
        form.span if is_short else _surplus(form, usages),
        trouble=trouble,
        construct=_name(usages[0]),
        notes=_written(usages),
    )


def _surplus(form: List, usages: tuple[str, ...]) -> Span:
    most = max(len(_slots(usage)) for usage in usages)
    first = form.items[min(most, len(form.items) - 1)]
    return first.span.to(form.items[-1].span)


def _name(usage: str) -> str:
    """The construct in the words of the language: its head, or the word after its owner."""
    slots = _slots(usage)
    return f"`{slots[1]}`" if slots[0].isupper() else f"`{slots[0]}`"


def missing_word(form: List, word: str, position: int, usages: tuple[str, ...]) -> Diagnostic:
    before = form.items[min(position, len(form.items)) - 1]
    at_end = position >= len(form.items)
    span = Span(form.span.end - 1, form.span.end) if at_end else form.items[position].span
    choices = sorted({_slots(usage)[position] for usage in usages if position < len(_slots(usage))})
    insert = Edit(Span(before.span.end, before.span.end), f" {word}")
    sure = len(choices) == 1 and len(form.items) == len(_slots(usages[0])) - 1
    wanted = " or ".join(f"`{choice}`" for choice in choices[:5])
    return Diagnostic(
        "missing-word",
        f"{_name(usages[0])} needs {wanted}",
        Label(span, "it belongs here" if at_end else "it belongs before this" if sure else ""),
        notes=_written(usages),
        edit=insert if sure else None,
        help=f"insert `{word}`" if sure else None,
    )


def no_such_form(form: List, text: str, actual: Type) -> Diagnostic:
    owner = actual in (Type.PLAYER, Type.TEAM)
    return fault(
        "no-such-form",
        form.span,
        actual=actual,
        help=f"a storage or a location names its kind: `({text} sto SCORE)`, `({text} iloc HAND)`"
        if owner and len(text) < 30
        else None,
    )


# ---------------------------------------------------------------------------- types


_CARD_LISTS = (Type.CARDS, Type.LOCATION)


def user_name(user: str) -> str:
    """How a report names the construct: a word of the language in backticks, a phrase without."""
    return user if " " in user and user != "create deck" else f"`{user}`"


def wrong_type(form: Form, text: str, actual: Type, wanted: Type, user: str) -> Diagnostic:
    replacement = _conversion(text, actual, wanted)
    return fault(
        "wrong-type",
        form.span,
        user=user_name(user),
        wanted=wanted,
        actual=actual,
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
    return fault(
        "not-a-collection",
        form.span,
        user=user_name(user),
        actual=actual,
        help=f"to count, write `(range 1..{text})`" if is_count and len(text) < 20 else None,
        edit=Edit(form.span, f"(range 1..{text})") if is_count else None,
    )


def wrong_body(form: List, actual: Type, word: str) -> Diagnostic:
    wanted = {"any": "a condition", "all": "a condition, an integer or a card list"}
    return fault("wrong-body", form.items[3].span, word=word, wanted=wanted[word], actual=actual)


def unlike_operands(form: List, source: Source, left: Type, right: Type) -> Diagnostic:
    word, *operands = form.items
    assert isinstance(word, Atom)
    first, second = (source.slice(operand.span) for operand in operands)
    verb = "exchange" if word.text == "swap" else "compare"
    instead = _conversion(first, left, right) or _conversion(second, right, left)
    return fault(
        "unlike-operands",
        form.items[2].span,
        form.items[1].span,
        word=word.text,
        verb=verb,
        left=left,
        right=right,
        help=f"perhaps `{_shortened(instead)}`" if instead else None,
    )


def not_comparable(form: List, actual: Type) -> Diagnostic:
    word = form.items[0]
    assert isinstance(word, Atom)
    cards = actual in (*_CARD_LISTS, Type.GROUPS, Type.LOCATIONS)
    plural = _PLURALS.get(actual, "lists")
    instead = "compare their sizes with `(size …)`, or single cards with `(top …)`"
    return fault(
        "not-comparable", form.span, word=word.text, plural=plural, help=instead if cards else None
    )


_PLURALS = {
    Type.BOOL: "conditions",
    Type.CARDS: "card lists",
    Type.LOCATION: "locations",
    Type.POINTS: "point maps",
}


def points_as_value(form: Form, text: str) -> Diagnostic:
    return fault("points-as-value", form.span, text=_shortened(text))


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
