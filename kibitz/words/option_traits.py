"""What a rehearsal tells of options: their labels; where an option takes hold of the table, so that
it can be chosen by pointing there; how many choices of one player belong together; and which moves
a player is warned of who wants to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from kibitz.engine import Decision, Event, Interpreter, MatchError, Option, Rng, StorageKind, View
from kibitz.engine import events as ev
from kibitz.games import Caution, Peril
from kibitz.recycle import Goal
from kibitz.words.labels import foreseen_labels, rehearsals
from kibitz.words.open_cards import OpenCards, OpenScore
from kibitz.words.vocabulary import Vocabulary


class TouchedSpot(NamedTuple):
    """A place on the table, or a card in it."""

    owner: int | None
    row: str
    """What people call the places of this name."""
    place: int
    """Its index among them."""
    card: str | None
    """The card that would leave, if the chooser knows it; None for the whole place."""


class Rehearsed:
    """A decision whose options were tried in a made-up world, as their chooser foresees them."""

    def __init__(
        self, engine: Interpreter, vocabulary: Vocabulary, view: View, decision: Decision
    ) -> None:
        self._engine, self._words, self._view, self._decision = engine, vocabulary, view, decision
        self._foreseen = rehearsals(engine, view, decision)

    @property
    def labels(self) -> tuple[str, ...]:
        return foreseen_labels(self._words, self._view, self._decision, self._foreseen)

    # ------------------------------------------------------------------ where to point

    @property
    def spots(self) -> list[tuple[TouchedSpot, ...]]:
        """For each option the spots that tell it from others.

        What every option touches tells nothing; an option that touches nothing else is found where
        its cards end up, and an only option where its first card lies. Cells are pointed at where
        one of them is picked, and not for an option such as a knock, which turns up all of them.
        """
        options = self._decision.options
        touched: list[list[TouchedSpot]] = []
        uses = Counter[TouchedSpot]()
        for option in options:
            spots, passed = self._touched(self._foreseen.get(option.key, ()))
            uses.update({*spots, *passed})
            if len(options) > 1 and len(option.path) == 1:
                spots = [spot for spot in spots if not self._is_own_cell(spot)]
            touched.append(spots)
        if len(touched) == 1:
            return [tuple(touched[0][:1])]
        return [
            tuple(spot for spot in spots if uses[spot] < len(touched)) or tuple(spots[-1:])
            for spots in touched
        ]

    def _is_own_cell(self, spot: TouchedSpot) -> bool:
        page = self._words.page
        cells = {page.names.get(grid.name, grid.name) for grid in page.grids}
        return spot.owner == self._view.seat and spot.row in cells

    def _touched(self, events: Sequence[Event]) -> tuple[list[TouchedSpot], list[TouchedSpot]]:
        """In the order of the moves, each once; and where cards only pass."""
        spots: list[TouchedSpot] = []
        passed: list[TouchedSpot] = []
        reached: dict[int, TouchedSpot] = {}
        for event in events:
            if isinstance(event, ev.CardMoved):
                if event.card in reached:
                    spots.remove(reached[event.card])
                    passed.append(reached[event.card])
                else:
                    spots.append(self._spot(event.source, event.card))
                spots.append(self._spot(event.destination, None))
                if event.card is not None:
                    reached[event.card] = spots[-1]
            elif isinstance(event, ev.Stored) and event.kind is StorageKind.INT:
                spots += self._chosen_cells(event)
        return list(dict.fromkeys(spots)), passed

    def _chosen_cells(self, event: ev.Stored) -> list[TouchedSpot]:
        """`turn up cell 3` stores a number, and points at a cell of the chooser."""
        page, value = self._words.page, event.value
        text = self._words.choice(self._words.storage(event)[0], value)
        if text is None or not text.endswith(f" {value}") or len(page.grids) != 1:
            return []
        name = page.grids[0].name
        return [TouchedSpot(self._view.seat, page.names.get(name, name), value, None)]

    def _spot(self, location: int, card: int | None) -> TouchedSpot:
        words, place = self._words, self._words.places[location]
        name = words.program.strings[place.name]
        is_hand = place.owner == self._view.seat and not place.index and card is not None
        text = words.kind_texts[self._view.kinds[card]] if is_hand and card is not None else None
        return TouchedSpot(place.owner, words.page.names.get(name, name), place.index, text)

    # ------------------------------------------------------------------ made together

    @cached_property
    def together(self) -> int:
        """How many choices of these options follow each other, this one included.

        They are counted in a made-up world that the view allows, so that the number tells nothing.
        """
        engine, options = self._engine, self._decision.options
        if not self._words.page.together or not all(map(self._is_named, options)):
            return 1
        step, count = engine.at(engine.imagine(self._view)), 1
        left = {option.key for option in options}
        try:
            while count < len(options):
                step = engine.apply(step, 0, Rng(0))
                status = step.status
                if not isinstance(status, Decision) or status.seat != self._decision.seat:
                    break
                keys = {option.key for option in status.options}
                if not keys < left:
                    break
                left, count = keys, count + 1
        except MatchError:
            return 1
        return count

    def _is_named(self, option: Option) -> bool:
        """Whether the page says of the option, or of what it stores, that it belongs together."""
        named = {name.lower() for name in self._words.page.together}
        stored = (e for e in self._foreseen.get(option.key, ()) if isinstance(e, ev.Stored))
        return option.name.lower() in named or any(
            self._words.storage(event)[0] in named for event in stored
        )

    # ------------------------------------------------------------------ warnings

    def warnings(self, cautions: Sequence[Caution], counting: OpenCards) -> dict[str, str]:
        """By the key of an option: what its chooser is warned of."""
        options = self._words.program.options
        active = [
            caution
            for caution in cautions
            if not any(options.get(name) == value for name, value in caution.unless.items())
        ]
        scores = counting.scores(self._view) if active else []
        return {
            key: caution.text
            for key, events in (self._foreseen.items() if scores else ())
            for caution in reversed(active)
            if self._is_perilous(caution.when, counting, events, scores)
        }

    def _is_perilous(
        self,
        peril: Peril,
        counting: OpenCards,
        events: Sequence[Event],
        scores: Sequence[OpenScore],
    ) -> bool:
        seat, places = self._view.seat, self._words.places
        cancelled = set(scores[seat].cancelled)
        moved = [places[event.source] for event in events if isinstance(event, ev.CardMoved)]
        left = {place.index for place in moved if place.owner == seat}
        if peril is Peril.PARTS and not left & cancelled:
            return False
        score, hidden = counting.after(self._view, events)
        if score is None:
            return False
        if peril is Peril.PARTS:
            return not cancelled <= set(score.cancelled)
        others = [other.points for rival, other in enumerate(scores) if rival != seat]
        if self._words.program.goal is Goal.MIN:
            return not hidden and min(others, default=score.points) < score.points
        return not hidden and max(others, default=score.points) > score.points
