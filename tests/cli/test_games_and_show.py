"""`kibitz games`, `kibitz show`, `kibitz players`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import TINY, kibitz, written

from kibitz.cli.catalogue import highlighted, library
from kibitz.games import GameFile, find, names
from kibitz.games.page_fields import by_kind
from kibitz.players import PLAYERS


def listed(*arguments: str) -> list[str]:
    """The names of the games that `kibitz games` lists."""
    lines = kibitz("games", *arguments).output.splitlines()
    return [line.split()[0] for line in lines if line.startswith("  ") and line[2:3].strip()]


@pytest.mark.slow
def test_every_game_of_the_library_is_listed_below_its_kind() -> None:
    titles = {find(name).page.title: name for name in names()}
    expected = []
    for heading, pages in by_kind(find(name).page for name in names()).items():
        expected += [heading, *(titles[page.title] for page in pages)]
    lines = kibitz("games").output.splitlines()[:-1]
    starts = [line for line in lines if line.strip() and not line.startswith("   ")]
    assert [re.split(" {2,}", line.strip())[0] for line in starts] == expected


@pytest.mark.slow
def test_games_are_found_by_kind_by_players_and_by_words() -> None:
    assert {"golf", "par-golf"} <= set(listed("--kind", "draw")) <= set(names()) - {"whist"}
    assert {"hearts", "golf"} <= set(listed("--players", "3")) <= set(names()) - {"whist"}
    assert {"whist"} <= set(listed("TRUMPS", "partner")) <= set(names()) - {"hearts"}
    both = set(listed("--players", "4", "--kind", "trick", "bidding"))
    assert {"spades"} <= both <= set(names()) - {"hearts", "goofspiel"}


def test_the_list_for_programs_says_the_same_and_may_be_empty() -> None:
    (game,) = json.loads(kibitz("games", "leduc", "--json").output)
    assert (game["name"], game["kind"], game["fewest"], game["most"]) == (
        "leduc-poker",
        "poker",
        2,
        2,
    )
    assert json.loads(kibitz("games", "--players", "99", "--json").output) == []


def test_what_programs_say_is_known_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = library()

    def checked_again(file: GameFile) -> None:
        raise AssertionError(f"{file.name} is checked again")

    monkeypatch.setattr(GameFile, "checked", property(checked_again))
    assert library() == before
    monkeypatch.setattr("kibitz.__version__", "another one")
    with pytest.raises(AssertionError, match="is checked again"):
        library()


def test_a_list_that_was_made_before_is_shown_without_loading_what_plays_games() -> None:
    code = "import sys, kibitz.cli.catalogue as c; c.library(); print(*sorted(sys.modules))"
    kibitz("games")
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert {"kibitz.games", "kibitz.kept_files"} <= set(loaded)
    assert {"kibitz.engine", "numpy", "markdown_it"} & set(loaded) == set()


def test_no_game_is_an_answer_in_words() -> None:
    result = kibitz("games", "no", "such", "game")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no game of the library is like that" in result.stderr
    assert kibitz("games", "--kind", "tricks").exit_code == 2


def test_every_player_is_listed_with_its_parameters() -> None:
    shown = kibitz("players").output
    listed = [line.split()[0] for line in shown.splitlines() if line[:1].strip()]
    assert {"human", *PLAYERS} <= set(listed)
    for kind in PLAYERS.values():
        assert kind.meaning in shown
        assert all(f"{parameter.name}=…" in shown for parameter in kind.parameters)


def test_a_game_is_shown_with_rules_options_and_program() -> None:
    result = kibitz("show", "President", "--option", "players=4")
    assert result.exit_code == 0
    assert "The first player leads any card" in result.output
    assert "PUBLISHED" in result.output
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
