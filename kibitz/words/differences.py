"""What tells options apart that would read the same: what they store, where cards go, how they lie.

A difference is said only where it is one; options that still read the same differ in nothing that
their chooser may know, and are numbered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.engine import CardMoved, Event
from kibitz.words.deeds import Counted, DeedList, Said
from kibitz.words.phrasing import Phrasing


@dataclass(frozen=True, slots=True)
class Draft:
    """An option as it reads so far, and what it would do."""

    label: str
    account: DeedList
    events: Sequence[Event]


def told_apart(phrasing: Phrasing, drafts: dict[str, Draft]) -> dict[str, str]:
    """By key: the labels, with what differs behind those that several options have."""
    labels = {key: draft.label for key, draft in drafts.items()}
    for pieces in (_texts, _numbers, _ways, _faces):
        for alike in _groups(labels):
            found = {key: tuple(pieces(phrasing, drafts[key])) for key in alike}
            common = set.intersection(*map(set, found.values()))
            for key in alike:
                own = dict.fromkeys(piece for piece in found[key] if piece not in common)
                labels[key] = ", ".join([labels[key], *own])
    return labels


def _groups(labels: dict[str, str]) -> Iterator[list[str]]:
    """The keys of options that read the same."""
    by_label: dict[str, list[str]] = {}
    for key, label in labels.items():
        by_label.setdefault(label, []).append(key)
    return (keys for keys in by_label.values() if len(keys) > 1)


def _texts(phrasing: Phrasing, draft: Draft) -> Iterator[str]:
    return (phrasing.order(deed) for deed in draft.account.spoken if isinstance(deed, Said))


def _numbers(phrasing: Phrasing, draft: Draft) -> Iterator[str]:
    return (phrasing.order(deed) for deed in draft.account.spoken if isinstance(deed, Counted))


def _ways(phrasing: Phrasing, draft: Draft) -> Iterator[str]:
    for move in _moves(draft):
        yield f"from {phrasing.place(move.source)}"
        yield f"to {phrasing.place(move.destination)}"


def _faces(phrasing: Phrasing, draft: Draft) -> Iterator[str]:
    words = phrasing.vocabulary
    for move in _moves(draft):
        seeing = len(words.sight[move.destination])
        how = "up" if seeing == words.program.players else "down"
        yield f"face {how}"


def _moves(draft: Draft) -> Iterator[CardMoved]:
    return (event for event in draft.events if isinstance(event, CardMoved))
