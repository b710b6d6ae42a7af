"""What kind of game it is: play, measure, draw.

In: a Subject, which is a game with a SamplePlan of what to play. Out: a Report with tables,
figures and one page that needs nothing but itself. matches.py plays, measures/ turns matches
into numbers, figures/ turns numbers into drawings, page/ tells it all.
Read report.py first: it is the whole way on one page.
"""

from kibitz.analysis.plan import CannotAnalyse, SamplePlan
from kibitz.analysis.report import Report, make_report, refuse_unwritable, write_report
from kibitz.analysis.subject import Subject

__all__ = [
    "CannotAnalyse",
    "Report",
    "SamplePlan",
    "Subject",
    "make_report",
    "refuse_unwritable",
    "write_report",
]
