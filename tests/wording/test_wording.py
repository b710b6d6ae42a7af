"""Every word that people meet in a library game is written down, and is still the same.

After a change that is meant, `python tools/wording.py` writes them anew: read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from words_met import wording

from kibitz.games import names

HERE = Path(__file__).parent
WRONG = (
    r"\b(?<!of )you is\b",
    r"\byou has\b",
    r"^ +you (?!pass\b|guess\b)\w+s\b",
    r"^ +you .*\btheir\b",
    r"\btrumps? none\b",
    r"\bnotrumps\b|# no trumps\b",
    r"# (?!passes\b|misses\b|losses\b|guesses\b|[Bb]onuses\b)\w+ses\b",
    r"\b# times\b",
    r"\S {2,}\S",
)
"""What nobody says: of others' verbs and hands to whoever listens, plurals of plurals, spaces."""
MOST_LINES = 300
"""A file that is longer is not read in review."""


def written(name: str) -> list[str]:
    return (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_game_of_the_library_has_its_words_and_the_reverse() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(names())


@pytest.mark.parametrize("name", names())
def test_what_people_meet_can_be_read_in_review(name: str) -> None:
    assert len(written(name)) <= MOST_LINES


@pytest.mark.parametrize("name", names())
def test_no_sentence_is_wrong_for_a_number_a_person_or_nothing(name: str) -> None:
    said = "\n".join(written(name))
    for wrong in WRONG:
        assert not re.search(wrong, said, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_page_and_table_say_what_is_written_down(name: str) -> None:
    assert wording(name) == written(name)
