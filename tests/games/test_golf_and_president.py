"""The games of the library play as their pages tell, and as the published programs do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from kibitz.engine import Decision, Interpreter, Outcome, Rng, lower
from kibitz.games import find
from kibitz.recycle import check
from kibitz.recycle.loading import load_source
from kibitz.recycle.source import Source

pytestmark = pytest.mark.slow

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
PLAY = 0
"""The alternative of a turn at President that plays cards; the other passes."""


@dataclass(frozen=True)
class Transcript:
    turns: list[tuple[int, int]]
    """Seat and number of options at every decision."""
    scores: tuple[int, ...]


def engine_of(source: Source, options: Mapping[str, int | str]) -> Interpreter:
    checked = check(source).game
    assert checked is not None
    return Interpreter(lower(checked, options))


def transcript(engine: Interpreter, seed: int) -> Transcript:
    """A match of uniform players."""
    chance, choices = Rng(seed), Rng(seed, stream=1)
    step = engine.deal(chance)
    turns: list[tuple[int, int]] = []
    while not isinstance(decision := step.status, Outcome):
        turns.append((decision.seat, len(decision.options)))
        step = engine.apply(step, choices.below(len(decision.options)), chance)
    return Transcript(turns, decision.scores)


def decisions(engine: Interpreter, seed: int, choices: list[int]) -> list[Decision]:
    """The decisions met when `choices` are made, and the one after them; -1 is the last option."""
    chance = Rng(seed)
    step = engine.deal(chance)
    met: list[Decision] = []
    for choice in [*choices, 0]:
        decision = step.status
        assert isinstance(decision, Decision)
        met.append(decision)
        step = engine.apply(step, choice % len(decision.options), chance)
    return met


def leads(decision: Decision) -> bool:
    """Whether a player of President may not pass."""
    return all(option.path[0] == PLAY for option in decision.options)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the published programs are not here")
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("name", "options", "published"),
    [("golf-six", {}, "GolfSix4.rcy"), ("president", {"RULES": "PUBLISHED"}, "President5.rcy")],
)
def test_a_seed_plays_the_same_match_as_in_the_published_program(
    name: str, options: dict[str, int | str], published: str, seed: int
) -> None:
    ours = engine_of(find(name).source, options)
    theirs = engine_of(load_source(CORPUS / published), {})
    assert transcript(ours, seed) == transcript(theirs, seed)


def test_everybody_at_golf_turns_two_cards_before_the_first_draw() -> None:
    met = decisions(engine_of(find("golf-six").source, {}), 1, [0] * 8)
    assert [(decision.seat, len(decision.options)) for decision in met] == [
        *((seat, cards) for seat in range(4) for cards in (6, 5)),
        (0, 2),
    ]


@pytest.mark.parametrize(("source", "options"), [(0, 7), (1, 6)])
def test_only_a_card_from_the_stock_may_be_thrown_away_again(source: int, options: int) -> None:
    met = decisions(engine_of(find("golf-six").source, {}), 1, [0] * 8 + [source])
    assert (met[-1].seat, len(met[-1].options)) == (0, options)


@pytest.mark.parametrize("players", range(2, 7))
def test_golf_is_played_to_its_end_by_any_number_it_allows(players: int) -> None:
    played = transcript(engine_of(find("golf-six").source, {"PLAYERS": players}), 1)
    assert {seat for seat, _ in played.turns} == set(range(players))
    assert len(played.scores) == players


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("rules", ["USUAL", "PUBLISHED"])
def test_president_is_played_to_its_end_by_any_number_it_allows(players: int, rules: str) -> None:
    options: dict[str, int | str] = {"PLAYERS": players, "RULES": rules}
    played = transcript(engine_of(find("president").source, options), 1)
    assert sorted(played.scores) == [0] * (players - 2) + [1, 2]


def test_whoever_played_last_leads_when_everybody_else_has_passed() -> None:
    met = decisions(engine_of(find("president").source, {}), 1, [PLAY, -1, -1, -1, -1])
    assert [leads(decision) for decision in met] == [True, False, False, False, False, True]
    assert met[-1].seat == 0


def test_a_play_starts_the_count_of_passes_again() -> None:
    engine = engine_of(find("president").source, {})
    met = decisions(engine, 2, [PLAY, -1, PLAY, -1, -1, -1, -1])
    assert met[2].options[0].path[0] == PLAY, "this deal must let the third player play"
    assert [turn for turn, decision in enumerate(met) if leads(decision)] == [0, 7]
    assert met[7].seat == 2


def test_passes_that_add_up_clear_the_table_whoever_played_last() -> None:
    engine = engine_of(find("president").source, {"RULES": "PUBLISHED"})
    met = decisions(engine, 2, [PLAY, -1, PLAY, -1, -1, -1])
    assert met[2].options[0].path[0] == PLAY, "this deal must let the third player play"
    assert [turn for turn, decision in enumerate(met) if leads(decision)] == [0, 6]
    assert met[6].seat == 1


@pytest.mark.parametrize("seed", range(10))
def test_the_lead_goes_to_the_last_to_play_or_the_next_who_still_has_cards(seed: int) -> None:
    engine = engine_of(find("president").source, {})
    chance, choices = Rng(seed), Rng(seed, stream=1)
    step = engine.deal(chance)
    hands = [place for place, pile in enumerate(step.state.cards) if pile]
    assert [len(step.state.cards[hand]) for hand in hands] == [11, 11, 10, 10, 10]
    last = 0
    while not isinstance(decision := step.status, Outcome):
        if leads(decision):
            order = [(last + step) % 5 for step in range(5)]
            assert decision.seat == next(seat for seat in order if step.state.cards[hands[seat]])
        choice = choices.below(len(decision.options))
        if decision.options[choice].path[0] == PLAY:
            last = decision.seat
        step = engine.apply(step, choice, chance)
