"""What a table of tricks tells: trumps and sides together, tricks and not cards, who deals."""

from __future__ import annotations

from kibitz.engine import Rng
from kibitz.game import load
from kibitz.match import Match
from kibitz.words import Area, ChosenNumbers, Tableau, Teller


def begun(name: str, *choices: str, seed: int = 5) -> Match:
    match = load(name).match(seed)
    for label in choices:
        match.play(next(n for n, one in enumerate(match.decision.options) if label in one.key))
    return match


def at_random(name: str, choices: int, seed: int = 3) -> Match:
    match, chance = load(name).match(seed), Rng(seed, stream=1)
    for _ in range(choices):
        match.play(chance.below(len(match.decision.options)))
    return match


def area(match: Match, owner: int | None) -> Area:
    return Tableau(match.game.vocabulary).areas(match.view(0))[owner]


def hand(match: Match) -> list[str]:
    (row,) = (row for row in area(match, 0).rows if row.is_hand)
    return [face.text or "" for face in sorted(row.faces, key=lambda face: face.rank)]


def test_trumps_stand_together_in_their_own_order() -> None:
    match = begun("belote")
    assert hand(match) == ["Q♣", "K♦", "7♥", "9♥", "K♥"]
    assert hand(begun("belote", "take"))[-4:] == ["7♥", "Q♥", "K♥", "9♥"]


def test_nothing_is_said_of_a_trump_that_is_not_made() -> None:
    assert not any("trump" in text for text in area(begun("belote"), None).counters)
    assert "trump hearts" in area(begun("belote", "take"), None).counters


def test_what_one_side_has_stands_together_and_one_trick_is_a_trick() -> None:
    match = at_random("klaverjassen", 2 + 4)
    (told,) = (text for text in area(match, None).counters if ": " in text)
    assert told.endswith(" points in 1 trick")
    assert [text for seat in match.seats for text in area(match, seat).counters] == ["1 trick"]


def test_tricks_that_are_counted_are_not_drawn_as_cards() -> None:
    match = at_random("klaverjassen", 2 + 8)
    assert all(row.name == "hand" for seat in match.seats for row in area(match, seat).rows)


def told(name: str, seat: int, choices: int) -> list[str]:
    match, chance = load(name).match(3), Rng(3, stream=1)
    teller, lines, chooser = Teller(match.game.vocabulary, seat), list[str](), None
    for _ in range(choices):
        seen = [one.event for one in match.sightings(seat)]
        lines += [part for tale in teller.tell(chooser, seen, match.kinds) for part in tale.parts]
        chooser = match.decision.seat
        match.play(chance.below(len(match.decision.options)))
    return lines


def test_who_deals_is_told_before_every_hand() -> None:
    lines = told("klaverjassen", 0, 80)
    assert [line for line in lines if line.endswith(" deals") or line == "you deal"][:3] == [
        "player 4 deals",
        "you deal",
        "player 2 deals",
    ]


def test_whose_card_was_shown() -> None:
    assert any(line.startswith("player 4 showed ") for line in told("whist", 0, 2))
    assert any(line.startswith("you showed ") for line in told("whist", 3, 2))


def test_a_bid_of_nothing_is_forgotten_with_its_hand() -> None:
    match, chosen = load("oh-hell", hook="off").match(1), ChosenNumbers()
    while match.view(0).number("DEAL") < 2:
        match.play(0)
        chosen.hear(match.events)
    areas = Tableau(match.game.vocabulary).areas(match.view(0), chosen=frozenset(chosen.slots))
    assert not any("bid" in text for seat in match.seats for text in areas[seat].counters)


def test_hearts_says_to_whom_cards_are_passed() -> None:
    said = [area(load("hearts").match(1), seat).counters for seat in range(4)]
    assert said == [(f"passing to player {(seat + 1) % 4 + 1}",) for seat in range(4)]
