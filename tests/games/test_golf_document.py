"""docs/golf.md: the house rule it teaches works, and its tables tell the truth."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from card_table import Stacked, Table, dealt, engine_for, first_of, grid

from kibitz.game import load
from kibitz.games import find
from kibitz.games.page import parse_page
from kibitz.recycle import RecycleError, check, completed

DOCUMENT = (Path(__file__).parents[2] / "docs" / "golf.md").read_text(encoding="utf-8")
PAGE = Path(__file__).parents[2] / "kibitz" / "games" / "golf.md"
FAMILY = ["golf-six", "golf", "par-golf", "lock-golf"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)\n```", DOCUMENT, re.DOTALL)


@pytest.fixture
def my_golf(tmp_path: Path) -> str:
    """The game that the document's reader ends up with."""
    declared, before, after, requirement = blocks("recycle")
    (words,) = blocks("toml")
    game = find("golf")
    text = game.source.text
    neighbour = declared.splitlines()[1]
    for old, new in [(neighbour, declared), (before, after)]:
        assert text.count(old) == 1
        text = text.replace(old, new)
    setup = "\n (setup\n"
    text = text.replace(setup, f"\n{requirement}\n{setup}")
    page = PAGE.read_text(encoding="utf-8")
    (tmp_path / "my-golf.rcy").write_text(text, encoding="utf-8")
    (tmp_path / "my-golf.md").write_text(
        page.replace("[options.SUPERKINGS]", f"{words}\n\n[options.SUPERKINGS]"), encoding="utf-8"
    )
    return str(tmp_path / "my-golf.rcy")


def test_the_house_rule_of_the_document_is_clean_and_has_words(my_golf: str) -> None:
    game = find(my_golf)
    assert check(game.source).diagnostics == ()
    assert game.page.options["LUCKYEIGHTS"].label == "Lucky eights"


@pytest.mark.parametrize(("value", "strokes"), [("off", 30), ("on", 14)])
def test_the_house_rule_of_the_document_works(my_golf: str, value: str, strokes: int) -> None:
    rules = {"flip-as-action": "on", "lucky-eights": value}
    engine = load(my_golf, players=2, holes=1, **rules).interpreter
    deal = dealt(grid("8 8 3 / 4 9 2"), grid("K K K / Q Q Q"))
    table = Table(engine, Stacked(engine, deal))
    table.run(lambda _, labels: first_of(labels, "turn over", "flip"))
    assert table.number("BASE", 0) == strokes


def test_the_conflict_of_the_document_is_refused_in_its_words(my_golf: str) -> None:
    with pytest.raises(RecycleError) as raised:
        load(my_golf, **{"lucky-eights": "on", "ten-penny": "on"})
    assert raised.value.diagnostics[0].notes == (
        "Lucky eights and ten penny together would leave nothing to lose.",
        "LUCKYEIGHTS is ON, TENPENNY is ON",
    )


def test_the_table_of_variants_has_a_column_for_every_golf_game() -> None:
    head = next(line for line in DOCUMENT.splitlines() if line.startswith("| | "))
    assert re.findall(r"\[([a-z-]+)\]", head) == FAMILY


@pytest.mark.parametrize("name", FAMILY)
def test_the_players_of_the_table_are_those_of_the_game(name: str) -> None:
    row = next(line for line in DOCUMENT.splitlines() if line.startswith("| players |"))
    low, high = row.split("|")[2 + FAMILY.index(name)].split("–")
    for players in (int(low), int(high)):
        assert engine_for(name, players=players).program.players == players
    for players in (int(low) - 1, int(high) + 1):
        with pytest.raises(RecycleError):
            engine_for(name, players=players)


def test_every_storage_the_document_names_is_one_of_a_golf_game() -> None:
    rows = re.findall(r"^\| `(?:game|player) .*?\|", DOCUMENT, re.MULTILINE)
    named = {word for row in rows for word in re.findall(r"\b[A-Z]{3,}\b", row)}
    assert len(named) > 15
    assert named <= {
        word
        for name in FAMILY
        for word in re.findall(r"[A-Z]{3,}", completed(find(name).source).text)
    }


def test_the_words_of_the_document_are_a_page() -> None:
    (words,) = blocks("toml")
    page = parse_page("my-golf.md", "my-golf", f"+++\n{words}\n+++\n")
    assert page.options["LUCKYEIGHTS"].values == {
        "OFF": "an eight costs 8",
        "ON": "an eight costs 0",
    }
