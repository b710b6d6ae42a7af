"""The plan of the house, read from the code: which room may enter which, and how big things are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import pytest
from package_code import PACKAGE, Module, package_modules

MAY_IMPORT = {
    "recycle": set[str](),
    "engine": {"recycle"},
    "games": {"recycle"},
    "learning": {"recycle", "engine"},
    "solver": {"recycle", "engine"},
    "words": {"recycle", "engine", "games"},
    "players": {"recycle", "engine", "games", "learning", "solver"},
    "analysis": {"recycle", "engine", "games", "words", "players"},
    "game": {"recycle", "engine", "games"},
    "choosing": {"engine"},
    "match": {"recycle", "engine", "words", "game", "choosing"},
    "advisor": {"recycle", "engine", "games", "words", "players", "solver", "game", "match"},
    "web": {
        *("recycle", "engine", "games", "words", "players", "advisor", "game", "match"),
        "companion",
    },
    "review": {"recycle", "engine", "games", "words", "players", "analysis", "advisor", "game"},
    "drill": {
        *("recycle", "engine", "games", "words", "players", "analysis", "advisor", "review"),
        *("game", "match"),
    },
    "companion": {"recycle", "engine", "words", "solver", "game", "choosing"},
    "lsp": {"recycle"},
    "cli": {
        *("recycle", "engine", "games", "words", "players", "analysis", "advisor", "web"),
        *("lsp", "game", "match", "choosing", "learning", "solver", "review", "drill", "companion"),
    },
    "__init__": {
        *("recycle", "engine", "words", "learning", "players", "advisor", "game", "match")
    },
    "__main__": {"cli"},
}
"""The rooms, and the files that stand in the hall."""

MAY_IMPORT_LATE = {"cli", "engine/native/runtime/object_code.py", "web/news.py"}
"""Rooms and files that load what they need when they need it."""
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
WIDEST_DOOR = 10


@dataclass(frozen=True)
class Import:
    line: int
    module: str
    name: str | None

    @property
    def room(self) -> str | None:
        """The room it enters; None for the hall and for other packages."""
        parts = [*self.module.split("."), *([self.name] if self.name else [])]
        return parts[1] if parts[0] == "kibitz" and parts[1:2] and parts[1] in MAY_IMPORT else None


def imports(module: Module, nodes: Iterable[ast.AST]) -> Iterator[Import]:
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


def wrong_arrows(module: Module) -> list[str]:
    allowed = MAY_IMPORT.get(module.room, set()) | {module.room}
    return [
        f"{module.path}:{found.line}: {module.room} may not import {found.room}"
        for found in imports(module, module.nodes)
        if found.room is not None and found.room not in allowed
    ]


def is_indented(node: ast.AST) -> bool:
    """Whether it is an import away from the margin, in a function or elsewhere."""
    return isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset > 0


def late_imports(module: Module) -> list[str]:
    if {module.room, module.path} & MAY_IMPORT_LATE or not any(map(is_indented, module.nodes)):
        return []
    return [
        f"{module.path}:{found.line}: import inside {function.name}"
        for function in functions(module)
        for found in imports(module, ast.walk(function))
    ]


def peeks_at_the_state(module: Module) -> list[str]:
    if module.room != "players":
        return []
    return [
        f"{module.path}:{found.line}: a player is handed a View, never a State"
        for found in imports(module, module.nodes)
        if found.room == "engine" and (found.name == "State" or found.module.endswith(".state"))
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


def exported(tree: ast.Module) -> list[str]:
    """The names in `__all__`; without one, every public name the file binds."""
    bound: list[str] = []
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List() as value):
                return [str(ast.literal_eval(item)) for item in value.elts]
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound += [alias.asname or alias.name for alias in names]
            case (
                ast.FunctionDef(name=name)
                | ast.ClassDef(name=name)
                | ast.Assign(targets=[ast.Name(id=name)])
            ):
                bound.append(name)
    return [name for name in bound if not name.startswith("_") and name != "annotations"]


def bad_door(module: Module) -> list[str]:
    is_door = module.path == f"{module.room}/__init__.py"
    if not is_door:
        return []
    faults = []
    if not ast.get_docstring(module.tree):
        faults.append(f"{module.path}: says nothing about its room")
    if len(exported(module.tree)) > WIDEST_DOOR:
        faults.append(f"{module.path}: exports more than {WIDEST_DOOR} names")
    return faults


RULES = [wrong_arrows, late_imports, peeks_at_the_state, oversize, bad_door]


@pytest.mark.parametrize("rule", RULES)
def test_the_package_keeps_the_plan_of_the_house(rule: Callable[[Module], list[str]]) -> None:
    assert [fault for module in package_modules() for fault in rule(module)] == []


def test_every_folder_of_the_package_is_a_room_with_a_door() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert rooms <= set(MAY_IMPORT)
    assert [room for room in sorted(rooms) if not (PACKAGE / room / "__init__.py").is_file()] == []


@pytest.mark.parametrize(
    "module",
    [
        Module("recycle/x.py", "from kibitz.engine import Program\n"),
        Module("recycle/x.py", "import kibitz.games.library\n"),
        Module("engine/x.py", "from kibitz import players\n"),
        Module("engine/deep/x.py", "from ...players import Player\n"),
        Module("games/x.py", "from kibitz.engine import lower\n"),
        Module("web/x.py", "from kibitz.cli import main\n"),
        Module("attic/x.py", "from kibitz.recycle import check\n"),
    ],
)
def test_a_wrong_arrow_is_noticed(module: Module) -> None:
    assert len(wrong_arrows(module)) == 1


@pytest.mark.parametrize(
    "module",
    [
        Module("engine/x.py", "from kibitz.recycle.syntax import Node\nimport math\n"),
        Module("engine/deep/x.py", "from ..program import Program\n"),
        Module("cli/x.py", "from kibitz import __version__\n"),
    ],
)
def test_an_arrow_of_the_plan_is_left_alone(module: Module) -> None:
    assert wrong_arrows(module) == []


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


def test_a_door_that_is_silent_or_too_wide_is_noticed() -> None:
    wide = '"""A room."""\n' + "".join(f"def f{n}() -> None: ...\n" for n in range(11))
    listed = '"""A room."""\n' + f"__all__ = {[f'f{n}' for n in range(11)]}\n"
    assert len(bad_door(Module("engine/__init__.py", wide))) == 1
    assert len(bad_door(Module("engine/__init__.py", listed))) == 1
    assert len(bad_door(Module("engine/__init__.py", "X = 1\n"))) == 1
    assert bad_door(Module("engine/deep/__init__.py", wide)) == []
