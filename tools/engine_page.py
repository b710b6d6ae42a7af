"""Rewrites the emitted code shown in docs/engine.md from what the code generator writes now."""

from __future__ import annotations

import re
from pathlib import Path

from kibitz.engine import Interpreter, Program, lower
from kibitz.engine.native.layout.signatures import Purpose
from kibitz.engine.native.passes import emit
from kibitz.recycle import Source, check

PAGE = Path(__file__).parent.parent / "docs" / "engine.md"
GAME = re.compile(r"^```recycle\n(?P<text>\(game.*?)^```", re.DOTALL | re.MULTILINE)
SHOWN = re.compile(r"(^```llvm\n).*?(^```)", re.DOTALL | re.MULTILINE)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_code(page), encoding="utf-8")


def with_code(page: str) -> str:
    """The page with the code of the game that stands on it."""
    game = GAME.search(page)
    assert game is not None, "the page shows a game"
    code = excerpt(_program(game["text"]))
    return SHOWN.sub(lambda shown: f"{shown[1]}{code}{shown[2]}", page)


def _program(text: str) -> Program:
    checked = check(Source("game.rcy", text)).game
    assert checked is not None, "the game on the page has no errors"
    return lower(checked)


def excerpt(program: Program) -> str:
    """How options are found: the blocks that walk the ring and write rows, in order."""
    emitted = emit(program, Interpreter(program).laid_out(), Purpose.PLAY)
    whole = re.search(r'^define [^\n]*@"options\d+".*?^}', emitted.text, re.DOTALL | re.MULTILINE)
    assert whole is not None, "the game has a decision"
    head, *blocks = re.split(r"^(?=[\w.]+:$)", whole[0], flags=re.MULTILINE)
    walking = (f", {emitted.layout.next}\n", f", {emitted.layout.cards}\n")
    usual = [block for block in blocks if "!prof" not in block]  # no look whether rows are full
    shown = [block for block in usual if any(mark in block for mark in walking)]
    written = next(block for block in blocks if f", {4 * emitted.row_width}\n" in block)
    ordered = [block for block in blocks if block in (*shown, written)]
    return head + "  ; …\n".join(ordered) + "  ; …\n}\n"


if __name__ == "__main__":
    main()
