"""When a slow browser shows something: Chromium with the network and processor of a cheap phone."""

from __future__ import annotations

import shutil
import time
from importlib import import_module
from importlib.util import find_spec

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
_SIZE = "performance.getEntriesByType('resource').reduce((sum, file) => sum + file.transferSize, 0)"


def is_possible() -> bool:
    """Whether there is a Chromium, and playwright to drive it."""
    return shutil.which("chromium") is not None and find_spec("playwright") is not None


def first_paints(url: str, rounds: int) -> tuple[list[float], int]:
    """Seconds until something is seen, each time in a new browser; and the bytes that came."""
    sync_playwright = import_module("playwright.sync_api").sync_playwright
    times, size = [], 0
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(rounds):
            with browser.new_context() as context:
                page = context.new_page()
                session = context.new_cdp_session(page)
                session.send(
                    "Network.emulateNetworkConditions",
                    {
                        "offline": False,
                        "latency": LATENCY_MS,
                        "downloadThroughput": DOWN,
                        "uploadThroughput": UP,
                    },
                )
                session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
                page.goto(url)
                end = time.monotonic() + _PATIENCE
                while not (painted := page.evaluate(_PAINTED)) and time.monotonic() < end:
                    page.wait_for_timeout(20)
                times.append(painted / 1000)
                size = page.evaluate(_SIZE)
        browser.close()
    return times, size
