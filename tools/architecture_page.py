"""Draws the map in docs/architecture.md: the rooms, who enters whom, and what their doors offer.

The arrows are read from the imports. A new one changes the map, and a test compares: run
`python -m tools.architecture_page` if it is meant. The native engine is drawn once more by itself:
its rooms lie in layers, and who builds against them says why.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "kibitz"
PAGE = ROOT / "docs" / "architecture.md"
MAP = re.compile(r"(<!-- map -->\n).*?(<!-- end -->)", re.DOTALL)
INNER_MAP = re.compile(r"(<!-- native -->\n).*?(<!-- end of native -->)", re.DOTALL)
NATIVE = "engine.native"
LAYERS = (
    *("layout", "llvm", "runtime", "emission", "search", "learning", "observation", "exact", "gpu"),
    *("passes", "web_module"),
)
"""Rooms of the native engine and files beside them, from the ground up: each builds on those before
it."""
SUBROOMS = (NATIVE,)
"""Rooms inside a room that have a door of their own for those outside."""
CLIMBING = {"runtime/code.py": "has a game emitted, the first time that its code is wanted"}
"""Files of the native engine that may build on what builds on them, and why."""
PUBLIC = {
    "advisor.advice": "runs in a page, too, where there is no numpy",
    "advisor.judging": "is of the same kind",
    "advisor.wording": "is of the same kind",
    "analysis.figures": "draws, and so loads what draws",
    "analysis.page": "writes pages",
    "analysis.site": "writes many pages",
    "engine.native.search.module_search": "runs in a page, where there is no compiler",
    "lsp.server": "loads what speaks with editors",
    "recycle.limits": "is taken over whole by those of the engine",
    "web.worker_link": "is one end of several processes",
    "web.supervisor": "is the other end",
    "web.server": "loads what serves",
    "web.services": "says what an operator can set",
}
"""Modules beside a door that others may enter, and why they are not behind it."""


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a file takes from a module of the package."""

    path: Path
    line: int
    module: str
    """As in `engine.view`."""
    name: str

    @property
    def origin(self) -> str:
        parts = self.path.relative_to(PACKAGE).with_suffix("").parts
        return room_of(".".join(part for part in parts if part != "__init__"))

    @property
    def target(self) -> str:
        return room_of(self.module)

    @property
    def is_past_the_door(self) -> bool:
        """Whether it climbs in by a window."""
        return self.module != self.target and not any(
            self.module == public or self.module.startswith(f"{public}.") for public in PUBLIC
        )


def room_of(module: str) -> str:
    """The room of a module; files of the hall are rooms of their own."""
    nested = next((room for room in SUBROOMS if f"{module}.".startswith(f"{room}.")), None)
    return nested or module.split(".", maxsplit=1)[0]


def house_of(room: str) -> str:
    return room.split(".", maxsplit=1)[0]


@cache
def imports() -> tuple[Import, ...]:
    """From one house into another; a room inside a room is at home there."""
    found = (one for path in sorted(PACKAGE.rglob("*.py")) for one in _imports(path))
    inside = houses()
    return tuple(
        one
        for one in found
        if house_of(one.origin) != house_of(one.target)
        if {house_of(one.origin), house_of(one.target)} <= inside
    )


def _imports(path: Path) -> Iterator[Import]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kibitz":
            inside = (node.module or "").removeprefix("kibitz").removeprefix(".")
            for alias in node.names:
                yield Import(path, node.lineno, inside or alias.name, alias.name)


@dataclass(frozen=True, slots=True, order=True)
class InnerImport:
    """One module of a room of the native engine that a file of another takes from."""

    origin: str
    target: str
    file: str
    """As in `runtime/code.py`."""
    entered: str
    """As in `passes.py`."""

    @property
    def climbs(self) -> bool:
        """Whether it builds on what builds on it."""
        return LAYERS.index(self.origin) < LAYERS.index(self.target)


@cache
def inner_imports() -> tuple[InnerImport, ...]:
    """From one room of the native engine into another; its door is no room."""
    folder, rooms = PACKAGE / Path(*NATIVE.split(".")), inner_rooms()
    found = set()
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder).as_posix()
        origin = file.split("/")[0].removesuffix(".py")
        for one in _imports(path) if origin in rooms else ():
            name = f"{one.module}.{one.name}"
            if name.startswith(f"{NATIVE}."):
                target, *inside = name.removeprefix(f"{NATIVE}.").split(".")
                entered = inside[0] if (folder / target).is_dir() else target
                found.add(InnerImport(origin, target, file, f"{entered}.py"))
    return tuple(sorted(one for one in found if one.origin != one.target))


def inner_rooms() -> set[str]:
    """Folders of the native engine, and the files beside them that are no folder's."""
    folder = PACKAGE / Path(*NATIVE.split("."))
    files = {path.stem for path in folder.glob("*.py") if path.stem[0] != "_"}
    return files | {path.parent.name for path in folder.glob("*/__init__.py")}


def arrows() -> dict[str, set[str]]:
    """Which houses each one enters."""
    entered: dict[str, set[str]] = {}
    for one in imports():
        entered.setdefault(house_of(one.origin), set()).add(house_of(one.target))
    return {room: entered.get(room, set()) for room in sorted(houses())}


def houses() -> set[str]:
    """Folders of the package, and the files beside them that are no folder's."""
    hall = {path.stem for path in PACKAGE.glob("*.py") if path.stem[0] != "_"}
    return hall | {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def direct(entered: dict[str, set[str]]) -> dict[str, set[str]]:
    """The arrows less those that a longer way makes superfluous."""

    @cache
    def reached(room: str) -> frozenset[str]:
        return frozenset(entered[room]).union(*(reached(next_) for next_ in entered[room]))

    return {
        room: {one for one in rooms if not any(one in reached(other) for other in rooms - {one})}
        for room, rooms in entered.items()
    }


def door(room: str) -> list[str]:
    """What the others take through it."""
    return sorted(
        {one.name for one in imports() if one.target == room and not one.is_past_the_door},
        key=lambda name: (name.lower(), name),
    )


def drawn() -> str:
    entered = arrows()
    lines = ["```mermaid", "flowchart BT"]
    lines += [
        f"  {room} --> {one}" for room, rooms in direct(entered).items() for one in sorted(rooms)
    ]
    lines += [
        "```",
        "",
        "| room | what it is | enters | taken through its door |",
        "|---|---|---|---|",
    ]
    for room in [*sorted(entered), *SUBROOMS]:
        enters = ", ".join(sorted(entered.get(room, ())))
        names = ", ".join(f"`{name}`" for name in door(room))
        lines.append(f"| `{room}` | {_said(room)} | {enters} | {names} |")
    lines += ["", "Beside the doors:", ""]
    lines += [f"- `kibitz.{module}` {why}" for module, why in PUBLIC.items()]
    return "\n".join(lines) + "\n"


def _said(room: str) -> str:
    """The first sentence of its docstring."""
    place = PACKAGE / Path(*room.split("."))
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return told.split("\n\n")[0].replace("\n", " ")


def drawn_inside() -> str:
    """The layers of the native engine, and by which files their rooms are entered."""
    found = inner_imports()
    below = {
        room: {one.target for one in found if one.origin == room and not one.climbs}
        for room in LAYERS
    }
    climbing = sorted({(one.origin, one.target) for one in found if one.climbs})
    lines = ["```mermaid", "flowchart BT"]
    lines += [
        f"  {room} --> {one}" for room, rooms in direct(below).items() for one in sorted(rooms)
    ]
    lines += [f"  {room} -.-> {one}" for room, one in climbing]
    lines += ["```", "", "| room | what it is | builds on | entered at |", "|---|---|---|---|"]
    for room in LAYERS:
        files = sorted({one.entered for one in found if one.target == room})
        entered = ", ".join(f"`{file}`" for file in files)
        said = _said(f"{NATIVE}.{room}")
        lines.append(f"| `{room}` | {said} | {', '.join(sorted(below[room]))} | {entered} |")
    lines += ["", "Against the layers:", ""]
    lines += [
        f"- `{one.file}` enters `{one.entered}`: it {CLIMBING[one.file]}"
        for one in found
        if one.climbs
    ]
    return "\n".join(lines) + "\n"


def page() -> str:
    text = PAGE.read_text(encoding="utf-8")
    for pattern, shown in ((MAP, drawn()), (INNER_MAP, drawn_inside())):
        found = pattern.search(text)
        assert found is not None
        text = text[: found.end(1)] + shown + text[found.start(2) :]
    return text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
