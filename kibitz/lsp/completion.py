"""What could be typed at a place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from kibitz.lsp.names import ROLE_AFTER_WORD, ProgramNames, Role, names_of
from kibitz.recycle import (
    BINDING_WORDS,
    KEYWORDS,
    Source,
    Span,
    Token,
    TokenKind,
    completed,
    entries,
    tokens,
)

_CLOSED = ""
"""Stands for a list that is finished, unless it is the parameters of a definition."""


@dataclass(frozen=True, slots=True)
class TypingPlace:
    begun: str
    """The letters of the word so far, with its quote; empty between words."""
    start: int
    """Where that word begins."""
    lists: tuple[tuple[str, ...], ...]
    """The words of every open list before the place, outermost first."""
    variables: tuple[str, ...]
    """Those that can be seen here, the nearest first, without their quotes."""
    is_comment: bool

    @property
    def before(self) -> str | None:
        """What stands before the word in its list; None at the beginning of the list."""
        inner = self.lists[-1] if self.lists else ()
        return inner[-1] if inner else None


def typing_place(text: str, offset: int) -> TypingPlace:
    """The place at the offset."""
    written = list(tokens(text[:offset]))
    last = written[-1] if written else None
    begun = _begun(last, offset)
    lists: list[list[str]] = [[]]
    declared: list[str] = []
    for token in written[:-1] if begun is not None else written:
        match token.kind:
            case TokenKind.OPEN:
                lists.append([])
            case TokenKind.CLOSE:
                closed = lists.pop() if len(lists) > 1 else []
                declared += _bound(closed, {"declare": 2})
                is_parameters = len(lists[-1]) == 2 and lists[-1][0] == "define"
                lists[-1].append(" ".join(closed) if is_parameters else _CLOSED)
            case TokenKind.COMMENT:
                pass
            case _:
                lists[-1].append(token.text)
    inner = [name for items in lists for name in _bound(items, {"define": 2, **BINDING_WORDS})]
    is_comment = (
        last is not None and last.kind is TokenKind.COMMENT and "\n" not in text[last.end : offset]
    )
    return TypingPlace(
        begun=begun.text if begun else "",
        start=begun.start if begun else offset,
        lists=tuple(tuple(items) for items in lists[1:]),
        variables=tuple(dict.fromkeys(reversed(declared + inner))),
        is_comment=is_comment,
    )


def _begun(last: Token | None, offset: int) -> Token | None:
    if last is None or last.end < offset or last.kind not in (TokenKind.WORD, TokenKind.QUOTE):
        return None
    return last


def _bound(items: list[str], words: Mapping[str, int]) -> list[str]:
    """The variables that the list binds, if it begins with one of the words; where they stand."""
    index = words.get(items[0], len(items)) if items else 0
    if index >= len(items):
        return []
    return [word[1:] for word in items[index].split() if word.startswith("'")]


# ---------------------------------------------------------------------------- completion


class CompletionKind(Enum):
    WORD = auto()
    """Of the language."""
    VARIABLE = auto()
    NAME = auto()


@dataclass(frozen=True, slots=True)
class Proposal:
    text: str
    kind: CompletionKind
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
    names = names_of(completed(Source(source.name, without)))
    found = () if place.is_comment else tuple(_proposals(place, names))
    return Completion(Span(place.start, offset), found)


def _proposals(place: TypingPlace, names: ProgramNames) -> Iterator[Proposal]:
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
            Proposal(text, CompletionKind.NAME, attribute)
            for text in names.texts(Role.TEXT, attribute)
        )
    elif role is not None:
        yield from _named(names, role)
        yield from _variables(place)
    else:
        yield from (Proposal(word, CompletionKind.WORD, "") for word in sorted(KEYWORDS))
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
                yield Proposal(word, CompletionKind.WORD, form)


def _variables(place: TypingPlace) -> Iterator[Proposal]:
    return (Proposal(f"'{name}", CompletionKind.VARIABLE, "") for name in place.variables)


def _named(names: ProgramNames, role: Role) -> Iterator[Proposal]:
    return (Proposal(text, CompletionKind.NAME, role) for text in names.texts(role))
