"""docs/commands.md says what the commands say, and every example on it can be typed."""

from __future__ import annotations

import shlex

import pytest
from click.testing import CliRunner

from kibitz.cli.main import COMMANDS, main
from tools.commands_page import PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = [
    shlex.split(line, comments=True) for line in TEXT.splitlines() if line.startswith("kibitz ")
]


def test_the_page_of_the_commands_is_up_to_date() -> None:
    assert page() == TEXT, "run `python -m tools.commands_page`"


def test_every_command_has_an_example() -> None:
    assert {line[1] for line in EXAMPLES} == set(COMMANDS)


@pytest.mark.parametrize("line", EXAMPLES, ids=" ".join)
def test_an_example_names_options_that_exist(line: list[str]) -> None:
    _, verb, *arguments = line
    shown = CliRunner().invoke(main, [verb, "--help"])
    assert shown.exit_code == 0
    assert [a for a in arguments if a.startswith("-") and a not in shown.output] == []
