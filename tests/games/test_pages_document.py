"""docs/pages.md: every key that a page can have is there, with an example that is read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from kibitz.games.page import (
    DEALER,
    DISCARD_PILES,
    LEADER,
    MELDS,
    PASSES,
    TRICKS,
    CellGrid,
    OptionPage,
    Page,
    Play,
    Preset,
    TableLayout,
    TableRemark,
    WordedNumber,
    parse_page,
)
from kibitz.games.page_check import check_page
from kibitz.games.page_fields import CardWords, Caution, NumberNews, Scorecard
from kibitz.recycle import Source, check, limits

DOCUMENT = (Path(__file__).parents[2] / "docs" / "pages.md").read_text(encoding="utf-8")
[PROGRAM] = re.findall(r"```recycle\n(.*?)```", DOCUMENT, re.S)
FRONT = "\n".join(re.findall(r"```toml\n(.*?)```", DOCUMENT, re.S))
TEXT = f"+++\n{FRONT}+++\n\nThrow one card away.\n"
TABLES = {
    "": Page,
    "options.NAME.": OptionPage,
    "presets.NAME.": Preset,
    "play.": Play,
    "cards.NAME.": CardWords,
    "layout.": TableLayout,
    "layout.grids.": CellGrid,
    "layout.remarks.": TableRemark,
    "layout.worded.": WordedNumber,
    "cautions.": Caution,
    "scorecard.": Scorecard,
    "news.NAME.": NumberNews,
}
CONTAINERS = {"options", "presets", "play", "cards", "layout", "cautions", "scorecard", "news"}
"""Tables whose keys are told one by one."""
USUAL = {*DISCARD_PILES, *PASSES, *TRICKS, *MELDS, DEALER, LEADER}


def keys_in_code() -> set[str]:
    keys = {f"{path}{field.name}" for path, kind in TABLES.items() for field in fields(kind)}
    return keys - CONTAINERS - {"rules"}


def keys_in(value: object, path: str = "") -> Iterator[str]:
    """The keys that an example uses; the names of options and presets do not matter."""
    items = value if isinstance(value, list) else [value]
    for table in (item for item in items if isinstance(item, dict)):
        for key, inner in table.items():
            name = "NAME" if path in ("options.", "presets.", "cards.", "news.") else key
            yield f"{path}{name}"
            yield from keys_in(inner, f"{path}{name}.")


def test_the_document_lists_every_key_of_a_page_and_no_other() -> None:
    assert set(re.findall(r"^\| `([\w.]+)` \|", DOCUMENT, re.M)) == keys_in_code()


def test_every_key_has_an_example() -> None:
    assert keys_in_code() <= set(keys_in(tomllib.loads(FRONT)))


def test_what_is_needed_is_said_to_be_needed() -> None:
    needed = set(re.findall(r"^\| `([\w.]+)` \| [^|]*, needed \|", DOCUMENT, re.M))
    assert needed == {key for key in keys_in_code() if is_missed(key)}


def is_missed(key: str) -> bool:
    """Whether a page without the key is refused."""
    last = key.rpartition(".")[2]
    part = re.escape(key.rpartition(".")[0]).replace("NAME", r"[\w-]+")
    table = re.search(rf"^\[+{part}\]+\n(?:.+\n)*", FRONT, re.M)
    if not part or table is None or f"\n{last} = " not in f"\n{table.group()}":
        return False
    without = re.sub(rf"^{last} = .*\n", "", table.group(), flags=re.M)
    page = Source("small-golf.md", TEXT.replace(table.group(), without))
    return any(fault.slug == "missing-page-key" for fault in check_page(page, None))


def test_the_names_that_need_no_page_are_told() -> None:
    told = "".join(
        re.findall(
            r"^\| `layout\.(?:discards|passes|tricks|melds|dealer|leader)`.*$", DOCUMENT, re.M
        )
    )
    assert set(re.findall(r"\b[A-Z]{4,}\b", told)) == USUAL


def test_the_page_of_the_examples_is_clean_beside_its_program() -> None:
    game = check(Source("small-golf.rcy", PROGRAM))
    assert game.diagnostics == ()
    assert game.game is not None
    assert check_page(Source("small-golf.md", TEXT), game.game.game) == ()
    assert parse_page("small-golf.md", "", TEXT).rules == "Throw one card away."


def test_the_size_of_a_page_is_the_one_that_is_told() -> None:
    assert f"{limits.PAGE_BYTES:,}".replace(",", " ") in DOCUMENT
    assert limits.PAGE_BYTES == limits.TEXT_BYTES
