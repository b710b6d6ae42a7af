"""How a warning is worded: the one place where lint makes diagnostics."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from kibitz.recycle.diagnostic import Diagnostic, Edit, Label, Severity
from kibitz.recycle.suggestions import nearest
from kibitz.recycle.syntax import Node, StrLiteralNode


@dataclass(frozen=True, slots=True)
class Cure:
    """What to do, and the change itself where it is plain."""

    help: str
    edit: Edit | None = None


def warning(
    slug: str,
    headline: str,
    primary: Label,
    *secondary: Label,
    notes: tuple[str, ...] = (),
    cure: Cure | None = None,
) -> Diagnostic:
    """A diagnostic of severity WARNING."""
    text, edit = (cure.help, cure.edit) if cure else (None, None)
    return Diagnostic(
        slug, headline, primary, secondary, notes, help=text, edit=edit, severity=Severity.WARNING
    )


def respelt(written: Node, candidates: Collection[str]) -> Cure | None:
    """The nearest candidate for a string that the program spells out."""
    if not isinstance(written, StrLiteralNode):
        return None
    near = nearest(written.value, candidates)
    return None if near is None else Cure(f"did you mean `{near}`?", Edit(written.span, near))


def listed(names: Collection[str], most: int = 8) -> str:
    """`A`, `B` and `C`; with many names only the first few."""
    words = [f"`{name}`" for name in sorted(names)]
    if len(words) > most:
        return ", ".join(words[:most]) + " and others"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def one_of(values: Collection[int | str], most: int = 6) -> str:
    """A, B or C; a stretch of many integers by its ends."""
    numbers = sorted(value for value in values if isinstance(value, int))
    words = [str(n) for n in numbers] or sorted(str(value) for value in values)
    if len(words) > most:
        return f"from {words[0]} to {words[-1]}" if numbers else f"{words[0]}, {words[1]} …"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]
