"""A game of the library is its own files: nothing else has to know it."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from package_code import PACKAGE, Module, package_modules

from kibitz.games import find, names
from kibitz.games.page_fields import GameKind

STARTER = PACKAGE / "games" / "starters" / "rummy"


@pytest.mark.parametrize("name", names())
def test_the_page_of_a_game_names_its_kind(name: str) -> None:
    kinds = ", ".join(f'"{kind}"' for kind in GameKind)
    assert find(name).page.kind is not None, (
        f"the page of `{name}` names no kind: write `kind = …` above its tags, with one of {kinds}"
    )


def texts(module: Module) -> Iterator[str]:
    """The texts in a file of code."""
    for node in module.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_code_knows_a_game_by_its_name() -> None:
    """Rummy is a game, and also what a kind of games is called."""
    known = set(names()) - {kind.value for kind in GameKind}
    naming = [
        f"{module.path}: {text}"
        for module in package_modules()
        for text in texts(module)
        if text in known
    ]
    assert naming == []


@pytest.mark.slow
def test_a_game_is_there_as_soon_as_its_two_files_are(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "kibitz", ignore=shutil.ignore_patterns("__pycache__"))
    for suffix in (".rcy", ".md"):
        shutil.copy(STARTER.with_suffix(suffix), tmp_path / "kibitz" / "games" / f"newest{suffix}")
    (listed,) = json.loads(run(tmp_path, "games", "newest", "--json"))
    assert listed["kind"] == "rummy"
    assert json.loads(run(tmp_path, "simulate", "newest", "-n", "5", "--json"))["game"] == "newest"


def run(folder: Path, *arguments: str) -> str:
    """What the kibitz in the folder prints."""
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
