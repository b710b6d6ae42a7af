"""Tournaments: rotations, figures by hand, files that can be gone on with."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from tables import HIGH_CARD, engine_of

from kibitz import load
from kibitz.engine import Decision, Interpreter, Outcome, Program, Rng, View
from kibitz.engine.cancellation import time_limit
from kibitz.engine.journal import Journal
from kibitz.engine.protocol import Step
from kibitz.players import Choice
from kibitz.players.matches import Chances, play_through, simulated
from kibitz.players.player import PlayerFault
from kibitz.players.standings import differences, mean_of, standings
from kibitz.players.student_t import student
from kibitz.players.tournament import (
    BadLineUp,
    PlayedDeal,
    Tournament,
    TournamentMatch,
    play_deals,
    rotations,
)
from kibitz.players.tournament_file import BadTournamentFile, TournamentFile, seed_of
from kibitz.recycle.syntax import Goal

pytestmark = pytest.mark.slow


def seats(number: int) -> Program:
    """A game for so many rivals."""
    return engine_of(HIGH_CARD.replace("(create players 2)", f"(create players {number})")).program


def test_everybody_sits_everywhere_once() -> None:
    assert rotations(("a", "b", "c"), seats(3)) == (
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    )


def test_seatings_that_are_the_same_are_played_once() -> None:
    assert rotations(("a", "b", "a", "b"), seats(4)) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    assert len(rotations(("a", "b", "b", "b"), seats(4))) == 4


def test_two_players_sit_alternately_and_both_begin() -> None:
    assert rotations(("a", "b"), seats(4)) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))
    odd = rotations(("a", "b"), seats(3))
    assert len(odd) == 6
    assert sum(row.count("a") for row in odd) == sum(row.count("b") for row in odd) == 9


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("a",), "two different"),
        (("a", "a"), "two different"),
        (("a", "a", "a", "a"), "two different"),
        (("a", "b", "c"), "one player for each of the 4 seats, or two to sit alternately, not 3"),
        (("a", "b", "c", "d", "e"), "not 5"),
    ],
)
def test_a_line_up_that_cannot_be_seated_is_refused(players: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadLineUp, match=said):
        rotations(players, seats(4))


def match(players: str, *scores: int) -> TournamentMatch:
    return TournamentMatch(tuple(players), Outcome(scores, Goal.MAX), decisions=3, capped=False)


DEALS = [
    PlayedDeal(0, (match("ab", 5, 3), match("ba", 4, 4))),
    PlayedDeal(1, (match("ab", 1, 2), match("ba", 0, 6))),
]


def test_the_figures_are_means_over_deals_with_students_interval() -> None:
    first, second = standings(DEALS, ("a", "b"))
    assert (first.player, second.player) == ("a", "b")
    assert first.win_share.value == pytest.approx((0.75 + 0.5) / 2)
    assert first.rank.value == pytest.approx((1 + 1.5) / 2)
    assert first.score.value == pytest.approx((4.5 + 3.5) / 2)
    spread = sqrt(0.5**2 * 2)
    assert first.score.margin == pytest.approx(12.706205 * spread / sqrt(2))
    assert second.win_share.value == pytest.approx(0.375)


def test_differences_are_taken_deal_by_deal() -> None:
    (pair,) = differences(DEALS, ("a", "b"))
    assert (pair.first, pair.second) == ("a", "b")
    assert pair.score.value == pytest.approx(((4.5 - 3.5) + (3.5 - 1)) / 2)
    assert pair.win_share.value == pytest.approx((0.5 + 0) / 2)


def test_a_single_measurement_has_no_interval() -> None:
    lone = mean_of([3.0])
    assert (lone.value, lone.margin, lone.low, lone.high) == (3.0, None, None, None)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (4, 2.7764), (5, 2.5706), (9, 2.2622), (30, 2.0423), (1000, 1.9623)],
)
def test_the_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    """Abramowitz and Stegun, table 26.10."""
    assert student(freedom) == pytest.approx(quantile, abs=0.0005)


def small() -> Tournament:
    return Tournament(engine_of(HIGH_CARD).program, ("ismcts:sims=20", "uniform"), seed=4)


def test_deals_do_not_depend_on_threads_or_order() -> None:
    alone = sorted(play_deals(small(), range(6), threads=1), key=lambda deal: deal.number)
    together = sorted(play_deals(small(), (5, 3, 1, 0, 2, 4), threads=3), key=lambda d: d.number)
    assert alone == together
    assert [len(deal.matches) for deal in alone] == [2] * 6


class First:
    """Always takes the first option."""

    def __init__(self, program: Program) -> None:
        pass

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        return Choice(0)


class AlsoFirst(First):
    """Plays alike under another name."""


def test_all_rotations_of_a_deal_are_dealt_the_same_cards() -> None:
    names = (f"{__name__}:First", f"{__name__}:AlsoFirst")
    deals = list(play_deals(Tournament(engine_of(HIGH_CARD).program, names, seed=2), range(5)))
    assert all(deal.matches[0].outcome == deal.matches[1].outcome for deal in deals)
    assert len({deal.matches[0].outcome for deal in deals}) > 1


def test_a_match_that_does_not_end_is_cut_and_says_so() -> None:
    players = ("flat:sims=4", "uniform")
    cut = Tournament(load("golf-six").program, players, seed=4, most_decisions=9)
    (deal,) = play_deals(cut, [0])
    assert all(match.capped and match.decisions == 9 for match in deal.matches)


def test_simulated_matches_are_the_same_on_any_number_of_threads() -> None:
    engine = load("golf-six").interpreter
    names = ("ismcts:sims=30", "uniform", "flat:sims=30", "mcts:sims=30")
    alone, together = (
        sorted(str(match) for match in simulated(engine, names, 6, range(4), threads=threads))
        for threads in (1, 4)
    )
    assert alone == together
    assert len(set(alone)) == 4


# ---------------------------------------------------------------------------- files


def kept(path: Path, numbers: range) -> TournamentFile:
    ledger = TournamentFile(path, small(), "1.0")
    ledger.open()
    for deal in play_deals(small(), [n for n in numbers if n not in ledger.deals], threads=1):
        ledger.keep(deal)
    ledger.close()
    return ledger


def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    kept(path, range(3))
    again = TournamentFile(path, small(), "1.0")
    again.open()
    again.close()
    assert sorted(again.deals) == [0, 1, 2]
    assert kept(path, range(5)).deals == kept(tmp_path / "whole.jsonl", range(5)).deals
    assert seed_of(path) == 4
    assert seed_of(tmp_path / "none.jsonl") is None


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    whole = kept(path, range(3)).deals
    path.write_bytes(path.read_bytes()[:-20])
    again = TournamentFile(path, small(), "1.0")
    again.open()
    again.close()
    assert len(again.deals) == 2
    assert kept(path, range(3)).deals == whole


@pytest.mark.parametrize(
    ("tournament", "version", "said"),
    [
        (Tournament(small().program, ("flat", "uniform"), 4), "1.0", "players: ismcts:sims=20,uni"),
        (Tournament(small().program, small().players, 5), "1.0", "seed: 4, not 5"),
        (Tournament(small().program, small().players, 4, 9), "1.0", "limit of decisions: 2000"),
        (Tournament(load("president").program, small().players, 4), "1.0", "program: "),
        (small(), "1.1", r"version of kibitz: 1\.0, not 1\.1"),
    ],
)
def test_a_file_of_another_tournament_is_refused(
    tournament: Tournament, version: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "other.jsonl"
    kept(path, range(1))
    before = path.read_bytes()
    with pytest.raises(BadTournamentFile, match=f"another tournament .*{said}"):
        TournamentFile(path, tournament, version).open()
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"precious", b"precious\n", b"\xff\xfe\n", b"{}\nx", b"[]\n"])
def test_a_file_that_is_no_tournament_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(content)
    with pytest.raises(BadTournamentFile, match="is no tournament of this kibitz"):
        TournamentFile(path, small(), "1.0").open()
    assert path.read_bytes() == content


def damaged(path: Path) -> str:
    with pytest.raises(BadTournamentFile) as raised:
        TournamentFile(path, small(), "1.0").open()
    return str(raised.value)


@pytest.mark.parametrize("line", ["{}", "[1]", "nonsense", '{"number": 1, "matches": [{}]}'])
def test_a_damaged_line_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    kept(path, range(1))
    path.write_text(path.read_text() + line + "\n")
    assert "line 3 is damaged" in damaged(path)


@pytest.mark.parametrize("entry", [{}, {"number": "x"}, {"number": 1, "matches": [{}]}])
def test_a_line_that_is_whole_but_no_deal_is_named(entry: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "damaged.jsonl"
    kept(path, range(1))
    journal, _ = Journal.reopened(path, 1 << 20)
    journal.append(entry)
    journal.close()
    assert "line 3 is damaged" in damaged(path)


def test_an_altered_result_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "altered.jsonl"
    kept(path, range(3))
    lines = path.read_text().splitlines()
    lines[2] = lines[2].replace('"decisions":', '"decisions":1', 1)
    path.write_text("\n".join(lines) + "\n")
    assert "line 3 is damaged or was altered" in damaged(path)


def test_a_tournament_that_is_being_played_is_not_played_twice(tmp_path: Path) -> None:
    path = tmp_path / "taken.jsonl"
    first = TournamentFile(path, small(), "1.0")
    first.open()
    with pytest.raises(BlockingIOError, match="another kibitz is writing to it"):
        TournamentFile(path, small(), "1.0").open()
    first.close()
    TournamentFile(path, small(), "1.0").open()


def test_a_match_whose_time_is_up_is_scored_as_it_stands() -> None:
    engine, chances = Interpreter(engine_of(HIGH_CARD).program), Chances(1, 0, 0)
    whole = play_through(engine, ["a", "b"], chances, 100)
    with time_limit(0):
        cut = play_through(engine, ["a", "b"], chances, 100)
    assert not whole.capped
    assert (cut.capped, cut.decisions) == (True, ())
    assert cut.outcome.scores == (0, 0)  # no card lies there that could be scored


def test_who_fails_after_the_time_is_up_has_not_failed() -> None:
    def fails(step: Step) -> int:
        raise PlayerFault("it had no time to think")

    engine, chances = Interpreter(engine_of(HIGH_CARD).program), Chances(1, 0, 0)
    with pytest.raises(PlayerFault):
        play_through(engine, ["a", "b"], chances, 100, fails)
    with time_limit(0):
        assert play_through(engine, ["a", "b"], chances, 100, fails).capped
