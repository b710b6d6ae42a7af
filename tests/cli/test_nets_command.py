"""`kibitz nets`, and games that are learnt before anything is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import kibitz

from kibitz import load
from kibitz.learning import keeping, kept_net

STRANGER = Path(__file__).parents[1] / "games/strangers/stacking.rcy"


def test_nets_that_came_with_kibitz_are_listed() -> None:
    shown = kibitz("nets").output
    assert "came with kibitz" in shown
    assert "president" in shown


def test_of_a_game_it_is_said_how_well_its_table_is_known() -> None:
    assert "is new to this game" in kibitz("nets", str(STRANGER)).output
    assert (
        "knows this game from another table"
        in kibitz("nets", "golf", "--option", "PLAYERS=2").output
    )


def test_nothing_is_forgotten_that_was_not_learnt() -> None:
    refused = kibitz("nets", "agram", "--remove")
    assert refused.exit_code == 1
    assert "nothing was learnt of agram" in refused.output
    assert "say of which GAME" in kibitz("nets", "--make").output


@pytest.mark.slow
def test_a_game_that_nobody_knows_is_learnt_first_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SHIPPED", tmp_path)
    record = tmp_path / "match.jsonl"
    program = load("agram").program
    assert kept_net(program, by_score=False) is None
    played = kibitz("play", "agram", "--players", "uniform", "--record", str(record))
    assert played.exit_code == 0, played.output
    said = kibitz("advise", str(record), "--move", "1", "--learn", "0.3", "--json").output
    assert '"guide": "is learning' in said
    assert kept_net(program, by_score=False) is not None
    assert "forgot 1 net" in kibitz("nets", "agram", "--remove").output
    assert kept_net(program, by_score=False) is None


@pytest.mark.slow
@pytest.mark.parametrize("command", ["play", "companion"])
def test_whoever_sits_down_to_a_game_that_nobody_knows_waits_while_it_is_learnt(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SHIPPED", tmp_path)
    program = load("agram").program
    kibitz(command, "agram")
    assert kept_net(program, by_score=False) is None  # KIBITZ_LEARN says so
    kibitz(command, "agram", "--learn", "0.3")
    assert kept_net(program, by_score=False) is not None
