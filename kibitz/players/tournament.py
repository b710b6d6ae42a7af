"""Duplicate tournaments: a deal is played in all rotations of the line-up, so that luck cancels.

A deal is the unit of everything that is counted: the matches of one deal share its luck, so they
are averaged first, and errors are taken over deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kibitz.engine import Interpreter, Outcome, Program
from kibitz.players.matches import MOST_DECISIONS, Chances, play_match
from kibitz.players.pieces import side_by_side
from kibitz.recycle import KibitzError


class BadLineUp(KibitzError):
    """Players that cannot be seated for a tournament; says how to name them."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that decides how deal number k goes; how many deals is not part of it."""

    program: Program
    players: tuple[str, ...]
    """One for each seat, or two that are to be compared."""
    seed: int
    most_decisions: int = MOST_DECISIONS


@dataclass(frozen=True, slots=True)
class TournamentMatch:
    """Who sat where, and how it ended, by seat."""

    players: tuple[str, ...]
    outcome: Outcome
    decisions: int
    capped: bool


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """One deal in all its rotations."""

    number: int
    matches: tuple[TournamentMatch, ...]


def rotations(players: Sequence[str], program: Program) -> tuple[tuple[str, ...], ...]:
    """Every seating that a deal is played in, each once. Raises BadLineUp.

    Two players at a larger table sit alternately; both begin. Where nobody is a rival, everyone
    has all the seats in turn: at one table they would have one score.
    """
    seats = program.players
    if len(set(players)) < 2:
        raise BadLineUp("name at least two different players: there is nothing to compare")
    if not program.has_rivals:
        return tuple((player,) * seats for player in dict.fromkeys(players))
    if len(players) == seats:
        line_ups = [tuple(players)]
    elif len(players) == 2:
        line_ups = [tuple(order[n % 2] for n in range(seats)) for order in (players, players[::-1])]
    else:
        raise BadLineUp(
            f"name one player for each of the {seats} seats, or two to sit alternately, "
            f"not {len(players)}"
        )
    turned = (row[turn:] + row[:turn] for row in line_ups for turn in range(seats))
    return tuple(dict.fromkeys(turned))


def play_deals(
    tournament: Tournament, numbers: Sequence[int], threads: int | None = None
) -> Iterator[PlayedDeal]:
    """The deals of these numbers, in whatever order they finish."""
    engine = Interpreter(tournament.program)
    seatings = rotations(tournament.players, tournament.program)

    def match(task: tuple[int, int]) -> tuple[int, int, TournamentMatch]:
        deal, turn = task
        names = seatings[turn]
        chances = Chances(tournament.seed, deal, deal * len(seatings) + turn)
        played = play_match(engine, names, chances, tournament.most_decisions)
        result = TournamentMatch(names, played.outcome, len(played.decisions), played.capped)
        return deal, turn, result

    tasks = ((deal, turn) for deal in numbers for turn in range(len(seatings)))
    return _gathered(side_by_side(tasks, match, threads), len(seatings))


def _gathered(
    results: Iterator[tuple[int, int, TournamentMatch]], turns: int
) -> Iterator[PlayedDeal]:
    """Deals, as soon as all their matches are there."""
    waiting: dict[int, dict[int, TournamentMatch]] = {}
    for deal, turn, result in results:
        matches = waiting.setdefault(deal, {})
        matches[turn] = result
        if len(matches) == turns:
            del waiting[deal]
            yield PlayedDeal(deal, tuple(matches[number] for number in range(turns)))
