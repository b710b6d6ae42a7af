"""Single steps of native code on packed states, to be compared with the interpreter's."""

from __future__ import annotations

import ctypes

from kibitz.engine import IllegalChoice, Outcome, Rng
from kibitz.engine.native import NativeEngine
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.context import RNG, ROWS, SIZE, Context
from kibitz.engine.native.runtime.engine import Disagreement


def words_of(context: Context) -> ctypes.Array[ctypes.c_char]:
    """All that stands in a context, to be read and written."""
    return (ctypes.c_char * SIZE).from_address(context.address)


def set_rng(context: Context, rng: Rng) -> None:
    """What is drawn next is what the generator would draw."""
    RNG.put(words_of(context), *rng.words)


def option_rows(context: Context, count: int, width: int) -> list[tuple[int, ...]]:
    """The first rows of options that were found, as numbers."""
    kind = ctypes.c_int32 * (count * width)
    flat = kind.from_address(ROWS.get(words_of(context)))
    return [tuple(flat[start : start + width]) for start in range(0, count * width, width)]


def deal_packed(engine: NativeEngine, rng: Rng) -> bytes:
    """A new match up to its first decision; the generator moves on."""
    block, context = ctypes.create_string_buffer(engine.state_bytes), engine.code.context
    set_rng(context, rng)
    if engine.code.function(signatures.DEAL)(ctypes.addressof(block), context.address) < 0:
        engine.interpreter.deal(rng)
        raise engine.silent_fault()
    rng.jump_to(context.rng_words())
    return block.raw


def rows_packed(engine: NativeEngine, block: bytes) -> list[tuple[int, ...]]:
    """The option rows of a packed state; none when the match is over."""
    if engine.code.packer.position(engine.validated(block)) == len(engine.program.code) - 1:
        return []
    memory, context = ctypes.create_string_buffer(block, len(block)), engine.code.context
    find = engine.code.function(signatures.OPTIONS)
    count = find(ctypes.addressof(memory), context.address)
    if count < 0:
        engine.interpreter.find_options(engine.unpack(block))
        raise engine.silent_fault()
    if memory.raw != block:
        raise Disagreement("finding the options changed the state")
    return option_rows(context, count, engine.code.row_width)


def apply_packed(engine: NativeEngine, block: bytes, option: int, rng: Rng) -> bytes:
    """The state after that option, at its next decision; the generator moves on."""
    rows = rows_packed(engine, block)
    if not 0 <= option < len(rows):
        raise IllegalChoice(f"there are {len(rows)} options, there is no option {option}")
    memory, context = ctypes.create_string_buffer(block, len(block)), engine.code.context
    row = (ctypes.c_int32 * len(rows[option]))(*rows[option])
    set_rng(context, rng)
    state = ctypes.addressof(memory)
    perform = engine.code.function(signatures.PERFORM)
    failed = perform(state, context.address, ctypes.addressof(row)) < 0
    if failed or engine.code.function(signatures.ADVANCE)(state, context.address) < 0:
        engine.interpreter.apply(engine.interpreter.at(engine.unpack(block)), option, rng)
        raise engine.silent_fault()
    rng.jump_to(context.rng_words())
    return memory.raw


def score_packed(engine: NativeEngine, block: bytes) -> Outcome:
    """The outcome if the match stopped here."""
    engine.validated(block)
    memory, context = ctypes.create_string_buffer(block, len(block)), engine.code.context
    scores = (ctypes.c_int32 * engine.program.players)()
    state, count = ctypes.addressof(memory), engine.code.function(signatures.SCORE)
    if count(state, context.address, ctypes.addressof(scores)) < 0:
        engine.interpreter.score(engine.unpack(block))
        raise engine.silent_fault()
    return Outcome(tuple(scores), engine.program.goal)
