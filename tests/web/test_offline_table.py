"""A table in a page: the rooms of a server, for one browser, with nothing behind them."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from benchmarks.in_node import NODE, NodeMemory
from kibitz import load
from kibitz.engine import Rng, records
from kibitz.engine.native import Purpose, learner, web_module, weighing
from kibitz.engine.player_settings import read_settings
from kibitz.games import find
from kibitz.players import carried_guide
from kibitz.web import export, offline_advice, offline_bot
from kibitz.web.export import NoPython, exported
from kibitz.web.offers import Offers
from kibitz.web.offline_bot import ModuleBots, PageBots
from kibitz.web.offline_table import OfflineTable, rules_asked
from kibitz.web.page_bots import page_bots

needs_node = pytest.mark.skipif(NODE is None, reason="there is no node here to run WebAssembly")
UNPACK_AND_JOIN = """
import json, sys, zipfile
zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])
sys.path.insert(0, sys.argv[2])
from kibitz.web.offers import Offers
from kibitz.web.offline_bot import ModuleBots, PageBots
from kibitz.web.offline_table import OfflineTable
join = {"type": "join", "id": 1, "name": "Ann", "secret": None, "watching": False}
print(OfflineTable.opened(Offers(), "golf-six", "{}", "").hear(json.dumps(join)))
"""


class Browser:
    """Says messages, and keeps what it was told last."""

    def __init__(self, table: OfflineTable) -> None:
        self.table = table
        self.told: dict[str, Any] = {}
        self._number = 0

    def say(self, kind: str, **fields: object) -> Any:
        """What the message was answered with."""
        self._number += 1
        self.hear(self.table.hear(json.dumps({"type": kind, "id": self._number, **fields})))
        return self.told.get("done") or self.told["refused"]

    def hear(self, text: str) -> None:
        for kind in ("done", "refused"):
            self.told.pop(kind, None)
        for message in json.loads(text):
            self.told[message["type"]] = message

    def dealt(self, bots: int) -> Browser:
        self.say("join", name="Ann", secret=None, watching=False)
        for _ in range(bots):
            self.say("addbot", bot="novice")
        assert self.say("start")["type"] == "done"
        return self

    def play(self) -> None:
        """Take the first option that does something new, or let a bot play."""
        if self.table.bot_is_due:
            self.hear(self.table.let_bot_play())
            return
        frame = self.told["frame"]
        option = frame["options"][frame["version"] % len(frame["options"])]
        match, version = frame["match"], frame["version"]
        self.say("choose", match=match, version=version, key=option["key"])


@pytest.fixture
def browser() -> Browser:
    return Browser(OfflineTable(Offers(), "golf-six", {}))


def test_a_match_against_bots_leaves_a_record_that_kibitz_reads(browser: Browser) -> None:
    browser.dealt(2)
    while not browser.told["frame"]["result"]:
        browser.play()
    status, _, text = browser.table.fetched("/t/PAGE/record.json")
    assert status == 200
    record = records.read_record(text.encode())
    scores = tuple(browser.told["frame"]["result"]["scores"])
    assert record.scores == scores
    *_, last = records.replay(load("golf-six", PLAYERS=3).interpreter, record)
    assert last.is_over
    assert browser.told["room"]["phase"] == "over"


def test_who_comes_back_finds_the_table_as_it_was(browser: Browser) -> None:
    browser.dealt(1)
    for _ in range(4):
        browser.play()
    again = Browser(OfflineTable.opened(Offers(), "golf-six", "{}", browser.table.kept()))
    again.say("join", name="", secret="page", watching=False)
    assert browser.told["frame"]["beats"]
    assert again.told["frame"] == {**browser.told["frame"], "since": None, "beats": []}
    assert again.told["room"] == browser.told["room"]


@pytest.mark.parametrize("kept", ["", "nonsense", "{}", '{"room": 3, "match": null}'])
def test_what_cannot_be_read_is_a_new_table(kept: str) -> None:
    browser = Browser(OfflineTable.opened(Offers(), "golf-six", "{}", kept))
    browser.say("join", name="Ann", secret=None, watching=False)
    assert browser.told["room"]["phase"] == "waiting"


def test_whoever_opens_the_page_is_dealt_to_at_once_and_only_once() -> None:
    table = OfflineTable(Offers(), "golf-six", {"PLAYERS": 3})
    table.begin("novice")
    browser = Browser(table)
    browser.say("join", name="", secret="page", watching=False)
    chairs = browser.told["room"]["chairs"]
    assert [chair["bot"] for chair in chairs] == [None, "novice", "novice"]
    assert browser.told["room"]["advice"] == "off"
    before = table.kept()
    table.begin("novice")
    assert table.kept() == before


@pytest.mark.parametrize("game", ["golf", "kuhn-poker"])
def test_what_the_waiting_room_shows_of_the_rules_is_there_without_a_server(game: str) -> None:
    table = OfflineTable(Offers(), game, {})
    for asked in ("rules", "examples.json", "settlement.json", "worth.json"):
        status, _, text = table.fetched(f"/games/{game}/{asked}")
        assert (status, bool(text)) == (200, True)


def test_while_a_match_goes_on_nobody_is_told_the_seed(browser: Browser) -> None:
    browser.dealt(1)
    status, _, text = browser.table.fetched("/t/PAGE/record.json")
    assert status == 404
    assert "seed" not in text
    seed = json.loads(browser.table.kept())["match"]["kept"]["seed"]
    assert str(seed) not in json.dumps(browser.told)


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        ("nonsense", {}, "not-understood"),
        ("choose", {"match": 1, "version": 0, "key": "no such key"}, "no-option"),
        ("choose", {"match": 1, "version": 9, "key": ""}, "too-late"),
        ("advise", {"match": 1, "version": 0, "aim": ""}, "no-advice"),
        ("addbot", {"bot": "novice"}, "not-waiting"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    browser: Browser, kind: str, fields: dict[str, object], reason: str
) -> None:
    browser.dealt(1)
    while browser.table.bot_is_due:
        browser.play()
    before = browser.table.kept()
    assert browser.say(kind, **fields)["reason"] == reason
    assert browser.table.kept() == before


def test_a_bot_deals_worlds_as_long_as_it_has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr(offline_bot, "monotonic", lambda: next(ticks))
    monkeypatch.setitem(offline_bot.SECONDS, "expert", 20)
    browser = Browser(OfflineTable(Offers(), "golf-six", {}))
    browser.say("join", name="Ann", secret=None, watching=False)
    browser.say("addbot", bot="expert")
    browser.say("start")
    while not browser.table.bot_is_due:
        browser.play()
    browser.play()
    assert next(ticks) > 20


@needs_node
@pytest.mark.slow
def test_bots_with_a_module_search_as_those_of_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same net, the same simulations, the same choice: of the expert, and of one that seldom
    overlooks anything."""
    monkeypatch.setitem(offline_bot.SECONDS, "expert", 1e9)  # it is asked through files here
    game = load("golf-six")
    for name, data in page_bots(game).items():
        (tmp_path / name).write_bytes(data)
    module = web_module(game.program, Purpose.LEARN)
    bots = ModuleBots.of(str(tmp_path), partial(NodeMemory, module))
    assert bots is not None
    assert bots.know(game.program)
    assert not bots.know(load("golf-six", PLAYERS=2).program)
    table = OfflineTable(Offers(), "golf-six", {"PLAYERS": 4}, bots=PageBots(bots))
    browser = Browser(table)
    browser.say("join", name="Ann", secret=None, watching=False)
    for _ in range(3):
        browser.say("addbot", bot="expert")
    browser.say("start")
    while not table.bot_is_due:
        browser.play()
    live = table._live
    assert live is not None
    decision, chance = live.match.decision, Rng(live.kept.seed, stream=live.version + 1)
    view, options = live.match.view(decision.seat), len(decision.options)
    net = carried_guide(game.program, "expert").net
    assert net is not None
    strengths = bots.told["strengths"]
    expert = strengths["expert"]
    search = learner(game.program).searcher.prospect(view, options).search(chance.next())
    most = expert["per_option"] * options
    for done in range(0, most, most // 10):
        search.run(read_settings(expert["search"]), min(most // 10, most - done), net)
    said = learner(game.program).said(view, net.weights, options) @ net.wants
    worths = weighing.weighed_in_tree(search.statistics.tolist(), said.tolist())
    assert PageBots(bots).thought(live, "expert") == worths.index(max(worths))
    never = {"novice": {**strengths["novice"], "slip": 0.0}}
    sure = replace(bots, told={**bots.told, "strengths": never})
    assert PageBots(sure).thought(live, "novice") == said.argmax()
    while table.bot_is_due:
        browser.play()
    monkeypatch.setattr(offline_advice, "MOST_WORLDS", 16)
    frame = browser.told["frame"]
    browser.say("advise", match=frame["match"], version=frame["version"], aim="")
    told = browser.told["advice"]
    keys = [option["key"] for option in frame["options"]]
    assert sorted(option["key"] for option in told["options"]) == sorted(keys)
    assert told["best"] in keys
    assert "16 deals" in told["origin"]
    assert browser.told["room"]["advice"] == "full"


def test_whoever_plays_by_rules_that_nothing_was_made_ready_for_is_told_so() -> None:
    program = load("golf-six").program
    told = {"digest": program.digest, "options": dict(program.options)}

    def opened(constants: int, stack: int) -> NoReturn:
        raise AssertionError("nobody thinks yet")

    bots = ModuleBots(told, None, opened)

    def notice_of(players: int, *strengths: str) -> str:
        browser = Browser(OfflineTable(Offers(), "golf-six", {}, bots=PageBots(bots)))
        browser.say("join", name="Ann", secret=None, watching=False)
        for strength in strengths:
            browser.say("addbot", bot=strength)
        browser.say("start")
        room = browser.told["room"]
        assert len(room["chairs"]) == players
        assert room["advice"] == ("full" if players == 4 else "off")  # nobody asks in vain
        at_start = browser.told.pop("notice", None)
        read = browser.told["log"]["lines"]
        assert (at_start is not None and at_start["words"] in read) == any(
            "made ready" in line for line in read
        )
        browser.say("join", name="", secret="page", watching=False)
        assert browser.told.get("notice") == at_start
        return str(at_start["words"]) if at_start else ""

    assert notice_of(4, "expert", "regular", "novice") == ""
    assert notice_of(2, "novice") == ""
    words = notice_of(3, "expert", "regular")
    assert words.startswith("regular and expert: nothing was made ready for these rules")


def test_a_page_without_a_module_has_bots_all_the_same(tmp_path: Path) -> None:
    assert ModuleBots.of(str(tmp_path), lambda constants, stack: None) is None


@pytest.mark.slow
def test_a_page_needs_none_of_what_a_server_needs(tmp_path: Path) -> None:
    """The archive of a page plays with nothing but Python itself."""
    archive = tmp_path / "kibitz.zip"
    archive.write_bytes(export._zipped({**export._archive(), **export._texts_of(find("golf-six"))}))
    command = [sys.executable, "-S", "-I", "-c", UNPACK_AND_JOIN, str(archive), str(tmp_path / "k")]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    kinds = [message["type"] for message in json.loads(told.stdout)]
    assert kinds == ["welcome", "room", "done"]


def test_another_python_is_refused(tmp_path: Path) -> None:
    for name in export.PYODIDE_FILES:
        (tmp_path / name).write_bytes(b"something else")
    with pytest.raises(NoPython, match="is not that of Pyodide"):
        exported(find("golf-six"), {}, tmp_path, "novice")
    with pytest.raises(NoPython, match="no package of Pyodide"):
        exported(find("golf-six"), {}, tmp_path / "pyodide.mjs", "novice")


@pytest.mark.parametrize(
    ("linked", "rules", "trouble"),
    [
        ("", '{"HOLES": 3, "PLAYERS": 2}', ""),
        ("standard", '{"PLAYERS": 2}', ""),
        ("HOLES=5", '{"PLAYERS": 2, "HOLES": 5}', ""),
        ("HOLES=many", '{"HOLES": 3, "PLAYERS": 2}', "HOLES"),
        (f"HOLES={'9' * 5_000}", '{"HOLES": 3, "PLAYERS": 2}', "rules"),
        ("NONSENSE=ON", '{"HOLES": 3, "PLAYERS": 2}', "NONSENSE"),
    ],
)
def test_a_link_says_house_rules_in_place_of_those_of_the_page(
    linked: str, rules: str, trouble: str
) -> None:
    asked, told = rules_asked(Offers(), "golf", '{"HOLES": 3, "PLAYERS": 2}', linked)
    assert asked == rules
    assert trouble in told
    assert bool(trouble) == bool(told)


def test_a_page_begins_with_the_house_rules_it_was_made_with() -> None:
    browser = Browser(OfflineTable.opened(Offers(), "golf", '{"HOLES": 3}', ""))
    browser.say("join", name="Ann", secret=None, watching=False)
    assert browser.told["room"]["options"]["HOLES"] == 3
