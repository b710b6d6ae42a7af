"""Every bomb is refused or stopped in 5 seconds and 512 MiB, with a word, without a traceback."""

from __future__ import annotations

import re
from pathlib import Path
from unicodedata import category

import beside_a_program
import by_definition
import in_play
import in_text
import on_paper
import pytest
from bombs import BOMBS, Bomb
from sandbox import CPU_SECONDS, MEBIBYTES, Ending, run

SLUG = re.compile(r"[a-z]+(-[a-z]+)+")
MAKERS = (in_text, in_play, by_definition, on_paper, beside_a_program)
"""Their functions have put themselves among the bombs."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.name)
def test_a_bomb_is_disarmed(bomb: Bomb, tmp_path: Path) -> None:
    ending = run(bomb.command.split(), bomb.files(), tmp_path)
    assert ending.cpu_seconds <= CPU_SECONDS, ending
    assert ending.mebibytes <= MEBIBYTES, ending
    assert ending.exit_code == (1 if bomb.report else 0), ending
    assert said_for(bomb) in ending.said, ending
    assert is_decent(ending), ending


def said_for(bomb: Bomb) -> str:
    return f"error[{bomb.report}]" if SLUG.fullmatch(bomb.report) else bomb.report


def is_decent(ending: Ending) -> bool:
    """Whether what is said is short enough to be read, and harmless on a terminal."""
    strange = [sign for sign in ending.said if category(sign) in ("Cc", "Cf") and sign != "\n"]
    return "Traceback" not in ending.said and len(ending.said) < 100_000 and not strange


def test_there_are_more_than_a_hundred_bombs_of_every_sort() -> None:
    assert len(BOMBS) > 100
    assert len({bomb.name for bomb in BOMBS}) == len(BOMBS)
    assert all(any(bomb.make.__module__ == sort.__name__ for bomb in BOMBS) for sort in MAKERS)
