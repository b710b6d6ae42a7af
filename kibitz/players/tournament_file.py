"""The file of a tournament: a line that says which one it is, then a line for each deal played.

A deal is written when it is finished, so a tournament that was interrupted goes on from its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kibitz.players.tournament import PlayedDeal, PlayedMatch, Tournament, parameters

FORMAT = "kibitz tournament 1"

_WORDS = {
    "kibitz": "version of kibitz",
    "digest": "program",
    "options": "options",
    "players": "players",
    "seed": "seed",
    "most_decisions": "limit of decisions",
}


class BadTournamentFile(Exception):
    """A file that cannot be gone on with; says why."""


class TournamentFile:
    """The deals of one tournament on disk."""

    def __init__(self, path: Path, tournament: Tournament, version: str) -> None:
        self._path = path
        self._header = {"format": FORMAT, "kibitz": version, **parameters(tournament)}
        self.deals: dict[int, PlayedDeal] = {}

    def open(self) -> None:
        """Read what was played before, or begin the file. Raises BadTournamentFile, OSError."""
        lines = _whole_lines(self._path)
        if not lines:
            self._path.write_text(json.dumps(self._header, ensure_ascii=False) + "\n", "utf-8")
            return
        self._compare(_header(self._path, lines[0]))
        for number, line in enumerate(lines[1:], start=2):
            deal = _deal(self._path, number, line)
            self.deals[deal.number] = deal

    def _compare(self, found: Mapping[str, Any]) -> None:
        for key, word in _WORDS.items():
            if found.get(key) != self._header[key]:
                raise BadTournamentFile(
                    f"{self._path} holds another tournament ({word}: "
                    f"{_told(found.get(key))}, not {_told(self._header[key])}); "
                    "name another file, or ask for the same again"
                )

    def keep(self, deal: PlayedDeal) -> None:
        line = json.dumps(asdict(deal), ensure_ascii=False, separators=(",", ":"))
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        self.deals[deal.number] = deal


def seed_of(path: Path) -> int | None:
    """The seed of the tournament in the file, or None if there is none yet.

    Raises BadTournamentFile.
    """
    lines = _whole_lines(path)
    if not lines:
        return None
    seed = _header(path, lines[0]).get("seed")
    return seed if isinstance(seed, int) else None


def _whole_lines(path: Path) -> list[str]:
    """The lines of the file; a last one that was cut off while it was written is taken away."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    whole = data.rfind(b"\n") + 1
    try:
        lines = data[:whole].decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise _foreign(path) from None
    if whole < len(data):
        if not whole:
            raise _foreign(path)
        _header(path, lines[0])
        with path.open("r+b") as file:
            file.truncate(whole)
    return lines


def _header(path: Path, line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise _foreign(path)
    return found


def _foreign(path: Path) -> BadTournamentFile:
    return BadTournamentFile(
        f"{path} is there already and is no tournament of kibitz; name another file"
    )


def _deal(path: Path, number: int, line: str) -> PlayedDeal:
    try:
        data = json.loads(line)
        matches = tuple(_match(match) for match in data["matches"])
        return PlayedDeal(int(data["number"]), matches)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadTournamentFile(
            f"{path}: line {number} is damaged; take it out and its deal is played again"
        ) from None


def _match(data: Mapping[str, Any]) -> PlayedMatch:
    return PlayedMatch(
        players=tuple(map(str, data["players"])),
        scores=tuple(map(int, data["scores"])),
        ranks=tuple(map(int, data["ranks"])),
        decisions=int(data["decisions"]),
        capped=bool(data["capped"]),
    )


def _told(value: object) -> str:
    match value:
        case list():
            return ",".join(map(str, value))
        case dict():
            return ", ".join(f"{name}={setting}" for name, setting in value.items()) or "none"
        case str() if len(value) > 24:
            return f"{value[:12]}…"
        case _:
            return str(value)
