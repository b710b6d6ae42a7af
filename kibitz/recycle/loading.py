"""Files to program text; whatever keeps a file from being read is said in plain words."""

from __future__ import annotations

import codecs
from pathlib import Path

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, Label, RecycleError
from kibitz.recycle.source import Source, Span

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SAVE_AS_UTF8 = "save the file as UTF-8 in your editor"


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
        note = f"a game has at most {limits.TEXT_BYTES} bytes"
        raise _refusal(name, "too-large", "this file is too large for a game", notes=(note,))
    if data.startswith(_UTF16_MARKS):
        headline = "this file is text in the UTF-16 encoding, not UTF-8"
        raise _refusal(name, "not-text", headline, help=_SAVE_AS_UTF8)
    if b"\0" in data:
        note = f"byte number {data.index(0) + 1} is zero, which no text contains"
        raise _refusal(name, "not-text", "this file is not a text file", notes=(note,))
    return Source(name, _with_plain_line_ends(_decoded(name, data.removeprefix(codecs.BOM_UTF8))))


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(limits.TEXT_BYTES + 1)
    except OSError as error:
        raise _refusal(str(path), "unreadable-file", _in_words(error)) from None


def _in_words(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "this is a folder, not a file"
        case PermissionError():
            return "you are not allowed to read this file"
        case _:
            return f"this file cannot be read: {(error.strerror or str(error)).lower()}"


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
    fault = Diagnostic(
        slug="not-text",
        headline="this file is not UTF-8 text",
        primary=Label(Span(len(before), len(before) + 1), f"byte {data[position]:#04x}"),
        notes=(f"in Latin-1 this byte is `{letter}`",) if letter.isalpha() else (),
        help=_SAVE_AS_UTF8,
    )
    return RecycleError(shown, (fault,))


def _refusal(
    name: str, slug: str, headline: str, *, notes: tuple[str, ...] = (), help: str | None = None
) -> RecycleError:
    fault = Diagnostic(slug, headline, Label(Span(0, 0)), notes=notes, help=help)
    return RecycleError(Source(name, ""), (fault,))


def _with_plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
