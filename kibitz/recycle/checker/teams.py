"""Who plays with whom."""

from __future__ import annotations

from kibitz.recycle.checker import faults, legacy
from kibitz.recycle.checker.checking import Checking
from kibitz.recycle.checker.faults import fault
from kibitz.recycle.checker.shapes import is_word
from kibitz.recycle.forms import Atom, AtomKind, Form, List

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
