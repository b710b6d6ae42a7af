"""`set`, `update`, `inc` and `dec`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults, legacy
from kibitz.recycle.checker.checking import Checking
from kibitz.recycle.checker.shapes import has_words, head_word, is_word
from kibitz.recycle.constants import changing_part
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Atom, AtomKind, Form, List
from kibitz.recycle.walk import nodes

_CONDITIONS = frozenset({"and", "or", "not", "==", "!=", "<", ">", "<=", ">="})
"""The words a condition over constants begins with."""


def set_storage(
    check: Checking, form: List
) -> s.SetIntNode | s.SetStrNode | s.SetPointsNode | None:
    """`set`, decided by what is stored."""
    if not has_words(check, form, "(set STORAGE VALUE)"):
        return None
    target = check.value(form.items[1])
    match target.node:
        case s.IntStorageNode():
            value = check.expect(form.items[2], s.Type.INT, "set")
            return s.SetIntNode(target.node, value, span=form.span)
        case s.StrStorageNode():
            value = check.expect(form.items[2], s.Type.STR, "set")
            return s.SetStrNode(target.node, value, span=form.span)
        case s.PointStorageNode():
            awards = _awards(check, form.items[2])
            return s.SetPointsNode(target.node, awards, False, span=form.span)
        case _:
            _refuse_target(check, form.items[1], target.is_hole, "set")
            return None


def update(check: Checking, form: List) -> s.SetPointsNode | None:
    """`(update POINTS (AWARDS))`."""
    if not has_words(check, form, "(update POINTS AWARDS)"):
        return None
    storage = check.expect(form.items[1], s.Type.POINTS, "update")
    return s.SetPointsNode(storage, _awards(check, form.items[2]), True, span=form.span)


def change(check: Checking, form: List) -> s.IncreaseNode | s.DecreaseNode | None:
    """`inc` and `dec`, by 1 where nothing else is said."""
    word = head_word(form)
    if not has_words(check, form, f"({word} STORAGE)", f"({word} STORAGE INT)"):
        return None
    target = check.value(form.items[1])
    amount = None
    if len(form.items) == 3:
        amount = check.expect(form.items[2], s.Type.INT, word)
    if not isinstance(target.node, s.IntStorageNode):
        _refuse_target(check, form.items[1], target.is_hole, word)
        return None
    node = s.IncreaseNode if word == "inc" else s.DecreaseNode
    return node(target.node, amount, span=form.span)


def _refuse_target(check: Checking, form: Form, is_hole: bool, word: str) -> None:
    if not is_hole:
        check.report(faults.not_a_storage(form, word))


# ---------------------------------------------------------------------------- awards


def _awards(check: Checking, form: Form) -> tuple[s.AwardNode | s.GuardedAwardNode, ...]:
    if not isinstance(form, List) or not form.items or not _is_list_of_lists(form):
        check.report(fault("malformed-award", form.span))
        return ()
    found = [_perhaps_guarded(check, item) for item in form.items]
    return tuple(award for award in found if award is not None)


def _is_list_of_lists(form: List) -> bool:
    return all(isinstance(item, List) for item in form.items) and not any(
        is_word(part, ":") for part in form.items
    )


def _perhaps_guarded(check: Checking, form: Form) -> s.AwardNode | s.GuardedAwardNode | None:
    """`((== 'JOKERS WILD) ((RANK : JOKER) 0))`: an award that an option puts into the map."""
    if not isinstance(form, List) or len(form.items) != 2:
        return _award(check, form)
    guard, inner = form.items
    if not isinstance(guard, List) or head_word(guard) not in _CONDITIONS:
        return _award(check, form)
    condition = check.expect(guard, s.Type.BOOL, "a condition before an award")
    changing = _changing(check, condition)
    if changing is not None:
        what = "a condition before an award"
        check.report(fault("not-constant", changing.span, what=what))
    award = _award(check, inner)
    return None if award is None else s.GuardedAwardNode(condition, award, span=form.span)


def _changing(check: Checking, condition: s.BoolExpr | None) -> s.Node | None:
    """The part of the condition that only a match could know."""
    if condition is None:
        return None
    inner = {binding.binder.number for binding in check.scope.inner}
    loose = (
        node
        for node in nodes(condition)
        if isinstance(node, s.VariableNode) and node.binder.number in inner
    )
    return changing_part(condition) or next(loose, None)


def _award(check: Checking, form: Form) -> s.AwardNode | None:
    if not isinstance(form, List) or len(form.items) < 2:
        check.report(fault("malformed-award", form.span))
        return None
    if check.is_spoiled(form):
        return None
    tests = [_test(check, item) for item in form.items[:-1]]
    points = check.expect(form.items[-1], s.Type.INT, "an award")
    return s.AwardNode(tuple(test for test in tests if test is not None), points, span=form.span)


def _test(check: Checking, form: Form) -> s.TestNode | None:
    if isinstance(form, List) and check.is_spoiled(form):
        return None
    if isinstance(form, List) and _is_legacy_test(form):
        attribute, value = (check.text(item) for item in form.items)
        check.report(legacy.award_without_colon(form, attribute, value))
        return None
    if not isinstance(form, List) or len(form.items) != 3 or not is_word(form.items[1], ":"):
        check.report(fault("malformed-award", form.span))
        return None
    return s.TestNode(
        check.expect(form.items[0], s.Type.STR, "an award"),
        check.expect(form.items[2], s.Type.STR, "an award"),
        span=form.span,
    )


def _is_legacy_test(form: List) -> bool:
    """`(RANK (A))`, `(SUIT (cardatt …))`."""
    if len(form.items) != 2:
        return False
    name, value = form.items
    return isinstance(name, Atom) and name.kind is AtomKind.NAME and isinstance(value, List)


def put(check: Checking, form: List) -> None:
    check.report(legacy.old_word(form, "put"))


def initialize(check: Checking, form: List) -> None:
    check.report(legacy.old_word(form, "initialize"))


RULES: dict[str, Callable[[Checking, List], Any]] = {
    "set": set_storage,
    "update": update,
    "inc": change,
    "dec": change,
    "put": put,
    "initialize": initialize,
}
