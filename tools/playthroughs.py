"""Writes one match of every library game to tests/playthroughs, as the engine plays it now.

Read the difference before keeping it: a playthrough is a test of the rules, the labels and the
words a match is told in.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from kibitz import load
from kibitz.games import names

FOLDER = Path(__file__).parent.parent / "tests" / "playthroughs"


def main() -> None:
    sys.path.insert(0, str(FOLDER))
    playthrough = import_module("playthrough").Playthrough
    for name in sys.argv[1:] or names():
        path = FOLDER / f"{name}.txt"
        text = "\n".join(playthrough(load(name)).lines()) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewritten: {path.name}")


if __name__ == "__main__":
    main()
