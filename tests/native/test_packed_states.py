"""States from outside are refused or harmless: native code never sees what it cannot read."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from gathered_games import program_named
from packed_steps import apply_packed, deal_packed, rows_packed, score_packed
from small_games import game, program_of

from kibitz.engine import IllegalChoice, MatchError, Rng
from kibitz.engine.errors import BadState
from kibitz.engine.native.runtime.engine import NativeEngine
from kibitz.engine.program import Program
from kibitz.engine.state import PointMap, State

pytestmark = pytest.mark.slow

MADE_UP = {
    "memories": game(
        """(stage player (end (== (size (game iloc STOCK)) 0))
         (choice (
          (move (top (game iloc STOCK)) (top (game vloc OUT)))
          (remember (top (game iloc STOCK)) (top (game mem SEEN))))))""",
        score="(size (game mem SEEN))",
        players=2,
    ),
    "later cards": game(
        """(choice ((create deck (game iloc MORE) (deck (SUIT (X, Y, Z))))))
        (stage player (end (== (size (game iloc MORE)) 0))
         (choice ((move (top (game iloc MORE)) (top (game vloc OUT))))))""",
        players=3,
    ),
    "points": game(
        """(do (
          (set (game sto N) 2)
          (set (game points V) (((RANK : A) (game sto N)) ((RANK : B) 3)))))
        (choice ((update (game points V) (((RANK : A) 9))) (turn pass)))
        (choice ((move (max (game iloc STOCK) using (game points V)) (top (game vloc OUT)))))""",
        players=2,
    ),
}
GAMES = ("golf-six", "president", *MADE_UP)


@cache
def program(name: str) -> Program:
    return program_of(MADE_UP[name]) if name in MADE_UP else program_named(name)


@cache
def native(name: str) -> NativeEngine:
    return NativeEngine(program(name))


def states(name: str, count: int) -> list[bytes]:
    """States that matches of the game come to."""
    engine, found, seed = native(name), list[bytes](), 0
    while len(found) < count:
        seed += 1
        rng = Rng(seed)
        block = deal_packed(engine, rng)
        for _ in range(12):
            found.append(block)
            rows = rows_packed(engine, block)
            if not rows:
                break
            block = apply_packed(engine, block, rng.below(len(rows)), rng)
    return found[:count]


# ---------------------------------------------------------------------------- what comes from play


@pytest.mark.parametrize("name", GAMES)
def test_every_state_that_a_match_comes_to_is_accepted(name: str) -> None:
    engine = native(name)
    for block in states(name, 60):
        assert engine.validated(block) is block
        assert engine.pack(engine.unpack(block)) == block


def test_the_state_of_another_game_is_refused() -> None:
    with pytest.raises(BadState, match="bytes here, not"):
        native("golf-six").unpack(deal_packed(native("president"), Rng(1)))


def test_a_match_that_is_over_has_no_options_and_takes_none() -> None:
    engine, rng = native("golf-six"), Rng(1)
    block = deal_packed(engine, rng)
    while rows := rows_packed(engine, block):
        block = apply_packed(engine, block, rng.below(len(rows)), rng)
    with pytest.raises(IllegalChoice, match="there are 0 options"):
        apply_packed(engine, block, 0, rng)


# ---------------------------------------------------------------------------- what cannot be


def spoilt(name: str, change: str) -> State:
    state = native(name).unpack(deal_packed(native(name), Rng(1)))
    exec(change, {"state": state, "PointMap": PointMap})
    return state


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("state.position = 0", "nobody decides at step 0"),
        ("state.position = -1", "nobody decides at step -1"),
        ("state.position = 10**9", "nobody decides at step 1000000000"),
        ("state.seats[-1].position = 4", "a player that does not exist"),
        ("state.seats[-1].queued = 4", "a player that does not exist"),
        ("state.seats.pop()", "turns of a player are open"),
        ("state.cards[0].append(state.cards[0][0])", "not in exactly one place"),
        ("state.cards[0].pop()", "not in exactly one place"),
        ("state.place[0] += 1", "not in exactly one place"),
        ("state.cards.pop()", "locations"),
        ("state.kinds[0] += 1", "not those of the game's decks"),
        ("state.backs.pop()", "backs"),
        ("state.ints.append(1)", "storages"),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_the_reason(change: str, said: str) -> None:
    with pytest.raises(BadState, match=said):
        native("golf-six").playouts(1, 1, start=spoilt("golf-six", change))


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("later cards", "state.kinds[0] = 200", "a face or a back"),
        ("later cards", "state.backs[0] = 999", "a face or a back"),
        ("memories", "state.cards[2].append(99)", "refers to cards that are not there"),
        ("points", "state.ints[0] = 2**31", "does not fit"),
        ("points", "state.points[0] = PointMap((((), 1),), (), ((7, 0),))", "no rule of the game"),
        ("points", "state.points[0] = PointMap((((), 1),), (), ((0, 1),))", "does not fit"),
    ],
)
def test_what_only_some_games_have_is_looked_at_too(name: str, change: str, said: str) -> None:
    with pytest.raises(BadState, match=said):
        native(name).playouts(1, 1, start=spoilt(name, change))


# ---------------------------------------------------------------------------- altered bytes


def altered(block: bytes, chance: random.Random) -> bytes:
    changed = bytearray(block)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(changed))
        changed[at] = chance.choice((0, 1, 255, chance.randrange(256), changed[at] ^ 1))
    return bytes(changed)


def used(engine: NativeEngine, block: bytes) -> bool:
    """Everything native code can do with a state; whether it was accepted."""
    try:
        state = engine.unpack(block)
    except BadState:
        return False
    try:
        found = engine.interpreter.at(state).found
        rows = rows_packed(engine, block)
        assert [row[0] for row in rows] == [path[0] for path, _ in found]
        for option in range(min(3, len(rows))):
            ours, theirs = Rng(3), Rng(3)
            after = engine.interpreter.apply(engine.interpreter.at(state), option, ours).state
            assert engine.unpack(apply_packed(engine, block, option, theirs)) == after
            assert ours.words == theirs.words
        assert score_packed(engine, block) == engine.interpreter.score(state)
        engine.playouts(1, 3, start=state, most_decisions=100)
    except MatchError:
        pass
    return True


def fuzz(name: str, times: int) -> tuple[int, int]:
    chance, engine, accepted = random.Random(1), native(name), 0
    blocks = states(name, 30)
    for number in range(times):
        accepted += used(engine, altered(blocks[number % len(blocks)], chance))
    return accepted, times - accepted


@pytest.mark.parametrize("name", GAMES)
def test_altered_bytes_are_refused_or_play_as_the_interpreter_does(name: str) -> None:
    """In a process of its own: what goes wrong here ends it."""
    here = Path(__file__)
    command = [sys.executable, str(here), name]
    path = f"{here.parents[2]}:{here.parents[1] / 'engine'}"
    ran = subprocess.run(
        command, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    accepted, refused = map(int, ran.stdout.split())
    assert refused > 100
    assert accepted > 0


if __name__ == "__main__":
    print(*fuzz(sys.argv[1], 1_500))
