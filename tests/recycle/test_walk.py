"""The walk over a game's syntax."""

from __future__ import annotations

from kibitz.recycle.source import Span
from kibitz.recycle.syntax import (
    Binder,
    CardAt,
    End,
    Equal,
    Filter,
    Location,
    LocationClass,
    Move,
    Not,
    StrLiteral,
    Table,
    Type,
    Variable,
)
from kibitz.recycle.walk import children, nodes, visits

HERE = Span(0, 0)


def pile(name: str) -> Location:
    table = Table(span=HERE)
    return Location(table, LocationClass.VISIBLE, StrLiteral(name, span=HERE), None, span=HERE)


def top(name: str) -> CardAt:
    return CardAt(End.TOP, pile(name), span=HERE)


def test_the_parts_of_a_move_are_its_source_and_its_destination() -> None:
    source, destination = top("STOCK"), top("DISCARD")
    assert list(children(Move(source, destination, span=HERE))) == [source, destination]


def test_a_node_comes_before_its_parts_and_the_parts_in_order() -> None:
    move = Move(top("STOCK"), top("DISCARD"), span=HERE)
    names = [node.value for node in nodes(move) if isinstance(node, StrLiteral)]
    assert next(nodes(move)) is move
    assert names == ["STOCK", "DISCARD"]


def test_a_variable_refers_to_its_binder_without_containing_it() -> None:
    binder = Binder("C", Type.CARD, 0, span=HERE)
    assert list(children(Variable(binder, span=HERE))) == []


def test_a_binder_is_found_once_where_it_binds() -> None:
    binder = Binder("C", Type.CARD, 0, span=HERE)
    card = Variable(binder, span=HERE)
    kept = Filter(Type.CARDS, pile("STOCK"), binder, _same_card(card), span=HERE)
    assert [node for node in nodes(kept) if isinstance(node, Binder)] == [binder]


def test_a_visit_knows_what_surrounds_it_from_the_inside_out() -> None:
    move = Move(top("STOCK"), top("DISCARD"), span=HERE)
    name = next(v for v in visits(move) if v.node == StrLiteral("DISCARD", span=HERE))
    assert [type(around.node) for around in name.ancestors()] == [Location, CardAt, Move]
    assert [visit.field for visit in name.path()] == ["name", "cards", "destination", ""]


def test_deep_nesting_is_walked_without_recursion() -> None:
    condition = _same_card(Variable(Binder("C", Type.CARD, 0, span=HERE), span=HERE))
    for _ in range(5000):
        condition = Not(condition, span=HERE)
    assert sum(isinstance(node, Not) for node in nodes(condition)) == 5001


def _same_card(card: Variable) -> Not:
    return Not(Equal(Type.CARD, False, card, card, span=HERE), span=HERE)
