"""`kibitz play` and `kibitz show` for the golf family: house rules, scorecard, memory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import ANYTHING, TINY, kibitz, written

pytestmark = pytest.mark.slow


AGAINST_UNIFORM = ("--players", "human,uniform", "--option", "players=2", "--seed", "7")

ROUNDS = """+++
[scorecard]
word = "round"
hole = "ROUND"
score = "POINTS"
total = "SUM"
+++
"""
COUNTING = """(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (stage player
  (end (== (game sto ROUND) 2))
  (do ((inc (game sto ROUND))))
  (stage player once
   (choice ((inc ((current player) sto POINTS) 5) (set ((current player) sto POINTS) 3))))
  (do ((all player 'P (inc ('P sto SUM) ('P sto POINTS))))))
 (scoring max ((current player) sto SUM)))
"""
"""Two rounds in which everybody adds five to their points, or makes them three."""


# ---------------------------------------------------------------------------- house rules


def test_the_house_rules_stand_beside_the_title() -> None:
    standard = kibitz("play", "golf", *AGAINST_UNIFORM, typed="1\n").output
    assert standard.startswith("Golf · standard rules")
    cheap = kibitz("play", "golf", *AGAINST_UNIFORM, "--option", "ten-penny=on", typed="").output
    assert cheap.startswith("Golf · Ten penny")


def test_a_preset_goes_by_its_name_and_an_option_changes_it() -> None:
    race = kibitz("play", "golf", *AGAINST_UNIFORM, "--preset", "Race", typed="").output
    assert "\nRace: " in race
    changed = ("--preset", "race", "--option", "knock-early=off")
    assert "\nRace: " not in kibitz("play", "golf", *AGAINST_UNIFORM, *changed, typed="").output
    assert (
        '"KNOCKEARLY": "ON"'
        in kibitz("simulate", "golf", "-n", "1", "--preset", "race", "--json").output
    )


@pytest.mark.parametrize("command", [["show"], ["play"], ["simulate", "-n", "1"]])
def test_an_unknown_preset_is_answered_with_those_there_are(command: list[str]) -> None:
    result = kibitz(*command, "golf", "--preset", "zzz")
    assert result.exit_code == 2
    assert "standard, flip-on-discard" in result.stderr.replace("\n", " ")


def test_a_game_without_presets_says_so(tmp_path: Path) -> None:
    result = kibitz("show", written(tmp_path, TINY), "--preset", "wild")
    assert "it has none" in result.stderr


def test_options_are_shown_in_groups_with_the_presets_below() -> None:
    shown = kibitz("show", "golf").output
    headings = [shown.index(f"\n{group} ") for group in ("Set-up", "Card values", "Play")]
    assert headings == sorted(headings)
    assert re.search(r"^family-wild +Jokers", shown, re.MULTILINE)
    assert "At this table" not in shown


def test_a_combination_is_shown_in_plain_words_with_what_is_not_standard() -> None:
    shown = kibitz("show", "golf", "--preset", "eagle-eye", "--option", "players=5").output
    table = shown[: shown.index("The rules ─")]
    assert "At this table, 5 players: Eagle eye" in table
    assert "• two jokers in each pack, +2 each, but −4 for a column of two" in table
    assert "usually: no jokers" in table
    assert "• a ten costs 10" in table
    assert table.count("usually:") == 1
    standard = kibitz("show", "golf", "--option", "players=5").output
    assert "These are the standard rules." in standard


# ---------------------------------------------------------------------------- the scorecard


def test_a_hole_is_told_with_its_arithmetic_and_the_card_follows_at_the_end() -> None:
    shown = kibitz("play", "golf", *AGAINST_UNIFORM, "--option", "holes=2", typed=ANYTHING).output
    assert shown.count(" is over  ") == 2
    for columns, total in re.findall(r"((?:−?\d+ [+−] )+\d+) = (−?\d+)", shown):
        terms = columns.replace(" + ", " ").replace("− ", "-").replace("−", "-").split()
        assert sum(map(int, terms)) == int(total.replace("−", "-"))
    assert re.search(r"^hole +1 +2 +total +won$", shown, re.MULTILINE)
    assert re.search(r"^you +\d+ +\d+ +\d+ +\d$", shown, re.MULTILINE)
    assert "hole 2 of 2 · you are player 1 of 2" in shown
    assert "cards went to the stock" not in shown


def test_pars_and_what_somebody_is_over_them_are_on_the_card() -> None:
    shown = kibitz("play", "par-golf", *AGAINST_UNIFORM, typed=ANYTHING).output
    assert re.search(r"^par +4 +3 +4 +5 +4 +4 +3 +5 +4 +36$", shown, re.MULTILINE)
    assert re.search(r"^player 2: \d+ \(\+\d+\)$", shown, re.MULTILINE)
    assert re.search(r"\[\S+\]", shown), "nothing cancelled in nine holes"


def test_the_card_can_be_looked_up() -> None:
    asked = kibitz(
        "play", "lock-golf", *AGAINST_UNIFORM, typed="c\n" + ANYTHING[:27] + "c\n"
    ).output
    assert "no hole is over yet" in asked
    assert re.search(r"^you +\d+ +·", asked, re.MULTILINE)
    assert "this game has no scorecard" in kibitz("play", "golf-six", typed="c\n").output


def test_whoever_goes_out_is_announced() -> None:
    arguments = ("--preset", "flip-on-discard", "--option", "holes=1", "--option", "players=2")
    outputs = [
        kibitz(
            *("play", "golf", "--players", "human,uniform", "--seed", str(seed), *arguments),
            typed="3\n1\n" * 60,
        ).output
        for seed in range(4)
    ]
    assert any("player 2 went out: one last turn for everybody else" in text for text in outputs)


def test_a_record_is_told_with_its_holes(tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    arguments = ("--players", "uniform", "--option", "holes=3", "--seed", "3", "--record", record)
    watched = kibitz("play", "lock-golf", *arguments).output
    told = kibitz("replay", record, "--seat", "2").output
    for hole in (1, 2, 3):
        assert f"hole {hole} is over" in watched
        assert f"hole {hole} is over" in told


def test_a_game_of_ones_own_may_have_a_scorecard(tmp_path: Path) -> None:
    game = written(tmp_path, COUNTING)
    written(tmp_path, ROUNDS, "tiny.md")
    shown = kibitz("play", game, "--players", "human", typed="1\n2\n1\n1\n").output
    assert re.search(r"^player 1 +5 +5$", shown, re.MULTILINE)
    assert re.search(r"^round +1 +2 +total$", shown, re.MULTILINE)
    assert re.search(r"^player 2 +3 +8 +11$", shown, re.MULTILINE)


def test_a_scorecard_that_does_not_fit_the_program_is_refused(tmp_path: Path) -> None:
    game = written(tmp_path, COUNTING)
    written(tmp_path, ROUNDS.replace("SUM", "TOTAL"), "tiny.md")
    result = kibitz("play", game, typed="1\n")
    assert result.exit_code == 1
    assert "`scorecard.total` names TOTAL" in result.stderr


# ---------------------------------------------------------------------------- memory


def manual(game: str, typed: str) -> str:
    return kibitz("play", game, *AGAINST_UNIFORM, "--memory", "manual", typed=typed).output


def cells(shown: str) -> list[str]:
    """The middle lines of one's own cards, screen by screen."""
    return [line for line in shown.splitlines() if line.startswith("│")]


def test_a_card_looked_at_is_hidden_again() -> None:
    screens = cells(manual("par-golf", "1\n2\n6\n"))
    assert [screen.count("▒▒") + screen.count("░░") for screen in screens] == [4, 3, 3, 4]


def test_the_log_does_not_remember_for_anybody() -> None:
    shown = manual("par-golf", "1\nl\n")
    assert "you looked at cell 1\n" in shown
    assert "looked at cell 1: " not in shown


def test_par_golf_has_one_mulligan() -> None:
    shown = manual("par-golf", "1\n2\n6\nm\nm\n")
    assert [screen.count("▒▒") + screen.count("░░") for screen in cells(shown)] == [4, 3, 3, 4, 2]
    assert shown.count("you may not look again in this match") == 1


def test_lock_golf_has_no_mulligan() -> None:
    assert "you may not look again" in manual("lock-golf", "1\nm\n")


def test_with_assistance_cards_stay_in_sight_and_there_is_nothing_to_look_at_again() -> None:
    shown = kibitz("play", "par-golf", *AGAINST_UNIFORM, typed="1\n2\n6\nm\n").output
    assert [screen.count("▒▒") + screen.count("░░") for screen in cells(shown)] == [4, 3, 2, 2]
    assert "you are shown all you know" in shown
