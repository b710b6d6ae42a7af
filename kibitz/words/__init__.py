"""Everything that is said to people: cards, places, options, events, the arithmetic of a score.

In: programs, views, sightings, and what the game's page calls things. Out: deeds, which are values
that say what an option does or what happened, and the same in words for one listener.
Read describing.py first, which makes them of events; phrasing.py puts them into words, for options
(labels.py) and for the news (telling.py). scorekeeping.py keeps a scorecard, tableau.py says what
lies where.
"""

from kibitz.words.comparing import Comparing, Comparison, DifferenceKind, decimal, percent
from kibitz.words.describing import describe
from kibitz.words.faces import FaceWords
from kibitz.words.grammar import second_person, so_many
from kibitz.words.labels import Offer, labelled, offers, option_labels
from kibitz.words.open_cards import OpenCards
from kibitz.words.option_traits import Deed, Eye, Rehearsed, Trait, told
from kibitz.words.plain_tables import plain_rows, plain_table, what_it_did
from kibitz.words.rows import Area, Face, Row
from kibitz.words.scorekeeping import Hole, NoSuchNumber, Scorekeeper, Tally, Term
from kibitz.words.settling import Account, Booking, Bookkeeper, told_booking, told_terms
from kibitz.words.tableau import ChosenNumbers, Tableau, common_view
from kibitz.words.telling import Tale, Teller
from kibitz.words.vocabulary import Vocabulary, addressed, player_name, signed
