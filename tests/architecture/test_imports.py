"""The plan of the house, read from the code: which room may enter which, and how big things are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter

import pytest
from package_code import PACKAGE, Module, package_modules

from tools.architecture_page import (
    CLIMBING,
    LAYERS,
    PAGE,
    PUBLIC,
    InnerImport,
    arrows,
    imports,
    inner_imports,
    inner_rooms,
    page,
)

MAY_IMPORT_LATE = {"cli", "engine/native/runtime/code.py", "web/database.py"}
"""Rooms and files that load what they need when they need it."""
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
MOST_FILES = 400
"""Of product Python. What is one subject is one file."""


@dataclass(frozen=True)
class Import:
    line: int
    module: str
    name: str | None


def imported(module: Module, nodes: Iterable[ast.AST]) -> Iterator[Import]:
    package = ["kibitz", *module.path.split("/")[:-1]]
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            name = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Import(node.lineno, name, alias.name)


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def is_indented(node: ast.AST) -> bool:
    """Whether it is an import away from the margin, in a function or elsewhere."""
    return isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset > 0


def late_imports(module: Module) -> list[str]:
    if {module.room, module.path} & MAY_IMPORT_LATE or not any(map(is_indented, module.nodes)):
        return []
    return [
        f"{module.path}:{found.line}: import inside {function.name}"
        for function in functions(module)
        for found in imported(module, ast.walk(function))
    ]


def peeks_at_the_state(module: Module) -> list[str]:
    if module.room != "players":
        return []
    return [
        f"{module.path}:{found.line}: a player is handed a View, never a State"
        for found in imported(module, module.nodes)
        if found.name == "State" or found.module.endswith(".state")
    ]


def oversize(module: Module) -> list[str]:
    lines = module.text.count("\n")
    too_long = [
        f"{module.path}:{function.lineno}: {function.name} has over {LONGEST_FUNCTION} lines"
        for function in functions(module)
        if (function.end_lineno or function.lineno) - function.lineno + 1 > LONGEST_FUNCTION
    ]
    if lines > LONGEST_FILE:
        too_long.append(f"{module.path}: {lines} lines, over {LONGEST_FILE}")
    return too_long


def silent_door(module: Module) -> list[str]:
    is_door = module.path == f"{module.room}/__init__.py"
    if is_door and not ast.get_docstring(module.tree):
        return [f"{module.path}: says nothing about its room"]
    return []


RULES = [late_imports, peeks_at_the_state, oversize, silent_door]


@pytest.mark.parametrize("rule", RULES)
def test_the_package_keeps_the_plan_of_the_house(rule: Callable[[Module], list[str]]) -> None:
    assert [fault for module in package_modules() for fault in rule(module)] == []


def test_one_person_can_know_all_files_of_the_house() -> None:
    assert len(package_modules()) <= MOST_FILES


def test_every_folder_of_the_package_is_a_room_with_a_door() -> None:
    folders = {path for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_the_map_of_the_house_is_up_to_date() -> None:
    """A new arrow between two rooms changes it."""
    assert page() == PAGE.read_text(encoding="utf-8"), "run `python -m tools.architecture_page`"


def test_no_two_rooms_enter_each_other() -> None:
    TopologicalSorter(arrows()).prepare()  # raises CycleError


def test_every_room_of_the_native_engine_lies_in_a_layer() -> None:
    assert sorted(LAYERS) == sorted(inner_rooms())


def test_the_native_engine_is_built_in_layers() -> None:
    assert [one.file for one in inner_imports() if one.climbs] == list(CLIMBING)


def test_code_that_knows_who_builds_on_it_climbs() -> None:
    climbing = InnerImport("llvm", "search", "llvm/host.py", "worlds.py")
    assert climbing.climbs
    assert not InnerImport("search", "llvm", "search/worlds.py", "host.py").climbs


def test_rooms_are_entered_through_their_doors() -> None:
    past = [f"{one.path}:{one.line}: {one.module}" for one in imports() if one.is_past_the_door]
    assert past == [], "import it from the room itself, whose `__init__` says what is for others"


def test_no_module_is_declared_beside_a_door_in_vain() -> None:
    entered = {one.module for one in imports()}
    assert [
        name for name in PUBLIC if not any(f"{one}.".startswith(f"{name}.") for one in entered)
    ] == []


def test_a_class_name_means_one_thing() -> None:
    homes: dict[str, list[str]] = {}
    for module in package_modules():
        for node in module.nodes:
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name.strip("_"), []).append(module.path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_an_import_inside_a_function_is_noticed_except_in_the_commands() -> None:
    text = "def f() -> None:\n    import math\n"
    assert late_imports(Module("engine/x.py", text)) == ["engine/x.py:2: import inside f"]
    assert late_imports(Module("cli/x.py", text)) == []


@pytest.mark.parametrize(
    "text", ["from kibitz.engine import State\n", "from kibitz.engine.state import Frame\n"]
)
def test_a_player_that_asks_for_the_state_is_noticed(text: str) -> None:
    assert len(peeks_at_the_state(Module("players/x.py", text))) == 1
    assert peeks_at_the_state(Module("cli/x.py", text)) == []


def test_a_file_or_a_function_that_grew_too_long_is_noticed() -> None:
    body = "def f() -> None:\n" + "    pass\n" * LONGEST_FUNCTION
    assert len(oversize(Module("engine/x.py", body))) == 1
    assert len(oversize(Module("engine/x.py", "pass\n" * (LONGEST_FILE + 1)))) == 1
    assert oversize(Module("engine/x.py", "pass\n" * LONGEST_FILE)) == []


def test_a_door_that_is_silent_is_noticed() -> None:
    assert len(silent_door(Module("engine/__init__.py", "X = 1\n"))) == 1
    assert silent_door(Module("engine/__init__.py", '"""A room."""\n')) == []
