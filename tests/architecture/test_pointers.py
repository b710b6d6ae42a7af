"""What the docs and the doors of the rooms point at is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import kibitz

PACKAGE = Path(kibitz.__file__).parent
ROOT = PACKAGE.parent
FILE = re.compile(r"(?<![\w/.-])((?:[\w-]+/)*[\w-]+\.(?:py|rcy|md|toml))\b")
FOLDER = re.compile(r"(?<![\w/.-])((?:[\w-]+/)+)(?![\w<*])")
NAME = re.compile(r"(?<![\w/.-])(kibitz(?:\.\w+)+)(?![\w/])")
MADE_UP = re.compile(r"mypkg/|(?:my-\w+|mine|NAME)\.(?:rcy|md|toml)")
"""Files of whoever reads the docs."""


def doors() -> list[Path]:
    return sorted(PACKAGE.rglob("__init__.py"))


def docs() -> list[Path]:
    pages = sorted((ROOT / "docs").glob("*.md"))
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages]


def is_there(pointer: str, near: Path) -> bool:
    """Beside the text, from the root, or somewhere in the package under just that name."""
    if any((base / pointer).exists() for base in (near, ROOT, PACKAGE)):
        return True
    return any(path.match(pointer) for path in PACKAGE.rglob("*"))


def resolves(name: str) -> bool:
    """Whether the dotted name is a module, or an attribute of one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:end]))
        except ModuleNotFoundError as missing:
            if not str(missing.name).startswith("kibitz"):
                return True  # it is there, and the extra that it needs is not installed
            continue
        for part in parts[end:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def stale(text: str, near: Path, *, is_door: bool = False) -> Iterator[str]:
    """The pointers in the text that lead nowhere; those of a door must lead into its own room."""
    pointers = {match for pattern in (FILE, FOLDER) for match in pattern.findall(text)}
    for pointer in sorted(pointers):
        found = (near / pointer).exists() if is_door else is_there(pointer, near)
        if not found and not MADE_UP.match(pointer):
            yield pointer
    yield from (name for name in sorted(set(NAME.findall(text))) if not resolves(name))


@pytest.mark.parametrize("path", docs(), ids=lambda path: path.name)
def test_a_page_names_files_and_modules_that_exist(path: Path) -> None:
    assert list(stale(path.read_text(encoding="utf-8"), path.parent)) == []


@pytest.mark.parametrize("path", doors(), ids=lambda path: path.parent.name)
def test_a_door_names_files_of_its_room(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert list(stale(said, path.parent, is_door=True)) == []


def misplaced(text: str) -> Iterator[str]:
    """Names with a file in parentheses behind them that it does not define."""
    for name, file in re.findall(r"`(\w+)` \(`([\w/]+\.py)`\)", text):
        defined = (PACKAGE / file).read_text(encoding="utf-8")
        if not re.search(rf"^(?:class |def )?{name}\b", defined, re.MULTILINE):
            yield f"{name} in {file}"


def test_classes_that_the_map_names_are_where_it_says() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    matches, views = (
        re.findall(r"^\| `(\w+)` \(", part, re.MULTILINE)
        for part in re.split("^## ", text, flags=re.MULTILINE)[-2:]
    )
    assert {"Step", "Playing", "Match", "LiveMatch", "TreeState"} <= set(matches)
    assert views == ["View", "Tableau", "Frame"]
    assert list(misplaced(text)) == []


def test_a_class_that_the_map_looks_for_elsewhere_is_noticed() -> None:
    assert list(misplaced("`Match` (`game.py`)")) == ["Match in game.py"]


def unfollowed(recipes: str) -> Iterator[str]:
    """Names in steps of recipes that stand in no file or folder of their step."""
    for step in re.findall(r"^\d\. (.+(?:\n   .+)*)", recipes, re.MULTILINE):
        quoted = re.findall(r"`([^`]+)`", step)
        places = [ROOT / one for one in quoted if "/" in one and (ROOT / one).exists()]
        files = [
            file for place in places for file in (place.rglob("*.py"), [place])[place.is_file()]
        ]
        words = {word for file in files for word in re.findall(r"\w+", file.read_text("utf-8"))}
        yield from (one for one in quoted if one.isidentifier() and one not in words)


def test_the_recipes_name_what_stands_in_the_files_of_their_steps() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Recipes")[1]
    assert list(unfollowed(text)) == []


@pytest.mark.parametrize(
    "step",
    [
        "1. `Outt` in `kibitz/web/messages.py`.",
        "1. A class with\n   `chooose`, in `kibitz/players/`.",
    ],
)
def test_a_name_that_a_recipe_gets_wrong_is_noticed(step: str) -> None:
    assert len(list(unfollowed(step))) == 1


@pytest.mark.parametrize(
    "text", ["read `_llvm.py`", "see kibitz/attic/", "`kibitz.engine.Oracle`", "kibitz.attic"]
)
def test_a_pointer_that_leads_nowhere_is_noticed(text: str) -> None:
    assert len(list(stale(text, ROOT / "docs"))) == 1


def test_the_index_of_decisions_has_all_of_them_under_their_titles() -> None:
    folder = ROOT / "docs" / "decisions"
    titles = {path: path.read_text(encoding="utf-8").splitlines()[0] for path in folder.glob("0*")}
    lines = [f"- [{titles[path].removeprefix('# ')}]({path.name})" for path in sorted(titles)]
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert [line for line in index.splitlines() if line.startswith("- ")] == lines


def test_a_door_may_not_point_into_another_room() -> None:
    assert list(stale("Read interpreter.py.", PACKAGE / "words", is_door=True)) == [
        "interpreter.py"
    ]
