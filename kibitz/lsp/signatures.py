"""What the list that is being typed wants: its forms, and which part of them comes now."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.lsp.completion import typing_place
from kibitz.lsp.names import lists_around, names_of
from kibitz.recycle import Atom, List, Source, Span, completed, explaining, read


@dataclass(frozen=True, slots=True)
class WrittenForm:
    """One way to write the list."""

    form: str
    parts: tuple[Span, ...]
    """Where its parts stand in the form."""


@dataclass(frozen=True, slots=True)
class Signatures:
    ways: tuple[WrittenForm, ...]
    part: int
    """The one that is being typed, from 0."""


def signatures(source: Source, offset: int) -> Signatures | None:
    """Of the innermost list that is open at the offset; None where nothing is known of it."""
    place = typing_place(source.text, offset)
    inner = place.lists[-1] if place.lists else ()
    if place.is_comment or not inner:
        return None
    forms = [form for entry in explaining(inner[0]) for form in entry.forms]
    written = [form for form in forms if form.startswith((f"({inner[0]} ", f"({inner[0]})"))]
    ways = tuple(_signature(form) for form in written or _defined(source, inner[0]))
    return Signatures(ways, len(inner) - 1) if ways else None


def _defined(source: Source, word: str) -> list[str]:
    """`(NAME 'A 'B)`, if it is a definition of the program or one that it uses."""
    whole = completed(source)
    made = (name for name in names_of(whole).every if name.is_made and name.text == word)
    for name in made:
        *_, around = lists_around(read(whole)[0].forms, name.span.start)
        parameters = around.items[2] if len(around.items) > 2 else None
        shown = parameters.items if isinstance(parameters, List) else ()
        words = (item.text for item in shown if isinstance(item, Atom))
        return [f"({' '.join((word, *words))})"]
    return []


def _signature(form: str) -> WrittenForm:
    """The words behind the first, each list among them as one."""
    parts: list[Span] = []
    depth, start = 0, -1
    for number, sign in enumerate(form):
        if depth == 1 and start >= 0 and (sign.isspace() or sign == ")"):
            parts.append(Span(start, number))
            start = -1
        if sign == ")" and depth == 1:
            break
        if depth >= 1 and start < 0 and not sign.isspace():
            start = number
        depth += {"(": 1, ")": -1}.get(sign, 0)
    return WrittenForm(form, tuple(parts[1:]))
