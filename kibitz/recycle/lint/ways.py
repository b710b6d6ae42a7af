"""What is certain, or likely enough, about card lists on the way to a place in the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.recycle import syntax as s
from kibitz.recycle.lint.facts import Facts, Known
from kibitz.recycle.lint.places import Place, Places, filled_by
from kibitz.recycle.walk import Visit, children


class Ways:
    """Gathers what was asked and done before a place is reached."""

    def __init__(self, facts: Facts, places: Places) -> None:
        self._facts = facts
        self._places = places
        self._filled_by_step: dict[int, frozenset[Place]] = {}
        self._emptied_by_stage: dict[int, frozenset[Place]] = {}

    def known_at(self, visit: Visit) -> Known:
        """The card lists that have cards when the program comes to this place."""
        known = Known()
        lost: set[Place] = set()
        inner = visit
        for outer in visit.ancestors():
            self._look_around(known, inner, outer)
            known.places |= self._left_behind(inner, outer) - lost
            if isinstance(outer.node, s.Stage):
                lost |= self._emptied(outer.node)
            inner = outer
        return known

    def _look_around(self, known: Known, inner: Visit, outer: Visit) -> None:
        node = outer.node
        match node:
            case s.And() | s.Or():
                for earlier in node.operands:
                    if earlier is inner.node:
                        break
                    self._facts.learn(known, earlier, holds=isinstance(node, s.And))
            case s.Conditional() if inner.field == "statement":
                self._facts.learn(known, node.condition, holds=True)
            case s.Loop() | s.Filter() | s.Quantified() | s.SumOver() | s.Collect():
                if inner.field != "collection":
                    self._facts.has_cards(known, node.collection)
            case s.Stage() if node.end is not None and inner.field == "nodes":
                self._facts.learn(known, node.end, holds=False)
            case _:
                pass

    def _left_behind(self, inner: Visit, outer: Visit) -> set[Place]:
        """The locations that what stands before `inner` in a sequence has put cards into."""
        holding: set[Place] = set()
        for step in _steps_before(inner, outer):
            holding |= self._surely_filled(step)
            if isinstance(step, s.Stage):
                holding -= self._emptied(step)
                holding |= self._at_end(step)
        return holding

    def _at_end(self, stage: s.Stage) -> set[Place]:
        known = Known()
        if stage.end is not None:
            self._facts.learn(known, stage.end, holds=True)
        return known.places

    def _emptied(self, stage: s.Stage) -> frozenset[Place]:
        if id(stage) not in self._emptied_by_stage:
            self._emptied_by_stage[id(stage)] = self._places.emptied(stage) or frozenset()
        return self._emptied_by_stage[id(stage)]

    def _surely_filled(self, step: s.Node) -> frozenset[Place]:
        if id(step) not in self._filled_by_step:
            targets = (t for node in _unconditional(step) for t in filled_by(node))
            places = (self._places.of(target) or frozenset() for target in targets)
            self._filled_by_step[id(step)] = frozenset().union(*places)
        return self._filled_by_step[id(step)]


def _steps_before(inner: Visit, outer: Visit) -> Iterator[s.Node]:
    steps: Sequence[s.Node] = ()
    match outer.node:
        case s.Block(statements=statements):
            steps = statements
        case s.Stage(nodes=steps_of_turn) if inner.field == "nodes":
            steps = steps_of_turn
        case s.Game(setup=setup, nodes=steps_of_game):
            steps = (setup, *steps_of_game)
        case _:
            pass
    for step in steps:
        if step is inner.node:
            return
        yield step


def _unconditional(step: s.Node) -> Iterator[s.Node]:
    """The nodes below a step, except what a condition outside a choice may leave out."""
    waiting = [(step, False)]
    while waiting:
        node, chosen = waiting.pop()
        yield node
        chosen = chosen or isinstance(node, s.Choice)
        if not isinstance(node, s.Conditional) or chosen:
            waiting.extend((child, chosen) for child in children(node))
