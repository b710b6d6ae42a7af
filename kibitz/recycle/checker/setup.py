"""The setup: players, teams, decks."""

from __future__ import annotations

from typing import Any

from kibitz.recycle import limits
from kibitz.recycle.checker import faults, legacy
from kibitz.recycle.checker.checking import Checking
from kibitz.recycle.checker.decks import create_deck
from kibitz.recycle.checker.shapes import has_words, head_word, is_word
from kibitz.recycle.constants import changing_part
from kibitz.recycle.diagnostic import fault
from kibitz.recycle.forms import Atom, AtomKind, Form, List
from kibitz.recycle.syntax import (
    GuardedDeckNode,
    IntLiteralNode,
    RepeatDeckNode,
    SetupNode,
    Type,
    VariableNode,
)

TeamNumbers = tuple[tuple[int, ...], ...]


def team_definitions(check: Checking, form: List, players: int | None) -> TeamNumbers:
    """The teams of `(create teams (1, 3) (2, 4))`; `players` is their number where it is known."""
    if check.is_spoiled(form):
        return ()
    teams = [_members(item) for item in form.items[2:]]
    if any(check.is_spoiled(item) for item in form.items[2:]):
        return ()
    if not teams or not all(teams):
        check.report(fault("malformed-team", form.span))
        return ()
    members = [number for team in teams for number in team]
    if any(int(number.text) == 0 for number in members):
        check.report(legacy.teams_from_zero(form, members, check.source))
        return ()
    _refuse_repeated(check, members)
    if players is not None:
        _refuse_incomplete(check, form, members, players)
    return tuple(tuple(int(number.text) for number in team) for team in teams)


def _members(form: Form) -> list[Atom]:
    """The numbers of one team; none when it is written in another way."""
    items = form.items if isinstance(form, List) else ()
    numbers = [item for item in items if not is_word(item, ",")]
    atoms = [item for item in numbers if isinstance(item, Atom) and item.kind is AtomKind.INTEGER]
    return atoms if len(atoms) == len(numbers) else []


def _refuse_repeated(check: Checking, members: list[Atom]) -> None:
    seen: dict[int, Atom] = {}
    for member in members:
        number = int(member.text)
        if number in seen:
            check.report(
                fault("repeated-team-member", member.span, seen[number].span, member=member.text)
            )
        seen.setdefault(number, member)


def _refuse_incomplete(check: Checking, form: List, members: list[Atom], players: int) -> None:
    numbers = {int(member.text) for member in members}
    for member in members:
        if int(member.text) > players:
            check.report(faults.unknown_team_member(member, players))
    missing = [number for number in range(1, players + 1) if number not in numbers]
    if missing:
        check.report(faults.incomplete_teams(form, missing))


# ---------------------------------------------------------------------------- setup


_ORDER = ("players", "teams", "deck")


def setup(check: Checking, form: List) -> SetupNode:
    """`(setup (create players n) (create teams …) (create deck …) …)`."""
    errors_before = check.errors
    parts = [(_role(item), item) for item in form.items[1:]]
    _refuse_order(check, parts)
    players_form = next((item for role, item in parts if role == "players"), None)
    teams_form = next((item for role, item in parts if role == "teams"), None)
    players = _players(check, players_form)
    is_told = isinstance(players, IntLiteralNode) and players.value <= limits.PLAYERS
    count = players.value if is_told else None
    teams = team_definitions(check, teams_form, count) if isinstance(teams_form, List) else ()
    decks = tuple(_deck(check, item) for role, item in parts if role == "deck")
    for role, present in (("players", players_form), ("deck", decks)):
        if not present and check.errors == errors_before:
            check.report(faults.missing_section(form, role))
    return SetupNode(players, teams, decks, span=form.span)


def _role(form: Form) -> str:
    if isinstance(form, List) and head_word(form) == "create" and len(form.items) > 1:
        if is_word(form.items[1], "players"):
            return "players"
        if is_word(form.items[1], "teams"):
            return "teams"
    return "deck"


def _refuse_order(check: Checking, parts: list[tuple[str, Form]]) -> None:
    """Players, then teams, then decks; players and teams once."""
    first: dict[str, Form] = {}
    for role, form in parts:
        later = [first[other] for other in _ORDER[_ORDER.index(role) + 1 :] if other in first]
        if role in first and role != "deck":
            check.report(faults.repeated_section(form, first[role], f"create {role}"))
        elif later:
            check.report(faults.misplaced_section(form, f"create {role}", later[0]))
        first.setdefault(role, form)


def _players(check: Checking, form: Form | None) -> Any:
    if not isinstance(form, List) or check.is_spoiled(form):
        return None
    if not has_words(check, form, "(create players INT)"):
        return None
    count = _constant_integer(check, form.items[2], "the number of players")
    for number in _possible_extremes(check, count):
        if not 1 <= number <= limits.PLAYERS:
            check.report(fault("player-count", form.items[2].span, number=number))
            break
    return count


def _possible_extremes(check: Checking, count: Any) -> tuple[int, ...]:
    """The least and the greatest number that is possible, as far as it can be told here."""
    match count:
        case IntLiteralNode(value=number):
            return (number,)
        case VariableNode(binder=binder):
            return check.extremes_by_binder.get(binder.number, ())
        case _:
            return ()


def _constant_integer(check: Checking, form: Form, what: str) -> Any:
    value = check.expect(form, Type.INT, what)
    changing = changing_part(value)
    if changing is not None:
        return check.report(fault("not-constant", changing.span, what=what)).node
    return value


def _deck(check: Checking, form: Form) -> Any:
    """A deck, perhaps repeated, perhaps under a condition."""
    if isinstance(form, List) and check.is_spoiled(form):
        return None
    if not isinstance(form, List) or not form.items:
        return check.report(fault("malformed-setup", form.span)).node
    if isinstance(form.items[0], List):
        return _guarded(check, form)
    match head_word(form):
        case "create":
            return create_deck(check, form)
        case "repeat":
            return _repeated(check, form)
        case _:
            return check.report(fault("malformed-setup", form.span)).node


def _repeated(check: Checking, form: List) -> RepeatDeckNode | None:
    if not has_words(check, form, "(repeat INT DECK)"):
        return None
    count = _constant_integer(check, form.items[1], "the number of decks")
    inner = form.items[2]
    if not isinstance(inner, List) or head_word(inner) != "create":
        check.report(fault("malformed-setup", inner.span))
        return None
    return RepeatDeckNode(count, _deck(check, inner), span=form.span)


def _guarded(check: Checking, form: List) -> GuardedDeckNode | None:
    condition = check.expect(form.items[0], Type.BOOL, "a condition before a deck")
    changing = changing_part(condition)
    if changing is not None:
        check.report(fault("not-constant", changing.span, what="a condition in the setup"))
    if len(form.items) == 1:
        check.report(fault("nothing-to-do", form.span))
        return None
    if len(form.items) > 2:
        check.report(fault("several-decks", form.items[2].span))
    inner = form.items[1]
    if isinstance(inner, List) and inner.items and isinstance(inner.items[0], List):
        check.report(fault("malformed-setup", inner.span))
        return None
    return GuardedDeckNode(condition, _deck(check, inner), span=form.span)
