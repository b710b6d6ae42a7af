"""Whether what players choose tells others something of cards that these do not see."""

from __future__ import annotations

from kibitz.engine.program import (
    Decide,
    Forget,
    Location,
    Program,
    Random,
    Remember,
    Statement,
    StorePoints,
)
from kibitz.engine.program.facts import ExpressionNode
from kibitz.engine.program.walk import nodes
from kibitz.recycle.syntax import LocationClass


def choices_tell(program: Program) -> bool:
    """Whether some option is there, or does what it does, because of what cards are that somebody
    does not see.

    It may say yes without need. It says no, too, of games of which the past cannot be followed:
    random numbers are drawn, or what an option does is not to be seen in piles, numbers and words
    alone.
    """
    alternatives = tuple(
        alternative
        for step in program.code
        if isinstance(step, Decide)
        for alternative in step.alternatives
    )
    can_be_followed = not any(
        isinstance(node, StorePoints | Remember | Forget) for node in nodes(alternatives)
    ) and not any(isinstance(node, Random) for node in nodes(program.code))
    return can_be_followed and any(map(_reads_hidden_cards, alternatives))


def _reads_hidden_cards(alternative: Statement) -> bool:
    reads = any(isinstance(node, ExpressionNode) and node.reads for node in nodes(alternative))
    return reads and any(
        family.location_class is not LocationClass.VISIBLE
        for node in nodes(alternative)
        if isinstance(node, Location)
        for family in node.families
    )
