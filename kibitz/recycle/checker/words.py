"""The first look at a program: every single word, before any meaning.

What is wrong with a word is reported here, once; the list it stands in is then *spoiled* and
passes every later check in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, Edit, fault, nearest
from kibitz.recycle.reference import looked_for
from kibitz.recycle.source import Atom, AtomKind, Form, List, Span, head_word, is_variable
from kibitz.recycle.syntax import LocationClass
from kibitz.recycle.tokens import KEYWORDS

STORAGE_WORDS = frozenset({"sto", "str", "isto", "istr", "points"})
CLASS_WORDS = frozenset(location_class.value for location_class in LocationClass)
TURN_WORDS = frozenset({"current", "next", "previous"})
OWNER_WORDS = frozenset({"player", "team"})
SIZE_OPERATORS = frozenset({"<", ">", "<=", ">=", "==", "!="})
REFUSED_WORDS = frozenset(
    ["simultaneous", "sort", "faro", "actual", "tuples", "new", "put", "initialize"]
)
"""Words of newer and older dialects, which are refused with a reason."""


KNOWN_WORDS = KEYWORDS | REFUSED_WORDS
BINDING_WORDS = {
    **dict.fromkeys(("any", "all", "best", "most", "least", "filter", "let", "declare"), 2),
    **dict.fromkeys(("next", "previous"), 3),
}
"""The words whose lists bind a variable, and where it stands in them."""


@dataclass(frozen=True, slots=True)
class BindingPlace:
    """A variable as it is bound somewhere, and the word that binds it."""

    variable: Atom
    word: str


@dataclass(slots=True)
class FirstLook:
    """What the first look found."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    spoiled: set[int] = field(default_factory=set)
    """Where the spoiled lists, and the words that spoil them, start."""
    places_by_variable: dict[str, list[BindingPlace]] = field(default_factory=dict)


def look_at_words(game: Form) -> FirstLook:
    """Every fault of a single word in the game, and every place that binds a variable."""
    words = FirstLook()
    faulty: dict[str, list[Atom]] = {}
    names: set[str] = set()
    chains = _Chains()
    for form in lists_of(game):
        _note_binding(words, form)
        chains.look_in(form)
        for item in form.items:
            if not isinstance(item, Atom):
                continue
            if item.kind in (AtomKind.NAME, AtomKind.VARIABLE) and item.text not in names:
                names.add(item.text)
                if len(names) == limits.NAMES + 1:
                    words.diagnostics.append(fault("too-many-names", item.span, names=limits.NAMES))
            elif _is_faulty(item) and not _is_of_definitions(form, item):
                faulty.setdefault(item.text, []).append(item)
                words.spoiled |= {form.span.start, item.span.start}
    shown = islice(faulty.values(), MOST_REPORTS + 1)
    words.diagnostics += [chains.cured(_fault_of_word(atoms, names)) for atoms in shown]
    return words


def lists_of(form: Form) -> Iterator[List]:
    """Every list of the form, outermost first, in the order of the text."""
    waiting: list[Form] = [form]
    while waiting:
        current = waiting.pop()
        if isinstance(current, List):
            yield current
            waiting.extend(reversed(current.items))


def _is_of_definitions(form: List, atom: Atom) -> bool:
    """`tricks` in `(use tricks)`: whether there are such definitions is seen later."""
    return head_word(form) in ("use", "definitions") and form.items[1] is atom


def _is_faulty(atom: Atom) -> bool:
    if atom.kind is AtomKind.KEYWORD:
        return atom.text not in KNOWN_WORDS
    return atom.kind is AtomKind.INTEGER and _is_too_large(atom.text)


def _fault_of_word(atoms: list[Atom], names: set[str]) -> Diagnostic:
    """What is wrong with a word that is written so in all these places."""
    atom, times = atoms[0], len(atoms)
    notes = () if times == 1 else (f"it is written so {times} times",)
    if atom.kind is not AtomKind.KEYWORD:
        largest = limits.LARGEST_INTEGER
        return fault("too-large-number", atom.span, largest=largest, notes=notes)
    word = atom.text
    near = word.upper() if word.upper() in names else nearest(word, KEYWORDS)
    if word in looked_for() and word.upper() not in names:
        instead = looked_for()[word]
        return fault("unknown-keyword.instead", atom.span, word=word, instead=instead, notes=notes)
    if near is None:
        name = word.upper()
        return fault("unknown-keyword.name", atom.span, word=word, name=name, notes=notes)
    also = tuple(Edit(other.span, near) for other in atoms[1:])
    report = fault("unknown-keyword", atom.span, word=word, edit=near, notes=notes)
    return replace(report, also=also)


@dataclass(slots=True)
class _Chains:
    """Every `elif`, and how it is said by `else`."""

    edits: list[Edit] = field(default_factory=list)
    is_sure: bool = True
    _blocks: set[int] = field(default_factory=set)
    """Where the lists of `do` start."""

    def look_in(self, form: List) -> None:
        if head_word(form) == "do" and len(form.items) > 1:
            self._blocks.add(form.items[1].span.start)
        for number, item in enumerate(form.items):
            if head_word(item) == "elif" and head_word(form.items[number - 1]) != "elif":
                self._add(form, number)

    def _add(self, form: List, first: int) -> None:
        """Behind one statement under a condition `(elif A X)` is `(else (A X))`, and with an else
        behind it `(else (do ((A X) (else Y))))`."""
        behind = takewhile(lambda item: head_word(item) in ("elif", "else"), form.items[first:])
        chain = [item for item in behind if isinstance(item, List)]
        before = [_is_guarded(item) for item in form.items[max(0, first - 2) : first]]
        elifs = [item for item in chain if head_word(item) == "elif"]
        is_block = form.span.start in self._blocks
        self.is_sure &= before[-1:] == [True] and before[:-1] != [True]
        self.is_sure &= all(len(item.items) == 3 for item in elifs)
        self.is_sure &= len(chain) == 1 or is_block
        if not self.is_sure:
            return
        closing = ""
        for item in elifs:
            opening = Span(item.items[0].span.start, item.items[1].span.start)
            is_last = item is chain[-1]
            self.edits.append(Edit(opening, "else (" if is_last else "else (do (("))
            closing += ")" if is_last else ")))"
        self.edits.append(Edit(Span(chain[-1].span.end, chain[-1].span.end), closing))

    def cured(self, report: Diagnostic) -> Diagnostic:
        """The report, with the cure if it is one of these."""
        of_these = self.is_sure and any(
            edit.span.start == report.primary.span.start for edit in self.edits
        )
        return (
            replace(report, edit=self.edits[0], also=tuple(self.edits[1:])) if of_these else report
        )


def _is_guarded(form: Form) -> bool:
    return isinstance(form, List) and bool(form.items) and isinstance(form.items[0], List)


def _is_too_large(digits: str) -> bool:
    significant = digits.lstrip("-0")
    largest = limits.LARGEST_INTEGER + digits.startswith("-")
    return len(significant) > 10 or int(significant or "0") > largest


def binder_index(items: Sequence[Form]) -> int | None:
    """Where in a list the variable stands that it binds; None where it binds none."""
    word = items[0].text if items and isinstance(items[0], Atom) else ""
    index = BINDING_WORDS.get(word, len(items))
    return index if index < len(items) and is_variable(items[index]) else None


def _note_binding(words: FirstLook, form: List) -> None:
    index = binder_index(form.items)
    if index is not None:
        variable = form.items[index]
        assert isinstance(variable, Atom)
        place = BindingPlace(variable, head_word(form))
        words.places_by_variable.setdefault(variable.text[1:], []).append(place)
