"""Reading a front matter: a value has the type its reader expects, or a PageError says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from kibitz.recycle.errors import KibitzError


class LibraryError(KibitzError):
    """A game that cannot be found or whose page cannot be used; the text is meant for people."""


class PageError(LibraryError):
    """A page whose front matter cannot be used: where, and what is wrong with it."""

    def __init__(self, place: str, fault: str) -> None:
        super().__init__(f"{place}: {fault}")


class Table:
    """One table of a front matter. Reading a key uses it up; `finish` refuses what is left over."""

    def __init__(self, place: str, path: str, values: Mapping[str, object]) -> None:
        self._place = place
        self._path = path
        self._values = dict(values)

    @property
    def key(self) -> str:
        """The last word of the table's name."""
        return self._path.rpartition(".")[2]

    def text(self, key: str, default: str | None = None) -> str:
        value = self._values.pop(key, default)
        if value is None:
            raise self._fault(key, "is missing")
        if not isinstance(value, str):
            raise self._fault(key, f"must be a text in quotes, not {value!r}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if the key is absent."""
        value = self._values.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._fault(key, f"must be a list of texts in quotes, not {value!r}")
        return tuple(value)

    def texts_or_none(self, key: str) -> tuple[str, ...] | None:
        """A list of texts; None if the key is absent."""
        return self.texts(key) if key in self._values else None

    def count(self, key: str, *, at_least: int, default: int | None = None) -> int:
        value = self._values.pop(key, default)
        if value is None:
            raise self._fault(key, "is missing")
        if not isinstance(value, int) or isinstance(value, bool) or value < at_least:
            raise self._fault(key, f"must be a whole number from {at_least} up, not {value!r}")
        return value

    def table(self, key: str) -> Table:
        """The table of that name; an empty one if the key is absent."""
        return self._inner(key, self._values.pop(key, {}))

    def table_or_none(self, key: str) -> Table | None:
        return self.table(key) if key in self._values else None

    def tables(self) -> Iterator[Table]:
        """Every value of this table, each of them a table."""
        return (self.table(key) for key in tuple(self._values))

    def table_list(self, key: str) -> list[Table]:
        """The tables written `[[key]]`, in order."""
        value = self._values.pop(key, [])
        if not isinstance(value, list):
            raise self._fault(key, f"must be written [[{self._name(key)}]], once for each")
        return [self._inner(key, item) for item in value]

    def all_texts(self) -> Mapping[str, str]:
        """Every key of this table with its text."""
        return MappingProxyType({key: self.text(key) for key in tuple(self._values)})

    def all_values(self) -> Mapping[str, int | str]:
        """Every key of this table with its number or text."""
        return MappingProxyType({key: self._value(key) for key in tuple(self._values)})

    def _value(self, key: str) -> int | str:
        value = self._values.pop(key)
        if isinstance(value, bool) or not isinstance(value, int | str):
            fault = f"must be a whole number or a text in quotes, not {value!r}"
            raise self._fault(key, fault)
        return value

    def finish(self) -> None:
        """Raises PageError if the table says something that nobody reads."""
        for key in self._values:
            raise self._fault(key, "is not something a page can say")

    def _inner(self, key: str, value: object) -> Table:
        if not isinstance(value, dict):
            raise self._fault(key, f"must be a table, not {value!r}")
        return Table(self._place, self._name(key), value)

    def _name(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def _fault(self, key: str, fault: str) -> PageError:
        return PageError(self._place, f"`{self._name(key)}` {fault}")
