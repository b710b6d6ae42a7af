"""A row of the report on faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

HEADINGS = ("what was tried", "how often", "what happened", "held?")


@dataclass(frozen=True, slots=True)
class Row:
    tried: str
    often: str
    happened: str
    held: bool

    @property
    def cells(self) -> tuple[str, ...]:
        return self.tried, self.often, self.happened, "yes" if self.held else "**no**"


def tried(words: str, trial: Callable[[], tuple[str, str]]) -> Row:
    """What the trial says: how often, and what happened. It held unless the trial fails."""
    try:
        often, happened = trial()
    except Exception as fault:  # whatever it is, it stands in the report
        return Row(words, "–", f"{type(fault).__name__}: {fault}".splitlines()[0], held=False)
    return Row(words, often, happened, held=True)
