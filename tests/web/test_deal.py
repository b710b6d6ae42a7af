"""A deal that nobody can have chosen, and the check of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import kibitz

from kibitz import load
from kibitz.engine.journal import checked_line
from kibitz.engine.records import Record, header_entry, read_record, record_text
from kibitz.web.deal import commitment, fresh_secret, seed_of

SECRET, WORDS = "5eed", ("0af3", "77")


def record(seed: int | None = None) -> Record:
    match = load("golf-six", players=2).match(seed_of(SECRET, WORDS) if seed is None else seed)
    return replace(match.play(0).play(1).record(("Ann", "Ben")), deal=(SECRET, *WORDS))


def verified(folder: Path, text: str) -> tuple[int, str]:
    path = folder / "record.json"
    path.write_text(text, encoding="utf-8")
    result = kibitz("verify", path)
    return result.exit_code, result.output


def test_a_deal_made_of_all_parts_is_verified(tmp_path: Path) -> None:
    code, said = verified(tmp_path, record_text(record()))
    assert code == 0
    assert "the chance of 2 players" in said
    assert commitment(SECRET) in said


def test_a_seed_that_somebody_chose_is_noticed(tmp_path: Path) -> None:
    assert verified(tmp_path, record_text(record(seed=7)))[0] == 1


def test_a_record_of_the_terminal_has_nothing_to_verify(tmp_path: Path) -> None:
    code, said = verified(tmp_path, record_text(replace(record(), deal=())))
    assert (code, "does not say what its seed was made of" in said) == (1, True)


def test_the_deal_is_part_of_a_record() -> None:
    assert read_record(record_text(record()).encode()) == record()


@pytest.mark.parametrize(
    "changed", [("5eee", *WORDS), (SECRET, "0af4", "77"), (SECRET, "77", "0af3")]
)
def test_every_part_changes_the_seed(changed: tuple[str, ...]) -> None:
    assert seed_of(changed[0], changed[1:]) != seed_of(SECRET, WORDS)


@pytest.mark.parametrize("deal", ["7", '"5eed"', "{}", "[7]", '["\\u0007"]', "null"])
def test_a_deal_that_is_no_list_of_words_is_refused(tmp_path: Path, deal: str) -> None:
    header = {**header_entry(replace(record(), deal=())), "deal": json.loads(deal)}
    line, _ = checked_line(header, "")
    code, said = verified(tmp_path, line)
    assert (code, "the record's deal is not what it should be" in said) == (1, True)


def test_secrets_differ() -> None:
    assert fresh_secret() != fresh_secret()
