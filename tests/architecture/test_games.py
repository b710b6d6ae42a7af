"""A game of the library is its own files: nothing else has to know it."""

from __future__ import annotations

import pytest

from kibitz.games import find, names
from kibitz.games.kinds import Kind


@pytest.mark.parametrize("name", names())
def test_the_page_of_a_game_names_its_kind(name: str) -> None:
    kinds = ", ".join(f'"{kind}"' for kind in Kind)
    assert find(name).page.kind is not None, (
        f"the page of `{name}` names no kind: write `kind = …` above its tags, with one of {kinds}"
    )
