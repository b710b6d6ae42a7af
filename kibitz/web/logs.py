"""What a server says about itself: one JSON object in a line, and never a card.

A line has the fields that are listed here and no others; of a fault it has the kind and the places
in the code, not the message, which might quote a card.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from types import TracebackType

log = logging.getLogger("kibitz.web")

FIELDS = ("table", "game", "match", "person", "choices", "reason", "address")
"""What may be said about an event besides its name."""


class OneLine(logging.Formatter):
    """An event as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        is_ours = record.name == log.name
        said = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "event": str(record.msg) if is_ours else f"from {record.name}",
            **{name: getattr(record, name) for name in FIELDS if hasattr(record, name)},
        }
        if record.exc_info and record.exc_info[0] is not None:
            said["fault"] = record.exc_info[0].__name__
            said["at"] = _places(record.exc_info[2])
        return json.dumps(said, ensure_ascii=False)


def _places(found: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(found)]


def write_logs(level: str) -> None:
    """From now on, to the standard error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


def event(name: str, **fields: str | int | None) -> None:
    """Say that something happened. Fields that are None are left out."""
    log.info(name, extra={key: value for key, value in fields.items() if value is not None})
