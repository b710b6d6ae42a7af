"""Names for options that hold in every world the chooser could be in.

`2:L=3` is the second alternative with 3 picked for 'L. A card the chooser can tell is named
(`1:C=7♥`), another one by where it lies (`1:C=HAND[2]`). An alternative that has a name goes by it
(`knock:C=7♥`), several with one name also by their number (`2.knock:C=7♥`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kibitz.engine.card_names import card_text, kind_texts
from kibitz.engine.program import Decide, Pick, Place, Program
from kibitz.engine.state import State
from kibitz.recycle import Type

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
        return _distinct(self._key(state, seat, heads[path[0]], picks) for path, picks in options)

    def _key(self, state: State, seat: int, head: str, bindings: Bindings) -> str:
        picks = ",".join(
            f"{self._program.variables[pick.slot]}={self._value(state, seat, pick.type, value)}"
            for pick, value in bindings
        )
        return f"{head}:{picks}" if picks else head

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
