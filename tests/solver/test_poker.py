"""Poker small enough to be solved: what theory says comes out, with the cards of the library."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from kibitz import load
from kibitz.engine import Decision, View
from kibitz.solver import Policy, PrivateCards, TooBig, best_response, match_value

KUHN = load("kuhn-poker").program


def uniform(view: View, decision: Decision) -> Sequence[Fraction]:
    return [Fraction(1, len(decision.options))] * len(decision.options)


def equilibrium(bluff: Fraction) -> Policy:
    """H. Kuhn, "A simplified two-person poker" (1950): the first player bets a jack with a
    probability up to 1/3; one equilibrium for each."""
    third = Fraction(1, 3)
    opening = {"JACK": bluff, "QUEEN": Fraction(0), "KING": 3 * bluff}
    calling_first = {"JACK": Fraction(0), "QUEEN": bluff + third, "KING": Fraction(1)}
    after_a_check = {"JACK": third, "QUEEN": Fraction(0), "KING": Fraction(1)}
    calling_second = {"JACK": Fraction(0), "QUEEN": third, "KING": Fraction(1)}

    def policy(view: View, decision: Decision) -> Sequence[Fraction]:
        (card,) = view.pile("HAND", decision.seat)
        rank = {"J": "JACK", "Q": "QUEEN", "K": "KING"}[str(card)[0]]
        is_first = decision.seat == 0
        if [option.name for option in decision.options] == ["CHECK", "BET"]:
            bold = (opening if is_first else after_a_check)[rank]
            return [1 - bold, bold]
        bold = (calling_first if is_first else calling_second)[rank]
        return [bold, 1 - bold]

    return policy


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_nobody_does_better_against_an_equilibrium_of_kuhn_poker(bluff: Fraction) -> None:
    policy = equilibrium(bluff)
    value = match_value(KUHN, policies={0: policy, 1: policy}).scores
    assert value == (Fraction(-1, 18), Fraction(1, 18))
    assert best_response(KUHN, 0, policy).scores == value
    assert best_response(KUHN, 1, policy).scores == value


def test_a_bluffer_who_overdoes_it_is_punished() -> None:
    policy = equilibrium(Fraction(1, 2))
    assert best_response(KUHN, 1, policy).scores[1] > Fraction(1, 18)


def test_what_random_play_loses_is_known_in_the_literature() -> None:
    """11/24 a hand, as OpenSpiel's kuhn_poker says of uniform play."""
    best = [best_response(KUHN, seat, uniform).scores[seat] for seat in (0, 1)]
    assert sum(best) / 2 == Fraction(11, 24)


@pytest.mark.slow
def test_random_play_at_leduc_loses_more() -> None:
    """2.3736 chips a hand, as OpenSpiel's leduc_poker says of uniform play."""
    program = load("leduc-poker").program
    best = [best_response(program, seat, uniform, budget=10**6).scores[seat] for seat in (0, 1)]
    assert sum(best) / 2 == Fraction(1709, 720)


def test_a_best_reply_to_a_best_reply_with_cards_in_hand_is_refused() -> None:
    with pytest.raises(PrivateCards, match="player 2 depends on how others play"):
        match_value(KUHN)


def test_too_big_is_said_at_once() -> None:
    with pytest.raises(TooBig, match="more than 50 steps"):
        best_response(load("leduc-poker").program, 0, uniform, budget=50)
