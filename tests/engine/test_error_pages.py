"""Every page about a fault in play is the test of that fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from error_pages import FOLDER, fault_in, page_at, paths, report_on, slugs_in_engine

PATHS = paths()


def name_of(path: Path) -> str:
    return path.stem


def test_every_fault_of_the_engine_has_a_page() -> None:
    assert slugs_in_engine() <= {path.stem for path in FOLDER.glob("*.md")}


def test_every_page_about_a_fault_in_play_is_about_one_the_engine_has() -> None:
    assert {path.stem for path in PATHS} <= slugs_in_engine()


def test_the_faults_are_found_by_reading_the_code() -> None:
    assert {"no-card", "no-such-player", "no-such-team", "bad-teams", "unmet-requirement"} <= (
        slugs_in_engine()
    )


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_a_page_about_a_fault_in_play_is_headed_by_its_slug(path: Path) -> None:
    assert page_at(path).slug == path.stem


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_playing_the_program_gives_the_report(path: Path) -> None:
    page = page_at(path)
    assert report_on(page.fault, page.options) == page.report
    assert page.report.startswith(f"error[{page.slug}]: ")


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_the_repaired_program_plays_to_its_end(path: Path) -> None:
    assert fault_in(page_at(path).repair, {}) is None
