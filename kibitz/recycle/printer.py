"""Forms back to text, in one canonical layout that keeps every comment.

First forms and comments are put together in reading order. A comment belongs to the innermost list
around it. What may not be torn apart by a line break (a word and its comma, both ends of a range)
is one group. Then lists that fit stay on one line. Below the head of a longer one its members stand
one column in; arguments of an operation stand below each other; enumerations fill their lines.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from kibitz.recycle.source import Atom, AtomKind, Comment, Document, Form, List

# ---------------------------------------------------------------------------- arrangement


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


# ---------------------------------------------------------------------------- printing


_HEADER_SIZES = {
    "setup": 1,
    "all": 3,
    "any": 3,
    "let": 3,
    "as": 2,
    "filter": 3,
    "declare": 3,
    "define": 3,
    "definitions": 2,
    "set": 2,
    "update": 2,
    "repeat": 2,
    "scoring": 3,
}
"""Members on the first line of a list that does not fit, by its head; the rest goes below."""


def print_document(document: Document) -> str:
    """The text of `document` in canonical layout, with a line end after every line.

    Reading it back gives equal forms and comments, and printing those the same text. Takes for
    granted that the document was read without faults.
    """
    page = _PrintedLines()
    for position, member in enumerate(arrange(document)):
        if isinstance(member, CommentLine):
            page.remark(member, 0)
            continue
        if position:
            page.new_line(0, blank_before=member.blank_before)
        _print_group(page, member, 0)
    return page.text()


@dataclass(frozen=True, slots=True)
class _ListShape:
    """How the members of a list that needs several lines are laid out."""

    header: int
    """How many groups go on the first line."""
    column: int
    """Where the others start."""
    fills: bool = False
    """Whether the others share lines as far as they fit."""


class _PrintedLines:
    """Lines being written, and where the pen is."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = ""
        self.is_after_remark = False
        """Nothing can follow a comment on its line."""

    @property
    def column(self) -> int:
        return len(self._line)

    def write(self, text: str) -> None:
        self._line += text

    def new_line(self, column: int, *, blank_before: bool = False) -> None:
        if self._lines or self._line:
            self._lines += [self._line, ""] if blank_before else [self._line]
        self._line = " " * column
        self.is_after_remark = False

    def remark(self, remark: CommentLine, column: int, *, keeps_blank: bool = True) -> None:
        if remark.ends_line:
            self.write(" ")
        else:
            self.new_line(column, blank_before=remark.blank_before and keeps_blank)
        self.write(remark.text)
        self.is_after_remark = True

    def close(self, column: int) -> None:
        if self.is_after_remark:
            self.new_line(column)
        self.write(")")

    def text(self) -> str:
        lines = [*self._lines, self._line] if self._line else self._lines
        return "".join(f"{line}\n" for line in lines)


def _print_group(page: _PrintedLines, group: PieceGroup, closers: int) -> None:
    """Write the pieces of `group`; `closers` parentheses will follow on the same line."""
    last = len(group.pieces) - 1
    for position, (piece, joint) in enumerate(zip(group.pieces, (*group.joints, ""), strict=True)):
        if isinstance(piece, Atom):
            page.write(piece.text)
        else:
            _print_branch(page, piece, closers if position == last else 1)
        page.write(joint)


def _print_branch(page: _PrintedLines, branch: ListLayout, closers: int) -> None:
    if branch.flat is not None and page.column + len(branch.flat) + closers <= WIDTH:
        page.write(branch.flat)
        return
    column = page.column
    page.write("(")
    match branch.members:
        case (PieceGroup() as head, PieceGroup(branch=ListLayout() as block)) if (
            head.word in BLOCK_WORDS
        ):
            page.write(f"{head.flat} (")
            _print_members(page, block, _ListShape(0, column + 1), closers + 2)
            page.close(column + 1)
            page.close(column + 1)
        case _:
            plan = _plan(branch, column, closers + 1)
            _print_members(page, branch, plan, closers + 1)
            page.close(plan.column)


def _print_members(page: _PrintedLines, branch: ListLayout, plan: _ListShape, closers: int) -> None:
    groups_before, lines_below = 0, 0
    for position, member in enumerate(branch.members):
        if isinstance(member, CommentLine):
            page.remark(member, plan.column, keeps_blank=lines_below > 0)
            lines_below += 1
            continue
        behind = _width_behind(branch, position, plan.header - groups_before, closers)
        if page.is_after_remark or not _goes_on(page, plan, member, groups_before, behind):
            keeps_blank = lines_below > 0 and not plan.fills
            page.new_line(plan.column, blank_before=member.blank_before and keeps_blank)
            lines_below += 1
        elif groups_before:
            page.write(" ")
        _print_group(page, member, behind)
        groups_before += 1


def _width_behind(branch: ListLayout, position: int, header_left: int, closers: int) -> int:
    """Columns to keep free behind a member: for the closers, or for the rest of the header."""
    if position == len(branch.members) - 1:
        return closers
    following = branch.members[position + 1]
    if header_left > 1 and isinstance(following, PieceGroup) and following.flat is not None:
        return len(following.flat) + 1
    return 0


def _goes_on(
    page: _PrintedLines, plan: _ListShape, group: PieceGroup, groups_before: int, closers: int
) -> bool:
    """Whether `group` is written on the line where the pen is."""
    if groups_before < plan.header:
        return True
    return plan.fills and group.flat is not None and _fits(page.column + 1, group, closers)


def _fits(column: int, group: PieceGroup, closers: int) -> bool:
    return group.flat is None or column + len(group.flat) + closers <= WIDTH


def _plan(branch: ListLayout, column: int, closers: int) -> _ListShape:
    groups = [member for member in branch.members if isinstance(member, PieceGroup)]
    below = column + 1
    match groups:
        case [] | [_]:
            return _ListShape(1, below)
        case [first, *_] if _ends_with_comma(first):
            return _ListShape(1, below, fills=True)
        case [PieceGroup(branch=ListLayout()), PieceGroup(branch=ListLayout())]:
            return _ListShape(1, below)
        case [PieceGroup(word=None), *_] | [PieceGroup(word="game"), PieceGroup(word=str()), *_]:
            return _ListShape(1, below, fills=True)
        case [PieceGroup(word="game"), *_]:
            return _ListShape(1, below)
        case [PieceGroup(word="create"), *_]:
            return _ListShape(len(groups) - 1, below)
        case [PieceGroup(word="stage"), *_]:
            return _ListShape(_stage_header([group.word for group in groups]), below)
        case [PieceGroup(word="definitions"), _, PieceGroup(word=str()), *_]:  # with its edition
            return _ListShape(3, below)
        case [head, *_] if head.word in _HEADER_SIZES:
            return _ListShape(_HEADER_SIZES[head.word], below)
        case _:
            return _arguments_below_each_other(groups, column, closers)


def _stage_header(words: list[str | None]) -> int:
    """Whose stage it is, who begins and which way round it goes stand on the first line."""
    size = 4 if words[2:3] == ["from"] else 2
    return size + (words[size : size + 1] == ["backwards"])


def _arguments_below_each_other(groups: list[PieceGroup], column: int, closers: int) -> _ListShape:
    """Aligned with the first argument, unless one fits on its line only further left."""
    head, *arguments = groups
    aligned = column + len(head.flat or "") + 2
    below = column + 1
    for argument in arguments:
        behind = closers if argument is arguments[-1] else 0
        if _fits(below, argument, behind) and not _fits(aligned, argument, behind):
            return _ListShape(1, below)
    return _ListShape(2, aligned)


def _ends_with_comma(group: PieceGroup) -> bool:
    match group.pieces:
        case (*_, Atom(AtomKind.COMMA)):
            return True
        case _:
            return False
