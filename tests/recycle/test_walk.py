"""The walk over a game's syntax."""

from __future__ import annotations

from kibitz.recycle.source import Span
from kibitz.recycle.syntax import (
    BinderNode,
    CardAtNode,
    End,
    EqualNode,
    FilterNode,
    LocationClass,
    LocationNode,
    MoveNode,
    NotNode,
    StrLiteralNode,
    TableNode,
    Type,
    VariableNode,
)
from kibitz.recycle.syntax.types import children, nodes, visits

HERE = Span(0, 0)


def pile(name: str) -> LocationNode:
    table = TableNode(span=HERE)
    return LocationNode(
        table, LocationClass.VISIBLE, StrLiteralNode(name, span=HERE), None, span=HERE
    )


def top(name: str) -> CardAtNode:
    return CardAtNode(End.TOP, pile(name), span=HERE)


def test_the_parts_of_a_move_are_its_source_and_its_destination() -> None:
    source, destination = top("STOCK"), top("DISCARD")
    assert list(children(MoveNode(source, destination, span=HERE))) == [source, destination]


def test_a_node_comes_before_its_parts_and_the_parts_in_order() -> None:
    move = MoveNode(top("STOCK"), top("DISCARD"), span=HERE)
    names = [node.value for node in nodes(move) if isinstance(node, StrLiteralNode)]
    assert next(nodes(move)) is move
    assert names == ["STOCK", "DISCARD"]


def test_a_variable_refers_to_its_binder_without_containing_it() -> None:
    binder = BinderNode("C", Type.CARD, 0, span=HERE)
    assert list(children(VariableNode(binder, span=HERE))) == []


def test_a_binder_is_found_once_where_it_binds() -> None:
    binder = BinderNode("C", Type.CARD, 0, span=HERE)
    card = VariableNode(binder, span=HERE)
    kept = FilterNode(Type.CARDS, pile("STOCK"), binder, _same_card(card), span=HERE)
    assert [node for node in nodes(kept) if isinstance(node, BinderNode)] == [binder]


def test_a_visit_knows_what_surrounds_it_from_the_inside_out() -> None:
    move = MoveNode(top("STOCK"), top("DISCARD"), span=HERE)
    name = next(v for v in visits(move) if v.node == StrLiteralNode("DISCARD", span=HERE))
    assert [type(around.node) for around in name.ancestors()] == [
        LocationNode,
        CardAtNode,
        MoveNode,
    ]
    assert [visit.field for visit in (name, *name.ancestors())] == [
        "name",
        "cards",
        "destination",
        "",
    ]


def test_deep_nesting_is_walked_without_recursion() -> None:
    condition = _same_card(VariableNode(BinderNode("C", Type.CARD, 0, span=HERE), span=HERE))
    for _ in range(5000):
        condition = NotNode(condition, span=HERE)
    assert sum(isinstance(node, NotNode) for node in nodes(condition)) == 5001


def _same_card(card: VariableNode) -> NotNode:
    return NotNode(EqualNode(Type.CARD, False, card, card, span=HERE), span=HERE)
