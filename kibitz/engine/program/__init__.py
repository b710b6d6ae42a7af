"""A lowered game: what both engines run.

Everything is numbered. Strings, seats, teams, cards, locations and variables are integers;
seats and teams count from 0 here and from 1 in RECYCLE. Options are folded in, so a Program
is one game with one set of house rules.

Control flow between decisions is a flat list of steps (`Program.code`) and a program counter,
because a choice never stands inside a binder: the position in the code and the turn frames are
all there is to remember at a decision.
"""

# The vocabulary of a program is all of these files.
from kibitz.engine.program.acts import *  # noqa: F403
from kibitz.engine.program.collections import *  # noqa: F403
from kibitz.engine.program.expressions import *  # noqa: F403
from kibitz.engine.program.tables import *  # noqa: F403
