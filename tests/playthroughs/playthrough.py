"""A match as a text that people can read: what was offered, chosen, done, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator

import people

from kibitz import Game, Rng
from kibitz.engine.events import Event
from kibitz.words import Teller

SEED = 1


class Playthrough:
    """One match of a library game, in the words of its page."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._match = game.match(SEED)
        self._tellers = {
            listener: Teller(game.vocabulary, None) for listener in (None, *self._match.seats)
        }
        """What everybody hears, in the words of somebody who looks on."""

    def lines(self) -> Iterator[str]:
        match, chance = self._match, Rng(SEED, stream=1)
        yield f"{self._game.name}, seed {SEED}"
        yield from (f"{name} is {value}" for name, value in self._game.options.items())
        yield ""
        yield "the deal"
        yield from self._told(None)
        while not match.is_over:
            seat, labels = match.decision.seat, tuple(map(str, match.options))
            choice = people.choice(match, chance)
            yield ""
            yield f"{match.decisions_made + 1}. player {seat + 1}: {' | '.join(labels)}"
            yield f"   > {labels[choice]}"
            match.play(choice)
            yield from self._told(seat)
        yield ""
        scores = zip(match.outcome.scores, match.outcome.ranks, strict=True)
        for number, (score, rank) in enumerate(scores, start=1):
            yield f"player {number} scores {score}, place {rank}"

    def _told(self, chooser: int | None) -> Iterator[str]:
        """What happened, and what those saw of it who did not see it all."""
        whole = self._tale(None, chooser, self._match.events)
        yield from (f"   {line}" for line in whole)
        seats_by_tale: dict[tuple[str, ...], list[str]] = {}
        for seat in self._match.seats:
            seen = tuple(sighting.event for sighting in self._match.sightings(seat))
            tale = self._tale(seat, chooser, seen)
            seats_by_tale.setdefault(tale, []).append(f"player {seat + 1}")
        for tale, seats in seats_by_tale.items():
            for line in tale:
                if line not in whole:
                    yield f"   ({', '.join(seats)}: {line})"

    def _tale(
        self, listener: int | None, chooser: int | None, events: tuple[Event, ...]
    ) -> tuple[str, ...]:
        kinds = self._match.view(0).kinds
        return tuple(
            f"{'' if tale.seat is None else f'player {tale.seat + 1} '}{', '.join(tale.parts)}"
            for tale in self._tellers[listener].tell(chooser, events, kinds)
            if tale.parts
        )
