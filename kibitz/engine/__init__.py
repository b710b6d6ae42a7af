"""The rules at work: a checked game becomes a Program, and an engine plays it.

In: `kibitz.recycle.CheckedGame`, option values, a generator. Out: states, decisions, events,
outcomes, and for each seat a View. Chance always comes in as an argument.
Read protocol.py first, then program/ and interpreter.py.
"""

from kibitz.engine.errors import IllegalChoice, MatchError
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.lower import lower
from kibitz.engine.outcome import Outcome
from kibitz.engine.program import Program
from kibitz.engine.protocol import Decision
from kibitz.engine.rng import Rng
from kibitz.engine.view import View

__all__ = [
    "Decision",
    "IllegalChoice",
    "Interpreter",
    "MatchError",
    "Outcome",
    "Program",
    "Rng",
    "View",
    "lower",
]
