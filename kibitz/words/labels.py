"""Options in people's words, made from what they would do: `take 7♥ from DISCARD`.

Labels are a function of the chooser's view alone. They are read off a made-up world that the
view allows, and of that world they mention only cards the chooser knew beforehand, so that no
label can give a hidden card away.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.engine import (
    Bindings,
    CardMoved,
    Chosen,
    Decision,
    Event,
    Interpreter,
    Pick,
    Picked,
    View,
)
from kibitz.recycle import Type
from kibitz.words.deeds import Counted, Decided, DeedList, PassedOn, PileShuffled, Said, TurnedTo
from kibitz.words.describing import describe
from kibitz.words.moves import order
from kibitz.words.phrasing import Phrasing
from kibitz.words.vocabulary import Vocabulary

Rehearsals = Mapping[str, Sequence[Event]]
"""By key what each option would do."""


def option_labels(
    engine: Interpreter, view: View, decision: Decision, vocabulary: Vocabulary
) -> tuple[str, ...]:
    """One label for each option of the decision the view's seat faces.

    An option that is not there in the made-up world, or is another one, keeps its key.
    """
    return foreseen_labels(vocabulary, view, decision, rehearsals(engine, view, decision))


def foreseen_labels(
    vocabulary: Vocabulary, view: View, decision: Decision, foreseen: Rehearsals
) -> tuple[str, ...]:
    """The same of options that were rehearsed."""
    phrasing = Phrasing(vocabulary, view.seat, view.kinds)
    drafts = {
        key: _draft(phrasing, describe(vocabulary, view.seat, events), events)
        for key, events in foreseen.items()
    }
    labels = told_apart(phrasing, drafts)
    return _distinct(labels.get(option.key, option.key) for option in decision.options)


def _draft(phrasing: Phrasing, account: DeedList, events: Sequence[Event]) -> Draft:
    if events and isinstance(events[0], Chosen):
        return Draft(order(phrasing, events[0]), account, events)
    label = _deeds(phrasing, account) or _words_alone(phrasing, account)
    return Draft(label, account, events)


def rehearsals(engine: Interpreter, view: View, decision: Decision) -> Rehearsals:
    """By key: what each option would do in a made-up world, as the chooser can foresee it."""
    known = {spot.card for pile in view.piles for spot in pile if spot.card is not None}
    world, paths = engine.imagine(view), [option.path for option in decision.options]
    found = engine.rehearse(world, paths, known)
    options = engine.name_options(world, [(path, picks) for path, picks, _ in found])
    variables = engine.program.variables
    return {
        option.key: [*_move(option.name, variables, picks, known), *events]
        for option, (_, picks, events) in zip(options, found, strict=True)
    }


def _move(
    name: str, variables: Sequence[str], picks: Bindings, known: Container[int]
) -> Iterator[Chosen]:
    """A move with a name, and what the chooser can tell of what is picked for it."""
    if name:
        yield Chosen(
            name,
            tuple(
                Picked(variables[pick.slot], pick.type, _if_known(pick, value, known), frozenset())
                for pick, value in picks
            ),
        )


def _if_known(pick: Pick, value: Any, known: Container[int]) -> Any:
    cards = (value,) if pick.type is Type.CARD else value if pick.type is Type.CARDS else ()
    return value if all(card in known for card in cards) else None


def _deeds(phrasing: Phrasing, account: DeedList) -> str:
    """What happens to cards and turns; empty if nothing does.

    Where people have words for the choice itself, it is those.
    """
    for deed in account.spoken:
        if isinstance(deed, Decided):
            return deed.text
    deeds = [d for d in account.with_cards if not isinstance(d, PileShuffled)]
    turns = [deed for deed in account.spoken if isinstance(deed, TurnedTo)]
    return ", ".join(map(phrasing.order, [*deeds, *turns]))


def _words_alone(phrasing: Phrasing, account: DeedList) -> str:
    """What is stored, where nothing happens to cards and turns."""
    for kind in (Said, PassedOn, Counted):
        found = [phrasing.order(deed) for deed in account.spoken if isinstance(deed, kind)]
        if found:
            return ", ".join(found[:1] if kind is PassedOn else found)
    return "nothing to see"


def _distinct(labels: Iterable[str]) -> tuple[str, ...]:
    """The labels, numbered where the chooser cannot tell options apart."""
    seen: dict[str, int] = {}
    distinct = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        distinct.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return tuple(distinct)


# ---------------------------------------------------------------------------- telling labels apart


@dataclass(frozen=True, slots=True)
class Draft:
    """An option as it reads so far, and what it would do."""

    label: str
    account: DeedList
    events: Sequence[Event]


def told_apart(phrasing: Phrasing, drafts: dict[str, Draft]) -> dict[str, str]:
    """By key: the labels, with what differs behind those that several options have.

    That is what they store, where cards go, how they lie. A difference is said only where it is
    one; options that still read the same differ in nothing that their chooser may know.
    """
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
