"""The seasons of people who play together: a table for every quarter of a year, and how strong each
of them is at every game, as what they won against whom tells.

Bots are beaten like anybody else, but only people are rated, by matches against people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from openskill.models import PlackettLuce, PlackettLuceRating

from kibitz.web.ledger_entry import LedgerEntry
from kibitz.web.wire import Wire

_MIDDLE, _SCALE = 1500, 40.0
"""A newcomer's rating, and what one of the library's points is worth in ours."""
_SURE = 2.0
"""Of a hundred people so rated, about ninety-five are as strong as that, more or less the doubt."""
_MONTHS = 3


class RatingNow(Wire):
    """How strong somebody is, more or less."""

    name: str
    rating: int
    doubt: int
    matches: int


class GameRatings(Wire):
    """Those who have played a game against each other, the strongest first."""

    title: str
    players: int
    ratings: list[RatingNow]


class StandingNow(Wire):
    """What somebody has come to in a season."""

    name: str
    matches: int
    wins: float
    beaten: int
    """So many opponents were behind."""
    met: int
    """Of so many."""


class SeasonNow(Wire):
    """Three months of it; the standings have the most successful first."""

    year: int
    first_month: int
    standings: list[StandingNow]
    games: list[GameRatings]


def seasons(entries: Iterable[LedgerEntry]) -> list[SeasonNow]:
    """The latest first; matches without a winner count in none."""
    found: dict[tuple[int, int], list[LedgerEntry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.shown.ended):
        if entry.is_contest and entry.seats:
            found.setdefault(_season(entry.shown.ended), []).append(entry)
    return [
        SeasonNow(year, month, _standings(played), _games(played))
        for (year, month), played in sorted(found.items(), reverse=True)
    ]


def _season(ended: float) -> tuple[int, int]:
    """The year, and the first of its months."""
    day = datetime.fromtimestamp(ended, UTC)
    return day.year, (day.month - 1) // _MONTHS * _MONTHS + 1


def _standings(played: Sequence[LedgerEntry]) -> list[StandingNow]:
    names = sorted({name for entry in played for name in entry.seats})
    made = [_standing(name, [entry for entry in played if name in entry.seats]) for name in names]
    return sorted(made, key=lambda one: (-one.beaten / max(one.met, 1), -one.wins, one.name))


def _standing(name: str, played: Sequence[LedgerEntry]) -> StandingNow:
    beaten = met = 0
    for entry in played:
        own = entry.rank(name)
        others = [entry.shown.ranks[seat] for seat in entry.opponents(name)]
        beaten += sum(own < other for other in others)
        met += len(others)
    return StandingNow(name, len(played), sum(entry.win(name) for entry in played), beaten, met)


def _games(played: Sequence[LedgerEntry]) -> list[GameRatings]:
    """By game and number of players, those first that are played most."""
    kinds = Counter((entry.shown.title, len(entry.shown.players)) for entry in played)
    rated = [
        (kind, _ratings([e for e in played if (e.shown.title, len(e.shown.players)) == kind]))
        for kind, _ in kinds.most_common()
    ]
    return [GameRatings(title, players, ratings) for (title, players), ratings in rated if ratings]


def _ratings(played: Sequence[LedgerEntry]) -> list[RatingNow]:
    """By the model of Plackett and Luce, match after match in the order in which they ended."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    matches: Counter[str] = Counter()
    for entry in played:
        sides = entry.sides
        if len(sides) < 2:
            continue
        teams = [[known.setdefault(name, model.rating()) for name in names] for names in sides]
        ranks = [float(entry.rank(names[0])) for names in sides]
        for names, rated in zip(sides, model.rate(teams, ranks=ranks), strict=True):
            known.update(zip(names, rated, strict=True))
            matches.update(names)
    told = [
        RatingNow(
            name,
            round(_MIDDLE + _SCALE * (found.mu - model.mu)),
            round(_SURE * _SCALE * found.sigma),
            matches[name],
        )
        for name, found in known.items()
    ]
    return sorted(told, key=lambda one: (-one.rating, one.name))
