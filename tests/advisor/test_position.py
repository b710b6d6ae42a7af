"""Positions written down: laid out as they say, or refused with the reason why they cannot be."""

from __future__ import annotations

import re

import pytest

from kibitz import Game, load
from kibitz.advisor.position import SeatDecision, laid_out
from kibitz.advisor.position_file import BadPosition, read_position

LAST_TURN = """
player = 1
choosing = "draw"

[options]
PLAYERS = 2

[table]
"discard pile" = "Q J 10 8 8 3 5 5 A 6"

[players.1]
cells = "9 4 K  ? 4 7"

[players.2]
cells = "A K 2  3 7 10"
"""


def asked(text: str, game: str = "golf-six") -> tuple[Game, SeatDecision]:
    position = read_position(text.encode())
    loaded = load(game, **position.settings)
    return loaded, laid_out(loaded, position)


def refused(text: str, game: str = "golf-six") -> str:
    with pytest.raises(BadPosition) as fault:
        asked(text, game)
    return str(fault.value)


def test_what_is_written_lies_on_the_table_and_the_rest_in_the_stock() -> None:
    _, found = asked(LAST_TURN)
    view = found.view
    assert [view.pile("GRID", 0, cell) for cell in range(1, 7)] == [
        ["9♣"],
        ["4♣"],
        ["K♣"],
        [None],
        ["4♦"],
        ["7♣"],
    ]
    assert view.pile("DISCARD")[-1] == "6♣"
    assert len(view.pile("STOCK")) == 52 - 12 - 10
    assert (found.decision.seat, len(found.decision.options)) == (0, 2)
    (doubt,) = view.unknown
    assert sum(map(len, doubt.pools)) == 31


def test_a_card_may_be_known_to_its_owner_alone() -> None:
    _, found = asked(
        """
        player = 1
        [options]
        PLAYERS = 2
        [table]
        "discard pile" = "9c"
        [players.1]
        cells = "(7h) ? Ks ?"
        [players.2]
        cells = "? ? ? 5d"
        """,
        "lock-golf",
    )
    assert [found.view.pile("GRID", 0, cell) for cell in range(1, 5)] == [
        ["7♥"],
        [None],
        ["K♠"],
        [None],
    ]
    assert "7♥" not in {
        card for cell in range(1, 5) for card in found.view.pile("GRID", 1, cell) if card
    }


def test_a_trick_game_deals_the_other_hands_as_a_match_would() -> None:
    _, found = asked(
        """
        player = 2
        choosing = "play"
        [players.2]
        hand = "2h 5h 9h Qs"
        """,
        "hearts",
    )
    view = found.view
    assert sorted(card or "" for card in view.pile("HAND", 1)) == ["2♥", "5♥", "9♥", "Q♠"]
    assert all(len(view.pile("HAND", seat)) in (3, 4, 5) for seat in (0, 2, 3))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("A 6", "A A A A A 6"), "has a fifth A, and there are 4 in the pack"),
        (("A 6", "A♥ A♥"), "the discard pile has a second A♥, and there are 1 in the pack"),
        (("A 6", "Z"), "there is no card 'Z' in the pack"),
        (("A 6", "?"), "player 1 sees every card in the discard pile: name it"),
        (("9 4 K", "9 4"), "'cells' has 6 cells, and 5 are said"),
        (("discard pile", "discards"), "the table has no place 'discards'; did you mean"),
        (("player = 1", "player = 5"), "the game has players 1 to 2, not 5"),
        (("player = 1", "player = true"), "a player is a number from 1 on, not True"),
        (("[players.2]", "[players.3]"), "the game has no player 3"),
        (("[players.2]", "[players.2]\nTOTAL = 3"), "player 2 has no number 'TOTAL'"),
        (("choosing", "deciding"), "a position has no 'deciding'; it has"),
        (('"draw"', '"fly"'), "no decision of player 1 that offers 'fly' was found"),
        (("[table]", "[table"), "this is not TOML"),
        (("A 6", "A 6 ?×99"), "sees every card"),
        (("9 4 K", "?×200"), "'cells' has 6 cells, and 203 are said"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(change: tuple[str, str], reason: str) -> None:
    assert change[0] in LAST_TURN
    assert reason in refused(LAST_TURN.replace(*change, 1))


def test_a_pile_that_was_forgotten_is_asked_for() -> None:
    pile = '"discard pile" = "Q J 10 8 8 3 5 5 A 6"'
    reason = "it has nothing in the discard pile, where a card is needed to go on"
    assert reason in refused(LAST_TURN.replace(pile, ""))


def test_what_others_have_before_them_and_nobody_said_is_told() -> None:
    """On the last turn nobody needs it any more."""
    _, found = asked(LAST_TURN.replace('cells = "A K 2  3 7 10"', ""))
    assert "nothing in player 2's cell 1" in found.assumed


def test_every_number_that_nobody_said_is_told_and_no_past_made_up() -> None:
    _, found = asked("player = 1\n[players.1]\nhand = '2h 5h 9h Qs'", "spades")
    assert re.search(r"^assuming BID \d+ / \d+ / \d+ / \d+ by player, ", found.assumed)
    assert found.view.past is None


def test_suits_must_be_said_where_they_matter() -> None:
    text = "[players.1]\nhand = '7'"
    assert "'7' may be any of 7♣, 7♦, 7♥, 7♠, and they differ" in refused(text, "hearts")


def test_more_cards_than_the_pack_has_are_refused() -> None:
    text = "[players.1]\nhand = '2h'\n[players.2]\nhand = '?×60'"
    assert "more on the table than in the pack" in refused(text, "hearts")
