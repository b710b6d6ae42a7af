"""Which variables live where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.recycle.source import Span
from kibitz.recycle.syntax import Binder, LocationClass, Type


@dataclass(frozen=True, slots=True)
class Binding:
    """A variable in scope, with what a report may want to say about it."""

    binder: Binder
    type: Type | None
    """None when its value has a fault: the variable then fits everywhere."""
    word: str
    """The word that binds it: `any`, `all`, `filter`, `let`, `declare`."""
    value: Span
    """The text of the collection or value it stands for."""
    location_class: LocationClass | None
    """The class of the place (or places) it stands for."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables visible at one place, innermost first."""

    binding: Binding
    outer: Scope | None

    def __iter__(self) -> Iterator[Binding]:
        scope: Scope | None = self
        while scope is not None:
            yield scope.binding
            scope = scope.outer


def find(scope: Scope | None, name: str) -> Binding | None:
    """The innermost variable of that name."""
    for binding in scope or ():
        if binding.binder.name == name:
            return binding
    return None
