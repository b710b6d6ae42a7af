"""Stages and choices flattened into a list of steps."""

from __future__ import annotations

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.acts import StatementLowering
from kibitz.recycle import syntax as s


def lower_nodes(
    lowering: StatementLowering, before: tuple[p.Step, ...], nodes: tuple[s.GameNode, ...]
) -> tuple[p.Step, ...]:
    """The steps `before`, then those of the nodes, then the end of the match."""
    code = list(before)
    for node in nodes:
        _append(lowering, code, node)
    return (*code, p.Finish())


def _append(lowering: StatementLowering, code: list[p.Step], node: s.GameNode) -> None:
    match node:
        case s.Stage():
            _append_stage(lowering, code, node)
        case s.Choice():
            code.append(p.Decide(*lowering.alternatives(node), node.span))
        case _:
            statement = lowering.statement(node)
            if statement != folding.NOTHING:
                code.append(p.Perform(statement, node.span))


def _append_stage(lowering: StatementLowering, code: list[p.Step], stage: s.Stage) -> None:
    end: p.Condition | None = None if stage.end is None else lowering.condition(stage.end)
    if end == p.Truth(True):  # the options leave nothing of this stage
        return
    enter = len(code)
    code.append(p.Enter(stage.kind, end, 0, stage.span))
    for node in stage.nodes:
        _append(lowering, code, node)
    exit_step = len(code) + 1
    code.append(p.Again(stage.kind, end, enter + 1, exit_step, stage.span))
    code.append(p.Leave(stage.kind))
    code[enter] = p.Enter(stage.kind, end, exit_step, stage.span)
