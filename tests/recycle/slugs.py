"""Where the code makes diagnostics: the slug of each, and whether its words are there.

Every fault of a program is made by `fault(KEY, SPAN…, NAME=VALUE…)`, whose words stand in
`faults.toml`. The key is written out, or begins with what is written out; a function that hands its
own `key` on is followed to its callers.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import kibitz.recycle

WORDS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(kibitz.recycle.__file__).with_name("faults.toml").read_text("utf-8")
)
HANDED_ON = {"fault", "_misspelt"}
"""Functions that make a fault of the key they are given first."""
NO_WORDS = {"notes", "help", "edit"}
"""What `fault` is given beside the values of the words."""


@cache
def keys() -> dict[str, dict[str, Any]]:
    """Every key with all that it says: cases say what their slug says unless they say it anew."""
    found: dict[str, dict[str, Any]] = {}
    for slug, words in WORDS.items():
        plain = {name: said for name, said in words.items() if not isinstance(said, dict)}
        cases = {name: said for name, said in words.items() if isinstance(said, dict)}
        found |= {slug: plain} if "headline" in plain else {}
        found |= {f"{slug}.{case}": {**plain, **said} for case, said in cases.items()}
    return found


def braces(words: dict[str, Any]) -> set[str]:
    """The names that are filled in."""
    texts = [words["headline"], words.get("help", ""), words.get("cure", "")]
    texts += [*words.get("labels", ()), *words.get("notes", ())]
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name} - {"edit"}


@cache
def calls(room: ModuleType = kibitz.recycle) -> tuple[ast.Call, ...]:
    """Every call that makes a fault by its key, or a `Diagnostic` by its slug."""
    paths = sorted(Path(str(room.__file__)).parent.rglob("*.py"))
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in paths)
    found = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple(call for call in found if name_of(call) in HANDED_ON | {"Diagnostic"})


def name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def keys_of(call: ast.Call) -> set[str]:
    """The keys that the call may mean; none where they are handed on."""
    slugs = [keyword.value for keyword in call.keywords if keyword.arg == "slug"]
    return set(_keys(slugs[0] if slugs else call.args[0]))


def _keys(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str(key)):
            yield key
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_keys(body), *_keys(orelse))
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), _]):
            found = [key for key in keys() if key.startswith(start)]
            assert found, f"nothing begins with {start}"
            yield from found
        case ast.Name(id="key" | "slug"):
            return
        case _:
            raise AssertionError(f"cannot read the key in line {argument.lineno}")


def slugs_in_code(room: ModuleType = kibitz.recycle) -> set[str]:
    return {key.partition(".")[0] for call in calls(room) for key in keys_of(call)}
