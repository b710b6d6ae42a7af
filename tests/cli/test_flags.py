"""Flags that mean the same everywhere: house rules, `--json`, and what is said of a slip."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import Command, Context
from commands import TINY, kibitz, written

from kibitz.cli.main import COMMANDS, main
from kibitz.engine import Interpreter
from kibitz.engine.playing import Playout
from kibitz.players.tournament import PlayedDeal, play_deals


def _command(name: str) -> Command:
    found = main.get_command(Context(main), name)
    assert found is not None
    return found


PARAMETERS = {
    name: {parameter.name: parameter.opts for parameter in _command(name).params}
    for name in COMMANDS
}
NAMES_A_GAME = [
    name
    for name, parameters in PARAMETERS.items()
    if parameters.keys() & {"game", "games"} and "--game" not in parameters.get("game", ())
]


def test_the_commands_that_name_a_game_are_found() -> None:
    assert {"show", "play", "simulate", "tournament", "bench", "analyze", "site"} <= {*NAMES_A_GAME}


@pytest.mark.parametrize("name", NAMES_A_GAME)
def test_house_rules_can_be_said_wherever_a_game_is_named(name: str) -> None:
    assert PARAMETERS[name]["preset"] == ["--preset"]
    assert PARAMETERS[name]["settings"] == ["--option", "-o"]


@pytest.mark.parametrize(
    "name",
    ["games", "show", "players", "simulate", "tournament", "bench", "analyze", "check", "replay"],
)
def test_what_is_printed_as_a_table_is_printed_as_json(name: str) -> None:
    assert PARAMETERS[name]["as_json"] == ["--json"]


@pytest.mark.slow
def test_the_library_as_json_has_a_row_for_every_game() -> None:
    rows = {row["name"]: row for row in json.loads(kibitz("games", "--json").stdout)}
    assert (rows["golf-six"]["title"], rows["golf-six"]["options"]) == ("Golf Six", ["PLAYERS"])
    assert "family-wild" in rows["golf"]["presets"]


def test_a_game_as_json_has_the_values_of_this_table() -> None:
    shown = kibitz("show", "golf", "--preset", "race", "-o", "players=3", "--json").stdout
    game = json.loads(shown)
    values = {option["name"]: option["value"] for option in game["options"]}
    assert (game["players"], values["PLAYERS"]) == (3, 3)
    assert values.items() >= game["presets"]["race"].items()


def test_the_players_as_json_have_their_parameters() -> None:
    rows = {row["name"]: row for row in json.loads(kibitz("players", "--json").stdout)}
    names = [parameter["name"] for parameter in rows["ismcts"]["parameters"]]
    assert "sims" in names
    assert rows["uniform"]["parameters"] == []


def test_a_record_as_json_has_its_result(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    kibitz("play", written(tmp_path, TINY), "--players", "uniform", "--record", record)
    result = json.loads(kibitz("replay", record, "--json").stdout)
    assert (result["game"], result["players"]) == ("tiny", ["uniform", "uniform"])
    assert (result["decisions"], result["is_over"]) == (2, True)
    assert len(result["scores"]) == len(result["ranks"]) == 2
    unfinished = tmp_path / "unfinished.jsonl"
    unfinished.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:2]))
    result = json.loads(kibitz("replay", unfinished, "--json").stdout)
    assert (result["decisions"], result["is_over"], result["scores"]) == (1, False, None)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        (("--option", "plyers=3"), "did you mean PLAYERS?"),
        (("--option", "flip-on-discard=alwys"), "did you mean ALWAYS?"),
        (("--preset", "famly-wild"), "did you mean `family-wild`?"),
        (("--players", "ismtcs"), "did you mean ismcts?"),
        (("--players", "ismcts:sim=9"), "did you mean sims?"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(slip: tuple[str, str], meant: str) -> None:
    result = kibitz("simulate", "golf", "-n", "1", *slip)
    assert result.exit_code in (1, 2)
    assert meant in " ".join(result.stderr.split())


# ---------------------------------------------------------------------------- one match, Ctrl-C


def test_a_single_match_of_a_seed_is_played_by_its_number(tmp_path: Path) -> None:
    game = written(tmp_path, TINY)

    def scores(*arguments: str) -> list[float]:
        said = ("--seed", "5", "--engine", "reference", "--json")
        shown = kibitz("simulate", game, *said, *arguments).stdout
        return [seat["mean_score"] for seat in json.loads(shown)["seats"]]

    one_by_one = [scores("--only", str(number)) for number in range(1, 9)]
    assert [sum(seat) / 8 for seat in zip(*one_by_one, strict=True)] == scores("-n", "8")


@pytest.mark.parametrize("arguments", [(), ("-n", "3", "--only", "2"), ("--only", "0")])
def test_how_many_matches_or_which_one_is_said_once(arguments: tuple[str, ...]) -> None:
    assert kibitz("simulate", "golf-six", *arguments).exit_code == 2


def test_ctrl_c_in_a_simulation_prints_the_matches_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Playout] = []
    playout = Interpreter.playout

    def interrupted(engine: Interpreter, *arguments: Any) -> Playout:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(playout(engine, *arguments))
        return played[-1]

    monkeypatch.setattr(Interpreter, "playout", interrupted)
    command = ("simulate", written(tmp_path, TINY), "-n", "9", "--engine", "reference", "--json")
    result = kibitz(*command)
    assert result.exit_code == 130
    assert json.loads(result.stdout)["games"] == 3
    assert result.stderr == "interrupted after 3 of 9 matches\n"
    nothing = kibitz(*command)
    assert (nothing.exit_code, nothing.stdout) == (130, "")


@pytest.mark.slow
def test_ctrl_c_in_a_tournament_prints_the_deals_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[PlayedDeal]:
        for deal, _ in zip(play_deals(*arguments), range(2), strict=False):
            yield deal
        raise KeyboardInterrupt

    monkeypatch.setattr("kibitz.cli.commands.tournament.play_deals", interrupted)
    result = kibitz(
        *("tournament", written(tmp_path, TINY), "--players", "uniform,ismcts:sims=2"),
        *("-n", "9", "--out", tmp_path / "deals.jsonl", "--json"),
    )
    assert result.exit_code == 130
    assert json.loads(result.stdout)["deals"] == 2
    assert result.stderr == "interrupted after 2 of 9 deals\n"
