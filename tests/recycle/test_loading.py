from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.recycle import limits
from kibitz.recycle.diagnostic import Diagnostic, RecycleError
from kibitz.recycle.loading import load_source, source_from_bytes
from kibitz.recycle.source import TextPosition


def refusal(data: bytes) -> tuple[Diagnostic, TextPosition]:
    with pytest.raises(RecycleError) as caught:
        source_from_bytes("game.rcy", data)
    (fault,) = caught.value.diagnostics
    return fault, caught.value.source.position(fault.primary.span.start)


def test_a_file_is_loaded_under_the_name_it_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.rcy"
    path.write_bytes(b"(game)\n")
    source = load_source(path)
    assert (source.name, source.text) == (str(path), "(game)\n")


def test_a_byte_order_mark_does_not_shift_the_columns() -> None:
    assert source_from_bytes("game.rcy", b"\xef\xbb\xbf(game)").text == "(game)"


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_lines_may_end_as_on_any_machine(line_end: bytes) -> None:
    assert source_from_bytes("game.rcy", b"(game" + line_end + b")").lines == ("(game", ")")


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(RecycleError, match="there is no such file") as caught:
        load_source(tmp_path / "none.rcy")
    assert caught.value.diagnostics[0].slug == "unreadable-file"


def test_a_folder_is_not_a_game(tmp_path: Path) -> None:
    with pytest.raises(RecycleError, match="this is a folder, not a file") as caught:
        load_source(tmp_path)
    assert caught.value.diagnostics[0].slug == "unreadable-file"


def test_a_file_below_a_file_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "game.rcy").touch()
    with pytest.raises(RecycleError, match="this file cannot be read: not a directory"):
        load_source(tmp_path / "game.rcy" / "part.rcy")


def test_latin_1_is_refused_where_its_first_letter_stands() -> None:
    fault, place = refusal(";; première\r\n;; à la tête".encode("latin-1"))
    assert (fault.slug, place) == ("not-text", TextPosition(1, 9))
    assert fault.notes == ("in Latin-1 this byte is `è`",)
    assert fault.help == "save the file as UTF-8 in your editor"


def test_the_place_of_a_bad_byte_counts_characters_and_plain_line_ends() -> None:
    _, place = refusal("\ufeff;; 7♥\r\n;; 7♥ ".encode() + b"\xff")
    assert place == TextPosition(2, 7)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused(encoding: str) -> None:
    fault, _ = refusal("\ufeff(game)".encode(encoding))
    assert fault.headline == "this file is text in the UTF-16 encoding, not UTF-8"


def test_a_binary_file_is_refused() -> None:
    fault, _ = refusal(b"\x7fELF\0\0\0")
    assert fault.headline == "this file is not a text file"
    assert fault.notes == ("byte number 5 is zero, which no text contains",)


def test_a_file_of_a_megabyte_is_read_and_a_larger_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.rcy"
    path.write_bytes(b" " * limits.TEXT_BYTES)
    assert len(load_source(path).text) == limits.TEXT_BYTES
    path.write_bytes(b" " * (limits.TEXT_BYTES + 1))
    with pytest.raises(RecycleError, match="this file is too large for a game") as caught:
        load_source(path)
    assert caught.value.diagnostics[0].slug == "too-large"


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.binary(max_size=100))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        outcome = source_from_bytes("game.rcy", data).text
    except RecycleError as refused:
        outcome = refused.diagnostics[0].slug
    assert outcome == "not-text" or "\r" not in outcome
