"""When a browser shows something: Chromium as it is here, or with the network and processor of a
cheap phone."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import Any

LATENCY_MS = 150
DOWN, UP = 1_638_400 // 8, 768_000 // 8
"""Bytes a second, in either direction."""
SLOWER = 4
"""So many times slower than this machine's processor."""
THROTTLED = (
    f"{LATENCY_MS} ms latency, {DOWN * 8 / 1e6:.1f} Mbit/s, a processor {SLOWER} times slower"
)
_PATIENCE = 60.0
_PAINTED = (
    "performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)[0] ?? 0"
)
_READY = "document.querySelector('#app > output') ? 0 : performance.now()"
_SIZE = "performance.getEntriesByType('resource').reduce((sum, file) => sum + file.transferSize, 0)"


def is_possible() -> bool:
    """Whether there is a Chromium, and playwright to drive it."""
    return shutil.which("chromium") is not None and find_spec("playwright") is not None


@dataclass(frozen=True, slots=True)
class Shown:
    """A page in a new browser."""

    painted: float
    """Seconds until something was seen."""
    ready: float
    """Seconds until its own code had drawn it."""
    size: int
    """Bytes that came."""


def shown(url: str, rounds: int, prepare: Callable[[Any], None] | None = None) -> list[Shown]:
    """The page, so many times; each new browser may be prepared by its debugging session."""
    sync_playwright = import_module("playwright.sync_api").sync_playwright
    found = []
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(rounds):
            with browser.new_context() as context:
                page = context.new_page()
                if prepare is not None:
                    prepare(context.new_cdp_session(page))
                page.goto(url)
                ready, painted = _until(page, _READY), _until(page, _PAINTED)
                found.append(Shown(painted / 1000, ready / 1000, page.evaluate(_SIZE)))
        browser.close()
    return found


def as_a_cheap_phone(session: Any) -> None:
    conditions = {
        "offline": False,
        "latency": LATENCY_MS,
        "downloadThroughput": DOWN,
        "uploadThroughput": UP,
    }
    session.send("Network.emulateNetworkConditions", conditions)
    slow_processor(session)


def slow_processor(session: Any) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def _until(page: Any, expression: str) -> float:
    """Its value, as soon as it has one; inf if it never has."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if value := page.evaluate(expression):
            return float(value)
        page.wait_for_timeout(10)
    return inf
