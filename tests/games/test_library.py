"""The library: games are found by listing a folder, and each of them is complete."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from kibitz.games import UnknownGame, check_page, find, names
from kibitz.recycle import RecycleError, Source, format_text, nodes
from kibitz.recycle.syntax import IndexedNode, LocationNode, OptionNode, StringsNode, StrLiteralNode

TINY = "(game (setup (create players 1)) (scoring max 0))"


def stems(suffix: str) -> set[str]:
    entries = (Path(entry.name) for entry in files("kibitz.games").iterdir())
    return {entry.stem for entry in entries if entry.suffix == suffix}


def options(name: str) -> dict[str, OptionNode]:
    game = find(name).checked.game
    assert game is not None
    declared = game.game.declarations
    return {item.binder.name: item for item in declared if isinstance(item, OptionNode)}


def test_every_game_has_a_page_and_every_page_a_game() -> None:
    assert stems(".rcy") == stems(".md") == set(names())


def test_the_library_holds_golf_and_president() -> None:
    assert {"golf-six", "president"} <= set(names())


def test_names_are_in_order_and_in_lower_case() -> None:
    assert names() == sorted(name.casefold() for name in names())


@pytest.mark.parametrize("name", names())
def test_a_game_of_the_library_is_clean(name: str) -> None:
    assert find(name).diagnostics == ()


@pytest.mark.parametrize("name", names())
def test_a_game_of_the_library_is_laid_out_as_the_printer_lays_it_out(name: str) -> None:
    source = find(name).source
    assert format_text(source) == source.text


@pytest.mark.parametrize("name", names())
def test_a_page_tells_what_its_readers_look_for(name: str) -> None:
    page = find(name).page
    assert page.title
    assert page.summary
    assert page.tags
    assert page.rules


@pytest.mark.parametrize("name", names())
def test_every_option_has_a_label_and_every_label_an_option(name: str) -> None:
    assert set(find(name).page.options) == set(options(name))


@pytest.mark.parametrize("name", names())
def test_every_value_that_is_a_word_is_explained(name: str) -> None:
    page = find(name).page
    for option_name, option in options(name).items():
        words = set(option.domain.values) if isinstance(option.domain, StringsNode) else set()
        assert set(page.options[option_name].values) == words


@pytest.mark.parametrize("name", names())
def test_every_location_has_a_word_and_every_word_a_location(name: str) -> None:
    game = find(name)
    assert game.checked.game is not None
    every = nodes(game.checked.game.game)
    locations = {
        node.name.value
        for node in every
        if isinstance(node, LocationNode | IndexedNode) and isinstance(node.name, StrLiteralNode)
    }
    assert {*game.page.layout.names, *game.page.layout.aside} == locations
    assert {grid.name for grid in game.page.layout.grids} <= locations


@pytest.mark.parametrize("name", names())
def test_a_page_speaks_of_what_the_program_has(name: str) -> None:
    page = Path(str(files("kibitz.games").joinpath(f"{name}.md")))
    checked = find(name).checked.game
    assert checked is not None
    assert check_page(Source(page.name, page.read_text(encoding="utf-8")), checked.game) == ()


@pytest.mark.parametrize("name", ["golf", "par-golf", "lock-golf"])
def test_a_golf_of_several_holes_has_a_scorecard(name: str) -> None:
    card = find(name).page.scorecard
    assert card is not None
    assert card.holes == "HOLES"


def test_a_name_may_be_typed_in_any_case() -> None:
    assert find("Golf-SIX") == find("golf-six")


def test_an_unknown_name_is_answered_with_the_nearest_and_with_what_to_type() -> None:
    with pytest.raises(UnknownGame) as raised:
        find("presidant")
    assert raised.value.nearest == ("president",)
    assert str(raised.value) == (
        "there is no game called `presidant`; did you mean president?\n"
        "`kibitz games` lists the games; a file of your own is named by its .rcy path"
    )


def test_a_name_like_no_other_gets_no_guess() -> None:
    with pytest.raises(UnknownGame) as raised:
        find("zzzz")
    assert raised.value.nearest == ()
    assert "did you mean" not in str(raised.value)


def test_a_file_of_ones_own_is_titled_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "beggar.rcy"
    path.write_text(TINY, encoding="utf-8")
    game = find(str(path))
    assert (game.name, game.source.name, game.source.text) == ("beggar", str(path), TINY)
    assert (game.page.title, game.page.rules) == ("beggar", "")


def test_a_file_of_ones_own_may_have_a_page_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "beggar.rcy"
    path.write_text(TINY, encoding="utf-8")
    path.with_suffix(".md").write_text('+++\ntitle = "Beggar"\n+++\nTurn cards.\n', "utf-8")
    assert find(str(path)).page.title == "Beggar"


def test_a_page_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "beggar.rcy"
    path.write_text(TINY, encoding="utf-8")
    path.with_suffix(".md").write_bytes(b"abc\xff")
    with pytest.raises(RecycleError, match=r"beggar\.md:1:4: this file is not UTF-8 text"):
        find(str(path))


@pytest.mark.parametrize("name", names())
def test_a_page_tells_of_variants_and_where_the_game_comes_from(name: str) -> None:
    headings = [line for line in find(name).page.rules.splitlines() if line.startswith("## ")]
    assert "## Variants" in headings
    assert "## Where it comes from" in headings
