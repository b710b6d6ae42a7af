"""Writes every word that people meet in the library games to tests/wording.

`python -m tools.wording`, or with the names of games for these alone. Read the difference before
keeping it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from kibitz.games import names

TESTS = Path(__file__).parent.parent / "tests"


def main() -> None:
    sys.path[:0] = [str(TESTS / "wording"), str(TESTS / "playthroughs")]
    wording = import_module("words_met").wording
    for name in sys.argv[1:] or names():
        path = TESTS / "wording" / f"{name}.txt"
        text = "\n".join(wording(name)) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewritten: {path.name}")


if __name__ == "__main__":
    main()
