"""Faults that take some thought to word: what a form lacks, what would turn one type into another,
which variable was meant. The words stand in `faults.toml`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.recycle.diagnostic import Diagnostic, Edit, fault, nearest
from kibitz.recycle.source import Atom, AtomKind, Form, List, Source, Span, head_word
from kibitz.recycle.syntax import Type

if TYPE_CHECKING:
    from kibitz.recycle.checker.scope import Binding, Scope
    from kibitz.recycle.checker.words import BindingPlace


def start(form: Form) -> Span:
    """The first word of a form: enough to point at a long one."""
    return form.items[0].span if isinstance(form, List) and form.items else form.span


# ---------------------------------------------------------------------------- shapes


def unlike_usage(form: List, usages: tuple[str, ...]) -> Diagnostic:
    """The difference between the form and the usage that comes closest in length."""
    usage = min(usages, key=lambda usage: abs(len(slots(usage)) - len(form.items)))
    for position, slot in enumerate(slots(usage)):
        item = form.items[position] if position < len(form.items) else None
        is_there = isinstance(item, Atom) and item.text == slot
        if position and is_small(slot) and not is_there:
            return _missing_word(form, slot, position, usages)
    return _wrong_operand_count(form, usages)


def slots(usage: str) -> list[str]:
    """The words of a usage such as `(sum CARDS using POINTS)`."""
    return usage.strip("()").split()


def is_small(slot: str) -> bool:
    """Whether the word of a usage stands for itself."""
    return not slot.isupper() and not slot.startswith("'")


def _wrong_operand_count(form: List, usages: tuple[str, ...]) -> Diagnostic:
    counts = [len(slots(usage)) for usage in usages]
    is_short = len(form.items) < min(counts)
    number = form.items[1] if head_word(form) == "-" and len(form.items) == 2 else None
    if isinstance(number, Atom) and number.kind is AtomKind.INTEGER and number.text.isdecimal():
        edit = Edit(form.span, f"-{number.text}")
        return fault("wrong-operand-count.sign", form.span, edit=edit)
    surplus = form.items[min(max(counts), len(form.items) - 1)]
    return fault(
        "wrong-operand-count.short" if is_short else "wrong-operand-count",
        form.span if is_short else surplus.span.to(form.items[-1].span),
        construct=_name(usages[0]),
        usages=_written(usages),
    )


def _missing_word(form: List, word: str, position: int, usages: tuple[str, ...]) -> Diagnostic:
    before = form.items[min(position, len(form.items)) - 1]
    at_end = position >= len(form.items)
    span = Span(form.span.end - 1, form.span.end) if at_end else form.items[position].span
    choices = sorted({slots(usage)[position] for usage in usages if position < len(slots(usage))})
    sure = len(choices) == 1 and len(form.items) == len(slots(usages[0])) - 1
    case = ("", ".sure", ".end", ".last")[sure + 2 * at_end]
    return fault(
        f"missing-word{case}",
        span,
        construct=_name(usages[0]),
        wanted=" or ".join(f"`{choice}`" for choice in choices[:5]),
        usages=_written(usages),
        word=word,
        edit=Edit(Span(before.span.end, before.span.end), f" {word}") if sure else None,
    )


def _written(usages: tuple[str, ...]) -> str:
    readable = (usage.replace(" .. ", "..").replace("STR", "NAME") for usage in usages[:2])
    return " or ".join(f"`{usage}`" for usage in readable)


def _name(usage: str) -> str:
    """The construct in the words of the language: its head, or the word after its owner."""
    words = slots(usage)
    return f"`{words[1]}`" if words[0].isupper() else f"`{words[0]}`"


# ---------------------------------------------------------------------------- types


CARD_LISTS = (Type.CARDS, Type.LOCATION)
_GROUPS = (Type.GROUPS, Type.LOCATIONS)
_CONVERSIONS: tuple[tuple[Type, tuple[Type, ...], str], ...] = (
    (Type.CARD, CARD_LISTS, "(top {})"),
    (Type.CARDS, _GROUPS, "(union {})"),
    (Type.PLAYER, (Type.INT,), "({} player)"),
    (Type.PLAYER, (Type.CARD,), "(owner {})"),
    (Type.TEAM, (Type.PLAYER,), "(team {})"),
    (Type.TEAM, (Type.INT,), "({} team)"),
    (Type.STR, (Type.CARD,), "(cardatt ATTRIBUTE {})"),
    (Type.INT, (Type.PLAYER,), "(pid {})"),
    (Type.INT, (Type.TEAM,), "(tid {})"),
    (Type.INT, (*CARD_LISTS, *_GROUPS), "(size {})"),
)
"""What is wanted, what is there, and the form that most likely turns the one into the other."""
_PLURALS = {
    Type.BOOL: "conditions",
    Type.CARDS: "card lists",
    Type.LOCATION: "locations",
    Type.POINTS: "point maps",
}


def user_name(user: str) -> str:
    """How a report names the construct: a word of the language in backticks, a phrase without."""
    return user if " " in user and user != "create deck" else f"`{user}`"


def wrong_type(
    form: Form, text: str, actual: Type, wanted: Type, user: str, variable: str | None = None
) -> Diagnostic:
    """`variable`: one that was most likely meant by the name that stands there."""
    instead = _conversion(text, actual, wanted)
    case = ".variable" if variable else ".convertible" if instead else ""
    has_gap = instead is not None and "ATTRIBUTE" in instead
    return fault(
        f"wrong-type{case}",
        form.span,
        user=user_name(user),
        wanted=wanted,
        actual=actual,
        instead=shortened(instead or ""),
        edit=variable or (None if has_gap else instead),
    )


def _conversion(text: str, actual: Type, wanted: Type) -> str | None:
    if (wanted, actual, text) == (Type.PLAYER, Type.PLAYERS, "player"):
        return "(current player)"
    found = (form for goal, kinds, form in _CONVERSIONS if goal is wanted and actual in kinds)
    return next((form.format(text) for form in found), None)


def shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(text) < 60 else f"{words[:57]}…"


def unlike_operands(form: List, source: Source, left: Type, right: Type) -> Diagnostic:
    word, first, second = (source.slice(item.span) for item in form.items)
    instead = _conversion(first, left, right) or _conversion(second, right, left)
    return fault(
        "unlike-operands.swap" if word == "swap" else "unlike-operands",
        form.items[2].span,
        form.items[1].span,
        word=word,
        left=left,
        right=right,
        help=f"perhaps `{shortened(instead)}`" if instead else None,
    )


def not_comparable(form: List, word: str, actual: Type) -> Diagnostic:
    case = ".cards" if actual in (*CARD_LISTS, *_GROUPS) else ""
    plural = _PLURALS.get(actual, "lists")
    return fault(f"not-comparable{case}", form.span, word=word, plural=plural)


# ---------------------------------------------------------------------------- variables


def unbound_variable(atom: Atom, scope: Scope, places: list[BindingPlace]) -> Diagnostic:
    meant = _binding_around(scope, places)
    name = meant.binder.name if meant else nearest(atom.text[1:], [b.binder.name for b in scope])
    what = f", which this `{meant.word}` binds" if meant else ""
    place = places[0] if places else None
    case = "" if place is None else ".declare" if place.word == "declare" else ".outside"
    return fault(
        f"unbound-variable{case}",
        *(atom.span, *(place.variable.span for place in places[:1])),
        variable=atom.text,
        word=place and place.word,
        help=f"use `'{name}`{what}" if name else None,
        edit=f"'{name}" if name else None,
    )


def _binding_around(scope: Scope, places: list[BindingPlace]) -> Binding | None:
    """The loop whose collection binds the variable inside itself: its own variable was meant."""
    for binding in scope.inner[::-1]:
        for place in places:
            inside = binding.value.start <= place.variable.span.start < binding.value.end
            if inside and place.word == "filter":
                return binding
    return None
