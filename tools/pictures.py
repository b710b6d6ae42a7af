"""Draws docs/pictures: Golf Six as `kibitz analyze` shows it, golf as the browser does.

Takes two minutes on two cores; the table needs the extra `dev`, and Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server

from playwright.sync_api import Page, sync_playwright

from kibitz.analysis import SamplePlan, make_report
from kibitz.cli.commands.analyze import subject_of
from kibitz.engine.kept_files import user_cache
from kibitz.players import make_player

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
GAME = "golf-six"
PLAN = SamplePlan("mcts:per_option=200")
LAPTOP = (1100, 760)
BOTS = 3
TURNS = 6


def main() -> None:
    draw_table("golf")
    draw_analysis()


def draw_analysis() -> None:
    subject = subject_of(GAME, {}, PLAN)
    report = make_report(subject, make_player, user_cache("played"), lambda what, done: None)
    for path in sorted(FOLDER.glob(f"{GAME}-*.png")):
        path.write_bytes(report.pictures[path.stem.removeprefix(f"{GAME}-")].png)


def draw_table(game: str) -> None:
    """A few turns of a match against bots, by taking whatever is offered first."""
    width, height = LAPTOP
    with _server() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = chromium.new_page(base_url=address, viewport={"width": width, "height": height})
        _sit_down(page, game)
        for _ in range(TURNS):
            _play_on(page)
        _wait_for_my_turn(page)
        page.screenshot(path=FOLDER / f"{game}-table.png")
        chromium.close()


@contextmanager
def _server() -> Iterator[str]:
    with create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(port)]
        house = {**os.environ, "KIBITZ_DATABASE": f"sqlite:///{folder}/tables.db"}
        process = subprocess.Popen(command, env=house, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _sit_down(page: Page, game: str) -> None:
    page.goto("/")
    for name in ("home-friends", f"game-{game}"):
        page.get_by_test_id(name).click()
    page.get_by_test_id("name").fill("Ann")
    page.get_by_test_id("name-join").click()
    for number in range(1, BOTS + 1):
        page.get_by_test_id("ai-add-regular").click()
        page.get_by_test_id(f"seat-{number}").wait_for()
    page.get_by_test_id("lobby-start").click()


def _wait_for_my_turn(page: Page) -> None:
    page.locator("button.glow").first.wait_for(timeout=60_000)
    page.wait_for_timeout(1000)


def _play_on(page: Page) -> None:
    _wait_for_my_turn(page)
    page.locator("button.glow").first.click()
    page.wait_for_timeout(500)
    confirm = page.get_by_test_id("flip-confirm")
    if confirm.count() and confirm.is_enabled():
        confirm.click()


if __name__ == "__main__":
    main()
