"""Awards that an option puts into a point map."""

from __future__ import annotations

import pytest

from kibitz.recycle import Source, check
from kibitz.recycle.syntax import GuardedAwardNode, SetPointsNode
from kibitz.recycle.syntax.types import nodes


def text(awards: str, around: str = "{}") -> str:
    points = around.format(f"(set (game points VALUE) ({awards}))")
    return f"""(game
 (declare (option OFF (OFF, ON)) 'CHEAP)
 (setup (create players 1) (create deck (game vloc PILE) (deck (RANK (A, B)))))
 (do ({points}))
 (scoring max (sum (game vloc PILE) using (game points VALUE))))"""


def slugs(awards: str, around: str = "{}") -> list[str]:
    return [report.slug for report in check(Source("s", text(awards, around))).diagnostics]


def test_a_guarded_award_is_an_award_with_a_condition_before_it() -> None:
    checked = check(Source("s", text("((RANK : A) 1) ((== 'CHEAP ON) ((RANK : B) 2))"))).game
    assert checked is not None
    (points,) = (node for node in nodes(checked.game) if isinstance(node, SetPointsNode))
    assert [isinstance(award, GuardedAwardNode) for award in points.awards] == [False, True]


def test_the_same_card_may_be_awarded_under_different_conditions() -> None:
    awards = "((== 'CHEAP ON) ((RANK : A) 1)) ((== 'CHEAP OFF) ((RANK : A) 5))"
    assert slugs(awards) == []


@pytest.mark.parametrize(
    ("awards", "around"),
    [
        ("((== (game sto N) 1) ((RANK : B) 2))", "(inc (game sto N)) {}"),
        ("((== 'N 1) ((RANK : B) 2))", "(all (range 1..2) 'N {})"),
        ("((== (size (game vloc PILE)) 2) ((RANK : B) 2))", "{}"),
    ],
)
def test_a_guard_is_fixed_before_a_match_starts(awards: str, around: str) -> None:
    assert slugs(awards, around) == ["not-constant"]


def test_a_guard_that_no_value_satisfies_is_pointed_out() -> None:
    assert slugs("((RANK : A) 1) ((== 'CHEAP MAYBE) ((RANK : B) 2))") == ["condition-never-true"]


@pytest.mark.parametrize(
    "award", ["((== 'CHEAP ON) 3)", "((== 'CHEAP ON))", "((== 'CHEAP ON) ((RANK B) 2))"]
)
def test_a_guard_without_an_award_is_refused(award: str) -> None:
    assert "malformed-award" in slugs(award)
