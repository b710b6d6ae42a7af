"""docs/tools.md is true: its commands are run, one after the other, and say what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import kibitz

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"
BLOCKS = re.findall(
    r"^```(console|edit)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
LEFT_OUT = "…"


def edit(block: str) -> None:
    """A file, a text in it, and what is to stand there instead."""
    name, before, after = block.splitlines()
    text = Path(name).read_text(encoding="utf-8")
    assert text.count(before) == 1
    Path(name).write_text(text.replace(before, after), encoding="utf-8")


def pattern(shown: str) -> str:
    lines = [re.escape(line) + r"\n" for line in shown.splitlines()]
    return "".join(r"(?:.*\n)*?" if line == rf"{LEFT_OUT}\n" else line for line in lines)


@pytest.mark.slow
def test_every_command_of_the_page_says_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, block in BLOCKS:
        if kind == "edit":
            edit(block)
            continue
        for command, shown in re.findall(r"^\$ kibitz (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
            said = kibitz(*shlex.split(command)).output
            assert re.fullmatch(pattern(shown), said), f"kibitz {command}:\n{said}"


def test_the_page_has_commands_to_run() -> None:
    commands = re.findall(r"^\$ kibitz (\w+)", "".join(block for _, block in BLOCKS), re.M)
    assert {"new", "check", "fmt", "simulate", "trace", "completion"} <= {*commands}
