"""The deals of a tournament that were played so far, in memory or on disk.

A file of a tournament is a line that says which one it is, then a line for each deal, written when
it is finished: one that was interrupted goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kibitz.engine import Outcome, inline_html, journal
from kibitz.players.standings import Mean, standings
from kibitz.players.tournament import PlayedDeal, Tournament, TournamentMatch
from kibitz.recycle import Goal, KibitzError

FORMAT = "kibitz tournament 2"
LARGEST_BYTES = 1 << 30

_WORDS = {
    "kibitz": "version of kibitz",
    "digest": "program",
    "options": "options",
    "players": "players",
    "seed": "seed",
    "most_decisions": "limit of decisions",
}


class BadTournamentFile(KibitzError):
    """A file that cannot be gone on with; says why."""


class PlayedDeals:
    """The deals of one tournament that were played so far."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.deals: dict[int, PlayedDeal] = {}

    def missing(self, count: int) -> list[int]:
        """Which of the first so many deals are still to be played."""
        return [number for number in range(count) if number not in self.deals]

    def first(self, count: int) -> list[PlayedDeal]:
        """Those of the first so many that are there."""
        return [self.deals[number] for number in sorted(self.deals) if number < count]

    def _repr_html_(self) -> str:
        """How everybody stands, for notebooks."""
        deals = [self.deals[number] for number in sorted(self.deals)]
        rows = [
            (one.player, *(_with_margin(mean) for mean in (one.win_share, one.rank, one.score)))
            for one in (standings(deals, self.tournament.players) if deals else ())
        ]
        title = f"{len(deals)} deals, seed {self.tournament.seed}"
        return inline_html.listing(title, ("player", "wins", "mean rank", "mean score"), rows)

    def open(self) -> None:
        """Begin, or go on."""

    def keep(self, deal: PlayedDeal) -> None:
        self.deals[deal.number] = deal

    def close(self) -> None:
        """There are no more."""


def _with_margin(mean: Mean) -> str:
    return f"{mean.value:.2f}" if mean.margin is None else f"{mean.value:.2f} ± {mean.margin:.2f}"


class TournamentFile(PlayedDeals):
    """The deals of one tournament on disk."""

    def __init__(self, path: Path, tournament: Tournament, version: str) -> None:
        super().__init__(tournament)
        self._path = path
        self._header = {"format": FORMAT, "kibitz": version, **_parameters(tournament)}
        self._journal = journal.Journal(path)

    def open(self) -> None:
        """Read what was played before, or begin the file. Raises BadTournamentFile, OSError."""
        try:
            self._journal, found = journal.Journal.reopened(self._path, LARGEST_BYTES)
        except FileNotFoundError:
            self._journal.append(self._header)
            return
        except journal.BadLine as fault:
            raise _damaged(self._path, fault) from None
        if not self._path.stat().st_size:
            self._journal.append(self._header)
            return
        self._compare(_header(self._path, found))
        for number, entry in enumerate(found.entries[1:], start=2):
            deal = _deal(self._path, number, entry, self.tournament.program.goal)
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
        """Write the deal down; where that cannot be done, it waits for the next one."""
        super().keep(deal)
        with suppress(OSError):
            self._journal.append(_deal_fields(deal), sync=False)

    def close(self) -> None:
        """Write what waits. Raises OSError if not all the deals could be written."""
        try:
            self._journal.write()
        finally:
            self._journal.close()


def seed_of(path: Path) -> int | None:
    """The seed of the tournament in the file, or None if there is no file yet.

    Raises BadTournamentFile.
    """
    try:
        with path.open("rb") as file:
            found = journal.read_checked(file.readline(LARGEST_BYTES))
    except FileNotFoundError:
        return None
    except journal.BadLine as fault:
        raise _damaged(path, fault) from None
    seed = _header(path, found).get("seed")
    return seed if isinstance(seed, int) else None


def _header(path: Path, found: journal.CheckedLines) -> Mapping[str, Any]:
    if not found.entries or found.entries[0].get("format") != FORMAT:
        raise _foreign(path)
    return found.entries[0]


def _foreign(path: Path) -> BadTournamentFile:
    return BadTournamentFile(
        f"{path} is there already and is no tournament of this kibitz; name another file"
    )


def _damaged(path: Path, fault: journal.BadLine) -> BadTournamentFile:
    if fault.number == 1:
        return _foreign(path)
    return BadTournamentFile(
        f"{path}: {fault}; take it out with all that follow, and their deals are played again"
    )


def _deal(path: Path, number: int, data: Mapping[str, Any], goal: Goal) -> PlayedDeal:
    try:
        matches = tuple(_match(match, goal) for match in data["matches"])
        return PlayedDeal(int(data["number"]), matches)
    except (KeyError, TypeError, ValueError):
        raise _damaged(path, journal.BadLine(number)) from None


def _deal_fields(deal: PlayedDeal) -> dict[str, object]:
    matches = [
        {
            "players": match.players,
            "scores": match.outcome.scores,
            "decisions": match.decisions,
            "capped": match.capped,
        }
        for match in deal.matches
    ]
    return {"number": deal.number, "matches": matches}


def _match(data: Mapping[str, Any], goal: Goal) -> TournamentMatch:
    return TournamentMatch(
        players=tuple(map(str, data["players"])),
        outcome=Outcome(tuple(map(int, data["scores"])), goal),
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


def _parameters(tournament: Tournament) -> Mapping[str, object]:
    """What makes it this tournament and no other, in plain values."""
    return {
        "digest": tournament.program.digest,
        "options": dict(tournament.program.options),
        "players": list(tournament.players),
        "seed": tournament.seed,
        "most_decisions": tournament.most_decisions,
    }
