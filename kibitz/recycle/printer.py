"""Forms back to text, in one canonical layout that keeps every comment.

Lists that fit stay on one line. Below the head of a longer one its members stand one column in;
arguments of an operation stand below each other; long enumerations fill their lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.recycle.arrangement import (
    BLOCK_WORDS,
    WIDTH,
    CommentLine,
    ListLayout,
    PieceGroup,
    arrange,
)
from kibitz.recycle.forms import Atom, AtomKind, Document

_HEADER_SIZES = {
    "setup": 1,
    "stage": 2,
    "all": 3,
    "any": 3,
    "let": 3,
    "as": 2,
    "filter": 3,
    "declare": 3,
    "define": 3,
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
    page = _Page()
    for position, member in enumerate(arrange(document)):
        if isinstance(member, CommentLine):
            page.remark(member, 0)
            continue
        if position:
            page.new_line(0, blank_before=member.blank_before)
        _print_group(page, member, 0)
    return page.text()


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the members of a list that needs several lines are laid out."""

    header: int
    """How many groups go on the first line."""
    column: int
    """Where the others start."""
    fills: bool = False
    """Whether the others share lines as far as they fit."""


class _Page:
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


def _print_group(page: _Page, group: PieceGroup, closers: int) -> None:
    """Write the pieces of `group`; `closers` parentheses will follow on the same line."""
    last = len(group.pieces) - 1
    for position, (piece, joint) in enumerate(zip(group.pieces, (*group.joints, ""), strict=True)):
        if isinstance(piece, Atom):
            page.write(piece.text)
        else:
            _print_branch(page, piece, closers if position == last else 1)
        page.write(joint)


def _print_branch(page: _Page, branch: ListLayout, closers: int) -> None:
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
            _print_members(page, block, _Plan(0, column + 1), closers + 2)
            page.close(column + 1)
            page.close(column + 1)
        case _:
            plan = _plan(branch, column, closers + 1)
            _print_members(page, branch, plan, closers + 1)
            page.close(plan.column)


def _print_members(page: _Page, branch: ListLayout, plan: _Plan, closers: int) -> None:
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


def _goes_on(page: _Page, plan: _Plan, group: PieceGroup, groups_before: int, closers: int) -> bool:
    """Whether `group` is written on the line where the pen is."""
    if groups_before < plan.header:
        return True
    return plan.fills and group.flat is not None and _fits(page.column + 1, group, closers)


def _fits(column: int, group: PieceGroup, closers: int) -> bool:
    return group.flat is None or column + len(group.flat) + closers <= WIDTH


def _plan(branch: ListLayout, column: int, closers: int) -> _Plan:
    groups = [member for member in branch.members if isinstance(member, PieceGroup)]
    below = column + 1
    match groups:
        case [] | [_]:
            return _Plan(1, below)
        case [first, *_] if _ends_with_comma(first):
            return _Plan(1, below, fills=True)
        case [PieceGroup(branch=ListLayout()), PieceGroup(branch=ListLayout())]:
            return _Plan(1, below)
        case [PieceGroup(word=None), *_] | [PieceGroup(word="game"), PieceGroup(word=str()), *_]:
            return _Plan(1, below, fills=True)
        case [PieceGroup(word="game"), *_]:
            return _Plan(1, below)
        case [PieceGroup(word="create"), *_]:
            return _Plan(len(groups) - 1, below)
        case [head, *_] if head.word in _HEADER_SIZES:
            return _Plan(_HEADER_SIZES[head.word], below)
        case _:
            return _arguments_below_each_other(groups, column, closers)


def _arguments_below_each_other(groups: list[PieceGroup], column: int, closers: int) -> _Plan:
    """Aligned with the first argument, unless one fits on its line only further left."""
    head, *arguments = groups
    aligned = column + len(head.flat or "") + 2
    below = column + 1
    for argument in arguments:
        behind = closers if argument is arguments[-1] else 0
        if _fits(below, argument, behind) and not _fits(aligned, argument, behind):
            return _Plan(1, below)
    return _Plan(2, aligned)


def _ends_with_comma(group: PieceGroup) -> bool:
    match group.pieces:
        case (*_, Atom(AtomKind.COMMA)):
            return True
        case _:
            return False
