"""Machine code of one game, and the scratch memory of every thread that calls it."""

from __future__ import annotations

from collections.abc import Callable
from threading import local

from kibitz.engine.cancellation import current
from kibitz.engine.errors import MatchError
from kibitz.engine.native.emission.rows import most_options, row_width
from kibitz.engine.native.llvm import host
from kibitz.engine.native.runtime.context import Context, keeps_lists
from kibitz.engine.native.runtime.object_code import object_code
from kibitz.engine.native.runtime.packing import Packer
from kibitz.engine.native.runtime.signatures import FaultSite, Purpose, Signature
from kibitz.engine.native.runtime.state_layout import state_layout
from kibitz.engine.native.runtime.validation import Validator
from kibitz.engine.program import Program
from kibitz.recycle import Diagnostic, Label, Source, Span


class NativeCode:
    """What was emitted for one program and one purpose, ready to be called from any thread."""

    def __init__(self, program: Program, purpose: Purpose, *, checked: bool = False) -> None:
        self._source = program.source
        self.row_width = row_width(program)
        layout = self.layout = state_layout(program)
        # One row more than can be, so that reporting the limit needs no care.
        self._rows = most_options(program, layout) + 1
        self.state_bytes = layout.size
        self.packer = Packer(program, layout)
        self.validator = Validator(program, layout, self.packer)
        made = object_code(program, purpose, checked=checked)
        self._faults = made.faults
        self._has_arena = keeps_lists(made.faults)
        self._code = host.load(made.code)
        self._threads = local()

    def function(self, signature: Signature) -> Callable[..., int]:
        """One of the emitted functions."""
        return self._code.function(signature)

    @property
    def context(self) -> Context:
        """The scratch memory of this thread for a question that begins now: whoever calls code asks
        for it anew. Code that is given it can be stopped."""
        self.used_context.begin(current())
        return self.used_context

    @property
    def used_context(self) -> Context:
        """The scratch memory of this thread as its last question left it."""
        if not hasattr(self._threads, "context"):
            self._threads.context = Context(
                self._rows, 4 * self.row_width, has_arena=self._has_arena
            )
        context: Context = self._threads.context
        return context

    @property
    def fault(self) -> FaultSite:
        """The fault that this thread's last call met."""
        return self._faults[self.used_context.status - 1]

    def match_error(self, where: str) -> MatchError:
        """The fault that this thread's last call met, as far as native code knows it."""
        return fault_report(self._source, self.fault, where)


def fault_report(source: Source, fault: FaultSite, where: str) -> MatchError:
    """The fault as far as native code knows it."""
    slug, span = fault
    label = Label(span or Span(0, 0), where)
    headline = f"a rule failed in a simulation: {slug.replace('-', ' ')}"
    return MatchError(source, Diagnostic(slug, headline, label))
