"""What docs/analysis.md lists is what there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_game_page import report

from kibitz.analysis.report import CHOICE, LEAD, RESULTS, SPREAD
from kibitz.analysis.subject import USUAL_MATCHES
from kibitz.players.matches import MOST_DECISIONS

pytestmark = pytest.mark.slow


DOCUMENT = Path(__file__).parents[2] / "docs" / "analysis.md"


def lines() -> list[str]:
    return DOCUMENT.read_text(encoding="utf-8").splitlines()


def test_every_heuristic_is_explained_and_no_other() -> None:
    text = "\n".join(lines())
    section = text.split("## The heuristics")[1].split("## The tables")[0]
    rows = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    character = report().measures.character
    names = [one.name for one in (*character.scorer, *character.notebook)]
    assert [row for row in rows if row != "name"] == names


def test_every_category_is_explained() -> None:
    text = "\n".join(lines())
    assert all(f"*{one.name}*" in text for one in report().measures.information)


@pytest.mark.parametrize(
    ("file", "columns"),
    [("choice", CHOICE), ("results", RESULTS), ("spread", SPREAD), ("lead", LEAD)],
)
def test_the_columns_of_every_table_are_listed(file: str, columns: tuple[str, ...]) -> None:
    assert f"| `{file}.csv` | {', '.join(columns)} |" in lines()


def test_the_limits_are_those_of_the_code() -> None:
    assert f"{MOST_DECISIONS:,} decisions" in "\n".join(lines())
    assert USUAL_MATCHES == 100
