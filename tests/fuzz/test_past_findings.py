"""Programs that fuzzing once found to hang kibitz or to slip through."""

from __future__ import annotations

import pytest

from kibitz.recycle import Source, check


@pytest.mark.parametrize(
    ("setup", "slug"),
    [
        (
            "(create players 2147483647) (create teams (1, 3) (2, 4)) "
            "(create deck (game vloc X) (deck (RANK (A))))",
            "player-count",
        ),
        (
            "(create players 2) (create deck (game vloc X) (deck (RANK (,))))",
            "malformed-deck",
        ),
    ],
)
def test_a_setup_beyond_reason_is_refused_at_once(setup: str, slug: str) -> None:
    text = f"(game (setup {setup}) (do ((turn pass))) (scoring max (size (game vloc X))))"
    result = check(Source("game.rcy", text))
    assert slug in {diagnostic.slug for diagnostic in result.diagnostics}
    assert result.game is None
