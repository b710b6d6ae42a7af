"""A text at a glance: its parts one inside the other, and what can be folded away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from kibitz.recycle import Atom, Form, List, Source, Span, head_word, read


class PartKind(Enum):
    SECTION = auto()
    """The game itself, its setup, its scoring, a table of a page."""
    OPTION = auto()
    DEFINITION = auto()
    STAGE = auto()
    CHOICE = auto()
    MOVE = auto()
    STATEMENTS = auto()
    KEY = auto()
    HEADING = auto()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a text."""

    name: str
    kind: PartKind
    span: Span
    head: Span
    """The words that name it."""
    inside: tuple[Part, ...] = field(default=())


_KINDS = {
    "game": PartKind.SECTION,
    "setup": PartKind.SECTION,
    "scoring": PartKind.SECTION,
    "declare": PartKind.OPTION,
    "define": PartKind.DEFINITION,
    "stage": PartKind.STAGE,
    "choice": PartKind.CHOICE,
    "do": PartKind.STATEMENTS,
    "as": PartKind.MOVE,
}
_NESTING = frozenset({PartKind.SECTION, PartKind.STAGE, PartKind.CHOICE})
_PAGE_LINE = re.compile(
    r"^\[\[?(?P<table>[^\]\n]+)\]\]?|^(?P<key>[\w.\"-]+)[ \t]*=|^(?P<level>#+) (?P<heading>.+)$",
    re.M,
)


def program_parts(source: Source) -> tuple[Part, ...]:
    """The parts of a program, sound or not."""
    return tuple(_parts(read(source)[0].forms))


def _parts(forms: Sequence[Form]) -> Iterator[Part]:
    for form in forms:
        if not isinstance(form, List):
            continue
        kind = _KINDS.get(head_word(form))
        if kind is None:
            yield from _parts(form.items)
            continue
        inside = tuple(_parts(form.items[1:])) if kind in _NESTING else ()
        said = list(_heading(form, kind))
        name = " ".join(atom.text for atom in said)
        yield Part(name, kind, form.span, said[0].span.to(said[-1].span), inside)


def _heading(form: List, kind: PartKind) -> Iterator[Atom]:
    """The words at the beginning of the list, and the variable that is declared."""
    plain = kind in (PartKind.STAGE, PartKind.MOVE, PartKind.DEFINITION)
    for number, item in enumerate(form.items):
        if isinstance(item, Atom) and (number == 0 or plain or item.text.startswith("'")):
            yield item
        elif plain:
            return


def page_parts(source: Source) -> tuple[Part, ...]:
    """The tables of the front matter with their keys, and the headings below it."""
    found = list(_PAGE_LINE.finditer(source.text))
    tops = [line for line in found if not line["key"]]
    *starts, end = *(line.start() for line in tops), len(source.text)
    first = starts[0] if starts else end
    ends = [*starts[1:], end] if starts else []
    loose = tuple(_key(source, line) for line in found if line["key"] and line.start() < first)
    return (*loose, *(_top(source, line, end, found) for line, end in zip(tops, ends, strict=True)))


def _top(source: Source, line: re.Match[str], end: int, found: Sequence[re.Match[str]]) -> Part:
    end = len(source.text[:end].rstrip())
    keys = (one for one in found if one["key"] and line.start() < one.start() < end)
    kind = PartKind.SECTION if line["table"] else PartKind.HEADING
    inside = tuple(_key(source, one) for one in keys) if line["table"] else ()
    name = (line["table"] or line["heading"]).strip() or line[0]
    return Part(name, kind, Span(line.start(), end), Span(*line.span()), inside)


def _key(source: Source, line: re.Match[str]) -> Part:
    end = source.text.find("\n", line.start())
    span = Span(line.start(), len(source.text) if end < 0 else end)
    return Part(line["key"], PartKind.KEY, span, Span(*line.span("key")))


# ---------------------------------------------------------------------------- folding


Lines = tuple[int, int]
"""The first and the last line of what is folded, from 0."""


def program_folds(source: Source) -> list[Lines]:
    """Every list of several lines; of those that begin in one line, the longest."""
    waiting: list[Form] = list(read(source)[0].forms)
    longest: dict[int, int] = {}
    while waiting:
        form = waiting.pop()
        if isinstance(form, List):
            waiting += form.items
            first, last = _lines(source, form.span)
            longest[first] = max(last, longest.get(first, first))
    return sorted((first, last) for first, last in longest.items() if last > first)


def page_folds(source: Source) -> list[Lines]:
    """The front matter, each of its tables, and what stands under a heading."""
    folds = [_lines(source, part.span) for part in page_parts(source)]
    fences = [number for number, line in enumerate(source.lines) if line.rstrip() == "+++"]
    if len(fences) > 1 and fences[0] == 0:
        end = fences[1]
        folds = [(first, min(last, end - 1) if first < end else last) for first, last in folds]
        folds.append((0, end))
    return sorted({(first, last) for first, last in folds if last > first})


def _lines(source: Source, span: Span) -> Lines:
    return source.position(span.start).line - 1, source.position(span.end).line - 1
