"""Reading a front matter: a value has the type its reader expects, or a report says so.

Faults are collected, each with its place in the page; a value with a fault reads as an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from enum import StrEnum
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeGuard,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from kibitz.recycle import (
    MOST_REPORTS,
    Diagnostic,
    Edit,
    KibitzError,
    Label,
    RecycleError,
    Source,
    Span,
    and_more,
    limits,
    nearest,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")
_LONGEST = 60
_LINE = re.compile(
    r"^[ \t]*(?:\[\[(?P<item>[^\]\n]+)\]\]|\[(?P<table>[^\]\n]+)\]|(?P<key>[\w.\"'-]+)[ \t]*=)",
    re.M,
)


class LibraryError(KibitzError):
    """A game that cannot be found; the text is meant for people."""


class PageError(RecycleError):
    """A page whose front matter cannot be used; carries every diagnostic."""


class FrontMatter:
    """The front matter of one page: where its keys stand, and what is wrong with it so far."""

    def __init__(self, source: Source, front: str) -> None:
        self.source = source
        self.faults: list[Diagnostic] = []
        self._spans = _places(front)
        self._end = len(front)

    def span(self, path: str) -> Span:
        """Where the key stands; failing that, the table it belongs to, or the first line."""
        while path and path not in self._spans:
            path = path.rpartition(".")[0]
        return self._spans.get(path, Span(0, len(self.source.lines[0])))

    def stretch(self, path: str) -> Span:
        """From where the key stands up to the next key, or the end of the front matter."""
        start = self.span(path).start
        later = (span.start for span in self._spans.values() if span.start > start)
        return Span(start, min(later, default=self._end))


def first_reports(faults: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The reports in the order of the text; of too many, the first."""
    kept = sorted(faults, key=lambda fault: fault.primary.span.start)[:MOST_REPORTS]
    return tuple(kept) if len(kept) == len(faults) else and_more(kept)


def _places(front: str) -> dict[str, Span]:
    """Where every table and key is written, by path; the n-th `[[x]]` is `x#n`, from 0."""
    spans: dict[str, Span] = {}
    counts: dict[str, int] = {}
    table = ""
    for line in _LINE.finditer(front):
        which = str(line.lastgroup)
        path = re.sub(r"[\"' \t]", "", line[which])
        if which == "item":
            counts[path] = counts.get(path, -1) + 1
            table = path = f"{path}#{counts[path]}"
        elif which == "table":
            table = path
        elif table:
            path = f"{table}.{path}"
        start = line.start(which) + len(line[which]) - len(line[which].lstrip())
        spans.setdefault(path, Span(start, start + len(line[which].strip())))
    return spans


class PageTable:
    """One table of a front matter. Reading a key uses it up; `finish` refuses what is left over."""

    def __init__(self, front: FrontMatter, path: str, values: Mapping[str, object]) -> None:
        self._front = front
        self._path = path
        self._values = dict(values)
        self._known: set[str] = set()

    @property
    def key(self) -> str:
        """The last word of the table's name."""
        return self._path.rpartition(".")[2]

    def text(self, key: str, default: str | None = None) -> str:
        value = self._take(key, default)
        if value is None:
            self._missing(key, '"…"')
        elif not isinstance(value, str):
            self._wrong(key, value, "a text in quotes", '"…"')
        return value if isinstance(value, str) else ""

    def one_of(self, key: str, values: Sequence[str]) -> str:
        """One of these texts; the first if the key is absent."""
        value = self._take(key, values[0])
        if value in values:
            return str(value)
        wanted = " or ".join(f'"{one}"' for one in values)
        self._wrong(key, value, wanted, f'"{values[0]}"')
        return values[0]

    def flag(self, key: str) -> bool:
        """Whether something is so; it is not if the key is absent."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            self._wrong(key, value, "true or false", "true")
        return value is True

    def word(self, key: str, words: Sequence[str]) -> str:
        """One of the words; empty if the key is absent."""
        value = self._take(key, "")
        if value in ("", *words):
            return str(value)
        self._wrong(key, value, " or ".join(f'"{word}"' for word in words), f'"{words[0]}"')
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if the key is absent."""
        value = self._take(key, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._wrong(key, value, "a list of texts in quotes", '["…", "…"]')
        return ()

    def texts_or_none(self, key: str) -> tuple[str, ...] | None:
        """A list of texts; None if the key is absent."""
        self._known.add(key)
        return self.texts(key) if key in self._values else None

    def count(
        self, key: str, *, at_least: int, at_most: int = limits.INDICES, default: int | None = None
    ) -> int:
        value = self._take(key, default)
        if value is None:
            self._missing(key, str(at_least))
        elif _is_number(value) and at_least <= value <= at_most:
            return value
        else:
            wanted = f"a whole number from {at_least} to {at_most}"
            self._wrong(key, value, wanted, str(at_least))
        return at_least

    def table(self, key: str) -> PageTable:
        """The table of that name; an empty one if the key is absent."""
        return self._inner(key, self._name(key), self._take(key, {}))

    def table_or_none(self, key: str) -> PageTable | None:
        self._known.add(key)
        return self.table(key) if key in self._values else None

    def tables(self) -> Iterator[PageTable]:
        """Every value of this table, each of them a table."""
        return (self.table(key) for key in tuple(self._values))

    def table_list(self, key: str) -> list[PageTable]:
        """The tables written `[[key]]`, in order."""
        items = self._take(key, [])
        if not isinstance(items, list):
            self._wrong(key, items, f"written `[[{self._said(key)}]]`, once for each", None)
            return []
        return [
            self._inner(key, f"{self._name(key)}#{number}", item)
            for number, item in enumerate(items)
        ]

    def all_texts(self) -> Mapping[str, str]:
        """Every key of this table with its text."""
        return MappingProxyType({key: self.text(key) for key in tuple(self._values)})

    def all_values(self) -> Mapping[str, int | str]:
        """Every key of this table with its number or text."""
        return MappingProxyType({key: self._value(key) for key in tuple(self._values)})

    def all_counts(self) -> Mapping[str, int]:
        """Every key of this table with how many cards it says."""
        most = limits.LARGEST_INTEGER
        counts = {key: self.count(key, at_least=0, at_most=most) for key in tuple(self._values)}
        return MappingProxyType(counts)

    def _value(self, key: str) -> int | str:
        value = self._take(key, 0)
        if isinstance(value, str):
            return value
        if _is_number(value) and abs(value) <= limits.LARGEST_INTEGER:
            return value
        self._wrong(key, value, "a whole number or a text in quotes", '"…"')
        return 0

    def read(self, kind: type[R]) -> R:
        """The table as a dataclass: every key is a field, read by its type; all keys are known.

        A field without a default must be there. Its metadata may say `at_least` for a number.
        """
        types = _types(kind)
        values = {part.name: self._field(part, types[part.name]) for part in fields(kind)}
        self.finish()
        return kind(**values)

    def _field(self, part: Field[Any], kind: Any) -> object:
        key, inner = part.name, get_args(kind)
        if kind is str:
            return self.text(key, None if part.default is MISSING else part.default)
        if kind is int:
            default = None if part.default is MISSING else part.default
            return self.count(key, at_least=part.metadata["at_least"], default=default)
        if kind is bool:
            return self.flag(key)
        if get_origin(kind) is Literal:
            return self.word(key, inner[1:])
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(self.one_of(key, tuple(kind)))
        if kind == tuple[str, ...] | None:
            return self.texts_or_none(key)
        if kind == tuple[str, ...]:
            return self.texts(key)
        if get_origin(kind) is tuple:
            return tuple(table.read(inner[0]) for table in self.table_list(key))
        if kind == Mapping[str, str]:
            return self.table(key).all_texts()
        if kind == Mapping[str, int]:
            return self.table(key).all_counts()
        assert kind == Mapping[str, int | str], f"no page can say a {kind}"
        return self.table(key).all_values()

    def finish(self) -> None:
        """Reports what the table says that nobody reads."""
        for key in islice(self._values, MOST_REPORTS):
            span, near = self._front.span(self._name(key)), nearest(key, self._known)
            self._report(
                Diagnostic(
                    slug="unknown-page-key",
                    headline=f"`{self._said(key)}` is not something a page can say",
                    primary=Label(span, "nobody reads this"),
                    help=f"did you mean `{near}`?" if near else None,
                    edit=Edit(span, near) if near and self._is_at(key, span) else None,
                )
            )

    # ------------------------------------------------------------------ faults

    def _missing(self, key: str, example: str) -> None:
        self._report(
            Diagnostic(
                slug="missing-page-key",
                headline=f"`{self._said(key)}` is missing",
                primary=Label(self._front.span(self._name(key)), f"this has no `{key}`"),
                help=f"add `{key} = {example}`",
            )
        )

    def _wrong(self, key: str, value: object, wanted: str, example: str | None) -> None:
        self._report(
            Diagnostic(
                slug="wrong-page-value",
                headline=f"`{self._said(key)}` must be {wanted}, not {_shown(value)}",
                primary=Label(self._front.span(self._name(key)), f"must be {wanted}"),
                help=example and f"write `{key} = {example}`",
            )
        )

    def _report(self, fault: Diagnostic) -> None:
        self._front.faults.append(fault)

    # ------------------------------------------------------------------ names

    def _take(self, key: str, default: object) -> object:
        self._known.add(key)
        return self._values.pop(key, default)

    def _inner(self, key: str, path: str, value: object) -> PageTable:
        if not isinstance(value, dict):
            self._wrong(key, value, "a table", None)
            value = {}
        return PageTable(self._front, path, value)

    def _name(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def _said(self, key: str) -> str:
        return shortened(re.sub(r"#\d+", "", self._name(key)))

    def _is_at(self, key: str, span: Span) -> bool:
        return self._front.source.slice(span) == key


@cache
def _types(kind: type[Any]) -> dict[str, Any]:
    """Of the fields of a dataclass."""
    return get_type_hints(kind)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python writes
        return "so large a number"
    return shortened(text)


def shortened(text: str) -> str:
    """The text, or as much of it as a report has room for."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
