"""Pages in docs/diagnostics about faults that show only when a game is lowered or played."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import kibitz.engine
from kibitz.engine import Interpreter, MatchError, Rng, lower
from kibitz.recycle import Diagnostic, RecycleError, Source, check, render

FOLDER = Path(__file__).parents[2] / "docs" / "diagnostics"
MARK = "\n## The fault in play\n"
PAGE = re.compile(
    r"# (?P<slug>[a-z0-9-]+)\n\n(?P<prose>[^#].*?)\n\n"
    r"## The fault in play\n\n(?:With `(?P<options>[^`]+)`:\n\n)?"
    r"```recycle\n(?P<fault>.*?)```\n\n"
    r"## The report\n\n```text\n(?P<report>.*?)```\n\n"
    r"## The repair\n\n```recycle\n(?P<repair>.*?)```\n",
    re.DOTALL,
)
MAKERS = {"Fault", "Diagnostic", "_refuse", "missing_card", "refusal"}
SLUG = re.compile(r"[a-z]+(-[a-z]+)*")


@dataclass(frozen=True)
class Page:
    slug: str
    options: dict[str, int | str]
    fault: str
    report: str
    repair: str


def paths() -> list[Path]:
    return [path for path in sorted(FOLDER.glob("*.md")) if MARK in path.read_text("utf-8")]


def page_at(path: Path) -> Page:
    parts = PAGE.fullmatch(path.read_text("utf-8"))
    assert parts is not None, f"{path.name} has not the shape of a page"
    options: dict[str, int | str] = {}
    for choice in (parts["options"] or "").split():
        name, _, value = choice.partition("=")
        options[name] = value
    return Page(parts["slug"], options, parts["fault"], parts["report"], parts["repair"])


def fault_in(program: str, options: dict[str, int | str]) -> tuple[Source, Diagnostic] | None:
    """What goes wrong when the program is played with seed 1 by players who take any option."""
    source = Source("game.rcy", program)
    result = check(source)
    assert result.game is not None, render(source, result.diagnostics, colour=False)
    assert result.diagnostics == (), render(source, result.diagnostics, colour=False)
    try:
        Interpreter(lower(result.game, options)).playout(Rng(1), most_decisions=500)
    except RecycleError as error:
        return error.source, error.diagnostics[0]
    except MatchError as error:
        return error.source, error.diagnostic
    return None


def report_on(program: str, options: dict[str, int | str]) -> str:
    found = fault_in(program, options)
    if found is None:
        return "nothing went wrong\n"
    source, diagnostic = found
    return render(source, (diagnostic,), colour=False).rstrip() + "\n"


@cache
def slugs_in_engine() -> set[str]:
    """Every slug that lowering or the interpreter gives to a fault."""
    folder = Path(kibitz.engine.__file__).parent
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        if "native" in path.relative_to(folder).parts:
            continue  # it reports the interpreter's faults under the interpreter's names
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            found |= _slugs(node)
    return found


def _slugs(node: ast.AST) -> set[str]:
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in MAKERS:
            is_second = name in ("_refuse", "refusal")
            texts = _texts(node.args[0]) | (_texts(node.args[1]) if is_second else set())
        case ast.Assign(targets=[ast.Name(id="slug")]):
            texts = _texts(node.value)
        case _:
            return set()
    return {text for text in texts if SLUG.fullmatch(text)}


def _texts(node: ast.expr) -> set[str]:
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=orelse):
            return _texts(body) | _texts(orelse)
        case _:
            return set()
