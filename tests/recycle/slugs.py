"""The slugs of all diagnostics, found by reading the code that makes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import kibitz.recycle


@dataclass(frozen=True)
class Maker:
    """Something that is called with a slug: `Diagnostic`, or a function that passes one on."""

    name: str
    parameter: str
    position: int


def slugs_in_code(room: ModuleType = kibitz.recycle) -> set[str]:
    """Every literal slug that reaches a `Diagnostic`, also through functions that pass it on."""
    folder = Path(str(room.__file__)).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    found: set[str] = set()
    waiting = [Maker("Diagnostic", "slug", 0)]
    seen = set(waiting)
    while waiting:
        maker = waiting.pop()
        for slug, passed_on in _uses(trees, maker):
            if slug is not None:
                found.add(slug)
            elif passed_on is not None and passed_on not in seen:
                seen.add(passed_on)
                waiting.append(passed_on)
    return found


def _uses(trees: list[ast.Module], maker: Maker) -> Iterator[tuple[str | None, Maker | None]]:
    for tree in trees:
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and _called(node) == maker.name:
                    yield from _slug_or_maker(_argument(node, maker), function)


def _slug_or_maker(
    argument: ast.expr | None, function: ast.FunctionDef
) -> Iterator[tuple[str | None, Maker | None]]:
    match argument:
        case ast.Constant(value=str(slug)):
            yield slug, None
        case ast.IfExp(body=body, orelse=orelse):
            yield from _slug_or_maker(body, function)
            yield from _slug_or_maker(orelse, function)
        case ast.Name(id=name):
            parameters = [parameter.arg for parameter in function.args.args]
            if name in parameters:
                yield None, Maker(function.name, name, parameters.index(name))
        case _:
            raise AssertionError(f"cannot read the slug in {function.name}")


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _argument(call: ast.Call, maker: Maker) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == maker.parameter:
            return keyword.value
    return call.args[maker.position] if len(call.args) > maker.position else None
