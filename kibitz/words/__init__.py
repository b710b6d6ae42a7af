"""Everything that is said to people: cards, places, options, events, the arithmetic of a score.

In: programs, views, sightings, and what the game's page calls things. Out: deeds, which are values
that say what an option does or what happened, and the same in words for one listener.
Read deeds.py first: describing.py makes them of events, phrasing.py puts them into words, for
options (labels.py) and for the news (telling.py). scorekeeping.py keeps a scorecard,
tableau.py says what lies where.
"""

from kibitz.words.describing import describe
from kibitz.words.labels import option_labels
from kibitz.words.phrasing import Phrasing
from kibitz.words.scorekeeping import Hole, NoSuchNumber, Scorekeeper, Tally, Term
from kibitz.words.telling import Teller
from kibitz.words.vocabulary import Vocabulary

__all__ = [
    "Hole",
    "NoSuchNumber",
    "Phrasing",
    "Scorekeeper",
    "Tally",
    "Teller",
    "Term",
    "Vocabulary",
    "describe",
    "option_labels",
]
