"""What people hear of the games in the library: every card that comes to them, nothing twice, and
nothing in the words of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kibitz import Rng, load
from kibitz.engine import events as ev
from kibitz.game import Game
from kibitz.games import names
from kibitz.match import Match
from kibitz.words import Tableau, Tale, Teller, addressed, player_name

DECISIONS = 25
"""Of each match that the law is checked on."""
NAMED = 4
"""More cards are not named: they are in the hand."""


def told(game: Game, seat: int, decisions: int, seed: int = 3) -> Iterator[tuple[Match, list[str]]]:
    """A match at random, and after every step what the seat is told of it."""
    match, chance, teller = game.match(seed), Rng(seed), Teller(game.vocabulary, seat)
    chooser: int | None = None
    for _ in range(decisions):
        tales = teller.tell(chooser, [one.event for one in match.sightings(seat)], match.kinds)
        yield match, [_line(tale, seat) for tale in tales if tale.parts]
        if match.is_over:
            return
        chooser = match.decision.seat
        match.play(chance.below(len(match.decision.options)))


def _line(tale: Tale, seat: int) -> str:
    who = "" if tale.seat is None else f"{player_name(tale.seat, seat)} "
    return who + ", ".join(tale.parts)


def everything(name: str, seat: int, decisions: int, seed: int = 3) -> str:
    steps = told(load(name), seat, decisions, seed)
    return "\n".join(line for _, lines in steps for line in lines)


def drawn(match: Match, seat: int) -> list[str]:
    """The cards that came to the seat from where it could not see them, and are still there."""
    words = match.game.vocabulary
    moved = [event for event in match.events if isinstance(event, ev.CardMoved)]
    new = [
        move.card
        for move in moved
        if move.card is not None
        and seat in move.seen_by
        and words.places[move.destination].owner == seat
        and words.places[move.source].owner is None
        and seat not in words.sight[move.source]
    ]
    lying = {
        spot.card
        for number, pile in enumerate(match.view(seat).piles)
        for spot in pile
        if words.places[number].owner == seat
    }
    return [words.kind_texts[match.kinds[card]] for card in new if card in lying]


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_whoever_gets_a_card_is_told_which(name: str) -> None:
    """Of few: a whole hand is looked at."""
    game = load(name)
    for match, lines in told(game, 0, DECISIONS):
        cards = drawn(match, 0)
        if len(cards) <= NAMED and not any(game.page.layout.grids):
            assert set(cards) <= {card for card, _ in game.vocabulary.cards_in.findall(str(lines))}


@pytest.mark.slow
def test_what_is_taken_at_casino_is_named_to_everybody() -> None:
    said = everything("casino", 0, 60)
    assert re.search(r"gathered (?:\S+[♣♦♥♠] ?)+", said)
    assert "gathered cards" not in said
    assert "from the taking with" not in said


@pytest.mark.slow
def test_a_card_that_is_moved_at_klondike_goes_there_once() -> None:
    """And the card below it is turned over."""
    said = everything("klondike", 0, 60)
    assert re.search(r"^you moved \S+ onto \S+$", said, re.MULTILINE)
    assert re.search(r"^column \d was turned over: \S+$", said, re.MULTILINE)
    assert not re.search(r"went from column \d to", said)


def test_a_deal_onto_columns_one_after_the_other_is_one_row() -> None:
    match = load("spider").match(2)
    teller = Teller(match.game.vocabulary, 0)
    teller.tell(None, [one.event for one in match.sightings(0)], match.kinds)
    match.play(next(one for one in match.options if str(one).startswith("deal")).index)
    seen = [one.event for one in match.sightings(0)]
    said = [part for tale in teller.tell(0, seen, match.kinds) for part in tale.parts]
    assert said[0] == "dealt a card onto every column"
    assert said[1].endswith(" went from the stock to columns 1 to 10")
    assert said[-1] == "lost 1 (a move)"


def test_a_full_house_at_big_two_is_named_to_everybody() -> None:
    """Its cards are picked as three and as two, and are seen only where they are put down."""
    assert "\nplayer 3 played 9♥ 9♣ 8♠ 8♥ 8♣\n" in everything("big-two", 0, 100, seed=1)


@pytest.mark.parametrize("game", ["big-two", "dou-dizhu", "president"])
def test_that_nobody_beats_what_lies_there_is_told(game: str) -> None:
    said = everything(game, 0, 60)
    assert "passed\nthe table is cleared\n" in said
    assert "cards out of play" not in said


@pytest.mark.parametrize(("game", "cards", "columns"), [("freecell", 52, 8), ("klondike", 28, 7)])
def test_a_deal_of_several_cards_into_columns_is_one_row(
    game: str, cards: int, columns: int
) -> None:
    said = everything(game, 0, 1).splitlines()
    assert said[1:] == [f"{cards} cards went from the stock to columns 1 to {columns}"]


def test_roles_and_hands_dealt_player_by_player_are_told_together() -> None:
    assert everything("mole", 0, 1).splitlines()[2:] == [
        "everybody got a card from the roles, yours Loyal",
        "everybody got 5 cards from the stock",
    ]


def test_shares_that_differ_are_told_as_cards_to_players() -> None:
    said = everything("president", 0, 1)
    assert "you and player 2 got 11 cards each, and player 3, player 4 and player 5 got 10" in said


def test_a_swap_with_the_neighbour_at_cuckoo_is_one_line_for_everybody() -> None:
    """Who swapped know both cards; who stands by knows neither, or the one they gave away."""
    swapped, seen, other = (everything("cuckoo", seat, 4) for seat in range(3))
    assert "your 8♥ and player 2's 3♣ changed places" in swapped
    assert "player 1's 8♥ and your 3♣ changed places" in seen
    assert "a card of player 1 and a card of player 2 changed places" in other
    assert "went to" not in swapped + seen + other


@pytest.mark.slow
def test_nobody_hears_of_choices_that_wait_for_the_others() -> None:
    assert "made a choice" not in everything("mole", 0, 30)


@pytest.mark.slow
def test_melds_at_schieber_are_shown_and_stay_in_the_hand() -> None:
    said = everything("schieber", 0, 120)
    assert re.search(r"^(you|player \d) showed \S+ \S+ \S+ to everybody$", said, re.MULTILINE)
    assert "went to their hand" not in said


@pytest.mark.parametrize(
    ("text", "to_them"),
    [
        ("player 2 is the declarer, player 4 is dummy", "you are the declarer, player 4 is dummy"),
        ("player 2 plays against the others", "you play against the others"),
        ("last bid by player 2; player 2's bid", "last bid by you; your bid"),
    ],
)
def test_a_remark_speaks_to_whom_it_is_about(text: str, to_them: str) -> None:
    assert addressed(text, 1) == to_them


@pytest.mark.slow
def test_bridge_says_what_was_bid_and_sorts_the_hands() -> None:
    match = load("bridge").match(3)
    tableau = Tableau(match.game.vocabulary)
    for option in ("bid 3 no trump", "double", "pass", "pass", "redouble"):
        said = tableau.areas(match.view(0))[None].counters
        assert not any("time" in text for text in said)
        assert ("doubled" in said) == (option in ("pass", "redouble") and "redoubled" not in said)
        match.play(next(one for one in match.options if str(one).startswith(option)).index)
        if match.options and option == "pass":
            continue
    assert "redoubled" in tableau.areas(match.view(0))[None].counters
    hands = [row for row in tableau.areas(match.view(0))[0].rows if row.name == "hand"]
    assert [row.is_hand for row in hands] == [True]


@pytest.mark.slow
def test_who_has_lost_points_reads_the_sign_that_people_write() -> None:
    match = load("bridge", boards=2).match(3)
    tableau, said = Tableau(match.game.vocabulary), ""
    while not match.is_over:
        said += " ".join(tableau.areas(match.view(0))[None].counters)
        bids = [one.index for one in match.options if str(one).startswith("bid 7")]
        match.play(bids[0] if bids else 0)
    assert re.search(r"score −\d", said)
    assert not re.search(r"score -\d", said)


@pytest.mark.slow
def test_the_dealer_at_schieber_sits_before_who_names_trumps() -> None:
    match = load("schieber").match(3)
    assert Tableau(match.game.vocabulary).dealer(match.view(0)) == 3


def test_pairs_at_old_maid_are_named_by_whose_they_were() -> None:
    said = everything("old-maid", 1, 1)
    assert re.search(r"^your \S+ \S+.* went to the pairs$", said, re.MULTILINE)
    assert len(re.findall(r"^player \d's \S+ \S+.* went to the pairs$", said, re.MULTILINE)) == 3
    assert re.search(
        "player 1, you and player 3 got 13 cards each, and player 4 got 12 cards from the stock",
        said,
    )


def test_a_move_may_be_told_by_what_became_of_the_cards() -> None:
    said = everything("old-maid", 0, 4)
    assert re.search(r"^player 2 drew \S+ from your hand$", said, re.MULTILINE)
    assert "player 3 drew from player 2's hand" in said


def test_the_last_trick_at_agram_is_taken_before_it_counts() -> None:
    said = everything("agram", 0, 26)
    assert re.search(r"^(you|player \d) took the trick\n\1 scored 1 \(last trick\)$", said, re.M)


def test_a_card_turned_up_at_golf_patience_is_told_in_one_line() -> None:
    said = everything("golf-patience", 0, 10)
    assert re.search(r"^you turned up a card from the stock: \S+$", said, re.MULTILINE)
    assert said.count("went from the stock to the pile") == 1, "in the deal"


def test_how_many_cards_are_laid_away_unseen_is_told() -> None:
    assert "player 2 laid away 2 cards" in everything("cribbage", 0, 3)
