"""What a net is told of every option, one by one: for tests that read it."""

from __future__ import annotations

import ctypes

import numpy as np
from packed_steps import option_rows

from kibitz.engine.native.layout import signatures
from kibitz.engine.native.layout.context import SIZE, TOUCHED
from kibitz.engine.native.learning.feature_plan import MOST_TRUE, counts_size
from kibitz.engine.native.learning.learner import Learner
from kibitz.engine.secrets import keeps_secrets
from kibitz.engine.state import State


def told_features(learner: Learner, position: State) -> list[list[int]]:
    """For every option: the features that a net is told of it."""
    code = learner.code
    block = code.packer.pack(position)
    seed, options, perform, sight, features = (
        code.function(getattr(signatures, name))
        for name in ("SEED", "OPTIONS", "PERFORM", "SIGHTED", "FEATURES")
    )
    state, memory = ctypes.create_string_buffer(block, len(block)), code.context
    context = memory.address
    # What options touch is told of each of them, and nothing for all together.
    ctypes.memset(context + TOUCHED, 1, SIZE - TOUCHED)
    seed(context, 0, 0)
    found = options(ctypes.addressof(state), context)
    rows = option_rows(memory, found, code.row_width)
    sighted, counts = np.zeros(256, np.uint8), np.zeros(counts_size(learner.plan), np.uint8)
    seat = position.seats[-1].position
    sight(ctypes.addressof(state), context, seat, sighted.ctypes.data)
    if keeps_secrets(learner.program):
        code.function(signatures.BLIND)(ctypes.addressof(state), context, seat)
    start, lists = learner.plan.step_starts[position.position], []
    for row in rows:
        after = ctypes.create_string_buffer(state.raw, len(state))
        numbers = (ctypes.c_int32 * len(row))(*row)
        perform(ctypes.addressof(after), context, ctypes.addressof(numbers))
        kept = np.zeros(MOST_TRUE, np.uint16)
        told = (context, seat, sighted.ctypes.data, kept.ctypes.data)
        counted = counts.ctypes.data
        count = features(ctypes.addressof(after), *told, 0, -1, counted)
        count = features(ctypes.addressof(after), *told, count, start + row[0], counted)
        lists.append(kept[:count].tolist())
    return lists
