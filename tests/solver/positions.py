"""Moments of a match, laid out by hand on a table that was played up to the right decision."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count

from kibitz import Game
from kibitz.engine import Rng, View
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.places import layout
from kibitz.engine.protocol import Decision, Step
from kibitz.engine.resample import unseen
from kibitz.engine.state import State
from kibitz.solver import Aim, Policy, solve

Place = tuple[str, int | None, str, int]
"""Class, owner, name and index: `("vloc", 0, "GRID", 1)`."""

_SHORT = ("A", *map(str, range(2, 11)), "J", "Q", "K")
_LONG = "ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING"
RANKS = {**dict(zip(_SHORT, _LONG.split(", "), strict=True)), "Jok": "JOKER"}


def played_to(game: Game, is_there: Callable[[View], bool]) -> Step:
    """A match in which everybody takes any option, up to such a decision."""
    engine = game.interpreter
    for seed in count():
        chance, choices = Rng(seed), Rng(seed, stream=1)
        step = engine.deal(chance)
        while not step.is_over:
            if is_there(engine.view(step.state, step.seat)):
                return step
            step = engine.apply(step, choices.below(len(step.found)), chance)
    raise AssertionError("there is always another seed")


def ended(game: Game, seed: int, most: int) -> list[Step]:
    """The last decisions of a match in which everybody takes any option, the very last first."""
    engine, chance, choices = game.interpreter, Rng(seed), Rng(seed, stream=1)
    step = engine.deal(chance)
    last: deque[Step] = deque(maxlen=most)
    while not step.is_over:
        last.appendleft(step)
        step = engine.apply(step, choices.below(len(step.found)), chance)
    return list(last)


def laid(
    game: Game,
    step: Step,
    piles: Mapping[Place, str],
    numbers: Mapping[tuple[str, int | None], int],
) -> View:
    """The decision with these cards there, all others in the stock, as its seat sees it.

    A `?` is a card that nobody has looked at. Storages that are not named stay as they are.
    """
    state, table = step.state.copy(), layout(game.program)
    at = {
        (place.location_class.value, place.owner, game.program.strings[place.name], place.index): n
        for n, place in enumerate(table.places)
    }
    rank_of = [_rank(game, kind) for kind in state.kinds]
    left = list(range(len(state.kinds)))
    wanted = [(at[place], rank) for place, ranks in piles.items() for rank in ranks.split()]
    state.cards = [[] for _ in state.cards]
    for number, rank in sorted(wanted, key=lambda pair: pair[1] == "?"):
        card = left[0] if rank == "?" else next(c for c in left if rank_of[c] == RANKS[rank])
        left.remove(card)
        state.cards[number].append(card)
    state.cards[at["iloc", None, "STOCK", 0]] = left
    for number, pile in enumerate(state.cards):
        for card in pile:
            state.place[card] = number
    _store(state, step, game, numbers)
    seats = range(game.players)
    state.knowledge = Knowledge([unseen(table, state, seat) for seat in seats])
    return game.interpreter.view(state, step.seat)


def _rank(game: Game, kind: int) -> str:
    strings = game.program.strings
    named = {strings[a]: strings[v] for a, v in game.program.kinds[kind].attributes}
    return str(named["RANK"])


def _store(
    state: State, step: Step, game: Game, numbers: Mapping[tuple[str, int | None], int]
) -> None:
    names = game.interpreter.view(step.state, step.seat).names
    for (name, seat), number in numbers.items():
        slot = next(
            slot
            for (known, owner), slot in names.numbers.items()
            if known == name and (owner[1] if owner[0] == "player" else None) == seat
        )
        state.ints[slot] = number


def strokes(
    game: Game, view: View, policies: Mapping[int, Policy] | None = None
) -> dict[str, Fraction]:
    """By the key of the option: the strokes that the seat may expect."""
    found = solve(game.program, view, aim=Aim.SCORE, policies=policies)
    decision = game.interpreter.at(game.interpreter.imagine(view)).status
    assert isinstance(decision, Decision)
    prospects = zip(decision.options, found, strict=True)
    return {option.key: prospect.scores[view.seat] for option, prospect in prospects}
