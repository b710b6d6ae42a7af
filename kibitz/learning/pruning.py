"""A net made small: without the rows that change least of what it says.

A row counts for as much as its feature is ever true. What a row that goes adds in the mean stays,
as a part of what the first layer begins with.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from kibitz.engine import Program
from kibitz.engine.native import Lesson, Student, learner
from kibitz.engine.native import net_layout as layout
from kibitz.learning.net import Net, as_kept, used_rows
from kibitz.learning.training import Course, measured

_MATCHES, _LESSONS = 40, 5
"""Matches that are looked at to see what is how often true."""
_SEED = 53
_PART = 20
"""Of the rows that are left, one of so many goes at a time."""


def pruned(program: Program, net: Net, most_bytes: int) -> Net:
    """The net, whose file is no larger than that; its curve ends with what it still knows."""
    if len(net.to_bytes()) <= most_bytes:
        return net
    often = often_true(program, net)
    weights = net.weights.copy()
    rows = weights[layout.ROWS :].reshape(-1, layout.WIDE)
    smaller = net
    while len(smaller.to_bytes()) > most_bytes:
        used = used_rows(weights)
        says = often[used] * (1 - often[used]) * (rows[used] ** 2).sum(axis=1)
        gone = used[np.argsort(says)[: max(1, len(used) // _PART)]]
        weights[layout.BIAS : layout.SECOND] += often[gone] @ rows[gone]
        rows[gone] = 0
        smaller = replace(smaller, weights=as_kept(weights))
    course = Course(seed=net.seed, threads=net.threads, by_score=net.by_score)
    return measured(program, course, smaller)


def often_true(program: Program, net: Net) -> npt.NDArray[np.float64]:
    """By row: in which part of the situations that the net comes to its feature is true."""
    code = learner(program)
    student = Student(code.plan.rows, net.weights)
    counts, samples = np.zeros(code.plan.rows), 0
    for number in range(_LESSONS):
        lesson = Lesson(
            seed=_SEED,
            first=number * _MATCHES,
            matches=_MATCHES,
            wants=net.wants,
            explore=0.05,
            rate=0.0,
            mean=net.mean,
            scale=net.scale,
        )
        learnt = code.teach(student, lesson)
        counts += np.bincount(student.features[: learnt.features], minlength=code.plan.rows)
        samples += learnt.samples
    often: npt.NDArray[np.float64] = np.minimum(1.0, counts / max(1, samples))
    return often
