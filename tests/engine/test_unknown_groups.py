"""Doubts against the list of everything that could be."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from kibitz.engine import limits
from kibitz.engine.knowledge import Doubt, Table, mixed, plain, seen, shares

pytestmark = pytest.mark.slow

CARDS = 6
World = tuple[int, ...]
"""By spot: the card there. In truth card n lies in spot n."""


class Memory:
    """One seat's doubts, and beside them every world it could be in."""

    def __init__(self) -> None:
        self.doubts: list[Doubt] = []
        self.worlds: set[World] = {tuple(range(CARDS))}

    def mix(self, spots: list[int]) -> None:
        cards = sum(1 << spot for spot in spots)
        touched = [doubt for doubt in self.doubts if doubt.cards & cards]
        known = cards & ~sum(doubt.cards for doubt in self.doubts)
        pieces = touched + ([plain(known)] if known else [])
        self.doubts = [d for d in self.doubts if d not in touched] + mixed(pieces, cards)
        self.worlds = {
            shuffled(world, spots, order) for world in self.worlds for order in permutations(spots)
        }

    def see(self, card: int) -> None:
        for doubt in self.doubts:
            if doubt.cards >> card & 1:
                self.doubts.remove(doubt)
                self.doubts += seen(doubt, card)
                break
        self.worlds = {world for world in self.worlds if world[card] == card}


def shuffled(world: World, spots: list[int], order: tuple[int, ...]) -> World:
    changed = list(world)
    for spot, source in zip(spots, order, strict=True):
        changed[spot] = world[source]
    return tuple(changed)


def members(cards: int) -> list[int]:
    return [card for card in range(CARDS) if cards >> card & 1]


def deals(doubt: Doubt, table: Table) -> set[World]:
    """Every way to lay the doubt's cards into its spots that goes with the table."""
    spots = [spot for group in doubt.groups for spot in members(group)]
    rows = [n for n, group in enumerate(doubt.groups) for _ in members(group)]
    column = {card: n for n, pool in enumerate(doubt.pools) for card in members(pool)}
    found = set()
    for order in permutations(members(doubt.cards)):
        counts = [[0] * len(doubt.pools) for _ in doubt.groups]
        for row, card in zip(rows, order, strict=True):
            counts[row][column[card]] += 1
        if tuple(map(tuple, counts)) == table:
            world = list(range(CARDS))
            for spot, card in zip(spots, order, strict=True):
                world[spot] = card
            found.add(tuple(world))
    return found


def allowed(doubts: list[Doubt]) -> set[World]:
    """Every world that the doubts allow."""
    choices = [
        [(doubt, world) for table in doubt.tables for world in deals(doubt, table)]
        for doubt in doubts
    ]
    worlds = set()
    for chosen in product(*choices):
        world = list(range(CARDS))
        for doubt, part in chosen:
            for spot in members(doubt.cards):
                world[spot] = part[spot]
        worlds.add(tuple(world))
    return worlds


@pytest.mark.parametrize("seed", range(120))
def test_doubts_allow_all_that_could_be_and_nothing_else(seed: int) -> None:
    random, memory = Random(seed), Memory()
    for _ in range(8):
        if random.random() < 0.3:
            memory.see(random.randrange(CARDS))
        else:
            memory.mix(random.sample(range(CARDS), random.choice((2, 2, 3))))
        assert allowed(memory.doubts) == memory.worlds
        for doubt in memory.doubts:
            assert shares_are_counts(doubt)


def shares_are_counts(doubt: Doubt) -> bool:
    """Whether every table has the share of the deals that goes with it."""
    counted = [len(deals(doubt, table)) for table in doubt.tables]
    given = shares(doubt.tables)
    return all(a * sum(given) == b * sum(counted) for a, b in zip(counted, given, strict=True))


@pytest.mark.parametrize("seed", range(40))
def test_with_too_many_tables_doubts_still_allow_all_that_could_be(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TABLES", 1)
    random, memory = Random(seed), Memory()
    for _ in range(8):
        if random.random() < 0.3:
            memory.see(random.randrange(CARDS))
        else:
            memory.mix(random.sample(range(CARDS), random.choice((2, 2, 3))))
        assert allowed(memory.doubts) >= memory.worlds
        assert all(len(doubt.tables) == 1 for doubt in memory.doubts)
