"""The site: an index by kind, two games side by side, and nothing made twice."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from html_check import read_page
from test_game_page import report

from kibitz.analysis import CannotAnalyse
from kibitz.analysis.site.build import (
    Summary,
    build_game,
    find_summary,
    refuse_names,
    summarised,
    write_index,
)
from kibitz.analysis.site.pages import COLUMNS, compare_page, index_page
from kibitz.games.page_fields import GameKind

pytestmark = pytest.mark.slow


@cache
def summary() -> Summary:
    return summarised(report(), "")


def other(name: str, *tags: str, kind: GameKind | None = None) -> Summary:
    return replace(summary(), name=name, title=name.title(), tags=tags, kind=kind)


def test_a_summary_comes_back_from_its_file_as_it_was() -> None:
    assert Summary.from_bytes(summary().to_bytes()) == summary()


def test_what_has_not_changed_is_found(tmp_path: Path) -> None:
    subject = report().subject
    assert find_summary(subject, tmp_path) is None
    made = build_game(report(), tmp_path)
    assert find_summary(subject, tmp_path) == made


def test_a_page_that_leads_to_a_table_is_another_than_one_that_does_not(tmp_path: Path) -> None:
    subject, table = report().subject, "play/ace.html"
    build_game(report(), tmp_path)
    assert find_summary(subject, tmp_path, table) is None
    made = build_game(report(), tmp_path, table)
    page = (tmp_path / "ace.html").read_text(encoding="utf-8")
    index = index_page([made])
    for address in (table, "play/write.html?game=ace"):
        assert page.count(f'href="{address}"') == index.count(f'href="{address}"') == 1
    assert '<a href="play/write.html">Write a game</a>' in index
    assert "Write a game" not in index_page([build_game(report(), tmp_path)])
    assert "<script src" not in page


def test_other_prose_or_another_plan_is_another_page(tmp_path: Path) -> None:
    subject = report().subject
    build_game(report(), tmp_path)
    assert find_summary(replace(subject, page=replace(subject.page, rules="x")), tmp_path) is None
    assert find_summary(replace(subject, plan=replace(subject.plan, seed=9)), tmp_path) is None


def test_a_page_that_is_gone_or_a_summary_that_is_spoilt_is_made_again(tmp_path: Path) -> None:
    subject = report().subject
    build_game(report(), tmp_path)
    (tmp_path / "ace" / "summary.json").write_text("{", encoding="utf-8")
    assert find_summary(subject, tmp_path) is None
    build_game(report(), tmp_path)
    (tmp_path / "ace.html").unlink()
    assert find_summary(subject, tmp_path) is None


def test_games_are_listed_by_kind_and_title() -> None:
    games = [
        other("fan", kind=GameKind.PATIENCE),
        other("whist", kind=GameKind.TRICK),
        other("bare"),
        other("agram", kind=GameKind.TRICK),
    ]
    sections = re.findall(r'<section class="kind".*?</section>', index_page(games), re.S)
    listed = [
        [re.findall(">([^<]+)</h2>", part), re.findall(r'href="(\w+).html"', part)]
        for part in sections
    ]
    assert listed == [
        [["Trick taking"], ["agram", "whist"]],
        [["Patience"], ["fan"]],
        [["Other games"], ["bare"]],
    ]


@pytest.mark.parametrize("count", [1, 2, 5])
def test_index_and_comparison_are_sound_and_load_nothing_from_elsewhere(count: int) -> None:
    games = [other(f"game{number}", "tricks") for number in range(count)]
    for text in (index_page(games), compare_page(games)):
        found = read_page(text)
        assert found.faults == []
        assert not any("//" in link for link in found.links)


def test_the_index_can_be_searched_by_tag() -> None:
    text = index_page([other("whist", "tricks", "plain", kind=GameKind.TRICK)])
    assert 'data-words="whist whist trick taking tricks plain"' in text
    assert '<option value="plain">' in text


def test_the_index_finds_games_by_players_and_leads_to_every_kind_without_a_script() -> None:
    whist = replace(other("whist", kind=GameKind.TRICK), seats=(4,))
    fan = replace(other("fan", kind=GameKind.PATIENCE), seats=(1, 2))
    text = index_page([whist, fan])
    assert text.count('data-players="4"') == text.count('data-players="1 2"') == 2
    assert "<option>1</option><option>2</option><option>4</option>" in text
    for number, kind in enumerate(("Trick taking", "Patience")):
        assert f'<li><a href="#kind-{number}">{kind} (1)</a></li>' in text
        assert f'<h2 id="kind-{number}">{kind}</h2>' in text


def test_the_index_has_all_games_in_one_table_that_can_be_sorted() -> None:
    text = index_page([other("whist", "tricks"), other("agram", "tricks")])
    rows = re.findall(r"<tr data-words.*?</tr>", text)
    assert [re.findall(r'href="(\w+).html"', row) for row in rows] == [["agram"], ["whist"]]
    assert all('data-value="2"' in row for row in rows)  # players
    assert rows[0].count("<td") == len(COLUMNS) + 1
    assert 'data-sort="0"' in text


def test_any_two_games_can_be_chosen_and_the_first_two_are_shown_without_a_script() -> None:
    text = compare_page([other("one", "x"), other("two", "x"), other("three", "x")])
    assert text.count('<option value="two"') == 2
    assert 'src="one/flow.svg"' in text
    assert 'src="three/lead.svg"' in text


def test_data_in_the_page_cannot_end_its_element() -> None:
    evil = replace(summary(), title="</script><b>")
    assert "</script><b>" not in compare_page([evil, evil])


def test_all_links_of_the_site_lead_somewhere(tmp_path: Path) -> None:
    made = build_game(report(), tmp_path)
    write_index([made], tmp_path)
    for name in ("index.html", "compare.html", "ace.html"):
        for link in read_page((tmp_path / name).read_text(encoding="utf-8")).links:
            if not link.startswith(("#", "data:")):
                assert (tmp_path / link).is_file(), link


@pytest.mark.parametrize(
    ("names", "words"),
    [(("ace", "ace"), "2 games are called ace"), (("index",), "index"), (("write",), "write")],
)
def test_two_pages_cannot_have_one_name(names: tuple[str, ...], words: str) -> None:
    subjects = [replace(report().subject, name=name) for name in names]
    with pytest.raises(CannotAnalyse, match=words):
        refuse_names(subjects)
