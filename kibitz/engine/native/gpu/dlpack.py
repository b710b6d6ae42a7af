"""Arrays handed to other libraries as DLPack asks for it, without a copy.

What is handed over is a capsule around a C structure that says where the numbers lie. Whoever
takes it marks the capsule as used and calls `deleter` when it no longer needs the memory.
"""

from __future__ import annotations

import ctypes
from enum import IntEnum
from math import prod
from typing import Any

import numpy as np

_NAME = b"dltensor"
_KINDS = {"i": 0, "u": 1, "f": 2}
"""How DLPack numbers the kinds of numbers."""


class DlpackDevice(IntEnum):
    """Where the memory is, as DLPack numbers it."""

    CPU = 1
    CUDA = 2


class _TensorDevice(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _ElementType(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _TensorDevice),
        ("dimensions", ctypes.c_int32),
        ("type", _ElementType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Managed._fields_ = (("tensor", _Tensor), ("manager", ctypes.c_void_p), ("deleter", _Deleter))

_handed_over: dict[int, tuple[object, ...]] = {}
"""What must live as long as somebody else uses it, by the address of the structure."""


def _give_up(managed: Any) -> None:
    _handed_over.pop(ctypes.addressof(managed.contents), None)


def _drop(capsule: int) -> None:
    """Of a capsule that nobody used."""
    if _api("PyCapsule_IsValid", ctypes.c_int)(capsule, _NAME):
        address = _api("PyCapsule_GetPointer", ctypes.c_void_p)(capsule, _NAME)
        _handed_over.pop(address, None)


_deleter, _destructor = _Deleter(_give_up), _Destructor(_drop)


def _api(name: str, result: Any) -> Any:
    kinds = (ctypes.c_void_p, ctypes.c_char_p)
    return ctypes.PYFUNCTYPE(result, *kinds)((name, ctypes.pythonapi))


def capsule(
    owner: object, address: int, shape: tuple[int, ...], kind: np.dtype[Any], place: DlpackDevice
) -> Any:
    """A capsule for an array in one piece; `owner` lives as long as its memory is used."""
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    strides = (ctypes.c_int64 * len(shape))(*(prod(shape[n + 1 :]) for n in range(len(shape))))
    numbers = _ElementType(_KINDS[kind.kind], 8 * kind.itemsize, 1)
    tensor = _Tensor(address, _TensorDevice(place, 0), len(shape), numbers, sizes, strides, 0)
    managed = _Managed(tensor, None, _deleter)
    _handed_over[ctypes.addressof(managed)] = (owner, sizes, strides, managed)
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _Destructor)
    return make(("PyCapsule_New", ctypes.pythonapi))(ctypes.addressof(managed), _NAME, _destructor)
