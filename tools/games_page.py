"""Writes docs/games.md: every game of the library in a line, by kind."""

from __future__ import annotations

from pathlib import Path

from kibitz.cli.catalogue import GameEntry, library
from kibitz.games.house_rules import players_said
from kibitz.games.page_fields import by_kind

PAGE = Path(__file__).parent.parent / "docs" / "games.md"
HEAD = """# The games of the library

`kibitz show NAME` tells the rules of a game and its options, `kibitz play NAME` deals the cards,
`kibitz games` finds games by kind, players and words. `docs/tables.md` tells
what was unclear at their tables. This page is written by `python -m tools.games_page`.
"""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    sections = (
        f"\n## {heading}\n\n" + "".join(map(_line, games))
        for heading, games in by_kind(library()).items()
    )
    return HEAD + "".join(sections)


def _line(game: GameEntry) -> str:
    return f"- **{game.title}** (`{game.name}`, {players_said(game.seats)}): {game.summary}\n"


if __name__ == "__main__":
    main()
