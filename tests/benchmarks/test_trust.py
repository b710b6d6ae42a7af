"""`python -m benchmarks trust`: every row runs, and what it is held against is right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from benchmarks import blackjack_values, trust, trust_values
from benchmarks.__main__ import main
from benchmarks.house_bots import Careful
from benchmarks.trust import ROWS, TABLES, table
from kibitz.players import mean_of


def test_golf_is_played_as_every_preset_has_it() -> None:
    for preset, options in TABLES:
        game = table(preset, options)
        assert game.page.presets[preset].options.items() <= game.options.items() | options.items()
        assert options.items() <= game.options.items()


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_every_row_runs(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (trust, trust_values):
        monkeypatch.setattr(module, "names", lambda: ("kuhn-poker",))
    monkeypatch.setattr(trust, "TABLES", TABLES[:1])
    monkeypatch.setattr(trust, "BOTS", (Careful,))
    monkeypatch.setattr(trust, "SIMULATIONS", 50)
    monkeypatch.setattr(trust, "REVIEWED", ("kuhn-poker",))
    monkeypatch.setattr(trust, "SHEETS", ("kuhn-poker",))
    monkeypatch.setattr(trust_values, "ENDING", ((2, 1, "ON"),))
    monkeypatch.setattr(trust_values, "BLUFFING", {"kuhn-poker": 0.005})
    monkeypatch.setattr(trust_values, "_PEGGED", 64)
    monkeypatch.setattr(trust_values, "LONGER", 1)
    monkeypatch.setattr(trust_values, "BIDDING", ("pitch",))
    monkeypatch.setattr(trust_values, "READ", ("kuhn-poker",))
    assert list(ROWS[row][0](1))


@pytest.mark.parametrize("losses", [[0.0], [5.0]])
def test_of_one_measurement_nothing_is_beyond_doubt(losses: list[float]) -> None:
    assert trust_values._told(mean_of(losses), 0.1, "points").endswith("not refuted")


def test_a_row_that_is_run_again_leaves_the_others_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, said = tmp_path / "trust.md", iter(["0.7 right", "as it was", "0.9 right"])

    def measured(_sample: int) -> Iterator[str]:
        """What is held to be true."""
        yield next(said)

    monkeypatch.setattr(trust, "ROWS", {"bids": (measured, 3), "poker": (measured, 1)})
    for row in ("poker", "bids", "poker"):
        done = CliRunner().invoke(main, ["trust", "--row", row, "--page", str(file)])
        assert done.exit_code == 0, done.output
    text = file.read_text(encoding="utf-8")
    assert text.count("What is held to be true.") == 2
    assert "0.7 right" not in text
    assert text.index("as it was") < text.index("0.9 right")
    assert "$ python -m benchmarks trust --row bids --sample 3" in text


def test_at_blackjack_eights_are_split_before_a_six_and_not_before_a_ten() -> None:
    """A dealer who takes the second card last wins both bets with a natural."""
    for up, best in ((6, "split"), (10, "hit")):
        found = blackjack_values.values((8, 8), up)
        assert max(found, key=found.__getitem__) == best
    assert "split" not in blackjack_values.values((7, 9), 6)
