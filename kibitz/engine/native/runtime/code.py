"""Machine code of one game, and the scratch memory of every thread that calls it.

Object code is found on disk where it was kept, else emitted, compiled and kept. It is kept under
everything it depends on: the game's text and options, the purpose, the compiler and the processor,
and a digest of the files that read, lower and emit games.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import local
from typing import Protocol

from kibitz.engine.by_rules import name_by_rules
from kibitz.engine.cancellation import current, together
from kibitz.engine.errors import MatchError
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.native.layout.bounds import most_options, row_width
from kibitz.engine.native.layout.context import Context, keeps_lists
from kibitz.engine.native.layout.packing import Packer, Validator
from kibitz.engine.native.layout.signatures import FaultSite, Purpose, Signature
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.llvm import host, nvptx
from kibitz.engine.program import Program
from kibitz.kept_files import user_cache
from kibitz.recycle import Diagnostic, Label, Source, Span


@dataclass(frozen=True, slots=True)
class ObjectCode:
    """What a target made of a game, and the faults that its numbers mean."""

    code: bytes
    faults: tuple[FaultSite, ...]

    def to_bytes(self) -> bytes:
        sites = [(slug, span and (span.start, span.end)) for slug, span in self.faults]
        return json.dumps(sites).encode() + b"\n" + self.code

    @staticmethod
    def from_bytes(data: bytes) -> ObjectCode:
        head, _, code = data.partition(b"\n")
        sites = ((slug, span and Span(*span)) for slug, span in json.loads(head))
        return ObjectCode(code, tuple(sites))


class Target(Protocol):
    """What makes code of LLVM text: a file of `llvm/`."""

    def name(self) -> str: ...
    def object_code(self, text: str, patience: int = ...) -> bytes: ...


def object_code(
    program: Program, purpose: Purpose, *, checked: bool = False, target: Target | None = None
) -> ObjectCode:
    """The game as object code for a target: by default this processor, or a GPU where the purpose
    wants one."""
    target = target or (nvptx if purpose.is_for_grid else host)
    kept, name = user_cache("code"), _name(program, purpose, checked, target.name())
    found = kept.find(name)
    if found is not None:
        return ObjectCode.from_bytes(found)
    # Only whoever compiles pays for loading the compiler's front.
    from kibitz.engine.native.passes import emit

    emitted = emit(program, Interpreter(program).laid_out(), purpose, checked=checked)
    compiling = partial(target.object_code, emitted.text)
    if checked:  # is compared with, and never waited for
        compiling = partial(compiling, patience=0)
    (code,) = together([compiling])
    made = ObjectCode(code, emitted.faults)
    kept.keep(name, made.to_bytes())
    return made


def is_compiled(program: Program, purpose: Purpose) -> bool:
    """Whether there is object code on disk for this processor."""
    name = _name(program, purpose, checked=False, target=host.name())
    return user_cache("code").find(name) is not None


def _name(program: Program, purpose: Purpose, checked: bool, target: str) -> str:
    return name_by_rules(program, target, purpose, checked)


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
        context = self.used_context
        context.begin(current())
        return context

    @property
    def used_context(self) -> Context:
        """The scratch memory of this thread as its last question left it."""
        found: Context | None = getattr(self._threads, "context", None)
        if found is None:
            found = Context(self._rows, 4 * self.row_width, has_arena=self._has_arena)
            self._threads.context = found
        return found

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
