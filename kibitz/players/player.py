"""Who decides at a seat, what it thought, how it is asked, and how it is made from the name that
people type: `uniform`, `ismcts:sims=20000`, `mypkg.bots:Greedy`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from kibitz.engine import Decision, MatchError, Program, Rng, View, player_settings
from kibitz.games import Objective
from kibitz.recycle import KibitzError

Parts = npt.NDArray[np.float64]
"""(part, option, 2 * seats): mean final scores, then ranks, by seat; nan where never tried."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a player expects of one option."""

    visits: int
    """Simulations that began with it."""
    reward: float
    """Mean reward for the chooser, higher is better."""
    stderr: float
    """Standard error of that mean."""
    scores: tuple[float, ...]
    """Mean final score of every seat."""
    ranks: tuple[float, ...]
    """Mean final rank of every seat, 1 is best."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The option to play, by index, and an estimate for every option (none if it did not look)."""

    option: int
    estimates: tuple[Estimate, ...] = ()
    parts: Parts | None = field(default=None, compare=False, repr=False)
    """The estimates once more, from parts of the thinking that know nothing of each other, such
    as worlds: what one part thinks best can be valued by the others. None if there are no parts."""
    unheeded: int = field(default=0, compare=False)
    """Worlds it looked at that do not heed all that was chosen before: none was found that does, or
    the seat lost track of a card since."""


class Player(Protocol):
    """Chooses from what its seat may know; it is never handed a state."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice: ...


@runtime_checkable
class Telling(Player, Protocol):
    """One who can tell how often it would take each option."""

    def odds(self, view: View, options: int) -> Sequence[float] | None:
        """None where it cannot."""
        ...


class PlayerFault(KibitzError):
    """A player failed or answered nonsense; says which one, at which seat, and what it did."""


def ask(player: Player, name: str, view: View, decision: Decision, rng: Rng) -> Choice:
    """The player's choice, which the decision offers. Raises PlayerFault if there is none.

    A rule that fails inside a search is no fault of the player: that MatchError passes through.
    """
    who = f"{name} (player {decision.seat + 1})"
    try:
        choice = player.choose(view, decision, rng)
    except MatchError:
        raise
    except Exception as error:  # anybody may write a player, so anything may come out of it
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PlayerFault(f"{who} failed: {what}") from error
    options = len(decision.options)
    if not isinstance(choice, Choice):
        raise PlayerFault(f"{who} must return a Choice, not {choice!r}")
    if not isinstance(choice.option, int) or not 0 <= choice.option < options:
        raise PlayerFault(
            f"{who} chose option {choice.option!r}; there are options 0 to {options - 1}"
        )
    return choice


class Uniform:
    """Every option is equally likely."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        return Choice(rng.below(len(decision.options)))


_MADE_IN = {
    **dict.fromkeys(("beginner", "casual", "club", "learned"), "learned"),
    **dict.fromkeys(("flat", "mcts", "ismcts"), "searching"),
    "expert": "expert",
}
"""The file of each player, imported when one of them is made."""
Maker = Callable[[Program, player_settings.PlayerSettings], Player]


def is_own(name: str) -> bool:
    """Whether the name is that of a class somebody wrote: making the player runs its code."""
    short, _, rest = name.partition(":")
    return short not in player_settings.PLAYERS and rest.isidentifier()


def make_player(name: str, program: Program) -> Player:
    """The player of that name for a match of these rules. Raises UnknownPlayer.

    Only for names that the user has typed: what stands in a file must not name code.
    """
    if is_own(name):
        module, _, attribute = name.partition(":")
        return _own_player(module, attribute, program)
    return built_in_player(name, program)


def built_in_player(name: str, program: Program) -> Player:
    """One of the players that kibitz has. Raises UnknownPlayer."""
    settings = player_settings.read_settings(name)
    if settings.kind == "uniform":
        return Uniform()
    maker: Maker = import_module(f"kibitz.players.{_MADE_IN[settings.kind]}").make
    return maker(program, settings)


def wanting(name: str, objective: Objective) -> str:
    """The name, with the reward said where a game is played for score and the name is silent."""
    short, _, rest = name.partition(":")
    said = rest.split(",") if rest else []
    can_want = short in player_settings.PLAYERS and any(
        one.name == "reward" for one in player_settings.PLAYERS[short].parameters
    )
    if objective is Objective.PLACE or not can_want or any("reward=" in part for part in said):
        return name
    return f"{short}:{','.join([*said, 'reward=score'])}"


def _own_player(module: str, attribute: str, program: Program) -> Player:
    """A player that somebody wrote: a class, called with the program."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        loaded = import_module(module)
    except ImportError as error:
        raise player_settings.UnknownPlayer(
            f"the module {module} cannot be imported: {error}"
        ) from None
    except Exception as error:  # the module is not ours: it may fail in any way
        raise player_settings.UnknownPlayer(
            f"the module {module} fails when imported: {_told(error)}"
        ) from error
    made = getattr(loaded, attribute, None)
    if not callable(made):
        raise player_settings.UnknownPlayer(f"the module {module} has no class {attribute}")
    try:
        player: Player = made(program)
    except Exception as error:  # nor is the class
        raise player_settings.UnknownPlayer(
            f"{module}:{attribute} cannot be made: {_told(error)}"
        ) from error
    if not callable(getattr(player, "choose", None)):
        raise player_settings.UnknownPlayer(
            f"{module}:{attribute} has no method choose(view, decision, rng)"
        )
    return player


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
