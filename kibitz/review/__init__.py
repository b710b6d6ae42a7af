"""What went wrong in a match, and what was luck: every decision beside the best one.

In: a Record. Out: a Review: what each decision lost, how the result of every seat came about, and
where the match turned; as values, and as a page.
Read reviewing.py first, then accounts.py, which makes luck and skill add up and tells how
every hand was settled.
"""

from kibitz.review.accounts import Change, Hope, Reviewed
from kibitz.review.page import review_page
from kibitz.review.reviewing import (
    FAULTS,
    SIMULATIONS,
    Review,
    Reviewing,
    balance,
    headline,
    settled_heading,
    turning_point,
    verdict,
)
