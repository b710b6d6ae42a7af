"""The review of a match that is over, made beside the server."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from benchmarks.visitors import PATIENCE, get, play_on, seated, served, wait_for
from kibitz import Rng

pytestmark = pytest.mark.slow

MANNERS: dict[str, int | bool | str] = {"turn_seconds": 0, "watch_late": False}


def test_a_match_is_reviewed_when_it_is_over_and_not_before(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        (ann,) = seated(address, "kuhn-poker", "<Ann>", bots=1)
        page = f"/t/{ann.code}/matches/1/review"
        assert get(address, page)[0] == 403
        play_on([ann], Rng(3).below)
        end = time.monotonic() + 3 * PATIENCE
        while True:
            with urllib.request.urlopen(f"http://{address}{page}", timeout=PATIENCE) as answer:
                headers, text = answer.headers, answer.read().decode()
            assert "script-src 'sha256-" in headers["content-security-policy"]
            if headers["refresh"] is None:
                break
            assert time.monotonic() < end
            time.sleep(0.2)
        figures = json.loads(get(address, f"/t/{ann.code}/matches/1/figures.json")[1])
        assert figures["is_done"]
        assert figures["looked"] == figures["of"] > 0
        assert [seat["seat"] for seat in figures["seats"]] == [0]  # a bot is not looked at
        assert "Move by move" in text
        assert "&lt;Ann&gt;" in text
        assert "<Ann>" not in text
        assert get(address, f"/t/{ann.code}/matches/2/review")[0] == 404


@pytest.mark.filterwarnings("error::ResourceWarning")
def test_a_server_that_stops_takes_its_review_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with served(tmp_path) as address:
        (ann,) = seated(address, "kuhn-poker", "Ann", bots=1)
        play_on([ann], Rng(3).below)
        assert get(address, f"/t/{ann.code}/matches/1/review")[0] == 200
        wait_for(lambda: any(tmp_path.glob("kibitz-reviews*/*.jsonl")))
    assert list(tmp_path.glob("kibitz-reviews*")) == []
    gc.collect()


def test_a_table_that_wants_no_advice_is_not_reviewed(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        manners: dict[str, int | bool | str] = {**MANNERS, "advice": "off"}
        (ann,) = seated(address, "kuhn-poker", "Ann", bots=1, manners=manners)
        play_on([ann], Rng(3).below)
        status, text = get(address, f"/t/{ann.code}/matches/1/review")
        assert (status, "no-advice" in text) == (400, True)
        assert get(address, f"/t/{ann.code}/matches/1/figures.json", "POST")[0] == 400


def test_luck_and_mistakes_are_looked_for_only_if_somebody_wants_to_know(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        (ann,) = seated(address, "kuhn-poker", "Ann", bots=1)
        path = f"/t/{ann.code}/matches/1/figures.json"
        assert get(address, path)[0] == 403
        play_on([ann], Rng(3).below)
        assert json.loads(get(address, path)[1])["is_begun"] is False
        assert get(address, path, "POST", Origin="http://elsewhere.example")[0] == 400
        assert json.loads(get(address, path)[1])["is_begun"] is False
        assert json.loads(get(address, path, "POST")[1])["is_begun"] is True


def test_a_server_that_shows_reviews_loads_nothing_that_draws() -> None:
    """It would stand still for the better part of a second, and everybody's moves with it."""
    shown = "import sys; from kibitz.web.reviews import policy; policy()"
    asked = f"{shown}; print('matplotlib' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert found.stdout == "False\n"
