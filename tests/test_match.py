"""The door as people use it: options by any name, going back, copies, records, what is shown."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from small_games import card_texts

from kibitz import KibitzError, Match, Rng, load
from kibitz.engine import IllegalChoice, MatchError
from kibitz.engine.errors import MatchOver
from kibitz.engine.protocol import Step
from kibitz.engine.records import BadRecord
from kibitz.game import Game
from kibitz.games.library import from_texts

GOLF = load("golf-six", players=2)


def at_the_first_draw() -> Match:
    match = GOLF.match(7)
    for _ in range(4):
        match.play(0)
    return match


def labels(match: Match) -> list[str]:
    return [option.label for option in match.options]


# ---------------------------------------------------------------------------- choosing


@pytest.mark.parametrize(
    "said", [1, np.int64(1), "2", "take 5♥ from the discard pile", "TAKE", "5♥", "5h"]
)
def test_an_option_is_played_by_any_of_its_names(said: int | str) -> None:
    match = at_the_first_draw()
    assert labels(match) == ["draw from the stock", "take 5♥ from the discard pile"]
    match.play(said)
    assert labels(match)[0] == "swap 5♥ into cell 1"


def test_an_option_is_played_itself_but_not_at_another_decision() -> None:
    match = at_the_first_draw()
    take = match.options[1]
    match.play(take)
    with pytest.raises(IllegalChoice, match="take 5♥ from the discard pile is no option here"):
        match.play(take)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("cell", "'cell' may be: 0 turn over cell 1, 1 turn over cell 2"),
        ("cell 7", "'cell 7' is no option here; there are: 0 turn over cell 1"),
        ("", "'' is no option here"),
        (6, "6 is no option here; there are: 0 turn over cell 1"),
        (-1, "-1 is no option here"),
        (True, "True is no option here"),
        (3.5, "chosen by itself, its index, its key, its label or a card, not by 3.5"),
        (None, "not by None"),
    ],
)
def test_what_fits_no_option_or_several_is_refused_with_a_list(said: Any, answer: str) -> None:
    match = GOLF.match(7)
    before = match.fingerprint
    with pytest.raises(KibitzError) as raised:
        match.play(said)
    assert answer in str(raised.value)
    assert match.fingerprint == before


def test_among_many_options_only_some_are_listed() -> None:
    match = load("president").match(3)
    with pytest.raises(IllegalChoice, match=r"and 1 more$"):
        match.play("nothing of the kind")


@pytest.mark.parametrize("seat", [2, -1, 1.0, True, "0", None])
def test_a_seat_that_is_not_there_is_named(seat: Any) -> None:
    match = GOLF.match(7)
    for ask in (match.view, match.sightings):
        with pytest.raises(KibitzError, match="the seats are 0 to 1, not "):
            ask(seat)


# ---------------------------------------------------------------------------- going on and back


def steps_in_memory() -> int:
    gc.collect()
    return sum(isinstance(thing, Step) for thing in gc.get_objects())


def test_a_decision_taken_back_leaves_no_trace() -> None:
    match, chance = GOLF.match(5), Rng(5, stream=1)
    prints = [match.fingerprint]
    while not match.is_over:
        match.play(chance.below(len(match.decision.options)))
        prints.append(match.fingerprint)
    whole = match.record()
    for mark in reversed(prints[:-1]):
        assert match.undo().fingerprint == mark
    with pytest.raises(MatchOver, match="none to take back"):
        match.undo()
    for choice in whole.choices:
        match.play(choice.option)
    assert match.record() == whole


@pytest.mark.slow
def test_a_match_keeps_few_steps_and_goes_back_all_the_same() -> None:
    match = GOLF.match(5)
    marks = {}
    for number in range(200):
        marks[number] = match.fingerprint
        match.play(0)
    assert steps_in_memory() < 100
    for number in reversed(range(100, 200)):
        assert match.undo().fingerprint == marks[number]


@pytest.mark.slow
def test_steps_in_which_very_much_happened_are_kept_less_long() -> None:
    text = """(game (setup (create players 2) (create deck (game hloc X) (deck (RANK (A, B, C)))))
        (stage player (end (== (game sto N) 99))
            (repeat 3000 (move (top (game hloc X)) (bottom (game hloc X))))
            (choice ((inc (game sto N)) (turn pass))))
        (scoring max (game sto N)))"""
    match = Game.of(from_texts("mine", text, None), {}).match(1)
    before, marks = steps_in_memory(), []
    for number in range(12):
        marks.append(match.fingerprint)
        match.play(number % 2)
    assert steps_in_memory() - before < 8
    for mark in reversed(marks):
        assert match.undo().fingerprint == mark


def test_copies_go_their_own_ways_from_the_same_chance() -> None:
    match = at_the_first_draw()
    twin = match.copy().play("draw").play(0)
    assert match.decisions_made == 4
    assert match.play("draw").play(0).fingerprint == twin.fingerprint
    assert twin.undo().undo().fingerprint == at_the_first_draw().fingerprint


def test_a_match_survives_pickling_and_goes_on_the_same() -> None:
    match = at_the_first_draw()
    again = pickle.loads(pickle.dumps(match))
    assert again.play("draw").fingerprint == match.play("draw").fingerprint
    assert again.record() == match.record()


def test_a_match_of_a_file_carries_its_rules_with_it() -> None:
    text = """(game (setup (create players 2) (create deck (game iloc X) (deck (RANK (A)))))
        (stage player once (choice ((set (game sto N) 1) (set (game sto N) 2))))
        (scoring max (game sto N)))"""
    match = Game.of(from_texts("mine", text, None), {}).match(1).play(1)
    again = pickle.loads(pickle.dumps(match))
    assert (again.game.name, again.decision, again.outcome) == (
        "mine",
        match.decision,
        match.outcome,
    )


def test_a_record_that_cannot_have_been_is_refused() -> None:
    record = at_the_first_draw().record()
    forged = type(record)(
        **{name: getattr(record, name) for name in record.__slots__} | {"seed": 8}
    )
    with pytest.raises(BadRecord):
        Match.from_record(forged)


# ---------------------------------------------------------------------------- the end


def test_a_match_stops_at_its_limit_and_is_scored_as_it_stands() -> None:
    match = GOLF.match(7, most_decisions=3)
    made = [choice.key for choice in match.choices(lambda decision: 0)]
    assert made == ["1:C=1", "1:C=2", "1:C=1"]
    assert (match.is_over, match.is_capped, match.options) == (True, True, ())
    assert match.record().scores is None, "the rules have not ended it"
    with pytest.raises(MatchOver, match="stopped after 3 decisions"):
        match.play(0)
    assert not match.undo().is_over


@pytest.mark.slow
def test_nobody_decides_after_the_end_even_where_asserts_are_off() -> None:
    code = """if True:
        from kibitz import KibitzError, load
        match = load("president").match(1)
        for _ in match.choices(lambda decision: 0): pass
        for ask in (lambda: match.decision, lambda: match.play(0)):
            try:
                ask()
            except KibitzError as error:
                print(error)
    """
    command = [sys.executable, "-O", "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "the match is over: nobody decides any more\n" * 2


def test_a_rule_that_fails_leaves_the_match_where_it_was() -> None:
    text = """(game (setup (create players 2) (create deck (game iloc X) (deck (RANK (A, B, C)))))
        (stage player (end (== 1 2)) (choice ((do ((shuffle (game iloc X))
            (move (top (game vloc Y)) (top (game iloc X))))) (turn pass))))
        (scoring max 0))"""
    match = Game.of(from_texts("mine", text, None), {}).match(1)
    before = match.copy()
    with pytest.raises(MatchError):
        match.play(0)
    assert (match.decisions_made, match.fingerprint) == (0, before.fingerprint)


# ---------------------------------------------------------------------------- what is shown


def test_the_table_is_shown_as_everybody_sees_it() -> None:
    match = at_the_first_draw()
    assert repr(match).splitlines() == [
        "<Match of Golf Six, seed 7: player 1 chooses among 2>",
        "stock            ▒▒ ×39",
        "player 1's cell  4♠ K♥ ▒▒ ▒▒ ▒▒ ▒▒",
        "player 2's cell  5♠ 7♠ ▒▒ ▒▒ ▒▒ ▒▒",
        "discard pile     5♥",
    ]
    assert "<b>Golf Six, seed 7: player 1 chooses among 2</b>" in match._repr_html_()


@pytest.mark.parametrize("name", ["golf-six", "president", "par-golf"])
def test_the_shown_table_names_no_card_that_some_seat_cannot_tell(name: str) -> None:
    match, chance = load(name).match(3), Rng(3, stream=1)
    for _ in range(40):
        texts = card_texts(match.game.program, match.kinds)
        views = [match.view(seat) for seat in match.seats]
        secret = {
            texts[card]
            for card in range(len(texts))
            if not all(any(spot.card == card for pile in v.piles for spot in pile) for v in views)
        }
        shown = set(repr(match).replace("\n", " ").split())
        assert not shown & secret
        match.play(chance.below(len(match.decision.options)))


def test_a_finished_match_shows_its_scores() -> None:
    match = load("president").match(1)
    for _ in match.choices(lambda decision: 0):
        pass
    scores = ", ".join(map(str, match.outcome.scores))
    assert repr(match).startswith(f"<Match of President, seed 1: over, scores {scores}>")


# ---------------------------------------------------------------------------- the game


def test_a_game_says_what_it_is() -> None:
    assert repr(GOLF) == "<Game golf-six: Golf Six, PLAYERS=2>"
    assert (GOLF.title, GOLF.players, dict(GOLF.options)) == ("Golf Six", 2, {"PLAYERS": 2})
    assert "lowest score wins" in GOLF.rules


CARELESS: Any = GOLF
"""For mistakes that a type checker would tell."""


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (lambda: cast(Any, load)(7), "loaded by its name or its path, not by 7"),
        (lambda: load("golf-six", players=99), "PLAYERS"),
        (lambda: CARELESS.match("x"), "the seed is an integer, not 'x'"),
        (lambda: CARELESS.match(1 << 64), "the seed has at most 64 bits"),
        (lambda: CARELESS.match(-(1 << 63) - 1), "the seed is at least -9223372036854775808"),
        (lambda: GOLF.match(1, most_decisions=-1), "the limit of decisions is at least 0, not -1"),
        (lambda: GOLF.playouts(-1), "the number of matches is at least 0, not -1"),
        (lambda: CARELESS.playouts(2.5), "the number of matches is an integer, not 2.5"),
        (lambda: GOLF.batch(0), "the number of matches is at least 1, not 0"),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(mistake: Callable[[], object], said: str) -> None:
    with pytest.raises(KibitzError) as raised:
        mistake()
    assert said in str(raised.value)


def test_labels_are_found_once_for_every_place_where_a_match_stands() -> None:
    match = at_the_first_draw()
    offered = match.options
    assert match.options is offered
    twin = match.copy()
    match.play(0)
    assert match.options != offered
    assert twin.options == offered
    match.undo()
    assert match.options == offered
