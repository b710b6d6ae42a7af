"""Matches of published games, recorded before the second edition, are the same today."""

from __future__ import annotations

from pathlib import Path

import pytest
from gathered_games import CORPUS, interpreter_of

from kibitz.engine.records import read_record, replay

RECORDS = sorted((Path(__file__).parent / "first_edition").glob("*.json"))


def test_there_are_records_of_several_games() -> None:
    assert len(RECORDS) >= 8


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the published games are not here")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_match_is_played_again_choice_for_choice(path: Path) -> None:
    """The program, every option that was chosen, the last state and the scores are compared."""
    record = read_record(path.read_bytes())
    engine = interpreter_of(path.stem)
    *_, last = replay(engine, record)
    assert record.scores is not None
    assert engine.score(last.state).scores == record.scores
    assert last.state.fingerprint() == record.fingerprint
