"""How the matches that are written down are played: Gin Rummy and Oh Hell as people would, the
others at random, which shows more of their rules.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz import Match, Rng, View

Person = Callable[[View, list[str]], int]
"""Chooses among options by their keys."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def choice(match: Match, chance: Rng) -> int:
    person = PEOPLE.get(match.game.name)
    if person is None:
        return chance.below(len(match.options))
    return person(match.view(match.decision.seat), [option.key for option in match.options])


def _gin_rummy(view: View, keys: list[str]) -> int:
    """Goes out as soon as it can, lays off what fits, and throws away the dear and lonely."""
    hand = [card for card in view.pile("HAND") if card]
    for move in ("biggin", "gin", "knock", "layoff", "show", "discard"):
        found = [key for key in keys if key.startswith(move)]
        if found:
            return keys.index(max(found, key=lambda key: _useless(_card(key), hand)))
    top = view.pile("DISCARD")[-1]
    if top and _melds(top, hand):
        return next(number for number, key in enumerate(keys) if key == "2")
    return next(number for number, key in enumerate(keys) if key != "2")


def _card(key: str) -> str:
    return key.partition("C=")[2].partition(",")[0]


def _number(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def _useless(card: str, hand: list[str]) -> tuple[int, int]:
    if not card:
        return 0, 0
    others = [other for other in hand if other != card]
    near = sum(
        other[:-1] == card[:-1]
        or (other[-1] == card[-1] and abs(_number(other) - _number(card)) <= 2)
        for other in others
    )
    return -near - 5 * _melds(card, others), min(_number(card), 10)


def _melds(card: str, others: list[str]) -> bool:
    """Whether the card makes a set or a run with the others."""
    if sum(other[:-1] == card[:-1] for other in others) >= 2:
        return True
    steps = {_number(other) - _number(card) for other in others if other[-1] == card[-1]}
    return any(pair <= steps for pair in ({-2, -1}, {-1, 1}, {1, 2}))


def _oh_hell(view: View, keys: list[str]) -> int:
    """Bids its aces, kings and high trumps, then plays high until it has what it bid."""
    trump = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}.get(
        (view.word("TRUMP") or "").lower(), ""
    )

    def strength(card: str) -> int:
        return (_number(card) - 2) % 13 + 13 * (card[-1] == trump)

    if keys[0].startswith("bid"):
        wanted = sum(strength(card) >= 11 for card in view.pile("HAND") if card)
        bids = [int(key.partition("N=")[2]) for key in keys]
        return bids.index(min(bids, key=lambda bid: abs(bid - wanted)))
    wants_more = view.number("TRICKS", seat=view.seat) < view.number("BID", seat=view.seat)
    best = (max if wants_more else min)(keys, key=lambda key: strength(_card(key)))
    return keys.index(best)


PEOPLE: dict[str, Person] = {"gin-rummy": _gin_rummy, "oh-hell": _oh_hell}
