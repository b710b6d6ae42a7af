"""Every name and variable of a program: what it is, and which others are the same.

Read from forms, not from a checked game, so that a program with faults has names too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kibitz.recycle import (
    CLASS_WORDS,
    Atom,
    AtomKind,
    Edit,
    Form,
    KibitzError,
    List,
    Source,
    Span,
    binder_index,
    check,
    completed,
    edited,
    head_word,
    limits,
    read,
)


class Role(StrEnum):
    """What a name stands for; the values are what we call it to people."""

    VARIABLE = "variable"
    LOCATION = "location"
    NUMBER = "number"
    STRING = "string storage"
    POINTS = "point map"
    ATTRIBUTE = "attribute"
    ORDER = "order"
    MOVE = "move"
    DEFINITION = "definition"
    TEXT = "text"
    """A value of an attribute, or whatever else is only itself."""


ROLE_AFTER_WORD = {
    **dict.fromkeys(CLASS_WORDS, Role.LOCATION),
    **dict.fromkeys(("sto", "isto"), Role.NUMBER),
    **dict.fromkeys(("str", "istr"), Role.STRING),
    "points": Role.POINTS,
    "cardatt": Role.ATTRIBUTE,
    "partition": Role.ATTRIBUTE,
    "as": Role.MOVE,
    "define": Role.DEFINITION,
    "fresh": Role.NUMBER,
}
"""What the name behind a word is."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands in one place."""

    text: str
    """Without the quote of a variable."""
    role: Role
    span: Span
    binder: Span | None = None
    """Where a variable is bound; None if it is not, or for another kind of name."""
    attribute: str = ""
    """Of a text: the attribute that it is a value of, where that is written beside it."""
    is_made: bool = False
    """Of a definition: it is defined here, and used elsewhere."""

    def is_same(self, other: Name) -> bool:
        mine, theirs = (self.role, self.text, self.binder), (other.role, other.text, other.binder)
        return mine == theirs


@dataclass(frozen=True, slots=True)
class ProgramNames:
    """All of them in the order of the text."""

    every: tuple[Name, ...]
    open_roles: frozenset[Role]
    """Roles in which some name is worked out in play, so that any text may be one."""

    def at(self, offset: int) -> Name | None:
        """The name at the offset, or that ends there."""
        touching = (name for name in self.every if name.span.start <= offset <= name.span.end)
        return next(touching, None)

    def same(self, name: Name) -> list[Name]:
        return [other for other in self.every if other.is_same(name)]

    def definition(self, name: Name) -> Name | None:
        """Where the definition is made that is used there, or handed on by its name alone."""
        may_be = name.role is Role.DEFINITION or (name.role is Role.TEXT and not name.attribute)
        made = (other for other in self.every if other.is_made and other.text == name.text)
        return next(made, None) if may_be else None

    def texts(self, role: Role, attribute: str = "") -> list[str]:
        """The different names of the role; of texts, those that are values of the attribute."""
        found = (name for name in self.every if name.role is role)
        return list(
            dict.fromkeys(n.text for n in found if n.attribute == attribute or not attribute)
        )


def names_of(source: Source) -> ProgramNames:
    """The names of a program, sound or not."""
    document, _ = read(source)
    walk = _Walk()
    for form in sorted(document.forms, key=lambda form: head_word(form) != "definitions"):
        walk.form(form, {}, "")
    found = sorted(walk.found, key=lambda name: name.span.start)
    return ProgramNames(tuple(found), frozenset(walk.open_roles))


Scope = dict[str, Span]
"""Where the variables are bound that can be seen."""


@dataclass(slots=True)
class _Walk:
    found: list[Name] = field(default_factory=list)
    open_roles: set[Role] = field(default_factory=set)
    definitions: set[str] = field(default_factory=set)
    orders: dict[str, Role] = field(default_factory=dict)
    """An order is known by the name of its attribute, or by one of its own."""

    def form(self, form: Form, scope: Scope, attribute: str) -> None:
        if isinstance(form, List):
            self._list(form, scope, attribute)
        elif form.kind is AtomKind.VARIABLE:
            self._add(form, Role.VARIABLE, scope.get(form.text[1:]))
        elif form.kind is AtomKind.NAME:
            self._add(form, Role.TEXT, attribute=attribute)

    def _add(
        self,
        atom: Atom,
        role: Role,
        binder: Span | None = None,
        attribute: str = "",
        *,
        is_made: bool = False,
    ) -> None:
        text = atom.text.removeprefix("'")
        self.found.append(Name(text, role, atom.span, binder, attribute, is_made))

    def _list(self, form: List, scope: Scope, attribute: str) -> None:
        items = form.items
        head = head_word(form)
        index = binder_index(items)
        if index is not None:
            self._binding(head, items, index, scope)
        elif head == "define":
            self._definition(items, scope)
        elif head == "order":
            self._order(items, scope)
        elif head == "deck":
            for item in items[1:]:
                self._attribute(item, scope)
        elif _is_test(items):
            self._test(items, scope)
        else:
            self._plain(items, scope, attribute)

    def _binding(self, head: str, items: Sequence[Form], index: int, scope: Scope) -> None:
        """`(any COLLECTION 'V BODY)`; a declared variable lives in the list around it, too."""
        for item in items[1:index]:
            self.form(item, scope, "")
        variable = items[index]
        assert isinstance(variable, Atom)
        self._add(variable, Role.VARIABLE, variable.span)
        inner = scope if head == "declare" else dict(scope)
        inner[variable.text[1:]] = variable.span
        for item in items[index + 1 :]:
            self.form(item, inner, "")

    def _definition(self, items: Sequence[Form], scope: Scope) -> None:
        """`(define NAME ('V…) BODY)`."""
        inner = dict(scope)
        for number, item in enumerate(items[1:], start=1):
            if number == 1 and isinstance(item, Atom) and item.kind is AtomKind.NAME:
                self._add(item, Role.DEFINITION, is_made=True)
                self.definitions.add(item.text)
            elif number == 2 and isinstance(item, List):
                for parameter in item.items:
                    if isinstance(parameter, Atom) and parameter.kind is AtomKind.VARIABLE:
                        inner[parameter.text[1:]] = parameter.span
                    self.form(parameter, inner, "")
            else:
                self.form(item, inner, "")

    def _order(self, items: Sequence[Form], scope: Scope) -> None:
        """`(order RANK (TWO, THREE))`, or `(order HIGH RANK (TWO, THREE))` with its own name."""
        *named, values = items[1:] or [items[0]]
        atoms = [item for item in named if isinstance(item, Atom) and item.kind is AtomKind.NAME]
        for atom, role in zip(reversed(atoms), (Role.ATTRIBUTE, Role.ORDER), strict=False):
            self._add(atom, role)
            self.orders[atoms[0].text] = role
        for value in values.items if isinstance(values, List) else ():
            self.form(value, scope, atoms[-1].text if atoms else "")

    def _attribute(self, form: Form, scope: Scope) -> None:
        """`(RANK (ACE, TWO))` or `(RANK (ACE (COLOUR (RED))) …)` in a deck."""
        items = form.items if isinstance(form, List) else ()
        if not (items and isinstance(items[0], Atom) and items[0].kind is AtomKind.NAME):
            self.form(form, scope, "")
            return
        name = items[0]
        self._add(name, Role.ATTRIBUTE)
        for values in items[1:]:
            for value in values.items if isinstance(values, List) else (values,):
                if isinstance(value, List):
                    self._attribute(value, scope)
                else:
                    self.form(value, scope, name.text)

    def _test(self, items: Sequence[Form], scope: Scope) -> None:
        """`(RANK : ACE)`."""
        attribute, value = items[0], items[2]
        if isinstance(attribute, Atom) and attribute.kind is AtomKind.NAME:
            self._add(attribute, Role.ATTRIBUTE)
            self.form(value, scope, attribute.text)
        else:
            self.open_roles.add(Role.ATTRIBUTE)
            self.form(attribute, scope, "")
            self.form(value, scope, "")

    def _plain(self, items: Sequence[Form], scope: Scope, attribute: str) -> None:
        before = ""
        for number, item in enumerate(items):
            role = ROLE_AFTER_WORD.get(before)
            if number == 0 and isinstance(item, Atom) and item.text in self.definitions:
                role = Role.DEFINITION
            elif isinstance(item, Atom) and (before == "using" or _is_order_place(items, number)):
                role = self.orders.get(item.text)
            if role is not None and isinstance(item, Atom) and item.kind is AtomKind.NAME:
                self._add(item, role)
            else:
                self.open_roles |= {role} if role else set()
                self.form(item, scope, attribute)
            if before != "fresh":  # all that follows it are names
                before = item.text if isinstance(item, Atom) else ""


def _is_order_place(items: Sequence[Form], number: int) -> bool:
    """The last word of `(value CARD RANK)`, the first of awards that begin with an order."""
    if number == 0:
        return len(items) > 1 and all(isinstance(item, List) for item in items[1:])
    head = items[0]
    return number == 2 and isinstance(head, Atom) and head.text == "value"


def _is_test(items: Sequence[Form]) -> bool:
    colon = items[1] if len(items) == 3 else None
    return isinstance(colon, Atom) and colon.kind is AtomKind.COLON


def lists_around(forms: Sequence[Form], offset: int) -> Iterator[List]:
    """The lists that contain the offset, outermost first."""
    within = [form for form in forms if form.span.start <= offset < form.span.end]
    while within and isinstance(within[0], List):
        yield within[0]
        within = [item for item in within[0].items if item.span.start <= offset < item.span.end]


# ---------------------------------------------------------------------------- renaming


_NAME = re.compile(rf"'?([A-Z]{{1,{limits.NAME_LETTERS}}})")


class CannotRename(KibitzError):
    """Says why the name must stay, or why the new one will not do."""


def rename(source: Source, offset: int, wanted: str) -> list[Edit]:
    """The edits that give the name at the offset another name. Raises CannotRename."""
    whole = completed(source)
    names = names_of(whole)
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
    if any(edit.span.end > len(source.text) for edit in edits):
        raise CannotRename(f"{name.text} is a name of definitions that stand elsewhere")
    after = Source(source.name, edited(whole.text, edits))
    if _meanings(names_of(after)) != _meanings(names):
        raise CannotRename(f"something else is already called {said[1]} there")
    if len(check(after).diagnostics) > len(check(source).diagnostics):
        raise CannotRename(f"with {said[1]} in its place the program would have a fault more")
    return edits


def _meanings(names: ProgramNames) -> list[int]:
    """For every name, where the same one stands first: this a new name must not change."""
    firsts: dict[tuple[object, ...], int] = {}
    return [firsts.setdefault(_identity(name), number) for number, name in enumerate(names.every)]


def _identity(name: Name) -> tuple[object, ...]:
    return name.role, name.text, name.binder
