"""`--plain`: the table in lines of words; and colours, asked for and not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from commands import ANYTHING, kibitz
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.cli.table.scorecard import SpokenScore, scoring_of
from kibitz.cli.table.screen import Sight
from kibitz.cli.table.speech import Speech, row_told, sentences, spoken
from kibitz.game import load
from kibitz.words import Hole, Tally, Term
from kibitz.words.rows import Face, Row
from kibitz.words.tableau import Tableau

DRAWN = set("╭╮╰╯│─╔╗╚╝║═▒░▸♥♦♣♠×−·\x1b")
AGAINST_UNIFORM = ("--players", "human,uniform", "--option", "players=2", "--seed", "7")


def test_cards_are_spoken_as_people_say_them() -> None:
    assert spoken("you swapped 10♥ into cell 2, discarding Q♠") == (
        "you swapped 10 of hearts into cell 2, discarding queen of spades"
    )
    assert spoken("A♦ · 7♣") == "ace of diamonds, 7 of clubs"
    assert spoken("led Knight♥") == "led knight of hearts"
    assert spoken("led XIV, then I") == "led trump 14, then trump 1"
    assert spoken("I Doubt It") == "I Doubt It"
    assert spoken("played Blackjoker Redjoker") == "played black joker, red joker"
    assert spoken("melded A♠ A♥ Joker, 2♣") == (
        "melded ace of spades, ace of hearts, Joker, 2 of clubs"
    )
    assert spoken("tricks 3 × −10") == "tricks 3 times minus 10"


def test_what_everybody_has_is_a_sentence_each() -> None:
    match = load("lock-golf", players=2).match(7).play("look").play("pass").play("turn over cell 1")
    words = match.game.vocabulary
    sight = Sight("Lock Golf", "", match.view(0), (), (), leader=0, standings={1: "34"})
    stock, pile, other, own = map(spoken, list(sentences(Tableau(words), sight))[1:])
    assert stock == "stock 43 cards"
    assert pile.startswith("discard pile ")
    assert other == "player 2 stands at 34: face down: cell 1, cell 2, cell 3, cell 4"
    assert own.startswith("you lead: cell 1: 4 of spades, which stays; cell 3: ")
    assert own.endswith(", face down; face down: cell 2")
    theirs = list(sentences(Tableau(words), Sight("", "", match.view(1), (), ())))[-2]
    assert theirs.endswith("face down: cell 2; face down but looked at: cell 3, cell 4")


def test_a_partner_who_leads_and_deals_is_one_phrase() -> None:
    match = load("whist").match(7).play(0)
    sight = Sight("Whist", "", match.view(2), (), (), leader=0, dealer=0, standings={2: "3"})
    told = list(sentences(Tableau(match.game.vocabulary), sight))
    assert any(line.startswith("player 1, your partner, leads: hand") for line in told)
    assert told[-1].startswith("you stand at 3: hand")


def test_columns_of_a_patience_are_told_one_after_the_other() -> None:
    loaded = load("klondike")
    sight = Sight("Klondike", "", loaded.match(3).view(0), (), ())
    said = list(map(spoken, sentences(Tableau(loaded.vocabulary), sight)))
    columns = [text for text in said if text.startswith("column")]
    assert columns[:2] == ["column 1: 8 of hearts", "column 2: a card, king of diamonds"]
    assert columns[6:] == ["column 7: 6 cards, queen of spades"]
    assert "you: no cards" not in said, "of somebody alone who holds none there is nothing to say"


def test_several_places_of_a_name_are_told_apart() -> None:
    def told(*stacks: str, is_discard: bool = False) -> str:
        faces = [tuple(Face(one, True, 0) for one in cards.split()) for cards in stacks]
        lying = dict(enumerate(faces, start=1))
        row = Row("ship", lying, None, is_discard, is_hand=False, is_expected=False)
        return row_told(row)

    assert told("2♦ 9♦", "3♥") == "ship 2♦, 9♦; and 3♥"
    assert told("2♦", "", "3♥", "4♠") == "ship 2♦, 3♥ and 4♠"
    assert told("2♦ 9♦ A♣", is_discard=True) == "ship A♣ on 2 cards"


def test_a_scorecard_says_what_its_numbers_are() -> None:
    match = load("big-two").match(1)
    scoring = scoring_of(match.game, ["you", "player 2", "player 3", "player 4"], SpokenScore)
    assert scoring is not None
    holes = list(scoring.keeper.hear(match.events))
    while not match.is_over:
        match.play(0)
        holes += scoring.keeper.hear(match.events)
    hole = [line.plain for line in scoring.hole(holes[0], match.kinds, match.view(0).points, 80)]
    scores = [tally.score for tally in holes[0].tallies]
    assert hole[:2] == ["round 1 is over", f"you: score {scores[0]}, total {scores[0]}"]
    assert [line.plain for line in scoring.card()][:2] == [
        "round 1:",
        f"you: {scores[0]}; total {scores[0]}",
    ]


def test_the_cards_of_a_grid_are_told_row_by_row() -> None:
    golf = load("par-golf", players=2)
    scoring = scoring_of(golf, ["you", "player 2"], SpokenScore)
    assert scoring is not None
    kinds, points = golf.match(1).kinds, golf.match(1).view(0).points
    tallies = (Tally((), 12, 34, ((1, 0),), ((2, 1),)), Tally((), 0, 8, (), ()))
    own, other = scoring.hole(Hole(3, 4, tallies), kinds, points, 80)[1:]
    first, second = (golf.vocabulary.kind_texts[kind] for kind in kinds[:2])
    assert own.plain.startswith(f"you: score 12, total 34; {first}; not counted {second}")
    assert other.plain == "player 2: score 0, total 8; nothing counts"


def test_a_sum_by_columns_says_so() -> None:
    golf = load("golf", players=2)
    scoring = scoring_of(golf, ["you", "player 2"], SpokenScore)
    assert scoring is not None
    kinds, points = golf.match(1).kinds, golf.match(1).view(0).points
    cards = tuple((cell, cell) for cell in range(1, 7))
    parts = Term("", 19), Term("", 11), Term("", 40)
    tallies = (Tally(parts, 70, 90, cards, ()), Tally((), 0, 8, (), ()))
    own = scoring.hole(Hole(3, None, tallies), kinds, points, 80)[1]
    rows = own.plain.split("; ")
    assert [row.split(": ")[0] for row in rows[1:3]] == ["row 1", "row 2"]
    assert rows[3] == "columns 19 + 11 + 40 = 70"


def test_the_result_says_what_its_columns_are(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("rank", "player", "score")
    table.add_row("1", Text("player 2 (uniform)"), "−4")
    Speech(Console()).result(table)
    assert capsys.readouterr().out == "rank 1, player 2 (uniform), score minus 4\n"


def test_cards_taken_long_ago_are_counted_not_read_out() -> None:
    taken = Face("7♥", is_open=False, rank=1, value=1)
    pile: dict[int, tuple[Face, ...]] = {0: (taken,) * 20}
    row = Row("cards taken", pile, None, False, is_hand=False, is_expected=False)
    assert row_told(row) == "20 cards taken"
    assert row_told(replace(row, stacks={0: (taken, taken)})) == "cards taken 7♥, 7♥, face down"


def test_columns_of_a_scorecard_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    Speech(Console()).line(Text("player 2     −1    −16"))
    assert capsys.readouterr().out == "player 2, minus 1, minus 16\n"


def test_piles_and_hands_say_how_many_cards_there_are() -> None:
    down, lies, back = (
        Face(text, is_open=is_open, rank=1, value=1)
        for text, is_open in (("7♥", False), ("9♠", True), (None, False))
    )

    def told(faces: tuple[Face, ...], *, is_discard: bool = False) -> str:
        return row_told(Row("pile", {0: faces}, None, is_discard, False, False))

    assert told((back, down, back)) == "pile 3 cards, among them 7♥"
    assert told((lies,) * 3, is_discard=True) == "pile 9♠ on 2 cards"
    assert told((lies, lies), is_discard=True) == "pile 9♠ on a card"
    assert told((down,) * 9, is_discard=True) == "pile 9 cards"


def test_melds_have_the_numbers_by_which_cards_are_laid_off() -> None:
    faces = tuple(Face(text, is_open=True, rank=1, value=1) for text in ("7♥", "7♠"))
    row = Row("meld", {1: faces, 2: (), 3: faces}, None, False, False, False, is_meld=True)
    assert row_told(row) == "meld 1: 7♥, 7♠; meld 3: 7♥, 7♠"


def test_unseen_cards_are_counted_before_the_name_of_a_place_that_speaks_of_cards() -> None:
    unseen = Face(None, is_open=False, rank=0)
    row = Row("hidden cards", {0: (unseen,) * 3}, None, False, is_hand=False, is_expected=False)
    assert row_told(row) == "3 hidden cards"
    assert row_told(replace(row, stacks={0: (unseen,)})) == "1 hidden card"
    assert row_told(replace(row, name="last card", stacks={0: (unseen,)})) == "last card face down"
    assert row_told(replace(row, name="hand")) == "hand 3 cards"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["golf-six", "par-golf", "president"])
def test_nothing_is_drawn_for_those_who_listen(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_PLAIN", "1")
    players = ("--players", "uniform", "--seat", "1", "--seed", "2")
    said = kibitz("play", game, *players, typed=ANYTHING).output
    assert "the match is over" in said
    assert re.search(
        r"^rank 1, (you|player \d \(uniform\)), score (minus )?\d+$", said, re.MULTILINE
    )
    told = "".join(line for line in said.splitlines() if ", ? for help: " not in line)
    assert not DRAWN & set(told)


@pytest.mark.slow
def test_a_hole_is_scored_in_sentences() -> None:
    hole = "pass\nt1\nt2\nt3\nt4\n"
    said = kibitz("play", "lock-golf", *AGAINST_UNIFORM, "--plain", typed=f"{hole}q\n").output
    told = [line for line in said.splitlines() if ": score " in line]
    assert [line.split(":")[0] for line in told] == ["you", "player 2"]
    assert all(re.search(r": score (\d+), total \1; .* = \1$", line) for line in told)


@pytest.mark.slow
def test_the_flag_says_the_same(tmp_path: Path) -> None:
    said = kibitz("play", "golf-six", *AGAINST_UNIFORM, "--plain", typed="1\nq\n").output
    assert "you turned over cell 1: " in said
    assert "stock 39 cards\n" in said


@pytest.mark.slow
def test_colours_are_forced_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> str:
        return kibitz("play", "golf-six", *AGAINST_UNIFORM, typed="q\n").output

    plain = shown()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = shown()
    assert "\x1b[" in coloured
    assert "\x1b[2J" not in coloured, "nothing is cleared where nobody sits"
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31m" not in shown()
    assert "\x1b" not in plain
