"""The analyses of the paper, from files that somebody gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.valet import HEADINGS, OURS, PUBLISHED
from kibitz.games import find


@pytest.mark.slow
def test_files_are_measured_and_stand_beside_what_was_published(tmp_path: Path) -> None:
    text = find("kuhn-poker").checked.source.text
    (tmp_path / "Kuhn2.rcy").write_text(text, encoding="utf-8")
    published = tmp_path / "published.json"
    published.write_text(json.dumps({"Kuhn2": {"options": 2.0, "wins": 0.5}}), encoding="utf-8")
    page = tmp_path / "valet.md"
    said = ["valet", "--from", str(tmp_path), "--published", str(published), "--matches", "6"]
    done = CliRunner().invoke(main, [*said, "--player", "mcts:sims=5", "--output", str(page)])
    assert done.exit_code == 0, done.output
    (row,) = (line for line in page.read_text().splitlines() if line.startswith("| Kuhn2 |"))
    cells = [cell.strip() for cell in row.split("|")]
    assert cells[2] == "2"
    assert cells[4] == "2.00 / 2"
    assert cells[9].endswith("(even 50%) / 50%")
    assert cells[10].endswith("(even 50%)")


def test_what_the_author_found_is_known_of_all_games_of_the_paper() -> None:
    told = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    assert len(told) == 21
    assert told["GolfSix4"] == {"wins": 0.86, "random_wins": 0.24}
    assert set(OURS) < set(told)
    assert all(set(of) <= set(HEADINGS) for of in told.values())
