"""The value of Leduc poker, found by counterfactual regret over its whole tree."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import permutations

import pytest
from card_table import Table, sit_down

from kibitz.engine import Outcome
from kibitz.engine.protocol import Step

VALUE = -0.0856
"""What player 1 wins a deal when both play as well as can be; OpenSpiel finds −0.085606 by LP."""


@dataclass
class Node:
    """A decision in one deal; its player cannot tell it from others of the same key."""

    seat: int
    known: str
    children: list[Node | int]
    """A number is what player 1 has won."""


def tree(table: Table, step: Step, past: str = "") -> Node | int:
    if isinstance(step.status, Outcome):
        return step.status.scores[0]
    seat, options = step.status.seat, step.status.options
    table.step = step
    known = f"{table.pile('iloc HAND', seat)} {table.pile('vloc SHARED')} {past}"
    children = [
        tree(table, table.engine.apply(step, option.index, table.rng), past + option.name[0])
        for option in options
    ]
    return Node(seat, re.sub("[♥♠]", "", known), children)


@dataclass
class Learning:
    """Regrets never fall below nothing (CFR+), and late strategies count more."""

    regrets: dict[str, list[float]] = field(default_factory=dict)
    sums: dict[str, list[float]] = field(default_factory=dict)

    def strategy(self, node: Node) -> list[float]:
        return shares(self.regrets.setdefault(node.known, [0.0] * len(node.children)))

    def gain(self, node: Node | int) -> float:
        """What player 1 can expect of the strategies learned."""
        if isinstance(node, int):
            return node
        pairs = zip(shares(self.sums[node.known]), node.children, strict=True)
        return sum(part * self.gain(child) for part, child in pairs if part)

    def improve(self, deals: list[Node], learner: int, age: int) -> None:
        found: dict[str, list[float]] = defaultdict(list)
        for deal in deals:
            self._walk(deal, learner, (1.0, 1.0), age, found)
        for known, gains in found.items():
            regrets = self.regrets[known]
            for option in range(len(regrets)):
                regrets[option] = max(0.0, regrets[option] + sum(gains[option :: len(regrets)]))

    def _walk(
        self,
        node: Node | int,
        learner: int,
        reach: tuple[float, float],
        age: int,
        found: dict[str, list[float]],
    ) -> float:
        """What the learner can expect; `reach`: how likely the learner, and the other, go here."""
        if isinstance(node, int):
            return node if learner == 0 else -node
        parts = self.strategy(node)
        own, other = reach
        if node.seat != learner:
            return sum(
                part * self._walk(child, learner, (own, other * part), age, found)
                for part, child in zip(parts, node.children, strict=True)
                if part
            )
        values = [
            self._walk(child, learner, (own * part, other), age, found)
            for part, child in zip(parts, node.children, strict=True)
        ]
        mean = sum(part * value for part, value in zip(parts, values, strict=True))
        found[node.known] += [other * (value - mean) for value in values]
        sums = self.sums.setdefault(node.known, [0.0] * len(parts))
        for option, part in enumerate(parts):
            sums[option] += age * own * part
        return mean


def shares(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]


@pytest.mark.slow
def test_player_1_loses_what_is_known() -> None:
    cards = [rank + suit for rank in "JQK" for suit in "♥♠"]
    deals = []
    for deal in permutations(cards, 3):
        table = sit_down("leduc-poker", *deal)
        root = tree(table, table.step)
        assert isinstance(root, Node)
        deals.append(root)
    learning = Learning()
    for age in range(1, 61):
        for learner in (0, 1):
            learning.improve(deals, learner, age)
    value = sum(learning.gain(deal) for deal in deals) / len(deals)
    assert value == pytest.approx(VALUE, abs=0.004)
