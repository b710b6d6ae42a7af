"""What people install with pip works by itself, away from this folder."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from pathlib import Path
from socket import create_server

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def kibitz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command in an environment of its own. What kibitz depends on is borrowed from ours, so
    that nothing is fetched."""
    folder = tmp_path_factory.mktemp("wheel")
    run(ROOT, sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    (wheel,) = folder.glob("*.whl")
    assert wheel.stat().st_size < 8_000_000
    venv.create(folder / "env", with_pip=False, symlinks=True)
    python = folder / "env" / "bin" / "python"
    run(folder, sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", wheel)
    (packages,) = (folder / "env" / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    assert run(folder, python, "-c", "import kibitz; print(kibitz.__file__)").startswith(
        str(packages)
    )
    return folder / "env" / "bin" / "kibitz"


def environment(folder: Path) -> dict[str, str]:
    """Nothing of this folder, and nothing of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}


def run(folder: Path, *command: object, typed: str = "") -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment(folder),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_match_is_played_from_the_wheel(kibitz: Path, tmp_path: Path) -> None:
    said = run(tmp_path, kibitz, "play", "golf-six", "--players", "uniform", "--seed", "1")
    assert "the record is in" in said


def test_a_word_is_explained_from_the_wheel(kibitz: Path, tmp_path: Path) -> None:
    assert "unknown-keyword" in run(tmp_path, kibitz, "explain", "unknown-keyword")


def test_a_game_is_analysed_from_the_wheel(kibitz: Path, tmp_path: Path) -> None:
    run(tmp_path, kibitz, "analyze", "kuhn-poker", "--quick", "--out", tmp_path / "page")
    pages = list((tmp_path / "page").rglob("*.html"))
    assert pages
    assert "<svg" in pages[0].read_text(encoding="utf-8")


def test_tables_are_served_from_the_wheel(kibitz: Path, tmp_path: Path) -> None:
    with create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = [
        str(kibitz),
        "serve",
        "--port",
        port,
        "--database",
        f"sqlite:///{tmp_path}/tables.db",
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            with urllib.request.urlopen(address[0]) as page:
                assert b"kibitz" in page.read()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
