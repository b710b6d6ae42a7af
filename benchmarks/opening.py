"""A game in one file, in a browser: how large it is, how long Play and a move take, and memory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

import click
from playwright.sync_api import Page, sync_playwright

from kibitz.games import find
from kibitz.web import exported

CHROMIUM = shutil.which("chromium")
MOVES = 5
_NOTE_TIMES = """
    window.__times = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (asked, ...more) {
        if (asked.kind === "hear" && JSON.parse(asked.text).type === "choose") {
            const began = performance.now();
            this.addEventListener("message", ({ data }) =>
                data.id === asked.id && window.__times.push(performance.now() - began));
        }
        return post.call(this, asked, ...more);
    };
"""
_MOVE = """() => {
    const found = [...document.querySelectorAll(".spot:not([aria-disabled])")];
    const ready = document.querySelector("[data-testid=options] button:not([disabled])");
    (ready ?? found[Math.floor(Math.random() * found.length)])?.click();
}"""


@click.command("opening")
@click.argument("game", default="golf-six")
@click.option("--with-python", "python", envvar="KIBITZ_PYODIDE", required=True)
def command(game: str, python: str) -> None:
    """A game in one file: bytes, first and second Play, a move, memory of the page.

    Seconds are those on the clock, of this machine as busy as it is. The second Play is by another
    page of the browser that has the file in its caches.
    """
    if CHROMIUM is None:
        raise click.ClickException("there is no Chromium here to open a page")
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{game}.html"
        file.write_bytes(exported(find(game), {}, Path(python), "novice"))
        click.echo(f"load of the machine {os.getloadavg()[0]:.1f}")
        click.echo(f"{game}: {file.stat().st_size:,} bytes")
        for name, value in _measured(file):
            click.echo(f"{name:16}{value}")


def _measured(file: Path) -> Iterator[tuple[str, str]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(offline=True)
        for name in ("first Play", "second Play"):
            page = context.new_page()
            page.add_init_script(_NOTE_TIMES)
            yield name, f"{_opened(page, file):.1f} s"
            if name == "first Play":
                page.close()
        yield "a move", f"{_moves(page):.0f} ms"
        yield "memory", f"{_mebibytes(os.getpid()):.0f} MiB, of the page's process"
        browser.close()


def _opened(page: Page, file: Path) -> float:
    """Seconds until the cards lie there."""
    began = monotonic()
    page.goto(file.as_uri())
    _until(page, "window.__view")
    return monotonic() - began


def _until(page: Page, condition: str) -> None:
    while not page.evaluate(f"Boolean({condition})"):
        page.wait_for_timeout(20)


def _moves(page: Page) -> float:
    """Milliseconds until the table has answered a choice, in the median of some."""
    while page.evaluate("window.__times.length") < MOVES:
        page.evaluate(_MOVE)
        page.wait_for_timeout(100)
    times: list[float] = page.evaluate("window.__times")
    return median(times)


def _mebibytes(pid: int) -> float:
    """What the largest of the processes below this one that draw pages has to itself."""
    own = Path(f"/proc/{pid}")
    below = [int(n) for task in own.glob("task/*/children") for n in task.read_text().split()]
    found = 0.0
    if b"--type=renderer" in (own / "cmdline").read_bytes():
        rows = (own / "smaps_rollup").read_text().splitlines()
        [pss] = [int(row.split()[1]) for row in rows if row.startswith("Pss:")]
        found = pss / 1024
    return max([found, *map(_mebibytes, below)])


if __name__ == "__main__":
    command()
