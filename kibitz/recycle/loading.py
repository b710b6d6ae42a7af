"""Files to program text; whatever keeps a file from being read is said in plain words."""

from __future__ import annotations

import codecs
from pathlib import Path

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, RecycleError, fault
from kibitz.recycle.source import Source, Span

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_START = Span(0, 0)


def load_source(path: Path) -> Source:
    """The program text in the file at `path`.

    Raises RecycleError if there is no such file, or for the reasons of `source_from_bytes`.
    """
    return source_from_bytes(str(path), _bytes_of(path))


def source_from_bytes(name: str, data: bytes) -> Source:
    """The program text that `data` encodes, without byte-order mark, lines ended by `\n`.

    Raises RecycleError if it is too large or not UTF-8 text.
    """
    if len(data) > limits.TEXT_BYTES:
        raise _refusal(name, fault("too-large", _START, most=limits.TEXT_BYTES))
    if data.startswith(_UTF16_MARKS):
        raise _refusal(name, fault("not-text.wide", _START))
    if b"\0" in data:
        raise _refusal(name, fault("not-text.zero", _START, number=data.index(0) + 1))
    return Source(name, _with_plain_line_ends(_decoded(name, data.removeprefix(codecs.BOM_UTF8))))


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(limits.TEXT_BYTES + 1)
    except OSError as error:
        raise _refusal(str(path), _in_words(error)) from None


def _in_words(error: OSError) -> Diagnostic:
    match error:
        case FileNotFoundError():
            return fault("unreadable-file.absent", _START)
        case IsADirectoryError():
            return fault("unreadable-file.folder", _START)
        case PermissionError():
            return fault("unreadable-file.forbidden", _START)
        case _:
            reason = (error.strerror or str(error)).lower()
            return fault("unreadable-file", _START, reason=reason)


def _decoded(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(name, data, error.start) from None


def _not_utf8(name: str, data: bytes, position: int) -> RecycleError:
    """Says where the first byte is that is not UTF-8, and which letter it may have been."""
    before = _with_plain_line_ends(data[:position].decode("utf-8"))
    shown = Source(name, _with_plain_line_ends(data.decode("utf-8", errors="replace")))
    letter = data[position : position + 1].decode("cp1252", errors="replace")
    notes = (f"in Latin-1 this byte is `{letter}`",) if letter.isalpha() else ()
    place = Span(len(before), len(before) + 1)
    return RecycleError(shown, (fault("not-text", place, byte=data[position], notes=notes),))


def _refusal(name: str, report: Diagnostic) -> RecycleError:
    return RecycleError(Source(name, ""), (report,))


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
