"""The analyses of the paper, from files that somebody gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from kibitz.games import find


@pytest.mark.slow
def test_files_are_measured_and_stand_beside_what_was_published(tmp_path: Path) -> None:
    text = find("kuhn-poker").checked.source.text
    (tmp_path / "Kuhn2.rcy").write_text(text, encoding="utf-8")
    published = tmp_path / "published.json"
    published.write_text(json.dumps({"Kuhn2": {"options": 2.0}}), encoding="utf-8")
    page = tmp_path / "valet.md"
    said = ["valet", "--from", str(tmp_path), "--published", str(published), "--matches", "6"]
    done = CliRunner().invoke(main, [*said, "--player", "mcts:sims=5", "--output", str(page)])
    assert done.exit_code == 0, done.output
    (row,) = (line for line in page.read_text().splitlines() if line.startswith("| Kuhn2 |"))
    cells = [cell.strip() for cell in row.split("|")]
    assert cells[2] == "2"
    assert cells[4] == "2.00 / 2"
    assert "(even 50%)" in cells[9]
