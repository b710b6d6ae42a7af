"""Every library game has a match written down, and it is played again line by line.

After a change that is meant, `python tools/playthroughs.py` writes them anew: read the difference.
"""

from __future__ import annotations

from itertools import islice, zip_longest
from pathlib import Path

import pytest
from playthrough import Playthrough

from kibitz import load
from kibitz.games import names

HERE = Path(__file__).parent
BEGINNING = 20
"""Lines of a match that are compared every time; the rest takes its time."""


def test_every_game_of_the_library_has_a_playthrough_and_the_reverse() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(names())


written_down = pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.txt")))


@written_down
def test_a_match_begins_as_it_is_written_down(name: str) -> None:
    compare(name, BEGINNING)


@written_down
@pytest.mark.slow
def test_the_match_goes_as_it_is_written_down(name: str) -> None:
    compare(name, None)


def compare(name: str, lines: int | None) -> None:
    """The first lines, or all."""
    written = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = islice(Playthrough(load(name)).lines(), lines)
    for number, (line, again) in enumerate(zip_longest(written[:lines], played), start=1):
        assert again == line, f"{name}.txt, line {number}"
