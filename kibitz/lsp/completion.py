"""What could be typed at a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from kibitz.lsp.names import ROLE_AFTER_WORD, Names, Role, names_of
from kibitz.lsp.typing_place import TypingPlace, typing_place
from kibitz.recycle.keywords import KEYWORDS
from kibitz.recycle.reference import entries
from kibitz.recycle.source import Source, Span


class Kind(Enum):
    WORD = auto()
    """Of the language."""
    VARIABLE = auto()
    NAME = auto()


@dataclass(frozen=True, slots=True)
class Proposal:
    text: str
    kind: Kind
    detail: str


@dataclass(frozen=True, slots=True)
class Completion:
    """What could stand at `span`, which holds the letters typed so far."""

    span: Span
    proposals: tuple[Proposal, ...]


def complete(source: Source, offset: int) -> Completion:
    """The proposals at the offset, none in a comment."""
    place = typing_place(source.text, offset)
    without = source.text[: place.start] + source.text[offset:]
    names = names_of(Source(source.name, without))
    found = () if place.is_comment else tuple(_proposals(place, names))
    return Completion(Span(place.start, offset), found)


def _proposals(place: TypingPlace, names: Names) -> Iterator[Proposal]:
    role = ROLE_AFTER_WORD.get(place.before or "")
    if place.begun.startswith("'"):
        yield from _variables(place)
    elif place.before is None:
        yield from _heads()
        yield from _named(names, Role.DEFINITION)
        yield from _named(names, Role.ATTRIBUTE)
        yield from _variables(place)
    elif place.before == ":":
        attribute = place.lists[-1][-2]
        yield from (
            Proposal(text, Kind.NAME, attribute) for text in names.texts(Role.TEXT, attribute)
        )
    elif role is not None:
        yield from _named(names, role)
        yield from _variables(place)
    else:
        yield from (Proposal(word, Kind.WORD, "") for word in sorted(KEYWORDS))
        yield from _variables(place)
        yield from _named(names, Role.TEXT)


def _heads() -> Iterator[Proposal]:
    """The words that a list begins with, each with its first form."""
    seen: set[str] = set()
    for entry in entries():
        for form in entry.forms:
            word = form.removeprefix("(").split()[0].rstrip(")")
            if form.startswith("(") and word not in seen and not word.isupper():
                seen.add(word)
                yield Proposal(word, Kind.WORD, form)


def _variables(place: TypingPlace) -> Iterator[Proposal]:
    return (Proposal(f"'{name}", Kind.VARIABLE, "") for name in place.variables)


def _named(names: Names, role: Role) -> Iterator[Proposal]:
    return (Proposal(text, Kind.NAME, role) for text in names.texts(role))
