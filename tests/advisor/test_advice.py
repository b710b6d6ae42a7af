"""Advice: right sums, the same for the same view, never sure of what may be luck."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from test_every_game import check_sums

from benchmarks.honesty import unsound
from kibitz import Match, load
from kibitz.advisor import Aim, Question, advise, laid_out, read_position, refinements
from kibitz.advisor.advice import LaterRounds
from kibitz.advisor.wording import nudge, numbers
from kibitz.engine import Decision, Rng
from kibitz.engine.history import Moment
from kibitz.recycle.diagnostic import BadArgument


def some_way_into(game: str, seed: int, decisions: int) -> Match:
    """The match at a decision with a choice, after random play."""
    match, chance = load(game).match(seed), Rng(seed)
    while match.decisions_made < decisions or len(match.options) < 2:
        match.play(chance.below(len(match.decision.options)))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("game", ["golf-six", pytest.param("president", marks=pytest.mark.slow)])
def test_every_option_is_told_with_right_sums_and_the_same_seed_tells_the_same(game: str) -> None:
    match = some_way_into(game, 5, 20)
    advice = match.advice(simulations=2000)
    check_sums(advice, len(match.options))
    assert advice == match.advice(simulations=2000)
    assert advice != match.advice(simulations=2000, seed=2)
    assert [option.label for option in match.options] == [
        advice.option(index).label for index in range(len(match.options))
    ]


@pytest.mark.slow
def test_worlds_that_look_the_same_get_the_same_advice() -> None:
    match = some_way_into("golf-six", 5, 20)
    engine, view, decision = match.game.interpreter, match.view(match.decision.seat), match.decision
    advices = set()
    for seed in range(3):
        world = engine.resample(view, Rng(seed))
        status = engine.at(world).status
        assert isinstance(status, Decision)
        seen = engine.view(world, decision.seat)
        advice = advise(Question.of(match.game, seen, status), simulations=500)
        advices.add(json.dumps(advice.to_json()))
    assert advices == {json.dumps(match.advice(simulations=500).to_json())}


@pytest.mark.slow
def test_deals_that_do_not_heed_what_was_chosen_are_told_of() -> None:
    match = some_way_into("agram", 1, 5)
    decision, view = match.decision, match.view(match.decision.seat)
    assert view.past is not None
    heeding = advise(Question.of(match.game, view, decision), simulations=500)
    assert heeding.to_json()["unheeded"] == 0
    assert "heed" not in numbers(heeding)[0]
    *before, (scene, gone) = view.past.moments
    elsewhere = Moment(replace(scene, position=scene.position + 1), gone)
    nobody_could = replace(view, past=replace(view.past, moments=(*before, elsewhere)))
    advice = advise(Question.of(match.game, nobody_could, decision), simulations=500)
    assert advice.to_json()["unheeded"] == advice.worlds
    told = f"tried in {advice.worlds} deals that can be, which do not heed what the others chose"
    assert numbers(advice)[0] == f"kibitz {advice.guide}; {told}"


@pytest.mark.slow
def test_what_is_asked_for_is_what_is_best() -> None:
    match = some_way_into("golf-six", 8, 24)
    for aim in Aim:
        advice = match.advice(objective=aim, simulations=4000)
        best = advice.best
        match aim:
            case Aim.WIN:
                assert best.win == max(option.win for option in advice.options)
            case Aim.SCORE:
                assert best.score == min(option.score for option in advice.options)
            case Aim.PLACE:
                assert best.rank == min(option.rank for option in advice.options)


@pytest.mark.slow
def test_of_bids_that_win_alike_gaps_are_told_from_the_one_that_scores_best() -> None:
    """With nine sure tricks several bids win in all of few worlds, and bring other points."""
    game = load("spades")
    hand = "A♠ K♠ Q♠ J♠ 10♠ A♥ K♥ A♦ K♦ 2♣ 3♣ 4♣ 5♣"
    seat = laid_out(game, read_position(f'player = 1\n[players.1]\nHAND = "{hand}"'.encode()))
    for seed in range(4):
        advice = advise(Question.of(game, seat.view, seat.decision, seed=seed), simulations=200)
        assert not unsound(advice)
        behind = [o for o in advice.options if o.score_delta and o.worth.worlds > 1]
        assert all(option.worth.gap_errors[Aim.SCORE] > 0 for option in behind)


@pytest.mark.slow
def test_the_stream_gets_better() -> None:
    match = some_way_into("golf-six", 5, 20)
    decision = match.decision
    question = Question.of(match.game, match.view(decision.seat), decision)
    stream = refinements(question)
    first, second, third = next(stream), next(stream), next(stream)
    assert first.worlds < second.worlds < third.worlds
    assert first.best.worth.errors[Aim.SCORE] > third.best.worth.errors[Aim.SCORE]


def test_there_is_no_advice_for_somebody_else_and_none_for_another_aim() -> None:
    match = load("golf-six").match(1)
    decision = match.decision
    with pytest.raises(BadArgument, match="player 1 decides here, so there is no advice for"):
        Question.of(match.game, match.view(1), decision)
    with pytest.raises(BadArgument, match="wants to win, a score or a place, not 'glory'"):
        match.advice(objective="glory")
    with pytest.raises(BadArgument, match="number of simulations is at least 1"):
        match.game.advise(match.view(0), replace(decision), simulations=0)


def test_later_holes_are_played_once_in_every_world() -> None:
    later, played = LaterRounds(), list[int]()

    def play(new: range) -> npt.NDArray[np.float64]:
        played.extend(new)
        return np.array([[world, -world] for world in new], np.float64)

    assert np.array(later.of(2, play)).tolist() == [[0, 0], [1, -1]]
    assert np.array(later.of(3, play)).tolist() == [[0, 0], [1, -1], [2, -2]]
    assert np.array(later.of(1, play)).tolist() == [[0, 0]]
    assert played == [0, 1, 2]


SOMETIMES_BROKEN = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D, E, F)))))
 (do (
  (set (game points V) (((RANK : A) 1) ((RANK : B) 2) ((RANK : C) 3)))
  (shuffle (game iloc STOCK))))
 (choice (
  (do ((inc ((1 player) sto GOT) 5)))
  (do (
   ((== (score (top (game iloc STOCK)) using (game points V)) 2)
    (set (game sto BROKEN) (// 1 (game sto NOTHING))))
   (inc ((1 player) sto GOT) 1)))))
 (scoring max ((current player) sto GOT)))"""
"""The second option divides by nothing in a sixth of all worlds."""


@pytest.mark.slow
def test_worlds_in_which_a_rule_fails_are_left_out_and_the_others_stay_side_by_side(
    tmp_path: Path,
) -> None:
    path = tmp_path / "broken.rcy"
    path.write_text(SOMETIMES_BROKEN)
    match = load(path).match(1)
    advice = match.advice(simulations=1000)
    check_sums(advice, 2)
    best, other = advice.options
    assert (best.score, other.score, other.worth.gap_errors[Aim.SCORE]) == (5, 1, 0)
    assert 0.7 < other.worth.worlds / (advice.simulations / 2) < 0.95


@pytest.mark.slow
def test_what_cannot_be_tried_is_said_to_be_unknown() -> None:
    """No world offers what this decision does, so nothing is known; and that can be told."""
    match = some_way_into("golf-six", 5, 20)
    decision = match.decision
    another = replace(decision, options=(*decision.options, *decision.options))
    advice = advise(Question.of(match.game, match.view(decision.seat), another))
    assert (advice.method.value, advice.confidence.value) == ("heuristic", "toss-up")
    assert len(advice.close) == len(another.options)
    json.dumps(advice.to_json(), allow_nan=False)
    assert numbers(advice)[0] == "no deal that can be offers these options: nothing could be tried"
    assert nudge(advice) == "nothing can be foretold here"


SAFE_OR_WILD = """(game
 (setup (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (A, B)))))
 (do (
  (set (game points V) (((RANK : A) 9)))
  (shuffle (game iloc STOCK))
  (set ((2 player) sto GOT) 6)
  (move (top (game iloc STOCK)) (top (game hloc SLEEVE)))))
 (choice (
  (as SAFE (set ((1 player) sto GOT) 5))
  (as WILD (set ((1 player) sto GOT) (sum (game hloc SLEEVE) using (game points V))))))
 (stage player once (choice ((turn pass))))
 (scoring max ((current player) sto GOT)))"""
"""Five points that are not enough, or nine, that are, half of the time."""


@pytest.mark.slow
def test_risk_is_mentioned_where_aims_disagree_and_only_there(tmp_path: Path) -> None:
    path = tmp_path / "safe.rcy"
    path.write_text(SAFE_OR_WILD)
    match = load(path).match(1)
    for_score, to_win = (match.advice(objective=aim, simulations=500) for aim in ("score", "win"))
    assert (for_score.best.label, to_win.best.label) == ("safe", "wild")
    (risk,) = (reason for reason in for_score.reasons if reason.kind == "risk")
    assert risk.text == f"to win, wild is better: {100 * to_win.best.win:.0f} % instead of 0 %"
    (price,) = (reason for reason in to_win.reasons if reason.kind == "price")
    assert price.text.startswith("for the score, safe is better: 5.0 instead of ")
    agreed = match.game.match(1).play("wild").advice(simulations=100)
    assert not {reason.kind for reason in agreed.reasons} & {"risk", "price"}


@pytest.mark.slow
def test_few_worlds_prove_nothing() -> None:
    """Eight worlds, in none of which somebody who may win does."""
    match = load("golf-six").match(1)
    advice = match.advice(simulations=10)
    assert advice.worlds == 8
    assert all(option.worth.errors[Aim.WIN] > 0.1 for option in advice.options)
    unsure = max(option.worth.gap_errors[Aim.SCORE] for option in advice.options)
    assert advice.best.worth.errors[Aim.SCORE] >= unsure


@pytest.mark.slow
def test_of_many_options_the_best_are_told() -> None:
    match = load("golf-six").match(1)
    advice = match.advice(simulations=10)
    many = replace(advice, options=advice.options * 5)
    lines = numbers(many)
    assert lines[23] == "… and 10 more that are no better"
    assert sum(line.startswith("turn over") for line in lines[:24]) == 20
