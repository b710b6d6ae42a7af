"""Which games are co-operative, as far as their rules show it."""

from __future__ import annotations

import pytest
from small_games import game, program_of

from kibitz import load
from kibitz.games import names

TWO_TEAMS = "(create teams (1, 3) (2, 4))"
ONE_TEAM = "(create teams (1, 2, 3, 4))"


@pytest.mark.parametrize(
    ("score", "is_shared"),
    [
        ("(game sto R)", True),
        ("(all player 'P ('P sto WON))", True),
        ("(size (union (all player 'P ('P iloc HAND))))", True),
        ("((1 player) sto WON)", True),
        ("((current player) sto WON)", False),
        ("(+ (game sto R) (pid (current player)))", False),
        ("(all (other player) 'P ('P sto WON))", False),
        ("((team (current player)) sto WON)", False),
        ("(random 6)", False),
    ],
)
def test_a_score_is_shared_if_it_asks_for_nobody_in_particular(score: str, is_shared: bool) -> None:
    program = program_of(game("", players=4, score=score))
    assert program.is_cooperative is is_shared
    assert program.has_rivals is not is_shared


def test_what_their_only_team_has_is_everybodys() -> None:
    score = "((team (current player)) sto WON)"
    setup = "(create deck (game iloc STOCK) (deck (RANK (A))))"
    together = game("", players=4, setup=ONE_TEAM + setup, score=score)
    assert program_of(together).is_cooperative
    against = game("", players=4, setup=TWO_TEAMS + setup, score=score)
    assert not program_of(against).is_cooperative


def test_who_plays_alone_has_no_rivals_and_is_not_called_cooperative() -> None:
    program = program_of(game("", players=1))
    assert not program.is_cooperative
    assert not program.has_rivals


def test_in_every_game_of_the_library_people_play_against_each_other_or_it_says_otherwise() -> None:
    for name in names():
        program = load(name).program
        is_together = "(scoring together" in program.source.text
        assert program.is_cooperative == is_together, name
        assert program.has_rivals == (program.players > 1 and not is_together), name
