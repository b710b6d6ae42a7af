"""A guess that was disproved is made by nobody again, whatever the program is made of."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from guessing_games import GAMES, HINTS, ROW, guessing
from history_reference import could_come_about
from tables import engine_of

from kibitz import Game, Question, advise
from kibitz.engine import Decision, Interpreter, Rng, View
from kibitz.engine.native import searcher
from kibitz.engine.native.search.searcher import new_walk
from kibitz.engine.protocol import Step
from kibitz.engine.state import State
from kibitz.players import make_player
from kibitz.solver import Aim, PrivateCards, solve

TIMES = 60
PLAYERS = ["flat:per_option=30", "mcts:worlds=5,per_option=30", "ismcts:per_option=60", "club"]
EXPERT = "expert:per_option=100,minutes=0.05"
A, B, C, D = range(4)
HALF = Fraction(1, 2)
QUICK = {"in the do after it", "a point map", "two teams", "a number that the deal sets"}
"""Every game is compiled: these at once, the others where there is time."""


def worths_of(engine: Interpreter, view: View) -> tuple[Fraction, ...]:
    """By option, what the seat may expect of its score."""
    return tuple(odds.worth(view.seat, Aim.SCORE) for odds in solve(engine.program, view))


def every(games: Iterable[str]) -> pytest.MarkDecorator:
    slow = pytest.mark.slow
    marked = [pytest.param(name, marks=() if name in QUICK else slow) for name in games]
    return pytest.mark.parametrize("name", marked)


def after_two_failures(engine: Interpreter) -> Step:
    """A match in which the first two guesses, A and B, were wrong, and the third is to be made."""
    for seed in range(100):
        step = engine.deal(Rng(seed))
        for option in (A, B):
            if isinstance(step.status, Decision):
                step = engine.apply(step, option, Rng(seed))
        if isinstance(step.status, Decision):
            return step
    raise AssertionError("one of both guesses is right in every deal")


def secret(engine: Interpreter, world: State) -> int:
    """Which of the four cards it is there."""
    names = engine.view(world, 0).names
    ((place,),) = [numbers for key, numbers in names.places.items() if key[0] == "SECRET"]
    return world.kinds[world.cards[place][0]]


@every(GAMES)
def test_both_engines_know_which_secrets_were_disproved(name: str) -> None:
    engine = engine_of(GAMES[name])
    step = after_two_failures(engine)
    view, code = engine.view(step.state, step.seat), searcher(engine.program)
    allowed = {
        (secret(engine, world), could_come_about(engine, view, world))
        for world in (engine.resample(view, Rng(seed)) for seed in range(40))
    }
    assert allowed == {(A, False), (B, False), (C, True), (D, True)}
    prospect, walk = code.prospect(view, 4), new_walk()
    worlds = [code.unpacked(prospect.recall(walk, 1, number)) for number in range(40)]
    assert {secret(engine, world) for world in worlds} == {C, D}


def check_guesses(name: str, player: str) -> None:
    engine = engine_of(GAMES[name])
    step = after_two_failures(engine)
    view, decision = engine.view(step.state, step.seat), step.status
    assert isinstance(decision, Decision)
    made = make_player(player, engine.program)
    choices = [made.choose(view, decision, Rng(seed)) for seed in range(TIMES)]
    assert {choice.option for choice in choices} <= {C, D}
    assert {choice.unheeded for choice in choices} == {0}


@pytest.mark.parametrize("player", PLAYERS)
@every(GAMES)
def test_nobody_makes_a_disproved_guess_again(name: str, player: str) -> None:
    check_guesses(name, player)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["in the do after it", "random in every turn", "a point map", "with cards in hand"]
)
def test_an_expert_does_not_either(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.players.trial.TRIAL_SECONDS", 0.5)
    check_guesses(name, EXPERT)


@every(GAMES)
def test_advice_does_not_think_a_disproved_guess_as_good_as_others(name: str) -> None:
    engine = engine_of(GAMES[name])
    step = after_two_failures(engine)
    view, decision = engine.view(step.state, step.seat), step.status
    assert isinstance(decision, Decision)
    question = Question.of(Game.of_program(engine.program), view, decision)
    found = advise(question, simulations=400).to_json()
    assert [option["index"] in (C, D) for option in found["options"]] == [True, True, False, False]
    assert "best" not in [option["class"] for option in found["options"][2:]]
    assert found["unheeded"] == 0


def test_worlds_are_counted_that_cannot_heed_a_guess_from_before_a_shuffle() -> None:
    """Four other cards are shuffled after every guess: nobody can follow these."""
    engine = engine_of(
        guessing(cards=ROW, after="(shuffle (game vloc ROW))").replace("vloc", "iloc")
    )
    step = after_two_failures(engine)
    view, decision = engine.view(step.state, step.seat), step.status
    assert isinstance(decision, Decision)
    assert view.forgotten
    made = make_player("flat:sims=100", engine.program).choose(view, decision, Rng(1))
    assert made.unheeded == 100


def dealt(engine: Interpreter, secrets: set[int]) -> Step:
    """A match at its first decision, whose secret is one of these."""
    deals = (engine.deal(Rng(seed)) for seed in range(100))
    return next(step for step in deals if secret(engine, step.state) in secrets)


@pytest.mark.parametrize("possible", [{A, B}, {C, D}], ids=["low", "high"])
@every(HINTS)
def test_what_a_deal_tells_is_heeded(name: str, possible: set[int]) -> None:
    engine = engine_of(HINTS[name])
    step = dealt(engine, possible)
    view, decision = engine.view(step.state, step.seat), step.status
    assert isinstance(decision, Decision)
    for world in (engine.resample(view, Rng(seed)) for seed in range(40)):
        assert could_come_about(engine, view, world) == (secret(engine, world) in possible)
    for player in PLAYERS:
        made = make_player(player, engine.program)
        choices = [made.choose(view, decision, Rng(seed)) for seed in range(20)]
        assert {choice.option for choice in choices} <= possible
        assert {choice.unheeded for choice in choices} == {0}
    good, bad = (Fraction(1), HALF) if view.players == 1 else (HALF, Fraction(0))
    expected = tuple(good if option in possible else bad for option in range(4))
    assert worths_of(engine, view) == expected


@every(HINTS)
def test_what_a_deal_tells_is_heeded_by_a_later_guess(name: str) -> None:
    engine = engine_of(HINTS[name])
    step = engine.apply(dealt(engine, {B}), A, Rng(1))
    view, code = engine.view(step.state, step.seat), searcher(engine.program)
    prospect, walk = code.prospect(view, 4), new_walk()
    worlds = [code.unpacked(prospect.recall(walk, 1, number)) for number in range(40)]
    assert {secret(engine, world) for world in worlds} == {B}


def test_worlds_are_counted_that_cannot_heed_what_is_told_in_one_go_with_a_shuffle() -> None:
    told = HINTS["a number that the deal sets"].replace("(do (\n", "(do ((all player 'P (do (\n", 1)
    engine = engine_of(told.replace("))\n (stage", ")))))\n (stage", 1))
    step = dealt(engine, {A, B})
    view, decision = engine.view(step.state, step.seat), step.status
    assert isinstance(decision, Decision)
    assert view.past is None
    made = make_player("flat:sims=100", engine.program).choose(view, decision, Rng(1))
    assert made.unheeded == 100


@every(GAMES)
def test_exact_values_heed_what_was_disproved(name: str) -> None:
    """Two guesses are left for two cards: one of them must be right, unless one is wasted."""
    engine = engine_of(GAMES[name])
    step = after_two_failures(engine)
    view = engine.view(step.state, step.seat)
    try:
        worths = worths_of(engine, view)
    except PrivateCards:
        assert name == "with cards in hand"
        return
    lost, half, sure = Fraction(0), Fraction(1, 2), Fraction(1)
    is_alone = view.players == 1 and name != "in the end of the stage"
    assert worths == ((half, half, sure, sure) if is_alone else (lost, lost, half, half))
