"""A game that is being written in a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.games import find, starters
from kibitz.web.export import beginnings
from kibitz.web.workshop import Workshop

SNAP = """(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 3 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (all player 'P (== (size ('P iloc HAND)) 0)))
  (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc PILE)))))))
 (scoring max ((current player) sto POINTS)))
"""


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(str(tmp_path))


def written(workshop: Workshop, program: str, page: str = "") -> Any:
    return json.loads(workshop.write(program, page))


def test_a_slip_is_told_with_its_place_and_its_cure(workshop: Workshop) -> None:
    told = written(workshop, SNAP.replace("(shuffle", "(shufle"))
    [report] = [one for one in told["program"] if one["error"]]
    assert (report["line"], report["slug"]) == (6, "unknown-keyword")
    assert report["edits"] == [{"start": report["start"], "end": report["end"], "text": "shuffle"}]
    assert not told["plays"]


def test_every_word_is_told_with_its_sort(workshop: Workshop) -> None:
    golf = find("golf-six")
    page = golf.page_text or ""
    told = written(workshop, golf.source.text, page)["shades"]
    words = {(golf.source.text[start:end], sort) for start, end, sort in told["program"]}
    assert {("shuffle", "keyword"), ("STOCK", "class"), ("'P", "variable")} <= words
    assert ("STOCK", "class") in {(page[start:end], sort) for start, end, sort in told["page"]}
    assert written(workshop, "(game", "")["shades"]["program"]


def test_what_is_sound_is_dealt_to_its_writer_and_to_bots(workshop: Workshop) -> None:
    assert written(workshop, SNAP)["plays"]
    table = workshop.table("")
    room = json.loads(table.kept())["room"]
    assert room["chairs"][0]["name"] == "You"
    assert table.is_dealt


def test_a_rule_that_fails_in_the_deal_is_told_instead_of_dealt(workshop: Workshop) -> None:
    shuffled = "(shuffle (game iloc STOCK))"
    broken = SNAP.replace(shuffled, f"{shuffled} (set (game sto X) (// 1 (game sto Y)))")
    assert written(workshop, broken)["plays"]
    assert "zero" in workshop.deal("")
    assert workshop.dealt is None
    written(workshop, SNAP)
    assert workshop.deal("") == ""
    assert workshop.dealt is not None


def test_a_rule_that_fails_when_a_bot_chooses_is_told_and_the_bot_is_asked_no_more(
    workshop: Workshop,
) -> None:
    counted = "(do ((set (game sto X) (// 1 (- 1 (size (game vloc PILE))))) (move 'C "
    play = "(move 'C (top (game vloc PILE)))"
    written(workshop, SNAP.replace(play, f"{counted}(top (game vloc PILE)))))"))
    table = workshop.table("")
    told = json.loads(
        table.hear('{"type": "join", "id": 1, "name": "", "secret": null, "watching": false}')
    )
    [frame] = [one for one in told if one["type"] == "frame"]
    choice = {"type": "choose", "id": 2, "match": frame["match"], "version": frame["version"]}
    table.hear(json.dumps({**choice, "key": frame["options"][0]["key"]}))
    assert table.bot_is_due
    [notice] = json.loads(table.let_bot_play())
    assert notice["words"].startswith("a rule of this game fails here")
    assert not table.bot_is_due


def test_the_position_stays_where_the_same_choices_can_be_made(workshop: Workshop) -> None:
    written(workshop, SNAP)
    table = workshop.table("")
    while table.bot_is_due:
        table.let_bot_play()
    told = json.loads(
        table.hear('{"type": "join", "id": 1, "name": "", "secret": null, "watching": false}')
    )
    [frame] = [one for one in told if one["type"] == "frame"]
    choice = {"type": "choose", "id": 2, "match": frame["match"], "version": frame["version"]}
    table.hear(json.dumps({**choice, "key": frame["options"][0]["key"]}))
    kept = json.loads(table.kept())["match"]
    assert kept["choices"]

    written(workshop, SNAP.replace("POINTS", "MARKS"))
    again = json.loads(workshop.table(table.kept()).kept())["match"]
    assert again["choices"] == kept["choices"]
    assert again["kept"]["seed"] == kept["kept"]["seed"]

    written(workshop, SNAP.replace("(repeat 3", "(repeat 1"))
    assert workshop.table(table.kept()).is_dealt, "anew, where they cannot"


def test_what_every_statement_did_is_told(workshop: Workshop) -> None:
    written(workshop, SNAP)
    ran = json.loads(workshop.trace(workshop.table("").kept()))
    [shuffled] = [one for one in ran if "shuffle" in one["text"]]
    assert shuffled["line"] == 6
    assert SNAP[shuffled["start"] : shuffled["end"]] == "(shuffle (game iloc STOCK))"
    assert "shuffled" in shuffled["done"]


def test_matches_by_chance_are_added_up(workshop: Workshop) -> None:
    written(workshop, SNAP)
    workshop.chance(10)
    told = json.loads(workshop.chance(10))
    assert (told["matches"], told["decisions"], told["options"]) == (20, 6, 2)
    assert sum(told["firsts"]) == pytest.approx(1)


def test_words_are_explained_and_completed(workshop: Workshop) -> None:
    written(workshop, SNAP)
    assert "shuffle" in workshop.explain(SNAP.index("shuffle") + 2)
    found = json.loads(workshop.complete(SNAP.index("shuffle") + 3))
    assert "shuffle" in [one["text"] for one in found["words"]]
    assert workshop.format() == SNAP


@pytest.mark.parametrize("text", ["", "(", ")", "(game", "\x00", "(game (stage", "é" * 5_000])
def test_whatever_is_typed_gets_an_answer(workshop: Workshop, text: str) -> None:
    told = written(workshop, text)
    assert not told["plays"]
    assert workshop.format() == text or text.strip() == ""
    workshop.explain(0)
    workshop.complete(len(text))
    assert json.loads(workshop.chance(5))["matches"] == 0


def test_a_page_is_looked_at_beside_its_program(workshop: Workshop) -> None:
    golf = find("golf-six")
    told = written(workshop, golf.source.text, (golf.page_text or "").replace("STOCK", "STOKC"))
    assert told["page"], "a place that is not in the program"


def test_a_new_game_is_begun_with_a_small_one_that_can_be_played(workshop: Workshop) -> None:
    told = {one["name"]: one for one in beginnings([find("golf-six")])}
    assert next(iter(told)) == "golf-six"
    for kind in starters():
        one = told[f"new-{kind}"]
        assert written(workshop, one["program"], one["page"])["plays"], kind
        assert workshop.deal("") == ""
