"""Practice: mistakes become tasks, right answers are asked less often, nothing hidden is shown."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz import load
from kibitz.cli.main import main
from kibitz.cli.recordfile import SUFFIX
from kibitz.drill import BadBox, Box, Finder, Task, TaskOrigin, Watching, box, position
from kibitz.drill.box import answer, can_be_asked
from kibitz.drill.lines import Judged, Rule, lines_of, share_of
from kibitz.drill.sheet import Sheet, rows, sheet_page
from kibitz.engine import Program, Rng, lower
from kibitz.engine.records import record_text
from kibitz.game import Game
from kibitz.players import Familiarity, Guidance, Player, Uniform, learned, mean_of
from kibitz.recycle import Source, check
from kibitz.words import Deed, Eye, Trait, told

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


# ---------------------------------------------------------------------------- lines to remember

SWAP, PAIR = "swap a card", Trait("pair column", "where it makes a pair in the column")


def test_what_a_person_sees_in_an_option_is_a_trait() -> None:
    """In some matches of golf, all of them come up."""
    game = load("golf-six", PLAYERS=2)
    eye, found = Eye(game.interpreter, game.vocabulary), dict[str, set[str]]()
    for seed in range(1, 16):
        match, chance = game.match(seed), Rng(seed)
        while not match.is_over:
            view = match.view(match.decision.seat)
            deeds = eye.deeds(view, match.decision)
            for deed in deeds:
                found.setdefault(deed.verb, set()).update(trait.text for trait in deed.traits)
            match.play(chance.below(len(deeds)))
    assert set(found) == {"turn over", "draw", "take a card", SWAP, "discard a card"}
    assert found["turn over"] == {"where the column still hides a card"}
    assert "from the stock" in found["draw"]
    assert {"a seven", "a jack or higher", "of a rank that you have already"} <= found[
        "take a card"
    ]
    assert {PAIR.text, "over a hidden card", "over a king", "over a nine or higher"} <= found[SWAP]
    assert {"where that breaks a pair in the column", "an ace"} <= found[SWAP]


def test_a_line_says_what_to_do_or_how() -> None:
    seven, over = Trait("card", "a seven"), Trait("over", "over a hidden card")
    assert told(SWAP, (seven, PAIR), is_not=False, is_how=False) == f"swap a seven {PAIR.text}"
    assert told(SWAP, (PAIR, over), is_not=False, is_how=True) == (
        f"when you swap a card, over a hidden card {PAIR.text}"
    )
    assert told("go out", (), is_not=True, is_how=False) == "do not go out"


def some_decisions(worth: float, matches: int) -> list[Judged]:
    """To pair or not, or to throw away; chance adds to everything."""
    chance, decisions = Rng(1), []
    for number in range(matches * 12):
        deeds = Deed(SWAP, frozenset({PAIR})), Deed(SWAP, frozenset()), Deed("throw", frozenset())
        noise = [chance.below(100) / 100 for _ in deeds]
        values = (noise[0] + worth, noise[1], noise[2])
        decisions.append(Judged(number // 12, deeds, values))
    return decisions


def test_a_line_is_told_with_its_worth_and_only_where_the_interval_bears_it_out() -> None:
    (how,) = (line for line in lines_of(some_decisions(3.0, 10)) if line.how)
    assert how.rule == Rule(SWAP, (PAIR,))
    assert abs(how.worth.value - 3.0) < (how.worth.margin or 0.0) < 0.5
    assert (how.possible, how.right.value) == (60, 1.0)
    assert lines_of(some_decisions(0.0, 10)) == ()
    assert lines_of(some_decisions(3.0, 1)) == ()


@pytest.fixture(scope="module")
def golf_sheet() -> tuple[Sheet, str]:
    """The example of the page, and what it prints."""
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    examples = [part.split("```")[0] for part in page.split("```python")[1:]]
    (example,) = (one for one in examples if "sheet" in one)
    names, said = dict[str, object](), StringIO()
    with redirect_stdout(said):
        exec(example, names)
    sheet = names["sheet"]
    assert isinstance(sheet, Sheet)
    return sheet, said.getvalue()


@pytest.mark.slow
def test_the_example_of_the_page_says_to_make_pairs(golf_sheet: tuple[Sheet, str]) -> None:
    sheet, said = golf_sheet
    assert PAIR.text in said
    assert 1 < len(sheet.lines) <= 10
    worths = [line.worth for line in sheet.lines]
    assert worths == sorted(worths, key=lambda worth: -worth.value)
    assert all(worth.value > (worth.margin or 0.0) for worth in worths)
    assert PAIR.text in sheet_page(sheet)
    assert sheet.to_json()["lines"][0]["text"] == sheet.lines[0].text


@pytest.mark.slow
def test_who_follows_the_sheet_beats_who_does_anything(golf_sheet: tuple[Sheet, str]) -> None:
    """By strokes of golf, in both seats of every deal."""
    game = load("golf-six", PLAYERS=2)
    ours: Player = golf_sheet[0].follower(game)
    better = []
    for deal in range(16):
        gains = []
        for seat in range(2):
            line_up = [ours if one == seat else Uniform() for one in range(2)]
            match, chance = game.match(deal), Rng(deal, stream=1)
            while not match.is_over:
                decision = match.decision
                view = match.view(decision.seat)
                match.play(line_up[decision.seat].choose(view, decision, chance).option)
            scores = match.outcome.scores
            gains.append(scores[1 - seat] - scores[seat])
        better.append(sum(gains) / 2)
    gain = mean_of(better)
    assert gain.value > (gain.margin or 0.0)


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
