"""What a store carries, and what ten times as much would do to several of them: `docs/scale.md`.

A store writes choices in pages: all that wait are written together when it is free. What a page
and a choice cost is measured here; then stores are simulated with these costs, with tables that
are far busier than others, and one store that is gone for a while.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import click
import numpy as np
import numpy.typing as npt

from benchmarks.postgres import IS_INSTALLED, postgres
from benchmarks.visitors import sqlite
from kibitz.engine import RecordedChoice
from kibitz.web.database import Database
from kibitz.web.kept_match import KeptMatch
from kibitz.web.room import Room
from kibitz.web.store import LogEntry, Store

PAGES = (1, 16, 128, 512)
AGAIN = 12
CODE = "BCDFGH"
HOT = 0.2
"""One table in a hundred has this share of all choices together."""
PATIENCE = 0.1
"""Seconds that 99 of 100 choices may wait for the store."""
Seconds = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WriteCost:
    """Seconds that a page takes, and every choice on it."""

    page: float
    choice: float

    @property
    def most(self) -> float:
        """Choices a second, on pages as long as they get."""
        return 1 / (self.choice + self.page / PAGES[-1])


@dataclass(frozen=True, slots=True)
class Waiting:
    """How long choices waited to be written, in seconds."""

    median: float
    slow: float
    """99 of 100 waited no longer."""
    longest: float
    backlog: int
    """Choices that waited at once, at most."""


def written(waits: Seconds, backlog: int) -> Waiting:
    middle, slow = np.percentile(waits, (50, 99))
    return Waiting(float(middle), float(slow), float(waits.max()), backlog)


def measured(store: Store) -> WriteCost:
    """By the fastest of several pages of every length: others work on this machine, too."""
    assert store.add_table(CODE, Room("golf-six", {}))
    kept = KeptMatch(0, 1, "golf-six", "digest", {}, 7, ("Ann", "Ben"), ("s", "w"))
    match = store.begin_match(CODE, 0, Room("golf-six", {}, match=1), kept)
    assert match is not None
    number, fastest = 0, []
    for size in PAGES:
        taken = []
        for _ in range(AGAIN):
            choice = RecordedChoice(0, 2, "1:C=3")
            page = [LogEntry(CODE, match, number + n, choice) for n in range(size)]
            began = perf_counter()
            store.append(page)
            taken.append(perf_counter() - began)
            number += size
        fastest.append(min(taken))
    choice_cost, page_cost = np.polyfit(PAGES, fastest, 1)
    return WriteCost(max(float(page_cost), fastest[0] / 2), float(choice_cost))


def simulated(
    cost: WriteCost,
    rate: float,
    stores: int,
    seconds: float = 30.0,
    outage: tuple[float, float] | None = None,
    seed: int = 1,
) -> Waiting:
    """So many choices a second for so long, on stores that share the tables; the first of them is
    gone from `outage[0]` on for `outage[1]` seconds. Its choices wait for it."""
    chance = np.random.default_rng(seed)
    tables = max(100, int(rate))
    busy = np.where(np.arange(tables) % 100 == 0, HOT * 100, (1 - HOT) * 100 / 99)
    homes = chance.integers(stores, size=tables)
    waits, backlog = [], 0
    for store in range(stores):
        own = rate * busy[homes == store].sum() / busy.sum()
        arrived = np.sort(chance.uniform(0, seconds, chance.poisson(own * seconds)))
        gone = outage if store == 0 else None
        waited, most = _one_store(cost, arrived, gone)
        waits.append(waited)
        backlog = max(backlog, most)
    return written(np.concatenate(waits), backlog)


def _one_store(
    cost: WriteCost, arrived: Seconds, gone: tuple[float, float] | None
) -> tuple[Seconds, int]:
    done, now, first, backlog = np.empty_like(arrived), 0.0, 0, 0
    while first < len(arrived):
        now = max(now, float(arrived[first]))
        if gone is not None and gone[0] <= now < sum(gone):
            now = sum(gone)
        last = int(np.searchsorted(arrived, now, side="right"))
        backlog = max(backlog, last - first)
        last = min(last, first + PAGES[-1])
        now += cost.page + cost.choice * (last - first)
        done[first:last] = now
        first = last
    return done - arrived, backlog


def fewest(cost: WriteCost, rate: float) -> int:
    """Stores with which 99 of 100 choices wait no longer than they may."""
    stores = max(1, int(rate / cost.most))
    while simulated(cost, rate, stores).slow > PATIENCE:
        stores += 1
    return stores


@contextmanager
def _addresses() -> Iterator[dict[str, str]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres() if IS_INSTALLED else nullcontext() as server,
    ):
        found = {"SQLite": sqlite(Path(folder))}
        yield found if server is None else {**found, "PostgreSQL, fsync off": server.url}


@click.command("scale")
@click.option(
    "--times", default=10.0, show_default=True, help="So many times what a store carries."
)
def command(times: float) -> None:
    """Measure what a store carries, and simulate several at some times as much."""
    with _addresses() as addresses:
        for name, address in addresses.items():
            database = Database(address)
            cost = measured(Store(database))
            database.close()
            told = f"{1e3 * cost.page:.2f} ms a page, {1e6 * cost.choice:.0f} µs a choice"
            click.echo(f"{name}: {told}, at most {cost.most:,.0f} choices a second")
            rate = times * cost.most
            stores = fewest(cost, rate)
            for label, many, outage in (
                ("one store at half of that", 1, None),
                ("stores, the fewest that do", stores, None),
                ("and one of them gone for 5 s", stores, (10.0, 5.0)),
                ("half as many again, one gone", stores * 3 // 2, (10.0, 5.0)),
            ):
                asked = cost.most / 2 if many == 1 and outage is None else rate
                found = simulated(cost, asked, many, outage=outage)
                waits = ", ".join(
                    f"{1e3 * one:,.0f}" for one in (found.median, found.slow, found.longest)
                )
                click.echo(
                    f"  {many} {label}: {asked:,.0f} choices a second, waits of {waits} ms "
                    f"(median, 99 of 100, longest), {found.backlog:,} at once"
                )
