"""What a round was settled by in the matches that were tried: column by column, line by line.

The page of a game that is counted from open cards says where they lie, and the rules themselves
say what they come to (`OpenCards`): which columns or cells count nothing, what is added for more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from kibitz.advisor.advice import Question
from kibitz.engine import Decision, MatchError, Rng, State
from kibitz.engine import events as ev
from kibitz.engine.native import Packer, Trials
from kibitz.words import OpenCards, so_many

Sample = npt.NDArray[np.float64]
BESIDE = "sum of bonuses and penalties"
"""What the cards do not come to."""
WORLDS = 64
"""So many are looked at: the last move of some must be found once more."""


@dataclass(frozen=True, slots=True)
class SettledLine:
    """One line of what the seat was counted."""

    name: str
    """`column 2`, `cell 3`, or `BESIDE`."""
    cost: Sample
    """(world, option): what it came to."""
    empty: Sample
    """Whether it counted nothing though its cards are worth something."""
    places: tuple[int, ...] = ()
    """Of the cards that are counted in it, by index."""

    @property
    def compared(self) -> tuple[Sample, Sample]:
        """Both in the worlds alone in which they are known of every option."""
        is_known = ~np.isnan(self.cost).any(axis=1)
        return self.cost[is_known], self.empty[is_known]


def settled_lines(question: Question, trials: Trials, packer: Packer) -> Iterator[SettledLine]:
    """Of the first worlds; nothing where a game is not counted from open cards. A world of which
    the last move is not found again is nan."""
    card = question.game.page.scorecard
    if card is None or not card.open or trials.ends is None:
        return
    counting = _Counting(question, OpenCards(question.game.vocabulary, card))
    shape = min(WORLDS, len(trials.scores)), trials.scores.shape[1]
    found = {at: counting.counted(trials, packer, *at) for at in product(*map(range, shape))}
    told = [lines for lines in found.values() if lines]
    for name in dict.fromkeys(name for lines in told for name in lines):
        cost, empty = np.full(shape, np.nan), np.full(shape, np.nan)
        for at, lines in found.items():
            if lines:
                cost[at], empty[at] = lines.get(name, (0.0, 0.0))
        yield SettledLine(name, cost, empty, counting.places.get(name, ()))


class _Counting:
    def __init__(self, question: Question, cards: OpenCards) -> None:
        self._question, self._cards = question, cards
        game, seat = question.game, question.view.seat
        card = game.page.scorecard
        assert card is not None
        world = game.interpreter.resample(question.view, Rng(question.seed))
        self._before = game.interpreter.score(world).scores[seat]
        names = game.program.strings
        self._own = {
            location: place.index
            for location, place in enumerate(game.vocabulary.places)
            if place.owner == seat and place.index and names[place.name] == card.cards
        }
        """By location of the seat whose cards are counted: the index."""
        self._aside = {
            location
            for location, place in enumerate(game.vocabulary.places)
            if card.aside and names[place.name] == card.aside
        }
        self.places: dict[str, tuple[int, ...]] = {}
        grid = game.vocabulary.page.grid(card.cards)
        for index in sorted(set(self._own.values())):
            name = f"cell {index}"
            if grid and card.open == "columns":
                name = f"column {(index - grid.first) % grid.columns + 1}"
            self.places[name] = (*self.places.get(name, ()), index)
        self._totals = {
            storage.first + owner
            for storage in game.program.int_storages
            if game.program.called(storage) == card.total
            for owner in range(game.program.owners(storage.owner))
        }

    def counted(
        self, trials: Trials, packer: Packer, world: int, option: int
    ) -> Mapping[str, tuple[float, float]]:
        """By line: what it came to, and whether it counted nothing; none if that is not known."""
        assert trials.ends is not None
        state = packer.unpack(trials.ends[world, option, 0].tobytes())
        lying = {location: list(state.cards[location]) for location in self._own}
        seat = self._question.view.seat
        if trials.last[world, option] == seat:
            score = int(trials.scores[world, option, seat])
            moved = self._last_move(state, score)
            if moved is None:
                return {}
            self._move(lying, moved)
        kinds = {
            self._own[location]: state.kinds[cards[-1]]
            for location, cards in lying.items()
            if cards
        }
        score_of = self._cards.settled(self._question.view, seat, kinds)
        if score_of is None:
            return {}
        worth = self._cards.worths(self._question.view, kinds)
        lines = {
            name: (
                float(sum(worth[i] for i in places if i in worth and i not in score_of.cancelled)),
                float(any(i in score_of.cancelled for i in places)),
            )
            for name, places in self.places.items()
        }
        scored = int(trials.scores[world, option, seat]) - self._before
        lines[BESIDE] = scored - sum(cost for cost, _ in lines.values()), 0.0
        return lines

    def _last_move(self, state: State, score: int) -> Sequence[ev.CardMoved] | None:
        """What moved before the total was stored, by the option that brings the seat the score;
        without what is laid aside where it is counted."""
        engine, seat = self._question.game.interpreter, self._question.view.seat
        step = engine.at(state)
        if not isinstance(step.status, Decision):
            return None
        for option in range(len(step.found)):
            try:
                after = engine.apply(step, option, Rng(0))
            except MatchError:
                continue
            stored = [
                number
                for number, event in enumerate(after.events)
                if isinstance(event, ev.Stored) and event.slot in self._totals
            ]
            if stored and engine.score(after.state).scores[seat] == score:
                events = after.events[: stored[0]]
                return [
                    event
                    for event in events
                    if isinstance(event, ev.CardMoved) and event.destination not in self._aside
                ]
        return None

    def _move(self, lying: dict[int, list[int]], moved: Sequence[ev.CardMoved]) -> None:
        for event in moved:
            if lying.get(event.source):
                lying[event.source].pop()
            if event.destination in lying and event.card is not None:
                lying[event.destination].append(event.card)


def helping(question: Question, option: int, places: Sequence[int]) -> str:
    """`2 of 4 nines are unseen`: of the one card that the seat knows in these places behind the
    option, where there are more places than that; else nothing."""
    engine, view, game = question.game.interpreter, question.view, question.game
    card = game.page.scorecard
    if card is None or len(places) < 2:
        return ""
    world = engine.resample(view, Rng(question.seed))
    unknown = world.knowledge.unknown_to(view.seat)
    after = engine.apply(engine.at(world), option, Rng(0)).state
    spots = zip(game.vocabulary.places, after.cards, strict=True)
    lying = [
        number
        for place, pile in spots
        if place.owner == view.seat and place.index in places
        for number in pile
        if game.program.strings[place.name] == card.cards
    ]
    ranks = game.vocabulary.ranks
    known = [ranks[world.kinds[number]] for number in lying if not unknown >> number & 1]
    if len(known) != 1 or not known[0]:
        return ""
    alike = [number for number, kind in enumerate(world.kinds) if ranks[kind] == known[0]]
    count = sum(unknown >> number & 1 for number in alike)
    word, verb = game.vocabulary.text_word(known[0]), "is" if count == 1 else "are"
    return f"{count} of {so_many(str(len(alike)), word)} {verb} unseen"
