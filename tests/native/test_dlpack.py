"""Arrays handed over by DLPack: the same memory, alive for as long as somebody uses it."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

from kibitz.engine.native.gpu.dlpack import DlpackDevice, capsule


class Shared:
    """Somebody with numbers to share."""

    def __init__(self, numbers: np.ndarray[Any, Any]) -> None:
        self.numbers = numbers

    def __dlpack__(self, **wishes: object) -> Any:
        numbers = self.numbers
        return capsule(self, numbers.ctypes.data, numbers.shape, numbers.dtype, DlpackDevice.CPU)

    def __dlpack_device__(self) -> tuple[int, int]:
        return DlpackDevice.CPU, 0


@pytest.mark.parametrize("kind", ["i4", "u1", "u8"])
def test_others_see_the_same_memory(kind: str) -> None:
    numbers = np.arange(12, dtype=kind).reshape(3, 4)
    seen = np.from_dlpack(Shared(numbers))
    numbers[2, 1] = 99
    assert seen.dtype == numbers.dtype
    assert (seen == numbers).all()


@pytest.mark.usefixtures("only_new_garbage")
def test_the_owner_lives_as_long_as_its_memory_is_used() -> None:
    shared = Shared(np.arange(5, dtype=np.int32))
    alive = weakref.ref(shared)
    seen = np.from_dlpack(shared)
    del shared
    gc.collect()
    assert alive() is not None
    assert seen.tolist() == [0, 1, 2, 3, 4]
    del seen
    gc.collect()
    assert alive() is None


@pytest.mark.usefixtures("only_new_garbage")
def test_a_capsule_that_nobody_uses_holds_nothing() -> None:
    shared = Shared(np.arange(5, dtype=np.int32))
    alive = weakref.ref(shared)
    unused = shared.__dlpack__()
    del shared
    gc.collect()
    assert alive() is not None
    del unused
    gc.collect()
    assert alive() is None
