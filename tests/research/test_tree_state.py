"""A match as a tree with chance nodes, against what is known of small games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from kibitz import TreeState, load


def walked(node: TreeState, found: Counter[str], information: set[tuple[int, str]]) -> None:
    if node.is_over:
        found["ends"] += 1
        assert node.scores is not None
        return
    found["chance" if node.outcomes else "decisions"] += 1
    if node.outcomes:
        assert sum(node.outcomes, Fraction(0)) == 1
    else:
        information.add((node.seat, node.information(node.seat)))
        assert len(node.options) == node.size
    for number in range(node.size):
        walked(node.child(number), found, information)


@pytest.mark.parametrize(
    ("game", "ends", "information_states"),
    [("kuhn-poker", 30, 12), pytest.param("leduc-poker", 5520, 936, marks=pytest.mark.slow)],
)
def test_the_tree_has_as_many_ends_and_information_states_as_is_known(
    game: str, ends: int, information_states: int
) -> None:
    found, information = Counter[str](), set[tuple[int, str]]()
    walked(load(game).tree(), found, information)
    assert (found["ends"], len(information)) == (ends, information_states)


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "agram"])
def test_a_node_has_the_numbers_of_what_was_chosen_and_of_nothing_undealt(name: str) -> None:
    """Options have the numbers of their actions, and whoever decides sees all that lies open."""
    game, chance = load(name), np.random.default_rng(1)
    node, plan = game.tree(), game.information(3)
    hand = [n for n, text in enumerate(plan.names) if text.startswith("HAND: ")]
    for _ in range(40):
        if node.is_over:
            break
        if not node.outcomes:
            texts = [game.actions.text(action).split("/")[-1] for action in node.actions]
            assert [text.removeprefix("option ") for text in texts] == list(node.options)
            row = node.inform(node.seat, 3)
            assert (row[: game.observation.size] == node.observe(node.seat)).all()
            held = {plan.names[n].removeprefix("HAND: ") for n in hand if row[n]}
            assert all(text.split("=")[1] in held for text in texts if text.startswith("play:C"))
        assert (node.observe(0) >= 0).all()
        node = node.child(int(chance.integers(node.size)))


def test_what_nobody_has_looked_at_is_not_among_the_numbers() -> None:
    """Before the first look at a hand it has no faces; then it has one; the other hand stays."""
    names, node = load("kuhn-poker").observation.names, load("kuhn-poker").tree()

    def hand(node: TreeState, seat: int) -> float:
        found = zip(names, node.observe(seat), strict=True)
        return sum(float(told) for name, told in found if name.startswith("HAND: "))

    assert (hand(node, 0), hand(node, 1)) == (0, 0)
    node = node.child(0)
    assert (hand(node, 0), hand(node, 1)) == (1, 0)


def test_a_node_recalls_who_said_what() -> None:
    game = load("kuhn-poker")
    node = game.tree().child(0).child(1).child(0)
    plan, row = game.information(2), node.inform(1, 2)
    told = {name for name, number in zip(plan.names, row, strict=True) if number}
    assert {"1 ago, by: +1", "1 ago, said: bet"} <= told
    assert not any(name.startswith("2 ago, by") for name in told), "the deal is nobody's"
    native = game.state(1, recalled=2)
    native.apply(game.actions.numbers["bet"])
    recalled = {n for n, name in enumerate(plan.names) if "ago, by" in name or "ago, said" in name}
    assert [row[n] for n in sorted(recalled)] == [native.inform(1)[n] for n in sorted(recalled)]


def test_a_node_never_changes_and_says_which_ways_there_are() -> None:
    root = load("kuhn-poker").tree()
    assert root.outcomes == (Fraction(1, 3),) * 3
    child = root.child(0)
    assert root.outcomes == (Fraction(1, 3),) * 3
    assert (child.seat, child.options) == (0, ("check", "bet"))
    with pytest.raises(IndexError, match="there are 2 ways to go on here"):
        child.child(2)
