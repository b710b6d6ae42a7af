"""`kibitz play` without a name: a menu on a terminal, and words elsewhere."""

from __future__ import annotations

import pytest
from commands import kibitz
from pseudo_terminal import PROMPT, PseudoTerminal

from kibitz.games import names

ASKED = b"q to leave: "


def test_without_a_terminal_somebody_who_names_no_game_is_told_what_to_do() -> None:
    result = kibitz("play")
    assert result.exit_code == 2
    assert "name a GAME (`kibitz games` lists them)" in result.stderr


@pytest.mark.slow
def test_a_game_is_found_by_words_and_picked_by_number() -> None:
    with PseudoTerminal("play", "--players", "human,uniform", "--seed", "1") as terminal:
        terminal.wait_for(ASKED)
        assert all(name.encode() in terminal.shown for name in names())
        for asked, slip in enumerate(("no such game", "9" * 1000, "\x80", "0"), 2):
            terminal.type(slip)
            terminal.wait_for(ASKED, asked)
        assert terminal.shown.count(b"no game of the library is like that") == 4
        before = len(terminal.shown)
        terminal.type("POKER two")
        terminal.wait_for(ASKED, 6)
        fewer = terminal.shown[before:]
        assert b"1  kuhn-poker" in fewer
        assert b"2  leduc-poker" in fewer
        assert b"whist" not in fewer
        terminal.type("2")
        terminal.wait_for(PROMPT)
        assert b"Leduc Poker" in terminal.shown


@pytest.mark.slow
def test_the_menu_can_be_left() -> None:
    with PseudoTerminal("play") as terminal:
        terminal.wait_for(ASKED)
        terminal.type("q")
        assert terminal.read_to_the_end() == 0
