"""The reference of the language, cut into entries, and the pages of the diagnostics.

Both are the files of docs/; a wheel carries a copy. A heading says which words its entry explains,
in backticks, and the comment under it which nodes of the syntax.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_HEADING = re.compile(r"^(##|###) (.+)\n(?:<!-- ([\w ]+) -->\n)?", re.M)
_WORD = re.compile(r"\w+")
_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """One heading of the reference and what stands under it."""

    title: str
    """As written, backticks and all."""
    kind: str
    """The title of the section around it; its own for a section."""
    words: tuple[str, ...]
    """The words it explains."""
    nodes: tuple[str, ...]
    """The node classes it explains."""
    text: str
    """Markdown, heading included."""

    @property
    def plain_title(self) -> str:
        return self.title.replace("`", "")

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways to write the construct, as in `(tri INT) → INT`."""
        block = re.search(r"^```form\n(.*?)^```$", self.text, re.M | re.S)
        return tuple(block.group(1).splitlines()) if block else ()


def language_page() -> str:
    """The whole reference, as Markdown."""
    return _folder().joinpath("language.md").read_text(encoding="utf-8")


@cache
def entries() -> tuple[ReferenceEntry, ...]:
    """Every section and every construct of the reference, in the order of the page."""
    page = language_page()
    code = [range(*block.span()) for block in _FENCED.finditer(page)]
    found = [
        heading
        for heading in _HEADING.finditer(page)
        if not any(heading.start() in block for block in code)
    ]
    ends = [heading.start() for heading in found[1:]] + [len(page)]
    kind, cut = "", []
    for heading, end in zip(found, ends, strict=True):
        level, title, nodes = heading.groups()
        kind = title if level == "##" else kind
        text = f"{level} {title}\n{page[heading.end() : end]}".rstrip() + "\n"
        words = tuple(re.findall(r"`([^`]+)`", title))
        cut.append(ReferenceEntry(title, kind, words, tuple((nodes or "").split()), text))
    return tuple(cut)


def explaining(word: str) -> tuple[ReferenceEntry, ...]:
    """The entries of a word of the language, or of that title, or else with that word in the title;
    none if there are none."""
    asked = word.casefold()
    exact = [
        entry
        for entry in entries()
        if asked in entry.words or asked in (entry.plain_title.casefold(), " ".join(entry.words))
    ]
    said = [entry for entry in entries() if asked in _WORD.findall(entry.plain_title.casefold())]
    return tuple(exact or said)


_ROW = re.compile(r"^\| (`.+`) \| (.+) \|$", re.M)
_LINK = re.compile(r"\[(.+?)\]\(([\w.#-]+)\)")
_LOOKED_FOR = "Words you may look for"


@cache
def looked_for() -> dict[str, str]:
    """By a word that the language lacks, and people look for: what there is instead."""
    [entry] = explaining(_LOOKED_FOR)
    rows = [(row[1], row[2]) for row in _ROW.finditer(entry.text)]
    return {
        word: _LINK.sub(r"\1", instead)
        for words, instead in rows
        for word in re.findall(r"`([^`]+)`", words)
    }


@cache
def diagnostic_slugs() -> tuple[str, ...]:
    """The slugs of all diagnostics that have a page, in alphabetical order."""
    pages = (Path(page.name) for page in _folder().joinpath("diagnostics").iterdir())
    return tuple(sorted(page.stem for page in pages if page.suffix == ".md"))


def diagnostic_page(slug: str) -> str:
    """The page of a diagnostic, one of `diagnostics`."""
    page = _folder().joinpath("diagnostics", f"{slug}.md")
    return page.read_text(encoding="utf-8")


def _folder() -> Traversable:
    """The docs that came with the package; in a checkout, those beside it."""
    package = files("kibitz")
    packed = package.joinpath("docs")
    return packed if packed.is_dir() else Path(str(package)).parent / "docs"
