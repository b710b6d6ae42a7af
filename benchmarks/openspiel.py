"""Rollouts beside OpenSpiel's, which are C++ written by hand for each game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any

from benchmarks.figures import Figure, missing, rate
from benchmarks.games import corpus_names, from_dealt_states
from benchmarks.timing import Series, decisions_per_second, enough, interleaved

try:
    import pyspiel
except ImportError:
    pyspiel = None

DEALS = 8
COUNTED_ROLLOUTS = 150
"""By deal, played in Python to learn the mean number of decisions."""

TITLES = {
    "LeducPoker2": "leduc_poker",
    "Goofspiel2": (
        "turn_based_simultaneous_game(game=goofspiel"
        "(imp_info=True,num_cards=13,players=2,points_order=random))"
    ),
    "Hearts4": "hearts",
    "CrazyEights3": "crazy_eights(players=3)",
    "GoFish4": "go_fish(players=4)",
}
"""Published game, and what OpenSpiel calls the same title."""
TARGETS = {"LeducPoker2": 8, "Goofspiel2": 20, "Hearts4": 7, "CrazyEights3": 8, "GoFish4": 6}

TITLE = "Beside OpenSpiel's C++"
NOTE = (
    "OpenSpiel's `RandomRolloutEvaluator` inside an `MCTSBot` of two simulations: n rollouts from "
    "the dealt state and n from one decision later, all in C++. kibitz plays on from dealt states "
    f"too; both sides use {DEALS} deals. A decision is one choice of one player, forced ones "
    "included; chance is none. kibitz counts its decisions; OpenSpiel does not, so the same random "
    f"rollouts are played in Python, {COUNTED_ROLLOUTS} from every deal, for the mean number m of "
    "decisions, and 2 n rollouts count as n (2 m - 1). Rules differ in detail, so matches differ "
    "in length; decisions a second compare. One thread, processor time."
)


@dataclass(frozen=True)
class Peer:
    """A game of OpenSpiel, dealt several times."""

    game: Any
    deals: tuple[Any, ...]
    mean_decisions: float

    def play(self, matches: int) -> int:
        """So many rollouts in all; the decisions they come to."""
        rollouts = max(1, matches // (2 * len(self.deals)))
        for seed, deal in enumerate(self.deals):
            evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
            bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 2, 0, False, seed, False)
            bot.step(deal)
        return round(len(self.deals) * rollouts * (2 * self.mean_decisions - 1))


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    names = corpus_names()
    for name, title in TITLES.items():
        yield _figure(name, title, names, rounds, seconds)


def _figure(name: str, title: str, names: list[str], rounds: int, seconds: float) -> Figure:
    target = f"≥ {TARGETS[name]}"
    if pyspiel is None:
        return missing(name, target, "open_spiel is not installed")
    if name not in names:
        return missing(name, target, "the published games are not here")
    ours, theirs = _measured(name, title, rounds, seconds)
    ratio = ours.over(theirs)
    return Figure(
        name,
        rate(ours.median),
        rate(theirs.median),
        f"{ratio.median:.2f} ×",
        target,
        ratio.median >= TARGETS[name],
        ratio.spread(),
    )


def _measured(name: str, title: str, rounds: int, seconds: float) -> list[Series]:
    native, peer = from_dealt_states(name, DEALS), _peer(title)
    return interleaved(
        rounds,
        decisions_per_second(native, enough(native, seconds)),
        decisions_per_second(peer.play, enough(peer.play, seconds)),
    )


def _peer(title: str) -> Peer:
    game, chance = pyspiel.load_game(title), Random(1)
    deals = tuple(past_chance(game.new_initial_state(), chance) for _ in range(DEALS))
    lengths = [_length(deal, chance) for deal in deals for _ in range(COUNTED_ROLLOUTS)]
    return Peer(game, deals, mean(lengths))


def past_chance(state: Any, chance: Random) -> Any:
    """The state after everything that chance decides now."""
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, weights)[0])
    return state


def _length(deal: Any, chance: Random) -> int:
    """Decisions of one random rollout."""
    state, decisions = deal.clone(), 0
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        decisions += 1
        past_chance(state, chance)
    return decisions
