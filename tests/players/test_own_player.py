"""Players that people write: the documented example works, and mistakes are told in words."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from tables import WIN_IN_ONE, dealt, engine_of

from kibitz import load
from kibitz.engine import Decision, Rng, View
from kibitz.game import Game
from kibitz.players import PLAYERS, Choice, UnknownPlayer, make_player
from kibitz.players.player import PlayerFault, ask
from kibitz.players.standings import standings
from kibitz.players.tournament import Tournament, play_deals
from kibitz.recycle.diagnostic import KibitzError

PAGE = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
SHOWN, EXAMPLE = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_player_of_the_page_beats_chance(folder: Path) -> None:
    (folder / "greedybots.py").write_text(EXAMPLE, encoding="utf-8")
    program = load("golf-six").program
    deals = list(play_deals(Tournament(program, ("greedybots:Greedy", "uniform"), 3), range(10)))
    best, other = standings(deals, ("greedybots:Greedy", "uniform"))
    assert best.player == "greedybots:Greedy"
    assert best.score.high is not None
    assert other.score.low is not None
    assert best.score.high < other.score.low
    assert not any(match.capped for deal in deals for match in deal.matches)


@pytest.mark.slow
def test_the_estimates_of_the_page_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(SHOWN, "players.md", "exec"), {})
    assert capsys.readouterr().out.count(" ± ") == 6


def test_the_page_names_every_player_and_every_parameter() -> None:
    for name, kind in PLAYERS.items():
        assert f"| `{name}` |" in PAGE
        assert all(f"`{parameter.name}" in PAGE for parameter in kind.parameters)
        assert all(parameter.default in PAGE for parameter in kind.parameters)


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "nowhere.bots:Greedy", "the module nowhere.bots cannot be imported"),
        ("", "ownbots:Greedy", "the module ownbots has no class Greedy"),
        ("1 / 0", "brokenbots:Greedy", "fails when imported: ZeroDivisionError"),
        ("class Deaf:\n    pass", "deafbots:Deaf", "cannot be made: TypeError"),
        ("Mute = str.upper\nMute = lambda p: 3", "mutebots:Mute", "has no method choose"),
        ("", "ismcts2:sims=3", "there is no player 'ismcts2:sims=3'"),
    ],
)
def test_a_player_that_cannot_be_made_is_refused_with_the_reason(
    text: str, name: str, said: str, folder: Path
) -> None:
    module = name.partition(":")[0]
    if "." not in module and "=" not in name:
        (folder / f"{module}.py").write_text(text)
    with pytest.raises(UnknownPlayer, match=re.escape(said)):
        make_player(name, load("golf-six").program)


class Answers:
    """A player that always gives the same answer."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer  # type: ignore[return-value]  # that is the mistake


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ValueError("no idea"), "Bot (player 1) failed: ValueError: no idea"),
        (None, "Bot (player 1) must return a Choice, not None"),
        (2, "Bot (player 1) must return a Choice, not 2"),
        (Choice(3), "Bot (player 1) chose option 3; there are options 0 to 2"),
        (Choice(-1), "Bot (player 1) chose option -1; there are options 0 to 2"),
        (Choice("first"), "Bot (player 1) chose option 'first'; there are options 0 to 2"),  # type: ignore[arg-type]  # that is the mistake
    ],
)
def test_a_player_that_fails_or_answers_nonsense_is_named(answer: object, said: str) -> None:
    table = dealt(WIN_IN_ONE)
    with pytest.raises(PlayerFault, match=f"^{re.escape(said)}$"):
        ask(Answers(answer), "Bot", table.view, table.decision, Rng(1))


def test_a_view_is_read_by_the_names_of_the_program() -> None:
    match = load("golf-six").match(1)
    match.play(0)
    view = match.view(1)
    (turned,) = view.pile("GRID", seat=0, index=1)
    assert turned is not None
    assert view.pile("GRID", seat=0, index=2) == [None]
    assert view.pile("STOCK") == [None] * 27
    assert len(view.pile("DISCARD")) == 1
    assert view.pile("GRID", index=2) == view.pile("GRID", seat=1, index=2)
    with pytest.raises(KibitzError, match=r"no place GRID 7 of seat 0 .* GRID 5, GRID 6, HAND"):
        view.pile("GRID", seat=0, index=7)


def test_numbers_and_words_are_read_by_name_too() -> None:
    text = """(game (setup (create players 2) (create teams (1) (2))
        (create deck (game iloc X) (deck (RANK (A)))))
        (do ((set (game sto ROUND) 3) (set ((2 player) sto SCORE) 7)
             (set (game str TRUMP) HEARTS)))
        (choice ((turn pass))) (scoring max 0))"""
    view = Game.of_program(engine_of(text).program).match(1).view(0)
    assert (view.number("ROUND"), view.number("SCORE", seat=1), view.number("SCORE")) == (3, 7, 0)
    assert view.word("TRUMP") == "HEARTS"
    with pytest.raises(KibitzError, match=r"no number SCORE of seat 2 .* ROUND, SCORE$"):
        view.number("SCORE", seat=2)
    with pytest.raises(KibitzError, match="no word ROUND in this game; there are: TRUMP"):
        view.word("ROUND")


def test_a_view_survives_pickling_and_still_has_its_names() -> None:
    view = load("golf-six").match(1).view(1)
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert again.pile("STOCK") == view.pile("STOCK")
