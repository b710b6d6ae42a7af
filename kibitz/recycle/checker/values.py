"""Which rule reads a list as a value: the overloads of the language, resolved by shape."""

from __future__ import annotations

from kibitz.recycle.checker import card_lists, legacy, operand_faults, operations, owners
from kibitz.recycle.checker.checking import Checking, Rule, Typed
from kibitz.recycle.checker.words import CLASS_WORDS, OWNER_WORDS, STORAGE_WORDS, TURN_WORDS
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Atom, AtomKind, List


def _empty_list(check: Checking, form: List) -> Typed:
    return check.report(fault("empty-list", form.span))


def _misplaced(check: Checking, form: List) -> Typed:
    head = form.items[0]
    assert isinstance(head, Atom)
    return check.report(operand_faults.misplaced_keyword(head, "a value"))


def _unsupported(check: Checking, form: List) -> Typed:
    return check.report(legacy.unsupported(form.span, "`sort`"))


def _actual(check: Checking, form: List) -> Typed:
    inner = check.text(form.items[1]) if len(form.items) == 2 else None
    return check.report(legacy.actual(form, inner))


def _tuples(check: Checking, form: List) -> Typed:
    return check.report(legacy.old_word(form, "tuples"))


RULES: dict[str, Rule] = {
    **operations.INTEGER_RULES,
    **operations.CONDITION_RULES,
    **card_lists.RULES,
    "owner": owners.owner_of_card,
    "team": owners.team_of_player,
    "other": owners.others,
    "indexed": owners.indexed,
    "any": operations.quantified,
    "all": operations.quantified,
    "filter": operations.filtered,
    "sort": _unsupported,
    "actual": _actual,
    "tuples": _tuples,
}


def rule_for(form: List) -> Rule:
    """The rule that reads the form as a value."""
    if not form.items:
        return _empty_list
    owned = _rule_by_second_word(form)
    if owned is not None:
        return owned
    head = form.items[0]
    if isinstance(head, List) or head.kind in (AtomKind.VARIABLE, AtomKind.INTEGER):
        return card_lists.numbered
    if head.kind is AtomKind.NAME:
        return card_lists.strings
    return RULES.get(head.text, _misplaced)


def _rule_by_second_word(form: List) -> Rule | None:
    """Owned things and numbered owners are known by their second word."""
    head = form.items[0]
    second = form.items[1] if len(form.items) > 1 else None
    if not isinstance(second, Atom) or second.kind is not AtomKind.KEYWORD:
        return None
    if isinstance(head, Atom) and head.text in RULES and head.text != "team":
        return None
    if second.text in STORAGE_WORDS:
        return owners.storage
    if second.text in CLASS_WORDS:
        return owners.location
    if second.text == "new":
        return owners.new_class
    is_keyword = isinstance(head, Atom) and head.kind is AtomKind.KEYWORD
    names_owner = not is_keyword or (isinstance(head, Atom) and head.text in TURN_WORDS)
    if second.text in OWNER_WORDS and len(form.items) == 2 and names_owner:
        return owners.owner_reference
    return None
