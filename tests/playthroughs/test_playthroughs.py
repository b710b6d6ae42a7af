"""Every library game has a match written down, and it is played again line by line.

After a change that is meant, `python tools/playthroughs.py` writes them anew: read the difference.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from playthrough import Playthrough

from kibitz.games import find, names

HERE = Path(__file__).parent


def test_every_game_of_the_library_has_a_playthrough_and_the_reverse() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(names())


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.txt")))
def test_the_match_goes_as_it_is_written_down(name: str) -> None:
    written = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (line, played) in enumerate(
        zip_longest(written, Playthrough(find(name)).lines()), start=1
    ):
        assert played == line, f"{name}.txt, line {number}"
