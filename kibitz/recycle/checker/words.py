"""The first look at a program: every single word, before any meaning.

What is wrong with a word is reported here, once; the list it stands in is then *spoiled* and
passes every later check in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from kibitz.recycle import limits
from kibitz.recycle.checker import operand_faults
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, fault
from kibitz.recycle.forms import Atom, AtomKind, Form, List
from kibitz.recycle.suggestions import nearest
from kibitz.recycle.syntax import LocationClass
from kibitz.recycle.tokens import KEYWORDS

STORAGE_WORDS = frozenset({"sto", "str", "points"})
CLASS_WORDS = frozenset(location_class.value for location_class in LocationClass)
TURN_WORDS = frozenset({"current", "next", "previous"})
OWNER_WORDS = frozenset({"player", "team"})
SIZE_OPERATORS = frozenset({"<", ">", "<=", ">=", "==", "!="})
REFUSED_WORDS = frozenset(
    ["simultaneous", "sort", "faro", "actual", "tuples", "new", "put", "initialize"]
)
"""Words of newer and older dialects, which are refused with a reason."""


KNOWN_WORDS = KEYWORDS | REFUSED_WORDS
BINDING_WORDS = frozenset({"any", "all", "filter", "let", "declare"})


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
    for form in lists_of(game):
        _note_binding(words, form)
        for item in form.items:
            if not isinstance(item, Atom):
                continue
            if item.kind in (AtomKind.NAME, AtomKind.VARIABLE) and item.text not in names:
                names.add(item.text)
                if len(names) == limits.NAMES + 1:
                    words.diagnostics.append(fault("too-many-names", item.span, names=limits.NAMES))
            elif _is_faulty(item):
                faulty.setdefault(item.text, []).append(item)
                words.spoiled |= {form.span.start, item.span.start}
    shown = islice(faulty.values(), MOST_REPORTS + 1)
    words.diagnostics += [_fault_of_word(atoms[0], len(atoms)) for atoms in shown]
    return words


def lists_of(form: Form) -> Iterator[List]:
    """Every list of the form, outermost first, in the order of the text."""
    waiting: list[Form] = [form]
    while waiting:
        current = waiting.pop()
        if isinstance(current, List):
            yield current
            waiting.extend(reversed(current.items))


def _is_faulty(atom: Atom) -> bool:
    if atom.kind is AtomKind.KEYWORD:
        return atom.text not in KNOWN_WORDS
    return atom.kind is AtomKind.INTEGER and _is_too_large(atom.text)


def _fault_of_word(atom: Atom, times: int) -> Diagnostic:
    if atom.kind is AtomKind.KEYWORD:
        return operand_faults.unknown_keyword(atom, nearest(atom.text, KEYWORDS), times)
    return operand_faults.too_large_number(atom, times)


def _is_too_large(digits: str) -> bool:
    significant = digits.lstrip("0")
    return len(significant) > 10 or int(significant or "0") > limits.LARGEST_INTEGER


def _note_binding(words: FirstLook, form: List) -> None:
    if len(form.items) < 3:
        return
    head, variable = form.items[0], form.items[2]
    if not (isinstance(head, Atom) and isinstance(variable, Atom)):
        return
    if head.text in BINDING_WORDS and variable.kind is AtomKind.VARIABLE:
        place = BindingPlace(variable, head.text)
        words.places_by_variable.setdefault(variable.text[1:], []).append(place)
