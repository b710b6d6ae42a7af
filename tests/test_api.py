"""docs/api.md is complete and true: every public name is there, and its examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import kibitz

PAGE = (Path(__file__).parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLES = "\n".join(re.findall(r"^```pycon\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
CLASSES = [kibitz.Game, kibitz.Match, kibitz.View, kibitz.Decision, kibitz.Option, kibitz.Outcome]


def attributes(public: type) -> set[str]:
    """What a user finds behind the dot."""
    annotated = getattr(public, "__annotations__", {})
    return {name for name in (*dir(public), *annotated) if not name.startswith("_")}


@pytest.mark.parametrize("name", kibitz.__all__)
def test_every_public_name_is_on_the_page_and_in_an_example(name: str) -> None:
    assert re.search(rf"`(kibitz\.)?{name}\b", PAGE)
    assert re.search(rf"\b{name}\b", EXAMPLES)


@pytest.mark.parametrize("public", CLASSES)
def test_every_attribute_is_on_the_page(public: type) -> None:
    assert [name for name in sorted(attributes(public)) if f".{name}" not in PAGE] == []


@pytest.mark.slow
def test_the_examples_of_the_page_run() -> None:
    test = doctest.DocTestParser().get_doctest(EXAMPLES, {}, "api.md", "docs/api.md", 0)
    assert len(test.examples) > 50
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert "".join(said) == ""


def test_the_package_lists_what_there_is() -> None:
    assert set(kibitz.__all__) < set(dir(kibitz))
    assert all(getattr(kibitz, name) is not None for name in kibitz.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = kibitz.nonsense
