"""What the page's counters say of a table, from what one seat may know of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kibitz.engine import OwnerKind, Program, Spot, Storage, View
from kibitz.games import Counter
from kibitz.recycle import Atom, AtomKind, Form, List, NotComputable, calculate, head_word
from kibitz.words.grammar import behind
from kibitz.words.vocabulary import Vocabulary, player_name, signed

_PLURAL = re.compile(r"^( \w*[^\Wus])s\b")


class Counters:
    """Those of one page. Each is told of every player if it reads anything of a player's, of every
    team if it reads something of a team's, else of the table."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words, self._program = vocabulary, vocabulary.program
        self._owners = _owners(vocabulary)
        self._counters = [(one, self._kind(one)) for one in vocabulary.counters]

    def told(self, view: View, owner: int | None) -> list[str]:
        """What is said of the player, or of the table and the teams; nothing of what is 0, and
        nothing that the view's seat cannot count."""
        said = self._worded(view) if owner is None else []
        for counter, kind in self._counters:
            if kind is OwnerKind.PLAYER and owner is not None:
                said += self._text(counter, view, owner, "")
            elif kind is OwnerKind.TABLE and owner is None:
                said += self._text(counter, view, None, "")
            elif kind is OwnerKind.TEAM and owner is None:
                for team, seats in enumerate(self._program.teams):
                    said += self._text(counter, view, team, f"{team_name(seats)}: ", is_team=True)
        return said

    def _worded(self, view: View) -> list[str]:
        """The numbers of the table that the page has words for."""
        slots = self._words.table_slots
        return [
            one.text
            for one in self._words.page.worded
            if one.number in slots and view.ints[slots[one.number]] == one.value
        ]

    def _text(
        self, counter: Counter, view: View, owner: int | None, head: str, *, is_team: bool = False
    ) -> Iterator[str]:
        values = [self._value(one, view, owner, is_team) for one in counter.expressions]
        if None in values or not any(values):
            return
        said = counter.words[0]
        before: int | str | None = None
        for value, word, follows in zip(values, counter.words, counter.words[1:], strict=False):
            text = _said(value)
            if isinstance(before, int) and isinstance(value, str) and word == " ":
                text = behind(signed(before), text)
            said += text + _agreeing(value, follows)
            before = value
        yield head + said

    def _kind(self, counter: Counter) -> OwnerKind:
        read = {
            kind for what, name in counter.names() for kind in self._owners.get((what, name), ())
        }
        order = (OwnerKind.PLAYER, OwnerKind.TEAM)
        return next((kind for kind in order if kind in read), OwnerKind.TABLE)

    def _value(self, form: Form, view: View, owner: int | None, is_team: bool) -> int | str | None:
        """None where the seat cannot tell."""
        match form:
            case Atom(kind=AtomKind.INTEGER, text=text):
                return int(text)
            case Atom(kind=AtomKind.VARIABLE, text=text):
                return self._program.options.get(text.lstrip("'"))
            case Atom(text=name):
                return self._stored(name, view, owner, is_team)
            case List(items=(_, Atom(text=place))) if head_word(form) == "size":
                return len(self._lying(place, view, owner))
            case List(items=(_, Atom(text=place), _, Atom(text=points))) if (
                head_word(form) == "sum"
            ):
                return self._sum(self._lying(place, view, owner), points, view)
            case List(items=(_, Atom(text=name))) if head_word(form) == "player":
                player = self._stored(name, view, owner, is_team)
                return player_name(player - 1, None) if isinstance(player, int) and player else 0
            case List(items=(_, *operands)):
                values = [self._value(one, view, owner, is_team) for one in operands]
                numbers = [value for value in values if isinstance(value, int)]
                return (
                    _worked_out(head_word(form), numbers) if len(numbers) == len(values) else None
                )
            case _:
                return None

    def _stored(self, name: str, view: View, owner: int | None, is_team: bool) -> int | str | None:
        program = self._program
        number = _slot(program, program.int_storages, name, owner, is_team)
        if number is not None:
            return view.ints[number]
        text = _slot(program, program.str_storages, name, owner, is_team)
        if text is None or view.strs[text] in self._words.silent:
            return None
        return self._words.text_word(view.strs[text])

    def _lying(self, name: str, view: View, owner: int | None) -> list[Spot]:
        strings, places = self._program.strings, self._words.places
        found = [n for n, place in enumerate(places) if strings[place.name] == name]
        own = [n for n in found if places[n].owner == owner] or [
            n for n in found if places[n].owner is None
        ]
        return [spot for number in own for spot in view.piles[number]]

    def _sum(self, spots: Sequence[Spot], points: str, view: View) -> int | None:
        program = self._program
        slot = _slot(program, program.point_storages, points, None, False)
        known = [spot.card for spot in spots if spot.card is not None]
        if slot is None or len(known) < len(spots):
            return None
        return sum(view.points[slot].scores[view.kinds[card]] for card in known)


def _worked_out(operator: str, numbers: Sequence[int]) -> int | None:
    first, *others = numbers
    try:
        for number in others:
            first = calculate(operator, first, number)
    except (NotComputable, ZeroDivisionError):
        return None
    return first if others else calculate(operator, first)


def _slot(
    program: Program, storages: Sequence[Storage], name: str, owner: int | None, is_team: bool
) -> int | None:
    """The number of a player, of the player's team, or of the table."""
    kinds = {one.owner: one.first for one in storages if program.strings[one.name] == name}
    if is_team and owner is not None and OwnerKind.TEAM in kinds:
        return kinds[OwnerKind.TEAM] + owner
    if not is_team and owner is not None and OwnerKind.PLAYER in kinds:
        return kinds[OwnerKind.PLAYER] + owner
    return kinds.get(OwnerKind.TABLE)


def _owners(vocabulary: Vocabulary) -> dict[tuple[str, str], set[OwnerKind]]:
    """By what it is and its name: who has one."""
    program, found = vocabulary.program, dict[tuple[str, str], set[OwnerKind]]()
    for storage in (*program.int_storages, *program.str_storages):
        for what in ("number or text", "number"):
            found.setdefault((what, program.strings[storage.name]), set()).add(storage.owner)
    for family in program.families:
        found.setdefault(("location", program.strings[family.name]), set()).add(family.owner)
    return found


def by_team(program: Program, said: Sequence[str]) -> list[str]:
    """What is said of one team stands together."""
    heads = [f"{team_name(seats)}: " for seats in program.teams]
    told = [text for text in said if not text.startswith(tuple(heads))]
    for head in heads:
        own = [text.removeprefix(head) for text in said if text.startswith(head)]
        told += [head + ", ".join(own)] if own else []
    return told


def _said(value: int | str | None) -> str:
    return signed(value) if isinstance(value, int) else str(value)


def _agreeing(value: int | str | None, word: str) -> str:
    """` trick` behind 1, and ` tricks` behind other numbers."""
    return _PLURAL.sub(r"\1", word, count=1) if value == 1 else word


def team_name(seats: Sequence[int]) -> str:
    """`player 1 and player 3`."""
    *others, last = (player_name(seat, None) for seat in seats)
    return f"{', '.join(others)} and {last}" if others else last
