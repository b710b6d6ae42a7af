"""docs/games.md is what its tool writes."""

from __future__ import annotations

import pytest

from tools.games_page import PAGE, page


@pytest.mark.slow
def test_the_list_of_games_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `python -m tools.games_page`"
