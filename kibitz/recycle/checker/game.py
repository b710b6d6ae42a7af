"""The game as a whole: its sections, stages and choices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults, legacy
from kibitz.recycle.checker.checking import Checking
from kibitz.recycle.checker.declarations import declaration, requirement
from kibitz.recycle.checker.setup import setup
from kibitz.recycle.checker.shapes import has_words, head_word, is_word
from kibitz.recycle.checker.statements import STATEMENT_RULES, statement, statement_list
from kibitz.recycle.checker.values import RULES as VALUE_RULES
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Form, List
from kibitz.recycle.source import Span

_ORDER = ("declare", "define", "require", "setup", "play", "scoring")
_ONCE = ("setup", "scoring")


def game(check: Checking, form: List, after: tuple[Form, ...]) -> s.GameSyntax:
    """`(game DECLARE… DEFINE… REQUIRE… SETUP NODE… SCORING)`, whatever the order it is written in;
    `after` is what follows it in the file."""
    by_section: dict[str, list[Form]] = {section: [] for section in _ORDER}
    for item in form.items[1:]:
        by_section[_section(item)].append(item)
    _refuse_order(check, form.items[1:])
    declarations = [declaration(check, item) for item in _lists(by_section["declare"])]
    _definitions(check, _lists(by_section["define"]))
    requirements = [requirement(check, item) for item in _lists(by_section["require"])]
    setups = [setup(check, item) for item in _lists(by_section["setup"])]
    nodes = tuple(node(check, item) for item in by_section["play"])
    scorings = [scoring(check, item) for item in _lists(by_section["scoring"])]
    for unused in () if check.errors else check.definitions.unused():
        check.report(unused)
    present = {section for section, items in by_section.items() if items}
    _refuse_missing(check, form, present, after)
    return s.GameSyntax(
        tuple(part for part in declarations if part is not None),
        tuple(part for part in requirements if part is not None),
        cast(s.SetupNode, setups[0] if setups else None),
        nodes,
        cast(s.ScoringNode, scorings[0] if scorings else None),
        span=form.span,
    )


def _definitions(check: Checking, forms: list[List]) -> None:
    for form in forms:
        for report in () if check.is_spoiled(form) else check.definitions.read(form):
            check.report(report)
    for report in check.definitions.circles():
        check.report(report)


def _refuse_missing(
    check: Checking, form: List, present: set[str], after: tuple[Form, ...]
) -> None:
    """What follows a game without scoring was meant to be part of it."""
    if "setup" not in present:
        check.report(faults.missing_section(form, "setup"))
    if after and "scoring" not in present:
        check.report(faults.game_ends_early(form, after))
    elif after:
        check.report(fault("text-after-game", after[0].span.to(after[-1].span)))
    elif "scoring" not in present:
        check.report(faults.missing_section(form, "scoring"))


def _lists(forms: list[Form]) -> list[List]:
    return [form for form in forms if isinstance(form, List)]


def _section(form: Form) -> str:
    word = head_word(form)
    return word if word in _ORDER and word != "play" else "play"


def _refuse_order(check: Checking, items: tuple[Form, ...]) -> None:
    """Every section that is followed by an earlier one is reported once."""
    furthest: Form | None = None
    blamed: Form | None = None
    for item in items:
        if furthest is None or _rank(item) > _rank(furthest):
            furthest = item
        elif _rank(item) < _rank(furthest) and furthest is not blamed:
            check.report(faults.misplaced_section(item, head_word(item), furthest))
            blamed = furthest
        elif _section(item) in _ONCE:
            check.report(faults.repeated_section(item, furthest, _section(item)))


def _rank(form: Form) -> int:
    section = _section(form)
    return _ORDER.index("require" if section == "define" else section)


def node(check: Checking, form: Form) -> s.GameNode:
    """A stage, a choice or a statement."""
    with check.expanded(form) as whole:
        return cast(s.GameNode, None if whole is None else _node(check, whole))


def _node(check: Checking, form: Form) -> s.GameNode:
    if isinstance(form, List) and not check.is_spoiled(form):
        match head_word(form):
            case "stage":
                return cast(s.GameNode, _stage(check, form))
            case "choice":
                return _choice(check, form)
    return statement(check, form)


def _choice(check: Checking, form: List) -> s.ChoiceNode:
    items = statement_list(check, form, "choice")
    check.may_name = True
    alternatives = [statement(check, item) for item in items]
    check.may_name = False
    return s.ChoiceNode(tuple(alternatives), span=form.span)


def scoring(check: Checking, form: List) -> s.ScoringNode | None:
    """`(scoring max INT)`, `(scoring min INT)`."""
    if check.is_spoiled(form):
        return None
    if not has_words(check, form, "(scoring max INT)", "(scoring min INT)"):
        return None
    value = check.expect(form.items[2], s.Type.INT, "scoring")
    return s.ScoringNode(s.Goal(check.text(form.items[1])), value, span=form.span)


# ---------------------------------------------------------------------------- stages


def _stage(check: Checking, form: List) -> s.StageNode | None:
    if len(form.items) < 3 or not is_word(form.items[1], "player", "team"):
        check.report(
            fault(
                "malformed-stage",
                form.items[0].span.to(form.items[min(1, len(form.items) - 1)].span),
            )
        )
        return None
    kind = s.CycleKind(check.text(form.items[1]))
    once = form.items[2].span if is_word(form.items[2], "once") else None
    end, body = _control(check, form)
    if not body:
        check.report(fault("empty-body", form.span, word="stage"))
    with _turns(check, kind, once):
        nodes = tuple(node(check, item) for item in body)
    return s.StageNode(kind, end, nodes, span=form.span)


def _control(check: Checking, form: List) -> tuple[s.BoolExpr | None, tuple[Form, ...]]:
    """The end condition (none with `once`), and what is done in every turn."""
    control, body = form.items[2], form.items[3:]
    if is_word(control, "once") or check.is_spoiled(control):
        return None, body
    if is_word(control, "simultaneous"):
        check.report(legacy.unsupported(control.span, "`simultaneous`"))
        return None, body
    if head_word(control) == "end":
        return _end(check, control), body
    if body and head_word(body[0]) == "end" and head_word(control) in VALUE_RULES:
        check.report(legacy.unsupported(control.span, "a condition before the end of a stage"))
        return _end(check, body[0]), body[1:]
    late = next((item for item in body if head_word(item) == "end"), None)
    check.report(faults.missing_end(form, late))
    return None, tuple(item for item in form.items[2:] if item is not late and _happens(item))


def _happens(form: Form) -> bool:
    """Whether the form looks like something to do rather than an end that lacks its word."""
    is_conditional = isinstance(form, List) and len(form.items) > 1 and not head_word(form)
    return is_conditional or head_word(form) in STATEMENT_RULES


def _end(check: Checking, form: Form) -> s.BoolExpr | None:
    """The condition of `(end BOOL)`."""
    assert isinstance(form, List)
    if check.is_spoiled(form) or not has_words(check, form, "(end BOOL)"):
        return None
    return cast(s.BoolExpr, check.expect(form.items[1], s.Type.BOOL, "end"))


@contextmanager
def _turns(check: Checking, kind: s.CycleKind, once: Span | None) -> Iterator[None]:
    """Inside a stage of players, its own `once` (or its absence) decides about `cycle`."""
    outer = check.once_stage
    if kind is s.CycleKind.PLAYER:
        check.once_stage = once
    yield
    check.once_stage = outer
