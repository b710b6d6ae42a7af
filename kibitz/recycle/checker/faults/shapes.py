"""Faults of shape: operands too many or too few, words that are missing."""

from __future__ import annotations

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.source import Span
from kibitz.recycle.syntax import Type


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
    kind = "something is missing" if is_short else "there is too much"
    return Diagnostic(
        "wrong-operand-count",
        f"{kind} in {_name(usages[0])}",
        Label(form.span if is_short else _surplus(form, usages)),
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


def too_few_operands(form: List, word: str, operands: str) -> Diagnostic:
    return Diagnostic(
        "too-few-operands",
        f"`{word}` needs two or more {operands}",
        Label(form.span),
    )


def too_many_operands(form: List) -> Diagnostic:
    return Diagnostic(
        "too-many-operands",
        f"a calculation has at most {limits.OPERANDS} numbers in it",
        Label(form.span, "with these, there are more"),
    )


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
    return Diagnostic(
        "no-such-form",
        f"a list cannot start with {actual} like this",
        Label(form.span),
        help=(
            f"a storage or a location names its kind: `({text} sto SCORE)`, `({text} iloc HAND)`"
            if owner and len(text) < 30
            else None
        ),
    )


def not_a_name(form: List, item: Form) -> Diagnostic:
    return Diagnostic(
        "not-a-name",
        "a list of names contains something else",
        Label(item.span, "not a name"),
        secondary=(Label(form.items[0].span, "a list that starts with a name is a list of names"),),
    )


def empty_list(form: List) -> Diagnostic:
    return Diagnostic(
        "empty-list",
        "an empty list stands for nothing",
        Label(form.span, "a value is needed"),
    )
