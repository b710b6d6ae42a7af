"""`kibitz explain`: words of the language and diagnostics, told at the terminal."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from commands import kibitz

from kibitz.recycle import standard_header, standard_names
from kibitz.recycle.reference import diagnostic_slugs
from kibitz.recycle.tokens import KEYWORDS

ROOT = Path(__file__).parents[2]


def test_a_word_is_explained_with_its_forms_and_an_example() -> None:
    result = kibitz("explain", "runs")
    assert result.exit_code == 0
    assert "(runs all INT CARDS using POINTS) → GROUPS" in result.stdout
    assert ";; 3♣ 4♣ 5♣ | 3♣ 4♣ 5♥" in result.stdout
    assert "Errors: too-many-elements." in result.stdout
    assert "](" not in result.stdout
    assert "<!--" not in result.stdout


def test_a_word_with_several_meanings_is_explained_with_all_of_them() -> None:
    told = kibitz("explain", "all").stdout
    for title in ("all: for each", "any, all: a condition", "all: a sum", "all: a list for each"):
        assert title in told


def test_words_that_belong_together_and_subjects_have_entries() -> None:
    assert "counted\nbefore the first move" in kibitz("explain", "repeat", "all").stdout
    assert "for as long" in kibitz("explain", "what", "a", "seat", "knows").stdout


@pytest.mark.parametrize("name", standard_names())
def test_definitions_that_come_with_kibitz_are_shown_with_what_they_say_of_themselves(
    name: str,
) -> None:
    told = kibitz("explain", name).stdout
    said = " ".join(told.partition("\n\n  (")[0].split())
    assert said == f"(use {name}) {standard_header(name)}".replace("`", "")
    assert f"\n  (definitions {name} " in told


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("meld", "use rummy"), ("auction", "a stage"), ("wild", "a deck"), ("dealer", "previous")],
)
def test_a_word_of_card_players_leads_to_a_word_of_the_language(asked: str, answer: str) -> None:
    told = " ".join(kibitz("explain", asked).stdout.split())
    assert told.startswith(f"{asked} is not a word of the language: ")
    assert answer in told


def test_a_diagnostic_is_explained_by_its_page() -> None:
    told = kibitz("explain", "too-much-work").stdout
    assert told.startswith("too-much-work\n")
    assert "error[too-much-work]" in told


def test_without_a_word_everything_is_listed() -> None:
    told = kibitz("explain").stdout.replace("\n  ", " ")
    assert {word for word in KEYWORDS if word not in told} == set()
    assert {slug for slug in diagnostic_slugs() if slug not in told} == set()


@pytest.mark.parametrize(
    ("asked", "meant"), [("shuffel", "shuffle"), ("no-progres", "no-progress"), ("limit", "limits")]
)
def test_a_misspelt_word_is_guessed(asked: str, meant: str) -> None:
    result = kibitz("explain", asked)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        f"kibitz: there is nothing called `{asked}`; did you mean `{meant}`?",
        "`kibitz explain` lists what there is",
    ]


@pytest.mark.parametrize("asked", ["qwertyuiop", "", "../language", "'X", "*" * 5000])
def test_what_nobody_knows_is_refused_in_words(asked: str) -> None:
    assert kibitz("explain", asked).exit_code == (0 if asked == "" else 1)


@pytest.mark.slow
def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{sys.executable} -m kibitz explain | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("How to read a program\n", "")


def test_a_wheel_carries_the_pages_where_they_are_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert carried == {
        "docs/language.md": "kibitz/docs/language.md",
        "docs/diagnostics": "kibitz/docs/diagnostics",
    }
