"""Options as a table offers them: in the order of the hand, each play once, with what to type.

In a game with a grid, what is typed for a cell is the number of the cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from kibitz.engine import CardMoved, Chosen, Decision, Event, Interpreter, Option, View
from kibitz.recycle import LocationClass
from kibitz.words.labels import rehearsals
from kibitz.words.vocabulary import Vocabulary

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
    for option in _ordered(options, vocabulary):
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
            events = [e for e in foreseen[option.key] if not isinstance(e, Chosen)]
            doing = [picked, *(_of_any(view, vocabulary, event) for event in events)]
        same.append(first.setdefault(tuple(doing), option.index))
    return same


def _of_any(view: View, vocabulary: Vocabulary, event: Event) -> Event:
    """The event, whichever of the like cards in the hand it moves."""
    if not isinstance(event, CardMoved) or event.card is None or vocabulary.alike is None:
        return event
    place = vocabulary.places[event.source]
    if place.owner != view.seat or place.location_class is not LocationClass.INVISIBLE:
        return event
    return replace(event, card=vocabulary.alike[view.kinds[event.card]], source_index=None)


# ---------------------------------------------------------------------------- in the hand's order


def _ordered(options: Sequence[Option], vocabulary: Vocabulary) -> list[Option]:
    """Options that differ only in their cards stand together, as the hand has the cards; those
    about cells come first."""
    places = dict(zip(vocabulary.kind_texts, vocabulary.hand_order, strict=True))
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
