"""One run of the checker: reading a form as a value, what is known so far, what was reported.

A value is read bottom-up. The rules for the single constructs live in the files around this one
and meet in `rules`; they come in from outside so that this file needs to know none of them.
After a fault a value is a *hole*, which fits everywhere, so that one fault is reported once.
Nodes around a hole are never seen: a game with an error is withheld.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from kibitz.recycle import syntax as s
from kibitz.recycle.checker import faults
from kibitz.recycle.checker.definitions import Definition, Definitions
from kibitz.recycle.checker.orders import Orders, ValueOrder
from kibitz.recycle.checker.scope import APART, Binding, Scope
from kibitz.recycle.checker.words import FirstLook
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, Edit, Label, fault
from kibitz.recycle.source import (
    Atom,
    AtomKind,
    Form,
    List,
    Source,
    Span,
    is_name,
    is_variable,
    is_word,
)


@dataclass(frozen=True, slots=True)
class Typed:
    """A node and its type; a hole has neither."""

    node: Any
    """The node, of the class that `type` promises."""
    type: s.Type | None
    location_class: s.LocationClass | None = None
    """Of a location, of all in a list of locations, or of the one a card is a position in."""

    @property
    def is_hole(self) -> bool:
        return self.type is None


HOLE = Typed(None, None)
NAMELESS = ""
"""The name of a variable that is not written as one."""

Rule = Callable[["Checking", List], Typed]
"""Reads one construct as a value."""

ELEMENTS = {
    s.Type.CARDS: s.Type.CARD,
    s.Type.LOCATION: s.Type.CARD,
    s.Type.GROUPS: s.Type.CARDS,
    s.Type.LOCATIONS: s.Type.LOCATION,
    s.Type.INTS: s.Type.INT,
    s.Type.STRS: s.Type.STR,
    s.Type.PLAYERS: s.Type.PLAYER,
    s.Type.TEAMS: s.Type.TEAM,
}
"""What the elements of a collection are."""

_SIGNS = {AtomKind.COMMA: ".comma", AtomKind.COLON: ".colon", AtomKind.DOTS: ".dots"}
_WIDER = {s.Type.LOCATION: s.Type.CARDS, s.Type.LOCATIONS: s.Type.GROUPS}


def fits(actual: s.Type, wanted: s.Type) -> bool:
    """Whether a value of the one type may stand where the other is wanted."""
    return actual is wanted or _WIDER.get(actual) is wanted


def _matches(form: List, usage: str) -> bool:
    slots = faults.slots(usage)
    return len(slots) == len(form.items) and all(
        is_word(item, slot) or not faults.is_small(slot)
        for slot, item in zip(slots, form.items, strict=True)
    )


class EnoughErrors(Exception):
    """More errors than are shown were found: looking for others would be in vain."""


class Checking:
    """What one run knows and has reported."""

    def __init__(self, source: Source, words: FirstLook, rule_for: Callable[[List], Rule]) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = list(words.diagnostics)
        self.errors = 0
        """How many errors were reported, not counting those of single words."""
        self.scope = Scope()
        self.extremes_by_binder: dict[int, tuple[int, int]] = {}
        """The least and the greatest value of every option and declared number."""
        self.once_stage: Span | None = None
        """The `once` of the innermost stage of players, where it is one."""
        self.may_name = False
        """Whether only what may stand before the name of a move stands around the present place."""
        self.may_be_else = False
        """Whether the statement at the present place follows one under a condition."""
        self.named: Span | None = None
        """The name around the present place."""
        self.operands = 0
        """Of the calculations around the present place."""
        self.orders = Orders()
        self.definitions = Definitions()
        self._uses: list[Definition] = []
        """The definitions whose bodies are being read, the outermost first."""
        self.depth = 0
        """Lists around the present place, those of the definitions included."""
        self._told: set[tuple[str, int, int]] = set()
        """What was reported about a place in a definition, whatever the use."""
        self._words = words
        self._rule_for = rule_for
        self._binders = 0

    def report(self, diagnostic: Diagnostic) -> Typed:
        """A hole, and the report of why. A fault in a definition is reported once."""
        self.errors += diagnostic.is_error
        if not self._is_told(diagnostic):
            self.diagnostics.append(self._with_definition(diagnostic))
        if sum(report.is_error for report in self.diagnostics) > MOST_REPORTS:
            raise EnoughErrors
        return HOLE

    def fault(
        self,
        key: str,
        *spans: Span | None,
        edit: Edit | str | None = None,
        help: str | None = None,
        notes: tuple[str, ...] = (),
        **values: object,
    ) -> Typed:
        """A hole, and the report of the fault in the words of its key."""
        return self.report(fault(key, *spans, edit=edit, help=help, notes=notes, **values))

    def usage_of(self, form: List, *usages: str) -> str | None:
        """The usage that has as many parts as the form, and the same small words.

        Reports the difference to the nearest usage if there is none.
        """
        usage = next((usage for usage in usages if _matches(form, usage)), None)
        if usage is None:
            self.report(faults.unlike_usage(form, usages))
        return usage

    def has_words(self, form: List, *usages: str) -> bool:
        """Whether the form is like one of the usages; reports the difference if not."""
        return self.usage_of(form, *usages) is not None

    def _is_told(self, diagnostic: Diagnostic) -> bool:
        span = diagnostic.primary.span
        place = diagnostic.slug, span.start, span.end
        if span.use is None or place not in self._told:
            self._told.add(place)
            return False
        return True

    def _with_definition(self, diagnostic: Diagnostic) -> Diagnostic:
        """With the definition that an argument does not fit."""
        if not self._uses or diagnostic.primary.span.use is not None:
            return diagnostic
        label = Label(self._uses[-1].name.span, "an argument of this definition")
        return replace(diagnostic, secondary=(*diagnostic.secondary, label), edit=None)

    @contextmanager
    def expanded(self, form: Form) -> Iterator[Form | None]:
        """The form; of the use of a definition, what it stands for; None after a fault."""
        definition = self.definitions.of(form)
        if definition is None:
            yield form
            return
        assert isinstance(form, List)
        errors_before = self.errors
        self._uses.append(definition)
        made = self.definitions.expansion(definition, form, self.depth + len(self._uses))
        if made is None or isinstance(made, Diagnostic):
            self._uses.pop()
            if made is not None:
                self.report(made)
            if self.definitions.is_too_much:
                raise EnoughErrors
            yield None
            return
        with self.expanded(made) as whole:
            yield whole if self.errors == errors_before else None
        self._uses.pop()

    def is_spoiled(self, form: Form) -> bool:
        """Whether the word, or a word of the list itself, has already been reported."""
        return form.span.start in self._words.spoiled

    def text(self, form: Form) -> str:
        return self.source.slice(form.span)

    # ------------------------------------------------------------------ values

    def value(self, form: Form) -> Typed:
        """The form read as a value of whatever type it has; a hole if there is a fault in it."""
        if self.is_spoiled(form):
            return HOLE
        if isinstance(form, List):
            if self.definitions.of(form) is not None:
                with self.expanded(form) as whole:
                    return HOLE if whole is None else self.value(whole)
            errors_before = self.errors
            self.depth += 1
            typed = self._rule_for(form)(self, form)
            self.depth -= 1
            return typed if self.errors == errors_before else HOLE
        match form.kind:
            case AtomKind.INTEGER:
                return Typed(s.IntLiteralNode(int(form.text), span=form.span), s.Type.INT)
            case AtomKind.NAME:
                return Typed(s.StrLiteralNode(form.text, span=form.span), s.Type.STR)
            case AtomKind.VARIABLE:
                return self._variable(form)
            case _:
                return self._word(form)

    def expect(self, form: Form, wanted: s.Type, user: str) -> Any:
        """The node of a value of type `wanted`, which the construct `user` needs."""
        if wanted is s.Type.POINTS and is_name(form):
            order = self.order(form)
            return None if order is None else order.points(form.span)
        return self.fitting(self.value(form), form, wanted, user)

    def order(self, name: Atom) -> ValueOrder | None:
        """The order of that name; None after a fault."""
        order = self.orders.by_name.get(name.text)
        for report in self.orders.unknown(name) if order is None else ():
            self.report(report)
        return order

    def fitting(self, typed: Typed, form: Form, wanted: s.Type, user: str) -> Any:
        """The node of a value that was read already, likewise."""
        if typed.type is None or fits(typed.type, wanted):
            return typed.node
        return self.wrong_type(form, typed.type, wanted, user).node

    def wrong_type(self, form: Form, actual: s.Type, wanted: s.Type, user: str) -> Typed:
        text, variable = self.text(form), self.variable_meant(form, wanted)
        return self.report(faults.wrong_type(form, text, actual, wanted, user, variable))

    def variable_meant(self, form: Form, wanted: s.Type) -> str | None:
        """The variable of that type whose name stands there without its quote."""
        binding = None if isinstance(form, List) else self.scope.find(self.text(form))
        if binding is None or binding.type is None or not fits(binding.type, wanted):
            return None
        return f"'{self.text(form)}"

    def collection(self, form: Form, user: str) -> Typed:
        """A value that has elements; a team stands for its members."""
        typed = self.value(form)
        if typed.type is s.Type.TEAM:
            return Typed(s.MembersNode(typed.node, span=form.span), s.Type.PLAYERS)
        if typed.type is None or typed.type in ELEMENTS:
            return typed
        text, is_count = self.text(form), typed.type is s.Type.INT
        return self.fault(
            "not-a-collection.count" if is_count and len(text) < 20 else "not-a-collection",
            form.span,
            user=faults.user_name(user),
            actual=typed.type,
            edit=f"(range 1..{text})" if is_count else None,
        )

    def _word(self, atom: Atom) -> Typed:
        match atom.text:
            case "player":
                return Typed(s.PlayersNode(span=atom.span), s.Type.PLAYERS)
            case "team":
                return Typed(s.TeamsNode(span=atom.span), s.Type.TEAMS)
            case _ if atom.kind is AtomKind.KEYWORD:
                return self.misplaced_keyword(atom, "a value")
            case _:
                case = _SIGNS.get(atom.kind, "")
                return self.fault(f"misplaced-sign{case}", atom.span, sign=atom.text)

    def misplaced_keyword(self, atom: Atom, wanted: str) -> Typed:
        case = f".{atom.text}" if atom.text in ("players", "teams", "game", "option") else ""
        return self.fault(f"misplaced-keyword{case}", atom.span, word=atom.text, wanted=wanted)

    # ------------------------------------------------------------------ variables

    def _variable(self, atom: Atom) -> Typed:
        name = atom.text[1:]
        binding = self.scope.find(name) or self.scope.find(NAMELESS)
        if binding is None:
            return self.report(self._unbound(atom))
        if binding.type is None:
            return HOLE
        if binding.type is s.Type.BOOL:
            return self.fault("condition-variable", atom.span, binding.binder.span, atom=atom.text)
        variable = s.VariableNode(binding.binder, span=atom.span)
        return Typed(variable, binding.type, binding.location_class)

    def _unbound(self, atom: Atom) -> Diagnostic:
        plain, apart, mark = atom.text.partition(APART)
        if not apart:
            places = self._words.places_by_variable.get(plain[1:], [])
            return faults.unbound_variable(atom, self.scope, places)
        inside = Scope(self.scope.declared, [b for b in self.scope.inner if b.mark == apart + mark])
        report = faults.unbound_variable(Atom(atom.kind, plain, atom.span), inside, [])
        return replace(report, notes=("a definition sees its parameters and what is declared",))

    def bind(self, form: Form, value: Typed, word: str, span: Span) -> Binding:
        """A new variable `form` for `value`, which stands at `span`; not yet in scope."""
        if not is_variable(form):
            quoted = f"'{self.text(form)}" if is_name(form) else None
            self.fault("not-a-variable", form.span, word=word, edit=quoted)
            return self._nameless(form, word, span)
        name, apart, mark = form.text[1:].partition(APART)
        binder = self.new_binder(name, value.type, form.span)
        hidden = self.scope.find(form.text[1:])
        if hidden is not None and word != "declare":
            self.fault("shadowed-variable", binder.span, hidden.binder.span, binder=binder.name)
        return Binding(binder, value.type, word, span, value.location_class, apart + mark)

    def new_binder(self, name: str, kind: s.Type | None, span: Span) -> s.BinderNode:
        self._binders += 1
        return s.BinderNode(name, kind or s.Type.INT, self._binders, span=span)

    def _nameless(self, form: Form, word: str, span: Span) -> Binding:
        """Stands for whatever variable was meant, so that its uses are not reported too."""
        binder = s.BinderNode(NAMELESS, s.Type.INT, 0, span=form.span)
        return Binding(binder, None, word, span, None)

    @contextmanager
    def within(self, binding: Binding) -> Iterator[s.BinderNode]:
        """The stretch of program in which the variable lives."""
        self.scope.inner.append(binding)
        yield binding.binder
        self.scope.inner.pop()

    @contextmanager
    def naming(self, stays: bool) -> Iterator[None]:
        """A statement that leads on to what an alternative does, or that does it."""
        before, self.may_name = self.may_name, self.may_name and stays
        yield
        self.may_name = before

    def bound_element(self, form: List, word: str) -> tuple[Typed, Binding]:
        """The collection of `(all COLLECTION 'V …)`, and its variable, not yet in scope."""
        collection = self.collection(form.items[1], word)
        element = self.element_of(collection)
        return collection, self.bind(form.items[2], element, word, form.items[1].span)

    def element_of(self, collection: Typed) -> Typed:
        """A stand-in for one element of the collection: its type, without a node."""
        if collection.type is None:
            return HOLE
        element = ELEMENTS[collection.type]
        kept = collection.location_class if element is s.Type.LOCATION else None
        return Typed(None, element, kept)
