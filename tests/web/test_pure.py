"""What the page works out without a page: pointing, beats and layout, by node's own tests; and how
its modules hang together."""

from __future__ import annotations

import re
import shutil
import subprocess
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

PURE = Path(__file__).parent / "pure"
NODE = shutil.which("node")


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no node on this machine")
@pytest.mark.parametrize("file", sorted(PURE.glob("*.test.mjs")), ids=lambda file: file.name)
def test_pure_functions(file: Path) -> None:
    command = [str(NODE), "--test", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_no_module_of_the_page_needs_itself() -> None:
    static = files("kibitz.web").joinpath("static")
    needs = {
        part.name: set(re.findall(r'from "\./([a-z_]+\.js)"', part.read_text("utf-8")))
        for part in static.iterdir()
        if part.name.endswith(".js")
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as cycle:
        pytest.fail(" needs ".join(cycle.args[1]))
    assert set().union(*needs.values()) <= needs.keys()
