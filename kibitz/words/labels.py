"""Options in people's words, made from what they would do: `take 7♥ from DISCARD`.

Labels are a function of the chooser's view alone. They are read off a made-up world that the
view allows, and of that world they mention only cards the chooser knew beforehand, so that no
label can give a hidden card away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kibitz.engine.card_names import kind_texts
from kibitz.engine.errors import MatchError
from kibitz.engine.events import CardMoved, Event, Passed, Stored, TurnTaken
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.places import Layout, layout
from kibitz.engine.program import Place, Program, StorageKind
from kibitz.engine.protocol import Decision
from kibitz.engine.rng import Rng
from kibitz.engine.view import View
from kibitz.recycle.syntax import LocationClass
from kibitz.words.wording import NO_WORDS, Wording, cell, is_discard


def option_labels(
    engine: Interpreter, view: View, decision: Decision, words: Mapping[str, str] = NO_WORDS
) -> tuple[str, ...]:
    """One label for each option of the decision the view's seat faces.

    `words` are what people call locations, by their names in the program.
    """
    rehearsals = _rehearsals(engine, view)
    if len(rehearsals) != len(decision.options):
        return tuple(option.key for option in decision.options)
    wording = Wording(engine.program, view.seat, words)
    teller = _Teller(engine.program, layout(engine.program), view, wording)
    short = [teller.tell(events) for events in rehearsals]
    uses = Counter(short)
    clear = [
        label if label and uses[label] == 1 else teller.tell_more(label, events)
        for label, events in zip(short, rehearsals, strict=True)
    ]
    return _distinct(clear)


def _rehearsals(engine: Interpreter, view: View) -> list[tuple[Event, ...]]:
    """What each option would do in a made-up world; nothing if the rules fail there."""
    try:
        return engine.rehearse(engine.resample(view, Rng(0)))
    except MatchError:
        return []


def _distinct(labels: list[str]) -> tuple[str, ...]:
    """The labels, numbered where the chooser cannot tell options apart."""
    seen: dict[str, int] = {}
    distinct = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        distinct.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return tuple(distinct)


@dataclass(frozen=True)
class _Teller:
    """Tells what an option does, as its chooser would say it."""

    program: Program
    layout: Layout
    view: View
    wording: Wording

    def tell(self, events: tuple[Event, ...]) -> str:
        """What happens to cards and turns; empty if nothing does.

        Where people have words for the choice itself, it is those.
        """
        chosen = [text for event in events if (text := self.wording.choice(event))]
        if chosen:
            return chosen[0]
        parts = self._moves([event for event in events if isinstance(event, CardMoved)])
        parts += [f"player {event.seat + 1}" for event in events if isinstance(event, TurnTaken)]
        return ", ".join(parts)

    def tell_more(self, label: str, events: tuple[Event, ...]) -> str:
        """The label with what is stored, for options that it does not tell apart."""
        parts = ([label] if label else []) + self._strings(events)
        return ", ".join(parts or self._integers(events)) or "nothing to see"

    # ------------------------------------------------------------------ cards

    def _moves(self, moves: list[CardMoved]) -> list[str]:
        swap = self._swap(moves)
        if swap:
            return [swap]
        parts: list[str] = []
        start = 0
        for number, move in enumerate(moves):
            following = moves[number + 1] if number + 1 < len(moves) else None
            if following is None or _route(following) != _route(move):
                parts.append(self._move(moves[start : number + 1]))
                start = number + 1
        return parts

    def _swap(self, moves: list[CardMoved]) -> str | None:
        """A card leaves a cell, another one takes its place: `swap 7♥ into LOC 3`."""
        journeys = _journeys(moves)
        if len(journeys) != 2:
            return None
        for left, entered in (journeys, journeys[::-1]):
            old, new = self._place(left.source), self._place(entered.destination)
            if cell(old) != cell(new) or old.owner != self.view.seat:
                continue
            if cell(self._place(entered.source)) != cell(new):
                return f"swap {self._cards([entered])} into {self.wording.place(new)}"
        return None

    def _move(self, moves: list[CardMoved]) -> str:
        """Cards that go the same way together."""
        cards = self._cards(moves)
        source, target = self._place(moves[0].source), self._place(moves[0].destination)
        mine = self.view.seat
        if cell(source) == cell(target):
            is_private = target.location_class is LocationClass.INVISIBLE
            verb = "look at" if is_private else "turn over"
            return f"{verb} {self.wording.place(source)}"
        if source.owner == mine:
            if target.owner in (None, mine):
                verb = "discard" if is_discard(self.program, target) else "play"
                return f"{verb} {cards}"
            return f"give {cards} to {self.wording.place(target)}"
        if target.owner == mine:
            verb = "take" if self._are_known(moves) else "draw"
            what = f"{cards} " if self._are_known(moves) or len(moves) > 1 else ""
            return f"{verb} {what}from {self.wording.place(source)}"
        return f"move {cards} from {self.wording.place(source)} to {self.wording.place(target)}"

    def _are_known(self, moves: list[CardMoved]) -> bool:
        return all(self._is_known(move) for move in moves)

    def _is_known(self, move: CardMoved) -> bool:
        """Whether the chooser can tell the card before the option is played."""
        return any(spot.card == move.card for pile in self.view.piles for spot in pile)

    def _cards(self, moves: list[CardMoved]) -> str:
        texts, kinds = kind_texts(self.program), self.view.kinds
        known = [
            texts[kinds[move.card]]
            for move in moves
            if move.card is not None and self._is_known(move)
        ]
        hidden = len(moves) - len(known)
        if hidden:
            known.append("a card" if hidden == 1 else f"{hidden} cards")
        return " ".join(known)

    # ------------------------------------------------------------------ storages

    def _strings(self, events: tuple[Event, ...]) -> list[str]:
        return [
            f"{self.wording.storage(event)} {self.program.strings[event.value].lower()}"
            for event in events
            if isinstance(event, Stored) and event.kind is StorageKind.STR
        ]

    def _integers(self, events: tuple[Event, ...]) -> list[str]:
        if any(isinstance(event, Passed) for event in events):
            return ["pass"]
        stored = [e for e in events if isinstance(e, Stored) and e.kind is StorageKind.INT]
        if any(self.wording.storage(event).startswith("pass") for event in stored):
            return ["pass"]
        return [f"{self.wording.storage(event)} {event.value}" for event in stored]

    # ------------------------------------------------------------------ places

    def _place(self, location: int) -> Place:
        return self.layout.places[location]


def _journeys(moves: list[CardMoved]) -> list[CardMoved]:
    """One move for each card, from where it was first to where it lies last."""
    found: dict[int | None, CardMoved] = {}
    for move in moves:
        earlier = found.get(move.card)
        found[move.card] = (
            move
            if earlier is None
            else replace(move, source=earlier.source, source_index=earlier.source_index)
        )
    return list(found.values())


def _route(move: CardMoved) -> tuple[int, int]:
    return move.source, move.destination
