"""What emitted code offers to be called, and the numbers both sides of a call must agree on.

Nothing of a compiler here: whoever only calls code that was kept imports this file alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.engine.program import Program
from kibitz.recycle import Span

FaultSite = tuple[str, Span | None]
"""A place where emitted code can give up: which fault it is there, and what it is about."""


class Purpose(StrEnum):
    """What the code is for: search needs more functions than play, learning more than search."""

    PLAY = "play"
    SEARCH = "search"
    LEARN = "learn"
    OBSERVE = "observe"
    """What seats see and may do as numbers, for agents that learn elsewhere."""
    SOLVE = "solve"
    """By itself: cards may be undealt."""
    GRID = "grid"
    """Playouts on a GPU."""
    GRID_TRIALS = "grid trials"
    """Options tried in worlds on a GPU."""
    GRID_BATCH = "grid batch"
    """Many states on a GPU, stepped together."""

    @property
    def is_for_grid(self) -> bool:
        return self in (Purpose.GRID, Purpose.GRID_TRIALS, Purpose.GRID_BATCH)

    @property
    def observes(self) -> bool:
        """Whether it says what seats see and may do as numbers."""
        return self in (Purpose.OBSERVE, Purpose.GRID_BATCH)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes: `p` an address, `i` 32 bits, `l` 64 bits. It returns 32 bits."""

    name: str
    parameters: str


SEED = Signature("seed", "pll")
OPTIONS = Signature("options", "pp")
PERFORM = Signature("perform", "ppp")
ADVANCE = Signature("advance", "pp")
SCORE = Signature("score", "ppp")
DEAL = Signature("deal", "pp")
PLAYOUTS = Signature("playouts", "pplliippp")
DEAL_MANY = Signature("deal_many", "ppplli")
OPTIONS_MANY = Signature("options_many", "ppppi")
STEP_MANY = Signature("step_many", "ppppi")
SCORE_MANY = Signature("score_many", "pppi")
MANY = DEAL_MANY, OPTIONS_MANY, STEP_MANY, SCORE_MANY
NUMBERED = Signature("numbered", "pp")
OBSERVE = Signature("observe", "ppip")
OBSERVE_MANY = Signature("observe_many", "ppppi")
MASK_MANY = Signature("mask_many", "pppi")
ACT_MANY = Signature("act_many", "pppppii")
RENEW_MANY = Signature("renew_many", "pppppilli")
INFORM_MANY = Signature("inform_many", "pppppii")
DEAL_WORLD = Signature("deal_world", "ppp")
RECALL = Signature("recall", "ppppp")
RECALL_WORLD = Signature("recall_world", "ppppp")
SEARCH = Signature("search", "ppppppp")
APPRAISE = Signature("appraise", "ppppllppp")
SIGHTED = Signature("sighted", "ppip")
BLIND = Signature("blind", "ppi")
FEATURES = Signature("features", "ppippiip")
CONSIDER = Signature("consider", "ppppipppp")
LESSON = Signature("lesson", "pppppp")
STUDY = Signature("study", "pppppip")
SOLVE = Signature("solve", "ppppp")
CONTEST = Signature("contest", "ppplliip")

GRID_PLAYOUTS = Signature("grid_playouts", "pplliippppi")
GRID_DEAL = Signature("grid_deal", "ippppll")
GRID_OPTIONS = Signature("grid_options", "ippppp")
GRID_STEP = Signature("grid_step", "ippppp")
GRID_SCORE = Signature("grid_score", "ipppp")
GRID_CHECK = Signature("grid_check", "ippp")
GRID_OBSERVE = Signature("grid_observe", "ippppp")
GRID_MASK = Signature("grid_mask", "ipppp")
GRID_ACT = Signature("grid_act", "ippppp")
GRID_RENEW = Signature("grid_renew", "ipppppll")
GRID_ALLOWED = Signature("grid_allowed", "ipppp")
GRID_BATCH = GRID_DEAL, GRID_OPTIONS, GRID_STEP, GRID_SCORE, GRID_CHECK
GRID_OBSERVED = GRID_OBSERVE, GRID_MASK, GRID_ACT, GRID_RENEW, GRID_ALLOWED
GRID_TRIALS = Signature("grid_trials", "ppplliiiip")

CAPPED = 1 << 30
"""Set in a playout's number of decisions when it stopped at the limit."""
TRACED_SEAT, TRACED_MOVE = 16, 20
"""A trace tells of a decision: among how many options, from this bit on the seat, and from this one
the name of the move that was made (its number in `Program.moves`, from 1; 0 if it has none)."""
TALLIED_MOVES = 3
"""A tally sums up the decisions of a match, in words of 64 bits: all options together, the most at
once, decisions without a choice, and from this word on how often each move was made."""


def tally_bytes(program: Program) -> int:
    """What the tally of a match takes."""
    return 8 * (TALLIED_MOVES + len(program.moves))
