"""Nodes are values: equal by their fields, whatever the place in the text, and never changed."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from kibitz.recycle.source import Span
from kibitz.recycle.syntax import IntLiteralNode, TableNode, Turn, TurnPlayerNode

HERE, THERE = Span(0, 1), Span(5, 6)


def test_nodes_are_equal_when_their_fields_are_wherever_they_stand() -> None:
    assert IntLiteralNode(3, span=HERE) == IntLiteralNode(3, span=THERE)
    assert hash(IntLiteralNode(3, span=HERE)) == hash(IntLiteralNode(3, span=THERE))
    assert IntLiteralNode(3, span=HERE) != IntLiteralNode(4, span=HERE)
    assert TableNode(span=HERE) == TableNode(span=THERE)


def test_nodes_of_two_classes_are_never_equal() -> None:
    assert TurnPlayerNode(Turn.NEXT, span=HERE) != IntLiteralNode(3, span=HERE)
    assert IntLiteralNode(3, span=HERE) != 3


def test_a_node_shows_its_fields() -> None:
    assert repr(IntLiteralNode(3, span=HERE)) == f"IntLiteralNode(span={HERE!r}, value=3)"


def test_a_node_cannot_be_changed() -> None:
    node = IntLiteralNode(3, span=HERE)
    with pytest.raises(FrozenInstanceError):
        node.value = 4  # type: ignore[misc]  # wrong on purpose
    with pytest.raises(FrozenInstanceError):
        del node.value
    assert node.value == 3


def test_a_node_can_be_copied_with_a_change_and_pickled() -> None:
    node = IntLiteralNode(3, span=HERE)
    assert replace(node, value=4) == IntLiteralNode(4, span=HERE)
    assert pickle.loads(pickle.dumps(node)).span == HERE
