"""How what browsers are told is written down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, dataclass_transform

import orjson

JsonObject = dict[str, Any]
"""What is answered by HTTP: the function that makes it is its definition."""


@dataclass_transform(frozen_default=True)
class Wire:
    """What browsers are told: an object with these fields, in this order."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


Written = orjson.Fragment
"""A part of a message that is written down already."""


def dumped(told: object) -> str:
    return orjson.dumps(told).decode()
