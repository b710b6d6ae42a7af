"""Rules that tell of every statement what it did, for somebody who looks for a mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from kibitz.engine.errors import Fault
from kibitz.engine.events import Event
from kibitz.engine.machine import Machine
from kibitz.engine.program import Action, Condition, Program
from kibitz.engine.rules.base import Act, TestRule
from kibitz.engine.rules.options import OptionRules
from kibitz.recycle import Span


class StatementEnding(Enum):
    DONE = auto()
    DOES_NOT_HOLD = auto()
    """A condition: what it guards was left out."""
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class Traced:
    """An action, or a condition that did not hold: where it is written, and what came of it."""

    span: Span
    seat: int
    """Whose turn it was."""
    ending: StatementEnding
    kinds: Sequence[int]
    """The faces of the cards in play."""
    events: tuple[Event, ...] = ()
    """Secrets included."""


class TracingRules(OptionRules):
    """The rules of a program; `note` hears of all that is really played, not of what is tried."""

    def __init__(self, program: Program, note: Callable[[Traced], None]) -> None:
        super().__init__(program)
        self._note = note

    def asked(self, condition: Condition, span: Span) -> TestRule:
        test = super().asked(condition, span)

        def ask(m: Machine) -> bool:
            holds = test(m)
            if not holds and m.writer is not None and m.rng is not None:
                self._note(
                    Traced(span, m.seats[-1].position, StatementEnding.DOES_NOT_HOLD, m.kinds)
                )
            return holds

        return ask

    def action(self, node: Action) -> Act:
        act, span = super().action(node), node.span

        def run(m: Machine) -> None:
            if m.writer is None or m.rng is None:
                act(m)
                return
            seat, before = m.seats[-1].position, len(m.writer.events)
            try:
                act(m)
            except Fault:
                self._note(Traced(span, seat, StatementEnding.FAILED, m.kinds))
                raise
            self._note(
                Traced(span, seat, StatementEnding.DONE, m.kinds, tuple(m.writer.events[before:]))
            )

        return run
