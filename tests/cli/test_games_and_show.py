"""`kibitz games`, `kibitz show`, `kibitz players`."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import TINY, kibitz, written

from kibitz.cli.highlight import highlighted
from kibitz.games import find, names
from kibitz.players import PLAYERS, player_names


@pytest.mark.slow
def test_every_game_of_the_library_is_listed_with_its_title() -> None:
    result = kibitz("games")
    assert result.exit_code == 0
    for name in names():
        assert any(
            line.startswith(name) and find(name).page.title in line
            for line in result.output.splitlines()
        )


def test_every_player_is_listed_with_its_parameters() -> None:
    shown = kibitz("players").output
    listed = [line.split()[0] for line in shown.splitlines() if line[:1].strip()]
    assert {"human", *player_names()} <= set(listed)
    for kind in PLAYERS.values():
        assert kind.meaning in shown
        assert all(f"{parameter.name}=…" in shown for parameter in kind.parameters)


def test_a_game_is_shown_with_rules_options_and_program() -> None:
    result = kibitz("show", "President", "--option", "players=4")
    assert result.exit_code == 0
    assert "The first player leads any card" in result.output
    assert "CUMULATIVE" in result.output
    assert "3 to 7" in result.output
    assert find("president").source.text.rstrip() in result.output


def test_a_game_without_a_page_is_shown_too(tmp_path: Path) -> None:
    result = kibitz("show", written(tmp_path, TINY))
    assert result.exit_code == 0
    assert "2 to 3" in result.output


def test_the_faults_of_a_game_are_shown_below_its_program(tmp_path: Path) -> None:
    result = kibitz("show", written(tmp_path, TINY.replace("'P iloc", "'Q iloc")))
    assert result.exit_code == 1
    assert "(game" in result.stdout
    assert "error[unbound-variable]" in result.stderr


def test_an_unknown_game_gets_the_nearest_name() -> None:
    result = kibitz("show", "golf-sixx")
    assert result.exit_code == 1
    assert "golf-six" in result.stderr


def test_an_impossible_option_lists_what_is_possible() -> None:
    unknown = kibitz("show", "golf-six", "--option", "jokers=2")
    assert unknown.exit_code == 1
    assert "PLAYERS" in unknown.stderr
    outside = kibitz("show", "golf-six", "--option", "players=9")
    assert outside.exit_code == 1
    assert "from 2 to 6" in outside.stderr
    assert kibitz("show", "golf-six", "--option", "players").exit_code == 2


def test_highlighting_changes_no_character() -> None:
    text = find("golf-six").source.text
    shown = highlighted(text)
    assert shown.plain == text
    styles = {text[span.start : span.end]: str(span.style) for span in shown.spans}
    assert styles["game"] == "bold"
    assert styles["'PLAYERS"] == "magenta"
