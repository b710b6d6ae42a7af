"""Games of the kinds that strangers wrote, from the documents alone: each keeps its
cards and chips, and speaks in the words of its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from small_games import engine_of

from kibitz import Game, Match, load
from kibitz.engine import Outcome, Rng
from kibitz.words import Teller

FOLDER = Path(__file__).parent / "strangers"
NAMES = sorted(path.stem for path in FOLDER.glob("*.rcy"))


def game(name: str, **options: int | str) -> Game:
    return load(FOLDER / f"{name}.rcy", **options)


def played(name: str, seed: int, **options: int | str) -> Outcome:
    interpreter = game(name, **options).interpreter
    return interpreter.playout(Rng(seed)).outcome


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_no_chip_is_lost_in_side_pots(players: int) -> None:
    together = sum((20, 40, 60, 80)[:players])
    for seed in range(40):
        assert sum(played("pots", seed, PLAYERS=players).scores) == together


@pytest.mark.slow
def test_nobody_wins_more_from_another_than_they_staked() -> None:
    """Player 1 has 20 chips: a pot of all four has at most 80."""
    assert all(played("pots", seed).scores[0] <= 80 for seed in range(40))


def test_all_who_light_lamps_have_one_score() -> None:
    assert game("lamps").program.is_cooperative
    for seed in range(20):
        scores = played("lamps", seed).scores
        assert len(set(scores)) == 1
        assert 0 <= scores[0] <= 15


def test_whoever_is_told_of_a_lamp_hears_it_and_so_do_the_others() -> None:
    match = game("lamps", PLAYERS=3).match(3)
    hint = next(o.label for o in match.options if re.fullmatch(r"tell player 2 of \w+", o.label))
    match.play(hint)
    for seat, whom in ((1, "you"), (2, "player 2")):
        teller = Teller(match.game.vocabulary, seat)
        seen = [sighting.event for sighting in match.sightings(seat)]
        [tale, *_] = teller.tell(0, seen, match.kinds)
        assert tale.parts == (f"told {whom} of {hint.rpartition(' ')[2]}",)


def test_moves_are_called_as_the_page_says() -> None:
    match = game("stacking").match(3)
    labels = [option.label for option in match.options]
    assert "draw 1" in labels
    assert any("and wish for red" in label for label in labels)
    labels = [option.label for option in game("pots").match(1).options]
    assert labels[:2] == ["call 2", "raise by 2"]


def test_one_of_two_stacked_draws_two_or_four() -> None:
    match = game("stacking", PLAYERS=2).match(1)
    sizes = set()
    for _ in range(60):
        if match.is_over:
            break
        labels = [option.label for option in match.options]
        sizes |= {label for label in labels if label.startswith("draw ")}
        stack = next((label for label in labels if label.startswith("stack")), None)
        match.play(stack or labels[0])
    assert {"draw 1", "draw 2"} <= sizes


HANDS = {
    "10♥ J♥ Q♥ K♥ A♥": 8,
    "A♥ 2♥ 3♥ 4♥ 5♥": 8,
    "7♥ 7♠ 7♦ 7♣ 2♥": 7,
    "7♥ 7♠ 7♦ 2♣ 2♥": 6,
    "2♥ 5♥ 9♥ J♥ A♥": 5,
    "A♥ 2♠ 3♥ 4♥ 5♥": 4,
    "7♥ 7♠ 7♦ 3♣ 2♥": 3,
    "7♥ 7♠ 3♦ 3♣ 2♥": 2,
    "7♥ 7♠ 4♦ 3♣ 2♥": 1,
    "9♥ 7♠ 4♦ 3♣ 2♥": 0,
}
RANKS = dict(
    zip("23456789", ["TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"], strict=True)
) | {"10": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING", "A": "ACE"}
SUITS = {"♥": "HEARTS", "♠": "SPADES", "♦": "DIAMONDS", "♣": "CLUBS"}


def worth(hand: str) -> int:
    """What the definitions of the program say that five cards are worth."""
    text = (FOLDER / "pots.rcy").read_text(encoding="utf-8")
    start, end = text.index("(order RANK"), text.index("(setup")
    decks = [
        f"(create deck (game vloc H) (deck (RANK ({RANKS[card[:-1]]})) (SUIT ({SUITS[card[-1]]}))))"
        for card in hand.split()
    ]
    program = f"""(game {text[start:end]} (setup (create players 1) {" ".join(decks)})
        (scoring max (WORTH (game vloc H))))"""
    return engine_of(program).playout(Rng(1)).outcome.scores[0]


@pytest.mark.parametrize(("hand", "kind"), HANDS.items())
def test_a_hand_is_of_its_kind(hand: str, kind: int) -> None:
    assert worth(hand) // 2**26 == kind


def test_of_two_hands_of_a_kind_the_higher_is_worth_more() -> None:
    assert worth("8♥ 8♠ 4♦ 3♣ 2♥") > worth("7♥ 7♠ A♦ K♣ Q♥") > worth("7♥ 7♠ A♦ K♣ J♥")
    assert worth("8♥ 8♠ 8♦ 2♣ 2♥") > worth("7♥ 7♠ 7♦ A♣ A♥")
    assert worth("2♥ 3♠ 4♥ 5♥ 6♥") > worth("A♥ 2♠ 3♥ 4♥ 5♥")
    assert worth("7♥ 7♠ A♦ K♣ J♥") == worth("7♦ 7♣ A♥ K♠ J♣")


# ---------------------------------------------------------------------------- roles and guessing


def with_spy(seat: int) -> Match:
    """A match of three in which that player is the spy."""
    masks = game("masks", PLAYERS=3)
    matches = (masks.match(seed) for seed in range(40))
    return next(match for match in matches if match.view(seat).word("ROLE", seat) == "SPY")


def news(match: Match, *choices: str) -> list[str]:
    """What somebody who sees everything is told while these are chosen."""
    teller, lines = Teller(match.game.vocabulary, None), list[str]()
    for label in choices:
        chooser = match.decision.seat
        match.play(label)
        for tale in teller.tell(chooser, match.events, match.kinds):
            who = "" if tale.seat is None else f"{teller.player(tale.seat)} "
            lines.append(who + ", ".join(tale.parts))
    return lines


def accusing(match: Match) -> Match:
    """Everybody takes the next along, and the spy spoils every mission."""
    while True:
        labels = [option.label for option in match.options]
        if labels[0].startswith("accuse"):
            return match
        match.play("spoil" if "spoil" in labels else labels[0])


def test_nobody_but_the_spy_knows_who_it_is() -> None:
    one, other = with_spy(1), with_spy(2)
    for match in (one, other):
        assert "SPY" not in {match.view(0).word("ROLE", seat) for seat in range(3)}
        held = match.view(0).guesses
        assert held is not None
        assert len(held.held) == 2
    assert one.view(0).guesses == other.view(0).guesses


def test_what_all_accuse_at_once_is_told_of_whoever_did_and_is_no_score() -> None:
    match = accusing(with_spy(1))
    assert news(match, "accuse player 2", "accuse player 1", "accuse player 2")[3:] == [
        "player 1 accused player 2",
        "player 2 accused player 1",
        "player 3 accused player 2",
    ]


@pytest.mark.parametrize("spy", [1, 2])
@pytest.mark.slow
def test_a_friend_is_advised_to_accuse_whoever_must_have_spoilt_it(spy: int) -> None:
    """Player 1 went with player 2, and player 3 with player 1: what was spoilt tells who it is."""
    match = accusing(with_spy(spy))
    assert match.decision.seat == 0
    advice = match.advice(simulations=400)
    assert advice.best.label == f"accuse player {spy + 1}"
