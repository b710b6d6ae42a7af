"""The decks that lie on the table before anything else happens."""

from __future__ import annotations

from kibitz.engine.program import Const, Create, Perform, Program, Step


def setup_length(program: Program) -> int:
    """How many steps the code begins with that make the same deck in every match."""
    for number, step in enumerate(program.code):
        if not _makes_fixed_deck(step):
            return number
    return len(program.code)


def _makes_fixed_deck(step: Step) -> bool:
    if not (isinstance(step, Perform) and isinstance(step.statement, Create)):
        return False
    location = step.statement.location
    return (
        isinstance(step.statement.back, Const)
        and location.name is None
        and isinstance(location.owner, Const | None)
        and isinstance(location.index, Const)
        and 0 <= location.index.value < location.families[0].indices
    )
