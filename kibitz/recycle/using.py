"""Definitions from elsewhere: `(use tricks)`, which come with kibitz, and `(use MINE)`, which stand
in the file `mine.rcy` beside the program.

What is used is written behind the program, so that a text that was completed needs no file again:
records, links and the web carry such texts, and open none.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import takewhile
from pathlib import Path

from kibitz.recycle.diagnostic import RecycleError, fault
from kibitz.recycle.loading import load_source
from kibitz.recycle.reader import read
from kibitz.recycle.source import Atom, AtomKind, Form, List, Source, head_word

_USE = re.compile(r"\(\s*use\b")
_PROGRAM = ".rcy"


@cache
def standard_names() -> tuple[str, ...]:
    """The definitions that come with kibitz: the folder is the list."""
    found = (entry.name for entry in files(__package__).joinpath("standard").iterdir())
    return tuple(sorted(name.removesuffix(_PROGRAM) for name in found if name.endswith(_PROGRAM)))


@cache
def standard_text(name: str) -> str:
    """One of them, as written."""
    return _standard_file(name).read_text(encoding="utf-8")


def standard_header(name: str) -> str:
    """What it says of itself, as prose."""
    comment = takewhile(lambda line: line.startswith(";;"), standard_text(name).splitlines())
    return " ".join(line.removeprefix(";;").strip() for line in comment)


def definitions_file(name: str, folder: Path | None) -> Path | None:
    """Where definitions of that name stand, those of a folder in capitals; None if nowhere."""
    if name in standard_names():
        return Path(str(_standard_file(name)))
    return None if folder is None or not name.isupper() else folder / f"{name.lower()}{_PROGRAM}"


def _standard_file(name: str) -> Traversable:
    return files(__package__).joinpath("standard", name + _PROGRAM)


def completed(source: Source, folder: Path | None = None) -> Source:
    """The program with what it uses behind it; own files are looked for in the folder, if there is
    one. What is not found is left to the checker.

    Raises RecycleError if a file of definitions cannot be read.
    """
    if not _USE.search(source.text):
        return source
    document, _ = read(source)
    known = {used_name(form) for form in document.forms if head_word(form) == "definitions"}
    texts = [source.text.rstrip("\n")]
    for form in document.forms[:1]:
        for use in form.items if isinstance(form, List) else ():
            name = used_name(use) if head_word(use) == "use" else None
            if name is not None and name.text not in {atom.text for atom in known if atom}:
                texts += _texts_of(name, folder)
                known.add(name)
    return source if len(texts) == 1 else Source(source.name, "\n\n".join(texts))


def used_name(form: Form) -> Atom | None:
    """Whose definitions `(use NAME)` takes, or `(definitions NAME …)` gives."""
    name = form.items[1] if isinstance(form, List) and len(form.items) > 1 else None
    return name if isinstance(name, Atom) else None


def _texts_of(name: Atom, folder: Path | None) -> list[str]:
    if name.kind is AtomKind.KEYWORD:
        return [standard_text(name.text)] if name.text in standard_names() else []
    path = definitions_file(name.text, folder) if name.kind is AtomKind.NAME else None
    if folder is None or path is None or not path.is_file():
        return []
    if path.resolve().parent != folder.resolve():  # a link leads elsewhere
        return []
    own = load_source(path)
    document, faults = read(own)
    if any(report.is_error for report in faults):
        raise RecycleError(own, faults)
    forms = document.forms
    is_alone = len(forms) == 1 and head_word(forms[0]) == "definitions"
    given = used_name(forms[0]) if is_alone else None
    if given is None or given.text != name.text:
        place = forms[0].span if forms else name.span
        raise RecycleError(own, (fault("not-definitions", place, name=name.text),))
    return [own.text]
