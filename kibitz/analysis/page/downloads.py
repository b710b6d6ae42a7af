"""Files inside a page, as links that need no other file."""

from __future__ import annotations

import io
import zipfile
from base64 import b64encode
from collections.abc import Mapping
from html import escape

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive, so that the same files make the same archive."""


def archive(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as bundle:
        for name, data in sorted(files.items()):
            bundle.writestr(_entry(name), data)
    return buffer.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def link(name: str, data: bytes, kind: str, words: str) -> str:
    content = b64encode(data).decode("ascii")
    return f'<a download="{escape(name)}" href="data:{kind};base64,{content}">{escape(words)}</a>'


def size_text(data: bytes) -> str:
    """`42 kB`, `1.3 MB`."""
    if len(data) < 1_000_000:
        return f"{max(1, round(len(data) / 1000))} kB"
    return f"{len(data) / 1_000_000:.1f} MB"
