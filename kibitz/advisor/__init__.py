"""What should I do, and was that wrong: advice from what a seat may know.

In: a Question, that is a game, a View and the decision that its seat faces. Out: an Advice: what
every option is worth, which is best, how sure that is, and why.
Read advice.py first, then advising.py, which asks whoever can answer a question.
"""

from kibitz.advisor.advice import (
    Advice,
    Confidence,
    Grade,
    LaterRounds,
    OptionAdvice,
    Question,
    aim_of,
)
from kibitz.advisor.advising import HINT_SECONDS, SECONDS, advise, improving, refinements
from kibitz.advisor.position import SeatDecision, laid_out
from kibitz.advisor.position_file import LARGEST_BYTES, BadPosition, read_position
from kibitz.advisor.simulating import OptionTrial, appraiser_for, measured
from kibitz.advisor.wording import cells, doubt, head, nudge, numbers, origin
from kibitz.solver import Aim
