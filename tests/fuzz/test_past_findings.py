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
        ("(create players 2) (create deck (game vloc X) (deck (RANK (,))))", "malformed-deck"),
    ],
)
def test_a_setup_beyond_reason_is_refused_at_once(setup: str, slug: str) -> None:
    text = f"(game (setup {setup}) (do ((turn pass))) (scoring max (size (game vloc X))))"
    result = check(Source("game.rcy", text))
    assert slug in {diagnostic.slug for diagnostic in result.diagnostics}
    assert result.game is None


def test_lists_joined_with_something_that_is_none_are_reported() -> None:
    text = """
(game
 (setup (create players 2) (create deck (game vloc X) (deck (RANK (A, B)))))
 (stage player once
  (choice (
   (any (union (partition RANK (game vloc X)) (nonsense)) 'G
    (move (top 'G) (top (game vloc Y)))))))
 (scoring max 0))"""
    result = check(Source("game.rcy", text))
    assert result.game is None
    assert result.diagnostics
