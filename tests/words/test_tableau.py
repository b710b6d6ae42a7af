"""What lies where, who leads and deals, and which numbers are told."""

from __future__ import annotations

from itertools import pairwise

from small_games import engine_of, game

from kibitz.game import Game, load
from kibitz.games import Page, TableLayout
from kibitz.match import Match
from kibitz.words import Vocabulary, option_labels
from kibitz.words.tableau import ChosenNumbers, Tableau

DEAL = "(do ((all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))))"
MINE = "((current player) vloc TRICK)"


def match_of(nodes: str, players: int = 3) -> Match:
    return Game.of_program(engine_of(game(nodes, players=players)).program).match(1)


def tricks(where: str, cards: int) -> list[tuple[int, str | None]]:
    """Seat and card after so many have played."""
    play = f"(choice ((move (top ((current player) iloc HAND)) (top {where}))))"
    match = match_of(f"{DEAL} (do ((cycle current (2 player)))) (stage player once {play})")
    for _ in range(cards):
        match.play(0)
    tableau = Tableau(match.game.vocabulary)
    found = tableau.trick(match.view(0))
    assert tableau.leader(match.view(0)) == (found[0][0] if found else None)
    return [(seat, face.text) for seat, face in found]


def test_a_trick_begins_with_whoever_led_wherever_its_cards_lie() -> None:
    for where in (MINE, "(game vloc TRICK)"):
        assert tricks(where, 0) == []
        assert tricks(where, 2) == [(1, "C"), (2, "B")]


def test_a_trick_is_in_order_while_somebody_plays_for_dummy() -> None:
    match = load("bridge", boards=1).match(1).play("bid 1 club").play("pass").play("pass")
    match.play("pass")
    tableau = Tableau(match.game.vocabulary)
    while not match.is_over:
        trick = [seat for seat, _ in tableau.trick(match.view(1))]
        assert all((before + 1) % 4 == seat for before, seat in pairwise(trick))
        match.play(0)


def test_a_dealer_and_a_leader_are_named_by_numbers_of_the_table() -> None:
    match = match_of(
        "(do ((set (game sto DEALER) 3) (set (game sto FIRST) 1))) (choice ((turn pass)))"
    )
    words = Vocabulary(match.game.program, Page("", layout=TableLayout(leader="FIRST")))
    tableau, view = Tableau(words), match.view(0)
    assert (tableau.dealer(view), tableau.leader(view)) == (2, 0)
    assert Tableau(Vocabulary(match.game.program)).leader(view) is None


def counters(match: Match, chosen: ChosenNumbers) -> list[tuple[str, ...]]:
    words = Vocabulary(match.game.program, Page("", layout=TableLayout(counters=("BID",))))
    areas = Tableau(words).areas(match.view(0), chosen=frozenset(chosen.slots))
    return [areas[seat].counters for seat in match.seats]


def test_a_zero_is_told_of_those_who_chose_it_until_the_rules_take_it_back() -> None:
    bid = "(stage player once (choice ((set ((current player) sto BID) 0))))"
    clear = "(do ((all player 'P (set ('P sto BID) 0))))"
    match, chosen = (
        match_of(f"{clear} {bid} {clear} (choice ((turn pass)))", players=2),
        ChosenNumbers(),
    )
    told = []
    for _ in range(3):
        chosen.hear(match.events)
        told.append(counters(match, chosen))
        match.play(0)
    assert told == [[(), ()], [("bid 0",), ()], [(), ()]]
    assert Vocabulary(match.game.program).page.counters == (), "nothing is shown unasked"


# ---------------------------------------------------------------------------- flags


FOLD = "((current player) sto FOLDED)"


def test_a_flag_is_said_without_its_number() -> None:
    match = match_of(f"(stage player once (choice ((set {FOLD} 1) (set {FOLD} 0))))")
    words = Vocabulary(match.game.program, Page("", layout=TableLayout(flags={"FOLDED": "folded"})))
    labels = option_labels(match.game.interpreter, match.view(0), match.decision, words)
    assert labels == ("folded", "not folded")
    match.play(0)
    match.play(1)
    chosen = frozenset(range(3))
    areas = Tableau(words).areas(match.view(0), chosen=chosen)
    assert [areas[seat].counters for seat in range(3)] == [("folded",), (), ()]
