"""A program and the page beside it: a name of the one is the same name on the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import ascii_uppercase

from kibitz.games import LocatedName, check_page, located_names, read_by_page_text
from kibitz.lsp.completion import Completion, CompletionKind, Proposal
from kibitz.lsp.names import CannotRename, Name, ProgramNames, Role, lists_around, names_of, rename
from kibitz.recycle import (
    Atom,
    CheckResult,
    Diagnostic,
    Edit,
    Form,
    List,
    RecycleError,
    Source,
    Span,
    check,
    completed,
    definitions_file,
    edited,
    head_word,
    read,
    used_name,
)

_KIND_WORDS = {
    Role.LOCATION: "location",
    Role.NUMBER: "number",
    Role.STRING: "text",
    Role.POINTS: "point map",
    Role.MOVE: "move",
}
"""How the kind of a name on a page tells its role in the program."""


@dataclass(frozen=True)
class Pair:
    """Either may be missing."""

    program: Source | None
    page: Source | None
    folder: Path | None = None
    """Where the program lies, with definitions of its own beside it."""

    @cached_property
    def whole(self) -> Source | None:
        """The program with all that it uses behind it."""
        if self.program is None:
            return None
        try:
            return completed(self.program, self.folder)
        except RecycleError:  # a file of definitions: who opens it is told
            return self.program

    @cached_property
    def checked(self) -> CheckResult | None:
        return None if self.whole is None else check(self.whole)

    def program_reports(self) -> tuple[Diagnostic, ...]:
        if self.checked is None:
            return ()
        return self.checked.diagnostics_beside(read_by_page_text(self.page))

    def page_reports(self) -> tuple[Diagnostic, ...]:
        """None for a page without a program: it may be any Markdown."""
        if self.page is None or self.checked is None:
            return ()
        game = self.checked.game
        return check_page(self.page, game.game if game else None)

    @cached_property
    def names(self) -> ProgramNames:
        return ProgramNames((), frozenset()) if self.program is None else names_of(self.program)

    @cached_property
    def page_names(self) -> tuple[LocatedName, ...]:
        if self.page is None or self.checked is None:
            return ()
        game = self.checked.game
        return located_names(self.page, game.game if game else None)

    def at_page(self, offset: int) -> Name | None:
        """The name of the program that stands on the page at the offset, or ends there."""
        touching = [n for n in self.page_names if n.span.start <= offset <= n.span.end]
        same = (name for name in self.names.every for one in touching if self._means(one, name))
        return next(same, None)

    def on_page(self, name: Name) -> list[Span]:
        """Where the page has this name of the program."""
        spans = (one.span for one in self.page_names if self._means(one, name))
        return list(dict.fromkeys(spans))

    def proposed(self, offset: int) -> Completion:
        """The names of the program that may be meant by the capitals before a place of the page."""
        written = self.page.text[:offset] if self.page else ""
        begun = len(written) - len(written.rstrip(ascii_uppercase))
        span = Span(offset - begun, offset)
        roles = (*_KIND_WORDS, Role.VARIABLE) if begun else ()
        found = ((role, text) for role in roles for text in self.names.texts(role))
        names = {text: Proposal(text, CompletionKind.NAME, role) for role, text in found}
        return Completion(span, tuple(names.values()))

    def _means(self, there: LocatedName, name: Name) -> bool:
        if there.name != name.text:
            return False
        of_which = there.kind.startswith(("pick of ", "value of "))
        match name.role:
            case Role.VARIABLE if name.binder is not None:
                if there.kind == "option":
                    return self._is_option(name.binder)
                return there.kind in {f"pick of {move}" for move in self._moves(name.binder)}
            case Role.TEXT:
                return there.kind.startswith("value of ")
            case role if role in _KIND_WORDS:
                return not of_which and _KIND_WORDS[role] in there.kind
            case _:
                return False

    # ------------------------------------------------------------------ definitions elsewhere

    def elsewhere(self, offset: int) -> tuple[Path, str] | None:
        """The file of definitions that the word at the offset of the program speaks of, and which
        definition there; none where the word is the file's."""
        if self.program is None or self.whole is None:
            return None
        names = names_of(self.whole)
        name = names.at(offset)
        made = names.definition(name) if name else None
        lists = [*lists_around(read(self.whole)[0].forms, made.span.start if made else offset)]
        if made is not None and lists and head_word(lists[0]) == "definitions":
            giver, wanted = used_name(lists[0]), made.text
        elif lists and head_word(lists[-1]) == "use":
            giver, wanted = used_name(lists[-1]), ""
        else:
            return None
        path = definitions_file(giver.text, self.folder) if giver else None
        return (path, wanted) if path is not None and path.is_file() else None

    # ------------------------------------------------------------------ variables

    @cached_property
    def _forms(self) -> tuple[Form, ...]:
        return () if self.program is None else read(self.program)[0].forms

    def _lists(self, offset: int) -> list[List]:
        return list(lists_around(self._forms, offset))

    def _is_option(self, binder: Span) -> bool:
        around = self._lists(binder.start)
        declaration = around[-1].items if around else ()
        return len(declaration) > 1 and head_word(declaration[1]) == "option"

    def _moves(self, binder: Span) -> Iterator[str]:
        """The moves in whose words the variable may stand: inside the loop, or around it."""
        *outer, loop = self._lists(binder.start)
        for form in outer:
            if head_word(form) == "as" and isinstance(form.items[1], Atom):
                yield form.items[1].text
        for name in self.names.every:
            is_inside = loop.span.start <= name.span.start < loop.span.end
            if name.role is Role.MOVE and is_inside:
                yield name.text

    # ------------------------------------------------------------------ renaming

    def rename(self, name: Name | None, wanted: str) -> tuple[list[Edit], list[Edit]]:
        """The edits in the program and on the page that give a name of the program another name.

        Raises CannotRename.
        """
        if name is None or self.program is None:
            raise CannotRename("only names and variables can be renamed")
        edits = rename(self.program, name.span.start, wanted)
        written = edits[0].replacement.removeprefix("'")
        on_page = [Edit(span, written) for span in self.on_page(name)]
        if self.page is not None and on_page:
            after = Pair(
                Source(self.program.name, edited(self.program.text, edits)),
                Source(self.page.name, edited(self.page.text, on_page)),
                self.folder,
            )
            if len(after.page_reports()) > len(self.page_reports()):
                raise CannotRename(f"with {written} in its place the page would have a fault more")
            if any(report.is_error for report in after.program_reports()):
                raise CannotRename(f"with {written} in its place the program would have a fault")
        return edits, on_page
