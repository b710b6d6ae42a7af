"""Options in people’s words, made from what they would do: `take 7♥ from DISCARD`. And as a table
offers them: in the order of the hand, each play once, with what to type.

Labels are a function of the chooser’s view alone. They are read off a made-up world that the
view allows, and of that world they mention only cards the chooser knew beforehand, so that no
label can give a hidden card away.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from kibitz.engine import Bindings, Decision, Event, Interpreter, LetOnTheWay, Option, Pick, View
from kibitz.engine import events as ev
from kibitz.recycle import LocationClass, Type
from kibitz.words import describing as d
from kibitz.words.phrasing import Phrasing
from kibitz.words.vocabulary import Vocabulary

_MOST_ORDERS = 10_000
"""Options of a vocabulary whose words are kept."""

Rehearsals = Mapping[str, Sequence[Event]]
"""By key what each option would do."""


def option_labels(
    engine: Interpreter, view: View, decision: Decision, vocabulary: Vocabulary
) -> tuple[str, ...]:
    """One label for each option of the decision the view's seat faces.

    An option that is not there in the made-up world, or is another one, keeps its key.
    """
    seat, position, found = view.seat, view.position, vocabulary.orders
    orders = [found.get((seat, position, option.key)) for option in decision.options]
    labels = dict.fromkeys(filter(None, orders))
    if len(labels) == len(orders):  # all are known, and no two of them read the same
        return tuple(labels)
    return foreseen_labels(vocabulary, view, decision, rehearsals(engine, view, decision))


def labelled(
    engine: Interpreter, view: View, decision: Decision, vocabulary: Vocabulary
) -> Decision:
    """The decision, with a label for each of its options."""
    pairs = zip(decision.options, option_labels(engine, view, decision, vocabulary), strict=True)
    return Decision(
        decision.seat,
        tuple([Option(one.index, one.path, one.key, one.name, label) for one, label in pairs]),
    )


def foreseen_labels(
    vocabulary: Vocabulary, view: View, decision: Decision, foreseen: Rehearsals
) -> tuple[str, ...]:
    """The same of options that were rehearsed."""
    phrasing = Phrasing(vocabulary, view.seat, view.kinds)
    drafts = {
        key: _draft(phrasing, d.describe(vocabulary, view.seat, events), events)
        for key, events in foreseen.items()
    }
    _keep_orders(vocabulary, view, decision, drafts)
    labels = told_apart(phrasing, drafts)
    return _distinct(labels.get(option.key, option.key) for option in decision.options)


def _keep_orders(
    vocabulary: Vocabulary, view: View, decision: Decision, drafts: Mapping[str, Draft]
) -> None:
    """Keeps the words that the seat will find for the same options again."""
    always_same = vocabulary.said_by_picks.get(view.position, ())
    for option in decision.options:
        if option.path[0] in always_same and option.key in drafts:
            if len(vocabulary.orders) == _MOST_ORDERS:
                vocabulary.orders.clear()
            label = drafts[option.key].label
            vocabulary.orders[view.seat, view.position, option.key] = label


def _draft(phrasing: Phrasing, account: d.DeedList, events: Sequence[Event]) -> Draft:
    if events and isinstance(events[0], ev.Chosen):
        return Draft(phrasing.order_of(events[0], events), account, events)
    label = _deeds(phrasing, account) or _words_alone(phrasing, account)
    return Draft(label, account, events)


def rehearsals(engine: Interpreter, view: View, decision: Decision) -> Rehearsals:
    """By key: what each option would do in a made-up world, as the chooser can foresee it."""
    known = {spot.card for pile in view.piles for spot in pile if spot.card is not None}
    world, paths = engine.imagine(view), [option.path for option in decision.options]
    found = engine.rehearse(world, paths, known)
    options = engine.name_options(world, [(path, picks) for path, picks, _, _ in found])
    variables = engine.program.variables
    return {
        option.key: [*_move(option.name, variables, picks, lets, known), *events]
        for option, (_, picks, lets, events) in zip(options, found, strict=True)
    }


def _move(
    name: str,
    variables: Sequence[str],
    picks: Bindings,
    lets: Sequence[tuple[LetOnTheWay, Any]],
    known: Container[int],
) -> Iterator[ev.Chosen]:
    """A move with a name, and what the chooser can tell of what is picked or let for it."""
    if name:
        picked, told = (
            tuple(
                ev.Picked(variables[one.slot], one.type, _if_known(one, value, known), frozenset())
                for one, value in named
            )
            for named in (picks, lets)
        )
        yield ev.Chosen(name, picked, told)


def _if_known(pick: Pick | LetOnTheWay, value: Any, known: Container[int]) -> Any:
    if isinstance(pick, LetOnTheWay) and not pick.reach:
        return None
    cards = (value,) if pick.type is Type.CARD else value if pick.type is Type.CARDS else ()
    return value if all(card in known for card in cards) else None


def _deeds(phrasing: Phrasing, account: d.DeedList) -> str:
    """What happens to cards and turns; empty if nothing does.

    Where people have words for the choice itself, it is those.
    """
    for deed in account.spoken:
        if isinstance(deed, d.Decided):
            return deed.text
    deeds = [deed for deed in account.with_cards if not isinstance(deed, d.PileShuffled)]
    turns = [deed for deed in account.spoken if isinstance(deed, d.TurnedTo | d.WentBack)]
    return ", ".join(map(phrasing.order, [*deeds, *turns]))


def _words_alone(phrasing: Phrasing, account: d.DeedList) -> str:
    """What is stored, where nothing happens to cards and turns."""
    for kind in (d.Said, d.PassedOn, d.Counted):
        found = [phrasing.order(deed) for deed in account.spoken if isinstance(deed, kind)]
        if found:
            return ", ".join(found[:1] if kind is d.PassedOn else found)
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
    account: d.DeedList
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
    return (phrasing.order(deed) for deed in draft.account.spoken if isinstance(deed, d.Said))


def _numbers(phrasing: Phrasing, draft: Draft) -> Iterator[str]:
    return (phrasing.order(deed) for deed in draft.account.spoken if isinstance(deed, d.Counted))


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


def _moves(draft: Draft) -> Iterator[ev.CardMoved]:
    return (event for event in draft.events if isinstance(event, ev.CardMoved))


_CELL = re.compile(r"\bcell (\d+)\b")


@dataclass(frozen=True, slots=True)
class Offer:
    option: Option
    """With its label."""
    tag: str
    """What a person types to choose it."""


def offers(
    engine: Interpreter, view: View, options: Sequence[Option], vocabulary: Vocabulary
) -> list[Offer]:
    """The options that the view's seat has, with their labels, as a table offers them."""
    same = same_plays(engine, view, options, vocabulary)
    shown: dict[int, Option] = {}
    for option in _ordered(options, view, vocabulary):
        shown.setdefault(same[option.index], option)
    tags = _tags([str(option) for option in shown.values()], vocabulary)
    return [Offer(option, tag) for option, tag in zip(shown.values(), tags, strict=True)]


# ---------------------------------------------------------------------------- each play once


def same_plays(
    engine: Interpreter, view: View, options: Sequence[Option], vocabulary: Vocabulary
) -> list[int]:
    """For each option, the first one that does the same as far as its chooser can foresee.

    Two cards of one's own hand are the same if the rules never tell their faces apart.
    """
    if vocabulary.alike is None:
        return [option.index for option in options]
    foreseen = rehearsals(engine, view, Decision(view.seat, tuple(options)))
    faces = dict(zip(vocabulary.kind_texts, vocabulary.alike, strict=True))
    first: dict[object, int] = {}
    same = []
    for option in options:
        doing: list[object] = [option.key]
        if option.key in foreseen:
            picked = vocabulary.cards_in.sub(lambda card: f"<{faces[card[1]]}>", option.key)
            events = [e for e in foreseen[option.key] if not isinstance(e, ev.Chosen)]
            doing = [picked, *(_of_any(view, vocabulary, event) for event in events)]
        same.append(first.setdefault(tuple(doing), option.index))
    return same


def _of_any(view: View, vocabulary: Vocabulary, event: Event) -> Event:
    """The event, whichever of the like cards in the hand it moves."""
    if not isinstance(event, ev.CardMoved) or event.card is None or vocabulary.alike is None:
        return event
    place = vocabulary.places[event.source]
    if place.owner != view.seat or place.location_class is not LocationClass.INVISIBLE:
        return event
    return replace(event, card=vocabulary.alike[view.kinds[event.card]], source_index=None)


# ---------------------------------------------------------------------------- in the hand's order


def _ordered(options: Sequence[Option], view: View, vocabulary: Vocabulary) -> list[Option]:
    """Options that differ only in their cards stand together, as the hand has the cards; those
    about cells come first."""
    places = dict(zip(vocabulary.kind_texts, vocabulary.order_now(view), strict=True))
    groups: dict[str, int] = {}
    keys = {}
    for option in options:
        label, cards = str(option), vocabulary.cards_in.findall(str(option))
        group = " ".join(vocabulary.cards_in.sub("", label).split())
        number = groups.setdefault(group, len(groups))
        is_other = not _cell(label, vocabulary)
        keys[option.index] = is_other, number, sorted(places[text] for text, _ in cards)
    return sorted(options, key=lambda option: keys[option.index])


# ---------------------------------------------------------------------------- what to type


def _cell(label: str, vocabulary: Vocabulary) -> str:
    """The number of the one cell that the option is about; empty for none, or several."""
    cells = _CELL.findall(label) if vocabulary.page.grids else []
    return cells[0] if len(cells) == 1 else ""


def _tags(labels: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Numbers from 1; where options are about cells, theirs, and the others come after those."""
    cells = [_cell(label, vocabulary) for label in labels]
    deeds = [
        label.replace(f"cell {cell}", "cell") for label, cell in zip(labels, cells, strict=True)
    ]
    prefixes = _prefixes(
        [*dict.fromkeys(deed for deed, cell in zip(deeds, cells, strict=True) if cell)]
    )
    if prefixes is None:
        return [str(number) for number in range(1, len(labels) + 1)]
    ends = [grid.first + grid.rows * grid.columns for grid in vocabulary.page.grids]
    others = count(max([*ends, *(int(cell) + 1 for cell in cells if cell)]))
    return [
        prefixes[deed] + cell if cell else str(next(others))
        for deed, cell in zip(deeds, cells, strict=True)
    ]


def _prefixes(deeds: Sequence[str]) -> dict[str, str] | None:
    """What stands before the number of a cell: nothing where one thing can be done with it, else
    the first letters of what is done. None where there is nothing, or letters do not tell."""
    if len(deeds) < 2:
        return dict.fromkeys(deeds, "") or None
    words = [deed.split()[0] for deed in deeds]
    for length in range(1, max(map(len, words)) + 1):
        prefixes = [word[:length] for word in words]
        if len(set(prefixes)) == len(deeds):
            return dict(zip(deeds, prefixes, strict=True))
    return None
