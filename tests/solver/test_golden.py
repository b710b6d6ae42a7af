"""Last turns whose values were worked out by other programs, from the games' own rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from positions import RANKS, Place, laid, played_to, strokes

from kibitz import Game, load
from kibitz.engine import View
from kibitz.solver.solving import option_values


def last_turn(game: Game, own: str, known: str, top: str, others: str, hole: int = 0) -> View:
    """The last turn of the last hole, or of another, of a lock game for two: one cell is left.

    `own`: what is locked; `known`: what its owner has looked at, or `?`; `others`: all that was
    seen beside: the other's cells, then the discard pile.
    """
    cells = len(own.split()) + 1

    def is_last(view: View) -> bool:
        locked, par = view.number("LOCKED"), cells
        if game.name == "par-golf":
            par = view.number("PAR")
        is_the_hole = view.number("HOLE") == (hole or game.options["HOLES"])
        return is_the_hole and par == cells and locked == 2 * cells - 1

    step = played_to(game, is_last)
    me, other = step.seat, 1 - step.seat
    piles: dict[Place, str] = {}
    for index, rank in enumerate(own.split(), start=1):
        piles["vloc", me, "GRID", index] = rank
    piles["hloc" if known == "?" else "iloc", me, "GRID", cells] = known
    seen = others.split()
    for index in range(1, cells + 1):
        piles["vloc", other, "GRID", index] = seen.pop(0)
    piles["vloc", None, "DISCARD", 0] = " ".join([*seen, *top.split()])
    totals: dict[tuple[str, int | None], int] = {("TOTAL", me): 0, ("FRESH", None): 0}
    return laid(game, step, piles, totals)


def lock_values(game: Game, view: View) -> dict[str, Fraction]:
    """By what is done: `refresh`, `reveal`, `take`."""
    names = {"1": "refresh", "2": "reveal", "3": "take"}
    return {names[key.partition(":")[0]]: worth for key, worth in strokes(game, view).items()}


def check(values: dict[str, Fraction], expected: str) -> None:
    """`expected`: what revealing, taking and refreshing cost; where rounded, to three places."""
    for name, value in zip(("reveal", "take", "refresh"), expected.split(), strict=True):
        assert (round(values[name], 3) if "." in value else values[name]) == Fraction(value)


@pytest.mark.parametrize(
    ("jokers", "own", "known", "top", "others", "expected"),
    [
        ("OFF", "9 4 K", "?", "7", "Q J 8 8 10 10 6 3 A", "643/39 20 1111/78"),
        ("OFF", "9 4 K", "6", "7", "Q J 8 8 10 10 6 3 A", "19 20 585/38"),
        ("ON", "Jok 5 Q", "?", "Jok", "2 J 8 8", "627/46 15 2365/207"),
    ],
)
def test_the_last_turn_of_lock_golf(
    jokers: str, own: str, known: str, top: str, others: str, expected: str
) -> None:
    game = load("lock-golf", PLAYERS=2, HOLES=3, JOKERS=jokers)
    check(lock_values(game, last_turn(game, own, known, top, others)), expected)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("course", "own", "top", "others", "expected"),
    [
        ((5, 3), "K Q", "J", "9 5 3 10 4", "111/22 11 1638/473"),
        ((4, 4), "Q 9 9", "K", "2 J 8 8 10 4", "15.119 0 12.606"),
    ],
)
def test_the_last_turn_of_par_golf(
    course: tuple[int, int], own: str, top: str, others: str, expected: str
) -> None:
    game = load("par-golf", PLAYERS=2, PARONE=course[0], PARNINE=course[1])
    check(lock_values(game, last_turn(game, own, "?", top, others)), expected)


def golf_turn(
    own: str, top: str, others: str, drawn: str = "", **options: str
) -> tuple[Game, View]:
    """The last turn of a hole of golf for two, the other one having gone out."""
    game = load("golf", PLAYERS=2, HOLES=1, **options)

    def is_last(view: View) -> bool:
        hand = view.pile("HAND", view.current)
        return view.number("FINAL") == 1 and len(hand) == len(drawn.split())

    step = played_to(game, is_last)
    me, other = step.seat, 1 - step.seat
    piles: dict[Place, str] = {("iloc", me, "HAND", 0): drawn}
    for index, rank in enumerate(own.split(), start=1):
        piles["hloc" if rank == "?" else "vloc", me, "GRID", index] = rank
    seen = others.split()
    for index in range(1, 7):
        piles["vloc", other, "GRID", index] = seen.pop(0)
    piles["vloc", None, "DISCARD", 0] = " ".join([*seen, top])
    return game, laid(game, step, piles, {("LEFT", None): 1, ("TOTAL", me): 0})


ONE_HIDDEN = "9 4 K ? 4 7", "6", "Q J 10 8 8 3 5 5 A K 2"
TWO_HIDDEN = "9 4 ? ? 8 7", "8", "Q J 10 3 A 2"


@cache
def solved(*position: str) -> dict[str, Fraction]:
    """By option: the strokes of whoever has the turn."""
    return strokes(*golf_turn(*position))


@pytest.mark.slow
def test_the_last_turn_of_golf_with_one_card_face_down() -> None:
    values = solved(*ONE_HIDDEN)
    assert values["1"] == min(values.values()) == Fraction(2649, 170)
    assert values["2:C=1"] == Fraction(123, 7)
    assert values["2:C=6"] == Fraction(667, 35)


@pytest.mark.slow
def test_to_draw_and_throw_away_is_to_do_nothing() -> None:
    """The mean over all cards that may come; every one of them is a position of its own."""
    ranks = [rank for rank in RANKS if rank != "Jok"]
    seen = " ".join(ONE_HIDDEN).split()
    nothing = Fraction(0)
    for rank in ranks:
        unseen = 4 - seen.count(rank)
        nothing += Fraction(unseen, 35) * strokes(*golf_turn(*ONE_HIDDEN, rank))["1"]
    assert nothing == Fraction(702, 35)


@pytest.mark.slow
def test_the_last_turn_of_golf_with_two_cards_face_down() -> None:
    values = solved(*TWO_HIDDEN)
    assert values["2:C=2"] == min(values.values()) == Fraction(992, 41)
    assert values["1"] == Fraction(6139, 205)


@pytest.mark.slow
def test_the_compiled_solver_finds_the_same() -> None:
    for position in (ONE_HIDDEN, TWO_HIDDEN):
        game, view = golf_turn(*position)
        found = option_values(game.interpreter, view, 7, budget=300_000)
        for value, strokes_ in zip(found, solved(*position).values(), strict=True):
            assert value.scores[view.seat] == pytest.approx(float(strokes_), abs=1e-9)
            assert sum(value.wins) == pytest.approx(1)


@pytest.mark.slow
def test_the_last_turn_but_one_of_par_golf_with_nothing_thrown_away() -> None:
    """Par 3, locked Q 9 and a card face down; the other has 5 3 and a last turn."""
    game = load("par-golf", PLAYERS=2, PARONE=5, PARNINE=3)
    step = played_to(
        game,
        lambda view: (
            view.number("HOLE") == 9 and view.number("LOCKED") == 4 and view.number("FRESH") == 0
        ),
    )
    me, other = step.seat, 1 - step.seat
    piles: dict[Place, str] = {("hloc", me, "GRID", 3): "?", ("hloc", other, "GRID", 3): "?"}
    for seat, ranks in ((me, "Q 9"), (other, "5 3")):
        for index, rank in enumerate(ranks.split(), start=1):
            piles["vloc", seat, "GRID", index] = rank
    view = laid(game, step, piles, {("TOTAL", me): 0})
    refresh, reveal = option_values(game.interpreter, view, 2, budget=10**8)
    assert reveal.scores[me] == pytest.approx(1117 / 48, abs=1e-9)
    assert refresh.scores[me] == pytest.approx(45785 / 2256, abs=1e-9)
