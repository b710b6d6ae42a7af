"""Which variables live where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.recycle.source import Span
from kibitz.recycle.syntax import BinderNode, LocationClass, Type

APART = "~"
"""Behind it stands what tells a variable of a definition from all others of its name."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A variable in scope, with what a report may want to say about it."""

    binder: BinderNode
    type: Type | None
    """None when its value has a fault: the variable then fits everywhere."""
    word: str
    """The word that binds it: `any`, `all`, `filter`, `let`, `declare`."""
    value: Span
    """The text of the collection or value it stands for."""
    location_class: LocationClass | None
    """The class of the place (or places) it stands for."""
    mark: str = ""
    """What tells it from other variables of its name, if it is bound in a definition."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables visible at one place; there may be many declared ones, few inner ones."""

    declared: dict[str, Binding] = field(default_factory=dict)
    inner: list[Binding] = field(default_factory=list)
    """Innermost last."""

    def __iter__(self) -> Iterator[Binding]:
        """Innermost first."""
        yield from reversed(self.inner)
        yield from reversed(self.declared.values())

    def find(self, name: str) -> Binding | None:
        """The innermost variable of that name; with a mark, of that definition, or declared."""
        plain, apart, mark = name.partition(APART)
        for binding in reversed(self.inner):
            if binding.binder.name == plain and binding.mark == apart + mark:
                return binding
        return self.declared.get(plain)
