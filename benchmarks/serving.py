"""How many tables a server holds: many friends at many tables, on this machine; writes serving.md.

The server is a process of its own, started as an operator would; visitors are tasks of this one.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import click

from benchmarks import painting
from benchmarks.figures import HEADINGS, Figure, Section
from benchmarks.load import SECONDS_FOR_A_CHOICE, Guest, Load, seat_everybody
from benchmarks.report import about, document, line, padded, summary

RESULTS = Path(__file__).parent / "serving.md"
COMMAND = "python -m benchmarks serving"
TITLE = "Serving"
GAME = "golf"
BOTS = 2
NOTE = (
    f"Tables of {GAME} with two people and {BOTS} bots each; at every table somebody chooses about "
    "once a second, people and bots alike, at random; tables do not go in step. The delay is from "
    "the moment at which one person sends a choice to the moment at which the other one has the "
    "frame. Visitors and server share this machine, over the loopback, with a new SQLite file. The "
    "start is that of one process; the tables are served by as many as the command says. "
    "What one core holds is reckoned from the processor time that the server took for a choice. "
    "The slow browser has "
    f"{painting.THROTTLED}; the times of browsers are those of their first contentful paint."
)
WARM_SECONDS = 5.0
MOST_DELAY = 0.1
MOST_MEMORY = 1.5e9
MOST_START = MOST_SLOW_PAINT = 1.5
MOST_PAINT = 0.6
MOST_PAGE = 250_000
MOST_CHOICE = 0.0018
"""Seconds of a processor."""
MOST_FRAME = 6_000


@click.command("serving")
@click.option("--tables", default=500, show_default=True, help="How many tables there are.")
@click.option(
    "--processes", default=os.cpu_count() or 1, show_default="cores", help="How many serve them."
)
@click.option("--seconds", default=30.0, show_default=True, help="How long they are watched.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=RESULTS,
    show_default="benchmarks/serving.md",
    help="Where the report goes.",
)
def command(tables: int, processes: int, seconds: float, output: Path) -> None:
    """Let many friends play at many tables of one server, and write benchmarks/serving.md."""
    machine = about()
    click.echo(padded(HEADINGS))
    figures: list[Figure] = []
    for figure in measured(tables, processes, seconds):
        click.echo(line(figure))
        figures.append(figure)
    sections = [Section(TITLE, NOTE, tuple(figures))]
    click.echo(summary(sections))
    said = f"{COMMAND} --tables {tables} --processes {processes} --seconds {seconds:g}"
    text = document(sections, said, machine)
    output.write_text(text, encoding="utf-8")


def measured(tables: int, processes: int, seconds: float) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix="kibitz-serving-") as folder:
        yield cold_start(Path(folder))
        yield page_weight()
        with running(Path(folder), processes) as server:
            yield from first_paints(server)
            found = asyncio.run(played(server, tables, seconds))
        yield from told(found, tables)


# ---------------------------------------------------------------------------- the server


@dataclass(frozen=True, slots=True)
class Server:
    address: str
    pid: int

    @property
    def _processes(self) -> list[Path]:
        """It, and those that serve behind it."""
        own = Path(f"/proc/{self.pid}")
        others = (own / "task" / own.name / "children").read_text().split()
        return [own, *(own.parent / other for other in others)]

    @property
    def processor_seconds(self) -> float:
        """That it has used so far."""
        stats = [
            (process / "stat").read_text().rpartition(")")[2].split() for process in self._processes
        ]
        ticks = sum(int(fields[11]) + int(fields[12]) for fields in stats)
        return ticks / os.sysconf("SC_CLK_TCK")

    @property
    def choices(self) -> int:
        """That have been made there."""
        with urllib.request.urlopen(f"http://{self.address}/metrics", timeout=20) as answer:
            lines = dict(line.split() for line in answer.read().decode().splitlines())
        return int(lines["kibitz_choices_total"])

    @property
    def memory(self) -> int:
        """Bytes that it has had at most."""
        facts = [(process / "status").read_text().splitlines() for process in self._processes]
        peaks = [fact for lines in facts for fact in lines if fact.startswith("VmHWM")]
        return sum(int(peak.split()[1]) * 1024 for peak in peaks)


@contextmanager
def running(folder: Path, processes: int = 1) -> Iterator[Server]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "kibitz", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder}/{port}.sqlite", "--bot-seconds", "1"]
    command += ["--most-sockets", "100000", "--most-tables", "100000"]
    command += ["--most-tables-each", "100000"]
    command += ["--processes", str(processes)]
    # With its modules compiled, as pip leaves them.
    compiled = {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    own = {"XDG_DATA_HOME": str(folder / "data")}  # nets that are trained go with it
    environment = {**os.environ, **compiled, **own}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    try:
        server = Server(f"127.0.0.1:{port}", process.pid)
        wait_until_it_answers(server)
        yield server
    finally:
        process.terminate()
        process.wait(20)


def wait_until_it_answers(server: Server) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://{server.address}/health", timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.005)


# ---------------------------------------------------------------------------- what is measured


def cold_start(folder: Path) -> Figure:
    """And the processor time that it took, whoever else uses this machine."""

    def once() -> tuple[float, float]:
        began = time.monotonic()
        with running(folder) as server:
            return time.monotonic() - began, server.processor_seconds

    once()
    times, busy = zip(*(once() for _ in range(5)), strict=True)
    value = median(times)
    return Figure(
        "from the start to the first answer",
        f"{value:.2f} s",
        "–",
        f"{value:.2f} s",
        f"≤ {MOST_START} s",
        value <= MOST_START,
        f"{min(times):.2f} – {max(times):.2f}; {median(busy):.2f} s of a processor",
    )


def page_weight() -> Figure:
    """All files of the page together, as they are sent."""
    static = files("kibitz.web").joinpath("static")
    size = sum(len(gzip.compress(file.read_bytes())) for file in static.iterdir() if file.is_file())
    text = f"{size / 1000:.0f} kB"
    return Figure(
        "the page", text, "–", text, f"≤ {MOST_PAGE // 1000} kB", size <= MOST_PAGE, "gzip"
    )


def first_paints(server: Server) -> Iterator[Figure]:
    """Of the page of a table; without a figure where there is no browser."""
    url = ""
    if painting.is_possible():
        code = asyncio.run(Load(server.address, random.Random(1)).table(GAME))
        url = f"http://{server.address}/t/{code}"
    yield first_paint("a browser here shows something", url, MOST_PAINT, None)
    slow = painting.as_a_cheap_phone
    yield first_paint("a slow browser shows something", url, MOST_SLOW_PAINT, slow)


def first_paint(name: str, url: str, most: float, prepare: Callable[[Any], None] | None) -> Figure:
    target = f"≤ {most} s"
    if not url:
        return Figure(name, "–", "–", "–", target, None, "no Chromium here")
    found = painting.shown(url, 7, prepare)
    times = [page.painted for page in found]
    value, ready = median(times), median(page.ready for page in found)
    text = f"{value:.2f} s"
    spread = f"{min(times):.2f} – {max(times):.2f}; all of it {ready:.2f} s, "
    spread += f"{found[0].size / 1000:.0f} kB over the wire"
    return Figure(name, text, "–", text, target, value <= most, spread)


@dataclass(slots=True)
class Found:
    delays: list[float] = field(default_factory=list)
    refusals: int = 0
    memory: int = 0
    choices: int = 0
    seconds: float = 0.0
    """In which they were made."""
    busy: float = 0.0
    """Processor seconds that the server took for them."""
    largest_frame: int = 0


async def played(server: Server, tables: int, seconds: float) -> Found:
    load = Load(server.address, random.Random(1))
    found = Found(largest_frame=await load.frame_of_six(GAME))
    guests: list[tuple[Guest, Guest]] = []
    began = time.monotonic()
    async for pair in seat_everybody(load, GAME, tables, BOTS):
        guests.append(pair)
        if len(guests) % 50 == 0:
            click.echo(f"  {len(guests)} tables after {time.monotonic() - began:.0f} s", err=True)
    playing = [asyncio.create_task(load.play(*pair)) for pair in guests]
    await asyncio.sleep(WARM_SECONDS)
    load.delays.clear()
    made = await asyncio.to_thread(lambda: server.choices)
    before, began = server.processor_seconds, time.monotonic()
    await asyncio.sleep(seconds)
    found.busy, found.seconds = server.processor_seconds - before, time.monotonic() - began
    found.choices = await asyncio.to_thread(lambda: server.choices) - made
    found.delays, found.refusals, found.memory = load.delays[:], load.refusals, server.memory
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return found


def told(found: Found, tables: int) -> Iterator[Figure]:
    late = quantiles(found.delays, n=20)[-1]
    yield Figure(
        f"delay at {tables} tables, 95 of 100",
        f"{1000 * late:.0f} ms",
        "–",
        f"{1000 * late:.0f} ms",
        f"≤ {1000 * MOST_DELAY:.0f} ms",
        late <= MOST_DELAY,
        f"median {1000 * median(found.delays):.0f} ms of {len(found.delays)}",
    )
    refused = str(found.refusals)
    yield Figure("refusals", refused, "–", refused, "0", found.refusals == 0)
    memory = f"{found.memory / 1e6:.0f} MB"
    yield Figure("memory", memory, "–", memory, "≤ 1500 MB", found.memory <= MOST_MEMORY)
    share = f"{100 * found.busy / found.seconds:.0f} % of a core"
    held = f"{SECONDS_FOR_A_CHOICE * found.choices / found.busy:.0f} tables"
    spread = f"{found.choices / found.seconds:.0f} choices a second"
    yield Figure("what one core holds", share, "–", held, "", None, spread)
    cost = found.busy / found.choices
    each, target = f"{1000 * cost:.2f} ms", f"≤ {1000 * MOST_CHOICE:.1f} ms of a core"
    yield Figure("a choice", each, "–", each, target, cost <= MOST_CHOICE)
    size = f"{found.largest_frame} bytes"
    is_small = found.largest_frame <= MOST_FRAME
    yield Figure("a frame of golf for 6", size, "–", size, f"≤ {MOST_FRAME} bytes", is_small)
