"""Lines of JSON that carry their own check, so that a file can grow and still be believed.

Every line is one JSON object whose last member, `check`, is a digest of the line and of the check
before it: a line that was altered, taken out or moved is noticed, and so is all that follows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_DIGITS = 16
_BEFORE, _AFTER = ',"check":"', '"}'
_TAIL = len(_BEFORE) + _DIGITS + len(_AFTER)


class BadLine(Exception):
    """A line that is not as it was written; `number` counts from 1."""

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number} is damaged or was altered")
        self.number = number


@dataclass(frozen=True, slots=True)
class CheckedLines:
    """What a file of checked lines holds."""

    entries: tuple[Mapping[str, Any], ...]
    length: int
    """In bytes; behind it may be a line that was cut off while it was written."""
    check: str
    """Of the last line, for the one that will follow."""


def checked_line(entry: Mapping[str, object], before: str) -> tuple[str, str]:
    """The entry as a line that follows the check `before`, and its own check."""
    body = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    check = _check(before, body)
    return f"{body[:-1]}{_BEFORE}{check}{_AFTER}\n", check


def read_checked(data: bytes) -> CheckedLines:
    """The lines of a file, without one at its end that was cut off. Raises BadLine."""
    entries: list[Mapping[str, Any]] = []
    check = ""
    length = data.rfind(b"\n") + 1
    for number, line in enumerate(data[:length].split(b"\n")[:-1], start=1):
        try:
            entry, check = _entry(line.decode("utf-8"), check)
        except (ValueError, RecursionError):
            raise BadLine(number) from None
        entries.append(entry)
    return CheckedLines(tuple(entries), length, check)


def _entry(line: str, before: str) -> tuple[dict[str, Any], str]:
    body, tail = f"{line[:-_TAIL]}}}", line[-_TAIL:]
    check = _check(before, body)
    if tail != f"{_BEFORE}{check}{_AFTER}":
        raise ValueError
    entry = json.loads(body)
    if not isinstance(entry, dict):
        raise ValueError
    return entry, check


def _check(before: str, body: str) -> str:
    return hashlib.sha256(f"{before}{body}".encode()).hexdigest()[:_DIGITS]
