"""What kind of game it is: play, measure, draw.

In: a Subject, which is a game with a SamplePlan of what to play. Out: a Report with tables,
figures and one page that needs nothing but itself. matches.py plays, measures/ turns matches
into numbers, figures/ turns numbers into drawings, page/ tells it all.
Read report.py first: it is the whole way on one page.
"""

from kibitz.analysis.key_figures import MeasureDifference, differences, scores
from kibitz.analysis.measures.all import Measures
from kibitz.analysis.measures.results import SeatShares
from kibitz.analysis.page.html import Column, document, paragraph, section, table
from kibitz.analysis.page.reading import mean_text, share_text
from kibitz.analysis.report import Report, make_report, measured, refuse_unwritable, write_report
from kibitz.analysis.subject import (
    MOST_MATCHES,
    USUAL_MATCHES,
    USUAL_PLAYER,
    USUAL_SEED,
    CannotAnalyse,
    Progress,
    SamplePlan,
    Seating,
    Subject,
    sample_text,
    titled,
)
from kibitz.analysis.thinking_matches import QUICK_SECONDS
