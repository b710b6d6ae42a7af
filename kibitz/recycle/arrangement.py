"""Forms and comments put together in reading order, as the printer needs them.

A comment belongs to the innermost list around it. What may not be torn apart by a line break
(a word and its comma, both ends of a range) is one group.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from kibitz.recycle.forms import Atom, AtomKind, Comment, Document, Form, List

WIDTH = 88
"""Columns of a printed line; only comments and single words may go beyond."""

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
BLOCK_WORDS = ("do", "choice")
"""Heads whose one argument is a list of statements."""


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A comment; `ends_line` when it stands behind something on the same line."""

    text: str
    ends_line: bool
    blank_before: bool


@dataclass(frozen=True, slots=True)
class ListLayout:
    """A list with its members; `flat` is its text on one line, None if it needs several."""

    members: tuple[Member, ...]
    flat: str | None


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces that stay together; `joints[i]` stands between piece i and the next.

    `flat` is the text on one line, None if it needs several.
    """

    pieces: tuple[Atom | ListLayout, ...]
    joints: tuple[str, ...]
    blank_before: bool
    flat: str | None

    @property
    def word(self) -> str | None:
        """The word this group is, if it is a single one."""
        match self.pieces:
            case (Atom(_, text),):
                return text
            case _:
                return None

    @property
    def branch(self) -> ListLayout | None:
        """The list this group is, if it is a single one."""
        match self.pieces:
            case (ListLayout() as branch,):
                return branch
            case _:
                return None


Member = PieceGroup | CommentLine


class _Piece(NamedTuple):
    content: Atom | ListLayout
    blank_before: bool


def arrange(document: Document) -> tuple[Member, ...]:
    """The members of the whole file."""
    return _Arranger(document).members(document.forms, len(document.source.text))


class _Arranger:
    def __init__(self, document: Document) -> None:
        self._text = document.source.text
        self._comments = deque(document.comments)

    def members(self, forms: tuple[Form, ...], end: int) -> tuple[Member, ...]:
        """The members of a list that ends at `end`: its forms, and the comments up to there."""
        parts: list[_Piece | CommentLine] = []
        previous_end = None
        for form in forms:
            previous_end = self._take_comments(parts, form.span.start, previous_end)
            blank = self._blank_between(previous_end, form.span.start)
            if isinstance(form, Atom):
                parts.append(_Piece(form, blank))
            else:
                self._take_list(parts, form, blank)
            previous_end = form.span.end
        self._take_comments(parts, end, previous_end)
        return tuple(_grouped(parts))

    def _take_comments(
        self, parts: list[_Piece | CommentLine], until: int, start: int | None
    ) -> int | None:
        while self._comments and self._comments[0].span.start < until:
            comment = self._comments.popleft()
            blank = self._blank_between(start, comment.span.start)
            follows_comment = bool(parts) and isinstance(parts[-1], CommentLine)
            ends_line = self._stands_behind_something(comment) and not follows_comment
            parts.append(CommentLine(comment.text, ends_line, blank))
            start = comment.span.end
        return start

    def _take_list(self, parts: list[_Piece | CommentLine], form: List, blank: bool) -> None:
        """Add a list; a comment behind its last member moves out, as `)` cannot follow it."""
        members = self.members(form.items, form.span.end)
        match members:
            case (*others, CommentLine(ends_line=True) as hoisted):
                parts += [_Piece(_branch(tuple(others)), blank), hoisted]
            case _:
                parts.append(_Piece(_branch(members), blank))

    def _stands_behind_something(self, comment: Comment) -> bool:
        line_start = self._text.rfind("\n", 0, comment.span.start) + 1
        return bool(self._text[line_start : comment.span.start].strip(" \t\r\ufeff"))

    def _blank_between(self, start: int | None, end: int) -> bool:
        return start is not None and _BLANK_LINE.search(self._text, start, end) is not None


def _grouped(parts: list[_Piece | CommentLine]) -> Iterator[Member]:
    """The parts in order, with pieces that stick together as one group."""
    pieces: list[_Piece] = []
    joints: list[str] = []
    for part in parts:
        if isinstance(part, CommentLine):
            if pieces:
                yield _group(pieces, joints)
            yield part
            pieces, joints = [], []
            continue
        joint = _joint(pieces[-1].content, part.content) if pieces else None
        if joint is not None:
            joints.append(joint)
        elif pieces:
            yield _group(pieces, joints)
            pieces, joints = [], []
        pieces.append(part)
    if pieces:
        yield _group(pieces, joints)


def _group(pieces: list[_Piece], joints: list[str]) -> PieceGroup:
    contents = tuple(piece.content for piece in pieces)
    texts = [content.text if isinstance(content, Atom) else content.flat for content in contents]
    return PieceGroup(contents, tuple(joints), pieces[0].blank_before, _joined(texts, joints))


def _joint(left: Atom | ListLayout, right: Atom | ListLayout) -> str | None:
    """What stands between two pieces that stick together; None if they do not."""
    match left, right:
        case (_, Atom(AtomKind.COMMA)):
            return ""
        case (_, Atom(AtomKind.DOTS)) | (Atom(AtomKind.DOTS), _):
            return ""
        case (_, Atom(AtomKind.COLON)) | (Atom(AtomKind.COLON), _):
            return " "
        case (Atom(AtomKind.KEYWORD, "using"), ListLayout()):
            return " "
        case _:
            return None


def _branch(members: tuple[Member, ...]) -> ListLayout:
    if _is_always_broken(members):
        return ListLayout(members, None)
    texts = [None if isinstance(member, CommentLine) else member.flat for member in members]
    inside = _joined(texts, [" "] * (len(texts) - 1))
    fits = inside is not None and len(inside) <= WIDTH - 2
    return ListLayout(members, f"({inside})" if fits else None)


def _is_always_broken(members: tuple[Member, ...]) -> bool:
    """Whether the list is part of the skeleton of a game, which is never on one line."""
    match members:
        case [PieceGroup(word="game" | "setup"), PieceGroup(word=None), _, *_]:
            return True
        case [PieceGroup(word="stage"), _, _, *_]:
            return True
        case [PieceGroup() as head, PieceGroup(branch=ListLayout() as block)] if (
            head.word in BLOCK_WORDS
        ):
            return len(block.members) > 1
        case _:
            return False


def _joined(texts: list[str | None], joints: list[str]) -> str | None:
    parts = []
    for text, joint in zip_longest(texts, joints, fillvalue=""):
        if text is None:
            return None
        parts += [text, joint or ""]
    return "".join(parts)
