"""A net as a page has it: the numbers that its file keeps, and what it wants."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from kibitz.engine.native.learning import net_layout as net


@dataclass(frozen=True, slots=True)
class PageNet:
    """A net, its numbers as emitted code reads them."""

    weights: bytes
    wants: tuple[float, float]
    mean: float
    scale: float


def unpacked(data: bytes, numbers: int) -> bytes:
    """So many numbers, of four bytes each, from what a file of a net keeps: how many rows are
    used; the upper layers; the number, the scale and the steps of every row."""
    (count,) = struct.unpack_from("<i", data)
    upper = 4 + 4 * net.ROWS
    used = struct.unpack_from(f"<{count}H", data, upper)
    scales = struct.unpack_from(f"<{count}f", data, upper + 2 * count)
    steps = struct.iter_unpack(f"<{net.WIDE}b", data[upper + 6 * count :])
    weights = bytearray(4 * numbers)
    weights[: 4 * net.ROWS] = data[4:upper]
    row = struct.Struct(f"<{net.WIDE}f")
    for number, scale, own in zip(used, scales, steps, strict=True):
        at = 4 * (net.ROWS + net.WIDE * number)
        row.pack_into(weights, at, *(scale * step for step in own))
    return bytes(weights)
