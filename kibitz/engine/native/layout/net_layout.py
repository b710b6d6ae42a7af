"""Where the parts of a net and of what it learns from lie, as emitted code and its caller see them.

A net adds up the rows of all features that are true, squeezes the sum twice, and says two things
of the situation: the place to expect, 1 for the first to 0 for the last, and the score.
"""

from __future__ import annotations

from kibitz.engine.native.layout.fields import Fields

WIDE, NARROW = 64, 32
"""Numbers in the first and the second layer."""
OUTPUTS = 2
PLACE, SCORE = range(OUTPUTS)
SLOPE = 0.01
"""What is left of a negative sum."""

BIAS = 0
"""In numbers of four bytes, from the start of a net: what the first layer begins with …"""
SECOND = BIAS + WIDE
"""… the weights from the first to the second layer …"""
SECOND_BIAS = SECOND + WIDE * NARROW
LAST = SECOND_BIAS + NARROW
LAST_BIAS = LAST + OUTPUTS * NARROW
ROWS = LAST_BIAS + 16
"""… and from here on a row of the first layer for every feature."""


LINE = 64
"""Bytes that a processor reads at once; sixteen numbers, and all parts of a net begin with one."""


def net_size(rows: int) -> int:
    """Numbers in a net."""
    return ROWS + rows * WIDE


# ---------------------------------------------------------------------------- learning

COPIES = 4
"""A net that learns is four blocks of the same shape: weights, means and squares of what they were
to change by, and the change that is being gathered."""
POWERS = 16
"""Behind them, bytes: how much of the means is there by now, two numbers of eight bytes; then the
number of the batch; then for every row the last batch that touched it, then those of this batch."""


def student_bytes(rows: int) -> int:
    return 4 * COPIES * net_size(rows) + POWERS + 8 + 8 * rows


LAYERS = 4 * (WIDE + NARROW + 4)
"""Bytes for what a net works out on the way: both layers, then the outputs."""
FIRST_LAYER, SECOND_LAYER, RESULT = 0, 4 * WIDE, 4 * (WIDE + NARROW)

_sample, _lesson = Fields(), Fields()
AT, COUNT, SEAT, EXPLORED = _sample.several("i", 4)
EXPECTED, BEST = _sample.take("f", OUTPUTS), _sample.take("f", OUTPUTS)
"""Where its features begin and how many they are, who chose, whether it was tried at random; what
was expected (then: what it should have been), and what was expected of the best option."""
SAMPLE = _sample.size
"""Bytes of a situation to learn from."""

MATCHES, LIMIT, CHANCE, FEATURE_ROOM, SAMPLE_ROOM = _lesson.several("i", 5)
"""How many matches, decisions in each, how often of 2**24 times any option is tried, and room."""
SAMPLES, FEATURES, PLAYED, DECISIONS, FAILED = _lesson.several("i", 5)
"""What came of it."""
SEED, FIRST = _lesson.several("Q", 2)
KEEP, MEAN, SCALE, SLIP = _lesson.several("d", 4)
"""Where chance comes from; how much of what came later is believed; how scores are told; and by how
much options are liked more or less by chance."""
LESSON = _lesson.size
"""Bytes of what is to be played to learn from."""

WHOLE_CHANCE = 1 << 24
BATCH = 128
WIDEST = 512
"""Who has more options than this learns nothing from the choice."""
