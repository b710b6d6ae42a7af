"""Faults that only play can show: each by a smallest program, with its line and its words."""

from __future__ import annotations

import pytest
from small_games import VALUES, engine_of, fault_of, game, play

from kibitz.engine import Decision, MatchError, Rng

STOCK, EMPTY = "(game iloc STOCK)", "(game vloc X)"
V = "using (game points V)"


@pytest.mark.parametrize(
    ("statement", "slug", "headline", "label"),
    [
        (
            f"(move (top {EMPTY}) (top {STOCK}))",
            "no-card",
            "there is no card to move",
            "the table's X (vloc) is empty",
        ),
        (
            f"(move (7 {STOCK}) (top {EMPTY}))",
            "no-card",
            "there is no card to move",
            "the table's STOCK (iloc) holds 4 cards",
        ),
        (
            f"(move (top (filter {STOCK} 'C (== 1 2))) (top {EMPTY}))",
            "no-card",
            "there is no card to move",
            "the list has no such card",
        ),
        (
            f"(remember (top {EMPTY}) (top (game mem M)))",
            "no-card",
            "there is no card to remember",
            "the table's X (vloc) is empty",
        ),
        (
            "(forget (top (game mem M)))",
            "no-card",
            "there is nothing to forget",
            "the table's M (mem) holds 0",
        ),
        (
            f"(swap (top {STOCK}) (top {EMPTY}))",
            "no-card",
            "there is no card to swap",
            "the table's X (vloc) is empty",
        ),
        (
            f"(swap {STOCK} {EMPTY})",
            "no-card",
            "an empty location cannot be swapped",
            "the table's X (vloc) is empty",
        ),
        (
            f"(set (game sto R) (score (top {EMPTY}) {V}))",
            "no-card",
            "there is no card to score",
            "the table's X (vloc) is empty",
        ),
        (
            f"(move (max {EMPTY} {V}) (top {STOCK}))",
            "no-card",
            "the max of no cards",
            "the list is empty",
        ),
        (
            f"(move (min {EMPTY} {V}) (top {STOCK}))",
            "no-card",
            "the min of no cards",
            "the list is empty",
        ),
        (
            f"((== (top {STOCK}) (top {EMPTY})) (turn pass))",
            "no-card",
            "there is no card to compare",
            "the table's X (vloc) is empty",
        ),
        (
            f"(set (game sto R) (size (top 5 {STOCK})))",
            "too-few-cards",
            "there are no 5 cards here",
            "the list holds 4",
        ),
        (
            "(set (game sto R) (pid ((game sto ZERO) player)))",
            "no-such-player",
            "there is no player 0",
            "this game has 2",
        ),
        (
            "(set (game sto R) (tid ((+ 2 (game sto ONE)) team)))",
            "no-such-team",
            "there is no team 3",
            "this game has 2",
        ),
        (
            f"(set (game sto R) (pid (owner (top {STOCK}))))",
            "no-owner",
            "a card on the table belongs to no player",
            "it lies in the table's STOCK (iloc)",
        ),
        (
            f"(set (game sto R) (pid (owner (top {EMPTY}))))",
            "no-card",
            "a card that is not there",
            "the table's X (vloc) is empty",
        ),
        ("(set (game sto R) (// 1 (game sto ZERO)))", "division-by-zero", "a division by zero", ""),
        ("(inc (game sto ONE) 2147483647)", "overflow", "a number does not fit in 32 bits", ""),
        (
            "(set (game sto R) (fib (+ 46 (game sto ONE))))",
            "overflow",
            "a number does not fit in 32 bits",
            "",
        ),
        (
            "(set (game sto R) (random (game sto ONE) .. (game sto ZERO)))",
            "empty-range",
            "a random number from no numbers",
            "from 1 to 0",
        ),
        (
            "(set (game sto R) (size (game vloc X (* 64 (game sto ONE)))))",
            "bad-index",
            "there is no location with index 64",
            "indices go from 0 to 63",
        ),
        (
            f"(move (top {STOCK}) (2 {EMPTY}))",
            "no-such-position",
            "there is no position 2 here",
            "0 cards lie there",
        ),
        (
            f"(set (game sto R) (size (top (partition RANK {EMPTY}))))",
            "no-such-list",
            "there is no such card list",
            "0 here",
        ),
        (
            "(repeat 1100 (create deck (game vloc X) (deck (RANK (A)))))",
            "too-many-cards",
            "a match has at most 1,024 cards",
            "1,024 are in play already",
        ),
        (
            "(set (game sto R) (size (range 1..(* 70000 (game sto ONE)))))",
            "too-many-elements",
            "a collection has at most 65,536 elements",
            "this would have 70,000",
        ),
    ],
)
def test_a_rule_that_cannot_be_carried_out_says_what_stands_in_its_way(
    statement: str, slug: str, headline: str, label: str
) -> None:
    text = game(f"(do ({VALUES}\n (set (game sto ONE) 1)\n {statement}))", players=2)
    error = fault_of(text)
    diagnostic = error.diagnostic
    assert (diagnostic.slug, diagnostic.headline) == (slug, headline)
    assert diagnostic.primary.text == label
    assert error.source.position(diagnostic.primary.span.start).line == 5
    assert str(error).startswith("game.rcy:5:")
    assert diagnostic.notes == ("player 1 is to play",)


def test_two_awards_that_add_up_to_too_much_are_an_overflow() -> None:
    huge = "(set (game points V) (((RANK : D) 2147483647) ((RANK : D) 2147483647)))"
    for reading in (f"(score (top {STOCK}) {V})", f"(scoremax {STOCK} {V})", f"(sum {STOCK} {V})"):
        text = game(f"(do ({huge} (set (game sto R) {reading})))")
        assert fault_of(text).diagnostic.slug == "overflow"


def test_a_fault_names_the_player_whose_turn_it_is() -> None:
    text = game(f"(do ((cycle current (3 player)) (move (top {EMPTY}) (top {STOCK}))))", players=3)
    assert fault_of(text).diagnostic.notes == ("player 3 is to play",)


def test_a_choice_without_options_is_a_fault_at_the_choice() -> None:
    error = fault_of(game("(do ((turn pass)))\n (choice (((== (game sto R) 1) (turn pass))))"))
    assert error.diagnostic.slug == "no-options"
    assert error.source.position(error.diagnostic.primary.span.start).line == 4


def test_an_action_that_fails_spoils_only_the_option_it_belongs_to() -> None:
    text = game(f"(choice ((turn pass) (move (top {EMPTY}) (top {STOCK}))))")
    assert play(text, [0]).decisions == [(1, 2)]
    assert fault_of(text, [1]).diagnostic.slug == "no-card"


def test_a_condition_that_fails_before_any_action_spoils_the_decision() -> None:
    guard = f"(== (top {EMPTY}) (top {STOCK}))"
    error = fault_of(game(f"(choice ((turn pass) ({guard} (turn pass))))"))
    assert error.diagnostic.slug == "no-card"


def test_a_fault_while_options_are_tried_leaves_the_state_alone() -> None:
    nodes = f"(choice ((do ((move (top {STOCK}) (top {EMPTY})) (move (top {STOCK}) (9 {EMPTY}))))))"
    engine = engine_of(game(nodes))
    step = engine.deal(Rng(1))
    state, before = step.state, step.state.fingerprint()
    assert isinstance(step.status, Decision)
    assert state.fingerprint() == before
    with pytest.raises(MatchError):
        engine.apply(step, 0, Rng(1))
    assert state.fingerprint() == before


def test_a_pick_that_chance_took_away_is_a_fault_at_the_any() -> None:
    nodes = """(choice ((do ((set (game sto N) (random 1 .. 3))
      (any (range (game sto N)..3) 'K (set (game sto R) 'K))))))"""
    assert play(game(nodes), [2], seed=seed_with(1)).scores == [3]
    for low in (2, 3):
        with pytest.raises(MatchError) as raised:
            play(game(nodes), [2], seed=seed_with(low))
        diagnostic = raised.value.diagnostic
        assert diagnostic.slug == "option-gone"
        assert raised.value.source.position(diagnostic.primary.span.start).line == 4


def seed_with(low: int) -> int:
    """A seed whose first draw makes that number of `(random 1 .. 3)`."""
    return next(seed for seed in range(100) if Rng(seed).below(3) + 1 == low)


def test_a_fault_in_the_scoring_says_that_the_match_is_over() -> None:
    error = fault_of(game("(do ((turn pass)))", score="(// 1 (game sto R))"))
    assert error.diagnostic.slug == "division-by-zero"
    assert error.diagnostic.notes == ("the match is over and being scored",)


# ------------------------------------------------------------------ limits


def test_a_stage_that_never_ends_and_never_asks_makes_no_progress() -> None:
    error = fault_of(game("(stage player (end (== 1 2)) (do ((inc (game sto N)))))"))
    assert error.diagnostic.slug == "no-progress"
    assert error.diagnostic.headline == "no decision was reached in 100,000 steps"


def test_a_list_of_more_cards_than_a_game_can_have_is_refused() -> None:
    whole = f"(union (all (range 1..9000) 'I {STOCK}))"
    error = fault_of(game(f"(do ({VALUES} (set (game sto R) (size (run top 1 {whole} {V})))))"))
    assert error.diagnostic.slug == "too-many-elements"


@pytest.mark.slow
@pytest.mark.parametrize(
    "nodes",
    [
        "(choice ((any (range 1..2000) 'A (any (range 1..2000) 'B ((== 'A 0) (turn pass))))))",
        "(choice ((any (range 1..2000) 'A (all (range 1..9000) 'B (inc (game sto R))))))",
        f"(stage player (end (== 1 2)) (do ({'(turn pass)' * 200})))",
        f"(do ((repeat 40000 (shuffle (union {' '.join([STOCK] * 9)})))))",
        "(do ((all (range 1..999) 'A (set (game sto R) (all (range 1..9999) 'B 1)))))",
    ],
)
def test_no_program_may_think_for_ever(nodes: str) -> None:
    assert fault_of(game(nodes)).diagnostic.slug == "too-much-work"


@pytest.mark.slow
def test_a_repeat_that_is_most_of_the_work_makes_no_progress() -> None:
    nodes = f"(do ((repeat 90000 (shuffle (union {' '.join([STOCK] * 9)})))))"
    assert fault_of(game(nodes)).diagnostic.slug == "no-progress"


def test_a_list_cannot_be_doubled_for_ever() -> None:
    names = ["A" * length for length in range(1, 30)]
    body = f"(set (game sto R) (size '{names[-1]}))"
    for old, new in zip(names[-2::-1], names[:0:-1], strict=True):
        body = f"(let (union '{old} '{old}) '{new} {body})"
    error = fault_of(game(f"(do ((let (union {STOCK}) 'A {body})))"))
    assert error.diagnostic.slug == "too-many-elements"


def test_a_decision_has_no_more_than_16384_options() -> None:
    nodes = "(choice ((any (range 1..{}) 'N (set (game sto R) 'N))))"
    engine = engine_of(game(nodes.format(16_384)))
    assert len(engine.deal(Rng(1)).found) == 16_384
    assert fault_of(game(nodes.format(16_385))).diagnostic.slug == "too-many-options"
