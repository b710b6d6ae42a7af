"""Object code of a game: found on disk where it was kept, else emitted, compiled and kept.

It is kept under everything it depends on: the game's text and options, the purpose, the compiler
and the processor, and a digest of the files that read, lower and emit games. The files are read
whole for that: it takes some milliseconds, and whoever edits them never runs what they said before.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from kibitz import __version__
from kibitz.engine.cancellation import together
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.kept_files import user_cache
from kibitz.engine.native.llvm import host, nvptx
from kibitz.engine.native.runtime.signatures import FaultSite, Purpose
from kibitz.engine.program import Program
from kibitz.recycle import Span

_ROOMS = ("engine", "recycle")
"""The rooms whose code decides what is emitted."""


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


def object_code(program: Program, purpose: Purpose, *, checked: bool) -> ObjectCode:
    """The game as object code for this processor, or as PTX where the purpose wants a GPU."""
    target = nvptx if purpose.is_for_grid else host
    kept, name = user_cache("code"), _name(program, purpose, checked, target.name())
    found = kept.find(name)
    if found is not None:
        return ObjectCode.from_bytes(found)
    # Only whoever compiles pays for loading the compiler's front.
    from kibitz.engine.native.emission.passes import emit

    emitted = emit(program, Interpreter(program).laid_out(), purpose, checked=checked)
    (code,) = together([partial(target.object_code, emitted.text)])
    made = ObjectCode(code, emitted.faults)
    kept.keep(name, made.to_bytes())
    return made


def is_compiled(program: Program, purpose: Purpose) -> bool:
    """Whether there is object code on disk for this processor."""
    name = _name(program, purpose, checked=False, target=host.name())
    return user_cache("code").find(name) is not None


def _name(program: Program, purpose: Purpose, checked: bool, target: str) -> str:
    facts = [
        __version__,
        _digest_of_rooms(),
        target,
        purpose,
        checked,
        program.source.text,
        sorted(program.options.items()),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


@cache
def _digest_of_rooms() -> str:
    digest = hashlib.sha256()
    for room in _ROOMS:
        for folder, folders, names in os.walk(Path(__file__).parents[3] / room):
            folders.sort()
            for name in sorted(names):
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), "rb") as file:
                        digest.update(file.read())
    return digest.hexdigest()
