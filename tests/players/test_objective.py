"""What a game is played for, and who wants it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import GREED, dealt

from kibitz import load
from kibitz.cli.seating import bots, seated
from kibitz.games import PageError
from kibitz.games.page import Objective, parse_page
from kibitz.players import wanting

ALONE = """(game
 (setup (create players 1) (create deck (game vloc TABLE) (deck (RANK (A)))))
 (choice ((set ((1 player) sto S) 1) (set ((1 player) sto S) 2) (set ((1 player) sto S) 0)))
 (scoring max ((current player) sto S)))"""


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ismcts", "ismcts:reward=score"),
        ("flat:sims=9", "flat:sims=9,reward=score"),
        ("mcts:reward=rank,worlds=2", "mcts:reward=rank,worlds=2"),
        ("uniform", "uniform"),
        ("mypkg.bots:Greedy", "mypkg.bots:Greedy"),
    ],
)
def test_where_a_game_is_played_for_score_players_that_can_want_it_do(
    name: str, meant: str
) -> None:
    assert wanting(name, Objective.SCORE) == meant
    assert wanting(name, Objective.PLACE) == name


@pytest.mark.parametrize("kind", ["flat", "mcts", "ismcts"])
def test_who_plays_alone_plays_for_the_score(kind: str) -> None:
    assert dealt(ALONE).ask(f"{kind}:sims=30").option == 1


def test_the_commands_read_from_the_page_what_players_want(tmp_path: Path) -> None:
    game = tmp_path / "greed.rcy"
    game.write_text(GREED, encoding="utf-8")
    assert bots(load(game), "flat,uniform") == ("flat", "uniform")
    game.with_suffix(".md").write_text('+++\n[play]\nobjective = "score"\n+++\n', encoding="utf-8")
    assert bots(load(game), "flat,uniform") == ("flat:reward=score", "uniform")
    assert seated(load(game), 2, None)[0].endswith("reward=score")


def test_a_game_is_played_for_place_or_score_and_nothing_else() -> None:
    text = '+++\n[play]\nobjective = "fun"\n+++\n'
    with pytest.raises(PageError) as refused:
        parse_page("game.md", "game", text)
    (fault,) = refused.value.diagnostics
    assert fault.headline == '`play.objective` must be "place" or "score", not \'fun\''
    assert parse_page("game.md", "game", "").play.objective is Objective.PLACE
