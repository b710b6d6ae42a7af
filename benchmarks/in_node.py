"""Modules called in Node, with memory that is laid out here; what they have written comes back."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.engine.native.layout import context
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.web_module import WebModule

NODE = shutil.which("node")
CALLER = Path(__file__).with_name("call_module.mjs")


class ModuleMemory:
    """The memory of a module before and after calls: blocks of bytes, and room beyond them."""

    def __init__(self, module: WebModule) -> None:
        self._module = module
        self._image = bytearray(64)
        self._calls: list[tuple[str, str, list[str]]] = []
        self.seconds: list[float] = []
        """Of the processor, for each of the calls."""
        self.context = self.block(bytes(context.SIZE))
        self._reserved = {
            "constants": module.description["constants"],
            "stack": module.description["stack"],
            **module.description["context"]["rooms"],
        }

    def block(self, data: bytes) -> int:
        """The address of a copy of the data."""
        address = len(self._image)
        self._image += data + bytes(-len(data) % 64)
        return address

    def write(self, address: int, data: bytes) -> None:
        self._image[address : address + len(data)] = data

    def read(self, address: int, size: int) -> bytes:
        return bytes(self._image[address : address + size])

    def call(self, signature: Signature, *values: int) -> None:
        """To be made when the memory is run, after the calls before it."""
        told = [str(value) for value in values]
        self._calls.append((signature.name, signature.parameters, told))

    def run(self) -> list[int]:
        """What the calls return."""
        end, places = len(self._image), {}
        for name, size in self._reserved.items():
            places[name] = end
            end += size + -size % 64
        scratch = memoryview(self._image)[self.context :]
        for name in self._module.description["context"]["rooms"]:
            getattr(context, name).put(scratch, places[name])
        scratch.release()
        job: dict[str, Any] = {
            "bytes": end,
            "constants": places["constants"],
            "stack": places["stack"] + self._reserved["stack"],
            "calls": self._calls,
        }
        results = _run(self._module.code, self._image, job)
        self.seconds = [seconds for _, seconds in results]
        return [int(result) for result, _ in results]


class NodeMemory:
    """A module that Node opens anew for every call, with the memory as it was left."""

    def __init__(self, module: WebModule, constants: int, stack: int) -> None:
        self._module, self._constants, self._stack = module, constants, stack
        self._image = bytearray()

    def grow(self, size: int, /) -> None:
        self._image += bytes(max(0, size - len(self._image)))

    def write(self, address: int, data: bytes, /) -> None:
        self._image[address : address + len(data)] = data

    def read(self, address: int, size: int, /) -> bytes:
        return bytes(self._image[address : address + size])

    def call(self, name: str, kinds: str, /, *values: int) -> int:
        job: dict[str, Any] = {
            "bytes": len(self._image),
            "constants": self._constants,
            "stack": self._stack,
            "calls": [(name, kinds, [str(value) for value in values])],
        }
        [[result, _]] = _run(self._module.code, self._image, job)
        return int(result)


def _run(code: bytes, image: bytearray, job: dict[str, Any]) -> list[list[float]]:
    """What the calls return, and how long they took; the memory is as they leave it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "module").write_bytes(code)
        (folder / "image").write_bytes(image)
        (folder / "job").write_text(json.dumps(job))
        results: list[list[float]] = json.loads(_told(folder))
        image[:] = (folder / "image").read_bytes()
    return results


@cache
def _node() -> subprocess.Popen[str]:
    """One for all modules; it ends with whoever asks it, who closes what it reads."""
    assert NODE is not None
    pipe = subprocess.PIPE
    return subprocess.Popen([NODE, str(CALLER)], stdin=pipe, stdout=pipe, text=True)


def _told(folder: Path) -> str:
    """What Node answers; what it complains of instead goes where our complaints go."""
    node = _node()
    assert node.stdin is not None
    assert node.stdout is not None
    node.stdin.write(f"{folder}\n")
    node.stdin.flush()
    told = node.stdout.readline()
    if not told:
        _node.cache_clear()
        node.stdin.close()
        node.stdout.close()
        raise AssertionError(f"the module failed in node, which ended with {node.wait()}")
    return told
