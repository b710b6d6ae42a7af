"""Where matches are played in bulk."""

from __future__ import annotations

from enum import StrEnum


class Device(StrEnum):
    CPU = "cpu"
    CUDA = "cuda"
    """A GPU of NVIDIA's."""
