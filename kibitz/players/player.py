"""Who decides at a seat, what it thought, and how it is asked; the simplest plays at random."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kibitz.engine import Decision, Rng, View

if TYPE_CHECKING:  # whoever only names a player does not wait for NumPy
    import numpy as np
    import numpy.typing as npt
from collections.abc import Mapping

from kibitz.engine import MatchError, Program
from kibitz.recycle import KibitzError

Parts: TypeAlias = "npt.NDArray[np.float64]"
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


def make_uniform(program: Program, values: Mapping[str, str]) -> Player:
    return Uniform()
