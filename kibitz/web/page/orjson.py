"""What kibitz uses of orjson, in plain Python: a page has no place for compiled code.

It is laid beside the package in a page, and is not found anywhere else.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

JSONDecodeError = json.JSONDecodeError


class Fragment:
    """Text that is JSON already."""

    def __init__(self, contents: bytes | str) -> None:
        self.contents = contents if isinstance(contents, str) else contents.decode()


def loads(text: str | bytes) -> Any:
    return json.loads(text)


def dumps(value: object) -> bytes:
    return _text(value).encode()


def _text(value: object) -> str:
    match value:
        case Fragment():
            return value.contents
        case dict():
            inside = (f"{json.dumps(str(key))}:{_text(one)}" for key, one in value.items())
            return f"{{{','.join(inside)}}}"
        case list() | tuple():
            return f"[{','.join(map(_text, value))}]"
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _text({one.name: getattr(value, one.name) for one in fields(value)})
        case _:
            return json.dumps(value)
