"""The code of the package as data, read once for all tests of its shape."""

from __future__ import annotations

import ast
import gc
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import kibitz

PACKAGE = Path(kibitz.__file__).parent


@dataclass(frozen=True)
class Module:
    path: str
    """Relative to the package, with slashes."""
    text: str

    @property
    def room(self) -> str:
        return self.path.split("/")[0].removesuffix(".py")

    @property
    def name(self) -> str:
        """As it is imported."""
        return ".".join(("kibitz", *self.path.removesuffix(".py").split("/"))).removesuffix(
            ".__init__"
        )

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of the tree."""
        return tuple(ast.walk(self.tree))


@cache
def package_modules() -> list[Module]:
    modules = [
        Module(path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]
    for module in modules:
        assert module.nodes
    gc.freeze()  # a million nodes, in which no search for garbage ever finds any
    return modules
