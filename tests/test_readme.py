"""The README is true: its Python runs, its commands exist, it is short."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMAND_LINES = [
    shlex.split(line, comments=True) for line in README.splitlines() if line.startswith("kibitz ")
]
TARGETS = sorted(set(re.findall(r"^(?:\$ )?make (\w+)", README, re.MULTILINE)))


@pytest.mark.parametrize("block", PYTHON)
def test_the_python_of_the_readme_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert "strokes by player: (" in capsys.readouterr().out
    assert len([line for line in block.splitlines() if line.strip()]) <= 12


def test_the_readme_is_short_and_shows_a_match() -> None:
    assert len(README.splitlines()) <= 130
    assert len(PYTHON) == 1


@pytest.mark.parametrize("line", COMMAND_LINES, ids=" ".join)
def test_a_command_of_the_readme_exists_with_its_options(line: list[str]) -> None:
    _, verb, *arguments = line
    shown = CliRunner().invoke(main, [verb, "--help"])
    assert shown.exit_code == 0
    assert [a for a in arguments if a.startswith("-") and a not in shown.output] == []


@pytest.mark.parametrize("target", TARGETS)
def test_a_make_line_of_the_readme_exists(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    needed = [*project["dependencies"], *(name for extra in extras for name in extra)]
    names = {re.split(r"[<>=\[ ]", name)[0] for name in needed} - {project["name"]}
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| ([\w-]+) \| \S", text, re.MULTILINE)) - {"package"} == names
