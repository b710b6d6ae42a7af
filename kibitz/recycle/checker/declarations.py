"""Declared constants, options, and what the options must satisfy together."""

from __future__ import annotations

from kibitz.recycle import syntax as s
from kibitz.recycle.checker.checking import HOLE, Checking, Typed
from kibitz.recycle.checker.shapes import has_words, head_word
from kibitz.recycle.constants import changing_part
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Form, List

DECLARABLE = frozenset({s.Type.INT, s.Type.STR, s.Type.INTS, s.Type.STRS, s.Type.LOCATION})


def declaration(check: Checking, form: List) -> s.DeclareNode | s.OptionNode | None:
    """`(declare VALUE 'NAME)`, whose variable lives from here to the end of the game."""
    if check.is_spoiled(form) or not has_words(check, form, "(declare VALUE 'VARIABLE)"):
        return None
    _, value_form, name_form = form.items
    is_option = isinstance(value_form, List) and head_word(value_form) == "option"
    option = _option(check, value_form) if is_option else None
    value = _constant(check, value_form) if not is_option else _option_value(option)
    binding = check.bind(name_form, value, "declare", value_form.span)
    earlier = check.scope.find(binding.binder.name)
    if earlier is not None:
        check.report(
            fault(
                "duplicate-declaration",
                binding.binder.span,
                earlier.binder.span,
                binder=binding.binder.name,
            )
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
        return check.report(fault("not-constant", span, what="a declared value"))
    return value


def requirement(check: Checking, form: List) -> s.RequireNode | None:
    """`(require BOOL)`, over constants."""
    if check.is_spoiled(form) or not has_words(check, form, "(require BOOL)"):
        return None
    condition = check.expect(form.items[1], s.Type.BOOL, "require")
    changing = changing_part(condition)
    if changing is not None:
        check.report(fault("not-constant", changing.span, what="a requirement"))
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
    if check.is_spoiled(form) or not has_words(check, form, "(option DEFAULT DOMAIN)"):
        return None
    default, domain = (_plain(check, item) for item in form.items[1:])
    if default is None or domain is None:
        return None
    if not isinstance(default.node, s.IntLiteralNode | s.StrLiteralNode):
        check.report(fault("malformed-option", form.items[1].span))
        return None
    if not _is_plain_domain(domain):
        check.report(fault("malformed-option", form.items[2].span))
        return None
    if not _is_member(default.node, domain.node):
        text = check.text(form.items[1])
        check.report(
            fault("option-outside-domain", form.items[1].span, form.items[2].span, default=text)
        )
        return None
    return default.node, domain.node


def _plain(check: Checking, form: Form) -> Typed | None:
    """A value of the kinds an option is made of; None when there is a fault."""
    starts_with_number = isinstance(form, List) and head_word(form).isdigit()
    if starts_with_number and not check.is_spoiled(form):
        check.report(fault("malformed-option", form.span))
        return None
    value = check.value(form)
    return None if value.is_hole else value


def _is_plain_domain(domain: Typed) -> bool:
    if isinstance(domain.node, s.RangeNode):
        ends = (domain.node.low, domain.node.high)
        return all(isinstance(end, s.IntLiteralNode) for end in ends)
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
