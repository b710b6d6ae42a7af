"""How scores came about: every booking adds up, in every game, and is said in people's words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from small_games import engine_of, game

from kibitz.engine import Rng
from kibitz.game import Game, load
from kibitz.games import names
from kibitz.match import Match
from kibitz.words import Account, Booking, Bookkeeper, Teller, told_booking

MOST = 400
SHORTER: dict[str, dict[str, int | str]] = {
    "canasta": {"hands": 1},
    "cheat": {"players": 3, "doubters": "next"},
    "gin-rummy": {"deals": 1},
    "hearts": {"target": 25},
    "klondike": {"passes": 1},
    "palace": {"players": 2},
    "partnership-pinochle": {"hands": 1},
    "pitch": {"hands": 3},
    "rummy": {"deals": 1, "players": 2},
    "schieber": {"target": 500},
    "skitgubbe": {"players": 2},
}
"""Options with which matches come to their end within so many decisions."""


def played(name: str, seed: int, **options: int | str) -> Iterator[Match]:
    """A match at random, after every choice."""
    match, chance = load(name, **options).match(seed), Rng(seed, stream=1)
    yield match
    while not match.is_over and match.decisions_made < MOST:
        yield match.play(chance.below(len(match.decision.options)))


def booked(match: Match, keeper: Bookkeeper, seat: int | None) -> list[Booking]:
    seen = match.events if seat is None else [one.event for one in match.sightings(seat)]
    return [booking for _, booking in keeper.hear(seen, match.kinds)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", names())
def test_what_was_booked_is_the_score(name: str, seed: int) -> None:
    """For whoever listens, of every seat and team: the terms of a booking are what a score changes
    by, all with words if there are several, and the last total is the score."""
    words = load(name, **SHORTER.get(name, {})).vocabulary
    listeners = (None, *range(words.program.players))
    keepers = {seat: Bookkeeper(words) for seat in listeners}
    totals: dict[int | None, dict[Account, int]] = {seat: {} for seat in listeners}
    for match in played(name, seed, **SHORTER.get(name, {})):
        for seat, keeper in keepers.items():
            own = totals[seat]
            for booking in booked(match, keeper, seat):
                assert booking.total == own.get(booking.account, 0) + booking.change
                own[booking.account] = booking.total
                assert len(booking.terms) == 1 or all(term.label for term in booking.terms)
            assert all(one.total == own.get(one.account, 0) for one in keeper.hand)
    assert match.is_over
    assert all(_booked(match, own) == _scores(match) for own in totals.values())


def test_the_last_hand_is_the_one_that_was_just_played() -> None:
    """Hearts is dealt anew within the choice that ends a hand."""
    keeper = Bookkeeper(load("hearts").vocabulary)
    totals = [0, 0, 0, 0]
    for match in played("hearts", 1):
        if booked(match, keeper, None):
            assert [one.total - one.change for one in keeper.settled or keeper.hand] == totals
            totals = [one.total for one in keeper.settled]
            assert sum(totals) % 26 == 0
            if sum(totals) > 26:
                return


def _scores(match: Match) -> list[int]:
    """As the scorecard keeps them where ties are broken by more than the total."""
    card, view = match.game.page.scorecard, match.view(0)
    if card is None or not card.won:
        return list(match.outcome.scores)
    return [view.number(card.total, seat=seat) for seat in match.seats]


def _booked(match: Match, totals: dict[Account, int]) -> list[int]:
    program = match.game.program
    team_of = {seat: team for team, seats in enumerate(program.teams) for seat in seats}
    shared = totals.get(Account(), 0)
    return [
        totals.get(Account(seat), totals.get(Account(team=team_of.get(seat)), shared))
        for seat in match.seats
    ]


def told(name: str, seed: int, seat: int | None = None) -> list[str]:
    """What is told of scores in a match at random."""
    words = load(name).vocabulary
    keeper = Bookkeeper(words)
    return [
        told_booking(words.program, booking, seat)
        for match in played(name, seed)
        for booking in booked(match, keeper, seat)
    ]


def test_hearts_names_the_cards_that_cost() -> None:
    assert told("hearts", 0, 1)[:2] == [
        "you scored 4 (2♥ 7♥ 9♥ K♥)",
        "player 3 scored 22 (3♥ 4♥ 5♥ 6♥ 8♥ 10♥ J♥ Q♥ A♥ Q♠)",
    ]


def test_cribbage_counts_aloud() -> None:
    said = told("cribbage", 3)
    assert said[0] == "player 2 scored 1 (last card)"
    assert "(fifteens" in " ".join(said)
    assert "runs" in " ".join(said)


def test_bridge_says_which_contract_was_made_or_missed() -> None:
    """In words for a contract that was doubled, and as the table was then."""
    said = " ".join(told("bridge", 0))
    assert re.search(r"down in [1-7] (spades|hearts|diamonds|clubs|no trump) (re)?doubled", said)
    assert "{" not in said


@pytest.mark.parametrize(
    ("name", "seed", "reason"),
    [
        ("blackjack", 0, r"lost 10 \((above 21|less than (1[7-9]|2[01])|the dealer's natural)\)"),
        ("blackjack", 0, r"scored \d+ \((more than 1\d|the dealer is above 21)\)"),
        ("five-hundred", 1, r"lost \d+ \(bid \d+, played in (no trump|\w+s)\)"),
        (
            "french-tarot",
            0,
            r"garde contre, bouts 1, 36 points of 51 = 150 × −3 = −450, points over or",
        ),
        ("klaverjassen", 7, r"= 97, the others' card points 55, the others' last trick 10"),
        ("crazy-eights", 0, r"player 4 scored 61 \(8♦ 4♥ 7♠\)"),
        ("rummy", 0, r"scored 32 \(others' cards 92, own cards against each of them −60\)"),
        ("skat", 0, r"lost 60 \(card points 46, without 1, game 3, hearts 10 × 3 × −2\)"),
        ("skat", 0, r"\(null 35 × −2\)"),
        ("spades", 1, r"nil −100"),
    ],
)
def test_a_hand_is_settled_in_the_words_of_the_game(name: str, seed: int, reason: str) -> None:
    assert re.search(reason, "\n".join(told(name, seed)))


def test_a_team_is_yours_or_named_by_its_players() -> None:
    assert told("whist", 3, 1)[0] == "your team scored 2 (8 tricks, the first six −6)"
    assert told("whist", 3, 0)[0] == "player 2 and player 4 scored 2 (8 tricks, the first six −6)"


def followed(statements: str, *, hand: str = "vloc") -> list[str]:
    """What is told of the score R of everybody, with 5♥ and 5♠ before the first player."""
    deck = f"(create deck (1 player {hand} HAND) (deck (RANK (FIVE)) (SUIT (HEARTS, SPADES))))"
    deck = deck.replace("(1 player", "((1 player)")
    text = game(f"(do ({statements})) (choice ((turn pass)))", players=2, setup=deck)
    match = Game.of_program(engine_of(text).program).match(1)
    words = match.game.vocabulary
    return [told_booking(words.program, one, 1) for one in booked(match, Bookkeeper(words), 1)]


def test_a_number_is_followed_through_others_into_the_score() -> None:
    said = followed(
        "(set (game sto A) (size ((1 player) vloc HAND))) (inc (game sto R) (game sto A))"
    )
    assert said == ["everybody scored 2 (5♥ 5♠)"]


def test_what_is_so_many_times_something_says_so() -> None:
    said = followed("(set (game sto TRICKS) 3) (dec (game sto R) (* 10 (game sto TRICKS)))")
    assert said == ["everybody lost 30 (tricks 3 × −10)"]


def test_cards_that_the_listener_cannot_tell_are_not_named() -> None:
    shuffled = "(shuffle ((1 player) iloc HAND)) "
    counted = shuffled + "(inc (game sto R) (size ((1 player) iloc HAND)))"
    assert followed(counted, hand="iloc") == ["everybody scored 2 (hand)"]
    looked_at = """(inc (game sto R) (size (filter ((1 player) iloc HAND) 'C
     (== (cardatt SUIT 'C) HEARTS))))"""
    assert followed(shuffled + looked_at, hand="iloc") == ["everybody scored 1"]


def test_what_only_says_who_counts_is_no_score() -> None:
    """Who was picked is a number too; the score is what that player holds."""
    picks = "(all player 'P (set ('P sto PICKED) 2)) (set ((2 player) sto HELD) 5)"
    text = game(
        f"(do ({picks})) (choice ((turn pass)))",
        players=2,
        score="(size (filter player 'P (== (((current player) sto PICKED) player) 'P)))",
    )
    match = Game.of_program(engine_of(text).program).match(1)
    keeper = Bookkeeper(match.game.vocabulary)
    assert booked(match, keeper, 0) == []
    match.play(0)
    assert [one.total for one in booked(match, keeper, 0)] == [1, 1]


def test_clearing_up_after_a_hand_is_no_news() -> None:
    teller, lines = Teller(load("whist").vocabulary, 0), list[str]()
    chooser: int | None = None
    for match in played("whist", 3):
        seen = [one.event for one in match.sightings(0)]
        lines += [part for tale in teller.tell(chooser, seen, match.kinds) for part in tale.parts]
        chooser = None if match.is_over else match.decision.seat
    scored = next(number for number, line in enumerate(lines) if "scored" in line)
    assert "went to the stock" not in lines[scored + 1]
