"""Forms of older and newer dialects, refused with what to write instead."""

from __future__ import annotations

from kibitz.recycle.diagnostic import Diagnostic, Edit, fault
from kibitz.recycle.forms import Atom, Form, List
from kibitz.recycle.source import Source, Span

_INSTEAD = {
    "tuples": "choose among subsets: `(filter (subsets CARDS == N) 'S CONDITION)`",
    "put": "write `(set (game points NAME) (((RANK : A) 1)))`",
    "initialize": "storages start at 0; to give one a value, write `(set STORAGE VALUE)`",
}
"""Of words that older programs used."""
_UNSUPPORTED = {
    "`sort`": "take cards in order with `(max CARDS using POINTS)` or `(min CARDS using POINTS)`",
    "`shuffle faro`": "put the cards together in one location and `shuffle` that",
    "`simultaneous`": "let everybody choose in turn into hidden places, `(stage player once …)`, "
    "then reveal",
    "a condition before the end of a stage": "put the condition into the end: "
    "`(end (or (not CONDITION) …))`",
}
"""What newer dialects have, and what to do instead."""


def unsupported(span: Span, what: str) -> Diagnostic:
    return fault("unsupported-construct", span, what=what, help=_UNSUPPORTED[what])


def old_word(form: List, word: str) -> Diagnostic:
    return legacy_form(form.span, word, _INSTEAD[word])


def legacy_form(span: Span, old: str, help: str, replacement: str | None = None) -> Diagnostic:
    return fault(
        "legacy-form",
        span,
        old=old,
        help=help,
        edit=Edit(span, replacement) if replacement else None,
    )


def cycle_without_player(form: List, whose: Atom, turn: str) -> Diagnostic:
    new = f"(cycle {turn} ({whose.text} player))"
    return legacy_form(form.span, f"(cycle {turn} {whose.text})", f"write `{new}`", new)


def actual(form: List, inner: str | None) -> Diagnostic:
    help = "a card stands for itself: leave `actual` out"
    return legacy_form(form.span, "actual", help, inner)


def new_location(form: List, owner: str, word: str) -> Diagnostic:
    help = f"number the places yourself: `({owner} {word} NAME INDEX)`"
    return legacy_form(form.span, "new", help)


def counted_deck(form: List, count: Atom) -> Diagnostic:
    help = f"write `(repeat {count.text} (create deck …))`"
    return legacy_form(count.span, f"(deck {count.text} …)", help)


def numbered_from_zero(zero: Span, kind: str, edit: Edit) -> Diagnostic:
    return fault("numbered-from-zero", zero, kind=kind, replacement=edit.replacement, edit=edit)


def first_owner_as_zero(form: List, kind: str) -> Diagnostic:
    return numbered_from_zero(form.span, kind, Edit(form.span, f"(1 {kind})"))


def teams_from_zero(form: List, members: list[Atom], source: Source) -> Diagnostic:
    zero = next(member for member in members if int(member.text) == 0)
    edit = Edit(form.span, _renumbered(form, members, source))
    return numbered_from_zero(zero.span, "player", edit)


def _renumbered(form: List, members: list[Atom], source: Source) -> str:
    """The text of the teams with every number one higher."""
    pieces, start = [], form.span.start
    for member in members:
        pieces += [source.text[start : member.span.start], str(int(member.text) + 1)]
        start = member.span.end
    return "".join([*pieces, source.text[start : form.span.end]])


def reversed_partition(form: List, texts: list[str]) -> Diagnostic:
    new = f"(partition {texts[-1]} {' '.join(texts[1:-1])})"
    return fault(
        "reversed-partition",
        form.items[-1].span,
        form.items[1].span,
        help=f"write `{new}`" if len(new) < 80 else "exchange the two",
        edit=Edit(form.span, new),
    )


def award_without_colon(form: Form, attribute: str, value: str) -> Diagnostic:
    bare = value.removeprefix("(").removesuffix(")").strip()
    plain = bare if bare.isupper() and bare.isalpha() else value
    new = f"({attribute} : {plain})"
    return fault("award-without-colon", form.span, new=new, edit=Edit(form.span, new))
