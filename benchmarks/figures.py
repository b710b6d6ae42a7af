"""A figure: what was measured, beside what, against which target."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report."""

    name: str
    ours: str
    theirs: str
    value: str
    """What is held against the target: a ratio, a rate, a time."""
    target: str
    reached: bool | None
    """None: there is no target, or nothing could be measured."""
    spread: str = ""

    @property
    def verdict(self) -> str:
        return {True: "reached", False: "NOT reached", None: "–"}[self.reached]


@dataclass(frozen=True, slots=True)
class Section:
    """Figures of one kind, and how they were counted."""

    title: str
    note: str
    figures: tuple[Figure, ...]


def missing(name: str, target: str, why: str) -> Figure:
    """The line of a figure that cannot be measured here."""
    return Figure(name, "–", "–", why, target, None)


def rate(per_second: float) -> str:
    """Decisions a second for reading: `35.1 M/s`, `7.1 k/s`."""
    if per_second >= 1e6:
        return f"{per_second / 1e6:.3g} M/s" if per_second < 1e9 else f"{per_second / 1e6:.0f} M/s"
    return f"{per_second / 1e3:.3g} k/s"


HEADINGS = ("figure", "kibitz", "other side", "value", "target", "", "spread")


def cells(figure: Figure) -> tuple[str, ...]:
    return (
        figure.name,
        figure.ours,
        figure.theirs,
        figure.value,
        figure.target,
        figure.verdict,
        figure.spread,
    )
