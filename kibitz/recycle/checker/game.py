"""The game as a whole: its sections, declarations, stages and choices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults
from kibitz.recycle.checker.checking import HOLE, Checking, Typed
from kibitz.recycle.checker.setup import setup
from kibitz.recycle.checker.statements import (
    STATEMENT_RULES,
    guard,
    in_order,
    statement,
    statement_list,
)
from kibitz.recycle.checker.values import RULES as VALUE_RULES
from kibitz.recycle.constants import changing_part
from kibitz.recycle.diagnostic import nearest
from kibitz.recycle.source import Atom, AtomKind, Form, List, Span, head_word, is_name, is_word
from kibitz.recycle.syntax.types import nodes
from kibitz.recycle.using import standard_names, used_name

_ORDER = ("declare", "order", "use", "define", "require", "setup", "play", "scoring")
_AMONG = {"order": "declare", "use": "declare", "define": "require"}
"""Sections that may stand among those of another."""
_ONCE = ("setup", "scoring")


def game(check: Checking, form: List, after: tuple[Form, ...]) -> s.GameSyntax:
    """`(game DECLARE… ORDER… USE… DEFINE… REQUIRE… SETUP NODE… SCORING)`, in whatever order it is
    written; `after` is what follows it in the file."""
    by_section: dict[str, list[Form]] = {section: [] for section in _ORDER}
    for item in form.items[1:]:
        by_section[_section(item)].append(item)
    _refuse_order(check, form.items[1:])
    declarations = [declaration(check, item) for item in _lists(by_section["declare"])]
    _orders(check, _lists(by_section["order"]))
    used = [use for item in _lists(by_section["use"]) if (use := _used(check, item, after))]
    after = tuple(item for item in after if item not in used)
    _definitions(check, _lists(by_section["define"]))
    requirements = [requirement(check, item) for item in _lists(by_section["require"])]
    setups = [setup(check, item) for item in _lists(by_section["setup"])]
    nodes = in_order(check, tuple(by_section["play"]), node)
    scorings = [scoring(check, item) for item in _lists(by_section["scoring"])]
    for unused in () if check.errors else (*check.definitions.unused(), *check.orders.unused()):
        check.report(unused)
    present = {section for section, items in by_section.items() if items}
    _refuse_missing(check, form, present, after)
    return s.GameSyntax(
        tuple(part for part in declarations if part is not None),
        tuple(part for part in requirements if part is not None),
        cast(s.SetupNode, setups[0] if setups else None),
        (*check.orders.set_before_play(), *nodes),
        cast(s.ScoringNode, scorings[0] if scorings else None),
        tuple(check.definitions.by_name),
        span=form.span,
    )


def _orders(check: Checking, forms: list[List]) -> None:
    for form in forms:
        for report in () if check.is_spoiled(form) else check.orders.read(form):
            check.report(report)


def _used(check: Checking, form: List, after: tuple[Form, ...]) -> List | None:
    """Take in what `(use NAME)` names; the definitions stand behind the game."""
    if not check.has_words(form, "(use NAME)"):
        return None
    name, given = used_name(form), [item for item in after if head_word(item) == "definitions"]
    found = next((item for item in given if used_name(item) == name), None)
    if name is None or not isinstance(found, List):
        check.definitions.are_missing = True
        text, is_own = check.text(form.items[1]), is_name(form.items[1])
        near = None if is_own else nearest(text, standard_names())
        check.fault(
            "unknown-definitions.own" if is_own else "unknown-definitions",
            form.items[1].span,
            name=text,
            file=f"{text.lower()}.rcy",
            known=", ".join(standard_names()),
            edit=near,
        )
        return None
    for item in found.items[2:]:
        if isinstance(item, List) and head_word(item) == "define":
            for report in check.definitions.read(item, from_elsewhere=True):
                check.report(report)
        elif not (isinstance(item, Atom) and item.kind is AtomKind.INTEGER):
            check.fault("not-definitions", item.span, name=name.text)
    return found


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
        check.fault("missing-section.setup", form.items[0].span)
    if after and "scoring" not in present:
        end = Span(form.span.end - 1, form.span.end)
        check.fault("game-ends-early", end, faults.start(after[0]))
    elif after:
        check.fault("text-after-game", after[0].span.to(after[-1].span))
    elif "scoring" not in present:
        check.fault("missing-section.scoring", form.items[0].span)


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
            what = f"`{head_word(item)}`" if head_word(item) else "this"
            places = faults.start(item), faults.start(furthest)
            check.fault("misplaced-section", *places, what=what)
            blamed = furthest
        elif _section(item) in _ONCE:
            places = faults.start(item), faults.start(furthest)
            check.fault("repeated-section", *places, word=_section(item))


def _rank(form: Form) -> int:
    section = _section(form)
    return _ORDER.index(_AMONG.get(section, section))


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
        if _leads_to_node(check, form):
            return cast(s.GameNode, _guarded(check, form))
        if _is_of_several(check, form):
            user = "`else`" if is_word(form.items[0], "else") else "a condition"
            span = form.items[2].span.to(form.items[-1].span)
            count = len(form.items) - 1
            check.fault("several-statements.nodes", span, user=user, count=count)
            for item in form.items[1:]:
                node(check, item)
            return cast(s.GameNode, None)
    return statement(check, form)


def _leads_to_node(check: Checking, form: Form) -> bool:
    """Whether a stage or a choice stands there, perhaps under conditions."""
    definition = check.definitions.of(form)
    if definition is not None:
        return not definition.is_broken and _leads_to_node(check, definition.body)
    if head_word(form) in ("stage", "choice"):
        return True
    if not isinstance(form, List) or len(form.items) != 2:
        return False
    first, body = form.items
    is_under_condition = isinstance(first, List) or is_word(first, "else")
    return is_under_condition and _leads_to_node(check, body)


def _is_of_several(check: Checking, form: List) -> bool:
    """Whether stages or choices stand under one condition, several together."""
    first, *bodies = form.items or (None,)
    is_under_condition = isinstance(first, List) or (first is not None and is_word(first, "else"))
    return is_under_condition and any(_leads_to_node(check, body) for body in bodies)


def _guarded(check: Checking, form: List) -> s.GuardedNode | None:
    """`(BOOL (stage …))`, `(else (choice …))`."""
    first, body = form.items
    is_else, may_be_else = is_word(first, "else"), check.may_be_else
    check.may_be_else = False
    if is_else and not may_be_else:
        check.fault("misplaced-else", first.span)
    condition = HOLE if is_else else guard(check, first)
    inner = node(check, body)
    if not is_else and condition.type is not s.Type.BOOL:
        return None
    return s.GuardedNode(condition.node, inner, span=form.span)


def _choice(check: Checking, form: List) -> s.ChoiceNode:
    items = statement_list(check, form, "choice")
    check.may_name = True
    alternatives = in_order(check, items, statement)
    check.may_name = False
    return s.ChoiceNode(alternatives, span=form.span)


def scoring(check: Checking, form: List) -> s.ScoringNode | None:
    """`(scoring max INT)`, `(scoring min INT)`, `(scoring together max INT)`."""
    if check.is_spoiled(form):
        return None
    together = len(form.items) > 1 and is_word(form.items[1], "together")
    before = "scoring together" if together else "scoring"
    if not check.has_words(form, *(f"({before} {goal} INT)" for goal in s.Goal)):
        return None
    *_, goal, number = form.items
    value = check.expect(number, s.Type.INT, "scoring")
    for part in nodes(value) if together and value is not None else ():
        if isinstance(part, _DIFFERS):
            check.fault("score-for-each", part.span, form.items[1].span)
            break
    return s.ScoringNode(together, s.Goal(check.text(goal)), value, span=form.span)


_DIFFERS = (
    s.TurnPlayerNode
    | s.TurnTeamNode
    | s.OtherPlayersNode
    | s.OtherTeamsNode
    | s.RandomNode
    | s.ExtremeCardNode
)
"""What is another for another player, or for another look."""


# ---------------------------------------------------------------------------- stages


def _stage(check: Checking, form: List) -> s.StageNode | None:
    if len(form.items) < 3 or not is_word(form.items[1], "player", "team"):
        check.fault(
            "malformed-stage", form.items[0].span.to(form.items[min(1, len(form.items) - 1)].span)
        )
        return None
    kind = s.CycleKind(check.text(form.items[1]))
    start, backwards, head = _beginning(check, form, kind)
    if len(form.items) == head:
        check.fault("missing-end", form.span)
        return None
    control = form.items[head]
    once = control.span if is_word(control, "once", "together") else None
    together = is_word(control, "together")
    end, body = _control(check, form, head)
    fresh = _fresh(check, body[0]) if body and head_word(body[0]) == "fresh" else None
    if fresh is not None:
        body = body[1:]
    if not body:
        check.fault("empty-body", form.span, word="stage")
    with _turns(check, kind, once):
        nodes = in_order(check, body, node)
    if together and not (kind is s.CycleKind.PLAYER and _is_choice(nodes)):
        check.fault("malformed-stage.together", control.span)
    return s.StageNode(kind, together, start, backwards, end, fresh, nodes, span=form.span)


def _is_choice(nodes: tuple[s.GameNode, ...]) -> bool:
    return len(nodes) == 1 and isinstance(nodes[0], s.ChoiceNode)


def _beginning(
    check: Checking, form: List, kind: s.CycleKind
) -> tuple[s.PlayerExpr | None, bool, int]:
    """`from PLAYER`, `backwards`, or both; and where what follows them stands."""
    items, head, start = form.items, 2, None
    if is_word(items[head], "from") and len(items) > head + 1:
        start = check.expect(items[head + 1], s.Type.PLAYER, "from")
        head += 2
    backwards = head < len(items) and is_word(items[head], "backwards")
    head += backwards
    if head > 2 and kind is s.CycleKind.TEAM:
        check.fault("malformed-stage.teams", items[2].span.to(items[head - 1].span))
    return start, backwards, head


def _control(check: Checking, form: List, head: int) -> tuple[s.BoolExpr | None, tuple[Form, ...]]:
    """The end condition (none with `once`), and what is done in every turn."""
    control, body = form.items[head], form.items[head + 1 :]
    if is_word(control, "once", "together") or check.is_spoiled(control):
        return None, body
    if is_word(control, "simultaneous"):
        check.fault("unsupported-construct.simultaneous", control.span)
        return None, body
    if head_word(control) == "end":
        return _end(check, control), body
    if body and head_word(body[0]) == "end" and head_word(control) in VALUE_RULES:
        check.fault("unsupported-construct.guard", control.span)
        return _end(check, body[0]), body[1:]
    late = next((item for item in body if head_word(item) == "end"), None)
    beginning = form.items[0].span.to(form.items[1].span)
    if late is None:
        check.fault("missing-end", beginning)
    else:
        check.fault("missing-end.late", beginning, late.span)
    return None, tuple(item for item in form.items[head:] if item is not late and _happens(item))


def _happens(form: Form) -> bool:
    """Whether the form looks like something to do rather than an end that lacks its word."""
    is_conditional = isinstance(form, List) and len(form.items) > 1 and not head_word(form)
    return is_conditional or head_word(form) in STATEMENT_RULES


def _end(check: Checking, form: Form) -> s.BoolExpr | None:
    """The condition of `(end BOOL)`."""
    assert isinstance(form, List)
    if check.is_spoiled(form) or not check.has_words(form, "(end BOOL)"):
        return None
    return cast(s.BoolExpr, check.expect(form.items[1], s.Type.BOOL, "end"))


def _fresh(check: Checking, form: Form) -> s.FreshNode:
    """`(fresh NAME…)`, behind the end of a stage."""
    assert isinstance(form, List)
    names = [item for item in form.items[1:] if not is_word(item, ",")]
    if not names:
        check.fault("empty-body", form.span, word="fresh")
    for item in () if check.is_spoiled(form) else names:
        if not is_name(item):
            check.fault("not-a-name.fresh", item.span)
    literals = (s.StrLiteralNode(check.text(item), span=item.span) for item in names)
    return s.FreshNode(tuple(literals), span=form.span)


@contextmanager
def _turns(check: Checking, kind: s.CycleKind, once: Span | None) -> Iterator[None]:
    """Inside a stage of players, its own `once` (or its absence) decides about `cycle`."""
    outer = check.once_stage
    if kind is s.CycleKind.PLAYER:
        check.once_stage = once
    yield
    check.once_stage = outer


# ---------------------------------------------------------------------------- declarations


DECLARABLE = frozenset({s.Type.INT, s.Type.STR, s.Type.INTS, s.Type.STRS, s.Type.LOCATION})


def declaration(check: Checking, form: List) -> s.DeclareNode | s.OptionNode | None:
    """`(declare VALUE 'NAME)`, whose variable lives from here to the end of the game."""
    if check.is_spoiled(form) or not check.has_words(form, "(declare VALUE 'VARIABLE)"):
        return None
    _, value_form, name_form = form.items
    is_option = isinstance(value_form, List) and head_word(value_form) == "option"
    option = _option(check, value_form) if is_option else None
    value = _constant(check, value_form) if not is_option else _option_value(option)
    binding = check.bind(name_form, value, "declare", value_form.span)
    earlier = check.scope.find(binding.binder.name)
    if earlier is not None:
        check.fault(
            "duplicate-declaration",
            binding.binder.span,
            earlier.binder.span,
            binder=binding.binder.name,
        )
    check.scope.declared[binding.binder.name] = binding
    if option is not None:
        _note_extremes(check, binding.binder, option[1])
        return s.OptionNode(binding.binder, *option, span=form.span)
    _note_extremes(check, binding.binder, value.node)
    return s.DeclareNode(binding.binder, value.node, span=form.span)


def _note_extremes(check: Checking, binder: s.BinderNode, values: s.Node | None) -> None:
    match values:
        case s.IntLiteralNode(value=value):
            check.extremes_by_binder[binder.number] = (value, value)
        case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
            check.extremes_by_binder[binder.number] = (low, high)


def _constant(check: Checking, form: Form) -> Typed:
    value = check.value(form)
    if value.type is None:
        return HOLE
    changing = changing_part(value.node)
    is_alias = value.type is s.Type.LOCATION and isinstance(value.node, s.VariableNode)
    if changing is not None or value.type not in DECLARABLE or is_alias:
        span = form.span if changing is None else changing.span
        return check.fault("not-constant", span, what="a declared value")
    return value


def requirement(check: Checking, form: List) -> s.RequireNode | None:
    """`(require BOOL)`, over constants."""
    if check.is_spoiled(form) or not check.has_words(form, "(require BOOL)"):
        return None
    condition = check.expect(form.items[1], s.Type.BOOL, "require")
    changing = changing_part(condition)
    if changing is not None:
        check.fault("not-constant", changing.span, what="a requirement")
    return s.RequireNode(condition, span=form.span)


# ---------------------------------------------------------------------------- options

Choices = tuple[s.IntLiteralNode | s.StrLiteralNode, s.RangeNode | s.StringsNode]


def _option_value(option: Choices | None) -> Typed:
    if option is None:
        return HOLE
    default, _ = option
    return Typed(default, s.Type.INT if isinstance(default, s.IntLiteralNode) else s.Type.STR)


def _option(check: Checking, form: Form) -> Choices | None:
    """The default and the domain of `(option DEFAULT DOMAIN)`."""
    assert isinstance(form, List)
    if check.is_spoiled(form) or not check.has_words(form, "(option DEFAULT DOMAIN)"):
        return None
    default, domain = (_plain(check, item) for item in form.items[1:])
    if default is None or domain is None:
        return None
    if not isinstance(default.node, s.IntLiteralNode | s.StrLiteralNode):
        check.fault("malformed-option", form.items[1].span)
        return None
    if not _is_plain_domain(domain):
        check.fault("malformed-option", form.items[2].span)
        return None
    if not _is_member(default.node, domain.node):
        text = check.text(form.items[1])
        check.fault("option-outside-domain", form.items[1].span, form.items[2].span, default=text)
        return None
    return default.node, domain.node


def _plain(check: Checking, form: Form) -> Typed | None:
    """A value of the kinds an option is made of; None when there is a fault."""
    starts_with_number = isinstance(form, List) and head_word(form).isdigit()
    if starts_with_number and not check.is_spoiled(form):
        check.fault("malformed-option", form.span)
        return None
    value = check.value(form)
    return None if value.is_hole else value


def _is_plain_domain(domain: Typed) -> bool:
    if isinstance(domain.node, s.RangeNode):
        ends = (domain.node.low, domain.node.high)
        is_told = all(isinstance(end, s.IntLiteralNode) for end in ends)
        return is_told and not domain.node.backwards
    return isinstance(domain.node, s.StringsNode)


def _is_member(
    default: s.IntLiteralNode | s.StrLiteralNode, domain: s.RangeNode | s.StringsNode
) -> bool:
    if isinstance(domain, s.StringsNode):
        return default.value in domain.values
    low, high = domain.low, domain.high
    assert isinstance(low, s.IntLiteralNode)
    assert isinstance(high, s.IntLiteralNode)
    return isinstance(default.value, int) and low.value <= default.value <= high.value
