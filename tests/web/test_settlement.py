"""How a hole is settled by the rules of a table, before anybody has played one."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.web.offers import Offers
from kibitz.web.refusal import Refused
from kibitz.web.scorecards import settled


@pytest.mark.slow
def test_three_players_are_settled_by_the_rules_of_the_table() -> None:
    told = settled(Offers(), "golf", (("KNOCKPENALTY", "ON"), ("UNDERDOGBONUS", "ON")))
    assert told is not None
    tallies = told["tallies"]
    assert (told["word"], told["columns"], len(tallies)) == ("hole", 3, 3)
    labels = {term.label for tally in tallies for term in tally.terms}
    assert labels >= {"", "knock penalty"}
    for tally in tallies:
        assert sum(term.value for term in tally.terms) == tally.score


def test_a_game_that_has_no_scorecard_has_nothing_to_settle() -> None:
    assert settled(Offers(), "golf-six", ()) is None


def test_rules_that_there_are_not_are_refused() -> None:
    with pytest.raises(Refused, match="no option MULLIGANS"):
        settled(Offers(), "golf", (("MULLIGANS", 1),))
