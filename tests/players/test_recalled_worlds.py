"""Worlds that search deals heed what was chosen: whoever could not follow suit has none of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import factorial

import pytest
from history_reference import could_come_about
from tables import CORPUS, engine_of
from trick_game import following

from kibitz import load
from kibitz.engine import Decision, Interpreter, Rng, View
from kibitz.engine.native import searcher
from kibitz.engine.native.layout.signatures import RECALL
from kibitz.engine.native.search.plans import UNHEEDED
from kibitz.engine.native.search.searcher import Walk, new_walk
from kibitz.engine.places import card_text
from kibitz.engine.program import OwnerKind
from kibitz.engine.protocol import Step
from kibitz.engine.resample import spots
from kibitz.engine.state import State

pytestmark = pytest.mark.slow

FOLLOWING = following("RED, BLACK, WHITE", 3)
"""Three cards each; who can follow suit must."""

ASKING = """(game
 (setup (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C)) (SUIT (RED, BLACK)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  (end (== (game sto ASKED) 6))
  (choice (
   (any ((current player) iloc HAND) 'C
    (do (
     (set ((current player) str WANTS) (cardatt RANK 'C))
     (inc (game sto ASKED))))))))
 (scoring max 0))"""
"""Everybody asks for ranks that they hold."""
TRICKS = ["hearts", "whist", "spades"]
TELLING = ["hearts", "casino", "durak", "go-fish", "president", "scopa"]
SUITS = {"CLUBS": "♣", "DIAMONDS": "♦", "HEARTS": "♥", "SPADES": "♠"}


def decisions(engine: Interpreter, seed: int, count: int) -> Iterator[tuple[Step, int]]:
    """The first decisions of a match at random, and what is chosen at each."""
    rng = Rng(seed)
    step = engine.deal(rng)
    for _ in range(count):
        if not isinstance(step.status, Decision):
            return
        option = rng.below(len(step.found))
        yield step, option
        step = engine.apply(step, option, rng)


def heeding(engine: Interpreter, view: View, count: int, walk: Walk) -> list[State]:
    """The next worlds of a walk."""
    search = searcher(engine.program)
    prospect = search.prospect(view, 1)
    return [search.unpacked(prospect.recall(walk, 1, number)) for number in range(count)]


def unheeding(engine: Interpreter, view: View, count: int) -> list[State]:
    """Worlds that the view allows, whatever was chosen before."""
    search = searcher(engine.program)
    prospect = search.prospect(view, 1)
    return [search.unpacked(prospect.deal(2, number)) for number in range(count)]


def unheeded(walk: Walk) -> int:
    return int.from_bytes(walk[UNHEEDED : UNHEEDED + 4].tobytes(), "little")


def voids_shown(engine: Interpreter, seed: int) -> Iterator[tuple[View, dict[int, set[str]]]]:
    """What deciding seats see along the first hand of a match, and by seat the suits it has shown
    to have none of."""
    voids: dict[int, set[str]] = {seat: set() for seat in range(4)}
    for step, option in decisions(engine, seed, 60):
        view = engine.view(step.state, step.seat)
        if all(view.pile("HAND", seat) == [] or voids[seat] for seat in range(4)):
            return
        yield view, voids
        decision = step.status
        assert isinstance(decision, Decision)
        led, card = SUITS.get(view.word("LED")), decision.options[option].key[-1]
        if led and card in SUITS.values() and card != led:
            voids[step.seat].add(led)


def suits_held(view: View, world: State, seat: int) -> set[str]:
    (hand,) = view.names.places["HAND", (OwnerKind.PLAYER, seat), 0]
    return {card_text(view.names.cards, view.kinds, card)[-1] for card in world.cards[hand]}


@pytest.mark.parametrize("name", TRICKS)
def test_after_a_shown_void_no_world_gives_the_suit_back(name: str) -> None:
    engine = load(name).interpreter
    found, broken = 0, 0
    for view, voids in voids_shown(engine, seed=4):
        others = [seat for seat in voids if voids[seat] and seat != view.seat]
        walk = new_walk()
        for world in heeding(engine, view, 10, walk):
            for seat in others:
                assert not suits_held(view, world, seat) & voids[seat]
                found += 1
        assert unheeded(walk) == 0
        for world in unheeding(engine, view, 10):
            broken += any(suits_held(view, world, seat) & voids[seat] for seat in others)
    assert found > 100
    assert broken > 25, "worlds that heed only what was seen do give it back"


@pytest.mark.parametrize("name", TELLING)
def test_both_engines_agree_which_worlds_the_past_allows(name: str) -> None:
    engine = load(name).interpreter
    check_agreement(engine, every=11)


@pytest.mark.skipif(not CORPUS.exists(), reason="the published games are not here")
def test_both_engines_agree_about_a_published_game() -> None:
    check_agreement(load(CORPUS / "Hearts4.rcy").interpreter, every=11)


def check_agreement(engine: Interpreter, every: int) -> None:
    seen = [
        (engine.view(step.state, step.seat), step.state)
        for step, _ in list(decisions(engine, 3, 50))[::every]
    ]
    answers = Counter[bool]()
    for view, truth in seen:
        if view.past is None:
            continue
        assert could_come_about(engine, view, truth), "it did"
        assert is_recalled(engine, view, truth)
        walk = new_walk()
        worlds = [*unheeding(engine, view, 8), *heeding(engine, view, 4, walk)]
        for world in worlds:
            allowed = could_come_about(engine, view, world)
            assert is_recalled(engine, view, world) == allowed
            answers[allowed] += 1
        assert unheeded(walk) or all(could_come_about(engine, view, w) for w in worlds[8:])
    assert answers[True]


def is_recalled(engine: Interpreter, view: View, world: State) -> bool:
    """What native code says."""
    search = searcher(engine.program)
    prospect, block = search.prospect(view, 1), search.packed(world)
    cards = bytes(world.cards[location][index] for location, index in spots(view)).ljust(256)
    assert view.past is not None
    recall = search.code.function(RECALL)
    context, plan = search.code.context.address, prospect.worlds.ctypes.data
    reached = recall(block, context, prospect.past, plan, cards)
    return reached > len(view.past.moments)


def allowed_deals(engine: Interpreter, view: View) -> set[tuple[int, ...]]:
    """The unknown cards in every order in which the past allows them to lie."""
    (unknown,) = view.unknown
    (pool,) = unknown.pools
    return {
        cards
        for cards in permutations(pool)
        if could_come_about(engine, view, with_cards(engine, view, cards))
    }


def with_cards(engine: Interpreter, view: View, cards: tuple[int, ...]) -> State:
    world = engine.resample(view, Rng(0))
    for (location, index), card in zip(spots(view), cards, strict=True):
        world.cards[location][index] = card
        world.place[card] = location
    return world


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        pytest.param(FOLLOWING, 2, id="following"),
        pytest.param(FOLLOWING, 6, id="following, other hands"),
        pytest.param(ASKING, 1, id="asking"),
    ],
)
@pytest.mark.parametrize("way", ["walks of one world", "one walk", "back to where it began"])
def test_every_world_that_the_past_allows_is_as_likely_as_another(
    text: str, seed: int, way: str
) -> None:
    """As Bayes has it: a uniform deal, given that every choice that was seen could be made."""
    engine, checked = engine_of(text), 0
    for step, _ in decisions(engine, seed, 6):
        view = engine.view(step.state, step.seat)
        allowed = allowed_deals(engine, view)
        if 1 < len(allowed) < factorial(len(spots(view))):
            check_evenness(engine, view, allowed, way)
            checked += 1
    assert checked


def check_evenness(
    engine: Interpreter, view: View, allowed: set[tuple[int, ...]], way: str
) -> None:
    search, walk = searcher(engine.program), new_walk()
    prospect, each = search.prospect(view, 1), 100
    dealt = Counter[tuple[int, ...]]()
    for number in range(each * len(allowed)):
        if way != "one walk":
            walk = new_walk() if way == "walks of one world" else prospect.walk.copy()
        # A walk may stay where it is for a while.
        for pause in range(1 + 4 * (way == "one walk")):
            packed = prospect.recall(walk, seed=9, stream=5 * number + pause)
        world = search.unpacked(packed)
        dealt[tuple(world.cards[location][index] for location, index in spots(view))] += 1
    assert set(dealt) == allowed, "every world that the past allows, and no other"
    square = sum((count - each) ** 2 / each for count in dealt.values())
    freedom = len(allowed) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 8


@pytest.mark.parametrize("name", ["golf", "old-maid", "lock-golf"])
def test_where_choices_tell_nothing_there_is_no_past(name: str) -> None:
    engine = load(name).interpreter
    assert all(
        engine.view(step.state, step.seat).past is None for step, _ in decisions(engine, 1, 20)
    )
