"""Search beside OpenSpiel's bots, and whole matches between searching players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any

from benchmarks.figures import Figure, missing, rate
from benchmarks.games import corpus_names, program
from benchmarks.openspiel import past_chance
from benchmarks.timing import Series, interleaved
from kibitz.engine import Decision, Interpreter, Rng, player_settings
from kibitz.engine.native import SearchPosition, searcher
from kibitz.players.matches import simulated

try:
    import pyspiel
except ImportError:
    pyspiel = None

ISMCTS, UCT = "ISMCTS on hearts", "UCT on hearts"
TARGETS = {ISMCTS: 11, UCT: 7}
GAME = "Hearts4"
PEER = "hearts"
DEALS = 4
SIMULATIONS = 1_000
EXPLORATION = 0.7
MATCHES = 100
PLAYER = "mcts:per_option=1000"
SECONDS_TARGET = 90.0
THREADS = 2

TITLE = "Search"
NOTE = (
    f"Hearts from the deal: {DEALS} deals, {SIMULATIONS:,} simulations for the first decision with "
    "more than one option, one rollout each; simulations per second of processor time, one thread, "
    "a new tree each time. OpenSpiel's `ISMCTSBot` and `MCTSBot` with `RandomRolloutEvaluator(1)`, "
    "in C++, on its own hearts, in which the first decision passes cards; its `MCTSBot` sees all "
    "cards, so it is beside one world of ours. Rules differ in detail. The last line: "
    f"{MATCHES} matches of golf-six, all four seats `{PLAYER}`, {THREADS} threads, by the wall "
    "clock; beside it the processor time they took."
)


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    yield _beside(ISMCTS, _information_sets, False, rounds)
    yield _beside(UCT, _open_cards, True, rounds)
    yield _published_budget()


def _beside(name: str, bot: Callable[[Any, int], Any], keep_world: bool, rounds: int) -> Figure:
    target = f"≥ {TARGETS[name]}"
    if pyspiel is None:
        return missing(name, target, "open_spiel is not installed")
    if GAME not in corpus_names():
        return missing(name, target, "the published games are not here")
    ours, theirs = _measured(bot, keep_world, rounds)
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


def _measured(bot: Callable[[Any, int], Any], keep_world: bool, rounds: int) -> list[Series]:
    prospects, positions = _prospects(), _positions()
    kind = "mcts" if keep_world else "ismcts"
    how = player_settings.PlayerSettings(kind, exploration=EXPLORATION)

    def ours() -> float:
        start = process_time()
        for seed, prospect in enumerate(prospects):
            prospect.search(seed).run(how, SIMULATIONS)
        return DEALS * SIMULATIONS / (process_time() - start)

    def theirs() -> float:
        start = process_time()
        for seed, position in enumerate(positions):
            bot(position.get_game(), seed).step(position)
        return DEALS * SIMULATIONS / (process_time() - start)

    return interleaved(rounds, ours, theirs)


def _prospects() -> list[SearchPosition]:
    """The first decisions of some deals, as their seats see them."""
    rules = program(GAME)
    engine, search = Interpreter(rules), searcher(rules)
    found = []
    for seed in range(DEALS):
        step = engine.deal(Rng(seed))
        decision = step.status
        assert isinstance(decision, Decision)
        found.append(search.prospect(engine.view(step.state, decision.seat), len(decision.options)))
    return found


def _positions() -> list[Any]:
    game, chance = pyspiel.load_game(PEER), Random(1)
    found: list[Any] = []
    while len(found) < DEALS:
        state = past_chance(game.new_initial_state(), chance)
        if len(state.legal_actions()) > 1:
            found.append(state)
    return found


def _information_sets(game: Any, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION, SIMULATIONS, -1, policy, False, False)


def _open_cards(game: Any, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, 0, False, seed, False)


def _published_budget() -> Figure:
    rules = program("golf-six")
    searcher(rules)
    started, busy = perf_counter(), process_time()
    played = list(
        simulated(Interpreter(rules), (PLAYER,) * rules.players, 1, range(MATCHES), threads=THREADS)
    )
    taken, busy = perf_counter() - started, process_time() - busy
    decisions = sum(len(match.decisions) for match in played)
    return Figure(
        f"{MATCHES} × golf-six, {PLAYER}",
        f"{taken:.1f} s",
        f"{busy:.1f} s of processor",
        f"{taken:.1f} s",
        f"≤ {SECONDS_TARGET:.0f} s",
        taken <= SECONDS_TARGET,
        f"one run, {decisions:,} decisions",
    )
