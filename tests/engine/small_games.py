"""Small programs for tests, ways to play them, and what a seat then sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from kibitz.engine import Decision, Interpreter, MatchError, Outcome, Program, Rng, lower
from kibitz.engine.places import card_text, kind_texts, layout
from kibitz.engine.state import State
from kibitz.recycle import RecycleError, Source, check

FOUR_CARDS = "(create deck (game iloc STOCK) (deck (RANK (A, B, C, D))))"
VALUES = "(set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3) ((RANK : D) 4)))"
HIDDEN = "?"


@dataclass(frozen=True)
class Played:
    decisions: list[tuple[int, int]]
    """Player (from 1) and number of options."""
    scores: list[int]


def card_texts(program: Program, kinds: Sequence[int]) -> list[str]:
    """The names of all cards in play."""
    texts = kind_texts(program)
    return [card_text(texts, kinds, card) for card in range(len(kinds))]


def game(
    nodes: str,
    *,
    players: int = 1,
    setup: str = FOUR_CARDS,
    declare: str = "",
    score: str = "(game sto R)",
) -> str:
    """A program with these nodes; its score is what the table's R holds."""
    return f"""(game {declare}
 (setup (create players {players}) {setup})
 {nodes}
 (scoring max {score}))"""


def digit(number: str) -> str:
    """A statement that writes one more digit to the table's R."""
    return f"(set (game sto R) (+ (* 10 (game sto R)) {number}))"


def points(card: str) -> str:
    return f"(score {card} using (game points V))"


def program_of(text: str, options: Mapping[str, int | str] | None = None) -> Program:
    result = check(Source("game.rcy", text))
    if result.game is None:
        raise RecycleError(result.source, result.diagnostics)
    return lower(result.game, options)


def engine_of(text: str, options: Mapping[str, int | str] | None = None) -> Interpreter:
    return Interpreter(program_of(text, options))


def decision_at(engine: Interpreter, state: State) -> Decision:
    decision = engine.at(state).status
    assert isinstance(decision, Decision)
    return decision


def state_after(engine: Interpreter, policy: Sequence[int] = (), seed: int = 1) -> State:
    """The state after these choices, in a match with this seed."""
    rng = Rng(seed)
    step = engine.deal(rng)
    for option in policy:
        step = engine.apply(step, option, rng)
    return step.state


def play(text: str, policy: Sequence[int] = (), seed: int = 1) -> Played:
    """A whole match; the first option where the policy has no more to say."""
    engine, rng = engine_of(text), Rng(seed)
    step = engine.deal(rng)
    decisions: list[tuple[int, int]] = []
    while not isinstance(decision := step.status, Outcome):
        turn = len(decisions)
        decisions.append((decision.seat + 1, len(decision.options)))
        step = engine.apply(step, policy[turn] if turn < len(policy) else 0, rng)
    return Played(decisions, list(decision.scores))


def scored(nodes: str, setup: str = FOUR_CARDS, players: int = 1) -> int:
    """What R holds at the end of a match without choices."""
    return play(game(nodes, setup=setup, players=players)).scores[0]


def fault_of(text: str, policy: Sequence[int] = ()) -> MatchError:
    """The dynamic error in which the match ends."""
    with pytest.raises(MatchError) as raised:
        play(text, policy)
    return raised.value


def refusal(text: str, options: Mapping[str, int | str] | None = None) -> RecycleError:
    with pytest.raises(RecycleError) as raised:
        program_of(text, options)
    return raised.value


def location_of(program: Program, name: str, owner: int | None = None) -> int:
    """The number of a location, by name and owner (a seat from 0; None: the table)."""
    for number, place in enumerate(layout(program).places):
        if program.strings[place.name] == name and place.owner == owner:
            return number
    raise AssertionError(f"no location {name}")


def lying(engine: Interpreter, state: State, name: str, owner: int | None = None) -> list[str]:
    """The cards that lie in a location in truth, bottom first."""
    texts = card_texts(engine.program, state.kinds)
    return [texts[card] for card in state.cards[location_of(engine.program, name, owner)]]


def seen(
    engine: Interpreter, state: State, seat: int, name: str, owner: int | None = None
) -> list[str]:
    """The cards of a location as the seat sees or knows them, bottom first."""
    view = engine.view(state, seat)
    texts = card_texts(engine.program, view.kinds)
    pile = view.piles[location_of(engine.program, name, owner)]
    return [HIDDEN if spot.card is None else texts[spot.card] for spot in pile]
