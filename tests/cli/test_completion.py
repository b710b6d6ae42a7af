"""`kibitz completion`, and what the shell is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from commands import kibitz, written

from kibitz.cli.main import COMMANDS, main


def proposed(line: str, begun: str = "") -> list[str]:
    """What could follow the line, files left out."""
    shell = ShellComplete(main, {}, "kibitz", "_KIBITZ_COMPLETE")
    found = shell.get_completions(line.split(), begun)
    return [item.value for item in found if item.type == "plain"]


def test_commands_are_proposed_with_none_of_them_loaded() -> None:
    assert proposed("") == list(COMMANDS)
    assert proposed("", "trac") == ["trace"]
    program = (
        "import sys\n"
        "from click.shell_completion import ShellComplete\n"
        "from kibitz.cli.main import main\n"
        "ShellComplete(main, {}, 'kibitz', 'X').get_completions([], '')\n"
        "print([m for m in sys.modules if m.startswith('kibitz.cli.commands')])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("command", ["play", "show", "simulate", "trace", "bench"])
def test_games_are_proposed_wherever_one_is_named(command: str) -> None:
    assert proposed(command, "golf-s") == ["golf-six"]


def test_options_are_proposed_by_name_and_then_by_value() -> None:
    assert proposed("simulate golf --option", "ho") == [f"holes={n}" for n in range(1, 19)]
    assert {"players=", "holes=", "tenpenny="} <= {*proposed("play golf -o")}
    assert proposed("show golf -o", "flipondiscard=a") == ["flipondiscard=always"]
    assert proposed("play golf-six -o", "PLAYERS=") == [f"PLAYERS={n}" for n in range(2, 7)]


def test_presets_of_the_game_are_proposed() -> None:
    assert proposed("play golf --preset", "family-w") == ["family-wild"]
    assert proposed("play golf-six --preset") == []


def test_players_are_proposed_behind_a_comma_with_their_parameters() -> None:
    assert "human" in proposed("play golf-six --players")
    assert "human" not in proposed("simulate golf-six --players")
    assert proposed("simulate golf-six --players", "uniform,ism") == ["uniform,ismcts"]
    assert proposed("simulate golf-six --players", "flat,mcts:wor") == ["flat,mcts:worlds="]


def test_words_and_reports_are_proposed_for_explain() -> None:
    assert proposed("explain", "scorem") == ["scoremax", "scoremin"]
    assert proposed("explain", "no-pro") == ["no-progress"]


@pytest.mark.parametrize("game", ["nowhere", "{}/bad.rcy", "{}", ""])
def test_a_slip_before_the_cursor_is_no_reason_to_complain(game: str, tmp_path: Path) -> None:
    written(tmp_path, "(game", "bad.rcy")
    line = f"play {game.format(tmp_path)}"
    assert proposed(f"{line} --option") == []
    assert proposed(f"{line} --preset") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_every_shell_has_its_script(shell: str) -> None:
    script = kibitz("completion", shell).stdout
    assert script.startswith("# ")
    assert f"kibitz completion {shell}" in script.splitlines()[0]
    assert f"_KIBITZ_COMPLETE={shell}_complete" in script


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_an_option_in_one_word(tmp_path: Path) -> None:
    command = tmp_path / "kibitz"
    command.write_text(f"#!{sys.executable}\nfrom kibitz.cli.main import main\nmain()\n")
    command.chmod(0o755)
    script = (
        'eval "$(kibitz completion bash)"\n'
        "case $COMP_WORDBREAKS in *[=:]*) exit 3;; esac\n"
        "COMP_WORDS=(kibitz play golf-six --option players=) COMP_CWORD=4\n"
        "_kibitz_completion kibitz\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    path = f"{tmp_path}:{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path},
        check=False,
    )
    assert ran.stdout == "players=2 players=3 players=4 players=5 players=6\n", ran.stderr


def test_a_shell_that_we_do_not_know_is_a_usage_error() -> None:
    assert kibitz("completion", "tcsh").exit_code == 2
