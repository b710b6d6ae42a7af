"""Another name for the same thing in all its places; refused where that would change a game."""

from __future__ import annotations

import re

from kibitz.lsp.names import Name, Names, Role, names_of
from kibitz.recycle import check, limits
from kibitz.recycle.diagnostic import Edit
from kibitz.recycle.errors import KibitzError
from kibitz.recycle.fixing import edited
from kibitz.recycle.source import Source

_NAME = re.compile(rf"'?([A-Z]{{1,{limits.NAME_LETTERS}}})")


class CannotRename(KibitzError):
    """Says why the name must stay, or why the new one will not do."""


def rename(source: Source, offset: int, wanted: str) -> list[Edit]:
    """The edits that give the name at the offset another name. Raises CannotRename."""
    names = names_of(source)
    name = names.at(offset)
    if name is None:
        raise CannotRename("only names and variables can be renamed")
    said = _NAME.fullmatch(wanted)
    if said is None:
        raise CannotRename(f"a name has letters from A to Z only, so it cannot be {wanted!r}")
    if name.role in names.open_roles or (name.role is Role.TEXT and names.open_roles):
        raise CannotRename(f"some {name.role} names are worked out in play: {name.text} may be one")
    quote = "'" if name.role is Role.VARIABLE else ""
    edits = [Edit(other.span, quote + said[1]) for other in names.same(name)]
    after = Source(source.name, edited(source.text, edits))
    if _meanings(names_of(after)) != _meanings(names):
        raise CannotRename(f"something else is already called {said[1]} there")
    if len(check(after).diagnostics) > len(check(source).diagnostics):
        raise CannotRename(f"with {said[1]} in its place the program would have a fault more")
    return edits


def _meanings(names: Names) -> list[int]:
    """For every name, where the same one stands first: this a new name must not change."""
    firsts: dict[tuple[object, ...], int] = {}
    return [firsts.setdefault(_identity(name), number) for number, name in enumerate(names.every)]


def _identity(name: Name) -> tuple[object, ...]:
    return name.role, name.text, name.binder
