"""Stages and choices flattened into a list of steps."""

from __future__ import annotations

from kibitz.engine.lower import folding
from kibitz.engine.lower.acts import StatementLowering
from kibitz.engine.program import (
    Again,
    Condition,
    Decide,
    Enter,
    Finish,
    Leave,
    Perform,
    Step,
    Truth,
)
from kibitz.recycle import syntax


def lower_nodes(
    lowering: StatementLowering, before: tuple[Step, ...], nodes: tuple[syntax.GameNode, ...]
) -> tuple[Step, ...]:
    """The steps `before`, then those of the nodes, then the end of the match."""
    code = list(before)
    for node in nodes:
        _append(lowering, code, node)
    return (*code, Finish())


def _append(lowering: StatementLowering, code: list[Step], node: syntax.GameNode) -> None:
    match node:
        case syntax.Stage():
            _append_stage(lowering, code, node)
        case syntax.Choice():
            code.append(Decide(*lowering.alternatives(node), node.span))
        case _:
            statement = lowering.statement(node)
            if statement != folding.NOTHING:
                code.append(Perform(statement, node.span))


def _append_stage(lowering: StatementLowering, code: list[Step], stage: syntax.Stage) -> None:
    end: Condition | None = None if stage.end is None else lowering.condition(stage.end)
    if end == Truth(True):  # the options leave nothing of this stage
        return
    enter = len(code)
    code.append(Enter(stage.kind, end, 0, stage.span))
    for node in stage.nodes:
        _append(lowering, code, node)
    exit_step = len(code) + 1
    code.append(Again(stage.kind, end, enter + 1, exit_step, stage.span))
    code.append(Leave(stage.kind))
    code[enter] = Enter(stage.kind, end, exit_step, stage.span)
