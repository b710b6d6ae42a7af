"""What a linter would say of the scripts of the page, without one."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

PURE = Path(__file__).parent / "pure"
STATIC = files("kibitz.web").joinpath("static")
SCRIPTS = {
    part.name: part.read_text(encoding="utf-8")
    for part in STATIC.iterdir()
    if part.name.endswith(".js")
}
IMPORTED = re.compile(r"^import \{([^}]*)\} from", re.MULTILINE)
DECLARED = re.compile(r"^(export )?(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def code_of(name: str) -> str:
    """The script without its comments."""
    return re.sub(r"(?m)(?:^|\s)//.*$", "", SCRIPTS[name])


def times(word: str, code: str) -> int:
    return len(re.findall(rf"(?<![\w.]){re.escape(word)}\b", code.replace("...", " ")))


def imported(code: str) -> set[tuple[str, str]]:
    """What is taken from other scripts: by the name it has there, and the one it has here."""
    names = [name.strip() for part in IMPORTED.findall(code) for name in part.split(",")]
    return {(name.split(" as ")[0], name.split(" as ")[-1]) for name in names if name}


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_whatever_is_imported_or_declared_is_used(name: str) -> None:
    code = code_of(name)
    own = {declared for export, declared in DECLARED.findall(code) if not export}
    names = own | {here for _, here in imported(code)}
    assert [word for word in sorted(names) if times(word, code) < 2] == []


def test_whatever_is_exported_is_taken_by_somebody() -> None:
    taken = {there for name in SCRIPTS for there, _ in imported(code_of(name))}
    tests = "\n".join(path.read_text("utf-8") for path in PURE.glob("*.mjs"))
    tests += "".join(path.read_text("utf-8") for path in PURE.parent.glob("*.py"))
    exported = {
        (name, word)
        for name in SCRIPTS
        for export, word in DECLARED.findall(code_of(name))
        if export and word not in taken
    }
    alone = {(name, word) for name, word in exported if times(word, code_of(name)) < 2}
    assert {found for found in alone if found[1] not in tests} == set()
