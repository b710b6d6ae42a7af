"""NVIDIA's driver, as far as it is needed: memory on a GPU, code for it, and launches.

The driver is spoken to through `cuda-bindings`, which is loaded when a GPU is first asked for.
Everything happens in the GPU's primary context, which PyTorch, CuPy and others share.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from threading import Lock
from time import monotonic, sleep
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.engine.cancellation import current
from kibitz.engine.native.layout.signatures import Signature
from kibitz.recycle import KibitzError

LONGEST_LAUNCH = 0.4
"""Seconds after which a launch is told to stop; every thread looks between two decisions."""
_POLL = 0.0002

_C_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int32, "l": ctypes.c_uint64}


class NoGpu(KibitzError):
    """There is no GPU that could be used here; says what is missing."""


class GpuFault(KibitzError):
    """The driver refused something; says what and why."""


class Gpu:
    """The first GPU of this machine."""

    def __init__(self) -> None:
        """Raises NoGpu."""
        self._driver = _driver()
        self._lock = Lock()
        try:
            self._call("cuInit", 0)
            self._device = self._call("cuDeviceGet", 0)
            self._context = self._call("cuDevicePrimaryCtxRetain", self._device)
        except GpuFault as fault:
            raise NoGpu(f"no NVIDIA GPU can be used here: {fault}") from None
        self.use()
        self.name = self._call("cuDeviceGetName", 80, self._device).split(b"\0")[0].decode()
        flag = self._driver.CUstream_flags.CU_STREAM_NON_BLOCKING
        self._stream, self._aside = (self._call("cuStreamCreate", flag) for _ in range(2))
        self._stop = self.memory(4)
        self.clear(self._stop)

    def _call(self, name: str, *arguments: object) -> Any:
        """One call of the driver, and what it gives. Raises GpuFault."""
        status, *results = getattr(self._driver, name)(*arguments)
        if status != self._driver.CUresult.CUDA_SUCCESS:
            raise GpuFault(f"{status.name.removeprefix('CUDA_ERROR_').lower().replace('_', ' ')}")
        return results[0] if len(results) == 1 else results

    def use(self) -> None:
        """This thread talks to this GPU from now on."""
        self._call("cuCtxSetCurrent", self._context)

    def memory(self, size: int) -> Memory:
        """So many bytes on the GPU, as long as the object lives; what they hold is anything."""
        return Memory(self, int(self._call("cuMemAlloc", max(1, size))), size)

    def free(self, address: int) -> None:
        self.use()
        self._call("cuMemFree", address)

    def upload(self, memory: Memory, data: bytes | npt.NDArray[Any]) -> None:
        source = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
        assert source.nbytes <= memory.size
        self._call("cuMemcpyHtoD", memory.address, source.ctypes.data, source.nbytes)

    def download(self, memory: Memory, target: npt.NDArray[Any]) -> None:
        assert target.nbytes <= memory.size
        assert target.flags.c_contiguous
        self._call("cuMemcpyDtoH", target.ctypes.data, memory.address, target.nbytes)

    def wait_for_others(self) -> None:
        """Until everything is done that was begun on the GPU, also by other libraries, whose
        streams know nothing of ours: PyTorch still works on what it hands over."""
        self._call("cuCtxSynchronize")

    def clear(self, memory: Memory) -> None:
        """Done when it returns: the driver's own call only begins it, beside whatever runs."""
        self._call("cuMemsetD8Async", memory.address, 0, memory.size, self._stream)
        self._call("cuStreamSynchronize", self._stream)

    def load(self, ptx: bytes) -> GpuCode:
        """Code for this GPU. Raises GpuFault if the driver cannot read the text."""
        self.use()
        try:
            module = self._call("cuModuleLoadData", ptx + b"\0")
        except GpuFault as fault:
            raise GpuFault(f"the driver of {self.name} cannot load the game: {fault}") from None
        return GpuCode(self, module)

    def kernel(self, module: Any, name: str, fast_bytes: int) -> Any:
        function = self._call("cuModuleGetFunction", module, name.encode())
        if fast_bytes:
            attribute = self._driver.CUfunction_attribute
            most = attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            self._call("cuFuncSetAttribute", function, most, fast_bytes)
        return function

    @property
    def stop_address(self) -> int:
        """Of the word that says whether a launch is to stop."""
        return self._stop.address

    def launch(
        self, kernel: Any, blocks: int, threads: int, fast_bytes: int, arguments: Any
    ) -> float:
        """Run the kernel to its end, or tell it to stop when it is time; the seconds it took."""
        with self._lock:
            self.use()
            start = monotonic()
            self._call(
                "cuLaunchKernel",
                *(kernel, blocks, 1, 1, threads, 1, 1, fast_bytes, self._stream, arguments, 0),
            )
            self._wait(start)
            return monotonic() - start

    def _wait(self, start: float) -> None:
        told, success = False, self._driver.CUresult.CUDA_SUCCESS
        while True:
            (status,) = self._driver.cuStreamQuery(self._stream)
            if status == success:
                break
            if status != self._driver.CUresult.CUDA_ERROR_NOT_READY:
                raise GpuFault(f"the GPU gave up: {status.name.lower()}")
            if not told and (current().is_set() or monotonic() - start > LONGEST_LAUNCH):
                self._tell(1)
                told = True
            sleep(_POLL)
        if told:
            self._tell(0)

    def _tell(self, word: int) -> None:
        """Write the word that threads look at, beside whatever runs."""
        source = np.array([word], np.int32)
        self._call("cuMemcpyHtoDAsync", self._stop.address, source.ctypes.data, 4, self._aside)
        self._call("cuStreamSynchronize", self._aside)


class Memory:
    """Bytes on a GPU."""

    def __init__(self, gpu: Gpu, address: int, size: int) -> None:
        self._gpu = gpu
        self.address = address
        self.size = size

    def __del__(self) -> None:
        self._gpu.free(self.address)


class GpuCode:
    """Kernels of one text, ready to be launched."""

    def __init__(self, gpu: Gpu, module: Any) -> None:
        self.gpu = gpu
        self._module = module

    def kernel(
        self, signature: Signature, threads: int, fast_bytes: int = 0
    ) -> Callable[[int, Sequence[int]], float]:
        """Launches it on so many threads at least; they come in blocks of `threads`.

        A thread takes `fast_bytes` of its block's fast memory. Gives the seconds it took.
        """
        shared = threads * fast_bytes
        function = self.gpu.kernel(self._module, signature.name, shared)
        kinds = tuple(_C_TYPES[letter] for letter in signature.parameters)

        def launch(count: int, values: Sequence[int]) -> float:
            blocks = -(-count // threads)
            return self.gpu.launch(function, blocks, threads, shared, (tuple(values), kinds))

        return launch


@cache
def gpu() -> Gpu:
    """The GPU of this machine. Raises NoGpu."""
    return Gpu()


def _driver() -> Any:
    try:
        driver = import_module("cuda.bindings.driver")
    except ImportError:
        raise NoGpu("matches on a GPU need the extra cuda: pip install 'kibitz[cuda]'") from None
    try:
        driver.cuDriverGetVersion()
    except RuntimeError:
        raise NoGpu("no NVIDIA driver is installed here") from None
    return driver
