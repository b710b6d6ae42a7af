"""What happens: blocks, conditions, loops, `let`, and the actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import actions, faults
from kibitz.recycle.checker.checking import Checking, Typed
from kibitz.recycle.checker.setup import create
from kibitz.recycle.checker.values import CONDITION_RULES
from kibitz.recycle.checker.values import RULES as VALUE_RULES
from kibitz.recycle.diagnostic import Edit, nearest
from kibitz.recycle.source import (
    Atom,
    AtomKind,
    Form,
    List,
    Span,
    head_word,
    is_name,
    is_variable,
    is_word,
)

N = TypeVar("N", bound=s.Node)

StatementRule = Callable[[Checking, List], Any]
"""Reads one construct as a statement; None after a fault."""


def statement(check: Checking, form: Form) -> s.Statement:
    """The form read as a statement."""
    if check.is_spoiled(form):
        return _nothing()
    if isinstance(form, Atom):
        check.fault("not-a-statement", form.span)
        return _nothing()
    if check.definitions.of(form) is not None:
        with check.expanded(form) as whole:
            return _nothing() if whole is None else statement(check, whole)
    rule = _rule_for(form)
    if rule is _else and not check.may_be_else:
        check.fault("misplaced-else", form.items[0].span)
    check.may_be_else = False
    check.depth += 1
    leads_on = rule in (_conditional, _else, _named) or head_word(form) in ("any", "let")
    with check.naming(leads_on):
        read = cast(s.Statement, rule(check, form))
    check.depth -= 1
    return read


def _nothing() -> s.Statement:
    """What stands for a statement with a fault; never seen outside."""
    return cast(s.Statement, None)


def _rule_for(form: List) -> StatementRule:
    if not form.items:
        return _not_a_statement
    head = form.items[0]
    if isinstance(head, List) or _is_guarded_by_variable(form):
        return _conditional
    if head.kind is AtomKind.KEYWORD:
        return STATEMENT_RULES.get(head.text, _not_a_statement)
    return _not_a_statement


def _is_guarded_by_variable(form: List) -> bool:
    """`('V (move …))`: meant as a condition, though no variable can be one."""
    head = form.items[0]
    return (
        is_variable(head) and len(form.items) == 2 and head_word(form.items[1]) in PLAIN_STATEMENTS
    )


def _not_a_statement(check: Checking, form: List) -> None:
    head = form.items[0] if form.items else None
    known = isinstance(head, Atom) and head.kind is AtomKind.KEYWORD
    if head_word(form) == "if":
        _if_as_statement(check, form)
    elif known and head_word(form) not in VALUE_RULES and head_word(form) not in ("game", "team"):
        assert isinstance(head, Atom)
        check.misplaced_keyword(head, "something to do")
    elif near := nearest(head_word(form), check.definitions.by_name):
        check.fault("not-a-statement.definition", form.span, near=near)
    else:
        check.fault("not-a-statement.value", form.span)


def _if_as_statement(check: Checking, form: List) -> None:
    """`(if BOOL STATEMENT STATEMENT)`: `if` is a value, and statements have another way."""
    match [check.text(item) for item in form.items[1:]]:
        case [condition, done]:
            instead = f"({condition} {done})"
        case [condition, done, otherwise]:
            instead = f"(do (({condition} {done}) (else {otherwise})))"
        case _:
            instead = "(BOOL STATEMENT)"
    case = "" if len(instead) < 80 else ".long"
    edit = None if instead == "(BOOL STATEMENT)" else Edit(form.span, instead)
    check.fault(f"if-as-statement{case}", form.items[0].span, edit=edit)


# ---------------------------------------------------------------------------- structure


def statement_list(check: Checking, form: List, word: str) -> tuple[Form, ...]:
    """The statements of `(do (…))` or `(choice (…))`, also where the inner list is missing."""
    rest = form.items[1:]
    if len(rest) == 1 and isinstance(rest[0], List):
        if not rest[0].items:
            check.fault("empty-body", form.span, word=word)
            return ()
        first = rest[0].items[0]
        if isinstance(first, List) and head_word(first) not in CONDITION_RULES:
            return rest[0].items
        if check.is_spoiled(rest[0]):
            return ()
    if not rest:
        check.fault("empty-body", form.span, word=word)
        return ()
    inner = rest[0].span.to(rest[-1].span)
    check.fault("missing-list", inner, word=word, edit=f"({check.source.slice(inner)})")
    return rest


def in_order(
    check: Checking, items: tuple[Form, ...], read: Callable[[Checking, Form], N]
) -> tuple[N, ...]:
    """What stands one after the other: an `else` belongs to the conditions right before it."""
    found: list[N] = []
    for item in items:
        before = found[-1] if found else s.PassNode(span=item.span)
        check.may_be_else = before is None or s.guard_of(before) is not None
        found.append(read(check, item))
    check.may_be_else = False
    return tuple(found)


def _block(check: Checking, form: List) -> s.BlockNode:
    statements = in_order(check, statement_list(check, form, "do"), statement)
    return s.BlockNode(statements, span=form.span)


def _else(check: Checking, form: List) -> s.ElseNode | None:
    if len(form.items) == 1:
        check.fault("nothing-to-do.else", form.span)
        return None
    if len(form.items) == 3 and _is_condition(form.items[1]):
        inner = form.items[1].span.to(form.items[2].span)
        text = f"({check.source.slice(inner)})"
        check.fault("several-statements.else", form.items[1].span, edit=Edit(inner, text))
        check.expect(form.items[1], s.Type.BOOL, "a condition")
        _look_through(check, form.items[2:])
        return None
    return s.ElseNode(_body(check, form, 1, "`else`"), span=form.span)


def _is_condition(form: Form) -> bool:
    """Whether it can be nothing else."""
    return head_word(form) in CONDITION_RULES and head_word(form) not in STATEMENT_RULES


def _conditional(check: Checking, form: List) -> s.ConditionalNode | None:
    first = form.items[0]
    if head_word(first) in PLAIN_STATEMENTS:
        inner = check.source.slice(first.span.to(form.items[-1].span))
        is_alone = len(form.items) == 1
        check.fault(
            "statement-as-condition.alone" if is_alone else "statement-as-condition",
            first.span,
            word=head_word(first),
            edit=Edit(form.span, inner if is_alone else f"(do ({inner}))"),
        )
        _look_through(check, form.items)
        return None
    if isinstance(first, List) and _is_list_of_statements(form, first):
        check.fault("missing-do", Span(form.span.start, form.span.start + 1))
        _look_through(check, first.items)
        return None
    condition = guard(check, first)
    if condition.type not in (None, s.Type.BOOL):
        return None
    if len(form.items) == 1:
        check.fault("nothing-to-do", form.span)
        return None
    body = _body(check, form, 1, "a condition")
    return s.ConditionalNode(condition.node, body, span=form.span)


def guard(check: Checking, form: Form) -> Typed:
    """The condition that something stands under."""
    condition = check.value(form)
    if condition.type not in (None, s.Type.BOOL):
        assert condition.type is not None
        check.fault("not-a-condition", form.span, actual=condition.type)
    return condition


def _is_list_of_statements(form: List, first: List) -> bool:
    """`((STATEMENT …))`, with nothing before it and nothing after."""
    return len(form.items) == 1 and bool(first.items) and isinstance(first.items[0], List)


def _look_through(check: Checking, items: tuple[Form, ...]) -> None:
    """Faults inside statements that stand in a wrong place."""
    for item in items:
        statement(check, item)


def _body(check: Checking, form: List, position: int, user: str) -> s.Statement:
    """The single statement that stands at `position`, and nothing after it."""
    if len(form.items) > position + 1:
        first, *others = form.items[position:]
        span = first.span.to(others[-1].span)
        check.fault(
            "several-statements",
            others[0].span.to(others[-1].span),
            user=user,
            count=len(others) + 1,
            edit=Edit(span, f"(do ({check.source.slice(span)}))"),
        )
    bodies = [statement(check, item) for item in form.items[position:]]
    return bodies[0] if bodies else _nothing()


def _loop(check: Checking, form: List) -> s.LoopNode | None:
    word = head_word(form)
    if len(form.items) < 4:
        check.has_words(form, f"({word} COLLECTION 'VARIABLE STATEMENT)")
        return None
    collection, binding = check.bound_element(form, word)
    with check.within(binding) as binder:
        body = _body(check, form, 3, f"`{word}`")
    return s.LoopNode(s.Quantifier(word), collection.node, binder, body, span=form.span)


def _let(check: Checking, form: List) -> s.LetNode | None:
    if len(form.items) < 4:
        check.has_words(form, "(let VALUE 'VARIABLE STATEMENT)")
        return None
    value = check.value(form.items[1])
    if value.type is s.Type.POINTS:
        text = faults.shortened(check.text(form.items[1]))
        value = check.fault("points-as-value", form.items[1].span, text=text)
    binding = check.bind(form.items[2], value, "let", form.items[1].span)
    with check.within(binding) as binder:
        body = _body(check, form, 3, "`let`")
    return s.LetNode(value.node, binder, body, span=form.span)


def _named(check: Checking, form: List) -> s.NamedNode | None:
    if len(form.items) < 3:
        check.has_words(form, "(as NAME STATEMENT)")
        return None
    name = form.items[1]
    if not is_name(name):
        check.fault("not-a-name.move", name.span)
    if not check.may_name:
        check.fault("misplaced-name", form.items[0].span)
    elif check.named is not None:
        check.fault("repeated-name", form.items[1].span, check.named)
    outer, check.named = check.named, name.span
    body = _body(check, form, 2, "`as`")
    check.named = outer
    return s.NamedNode(check.text(name), body, span=form.span)


def _choice_inside(check: Checking, form: List) -> None:
    check.fault("misplaced-choice", form.items[0].span)
    _look_through(check, statement_list(check, form, "choice"))


def _stage_inside(check: Checking, form: List) -> None:
    check.fault("misplaced-stage", form.items[0].span)


# ---------------------------------------------------------------------------- repetition


def _repeat(check: Checking, form: List) -> s.RepeatNode | s.RepeatAllNode | None:
    if not check.has_words(form, "(repeat INT ACTION)", "(repeat all ACTION)"):
        return None
    _, count_form, action_form = form.items
    with check.expanded(action_form) as action:
        return None if action is None else _repeated(check, form, count_form, action)


def _repeated(
    check: Checking, form: List, count_form: Form, action_form: Form
) -> s.RepeatNode | s.RepeatAllNode | None:
    if is_word(count_form, "all"):
        return _repeat_all(check, form, action_form)
    count = check.expect(count_form, s.Type.INT, "repeat")
    if head_word(action_form) not in ACTION_RULES:
        _refuse_repeated(check, action_form, "")
        return None
    return s.RepeatNode(count, cast(Any, statement(check, action_form)), span=form.span)


def _repeat_all(check: Checking, form: List, action_form: Form) -> s.RepeatAllNode | None:
    if head_word(action_form) not in ("move", "forget"):
        _refuse_repeated(check, action_form, ".all")
        return None
    action = statement(check, action_form)
    if isinstance(action, s.MoveNode) and isinstance(action.source, s.VariableNode | s.IfNode):
        check.fault("repeat-all-of-card", action.source.span)
    return s.RepeatAllNode(cast(s.MoveNode | s.ForgetNode, action), span=form.span)


def _refuse_repeated(check: Checking, form: Form, how: str) -> None:
    """A thing that cannot be repeated: looked through all the same, for faults of its own."""
    errors_before = check.errors
    statement(check, form)
    if isinstance(form, List) and not check.is_spoiled(form) and check.errors == errors_before:
        check.fault(f"not-an-action{how}", form.items[0].span)


ACTION_RULES: dict[str, StatementRule] = {**actions.RULES, "create": create, "repeat": _repeat}
STATEMENT_RULES: dict[str, StatementRule] = {
    **ACTION_RULES,
    "do": _block,
    "any": _loop,
    "all": _loop,
    "let": _let,
    "as": _named,
    "else": _else,
    "choice": _choice_inside,
    "stage": _stage_inside,
}
PLAIN_STATEMENTS = frozenset(STATEMENT_RULES) - {"any", "all"}
"""Words that can start a statement but not a condition."""
