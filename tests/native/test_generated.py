"""Random programs: both engines play them alike, down to the fault in which a match may end.

A failure shows the smallest program Hypothesis could find.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, note, reject, seed, settings
from lockstep import CountedLockstep
from longer import TIMES
from programs import programs

from kibitz.engine import lower
from kibitz.recycle import RecycleError, Source, check

pytestmark = pytest.mark.slow


MATCHES = 4
DECISIONS = 10
WIDEST = 400
"""A match is left where there are more options than this."""

SHARDS = 26
PROGRAMS = 6 * TIMES
"""In every shard. Many small runs give more different programs than one large one."""


def compare(text: str) -> None:
    """Both engines on a few matches of the program."""
    note(text)
    result = check(Source("generated.rcy", text))
    assert result.game is not None, [report.headline for report in result.diagnostics]
    try:
        table = CountedLockstep(lower(result.game))
    except RecycleError as error:
        if error.diagnostics[0].slug != "too-much-code":
            raise
        reject()  # the reference engine alone plays it
    for number in range(MATCHES):
        table.play(number, most=DECISIONS, every=1, widest=WIDEST)


def shard(number: int, count: int) -> None:
    @seed(number)
    @settings(
        max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @given(programs())
    def both_engines_agree(text: str) -> None:
        compare(text)

    both_engines_agree()


def test_both_engines_agree_on_a_few_random_programs() -> None:
    shard(0, 25)


@pytest.mark.parametrize("number", range(1, SHARDS + 1))
def test_both_engines_agree_on_random_programs(number: int) -> None:
    shard(number, PROGRAMS)
