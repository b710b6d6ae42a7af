"""Everything that is said to people: cards, places, options, events, the arithmetic of a score.

In: programs, views, sightings, and what the game's page calls things. Out: deeds, which are values
that say what an option does or what happened, and the same in words for one listener.
Read deeds.py first: describing.py makes them of events, phrasing.py puts them into words, for
options (labels.py) and for the news (telling.py). scorekeeping.py keeps a scorecard,
tableau.py says what lies where.
"""

from kibitz.words.comparing import Comparing, Comparison, DifferenceKind
from kibitz.words.describing import describe
from kibitz.words.labels import foreseen_labels, option_labels, rehearsals
from kibitz.words.numbers import decimal, percent
from kibitz.words.offering import Offer, offers
from kibitz.words.open_cards import OpenCards
from kibitz.words.option_traits import TouchedSpot, made_together, touched_spots, warnings
from kibitz.words.plain_text import plain_event, plain_table
from kibitz.words.scorekeeping import Hole, NoSuchNumber, Scorekeeper, Tally, Term
from kibitz.words.tableau import Area, ChosenNumbers, Face, Row, Tableau
from kibitz.words.telling import Teller
from kibitz.words.vocabulary import Vocabulary, player_name
