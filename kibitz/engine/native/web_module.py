"""A game as a WebAssembly module for other people's programs, with what lies where in its memory.

The description is made of the tables that Python itself packs by; nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from kibitz import __version__
from kibitz.engine import limits
from kibitz.engine.native.layout import context, net_layout, signatures
from kibitz.engine.native.layout.bounds import most_options, row_width
from kibitz.engine.native.layout.fields import Field
from kibitz.engine.native.layout.signatures import Purpose, Signature
from kibitz.engine.native.layout.state_layout import FRAME_SIZE, StateLayout, decides, state_layout
from kibitz.engine.native.llvm import wasm
from kibitz.engine.native.runtime.code import object_code
from kibitz.engine.native.search import plans, search_layout
from kibitz.engine.program import Program

FORMAT = "kibitz module 1"
STACK = limits.CODE_ROOM + (1 << 16)
"""Bytes that suffice for whatever is emitted."""
_TABLES: Mapping[Purpose, Mapping[str, object]] = {
    Purpose.PLAY: {},
    Purpose.SEARCH: {"search": search_layout, "worlds": plans},
    Purpose.LEARN: {"search": search_layout, "worlds": plans, "net": net_layout},
}
"""What else its caller must lay out."""


@dataclass(frozen=True, slots=True)
class WebModule:
    """The module, and what whoever calls it must know."""

    code: bytes
    description: Mapping[str, Any]


def web_module(program: Program, purpose: Purpose) -> WebModule:
    """The game as WebAssembly. Raises RecycleError if it comes to more code than may be."""
    made, layout, width = (
        object_code(program, purpose, target=wasm),
        state_layout(program),
        row_width(program),
    )
    rows = most_options(program, layout) + 1
    arena = context.ARENA_SIZE if context.keeps_lists(made.faults) else 0
    rooms = {"ROWS": 4 * width * rows, "KEYS": 4 * rows, "ARENA": arena, "STOP": 4}
    description = {
        "format": FORMAT,
        "kibitz": __version__,
        "options": dict(program.options),
        "players": program.players,
        "goal": program.goal.value,
        "purpose": purpose.value,
        "functions": _functions(made.code),
        "constants": wasm.constant_bytes(made.code),
        "stack": STACK,
        "state": {"bytes": layout.size, "fields": _listed(_layout_fields(layout))},
        "context": {"bytes": context.SIZE, "fields": _listed(vars(context)), "rooms": rooms},
        "row": {"numbers": width, "most": rows},
        "decisions": {
            str(step): {
                "seat": layout.seat_frames + FRAME_SIZE * layout.depths[step][0],
                "alternatives": list(decide.names),
            }
            for step, decide in decides(program).items()
        },
        "tables": {name: _listed(vars(table)) for name, table in _TABLES[purpose].items()},
        "faults": [
            {"slug": slug, "from": span and span.start, "to": span and span.end}
            for slug, span in made.faults
        ],
    }
    return WebModule(made.code, description)


def _functions(code: bytes) -> dict[str, str]:
    """What can be called, and what it takes."""
    known = [one for one in vars(signatures).values() if isinstance(one, Signature)]
    exported = set(wasm.exports(code))
    return {one.name: one.parameters for one in known if one.name in exported}


def _layout_fields(layout: StateLayout) -> dict[str, object]:
    return {one.name: getattr(layout, one.name) for one in fields(layout)}


def _listed(named: Mapping[str, object]) -> dict[str, dict[str, int | str] | int]:
    """Where each field begins, the letter that `struct` has for its kind, and how many there are;
    and numbers that both sides must know."""
    listed: dict[str, dict[str, int | str] | int] = {}
    for name, one in named.items():
        if isinstance(one, Field):
            listed[name] = {"at": int(one), "kind": one.kind, "count": one.count}
        elif isinstance(one, int) and name.isupper() and not name.startswith("_"):
            listed[name] = one
    return listed
