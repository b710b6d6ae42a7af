"""Values of any type that are one of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.recycle.syntax.types import BinderNode, LocationClass, Node, Type, node

if TYPE_CHECKING:
    from kibitz.recycle.syntax.expressions import BoolExpr, Collection, IntExpr, Value


@node
class IfNode(Node):
    """`(if BOOL X Y)`: a value of `type`, which is that of both sides. Two locations of one class
    are a LOCATION; where a side is a plain card list, so is the whole."""

    type: Type
    location_class: LocationClass | None
    """Of a location, or of all in a list of them."""
    condition: BoolExpr
    yes: Value
    no: Value


@node
class BestNode(Node):
    """`(best COLLECTION 'V INT)`: the first element of those with the greatest number; `type` is
    that of the element."""

    type: Type
    collection: Collection
    binder: BinderNode
    body: IntExpr


@node
class AtNode(Node):
    """`(at N LIST)`: the element with that number, the first being 1; `type` is that of it."""

    type: Type
    number: IntExpr
    collection: Collection
