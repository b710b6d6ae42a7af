"""A match as a tree with chance nodes, against what is known of small games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

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


def test_a_node_never_changes_and_says_which_ways_there_are() -> None:
    root = load("kuhn-poker").tree()
    assert root.outcomes == (Fraction(1, 3),) * 3
    child = root.child(0)
    assert root.outcomes == (Fraction(1, 3),) * 3
    assert (child.seat, child.options) == (0, ("check", "bet"))
    with pytest.raises(IndexError, match="there are 2 ways to go on here"):
        child.child(2)
