"""The nodes of a game as steps: a flat list, through which play goes by numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise

from kibitz.engine import program as p
from kibitz.engine.lower import folding
from kibitz.engine.lower.acts import StatementLowering
from kibitz.engine.lower.together import TogetherLowering
from kibitz.engine.program.static_analysis import reads_hidden_cards, shuffles
from kibitz.recycle import syntax as s

Nodes = tuple[s.GameNode, ...]


def lower_nodes(
    lowering: StatementLowering, before: tuple[p.Step, ...], nodes: Nodes
) -> tuple[p.Step, ...]:
    """The steps `before`, then those of the nodes, then the end of the match."""
    code = list(before)
    _append_all(lowering, code, nodes)
    return (*code, p.Finish())


def _append_all(lowering: StatementLowering, code: list[p.Step], nodes: Nodes) -> None:
    for run in _runs(nodes):
        _append(lowering, code, run)


def _runs(nodes: Nodes) -> Iterator[Nodes]:
    """Every node alone, but an `else` with all that stands under conditions right before it."""
    run: list[s.GameNode] = []
    for node in nodes:
        run.append(node)
        if s.is_else(node):
            yield tuple(run)
            run = []
        elif s.guard_of(node) is None:
            yield from ((one,) for one in run)
            run = []
    yield from ((one,) for one in run)


def _append(lowering: StatementLowering, code: list[p.Step], run: Nodes) -> None:
    statements: list[s.Statement] = []
    for node in run:
        match node:
            case s.StageNode():
                _append_stage(lowering, code, node)
            case s.ChoiceNode():
                code.append(p.Decide(*lowering.alternatives(node), node.span))
            case s.GuardedNode():
                _append_guarded(lowering, code, run)
                return
            case _:
                statements.append(node)
    statement = folding.block(lowering.in_order(tuple(statements)))
    if statement != folding.NOTHING:
        span = run[0].span.to(run[-1].span)
        code += [p.Perform(part, span) for part in _parted(statement)]


# ---------------------------------------------------------------------------- under conditions


def _append_guarded(lowering: StatementLowering, code: list[p.Step], run: Nodes) -> None:
    """Every node under its condition, and the last one perhaps under `else`."""
    guarded = [
        (p.Branch(condition, 0, 0, guard.span), node)
        for node in run
        if (guard := s.guard_of(node)) is not None
        and (condition := lowering.asked(guard)) != p.Truth(False)
    ]
    last = run[-1]
    if s.is_else(last) and not any(lowering.constants.unreached(run)):
        _append_cases(lowering, code, guarded, last)
        return
    for branch, node in guarded:
        asked = len(code)
        code.append(branch)
        _append_inside(lowering, code, node)
        code[asked] = replace(branch, yes=asked + 1, no=len(code))


def _append_cases(
    lowering: StatementLowering,
    code: list[p.Step],
    guarded: list[tuple[p.Branch, s.GameNode]],
    otherwise: s.GameNode,
) -> None:
    """As long as no condition has held, one is asked after the other, and then comes the `else`.
    Behind a node that was played the rest is asked by steps of their own, which lead past it."""
    past = p.Branch(p.Truth(True), 0, 0, otherwise.span)
    first: list[int] = []
    again: list[int] = []
    for branch, node in guarded:
        if first:
            again.append(len(code))
            code.append(branch)
        first.append(len(code))
        code.append(branch)
        _append_inside(lowering, code, node)
    if guarded:
        again.append(len(code))
        code.append(past)
    first.append(len(code))
    _append_inside(lowering, code, otherwise)
    again.append(len(code))
    for (here, there), (branch, _) in zip(pairwise(first), guarded, strict=True):
        code[here] = replace(branch, yes=here + 1, no=there)
    bodies = [asked + 1 for asked in first[1:-1]]
    for (here, there), (branch, _), body in zip(
        pairwise(again), [*guarded[1:], (past, otherwise)], [*bodies, again[-1]], strict=False
    ):
        code[here] = replace(branch, yes=body, no=there)


def _append_inside(lowering: StatementLowering, code: list[p.Step], node: s.GameNode) -> None:
    """What stands under the condition, or under `else`."""
    match node:
        case s.GuardedNode():
            _append_all(lowering, code, (node.node,))
        case s.ConditionalNode() | s.ElseNode():
            _append_all(lowering, code, (node.statement,))


def _parted(statement: p.Statement) -> tuple[p.Statement, ...]:
    """In two where something is shuffled, and then told: what was told can be followed from there
    on, and nothing across a shuffle."""
    parts = statement.statements if isinstance(statement, p.Block) else ()
    shuffled = max((number for number, part in enumerate(parts) if shuffles(part)), default=-1)
    if shuffled >= 0:
        for number in range(shuffled + 1, len(parts)):
            if reads_hidden_cards(parts[number]):
                return folding.block(parts[:number]), folding.block(parts[number:])
    return (statement,)


def _append_stage(lowering: StatementLowering, code: list[p.Step], stage: s.StageNode) -> None:
    end: p.Condition | None = None if stage.end is None else lowering.condition(stage.end)
    if end == p.Truth(True):  # the options leave nothing of this stage
        return
    fresh = folding.NOTHING if stage.fresh is None else lowering.fresh(stage.fresh)
    cleared = [] if fresh == folding.NOTHING else [p.Perform(fresh, stage.span)]
    if stage.together:
        _append_together(lowering, code, stage, cleared)
        return
    with _turns(lowering, code, stage, end):
        code += cleared
        _append_all(lowering, code, stage.nodes)


@contextmanager
def _turns(
    lowering: StatementLowering, code: list[p.Step], stage: s.StageNode, end: p.Condition | None
) -> Iterator[None]:
    """What is appended inside is done in every turn of the stage."""
    enter = len(code)
    code.append(p.Enter(stage.kind, end, 0, stage.span))
    yield
    exit_step = len(code) + 1
    code.append(p.Again(stage.kind, end, enter + 1, exit_step, stage.span))
    code.append(p.LeaveStage(stage.kind))
    start = None if stage.start is None else lowering.value(stage.start)
    code[enter] = p.Enter(stage.kind, end, exit_step, stage.span, start, stage.backwards)


def _append_together(
    lowering: StatementLowering, code: list[p.Step], stage: s.StageNode, cleared: list[p.Perform]
) -> None:
    """One stage in which all pick, and one in which what they chose takes effect."""
    (choice,) = stage.nodes
    assert isinstance(choice, s.ChoiceNode), "the checker vouches"
    made = TogetherLowering(lowering, choice)
    with _turns(lowering, code, stage, None):
        code += cleared
        decide = len(code)
        code.append(made.picking())
    code[decide] = replace(made.picking(), effect=len(code) + 1)
    with _turns(lowering, code, stage, None):
        code.append(p.Perform(made.effect(), stage.span))
