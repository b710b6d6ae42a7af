"""What nodes of syntax and of lowered games have in common: they are values and never change.

`dataclass` writes equality, hash, text and freezing anew for every class; with some 160 of them
that was a fifth of the time it takes to start. Here they are written once.
"""

from __future__ import annotations

from dataclasses import Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform


class TreeNode:
    __slots__ = ()

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    field_names: ClassVar[tuple[str, ...]]
    compared: ClassVar[attrgetter[Any]]
    """What two nodes of the class must agree in to be equal."""

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return bool(self.compared(self) == self.compared(other))

    def __hash__(self) -> int:
        return hash(self.compared(self))

    def __repr__(self) -> str:
        values = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self))
        return f"{type(self).__qualname__}({', '.join(values)})"

    def __setattr__(self, name: str, value: object) -> None:
        """Only `__init__` finds a field that has no value yet."""
        if hasattr(self, name):
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


N = TypeVar("N", bound=TreeNode)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(cls: type[N]) -> type[N]:
    made = dataclass(slots=True, eq=False, repr=False)(cls)
    made.field_names = tuple(part.name for part in fields(made))
    names = [part.name for part in fields(made) if part.compare]
    made.compared = attrgetter(*(names or ["__class__"]))
    return made
