"""Words judged: the atom a word stands for, and what is wrong with a malformed one."""

from __future__ import annotations

import re

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, fault, quoted
from kibitz.recycle.forms import Atom, AtomKind
from kibitz.recycle.source import Span
from kibitz.recycle.tokens import KEYWORDS, Token

_WELL_FORMED = re.compile(r"([A-Z]+)|('[A-Z]+)|([0-9]+)|([a-z]+)")
_KINDS = (None, AtomKind.NAME, AtomKind.VARIABLE, AtomKind.INTEGER, AtomKind.KEYWORD)
"""By the group of the pattern."""
_NUMBER_AND_KEYWORD = re.compile(r"([0-9]+)([a-z]+)|([a-z]+)([0-9]+)")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
_NUMBER_WORDS = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN"
_SPELLED = {str(number): word for number, word in enumerate(_NUMBER_WORDS.split())}


def atoms_of(word: Token) -> tuple[Atom, ...]:
    """The atom `word` is, or the atoms its writer most likely meant."""
    if (kind := _kind(word.text)) is not None:
        return (Atom(kind, word.text, word.span),)
    if pieces := _NUMBER_AND_KEYWORD.fullmatch(word.text):
        return _split(word, pieces)
    if word.text.lower() in KEYWORDS:
        return (Atom(AtomKind.KEYWORD, word.text.lower(), word.span),)
    kind = AtomKind.VARIABLE if word.text.startswith("'") else AtomKind.NAME
    return (Atom(kind, word.text.upper(), word.span),)


def is_well_formed(word: Token) -> bool:
    return _kind(word.text) is not None and not _is_too_long(word)


def _is_too_long(word: Token) -> bool:
    return len(word.text.removeprefix("'")) > limits.NAME_LETTERS


def fault_in(word: Token, *, times: int) -> Diagnostic:
    """What is wrong with a malformed word that is written so `times` times, here first."""
    text = word.text
    notes = _repetition(times)
    if _is_too_long(word):
        return _too_long(word, notes)
    if foreign := _FOREIGN.search(text):
        return _foreign_letter(word, foreign, notes)
    if _NUMBER_AND_KEYWORD.fullmatch(text):
        return _run_together(word, notes)
    if "_" in text:
        return _underscore(word, notes)
    if re.search(r"[0-9]", text):
        return _digit(word, notes)
    return _wrong_case(word, notes)


def _kind(text: str) -> AtomKind | None:
    word = _WELL_FORMED.fullmatch(text)
    return None if word is None else _KINDS[word.lastindex or 0]


def _split(word: Token, pieces: re.Match[str]) -> tuple[Atom, ...]:
    atoms = []
    offset = word.start
    for piece in filter(None, pieces.groups()):
        kind = AtomKind.INTEGER if piece.isdigit() else AtomKind.KEYWORD
        atoms.append(Atom(kind, piece, Span(offset, offset + len(piece))))
        offset += len(piece)
    return tuple(atoms)


def _repetition(times: int) -> tuple[str, ...]:
    match times:
        case 1:
            return ()
        case 2:
            return ("it is written so in one more place",)
        case _:
            return (f"it is written so in {times - 1} more places",)


def _what(text: str) -> str:
    return "a variable" if text.startswith("'") else "a name"


def _foreign_letter(word: Token, foreign: re.Match[str], notes: tuple[str, ...]) -> Diagnostic:
    start = word.start + foreign.start()
    return Diagnostic(
        slug="stray-character",
        headline=f"{quoted(foreign.group())} cannot stand in {_what(word.text)}",
        primary=Label(Span(start, start + len(foreign.group())), "not a letter from A to Z"),
        notes=notes,
    )


def _too_long(word: Token, notes: tuple[str, ...]) -> Diagnostic:
    return fault(
        "too-long-word",
        word.span,
        name_letters=limits.NAME_LETTERS,
        letters=len(word.text.removeprefix(chr(39))),
        notes=notes,
    )


def _run_together(word: Token, notes: tuple[str, ...]) -> Diagnostic:
    apart = " ".join(atom.text for atom in atoms_of(word))
    return fault(
        "run-together",
        word.span,
        word=quoted(word.text),
        apart=quoted(apart),
        notes=notes,
        edit=Edit(word.span, apart),
    )


def _underscore(word: Token, notes: tuple[str, ...]) -> Diagnostic:
    repaired = _spelled(word.text.replace("_", "")).upper()
    usable = _kind(repaired) in (AtomKind.NAME, AtomKind.VARIABLE)
    return fault(
        "underscore-in-name",
        word.span,
        word=quoted(word.text),
        kind=_what(word.text),
        notes=notes,
        help=f"write {quoted(repaired)}" if usable else None,
        edit=Edit(word.span, repaired) if usable else None,
    )


def _digit(word: Token, notes: tuple[str, ...]) -> Diagnostic:
    repaired = _spelled(word.text).upper()
    usable = _kind(repaired) in (AtomKind.NAME, AtomKind.VARIABLE)
    return fault(
        "digit-in-name",
        word.span,
        word=quoted(word.text),
        kind=_what(word.text),
        notes=notes,
        help=f"spell the number out: {quoted(repaired)}" if usable else None,
        edit=Edit(word.span, repaired) if usable else None,
    )


def _wrong_case(word: Token, notes: tuple[str, ...]) -> Diagnostic:
    if word.text.lower() in KEYWORDS:
        repaired, rule = word.text.lower(), "the words of the language are in small letters"
    else:
        repaired, rule = word.text.upper(), f"{_what(word.text)} is written in capitals"
    all_small = word.text == word.text.lower()
    fact = "is in small letters" if all_small else "mixes capitals and small letters"
    return Diagnostic(
        slug="wrong-case",
        headline=f"{quoted(word.text)} {fact}",
        primary=Label(word.span, rule),
        notes=notes,
        help=f"write {quoted(repaired)}",
        edit=Edit(word.span, repaired),
    )


def _spelled(text: str) -> str:
    return re.sub(r"[0-9]+", lambda digits: _SPELLED.get(digits.group(), digits.group()), text)
