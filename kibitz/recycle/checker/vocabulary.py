"""Words and numbers the checker asks about again and again."""

from __future__ import annotations

from kibitz.recycle.syntax import LocationClass

STORAGE_WORDS = frozenset({"sto", "str", "points"})
CLASS_WORDS = frozenset(location_class.value for location_class in LocationClass)
TURN_WORDS = frozenset({"current", "next", "previous"})
OWNER_WORDS = frozenset({"player", "team"})
SIZE_OPERATORS = frozenset({"<", ">", "<=", ">=", "==", "!="})
REFUSED_WORDS = frozenset(
    ["simultaneous", "sort", "faro", "actual", "tuples", "new", "put", "initialize"]
)
"""Words of newer and older dialects, which are refused with a reason."""
