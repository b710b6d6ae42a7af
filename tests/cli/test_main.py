"""The command as a whole: help, exit codes, faults in words."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click import Context
from commands import kibitz

import kibitz as package
from kibitz.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "kibitz"]


def test_the_help_names_every_command() -> None:
    result = kibitz("--help")
    assert result.exit_code == 0
    assert all(name in result.output for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_the_command_says_itself(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=100) == COMMANDS[name]
    assert kibitz(name, "--help").exit_code == 0


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert kibitz("--version").output == f"kibitz {package.__version__}\n"
    assert project["version"] == package.__version__


def test_an_unknown_command_is_a_usage_error_that_names_the_nearest() -> None:
    result = kibitz("chek")
    assert result.exit_code == 2
    assert "did you mean `check`?" in result.stderr


def test_the_help_and_the_package_load_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from kibitz.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted(m for m in sys.modules if m.partition('.')[0] in ('rich', 'kibitz')))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.splitlines()[-1] == "['kibitz', 'kibitz.cli', 'kibitz.cli.main']"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games", "programs"])
def test_commands_that_play_nothing_load_no_engine(command: str) -> None:
    program = f"import sys, kibitz.cli.commands.{command}\nprint('kibitz.engine' in sys.modules)\n"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"


def test_a_bug_of_ours_is_confessed_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[object]:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("kibitz.cli.catalogue.library", broken)
    result = kibitz("games")
    assert result.exit_code == 70
    assert result.stderr.count("\n") == 1
    assert "this is a bug in kibitz" in result.stderr
    monkeypatch.setenv("KIBITZ_DEBUG", "1")
    ran = subprocess.run(
        [sys.executable, "-c", BROKEN], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 70
    assert "Traceback" in ran.stderr


BROKEN = """
import kibitz.cli.catalogue as catalogue
from kibitz.cli.main import main
catalogue.library = lambda: 1 / 0
main(["games"])
"""


@pytest.mark.slow
def test_a_reader_who_stops_reading_hears_no_complaint() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "golf-six", "--players", "uniform", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert ran.stderr.read() == b""
    assert ran.returncode == 0


@pytest.mark.slow
def test_ctrl_c_leaves_without_a_word(own_data_folder: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "golf-six", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as ran:
        assert ran.stdout is not None
        while not ran.stdout.readline().startswith(b"1 turn over"):
            pass
        ran.send_signal(signal.SIGINT)
        _, complaint = ran.communicate()
    assert ran.returncode == 130
    assert complaint.strip() == b""
    assert list(own_data_folder.iterdir()) == [], "nothing had been done yet"
