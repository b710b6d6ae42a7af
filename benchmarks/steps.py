"""Single steps of agents: of a state, of a match with words, of a batch, and through adapters.

An adapter stands beside a loop that does the same with a bare state, in turn with it: what it adds
is the ratio of the two.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import process_time

import click
import numpy as np
import numpy.typing as npt

from benchmarks.timing import Series, interleaved
from kibitz import Game, NativeState, Rng, gymnasium, load, pettingzoo

HAS_OPENSPIEL = find_spec("pyspiel") is not None

GAMES = ("leduc-poker", "golf-six", "hearts")
BATCH = 4_096
HEADINGS = (
    "game",
    "state",
    "observed",
    "match",
    "with words",
    f"batch of {BATCH:,}",
    "OpenSpiel",
    "Gymnasium adds",
    "PettingZoo adds",
)
Play = Callable[[int], int]
"""Makes so many steps, or some more, and says how many they were."""


@click.command("steps")
@click.option("--rounds", default=5, show_default=True, help="How often everything is measured.")
@click.option("--steps", default=4_000, show_default=True, help="Of one measurement.")
def command(rounds: int, steps: int) -> None:
    """Measure single steps a second of a core, deals included, and what adapters add."""
    click.echo(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}")
    for name in GAMES:
        click.echo(f"| {' | '.join([name, *measured(load(name), rounds, steps)])} |")


def measured(game: Game, rounds: int, steps: int) -> list[str]:
    """The cells of one row."""
    plain = [stepped(game), observed(game), played(game), told(game), in_batch(game)]
    plain += [in_openspiel(game)] if HAS_OPENSPIEL else []
    pairs = [(one_seat(game), seat_env(game)), (observed(game), zoo_env(game))]
    speeds = [timed(rounds, steps, play)[0] for play in plain]
    added = [bare.over(adapted) for bare, adapted in (timed(rounds, steps, *two) for two in pairs)]
    return [
        *(f"{speed.median / 1e3:,.1f} k" for speed in speeds),
        *([] if HAS_OPENSPIEL else ["–"]),
        *(f"{ratio.median - 1:+.0%} ({ratio.spread()})" for ratio in added),
    ]


def timed(rounds: int, steps: int, *sides: Play) -> list[Series]:
    """Steps a second of the processor, of each side."""

    def measured(play: Play) -> Callable[[], float]:
        def side() -> float:
            start = process_time()
            made = play(steps)
            return made / (process_time() - start)

        return side

    return interleaved(rounds, *map(measured, sides))


def stepped(game: Game) -> Play:
    """Any action, and the next deal at the end."""
    state, chance = game.state(), np.random.default_rng(1)

    def play(steps: int) -> int:
        for number in range(steps):
            take_any(state, chance)
            if state.is_over:
                state.restart(1, number)
        return steps

    return play


def take_any(state: NativeState, chance: np.random.Generator) -> None:
    legal = state.legal_actions
    state.apply(legal[int(chance.random() * len(legal))])


def observed(game: Game) -> Play:
    """The same, of what is seen and of a mask."""
    state, chance = game.state(), np.random.default_rng(1)

    def play(steps: int) -> int:
        for number in range(steps):
            state.observe(state.seat)
            state.apply(any_of(state.mask(), chance))
            if state.is_over:
                _ = state.scores
                state.restart(1, number)
        return steps

    return play


def any_of(mask: npt.NDArray[np.int8], chance: np.random.Generator) -> int:
    legal = mask.nonzero()[0]
    return int(legal[int(chance.random() * len(legal))])


def played(game: Game) -> Play:
    """A match with its record, and no words."""

    def play(steps: int) -> int:
        chance, match = Rng(1), game.match(1)
        for number in range(steps):
            if match.is_over:
                match = game.match(number)
            match.play(chance.below(len(match.decision.options)))
        return steps

    return play


def told(game: Game) -> Play:
    """A match with views and labels, as a player or a table asks for them."""

    def play(steps: int) -> int:
        chance, match = Rng(1), game.match(1)
        for number in range(steps):
            if match.is_over:
                match = game.match(number)
            match.play(chance.below(len(match.options)))
        return steps

    return play


def in_batch(game: Game) -> Play:
    """Many matches at once, with what is seen and masks."""
    batch, chance = game.batch(BATCH), np.random.default_rng(1)

    def play(steps: int) -> int:
        made = 0
        while made < steps * 20:
            batch.act(gymnasium.uniform(batch.observe(), batch.mask(), chance))
            batch.restart()
            made += BATCH
        return made

    return play


def in_openspiel(game: Game) -> Play:
    """Decisions in OpenSpiel's form, chance between them included; nodes seen before are kept."""
    form = import_module("kibitz.openspiel")
    chance, rules = np.random.default_rng(1), form.SpielGame({"game": game.name})

    def play(steps: int) -> int:
        made, state = 0, rules.new_initial_state()
        while made < steps / 20:
            if state.is_terminal():
                state = rules.new_initial_state()
            made += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
        return made

    return play


def one_seat(game: Game) -> Play:
    """What `SeatEnv` does, by hand."""
    state, chance = game.state(), np.random.default_rng(1)

    def others() -> None:
        while not state.is_over and state.seat:
            take_any(state, chance)

    def play(steps: int) -> int:
        dealt = 0
        for _ in range(steps):
            while state.is_over or state.seat:
                dealt += 1
                state.restart(1, dealt)
                others()
                state.observe(0)
            state.apply(any_of(state.mask(), chance))
            others()
            state.observe(0)
            if state.is_over:
                _ = state.mask(), state.scores
        return steps

    return play


def seat_env(game: Game) -> Play:
    """One seat as Gymnasium has it."""
    env, chance = gymnasium.SeatEnv(game), np.random.default_rng(1)

    def play(steps: int) -> int:
        _, info = env.reset(seed=1)
        for _ in range(steps):
            _, _, is_over, _, info = env.step(any_of(info["action_mask"], chance))
            if is_over:
                _, info = env.reset()
        return steps

    return play


def zoo_env(game: Game) -> Play:
    """Every seat as PettingZoo has it."""
    env, chance = pettingzoo.env(game), np.random.default_rng(1)

    def play(steps: int) -> int:
        env.reset(1)
        for _ in range(steps):
            agent = env.agent_selection
            env.step(any_of(env.observe(agent)["action_mask"], chance))
            if env.terminations[agent]:
                env.reset()
        return steps

    return play
