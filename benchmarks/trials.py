"""A row of the report on faults."""

from __future__ import annotations

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
