"""Forms and comments put together in reading order, as the printer needs them.

A comment belongs to the innermost list around it. What may not be torn apart by a line break
(a word and its comma, both ends of a range) is one group.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

from kibitz.recycle.forms import Atom, AtomKind, Comment, Document, Form, List

WIDTH = 88
"""Columns of a printed line; only comments and single words may go beyond."""

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
BLOCK_WORDS = ("do", "choice")
"""Heads whose one argument is a list of statements."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment; `ends_line` when it stands behind something on the same line."""

    text: str
    ends_line: bool
    blank_before: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A list with its members; `flat` is its text on one line, None if it needs several."""

    members: tuple[Member, ...]
    flat: str | None


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that stay together; `joints[i]` stands between piece i and the next."""

    pieces: tuple[Atom | Branch, ...]
    joints: tuple[str, ...]
    blank_before: bool
    flat: str | None = field(init=False)

    def __post_init__(self) -> None:
        texts = [piece.text if isinstance(piece, Atom) else piece.flat for piece in self.pieces]
        object.__setattr__(self, "flat", _joined(texts, self.joints))

    @property
    def word(self) -> str | None:
        """The word this group is, if it is a single one."""
        match self.pieces:
            case (Atom(_, text),):
                return text
            case _:
                return None

    @property
    def branch(self) -> Branch | None:
        """The list this group is, if it is a single one."""
        match self.pieces:
            case (Branch() as branch,):
                return branch
            case _:
                return None


Member = Group | Remark


def arrange(document: Document) -> tuple[Member, ...]:
    """The members of the whole file."""
    return tuple(_Arranger(document).members(document.forms, len(document.source.text)))


class _Arranger:
    def __init__(self, document: Document) -> None:
        self._text = document.source.text
        self._comments = deque(document.comments)

    def members(self, forms: tuple[Form, ...], end: int) -> list[Member]:
        """The members of a list that ends at `end`: its forms, and the comments up to there."""
        members: list[Member] = []
        previous_end = None
        for form in forms:
            previous_end = self._take_comments(members, form.span.start, previous_end)
            blank = self._blank_between(previous_end, form.span.start)
            if isinstance(form, Atom):
                _add(members, form, blank)
                previous_end = form.span.end
            else:
                previous_end = self._take_list(members, form, blank)
        self._take_comments(members, end, previous_end)
        return members

    def _take_comments(self, members: list[Member], until: int, start: int | None) -> int | None:
        while self._comments and self._comments[0].span.start < until:
            comment = self._comments.popleft()
            blank = self._blank_between(start, comment.span.start)
            members.append(Remark(comment.text, self._ends_line(comment, members), blank))
            start = comment.span.end
        return start

    def _take_list(self, members: list[Member], form: List, blank: bool) -> int:
        """Add a list; a comment behind its last member moves out, as `)` cannot follow it."""
        inner = self.members(form.items, form.span.end)
        match inner:
            case [*others, Remark(ends_line=True) as hoisted]:
                _add(members, Branch(tuple(others), _flat(others)), blank)
                members.append(hoisted)
            case _:
                _add(members, Branch(tuple(inner), _flat(inner)), blank)
        return form.span.end

    def _ends_line(self, comment: Comment, members: list[Member]) -> bool:
        line_start = self._text.rfind("\n", 0, comment.span.start) + 1
        before = self._text[line_start : comment.span.start].strip(" \t\r\ufeff")
        return bool(before) and not (members and isinstance(members[-1], Remark))

    def _blank_between(self, start: int | None, end: int) -> bool:
        return start is not None and _BLANK_LINE.search(self._text, start, end) is not None


def _add(members: list[Member], piece: Atom | Branch, blank: bool) -> None:
    """Add a piece as a group of its own, or to the group before it that it sticks to."""
    if members and isinstance(last := members[-1], Group):
        joint = _joint(last.pieces[-1], piece)
        if joint is not None:
            pieces, joints = (*last.pieces, piece), (*last.joints, joint)
            members[-1] = Group(pieces, joints, last.blank_before)
            return
    members.append(Group((piece,), (), blank))


def _joint(left: Atom | Branch, right: Atom | Branch) -> str | None:
    """What stands between two pieces that stick together; None if they do not."""
    match left, right:
        case (_, Atom(AtomKind.COMMA)):
            return ""
        case (_, Atom(AtomKind.DOTS)) | (Atom(AtomKind.DOTS), _):
            return ""
        case (_, Atom(AtomKind.COLON)) | (Atom(AtomKind.COLON), _):
            return " "
        case (Atom(AtomKind.KEYWORD, "using"), Branch()):
            return " "
        case _:
            return None


def _flat(members: list[Member]) -> str | None:
    if _is_always_broken(members):
        return None
    texts = [None if isinstance(member, Remark) else member.flat for member in members]
    inside = _joined(texts, (" ",) * (len(texts) - 1))
    return None if inside is None or len(inside) > WIDTH - 2 else f"({inside})"


def _is_always_broken(members: list[Member]) -> bool:
    """Whether the list is part of the skeleton of a game, which is never on one line."""
    match members:
        case [Group(word="game" | "setup"), Group(word=None), _, *_]:
            return True
        case [Group(word="stage"), _, _, *_]:
            return True
        case [Group() as head, Group(branch=Branch() as block)] if head.word in BLOCK_WORDS:
            return len(block.members) > 1
        case _:
            return False


def _joined(texts: list[str | None], joints: tuple[str, ...]) -> str | None:
    parts = []
    for text, joint in zip(texts, (*joints, ""), strict=True) if texts else ():
        if text is None:
            return None
        parts += [text, joint]
    return "".join(parts)
