"""Every game there is: the library's, and the published ones where they are at hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kibitz.engine import Interpreter, Program, lower
from kibitz.games import find, names
from kibitz.recycle import check
from kibitz.recycle.loading import load_source

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
CONFORMANCE = Path(__file__).parents[1] / "conformance" / "programs"


def corpus_names() -> list[str]:
    return sorted(path.stem for path in CORPUS.glob("*.rcy"))


def game_names() -> list[str]:
    """Library names in small letters, published games by their file names."""
    return [*names(), *corpus_names()]


@cache
def program_named(name: str) -> Program:
    published = CORPUS / f"{name}.rcy"
    source = load_source(published) if published.is_file() else find(name).source
    checked = check(source).game
    assert checked is not None
    return lower(checked)


@cache
def interpreter_of(name: str) -> Interpreter:
    return Interpreter(program_named(name))
