"""What nodes say about themselves, and that none can be made that does not."""

from __future__ import annotations

from inspect import get_annotations
from typing import get_args

import pytest

from kibitz.engine import program
from kibitz.engine.program.facts import (
    CollectionNode,
    ExpressionNode,
    ProgramNode,
    StatementNode,
    collection,
    expression,
    statement,
)
from kibitz.recycle.checker.values import RULES
from kibitz.recycle.constants import OPERATIONS


@pytest.mark.parametrize(
    ("union", "kind"),
    [
        (program.Value, ExpressionNode),
        (program.Condition, ExpressionNode),
        (program.Card, ExpressionNode),
        (program.Collection, CollectionNode),
        (program.Statement, StatementNode),
    ],
)
def test_every_node_states_its_facts(union: object, kind: type) -> None:
    bases = [base for base in kind.__mro__ if issubclass(base, ProgramNode)]
    facts = [fact for base in bases for fact in get_annotations(base)]
    assert facts
    for node in get_args(union):
        assert issubclass(node, kind)
        assert all(isinstance(getattr(node, fact), bool) for fact in facts), node


@pytest.mark.parametrize("maker", [expression, collection, statement])
def test_a_node_that_leaves_a_fact_out_cannot_be_made(maker: type) -> None:
    with pytest.raises(TypeError, match=r"missing .* required keyword-only argument"):
        maker(finds=False)


def test_every_operation_can_be_written() -> None:
    assert set(OPERATIONS) <= set(RULES)
