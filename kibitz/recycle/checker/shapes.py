"""Constructs that are written in one fixed way, as a table may hold them.

A shape is written as people write it: `(sum CARDS using POINTS)`. Words in small letters must
stand there; words in capitals are operands of that type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.recycle.checker import operand_faults
from kibitz.recycle.checker.checking import HOLE, Checking, Typed
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.syntax import Type

OPERAND_TYPES = {
    "INT": Type.INT,
    "STR": Type.STR,
    "BOOL": Type.BOOL,
    "CARD": Type.CARD,
    "CARDS": Type.CARDS,
    "GROUPS": Type.GROUPS,
    "PLAYER": Type.PLAYER,
    "TEAM": Type.TEAM,
    "POINTS": Type.POINTS,
}


@dataclass(frozen=True, slots=True)
class Shape:
    """One way of writing a construct, the type of its value, and the node it makes."""

    usage: str
    type: Type
    node: Callable[..., Any]

    def __call__(self, check: Checking, form: List) -> Typed:
        operands = self.operands(check, form)
        if operands is None:
            return HOLE
        return Typed(self.node(*operands, span=form.span), self.type)

    def operands(self, check: Checking, form: List) -> list[Any] | None:
        """The nodes of the operands, or None when the form has another shape."""
        slots = self.usage.strip("()").split()
        if not has_words(check, form, self.usage):
            return None
        return [
            self._operand(check, slot, item, slots[0])
            for slot, item in zip(slots, form.items, strict=True)
            if slot.isupper()
        ]

    def _operand(self, check: Checking, slot: str, form: Form, user: str) -> Any:
        if slot == "COLLECTION":
            return check.collection(form, user).node
        return check.expect(form, OPERAND_TYPES[slot], user)


def has_words(check: Checking, form: List, *usages: str) -> bool:
    """Whether the form has as many parts, and the same small words, as one of the usages.

    Reports the difference to the first usage if not.
    """
    if any(_matches(form, usage) for usage in usages):
        return True
    check.report(operand_faults.unlike_usage(form, usages))
    return False


def _matches(form: List, usage: str) -> bool:
    slots = usage.strip("()").split()
    return len(slots) == len(form.items) and all(
        slot.isupper() or slot.startswith("'") or is_word(item, slot)
        for slot, item in zip(slots, form.items, strict=True)
    )


def is_word(form: Form, *texts: str) -> bool:
    """Whether the form is one of these words."""
    return isinstance(form, Atom) and form.text in texts


def head_word(form: Form) -> str:
    """The word a list starts with, or nothing."""
    if isinstance(form, List) and form.items and isinstance(form.items[0], Atom):
        return form.items[0].text
    return ""
