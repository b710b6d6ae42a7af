"""Three months among friends: who is ahead, and how strong everybody is at which game."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from kibitz.web.ledger_entry import LedgerEntry, LedgerMatch
from kibitz.web.seasons import seasons

SINGLES = ((0,), (1,), (2,), (3,))
PAIRS = ((0, 2), (1, 3))


def played(
    day: str,
    title: str,
    people: dict[str, int],
    ranks: tuple[int, ...],
    teams: tuple[tuple[int, ...], ...] = SINGLES,
) -> LedgerEntry:
    names = {seat: name for name, seat in people.items()}
    players = [names.get(seat, f"Bot {seat}") for seat in range(len(ranks))]
    ended = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
    scores = [10 * rank for rank in ranks]
    shown = LedgerMatch("BCDFGH", 1, title, "standard rules", ended, players, scores, ranks)
    return LedgerEntry(shown, people, teams[: len(ranks)])


def test_a_season_has_three_months_and_its_best_first() -> None:
    two = {"Ann": 0, "Ben": 1}
    found = seasons(
        [
            played("2026-09-30", "Golf", two, (2, 1)),
            played("2026-10-01", "Golf", two, (1, 2)),
            played("2026-12-31", "Golf", {"Ben": 0}, (2, 1, 3)),
        ]
    )
    assert [(season.year, season.first_month) for season in found] == [(2026, 10), (2026, 7)]
    ann, ben = found[0].standings
    assert (ann.name, ann.matches, ann.wins, ann.beaten, ann.met) == ("Ann", 1, 1.0, 1, 1)
    assert (ben.name, ben.matches, ben.wins, ben.beaten, ben.met) == ("Ben", 2, 0.0, 1, 3)


def test_who_wins_against_people_is_rated_above_them_and_bots_rate_nobody() -> None:
    people = {"Ann": 0, "Ben": 1, "Cleo": 2}
    matches = [played(f"2026-11-0{day}", "Golf", people, (1, 2, 3)) for day in range(1, 7)]
    alone = played("2026-11-08", "Hearts", {"Ann": 0}, (1, 2, 3, 4))
    [season] = seasons([*matches, alone])
    [golf] = season.games
    assert (golf.title, golf.players) == ("Golf", 3)
    assert [one.name for one in golf.ratings] == ["Ann", "Ben", "Cleo"]
    assert golf.ratings[0].rating > 1500 > golf.ratings[2].rating
    assert {one.matches for one in golf.ratings} == {6}
    few = seasons(matches[:1])[0].games[0].ratings
    assert golf.ratings[0].doubt < few[0].doubt


def test_partners_win_together_and_are_not_each_others_opponents() -> None:
    four = {"Ann": 0, "Ben": 1, "Cleo": 2, "Denis": 3}
    [season] = seasons([played("2026-11-01", "Spades", four, (1, 3, 1, 3), PAIRS)])
    first, second = season.standings[:2]
    assert {first.name, second.name} == {"Ann", "Cleo"}
    assert (first.beaten, first.met) == (2, 2)
    [spades] = season.games
    rated = {one.name: one.rating for one in spades.ratings}
    assert rated["Ann"] == rated["Cleo"] > rated["Ben"] == rated["Denis"]


def test_a_game_is_rated_by_itself_and_by_how_many_play_it() -> None:
    two, three = {"Ann": 0, "Ben": 1}, {"Ann": 0, "Ben": 1, "Cleo": 2}
    [season] = seasons(
        [
            played("2026-11-01", "Golf", two, (1, 2)),
            played("2026-11-02", "Golf", three, (2, 1, 3)),
            played("2026-11-03", "Golf", three, (2, 1, 3)),
            played("2026-11-04", "Gin", two, (2, 1)),
        ]
    )
    kinds = [(game.title, game.players, game.ratings[0].name) for game in season.games]
    assert kinds[0] == ("Golf", 3, "Ben")
    assert {*kinds[1:]} == {("Golf", 2, "Ann"), ("Gin", 2, "Ben")}


def test_a_match_that_nobody_wins_counts_in_no_season() -> None:
    assert seasons([played("2026-11-01", "Patience", {"Ann": 0}, ())]) == []
    assert seasons([]) == []
