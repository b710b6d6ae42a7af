"""A record plays its match again, and a record that was meddled with is refused with a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gathered_games import interpreter_of
from small_games import engine_of, game

from kibitz.engine import Interpreter, Rng
from kibitz.engine.records import BadRecord, Record, RecordedChoice, replay
from kibitz.game import load

GAME = "golf-six"


def played(decisions: int, **options: int) -> Record:
    match, choices = load(GAME, **options).match(5), Rng(5, stream=1)
    while not match.is_over and match.decisions_made < decisions:
        match.play(choices.below(len(match.decision.options)))
    return match.record([f"player {seat + 1}" for seat in match.seats])


WHOLE = played(1000)
HALF = played(20)


def reason(record: Record, engine: Interpreter | None = None) -> str:
    """Why the record is refused."""
    with pytest.raises(BadRecord) as raised:
        list(replay(engine or interpreter_of(GAME), record))
    return str(raised.value)


def test_a_replay_ends_where_the_match_ended() -> None:
    *_, last = replay(interpreter_of(GAME), WHOLE)
    assert last.state.fingerprint() == WHOLE.fingerprint
    assert interpreter_of(GAME).score(last.state).scores == WHOLE.scores


def test_an_unfinished_match_has_no_scores_and_can_be_replayed_as_far_as_it_went() -> None:
    assert HALF.scores is None
    assert len(list(replay(interpreter_of(GAME), HALF))) == 21


def test_a_record_names_the_options_it_was_played_with() -> None:
    record = played(10, players=2)
    assert record.options["PLAYERS"] == 2
    assert len(list(replay(load(GAME, players=2).interpreter, record))) == 11
    assert reason(record) == "the record is of golf-six with other options"


def test_a_match_that_was_broken_off_is_replayed_as_far_as_it_went() -> None:
    broken_off = replace(WHOLE, scores=None, fingerprint=None)
    assert len(list(replay(interpreter_of(GAME), broken_off))) == len(WHOLE.choices) + 1


def test_another_game_s_record_is_refused() -> None:
    other = engine_of(game("(choice ((turn pass)))"))
    assert reason(WHOLE, other) == "the record is of another version of golf-six"


def test_another_seed_is_another_match() -> None:
    assert reason(replace(WHOLE, seed=6)) == "the match ends in another state than the record says"


def test_a_choice_that_nobody_had_is_refused() -> None:
    choices = list(WHOLE.choices)
    choices[3] = replace(choices[3], key="9:C=1")
    text = reason(replace(WHOLE, choices=tuple(choices)))
    assert text == f"choice 4, '9:C=1', is not what player {choices[3].seat + 1} had"


def test_an_option_that_is_not_there_is_refused() -> None:
    choices = list(WHOLE.choices)
    choices[0] = replace(choices[0], option=99)
    assert reason(replace(WHOLE, choices=tuple(choices))).startswith("choice 1, ")


def test_a_choice_of_the_wrong_player_is_refused() -> None:
    first, *rest = WHOLE.choices
    swapped = replace(first, seat=first.seat + 1)
    assert reason(replace(WHOLE, choices=(swapped, *rest))).startswith("choice 1, ")


def test_a_choice_after_the_end_is_refused() -> None:
    longer = (*WHOLE.choices, RecordedChoice(0, 0, "1"))
    expected = f"choice {len(longer)} comes after the end of the match"
    assert reason(replace(WHOLE, choices=longer)) == expected


def test_a_match_cut_short_does_not_end_as_recorded() -> None:
    shorter = replace(WHOLE, choices=WHOLE.choices[:-1])
    assert reason(shorter) == "the match ends in another state than the record says"


@pytest.mark.parametrize("scores", [None, (0, 0, 0, 0), (1,)])
def test_scores_that_were_not_made_are_refused(scores: tuple[int, ...] | None) -> None:
    text = reason(replace(WHOLE, scores=scores))
    assert text == "the match ends with other scores than the record says"


def test_an_unfinished_match_cannot_claim_scores() -> None:
    text = reason(replace(HALF, scores=(0, 0, 0, 0)))
    assert text == "the match ends with other scores than the record says"
