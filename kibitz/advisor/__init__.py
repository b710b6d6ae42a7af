"""What should I do, and was that wrong: advice from what a seat may know.

In: a Question, that is a game, a View and the decision that its seat faces. Out: an Advice: what
every option is worth, which is best, how sure that is, and why.
Read advice.py first, then advising.py, which asks whoever can answer a question.
"""

from kibitz.advisor.advice import Advice, AdviceReason, Aim, Grade, OptionAdvice
from kibitz.advisor.advising import advise, refinements
from kibitz.advisor.question import Question

__all__ = [
    "Advice",
    "AdviceReason",
    "Aim",
    "Grade",
    "OptionAdvice",
    "Question",
    "advise",
    "refinements",
]
