"""A link to rules that somebody sends is read in 5 seconds and 512 MiB, whatever stands in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from bombs import names
from sandbox import CPU_SECONDS, MEBIBYTES, run

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytestmark = pytest.mark.slow

READER = """
import sys
from starlette.datastructures import QueryParams
from kibitz.web.scorecards import worth
from kibitz.web.refusal import Refused
from kibitz.web.offers import Offers
from kibitz.web.room_words import shared_now
from kibitz.web.scorecards import settled

game, _, query = sys.stdin.read().partition("?")
options = tuple(sorted(QueryParams(query).items()))
for question in (shared_now, worth, settled):
    try:
        print(question.__name__, len(str(question(Offers(), game, options))))
    except Refused as fault:
        print(question.__name__, "refused", fault.reason.value, len(str(fault)))
"""
"""Answers what a link asks for as the server does, without one."""

LINKS = {
    "a game of a megabyte": "golf" * 250_000,
    "a path as a game": "../" * 100_000 + "etc/passwd",
    "a million signs as a number": "golf?PLAYERS=" + "9" * 1_000_000,
    "a thousand digits": "golf?PLAYERS=" + "9" * 1_000,
    "a number below everything": "golf?PLAYERS=-" + "9" * 18,
    "a hundred thousand options": "golf?" + "&".join(f"{name}=1" for name in names(17_000)) * 6,
    "one option again and again": "golf?" + "PLAYERS=3&" * 300_000,
    "a name of a megabyte": "golf?" + "X" * 1_000_000 + "=1",
    "percent signs": "golf?" + "%25" * 300_000 + "=%",
    "half a sign": "golf?PLAYERS=%ff%fe%00&%ed%a0%80=1",
    "digits of another script": "golf?PLAYERS=" + "\u0663" * 50_000,
    "ampersands": "golf?" + "&" * 1_000_000,
    "brackets": "golf?" + "PLAYERS[" * 100_000 + "]" * 100_000 + "=3",
}


@pytest.mark.parametrize("name", LINKS)
def test_a_link_is_answered_or_refused(name: str, tmp_path: Path) -> None:
    ending = run([], {}, tmp_path, program=("-c", READER), typed=LINKS[name].encode())
    assert ending.cpu_seconds <= CPU_SECONDS, ending
    assert ending.mebibytes <= MEBIBYTES, ending
    assert (ending.exit_code, ending.said.count("\n")) == (0, 3), ending
    assert all(int(line.split()[-1]) < 100_000 for line in ending.said.splitlines()), ending
