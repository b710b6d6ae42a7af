"""What the page is made of."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.web.app import make_page

STATIC = files("kibitz.web").joinpath("static")
PARTS = {part.name: part.read_bytes() for part in STATIC.iterdir()}


def test_all_of_it_is_small() -> None:
    assert sum(len(gzip.compress(body)) for body in PARTS.values()) <= 200_000


def test_every_module_is_asked_for_at_once_and_the_worker_is_none() -> None:
    asked = set(re.findall(r'modulepreload" href="/static/([^"]+)"', make_page()))
    assert asked == {name for name in PARTS if name.endswith(".js")} - {"sw.js"}


def test_nothing_comes_from_elsewhere() -> None:
    for name, body in PARTS.items():
        found = set(re.findall(rb"https?://[^\s\"')]+", body))
        assert found <= {b"http://www.w3.org/2000/svg"}, name
