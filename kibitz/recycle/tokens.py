"""The smallest pieces of program text: the words of the language, tokens before any is judged, what
each is to a reader, for everybody who shows programs in colours; and words judged: the atom a word
stands for, and what is wrong with a malformed one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, fault, quoted
from kibitz.recycle.source import Atom, AtomKind, Span

_WORDS = """
    game declare define option require setup scoring min max stage player players team teams end
    once from backwards back as if else count order value
    choice do any all let create deck set update inc dec move swap remember forget shuffle cycle
    next current previous turn pass repeat top bottom owner using points sto str vloc iloc hloc
    oloc mem range other others partners union intersect disjunction filter run runs largest
    subsets partition indexed sum score scoremax scoremin size pid tid cardatt tri fib
    random and or not
    fresh gather show use definitions
    best most least at together
    isto istr
"""

KEYWORDS = frozenset(_WORDS.split())


# ---------------------------------------------------------------------------- tokens


BYTE_ORDER_MARK = "\ufeff"


class TokenKind(StrEnum):
    OPEN = "OPEN"
    CLOSE = "CLOSE"
    WORD = "WORD"
    """Letters, digits and underscores with or without a leading quote; not yet judged."""
    OPERATOR = "OPERATOR"
    COMMA = "COMMA"
    COLON = "COLON"
    DOTS = "DOTS"
    COMMENT = "COMMENT"
    SEMICOLON = "SEMICOLON"
    QUOTE = "QUOTE"
    STRAY = "STRAY"
    """A run of characters that no RECYCLE program contains."""


class Token(NamedTuple):
    kind: TokenKind
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_PATTERN = re.compile(
    r"""
      [ \t\r\n]+
    | (?P<COMMENT> ;;[^\n]* )
    | (?P<OPEN> \( )
    | (?P<CLOSE> \) )
    | (?P<WORD> '?\w+ )
    | (?P<COMMA> , )
    | (?P<COLON> : )
    | (?P<DOTS> \.\. )
    | (?P<OPERATOR> == | != | <= | >= | // | [<>+\-*%^] )
    | (?P<SEMICOLON> ; )
    | (?P<QUOTE> ' )
    | (?P<STRAY> (?: (?! == | != | // | \.\. ) [^ \t\r\n\w;(),:'<>+\-*%^] )+ )
    """,
    re.VERBOSE,
)
_KIND_BY_GROUP = {kind.value: kind for kind in TokenKind}


def tokens(text: str) -> Iterator[Token]:
    """The tokens of `text` in order, each as long as it can be; a leading byte-order mark is none.

    Every character is a blank or belongs to a token: nothing is skipped silently.
    """
    start = 1 if text.startswith(BYTE_ORDER_MARK) else 0
    for match in _PATTERN.finditer(text, start):
        if match.lastgroup is not None:
            yield Token(_KIND_BY_GROUP[match.lastgroup], match.group(), match.start())


# ---------------------------------------------------------------------------- shades


class Shade(StrEnum):
    COMMENT = "comment"
    PARENTHESIS = "parenthesis"
    OPERATOR = "operator"
    KEYWORD = "keyword"
    VARIABLE = "variable"
    NUMBER = "number"
    PLAIN = "plain"
    STRAY = "stray"
    """What no program contains."""


_SHADES = {
    TokenKind.COMMENT: Shade.COMMENT,
    TokenKind.OPEN: Shade.PARENTHESIS,
    TokenKind.CLOSE: Shade.PARENTHESIS,
    TokenKind.OPERATOR: Shade.OPERATOR,
    TokenKind.STRAY: Shade.STRAY,
}


def shaded_tokens(program: str) -> Iterator[tuple[Token, Shade]]:
    """Every token of the text with its shade, in order; blanks lie between them."""
    for token in tokens(program):
        yield token, _shade(token)


def _shade(token: Token) -> Shade:
    if token.kind is not TokenKind.WORD:
        return _SHADES.get(token.kind, Shade.PLAIN)
    if token.text.startswith("'"):
        return Shade.VARIABLE
    if token.text.isdecimal():
        return Shade.NUMBER
    return Shade.KEYWORD if token.text in KEYWORDS else Shade.PLAIN


# ---------------------------------------------------------------------------- words judged


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
    text, kind = word.text, "a variable" if word.text.startswith("'") else "a name"
    more = f"it is written so in {'one more place' if times == 2 else f'{times - 1} more places'}"
    notes = () if times == 1 else (more,)
    if _is_too_long(word):
        most, letters = limits.NAME_LETTERS, len(text.removeprefix("'"))
        return fault("too-long-word", word.span, most=most, letters=letters, notes=notes)
    if foreign := _FOREIGN.search(text):
        place = Span(word.start + foreign.start(), word.start + foreign.end())
        sign = quoted(foreign.group())
        return fault("stray-character.letter", place, sign=sign, kind=kind, notes=notes)
    if _NUMBER_AND_KEYWORD.fullmatch(text):
        apart = " ".join(atom.text for atom in atoms_of(word))
        return _misspelt("run-together", word, apart, kind, notes)
    if "_" in text:
        repaired = _spelled(text.replace("_", "")).upper()
        return _misspelt("underscore-in-name", word, repaired, kind, notes)
    if re.search(r"[0-9]", text):
        return _misspelt("digit-in-name", word, _spelled(text).upper(), kind, notes)
    if text.lower() in KEYWORDS:
        return _misspelt("wrong-case.keyword", word, text.lower(), kind, notes)
    case = ".small" if text == text.lower() else ""
    return _misspelt(f"wrong-case{case}", word, text.upper(), kind, notes)


def _misspelt(
    key: str, word: Token, repaired: str, kind: str, notes: tuple[str, ...]
) -> Diagnostic:
    """With its cure, unless that would be no better."""
    is_usable = _kind(repaired) not in (None, AtomKind.INTEGER) or " " in repaired
    return fault(
        key,
        word.span,
        word=quoted(word.text),
        kind=kind,
        quoted=quoted(repaired),
        notes=notes,
        edit=repaired if is_usable else None,
    )


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


def _spelled(text: str) -> str:
    return re.sub(r"[0-9]+", lambda digits: _SPELLED.get(digits.group(), digits.group()), text)
