"""What a rehearsal tells of options: their labels; where an option takes hold of the table, so that
it can be chosen by pointing there; how many choices of one player belong together; and which moves
a player is warned of who wants to be. And what a person sees in an option: what is done, with which
card, over what, into which column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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


# ---------------------------------------------------------------------------- as a person sees it

_ORDER = ("of", "from", "over", "where", "with")
"""With what the traits of a line begin, in the order in which they are said."""
_COLUMN = "column"
_PARTICLES = frozenset({"over", "up", "down", "out", "in", "back"})
_FEW_CARDS = 3
"""Who holds no more thinks of every single one."""

Cell = tuple[int | None, int, int]
"""Owner, name and number of a place."""


class Trait(NamedTuple):
    about: str
    """Traits about different things can stand in one line."""
    text: str


class Deed(NamedTuple):
    """An option as people see it."""

    verb: str
    traits: frozenset[Trait]


class Eye:
    """Sees what there is to see in the options of one game."""

    def __init__(self, engine: Interpreter, words: Vocabulary) -> None:
        self._engine, self._words = engine, words
        self._kinds = {text: kind for kind, text in enumerate(words.kind_texts)}
        ranks = {words.ranks[kind]: words.rank_order[kind] for kind in range(len(words.ranks))}
        self._in_order = [
            _with_article(words.text_word(rank)) for rank in sorted(ranks, key=ranks.__getitem__)
        ]
        self._rank_texts = {rank: _with_article(words.text_word(rank)) for rank in ranks}

    def deeds(self, view: View, decision: Decision) -> list[Deed]:
        """By option."""
        foreseen = rehearsals(self._engine, view, decision)
        labels = foreseen_labels(self._words, view, decision, foreseen)
        named = [self._named(label) for label in labels]
        held = self._held(view)
        deeds = []
        for option, (verb, kind) in zip(decision.options, named, strict=True):
            alike = [other for said, other in named if said == verb and other is not None]
            traits = set(held)
            if kind is not None:
                traits |= {*self._of_card(view, kind), *self._among(kind, alike)}
            traits |= {*self._of_moves(view, foreseen.get(option.key, ()))}
            deeds.append(Deed(verb, frozenset(traits)))
        return deeds

    def _named(self, label: str) -> tuple[str, int | None]:
        """What is done, and with which kind of card."""
        verb, *rest = label.replace(",", "").split()
        kind = next((self._kinds[word] for word in rest if word in self._kinds), None)
        if rest and rest[0] in _PARTICLES and kind is None:
            verb = f"{verb} {rest[0]}"
        return (f"{verb} a card" if kind is not None else verb), kind

    def _held(self, view: View) -> set[Trait]:
        """The cards of a small hand."""
        hand = [kind for cell, kind in self._own(view) if self._grid(cell) is None]
        if len(hand) > _FEW_CARDS:
            return set()
        return {Trait(f"holding {text}", f"with {text} in hand") for text in map(self._rank, hand)}

    def _of_card(self, view: View, kind: int) -> Iterator[Trait]:
        yield from self._ranked("card", kind, "")
        rank = self._words.ranks[kind]
        others = [one for _, one in self._own(view) if self._words.ranks[one] == rank]
        is_own = any(one == kind for _, one in self._own(view))
        if len(others) > is_own:
            yield Trait("others", "of a rank that you have already")

    def _among(self, kind: int, alike: Sequence[int]) -> Iterator[Trait]:
        orders = [self._words.rank_order[one] for one in alike]
        if min(orders) < max(orders):
            own = self._words.rank_order[kind]
            if own == max(orders):
                yield Trait("card", "your highest")
            if own == min(orders):
                yield Trait("card", "your lowest")

    def _of_moves(self, view: View, events: Sequence[Event]) -> Iterator[Trait]:
        """Where a card is taken from, and where in a grid of one's own it comes to lie."""
        cells, words = self._words.cells, self._words
        moved = [event for event in events if isinstance(event, ev.CardMoved)]
        for event in moved[:1]:
            if cells[event.source][0] is None:
                yield Trait("from", f"from {words.place(event.source, view.seat)}")
        for event in moved:
            cell = cells[event.destination]
            if cell[0] == view.seat and self._grid(cell) is not None:
                left = [one for one in moved if cells[one.source] == cell != cells[one.destination]]
                yield from self._of_cell(view, cell, event, left)

    def _of_cell(
        self, view: View, cell: Cell, event: ev.CardMoved, left: Sequence[ev.CardMoved]
    ) -> Iterator[Trait]:
        known = dict(self._own(view))
        rank = None if event.card is None else self._words.ranks[view.kinds[event.card]]
        for one in left:
            if one.card is None:
                yield Trait("over", "over a hidden card")
            else:
                yield from self._ranked("over", view.kinds[one.card], "over ")
        went = known.get(cell)
        for line, mates in self._mates(view, cell):
            open_ranks = {self._words.ranks[known[mate]] for mate in mates if mate in known}
            if rank is not None and rank in open_ranks:
                yield Trait(f"pair {line}", f"where it makes a pair in the {line}")
            if line == _COLUMN and went is not None and self._words.ranks[went] in open_ranks:
                yield Trait("breaks", "where that breaks a pair in the column")
            if line == _COLUMN and any(mate not in known for mate in mates):
                yield Trait("hidden", "where the column still hides a card")

    def _mates(self, view: View, cell: Cell) -> Iterator[tuple[str, list[Cell]]]:
        """The other cells of its column and of its row in which something lies."""
        owner, name, number = cell
        grid = self._grid(cell)
        if grid is None:
            return
        places = zip(self._words.cells, view.piles, strict=True)
        full = sorted({one for one, pile in places if pile and one[:2] == (owner, name)})
        first, columns = grid
        for line, same in ((_COLUMN, _column), ("row", _row)):
            here = same(number - first, columns)
            mates = [one for one in full if one != cell and same(one[2] - first, columns) == here]
            if mates:
                yield line, mates

    def _grid(self, cell: Cell) -> tuple[int, int] | None:
        """The first number of the grid that the cell belongs to, and how many columns it has."""
        grid = self._words.page.grid(self._words.program.strings[cell[1]])
        return None if grid is None else (grid.first, grid.columns)

    def _own(self, view: View) -> list[tuple[Cell, int]]:
        """The seat's own cards that it knows."""
        return [
            (cell, view.kinds[spot.card])
            for cell, pile in zip(self._words.cells, view.piles, strict=True)
            if cell[0] == view.seat
            for spot in pile
            if spot.card is not None
        ]

    def _ranked(self, about: str, kind: int, before: str) -> Iterator[Trait]:
        text = self._rank(kind)
        place = self._in_order.index(text)
        yield Trait(about, before + text)
        for number, other in enumerate(self._in_order[1:-1], 1):
            if place <= number:
                yield Trait(about, f"{before}{other} or lower")
            if place >= number:
                yield Trait(about, f"{before}{other} or higher")

    def _rank(self, kind: int) -> str:
        return self._rank_texts[self._words.ranks[kind]]


def _column(number: int, columns: int) -> int:
    return number % columns


def _row(number: int, columns: int) -> int:
    return number // columns


def _with_article(rank: str) -> str:
    return f"{'an' if rank[:1] in 'aeiou8' else 'a'} {rank}"


def told(verb: str, traits: Sequence[Trait], *, is_not: bool, is_how: bool) -> str:
    """`discard a ten or higher`; `when you swap a card, not over a seven`."""
    cards = [trait.text for trait in traits if trait.about == "card"]
    where = sorted(
        (trait.text for trait in traits if trait.about != "card"),
        key=lambda text: _ORDER.index(text.split()[0]),
    )
    if is_how:
        return " ".join([f"when you {verb},", *["not"] * is_not, *cards, *where])
    return " ".join(
        ["do not"] * is_not + [verb.replace("a card", cards[0]) if cards else verb, *where]
    )
