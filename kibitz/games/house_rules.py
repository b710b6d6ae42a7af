"""What the options of a game come to: house rules in people's words, and how many may play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.games.page import OptionPage, Page
from kibitz.recycle import CheckedGame
from kibitz.recycle import syntax as s

OptionValue = int | str
_SWITCH = frozenset({"ON", "OFF"})
"""The values of an option that is a rule to be switched on."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """What one option says at this table."""

    name: str
    label: str
    group: str
    value: OptionValue
    rule: str
    """The rule that the value makes."""
    standard: str | None
    """The rule that it replaces; None where this is the standard one."""


def rules_in_force(
    page: Page, game: s.GameSyntax, values: Mapping[str, OptionValue]
) -> tuple[HouseRule, ...]:
    """One rule for every option, in the order of the program.

    How many sit at the table is no rule of the house and not among them. `values` are those of a
    lowered program: spelt as the program spells them. An option without one has its default.
    """
    return tuple(
        _rule(page.options.get(option.binder.name), option, values)
        for option in game.declarations
        if isinstance(option, s.OptionNode) and option.binder.name != _seats(game)
    )


def differences(rules: Sequence[HouseRule]) -> tuple[HouseRule, ...]:
    """The rules that are not standard."""
    return tuple(rule for rule in rules if rule.standard is not None)


def by_group(rules: Sequence[HouseRule]) -> dict[str, list[HouseRule]]:
    """The rules under their headings, both in the order of the program."""
    groups: dict[str, list[HouseRule]] = {}
    for rule in rules:
        groups.setdefault(rule.group, []).append(rule)
    return groups


def in_one_line(rules: Sequence[HouseRule]) -> str:
    """`Ten penny · Flip on discard: always`; for a table without house rules `standard rules`."""
    return " · ".join(map(_short, differences(rules))) or "standard rules"


def matching_preset(page: Page, rules: Sequence[HouseRule]) -> str | None:
    """The name of the preset that these rules are, if they are one, however many play."""
    played = {rule.name: rule.value for rule in differences(rules)}
    names = {rule.name for rule in rules}
    return next(
        (
            preset
            for preset, one in page.presets.items()
            if {name: value for name, value in one.options.items() if name in names} == played
        ),
        None,
    )


def _seats(game: s.GameSyntax) -> str | None:
    """The option that says how many players there are."""
    players = game.setup.players
    return players.binder.name if isinstance(players, s.VariableNode) else None


def _rule(
    page: OptionPage | None, option: s.OptionNode, values: Mapping[str, OptionValue]
) -> HouseRule:
    name, default = option.binder.name, option.default.value
    value = values.get(name, default)
    words = page or OptionPage(label=name.lower(), sentence="")
    return HouseRule(
        name=name,
        label=words.label,
        group=words.group,
        value=value,
        rule=_sentence(words, value),
        standard=None if value == default else _sentence(words, default),
    )


def _sentence(words: OptionPage, value: OptionValue) -> str:
    if isinstance(value, str):
        return words.values.get(value, f"{words.label}: {value.lower()}")
    return words.rule.format(value) if words.rule else f"{words.label}: {value}"


def _short(rule: HouseRule) -> str:
    if rule.value in _SWITCH:
        return rule.label if rule.value == "ON" else f"not {rule.label}"
    value = rule.value.lower() if isinstance(rule.value, str) else rule.value
    return f"{rule.label}: {value}"


# ---------------------------------------------------------------------------- seating


def seats(game: CheckedGame) -> range:
    """How many may play; empty where that depends on several options."""
    match game.game.setup.players:
        case s.IntLiteralNode(value=value):
            return range(value, value + 1)
        case s.VariableNode(binder=binder):
            for declaration in game.game.declarations:
                if isinstance(declaration, s.OptionNode) and declaration.binder == binder:
                    return _numbers(declaration)
    return range(0)


def _numbers(option: s.OptionNode) -> range:
    match option.domain:
        case s.RangeNode(low=s.IntLiteralNode(value=low), high=s.IntLiteralNode(value=high)):
            return range(low, high + 1)
        case _:
            return range(0)


def seats_said(possible: range) -> str:
    """`4`, or `2 to 6` where an option says how many."""
    match len(possible):
        case 0:
            return "depends on its options"
        case 1:
            return str(possible[0])
        case _:
            return f"{possible[0]} to {possible[-1]}"


def players_said(possible: range) -> str:
    """`1 player`, or `2 to 6 players`."""
    return "1 player" if possible == range(1, 2) else f"{seats_said(possible)} players"
