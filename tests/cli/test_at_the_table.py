"""Taking back, hints, the rules of this table, and who leads: typed line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import kibitz, written

from kibitz import Match
from kibitz.advisor import Grade
from kibitz.cli.recordfile import read
from kibitz.engine import limits

pytestmark = pytest.mark.slow

AGAINST_UNIFORM = ("--players", "human,uniform", "--option", "players=2", "--seed", "7")

WIN_OR_LOSE = """(game
 (setup (create players 2)
  (create deck (game vloc TABLE) (deck (RANK (A)))))
 (choice (
  (do ((inc ((current player) sto GOT) 9)))
  (do ((inc ((current player) sto GOT) 0)))))
 (scoring max ((current player) sto GOT)))"""

TRICKS = """(game
 (setup
  (create players 3)
  (create deck (game iloc STOCK)
   (deck (RANK (ACE, TWO, THREE, FOUR)) (SUIT (HEARTS, SPADES, CLUBS)))))
 (do (
  (set (game sto DEALER) 3)
  (set (game points HEIGHT)
   (((RANK : TWO) 2) ((RANK : THREE) 3) ((RANK : FOUR) 4) ((RANK : ACE) 14)))
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 4 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player once
  (choice ((any (range 0..4) 'N (set ((current player) sto BID) 'N)))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (stage player once
   (choice ((any ((current player) iloc HAND) 'C
    (move 'C (top ((current player) vloc TRICK)))))))
  (do (
   (cycle next (owner (max (union (all player 'P ('P vloc TRICK))) using (game points HEIGHT))))
   (inc ((next player) sto WON))
   (all player 'P (move (top ('P vloc TRICK)) (top (game vloc TAKEN)))))))
 (scoring max
  (+ (- ((current player) sto WON) ((current player) sto BID)) (game sto DEALER))))
"""
"""Bid how many of four tricks you will win; the highest rank takes each."""
PAGE = """+++
[layout]
counters = ["BID", "WON"]
[layout.choices]
BID = "bid {}"
+++
"""


def tricks(folder: Path, typed: str, *arguments: str) -> str:
    game = written(folder, TRICKS)
    written(folder, PAGE, "tiny.md")
    seats = ("--players", "human,uniform,uniform", "--seed", "3")
    return kibitz("play", game, *seats, *arguments, typed=typed).output


# ---------------------------------------------------------------------------- taking back


def test_a_move_is_taken_back_with_what_the_bots_did_since(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    arguments = ("golf-six", *AGAINST_UNIFORM, "--record", record)
    shown = kibitz("play", *arguments, typed="1\n2\nu\nu\n3\nq\n").output
    first, *screens = shown.split("? for help: ")
    assert screens[3].split("\n", 1)[1] == first, "back at the beginning"
    kept = read(record)
    assert [choice.key for choice in kept.choices] == ["1:C=3"]
    assert record.read_text(encoding="utf-8").count('"undo":1') == 4
    assert Match.from_record(kept).decisions_made == 1


def test_a_hole_that_is_taken_back_is_played_again_and_counted_once(tmp_path: Path) -> None:
    """The scorecard and the news are as if the move had not been made."""
    arguments = ("lock-golf", *AGAINST_UNIFORM, "--option", "holes=3")
    hole = "pass\nt1\nt2\nt3\n"
    straight = kibitz("play", *arguments, typed=f"{hole}t4\nc\nl\nq\n").output
    again = kibitz("play", *arguments, typed=f"{hole}t4\nu\nt4\nc\nl\nq\n").output
    end = "hole 2 of 3"
    assert straight.count("hole 1 is over") == 1
    assert (
        straight[straight.index(end) :].split("the match was")[0]
        == (again[again.rindex(end) :].split("the match was")[0])
    )


def test_nothing_is_taken_back_before_the_first_move_or_from_other_people() -> None:
    alone = kibitz("play", "golf-six", *AGAINST_UNIFORM, typed="u\nq\n").output
    assert "you have made no move yet that you could take back" in alone
    people = ("--players", "human,human", "--option", "players=2")
    assert "what is done is done" in kibitz("play", "golf-six", *people, typed="1\nu\nq\n").output


def test_a_match_goes_on_after_a_move_was_taken_back(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    kibitz("play", "golf-six", *AGAINST_UNIFORM, "--record", record, typed="1\n2\nu\nq\n")
    resumed = kibitz("play", "--resume", record, typed="4\nq\n").output
    assert "you turned over cell 4" in resumed
    assert [choice.key for choice in read(record).choices][:2] == ["1:C=1", "1:C=4"]


# ---------------------------------------------------------------------------- asking


def test_a_hint_names_an_option_and_twice_as_much_tells_what_each_is_worth() -> None:
    shown = kibitz("play", "golf-six", *AGAINST_UNIFORM, typed="1\n2\nh\nhh\nq\n").output
    assert re.search(r"hint: .*(draw from the stock|take .+ from the discard pile)", shown)
    for option in ("draw from the stock", "take .+ from the discard pile"):
        assert re.search(rf"\n{option} +({'|'.join(Grade)}) +\d+\.\d", shown)
    assert "kibitz knows this game from another table; tried in" in shown


def test_a_coach_asks_back_before_a_mistake_and_takes_no_for_an_answer(tmp_path: Path) -> None:
    wins = written(tmp_path, WIN_OR_LOSE)
    said = ("play", str(wins), "--players", "human,uniform", "--seed", "1")
    coached = kibitz(*said, "--advice", "coach", typed="2\n\n1\n").output
    doubt = "that looks like a blunder: it scores 0.0 instead of 9.0 with got 9"
    assert f"{doubt}; think again? [Y/n]" in coached
    assert re.search(r"you +9\n", coached)
    stubborn = kibitz(*said, "--advice", "coach", typed="2\nn\n").output
    assert re.search(r"you +0\n", stubborn)
    assert "think again" not in kibitz(*said, typed="2\n").output


def test_a_table_may_give_no_advice_or_all_of_it_unasked() -> None:
    said = ("play", "golf-six", *AGAINST_UNIFORM, "--advice")
    none = kibitz(*said, "off", typed="h\nhh\nq\n").output
    assert none.count("there is no advice at this table: --advice off") == 2
    full = kibitz(*said, "full", typed="q\n").output
    assert "kibitz knows this game from another table; tried in" in full


@pytest.mark.usefixtures("nothing_kept")
def test_rules_that_cannot_be_compiled_leave_a_table_without_hints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "INSTRUCTIONS", 100)
    table = ("--players", "human,uniform,uniform", "--option", "players=3", "--seed", "7")
    said = ("play", "golf-six", *table, "--advice", "coach")
    shown = kibitz(*said, typed="h\nhh\n1\nq\n").output
    assert "there is no hint: " in shown
    assert "there is no advice: " in shown
    assert "you turned over cell 1" in shown


def test_people_at_one_table_are_told_who_asked_for_advice() -> None:
    two = ("play", "golf-six", "--players", "human,human", "--option", "players=2", "--seed", "7")
    shown = kibitz(*two, typed="h\n1\n2\nq\n").output
    assert "player 1 asked for advice" in shown


def test_help_tells_the_rules_of_this_table() -> None:
    race = kibitz("play", "golf", *AGAINST_UNIFORM, "--preset", "race", typed="?\nq\n").output
    assert "At this table, 2 players: Race" in race
    assert "usually: you go out by turning your last card" in race
    assert "Not standard" not in kibitz("play", "golf", *AGAINST_UNIFORM, typed="?\nq\n").output


def test_house_rules_that_do_not_fit_say_where_the_rest_is() -> None:
    race = kibitz("play", "golf", *AGAINST_UNIFORM, "--preset", "race", typed="q\n").output
    assert race.splitlines()[1].endswith("… all: ?")


# ---------------------------------------------------------------------------- what is shown


def test_whoever_leads_a_hole_is_marked_and_told() -> None:
    shown = kibitz("play", "lock-golf", *AGAINST_UNIFORM, typed="pass\nq\n").output
    assert "\n▸ you\n" in shown
    assert "\nyou lead\n" in shown


def test_cards_looked_at_and_locked_look_different() -> None:
    shown = kibitz("play", "lock-golf", *AGAINST_UNIFORM, typed="look\nt1\nq\n").output
    locked, looked_at = re.findall(r"^[│║].*", shown, re.MULTILINE)[-2:]
    assert re.match(r"║ +\w+[♥♦♣♠] +║ │ +▒▒ +│$", locked)
    assert re.match(r"│ *\(\w+[♥♦♣♠]\) *│ │ *\(\w+[♥♦♣♠]\) *│$", looked_at)


def test_a_trick_is_shown_with_who_played_what_and_who_leads(tmp_path: Path) -> None:
    bidding, leading, following, *_ = tricks(tmp_path, "bid 0\n1\nq\n").split("? for help: ")
    assert "player 3 (D)\n" in bidding
    assert "player 3 deals\n" in bidding
    assert "\nyou\n" in bidding, "nobody has bid yet"
    assert "\nyou  bid 0\n" in leading
    assert "trick" not in leading
    assert "\n▸ player 2 " in following
    assert "\ntrick:  player 2 2♥  player 3 A♥\n" in following
    assert following.endswith(
        """
you led 3♠
player 2 played 4♠
player 3 played 2♠
player 2 took the trick
player 2 led 2♥
player 3 played A♥

1 play 4♥
2 play A♠
1–2, """
    )
