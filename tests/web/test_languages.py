"""The frame of the table in other languages: catalogues beside each other and beside the page."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

STATIC = files("kibitz.web").joinpath("static")
SCRIPT = STATIC.joinpath("language.js").read_text(encoding="utf-8")
LANGUAGES = re.findall(r'\b([a-z]{2}): "', SCRIPT.partition("LANGUAGES = ")[2].partition(";")[0])
OURS = (
    *("talking.js", "taking_back.js", "seat_link.js", "seasons.js", "profile.js"),
    *("home.js", "lobby.js", "status.js", "plates.js", "dock.js"),
    *("results.js", "replay.js", "sheets.js", "marks.js", "advice.js"),
)
"""What people do with each other, and what every visitor reads: all of it is in every language."""
CODE = {
    *("lines talk", "beside", "English", "Deutsch", "Español", "Français", "Italiano", "POST"),
    *("button companion-door", "games loading", "join code", "tile large", "lobby guest"),
    *("option changed", "quiet watchers", "option main", "option meanwhile", "counter number"),
    *("kibitz verify", "button button", "plate at {} {} {} {} {} {}", "Your", "a card"),
    *("cells small", "laid small", "ends first", "lines told", "sheet docked", "sheet sheet-{}"),
    *("dot away", "duty flag", "duty lead", "AbortError"),
}
"""Classes, names, and words of games."""


def catalogue(language: str) -> dict[str, str]:
    text = STATIC.joinpath(f"language-{language}.json").read_text(encoding="utf-8")
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_a_catalogue_has_every_text_with_its_gaps(language: str) -> None:
    texts = catalogue(language)
    assert texts.keys() == catalogue("de").keys()
    assert all(text.strip() for text in texts.values())
    assert [key for key in texts if key.count("{}") != texts[key].count("{}")] == []
    assert sum(key == text for key, text in texts.items()) < len(texts) // 10


def test_there_are_five_languages_and_no_catalogue_that_nobody_can_choose() -> None:
    names = {part.name for part in STATIC.iterdir() if part.name.startswith("language-")}
    assert names == {f"language-{name}.json" for name in LANGUAGES if name != "en"}
    assert len(LANGUAGES) == 5


@pytest.mark.parametrize("name", OURS)
def test_what_everybody_reads_is_in_every_language(name: str) -> None:
    source = STATIC.joinpath(name).read_text(encoding="utf-8")
    code = "\n".join(line for line in source.splitlines() if not line.lstrip().startswith("//"))
    plain = re.findall(r'"((?:[A-Z]|[a-z]+ )[^"\n]* ?[^"\n]*)"', code)
    gaps = [re.sub(r"\$\{[^}]*\}", "{}", text) for text in re.findall(r"`([^`]*)`", code)]
    spoken = [text for text in plain if re.search(r"[a-z]{2}", text) and "/" not in text]
    spoken += [text for text in gaps if re.search(r"[a-z]+ [a-z]+", text)]
    wanted = {*spoken} - CODE - {"as the device"}
    assert len(wanted) > 0
    assert wanted - catalogue("de").keys() == set()
