"""What is fixed when a game is loaded: options, declared constants, requirements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kibitz.recycle import (
    Constant,
    Diagnostic,
    Label,
    NotComputable,
    NotConstant,
    RecycleError,
    Source,
    Span,
    evaluate,
    holds,
    nearest,
    nodes,
)
from kibitz.recycle import syntax as s

_JOINTS = str.maketrans("", "", "-_ ")
"""What people put between the words of a name."""


@dataclass(frozen=True)
class ChosenConstants:
    """Constant values by binder number, and table locations that variables stand for."""

    values: Mapping[int, Constant]
    locations: Mapping[int, s.LocationNode]
    options: Mapping[str, int | str]

    def settled(self, condition: s.BoolExpr) -> bool | None:
        """Whether the condition holds, if play has no say in it."""
        try:
            return holds(condition, self.values)
        except (NotConstant, NotComputable):
            return None

    def unreached(self, nodes: Iterable[s.Node]) -> Iterator[s.Node]:
        """What stands in a row under `else`, though a condition right before it surely holds."""
        held = False
        for node in nodes:
            if held and s.is_else(node):
                yield node
            condition = s.guard_of(node)
            held = condition is not None and (held or self.settled(condition) is True)

    def rule_out(self, condition: s.BoolExpr) -> bool:
        """Whether the condition is false, whatever happens in play."""
        return self.settled(condition) is False


def refusal(
    source: Source,
    slug: str,
    headline: str,
    label: Label,
    notes: tuple[str, ...] = (),
    help_: str | None = None,
) -> RecycleError:
    return RecycleError(source, (Diagnostic(slug, headline, label, notes=notes, help=help_),))


def choose_constants(checked: s.CheckedGame, chosen: Mapping[str, int | str]) -> ChosenConstants:
    """The game's constants with these option values; refuses unknown options and bad values."""
    game = checked.game
    options = _options(checked, chosen)
    values: dict[int, Constant] = {}
    locations: dict[int, s.LocationNode] = {}
    for declaration in game.declarations:
        number = declaration.binder.number
        match declaration:
            case s.OptionNode():
                values[number] = options[declaration.binder.name]
            case s.DeclareNode(value=s.LocationNode() as location):
                locations[number] = location
            case s.DeclareNode():
                values[number] = evaluate(declaration.value, values)
    constants = ChosenConstants(values, locations, options)
    for requirement in game.requirements:
        if not holds(requirement.condition, values):
            raise _unmet(requirement, checked, values)
    return constants


def _options(checked: s.CheckedGame, chosen: Mapping[str, int | str]) -> dict[str, int | str]:
    declared = {d.binder.name: d for d in checked.game.declarations if isinstance(d, s.OptionNode)}
    wanted = {plain_name(name): value for name, value in chosen.items()}
    for name in wanted:
        if name not in declared:
            raise _unknown_option(name, checked, declared)
    return {
        name: _value(checked.source, option, wanted[name])
        if name in wanted
        else option.default.value
        for name, option in declared.items()
    }


def plain_name(text: str) -> str:
    """A name as programs write it: FLIPONDISCARD for `flip-on-discard` or `Flip_on_discard`."""
    return text.translate(_JOINTS).upper()


def _value(source: Source, option: s.OptionNode, wanted: int | str) -> int | str:
    """The wanted value in the option's own type, when its domain has it."""
    near = None
    match option.domain:
        case s.RangeNode():
            low, high = bounds(option.domain)
            text = str(wanted).strip()
            if text.lstrip("-").isdecimal() and low <= int(text) <= high:
                return int(text)
            domain = f"a number from {low} to {high}"
        case s.StringsNode(values=values):
            if plain_name(str(wanted)) in values:
                return plain_name(str(wanted))
            domain = "one of " + ", ".join(values)
            near = nearest(plain_name(str(wanted)), values)
    name = option.binder.name
    label = Label(option.domain.span, f"{name} is {domain}")
    help_ = f"did you mean {near}?" if near else f"choose {domain}"
    headline = f"option {name} cannot be {wanted}"
    raise refusal(source, "bad-option-value", headline, label, help_=help_)


def bounds(domain: s.RangeNode) -> tuple[int, int]:
    """The ends of an option's range, which the checker has made sure are literals."""
    assert isinstance(domain.low, s.IntLiteralNode)
    assert isinstance(domain.high, s.IntLiteralNode)
    return domain.low.value, domain.high.value


def _unknown_option(
    name: str, checked: s.CheckedGame, declared: Mapping[str, s.OptionNode]
) -> RecycleError:
    notes = (f"its options: {', '.join(declared) or 'none'}",)
    near, start = nearest(name, declared), checked.game.span.start
    help_ = f"did you mean {near}?" if near else None
    headline, label = f"this game has no option {name}", Label(Span(start, start + 5))
    return refusal(checked.source, "unknown-option", headline, label, notes, help_)


def _unmet(
    requirement: s.RequireNode, checked: s.CheckedGame, values: Mapping[int, Constant]
) -> RecycleError:
    reason = comment_above(checked.source, requirement.span.start)
    involved = _options_behind(requirement, checked.game)
    said = ", ".join(f"{d.binder.name} is {values[d.binder.number]}" for d in involved)
    headline, label = "these options do not go together", Label(requirement.span, "this must hold")
    notes = tuple(filter(None, (reason, said)))
    return refusal(checked.source, "unmet-requirement", headline, label, notes)


def _options_behind(requirement: s.RequireNode, game: s.GameSyntax) -> list[s.OptionNode]:
    """The options that the requirement asks about, directly or through other constants."""
    waiting: list[s.Node] = [requirement]
    behind: set[int] = set()
    declared = {declaration.binder.number: declaration for declaration in game.declarations}
    while waiting:
        for node in nodes(waiting.pop()):
            if isinstance(node, s.VariableNode) and node.binder.number not in behind:
                behind.add(node.binder.number)
                declaration = declared.get(node.binder.number)
                if isinstance(declaration, s.DeclareNode):
                    waiting.append(declaration.value)
    options = (d for d in game.declarations if isinstance(d, s.OptionNode))
    return [option for option in options if option.binder.number in behind]


def comment_above(source: Source, start: int) -> str:
    """The comment on the lines right above, as one text: why the author wrote what follows."""
    above = source.text[:start].split("\n")[:-1]
    lines: list[str] = []
    while above and above[-1].lstrip().startswith(";;"):
        lines.insert(0, above.pop().lstrip().lstrip(";").strip())
    return " ".join(lines)
