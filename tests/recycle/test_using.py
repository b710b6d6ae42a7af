"""Definitions from elsewhere: where they are looked for, and what a game then is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz import load
from kibitz.cli.main import main
from kibitz.game import load_recorded
from kibitz.recycle import Source, check, completed, read, standard_names, standard_text
from kibitz.recycle.source import List, head_word

GAME = """(game
 (use MINE)
 (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (A, B)))))
 (choice ((turn pass)))
 (scoring max (TWICE (size (game iloc STOCK)))))
"""
MINE = "(definitions MINE (define TWICE ('N) (+ 'N 'N)))\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.rcy").write_text(GAME)
    (tmp_path / "mine.rcy").write_text(MINE)
    return tmp_path


def slugs(text: str) -> list[str]:
    return [report.slug for report in check(Source("game.rcy", text)).diagnostics]


def test_a_file_beside_the_program_is_used_and_goes_into_its_record(folder: Path) -> None:
    game = load(folder / "game.rcy")
    assert game.recorded.program is not None
    (folder / "mine.rcy").unlink()
    again = load_recorded(game.recorded, {})
    assert again.program.digest == game.program.digest
    assert list(again.playouts(1).scores[0]) == [4]


def test_other_definitions_are_other_rules(folder: Path) -> None:
    before = load(folder / "game.rcy").program.digest
    (folder / "mine.rcy").write_text(MINE.replace("(+ 'N 'N)", "(* 'N 'N)"))
    assert load(folder / "game.rcy").program.digest != before


def test_a_text_that_comes_without_its_files_looks_for_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert slugs(GAME) == ["unknown-definitions"]


def test_uses_of_what_is_missing_are_no_faults_of_their_own() -> None:
    """A value, a statement, an argument, a stage; what could be none of them is still a fault."""
    uses = """(do ((DEAL 3) (set (game sto N) (TWICE 2)) (set (game sto N) (A, B))))
 (ROUND (current player))
 (choice"""
    assert slugs(GAME.replace("(choice", uses)) == ["unknown-definitions", "wrong-type"]


def test_a_link_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    inner = tmp_path / "games"
    inner.mkdir()
    (tmp_path / "mine.rcy").write_text(MINE)
    (inner / "mine.rcy").symlink_to(tmp_path / "mine.rcy")
    source = completed(Source("game.rcy", GAME), inner)
    assert source.text == GAME


@pytest.mark.parametrize("text", ["(game)", MINE + MINE, "(definitions YOURS)", "(definitions", ""])
def test_a_file_without_definitions_is_a_clear_report_and_exit_code_1(
    folder: Path, text: str
) -> None:
    (folder / "mine.rcy").write_text(text)
    result = CliRunner().invoke(main, ["check", str(folder / "game.rcy")])
    assert result.exit_code == 1
    assert "mine.rcy" in result.output


@pytest.mark.parametrize("name", standard_names())
def test_what_comes_with_kibitz_is_definitions_of_its_name_and_an_edition(name: str) -> None:
    document, faults = read(Source(name, standard_text(name)))
    [form] = document.forms
    assert faults == ()
    assert head_word(form) == "definitions"
    assert isinstance(form, List)
    assert standard_text(name).splitlines()[0].startswith(";; ")
    assert re.search(rf"^\(definitions {name} [0-9]+$", standard_text(name), re.MULTILINE)


def test_the_program_that_is_shown_has_what_it_uses() -> None:
    result = CliRunner().invoke(main, ["show", "whist"])
    assert result.exit_code == 0
    assert "(define FOLLOWS" in result.output
