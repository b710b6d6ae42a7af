"""A promised time is kept, and what was not played to its end is not taken for a result."""

from __future__ import annotations

from concurrent.futures import wait
from dataclasses import dataclass

import pytest
from small_matches import program

from kibitz.analysis import matches, thinking_matches
from kibitz.analysis.key_figures import figures
from kibitz.analysis.measures.all import Measures, measure
from kibitz.analysis.page.reading import read_seats
from kibitz.analysis.subject import SamplePlan
from kibitz.analysis.thinking_matches import AROUND_SECONDS, TimeBudget
from kibitz.engine import Decision, Program, Rng, View, cancellation
from kibitz.kept_files import Cache
from kibitz.players import Choice, Estimate, Player

EVERY_CARD_OF_THE_STOCK = """
(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR)) (SUIT (A, B, C, D, E)))))
 (do ((shuffle (game iloc STOCK))))
 (stage player
  (end (== (size (game iloc STOCK)) 0))
  (choice (
   (move (top (game iloc STOCK)) (top ((current player) vloc PILE)))
   (move (top (game iloc STOCK)) (top (game vloc TABLE))))))
 (scoring max (size ((current player) vloc PILE))))
"""
"""Twenty decisions, whatever is chosen."""
SECONDS = 30.0
PLAN = SamplePlan("thinker", matches=8, seed=3, seconds=SECONDS, random_matches=50)


@dataclass
class Watch:
    """A clock that stands still unless somebody thinks."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Thinker:
    """Takes the first card and so many seconds."""

    watch: Watch
    seconds: float

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        self.watch.now += self.seconds
        outlook = Estimate(1, 0.0, 0.0, (1.0, 0.0), (1.0, 2.0))
        return Choice(0, (outlook,) * len(decision.options))


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    stands = Watch()
    for module in (thinking_matches, matches, cancellation):
        monkeypatch.setattr(module, "monotonic", stands)
    # What waits for others waits by a real clock, which runs on while the machine is busy.
    monkeypatch.setattr(cancellation, "wait", lambda futures, *seconds: wait(futures))
    monkeypatch.setattr(matches, "climb", lambda *args: ())
    return stands


def measured(watch: Watch, seconds: float) -> tuple[matches.Sample, Measures]:
    """With a player that takes so many seconds for a decision."""

    def seated(name: str, of: Program) -> Player:
        return Thinker(watch, seconds)

    of = program(EVERY_CARD_OF_THE_STOCK)
    sample = matches.play(of, PLAN, seated, Cache(None), lambda what, done: None)
    return sample, measure(sample, of)


@pytest.mark.parametrize("seconds", [0.01, 0.1, 0.5, 1.0])
def test_a_promise_is_kept_however_slowly_players_think(watch: Watch, seconds: float) -> None:
    sample, _ = measured(watch, seconds)
    assert watch.now <= SECONDS - AROUND_SECONDS + 4 * seconds
    assert len(sample.thinking) >= 2


def test_what_was_not_played_to_its_end_is_no_result(watch: Watch) -> None:
    sample, found = measured(watch, 1.0)
    assert sample.is_cut
    assert all(match.capped and len(match.points) < 20 for match in sample.thinking)
    known = {one.name: one.value for one in figures(found)}
    assert known["Decisions a match, random"] is not None
    for name in ("Decisions a match, thinking", "Minutes a match", "Score, thinking", "Order"):
        assert known[name] is None, name
    assert "no seat is seen to win more" in read_seats(found.seats_thinking, "thinking players")


def test_matches_that_were_finished_in_time_are_whole(watch: Watch) -> None:
    sample, found = measured(watch, 0.1)
    assert not sample.is_cut
    assert {len(match.points) for match in sample.thinking} == {20}
    assert not any(match.capped for match in (*sample.thinking, *sample.mixed))
    assert found.capped == 0


def test_every_part_of_the_work_has_a_second_at_least(watch: Watch) -> None:
    clock = TimeBudget(10)
    assert clock.part(0.5).left == 5
    watch.now = 11
    assert clock.is_up
    assert clock.part(0.5).left == 1
    assert TimeBudget(None).part(0.5).gone == 0
