"""What crosses the engine's door: decisions, options and their keys, steps, outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.recycle import Goal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz.engine.errors import IllegalChoice
from kibitz.engine.events import Event
from kibitz.engine.places import card_text, kind_texts
from kibitz.engine.program import Decide, Pick, Place, Program
from kibitz.engine.state import State
from kibitz.engine.view import View
from kibitz.recycle import Type

if TYPE_CHECKING:
    from kibitz.engine.interpreter import Interpreter


@dataclass(frozen=True, slots=True)
class Outcome:
    """Scores by seat, and who wins with them."""

    scores: tuple[int, ...]
    goal: Goal

    @property
    def ranks(self) -> tuple[int, ...]:
        """By seat: 1 is best, and equal scores share the better rank."""
        best_first = sorted(self.scores, reverse=self.goal is Goal.MAX)
        return tuple(best_first.index(score) + 1 for score in self.scores)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from first to last.

        Among equals the higher seat comes first where most points win, the lower seat where fewest
        do: they are sorted by score and seat, and turned round where most points win.
        """
        seats = sorted(range(len(self.scores)), key=lambda seat: (self.scores[seat], seat))
        return tuple(seats[::-1] if self.goal is Goal.MAX else seats)

    @property
    def win_shares(self) -> tuple[float, ...]:
        """By seat: 1 for the winner; a first place shared by k seats is 1/k for each of them."""
        ranks = self.ranks
        return tuple((rank == 1) / ranks.count(1) for rank in ranks)

    @property
    def margins(self) -> tuple[float, ...]:
        """By seat: how much better than the mean of all; they add up to 0."""
        return tuple(margins(self.scores, self.goal))


def margins(scores: Sequence[int], goal: Goal) -> list[float]:
    """By seat: how much better than the mean of all; they add up to 0."""
    mean = sum(scores) / len(scores)
    if goal is Goal.MAX:
        return [score - mean for score in scores]
    return [mean - score for score in scores]


def first_places(scores: npt.NDArray[Any], goal: Goal) -> npt.NDArray[np.bool_]:
    """(match, seat): who came first, alone or with others, in many matches at once."""
    best = scores.max(axis=1) if goal is Goal.MAX else scores.min(axis=1)
    firsts: npt.NDArray[np.bool_] = scores == best[:, None]
    return firsts


def shared_ranks(scores: npt.NDArray[Any], goal: Goal) -> npt.NDArray[np.float64]:
    """(…, seat): everybody's rank in many matches at once; who is level shares the mean."""
    better = scores if goal is Goal.MIN else -scores
    ahead = (better[..., None, :] < better[..., :, None]).sum(axis=-1)
    level = (better[..., None, :] == better[..., :, None]).sum(axis=-1)
    ranks: npt.NDArray[np.float64] = ahead + (level + 1) / 2
    return ranks


# ---------------------------------------------------------------------------- keys

Bindings = tuple[tuple[Pick, Any], ...]


class KeyMaker:
    def __init__(self, program: Program, places: tuple[Place, ...]) -> None:
        self._program = program
        self._places = places
        self._texts = kind_texts(program)
        self._heads = {
            position: _heads(step.names)
            for position, step in enumerate(program.code)
            if isinstance(step, Decide)
        }

    def keys(
        self, state: State, seat: int, options: Sequence[tuple[tuple[int, ...], Bindings]]
    ) -> list[str]:
        """One key for each option, all different."""
        heads = self._heads[state.position]
        return _distinct([self._key(state, seat, heads[path[0]], picks) for path, picks in options])

    def _key(self, state: State, seat: int, head: str, bindings: Bindings) -> str:
        if not bindings:
            return head
        names = self._program.variables
        picks = [
            f"{names[pick.slot]}={self._value(state, seat, pick.type, value)}"
            for pick, value in bindings
        ]
        return f"{head}:{','.join(picks)}"

    def _value(self, state: State, seat: int, kind: Type, value: Any) -> str:
        match kind:
            case Type.CARD:
                return self._card(state, seat, value)
            case Type.CARDS:
                return "+".join(self._card(state, seat, card) for card in value)
            case Type.LOCATION:
                return self._place(self._places[value])
            case Type.STR:
                return str(self._program.strings[value])
            case Type.PLAYER | Type.TEAM:
                return str(value + 1)
            case _:
                return str(value)

    def _card(self, state: State, seat: int, card: int) -> str:
        """Its name if the seat can tell it, else where it lies."""
        if card >= len(state.kinds):
            return f"new[{card - len(state.kinds)}]"
        if state.knowledge.knows(seat, card):
            return card_text(self._texts, state.kinds, card)
        number = state.place[card]
        return f"{self._place(self._places[number])}[{state.cards[number].index(card)}]"

    def _place(self, place: Place) -> str:
        owner = "" if place.owner is None else f"{place.owner + 1}."
        index = f".{place.index}" if place.index else ""
        return f"{owner}{self._program.strings[place.name]}{index}"


def _heads(names: Sequence[str]) -> list[str]:
    """By alternative: what the keys of its options begin with."""
    return [
        str(number)
        if not name
        else name.lower()
        if names.count(name) == 1
        else f"{number}.{name.lower()}"
        for number, name in enumerate(names, start=1)
    ]


def _distinct(keys: Iterable[str]) -> list[str]:
    """The keys, with `#2`, `#3` … behind those that occur again."""
    seen: dict[str, int] = {}
    distinct = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        distinct.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return distinct


# ---------------------------------------------------------------------------- decisions

Path = tuple[int, ...]
"""The alternative, and the index picked at every `any`."""
Found = list[tuple[Path, Bindings]]
"""Options as found: the path, and what was picked along it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the player may do.

    `key` names the same option in every world the chooser could be in: a card it can see by its
    name, a hidden one by its place.
    """

    index: int
    path: Path
    key: str
    name: str = ""
    """What the program calls it, if it does: `(as KNOCK …)`."""
    label: str = field(default="", compare=False)
    """What people call it; a match says it to whoever chooses."""

    def __str__(self) -> str:
        return self.label or self.key


@dataclass(frozen=True, slots=True)
class Decision:
    """Who must choose, among what. One option is still a decision."""

    seat: int
    options: tuple[Option, ...]


class Step:
    """A state at rest: what happened on the way to it, and what is to be decided there.

    Options are found, and named, when they are first asked for, and kept; so is what seats know.
    """

    def __init__(self, engine: Interpreter, state: State, events: tuple[Event, ...] = ()) -> None:
        self._engine = engine
        self.state = state
        self.events = events
        self.is_over = engine.is_over(state)
        self.seat = state.seats[-1].position
        """Whose turn it is."""
        self._views: dict[int, View] = {}

    @cached_property
    def found(self) -> Found:
        """The options without their names; none when the match is over."""
        return [] if self.is_over else self._engine.find_options(self.state)

    @cached_property
    def status(self) -> Decision | Outcome:
        """Who chooses among what; or, when the match is over, how it ended."""
        if self.is_over:
            return self._engine.score(self.state)
        return Decision(self.seat, self._engine.name_options(self.state, self.found))

    def view(self, seat: int) -> View:
        """What the seat may know; seats that are in doubt about the same share what they see."""
        if seat not in self._views:
            doubts, views = self.state.knowledge.doubts, self._views
            alike = [view for other, view in views.items() if doubts[other] == doubts[seat]]
            self._views[seat] = self._engine.view(self.state, seat, *alike[:1])
        return self._views[seat]

    def path(self, option: int) -> Path:
        """The way to the option with that index. Raises IllegalChoice if there is none."""
        if not 0 <= option < len(self.found):
            raise IllegalChoice(
                f"player {self.seat + 1} has {len(self.found)} options here, "
                f"there is no option {option}"
            )
        return self.found[option][0]
