"""`python -m tools.same_game`: what is rewritten is compared with what it was."""

from __future__ import annotations

import re
from pathlib import Path

from kibitz import load
from kibitz.games import find
from tools.same_game import compared


def test_the_same_rules_make_matches_alike() -> None:
    assert re.fullmatch(
        r"decisions [0-9. ]+(, score \d [0-9. ]+){4}", compared(load("old-maid"), 200)
    )


def test_other_rules_are_marked(tmp_path: Path) -> None:
    """Here everybody has one point more."""
    before = "(size ((current player) iloc HAND))))"
    after = f"(+ 1 {before})"
    text = find("old-maid").source.text
    assert text.rstrip().endswith(before)
    (tmp_path / "old-maid.rcy").write_text(text.rstrip().removesuffix(before) + after)
    said = compared(load(tmp_path / "old-maid.rcy"), 200)
    assert re.fullmatch(r"decisions [0-9. ]+(, score \d [0-9. ]+ DIFFERS){4}", said)
