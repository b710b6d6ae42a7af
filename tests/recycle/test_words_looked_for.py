"""Words that people look for, and the language lacks, lead to what there is."""

from __future__ import annotations

import re

import pytest

from kibitz.recycle import KEYWORDS, Source, check, entries, explaining, looked_for

ANCHOR = re.compile(r"\(#([\w-]+)\)")
GAME = "(game (setup (create players 2)) (do (({} 3))) (scoring max 0))"


def anchors() -> set[str]:
    """Of every heading, as the web makes them."""
    return {
        re.sub(r"[^\w\- ]", "", entry.title).strip().lower().replace(" ", "-")
        for entry in entries()
    }


def test_none_of_them_is_a_word_of_the_language() -> None:
    assert {word for word in looked_for() if word in KEYWORDS} == set()


def test_what_stands_there_leads_to_entries_that_there_are() -> None:
    [entry] = explaining("Words you may look for")
    assert set(ANCHOR.findall(entry.text)) <= anchors()


@pytest.mark.parametrize("word", ["while", "loop", "reverse", "skip", "function", "array"])
def test_a_report_says_what_there_is_instead(word: str) -> None:
    [report] = [
        one
        for one in check(Source("game.rcy", GAME.format(word))).diagnostics
        if one.slug == "unknown-keyword"
    ]
    assert report.help == looked_for()[word]
