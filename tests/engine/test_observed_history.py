"""What a seat could follow of a match: all that it saw, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest
from small_games import engine_of
from trick_game import following

from kibitz.engine import Decision, Interpreter, Rng, View
from kibitz.engine.events import Sighting, sight
from kibitz.engine.history import Past
from kibitz.engine.program.static_analysis import choices_tell
from kibitz.engine.protocol import Step

IN_SIGHT = following("RED, BLACK", 2)
PILED = following("RED, BLACK", 2, won="hloc")
"""Tricks are laid away face down: everybody has seen what is in them."""
GIVING = following(
    "RED, BLACK",
    2,
    before="""(stage player once
   (choice ((any ((current player) iloc HAND) 'C (move 'C (top ((next player) iloc GIVEN)))))))
  (do ((all player 'P (move (top ('P iloc GIVEN)) (top ('P iloc HAND))))))""",
)
"""Before that everybody gives a card to the left, face down."""
SAYING = GIVING.replace(
    "(stage player once",
    """(stage player once
   (choice ((any ((current player) iloc HAND) 'C
    (set ((current player) str SAYS) (cardatt SUIT 'C))))))
  (stage player once""",
    1,
)
"""Before that everybody says a suit that he has."""
GUESSING = """(game
 (setup (create players 1) (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)))))
 (do ((shuffle (game iloc STOCK)) (move (top (game iloc STOCK)) (top (game hloc SECRET)))))
 (stage player
  (end (== (game sto FOUND) 1))
  (choice ((any (A, B, C, D) 'R (set (game str GUESS) 'R))))
  (do (((== (cardatt RANK (top (game hloc SECRET))) (game str GUESS)) (set (game sto FOUND) 1)))))
 (scoring max 0))"""
SECRET_IS_D = 0


def played(engine: Interpreter, seed: int, choices: int) -> list[Step]:
    """A match at random: the deal, and what came of so many choices."""
    rng = Rng(seed)
    steps = [engine.deal(rng)]
    for _ in range(choices):
        steps.append(engine.apply(steps[-1], rng.below(len(steps[-1].found)), rng))
    return steps


def seen_by(seat: int, steps: list[Step]) -> tuple[Sighting, ...]:
    return tuple(told for step in steps for told in sight(step.events, seat))


def past_of(engine: Interpreter, step: Step, seat: int) -> Past:
    past = engine.view(step.state, seat).past
    assert past is not None
    return past


@pytest.mark.parametrize(
    ("text", "choices", "matches"),
    [
        pytest.param(IN_SIGHT, 2, 200, id="in sight"),
        pytest.param(PILED, 3, 1_000, id="piled", marks=pytest.mark.slow),
        pytest.param(GIVING, 4, 1_000, id="giving", marks=pytest.mark.slow),
    ],
)
def test_seats_that_saw_the_same_have_the_same_past_whatever_the_others_hold(
    text: str, choices: int, matches: int
) -> None:
    engine = engine_of(text)
    pasts: dict[object, set[tuple[View, Past | None]]] = defaultdict(set)
    truths: dict[object, set[str]] = defaultdict(set)
    for seed in range(matches):
        steps = played(engine, seed, choices)
        saw = seen_by(0, steps)
        view = engine.view(steps[-1].state, 0)
        pasts[saw].add((view, view.past))
        truths[saw].add(steps[-1].state.fingerprint())
    assert max(map(len, truths.values())) > 1, "hands differ in what the seat does not see"
    assert {len(found) for found in pasts.values()} == {1}


def test_every_choice_since_the_deal_is_followed() -> None:
    engine = engine_of(IN_SIGHT)
    assert len(past_of(engine, played(engine, 1, 3)[-1], 0).moments) == 3


def test_a_card_that_was_played_is_known_to_have_been_in_that_hand() -> None:
    engine = engine_of(PILED)
    steps = played(engine, 1, 3)
    before, after = steps[0].state.place, steps[1].state.place
    (card,) = [card for card, hand in enumerate(before) if after[card] != hand]
    assert card in past_of(engine, steps[3], 2).piles[before[card]]


def test_a_past_begins_with_the_first_choice_that_tells_something() -> None:
    engine = engine_of(GIVING)
    last = played(engine, 1, 4)[-1]
    assert [len(past_of(engine, last, seat).moments) for seat in range(3)] == [1, 1, 1]
    assert [engine.view(last.state, seat).forgotten for seat in range(3)] == [(), (), ()]


def test_a_card_given_face_down_breaks_the_trail_of_those_who_did_not_see_it() -> None:
    engine = engine_of(SAYING)
    steps = played(engine, 1, 5)
    moments = [len(past_of(engine, steps[4], seat).moments) for seat in (0, 1)]
    assert moments == [4, 4], "they saw what the first one gave"
    lost = engine.view(steps[4].state, 2)
    assert lost.past is None
    assert lost.forgotten, "what was said before is told nowhere any more"
    assert [bool(engine.view(steps[5].state, seat).forgotten) for seat in range(3)] == [
        True,
        False,
        True,
    ]


def test_views_differ_if_the_seat_has_seen_something_else() -> None:
    """A was said, then C; or B, then C: the table is the same, and what is known is not."""
    engine = engine_of(GUESSING)

    def after(*options: int) -> View:
        step = engine.deal(Rng(SECRET_IS_D))
        for option in options:
            step = engine.apply(step, option, Rng(1))
        return engine.view(step.state, 0)

    one, other = after(0, 2), after(1, 2)
    assert replace(one, past=None) == replace(other, past=None)
    assert one != other
    assert one == after(0, 2)
    assert len({one, other, after(0, 2)}) == 2
    assert engine.view(engine.resample(one, Rng(1)), 0) == one


@pytest.mark.parametrize("text", [IN_SIGHT, PILED, GIVING])
def test_in_a_world_dealt_from_a_view_the_seat_has_the_same_past(text: str) -> None:
    engine = engine_of(text)
    for step in played(engine, 1, 4):
        view = engine.view(step.state, 0)
        world = engine.resample(view, Rng(1))
        assert engine.view(world, 0).past == view.past
        assert [engine.view(world, seat).past for seat in (1, 2)] == [None, None]


def test_the_past_goes_on_in_a_world_dealt_from_a_view() -> None:
    engine = engine_of(IN_SIGHT)
    step = played(engine, 1, 1)[-1]
    world = engine.at(engine.resample(engine.view(step.state, 2), Rng(1)))
    later = engine.apply(world, 0, Rng(2)).state
    past = engine.view(later, 2).past
    assert past is not None
    assert len(past.moments) == 2
    assert engine.view(later, 0).past is None


def test_choices_tell_where_options_depend_on_cards_that_others_do_not_see() -> None:
    anything = """(game
 (setup (create players 2) (create deck ((1 player) iloc HAND) (deck (RANK (A, B)))))
 (choice ((any ((current player) iloc HAND) 'C (move 'C (top (game vloc TABLE))))))
 (scoring max 0))"""
    assert choices_tell(engine_of(IN_SIGHT).program)
    assert not choices_tell(engine_of(anything).program)


def test_the_decision_after_the_deal_has_no_past() -> None:
    engine = engine_of(IN_SIGHT)
    step = engine.deal(Rng(1))
    assert isinstance(step.status, Decision)
    assert engine.view(step.state, 0).past is None
