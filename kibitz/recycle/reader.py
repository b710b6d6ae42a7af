"""Program text to forms: every fault in the writing is collected, and reading goes on after it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import accumulate, islice

from kibitz.recycle import limits
from kibitz.recycle import reader_faults as faults
from kibitz.recycle.diagnostic import MOST_REPORTS, Diagnostic, Edit, Severity, and_more, fault
from kibitz.recycle.source import (
    Atom,
    AtomKind,
    Comment,
    Document,
    Form,
    List,
    Source,
    Span,
    is_word,
)
from kibitz.recycle.tokens import Token, TokenKind, atoms_of, fault_in, is_well_formed, tokens

LONGEST_REMARK = 200
"""Characters of a comment begun with one `;`."""

_PLAIN = {
    TokenKind.OPERATOR: AtomKind.OPERATOR,
    TokenKind.COMMA: AtomKind.COMMA,
    TokenKind.COLON: AtomKind.COLON,
    TokenKind.DOTS: AtomKind.DOTS,
}


def read(source: Source) -> tuple[Document, tuple[Diagnostic, ...]]:
    """The forms and comments of `source`, and what is wrong with the way it is written.

    The document is as complete as can be when there are faults. Never raises; the time is linear
    in the length of the text. Nothing is judged beyond words and parentheses.
    """
    reading = _Reading(source)
    reading.run()
    if reading.is_cut_short or not reading.unended:
        return reading.document(), reading.faults()
    gap = faults.likely_gap(source.text)
    repaired = _Reading(source, gap)
    repaired.run()
    return repaired.document(), repaired.faults()


class _Reading:
    """One pass over a text; with a gap, as if the missing parentheses stood there."""

    def __init__(self, source: Source, gap: faults.ParenthesisGap | None = None) -> None:
        self.source = source
        self.gap = gap
        self.unended = 0
        """Lists that were still open at the end of the text."""
        self.is_cut_short = False
        self._top: list[Form] = []
        self._lists: list[tuple[int, list[Form]]] = []
        self._comments: list[Comment] = []
        self._faults: list[Diagnostic] = []
        self._game_end: int | None = None
        """Where the first list at the top ended."""
        self._malformed: defaultdict[str, list[Token]] = defaultdict(list)
        self._ignored_until = 0

    def run(self) -> None:
        gap = self.gap
        end = words = 0
        for token in tokens(self.source.text):
            words += token.kind not in (TokenKind.COMMENT, TokenKind.CLOSE)
            if words > limits.WORDS:
                self._cut_short(fault("too-many-words", token.span, words=limits.WORDS))
                break
            if gap is not None and token.start >= gap.resume:
                for _ in range(gap.count):
                    self._end_list(gap.offset)
                gap = None
            if token.start < self._ignored_until:
                continue
            self._take(token)
            if self.is_cut_short:
                break
            end = token.end
        self.unended = len(self._lists)
        while self._lists:
            self._close(end)

    def document(self) -> Document:
        return Document(self.source, tuple(self._top), tuple(self._comments))

    def faults(self) -> tuple[Diagnostic, ...]:
        """What is wrong, in the order of the text, at most `MOST_REPORTS`."""
        words = islice(self._malformed.values(), MOST_REPORTS + 1)
        found = self._faults + [_fault_in(same) for same in words]
        if self.gap is not None:
            found.append(faults.missing_parenthesis(self.gap))
        found = self._with_one_after_the_game(sorted(found, key=_place))
        return tuple(found) if len(found) <= MOST_REPORTS else and_more(found[:MOST_REPORTS])

    def _with_one_after_the_game(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Text after the game does not count: its first fault is a warning, the others nothing."""
        inside = [report for report in found if not self._is_after_the_game(report)]
        after = [report for report in found if self._is_after_the_game(report)]
        return inside + [_ignored(report) for report in after[:1]]

    def _is_after_the_game(self, report: Diagnostic) -> bool:
        end, start = self._game_end, report.primary.span.start
        if end is None:
            return False
        if self.gap is not None and self.gap.opening < end == self.gap.offset:
            # The game ends in the gap itself: what is missing there is missing in the game.
            return start > end
        return start >= end

    @property
    def _items(self) -> list[Form]:
        """The list that is being read."""
        return self._lists[-1][1] if self._lists else self._top

    def _take(self, token: Token) -> None:
        match token.kind:
            case TokenKind.OPEN:
                self._open(token)
            case TokenKind.CLOSE if self._lists:
                self._end_list(token.end)
            case TokenKind.CLOSE:
                self._extra_parenthesis(token)
            case TokenKind.WORD:
                self._word(token)
            case TokenKind.COMMENT:
                self._comments.append(_comment(token))
            case TokenKind.SEMICOLON | TokenKind.QUOTE | TokenKind.STRAY:
                self._misplaced(token)
            case plain:
                self._items.append(Atom(_PLAIN[plain], token.text, token.span))

    def _open(self, token: Token) -> None:
        if len(self._lists) == limits.NESTING:
            self._cut_short(fault("too-deep", token.span, nesting=limits.NESTING))
            return
        self._lists.append((token.start, []))

    def _cut_short(self, report: Diagnostic) -> None:
        """Whatever else was found, this is told."""
        self._faults = [*self._faults[: MOST_REPORTS - 1], report]
        self.is_cut_short = True

    def _close(self, end: int) -> None:
        start, items = self._lists.pop()
        match items:
            case [
                Atom(AtomKind.OPERATOR, "-") as minus,
                Atom(AtomKind.INTEGER) as number,
                comma,
                *_,
            ] if is_word(comma, ",") and minus.span.end == number.span.start:
                items[:2] = [_negative(minus, number)]
        self._items.append(List(tuple(items), Span(start, end)))

    def _end_list(self, end: int) -> None:
        self._close(end)
        if not self._lists and self._game_end is None:
            self._game_end = end

    def _misplaced(self, token: Token) -> None:
        text = self.source.text
        if token.kind is TokenKind.SEMICOLON:
            self._ignored_until = _end_of_remark(text, token)
        if len(self._faults) > MOST_REPORTS:
            return
        match token.kind:
            case TokenKind.SEMICOLON:
                self._report(fault("single-semicolon", token.span, edit=";;"))
            case TokenKind.QUOTE:
                self._report(faults.lone_quote(token, text))
            case _:
                self._report(faults.stray_characters(token))

    def _word(self, token: Token) -> None:
        if not is_well_formed(token):
            self._malformed[token.text].append(token)
        atoms = atoms_of(token)
        if atoms[0].kind is AtomKind.INTEGER and (minus := self._minus_sign_before(token)):
            self._items[-1] = _negative(minus, atoms[0])
            atoms = atoms[1:]
        self._items.extend(atoms)

    def _minus_sign_before(self, number: Token) -> Atom | None:
        """The `-` that touches `number`, unless it heads its list: `(-5 3)` is a subtraction, and
        `(-5, 3)` is not."""
        match self._items:
            case [_, *_, Atom(AtomKind.OPERATOR, "-", span) as minus] if span.end == number.start:
                return minus
            case _:
                return None

    def _extra_parenthesis(self, token: Token) -> None:
        if any(report.slug == "extra-parenthesis" for report in self._faults):
            return
        self._report(faults.extra_parenthesis(token, self._top))

    def _report(self, report: Diagnostic) -> None:
        if len(self._faults) <= MOST_REPORTS:
            self._faults.append(report)


def _place(report: Diagnostic) -> tuple[int, int]:
    return report.primary.span.start, report.primary.span.end


def _fault_in(same: list[Token]) -> Diagnostic:
    """What is wrong with a word that is written so in all these places."""
    report = fault_in(same[0], times=len(same))
    if report.edit is None:
        return report
    cure = report.edit.replacement
    return replace(report, also=tuple(Edit(word.span, cure) for word in same[1:]))


def _ignored(report: Diagnostic) -> Diagnostic:
    note = "text after the end of the game is ignored"
    return replace(report, severity=Severity.WARNING, notes=(*report.notes, note))


def _comment(token: Token) -> Comment:
    text = token.text.rstrip(" \t\r")
    return Comment(text, Span(token.start, token.start + len(text)))


def _end_of_remark(text: str, semicolon: Token) -> int:
    """Where a comment begun with one `;` ends: at the end of its line.

    If that would swallow a parenthesis that is needed, or the line is very long, only the `;`
    itself is ignored.
    """
    end = text.find("\n", semicolon.end)
    end = len(text) if end < 0 else end
    is_remark = end - semicolon.end <= LONGEST_REMARK and _is_balanced(text[semicolon.end : end])
    return end if is_remark else semicolon.end


def _is_balanced(text: str) -> bool:
    steps = ({"(": 1, ")": -1}.get(character, 0) for character in text)
    depths = list(accumulate(steps, initial=0))
    return min(depths) == 0 == depths[-1]


def _negative(minus: Atom, number: Atom) -> Atom:
    return Atom(AtomKind.INTEGER, f"-{number.text}", minus.span.to(number.span))
