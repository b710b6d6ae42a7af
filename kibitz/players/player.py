"""Who decides at a seat, and what it thought."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kibitz.engine import Decision, Rng, View

if TYPE_CHECKING:  # whoever only names a player does not wait for NumPy
    import numpy as np
    import numpy.typing as npt

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
