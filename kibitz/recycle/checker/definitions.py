"""Definitions: `(define NAME (PARAMETERS) BODY)`, and the forms that their uses stand for.

A use is replaced by the body when it is read, with the arguments in place of the parameters.
Variables of the body get names that no caller can write, so that neither side captures one of the
other's: those bound in it are its own, the others must be declared. A definition uses only those
before it, so that every use comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kibitz.recycle import limits
from kibitz.recycle.checker.scope import APART
from kibitz.recycle.diagnostic import Diagnostic, fault
from kibitz.recycle.source import Atom, AtomKind, Form, List, Span, is_name, is_variable, is_word


@dataclass(slots=True)
class Definition:
    name: Atom
    parameters: tuple[Atom, ...]
    body: Form
    size: int
    """Words and lists of the body."""
    depth: int
    """Lists inside each other in the body."""
    uses: set[Span] = field(default_factory=set)
    is_from_elsewhere: bool = False
    """It is used by `use`, and need not be."""
    is_broken: bool = False
    """It has a fault of its own: its uses stand for nothing, and nobody complains again."""


@dataclass(slots=True)
class Definitions:
    """Those read so far, and what their uses have come to."""

    by_name: dict[str, Definition] = field(default_factory=dict)
    words: int = 0
    """Of all bodies, as often as they were used."""
    are_missing: bool = False
    """Some that the program uses are not here: whatever could be one of them is."""

    @property
    def is_too_much(self) -> bool:
        return self.words > limits.WORDS

    def of(self, form: Form) -> Definition | None:
        """The definition that the form is a use of."""
        if not isinstance(form, List) or not form.items:
            return None
        head = form.items[0]
        if not is_name(head):
            return None
        could_be = self.are_missing and not any(is_word(item, ",") for item in form.items)
        missing = Definition(head, (), head, 0, 0, is_broken=True) if could_be else None
        return self.by_name.get(head.text, missing)

    def read(self, form: List, *, from_elsewhere: bool = False) -> Iterator[Diagnostic]:
        """Take a definition in; what is wrong with it."""
        match form.items:
            case (_, Atom(AtomKind.NAME) as name, List() as listed, body):
                pass
            case (_, List() | Atom() as name, List(), _):
                yield fault("not-a-name.definition", name.span)
                return
            case _:
                case = ".several" if len(form.items) > 4 else ""
                yield fault(
                    f"malformed-definition{case}", form.items[0].span.to(form.items[-1].span)
                )
                self._take_broken(form)
                return
        if name.text in self.by_name:
            yield fault(
                "repeated-definition", name.span, self.by_name[name.text].name.span, name=name.text
            )
            return
        parameters = _without_commas(listed)
        atoms = tuple(item for item in parameters if isinstance(item, Atom))
        definition = Definition(
            name, atoms, body, *_measured(body), is_from_elsewhere=from_elsewhere
        )
        self.by_name[name.text] = definition
        used = {item.text for item, _ in _forms(body) if isinstance(item, Atom)}
        for item in parameters:
            if not is_variable(item):
                definition.is_broken = True
                quoted = f"'{item.text}" if isinstance(item, Atom) and item.text.isupper() else None
                yield fault("not-a-parameter", item.span, edit=quoted)
            elif item.text not in used:
                yield fault("unused-variable.parameter", item.span, variable=item.text)

    def _take_broken(self, form: List) -> None:
        match form.items:
            case (_, Atom(AtomKind.NAME) as name, *_) if name.text not in self.by_name:
                self.by_name[name.text] = Definition(name, (), name, 0, 0, is_broken=True)

    def circles(self) -> Iterator[Diagnostic]:
        """Definitions that use themselves, or one that stands behind them."""
        places = {name: place for place, name in enumerate(self.by_name)}
        for definition in self.by_name.values():
            for head in _heads(definition.body):
                used = self.by_name.get(head.text)
                place = places[definition.name.text]
                if used is not None and places[used.name.text] >= place:
                    definition.is_broken = True
                    name, later = definition.name.text, "" if used is definition else ".later"
                    spans = head.span, used.name.span
                    yield fault(
                        f"recursive-definition{later}", *spans, name=name, used=used.name.text
                    )

    def around(self, place: int) -> Definition:
        """The definition in which the place lies."""
        starts = [d for d in self.by_name.values() if d.name.span.start <= place]
        return max(starts, key=lambda definition: definition.name.span.start)

    def unused(self) -> Iterator[Diagnostic]:
        for definition in self.by_name.values():
            if not definition.uses and not definition.is_from_elsewhere:
                yield fault("unused-definition", definition.name.span, name=definition.name.text)

    def expansion(self, definition: Definition, use: List, depth: int) -> Form | Diagnostic | None:
        """What the use stands for, `depth` lists deep; or why it stands for nothing."""
        definition.uses.add(use.span)
        if definition.is_broken:
            return None
        arguments = _without_commas(List(use.items[1:], use.span))
        if len(arguments) != len(definition.parameters):
            return _wrong_arguments(use, len(arguments), definition)
        self.words += definition.size + sum(_measured(argument)[0] for argument in arguments)
        if self.is_too_much:
            return fault("too-much-expansion", use.span, words=limits.WORDS)
        if depth + definition.depth > limits.NESTING:
            return fault("too-deep-expansion", use.span, nesting=limits.NESTING)
        named = zip(definition.parameters, arguments, strict=True)
        given = {parameter.text: argument for parameter, argument in named}
        return _filled(definition.body, given, f"{APART}{self.words}", use.span)


def _filled(form: Form, given: Mapping[str, Form], mark: str, use: Span) -> Form:
    """The body with the arguments in it; what is its own knows by which use it is there."""
    span = Span(form.span.start, form.span.end, use)
    if isinstance(form, List):
        return List(tuple(_filled(item, given, mark, use) for item in form.items), span)
    if form.kind is not AtomKind.VARIABLE:
        return Atom(form.kind, form.text, span)
    return given.get(form.text) or Atom(form.kind, form.text + mark, span)


def _wrong_arguments(use: List, count: int, definition: Definition) -> Diagnostic:
    name, wanted = definition.name, len(definition.parameters)
    where = name.span.to(definition.parameters[-1].span) if wanted else name.span
    return fault(
        "wrong-argument-count",
        use.span,
        where,
        name=name.text,
        wanted="one argument" if wanted == 1 else f"{wanted or 'no'} arguments",
        are="is" if count == 1 else "are",
        count=count,
    )


def _without_commas(form: List) -> tuple[Form, ...]:
    return tuple(item for item in form.items if not is_word(item, ","))


def _forms(form: Form) -> Iterator[tuple[Form, int]]:
    """Every form in it, itself included, and how many lists are around each."""
    waiting = [(form, 0)]
    while waiting:
        current, depth = waiting.pop()
        yield current, depth
        if isinstance(current, List):
            waiting.extend((item, depth + 1) for item in current.items)


def _heads(form: Form) -> Iterator[Atom]:
    """The names that lists begin with."""
    for item, _ in _forms(form):
        if isinstance(item, List) and item.items and is_name(head := item.items[0]):
            yield head


def _measured(form: Form) -> tuple[int, int]:
    """How many forms there are in it, and how deep the deepest lies."""
    depths = [depth for _, depth in _forms(form)]
    return len(depths), max(depths)
