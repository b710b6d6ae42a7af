"""Practice: mistakes become tasks, right answers are asked less often, nothing hidden is shown."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz import load
from kibitz.cli.main import main
from kibitz.cli.recordfile import SUFFIX
from kibitz.drill import BadBox, Box, Finder, Task, TaskOrigin, Watching, box, position
from kibitz.drill.box import answer, can_be_asked
from kibitz.drill.sheet import rows, share_of, sheet_page
from kibitz.engine import Program, lower
from kibitz.engine.records import record_text
from kibitz.game import Game
from kibitz.players import Familiarity, Guidance, learned
from kibitz.recycle import Source, check

TODAY = date(2026, 3, 1)
PENNIES = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (stage player
  (end (== (game sto TURNS) 6))
  (choice (
   (as TWO (do ((inc ((current player) sto PENNIES) 2) (inc (game sto TURNS)))))
   (as ONE (do ((inc ((current player) sto PENNIES) 1) (inc (game sto TURNS))))))))
 (scoring max ((current player) sto PENNIES)))
"""
"""Two pennies or one, three times each: nobody should take one."""


def pennies() -> Game:
    found = check(Source("pennies.rcy", PENNIES)).game
    assert found is not None
    return Game.of_program(lower(found, {}))


def drill(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["drill", *arguments], input=typed)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "kibitz"


# ---------------------------------------------------------------------------- the box


def test_what_is_known_is_asked_less_and_less_often() -> None:
    task, waits = Task(1, (0,), TaskOrigin.MADE_UP), []
    for _ in range(8):
        task = task.answered(TODAY, is_right=True)
        waits.append((task.due - TODAY).days)
    assert waits == [2, 4, 8, 16, 32, 64, 64, 64]
    forgotten = task.answered(TODAY, is_right=False)
    assert (forgotten.compartment, forgotten.due) == (0, TODAY + timedelta(days=1))
    assert (forgotten.asked, forgotten.right) == (9, 8)


def test_own_mistakes_come_first_and_nothing_before_its_day(tmp_path: Path) -> None:
    box = Box(tmp_path / "box.json")
    for task in (Task(1, (), TaskOrigin.MADE_UP), Task(2, (), TaskOrigin.MISTAKE)):
        box.add(task)
    first, second = box.due(TODAY)
    assert first.origin is TaskOrigin.MISTAKE
    box.answered(first, TODAY, is_right=True)
    assert box.due(TODAY + timedelta(days=1)) == [second]


def test_a_box_is_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "box.json"
    box = Box(path)
    box.add(Task(1, (0, 1), TaskOrigin.MISTAKE))
    box.answered(Task(1, (0, 1), TaskOrigin.MISTAKE), TODAY, is_right=True)
    box.looked_at.add("a record")
    box.keep()
    again = Box(path)
    assert (len(again), again.asked, again.right, again.looked_at) == (1, 1, 1, {"a record"})


@pytest.mark.parametrize("text", ["", "[]", '{"format": 9}', '{"format": 1, "tasks": [{}]}'])
def test_a_file_that_is_no_box_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "box.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadBox, match=r"box\.json"):
        Box(path)


# ---------------------------------------------------------------------------- finding tasks


@pytest.mark.slow
def test_who_took_one_penny_is_asked_there_again() -> None:
    game = pennies()
    match = game.match(1)
    for choice in (0, 0, 1, 0, 0, 0):
        match.play(choice)
    tasks = list(Finder(game).mistakes(match.record(), [0]))
    assert tasks == [Task(1, (0, 0), TaskOrigin.MISTAKE)]
    asked = position(game, tasks[0])
    assert asked is not None
    assert can_be_asked(answer(asked))
    assert answer(asked).close == (0,)


def test_a_record_of_other_rules_gives_no_tasks() -> None:
    record = load("kuhn-poker").match(1).play(0).record()
    assert list(Finder(pennies()).mistakes(record, [0])) == []


def test_a_position_that_the_rules_no_longer_know_is_none() -> None:
    assert position(pennies(), Task(1, (7,), TaskOrigin.MADE_UP)) is None
    assert position(pennies(), Task(1, (0,) * 6, TaskOrigin.MADE_UP)) is None


@pytest.mark.slow
def test_whoever_plays_up_to_a_made_up_position_asks_the_guide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[bool]()

    def guide(_program: Program, *, by_score: bool) -> Guidance:
        asked.append(by_score)
        return Guidance(None, Familiarity.NONE)

    monkeypatch.setattr(learned, "guide", guide)
    monkeypatch.setattr(box, "_is_worth_asking", lambda _match: False)
    assert Finder(pennies()).made_up(1) is None
    assert asked == [False] * 6


# ---------------------------------------------------------------------------- rules of thumb


def test_a_strong_player_takes_two_pennies() -> None:
    watching = Watching(pennies(), "flat:sims=40", seed=1)
    list(watching.matches(4))
    sheet = watching.sheet()
    assert (sheet.matches, sheet.decisions) == (4, 24)
    shares = {thumb.verb: thumb.share.value for thumb in sheet.thumbs}
    assert shares["two"] > 0.9
    assert shares["one"] == pytest.approx(1 - shares["two"])
    head, *lines = rows(sheet)
    assert head[3:] == ("early", "midway", "late")
    assert len(lines) == len(sheet.thumbs)
    assert "rules of thumb" in sheet_page(sheet)


def test_the_margin_of_a_share_is_wilsons() -> None:
    share = share_of(5, 10)
    assert share.value == 0.5
    assert share.margin == pytest.approx(0.2634, abs=1e-4)
    assert share_of(10, 10).margin == pytest.approx(0.1388, abs=1e-4)


# ---------------------------------------------------------------------------- the command


@pytest.mark.slow
def test_an_own_mistake_is_asked_and_how_far_one_is_is_kept(tmp_path: Path, home: Path) -> None:
    path = tmp_path / "pennies.rcy"
    path.write_text(PENNIES, encoding="utf-8")
    game = load(path)
    match = game.match(1)
    for choice in (0, 0, 1, 0, 0, 0):
        match.play(choice)
    records = home / "records"
    records.mkdir(parents=True)
    text = record_text(match.record(["human", "uniform"]))
    (records / f"{game.name}-1{SUFFIX}").write_text(text, encoding="utf-8")
    result = drill(str(path), "--count", "1", typed="nonsense\n1\n")
    assert result.exit_code == 0, result.output
    assert "your own mistake" in result.output
    assert "none of the options" in result.output
    assert "1 of 1 right today; 1 of 1 in all" in result.output
    (kept,) = (home / "drills").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8"))["tasks"][0]["compartment"] == 1


@pytest.mark.slow
def test_who_leaves_is_asked_nothing_more(home: Path) -> None:
    result = drill("kuhn-poker", "--seed", "1", typed="q\n")
    assert result.exit_code == 0
    assert "nothing was asked" in result.output


def test_pages_and_json_are_for_the_sheet(home: Path) -> None:
    result = drill("kuhn-poker", "--json")
    assert result.exit_code == 2
    assert "--sheet" in result.output
    told = drill("kuhn-poker", "--sheet", "--json", "--player", "uniform", "--matches", "30")
    assert {thumb["verb"] for thumb in json.loads(told.output)["thumbs"]} >= {"bet", "check"}
