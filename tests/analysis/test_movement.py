"""The card movement graph: which places, which ways, what they do to information."""

from __future__ import annotations

import pytest
from small_matches import program

from kibitz.analysis.figures.flow import dot_text
from kibitz.analysis.measures.movement import (
    Flow,
    Movement,
    MovementNode,
    Openness,
    flow_between,
    follow_cards,
    information,
    movement,
)
from kibitz.engine import Interpreter, Rng
from kibitz.recycle.syntax import LocationClass

V, I, H, O, M = (  # noqa: E741
    LocationClass.VISIBLE,
    LocationClass.INVISIBLE,
    LocationClass.HIDDEN,
    LocationClass.OTHERS,
    LocationClass.MEMORY,
)
TABLE = None

EVERYTHING = """
(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO, THREE, FOUR)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (move (top (game iloc STOCK)) (top ('P iloc HAND))))
  (move (top (game iloc STOCK)) (top (game vloc OPEN)))
  (remember (top (game vloc OPEN)) (top (game mem SEEN)))))
 (stage player
  once
  (choice (
   (swap (top ((current player) iloc HAND)) (top (game vloc OPEN))))))
 (do (
  (swap ((current player) iloc HAND) ((next player) iloc HAND))
  (repeat all (forget (top (game mem SEEN))))))
 (scoring max (size (game vloc OPEN))))
"""


def graph_of(text: str, matches: int = 1) -> Movement:
    return movement(follow_cards(Interpreter(program(text)), 1, matches, 100))


def ways(graph: Movement) -> dict[tuple[str, str], tuple[Flow, float]]:
    return {
        (edge.source.key, edge.destination.key): (edge.flow, edge.count) for edge in graph.edges
    }


def node(owner: int | None, kind: LocationClass) -> MovementNode:
    return MovementNode(owner, kind, "PLACE", 0, is_start=False)


@pytest.mark.parametrize(
    ("source", "destination", "flow"),
    [
        ((TABLE, I), (0, I), Flow.DEALT),
        ((TABLE, V), (0, I), Flow.TAKEN),
        ((TABLE, V), (TABLE, H), Flow.TAKEN),
        ((0, V), (0, I), Flow.TAKEN),
        ((0, I), (1, I), Flow.SHARED),
        ((0, I), (TABLE, I), Flow.SHARED),
        ((0, I), (1, H), Flow.SHARED),
        ((0, I), (0, H), Flow.DEALT),
        ((TABLE, H), (1, H), Flow.DEALT),
        ((0, I), (TABLE, V), Flow.REVEALED),
        ((TABLE, V), (0, V), Flow.DEALT),
        ((TABLE, O), (0, V), Flow.DEALT),
        ((0, H), (0, V), Flow.REVEALED),
        ((0, O), (TABLE, V), Flow.REVEALED),
        ((TABLE, V), (TABLE, M), Flow.DEALT),
        ((TABLE, V), (0, O), Flow.DEALT),
    ],
)
def test_what_a_way_does_to_information(
    source: tuple[int | None, LocationClass],
    destination: tuple[int | None, LocationClass],
    flow: Flow,
) -> None:
    assert flow_between(node(*source), node(*destination)) is flow


def test_ten_players_are_told_apart() -> None:
    assert flow_between(node(0, I), node(9, I)) is Flow.SHARED
    assert flow_between(node(10, I), node(10, I)) is Flow.DEALT


@pytest.mark.parametrize(
    ("owner", "kind", "openness"),
    [
        (0, V, Openness.PUBLIC),
        (TABLE, V, Openness.PUBLIC),
        (0, I, Openness.PRIVATE),
        (TABLE, I, Openness.HIDDEN),
        (0, H, Openness.HIDDEN),
        (0, O, Openness.OTHERS),
        (TABLE, O, Openness.PUBLIC),
        (0, M, Openness.MEMORY),
    ],
)
def test_who_sees_a_place(owner: int | None, kind: LocationClass, openness: Openness) -> None:
    assert node(owner, kind).openness is openness


def test_moves_swaps_and_memories_are_ways_and_forgetting_is_none() -> None:
    assert ways(graph_of(EVERYTHING)) == {
        ("table_INVISIBLE_STOCK_0", "p1_INVISIBLE_HAND_0"): (Flow.DEALT, 1),
        ("table_INVISIBLE_STOCK_0", "p2_INVISIBLE_HAND_0"): (Flow.DEALT, 1),
        ("table_INVISIBLE_STOCK_0", "table_VISIBLE_OPEN_0"): (Flow.REVEALED, 1),
        ("table_VISIBLE_OPEN_0", "table_MEMORY_SEEN_0"): (Flow.DEALT, 1),
        ("p1_INVISIBLE_HAND_0", "table_VISIBLE_OPEN_0"): (Flow.REVEALED, 1),
        ("table_VISIBLE_OPEN_0", "p1_INVISIBLE_HAND_0"): (Flow.TAKEN, 1),
        ("p2_INVISIBLE_HAND_0", "table_VISIBLE_OPEN_0"): (Flow.REVEALED, 1),
        ("table_VISIBLE_OPEN_0", "p2_INVISIBLE_HAND_0"): (Flow.TAKEN, 1),
        ("p1_INVISIBLE_HAND_0", "p2_INVISIBLE_HAND_0"): (Flow.SHARED, 1),
        ("p2_INVISIBLE_HAND_0", "p1_INVISIBLE_HAND_0"): (Flow.SHARED, 1),
    }


def test_a_deck_starts_where_it_was_created() -> None:
    graph = graph_of(EVERYTHING)
    assert [node.name for node in graph.nodes if node.is_start] == ["STOCK"]


def test_counts_are_cards_a_match_whatever_the_number_of_matches() -> None:
    assert ways(graph_of(EVERYTHING, matches=3)) == ways(graph_of(EVERYTHING))


def test_the_categories_say_what_the_game_hides() -> None:
    watched = follow_cards(Interpreter(program(EVERYTHING)), 1, 1, 100)
    found = {one.name: one.holds for one in information(movement(watched), watched)}
    assert found == {
        "hidden": True,
        "private": True,
        "back": False,
        "taken": True,
        "shared": True,
        "deduction": False,
    }


FOLLOW = """
(game
 (setup
  (create players 2)
  (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)) (SUIT (HEARTS, SPADES)))))
 (do (
  (shuffle (game iloc STOCK))
  (all player 'P (repeat 2 (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))
 (stage player
  once
  (choice (
   (any ((current player) iloc HAND) 'C
    (RULE (move 'C (top (game vloc TRICK))))))))
 (scoring max 0))
"""


@pytest.mark.parametrize(
    ("rule", "tells"), [("(== (cardatt RANK 'C) ACE)", True), ("(> 1 0)", False)]
)
def test_a_rule_that_forbids_some_cards_of_a_hand_lets_the_others_deduce(
    rule: str, tells: bool
) -> None:
    engine = Interpreter(program(FOLLOW.replace("RULE", rule)))
    assert (follow_cards(engine, _seed_with_an_ace_each(engine), 1, 100).is_tight) is tells


ACES_FIRST = FOLLOW.replace(
    "(RULE (move 'C (top (game vloc TRICK))))",
    """
    ((or (== (cardatt RANK 'C) ACE)
         (== (size (filter ((current player) iloc HAND) 'X (== (cardatt RANK 'X) ACE))) 0))
     (move 'C (top (game vloc TRICK))))""",
)
"""Whoever holds an ace must play it: nobody can tell where one player holds both of them."""


def test_deduction_is_looked_for_in_every_match_that_is_watched() -> None:
    engine = Interpreter(program(ACES_FIRST))
    seed = next(n for n in range(50) if not follow_cards(engine, n, 1, 100).is_tight)
    assert follow_cards(engine, seed, 10, 100).is_tight


def _seed_with_an_ace_each(engine: Interpreter) -> int:
    """So that both players have a card they may play."""
    for seed in range(50):
        state = engine.deal(Rng(seed, stream=0)).state
        hands = [pile for pile in state.cards if len(pile) == 2]
        aces = [{state.kinds[card] for card in hand} & _aces(engine) for hand in hands]
        if len(hands) == 2 and all(aces):
            return seed
    raise AssertionError("no such deal")


def _aces(engine: Interpreter) -> set[int]:
    strings = engine.program.strings
    return {
        number
        for number, kind in enumerate(engine.program.kinds)
        if any(strings[value] == "ACE" for _, value in kind.attributes)
    }


def test_graphviz_text_has_a_cluster_for_every_owner_and_the_published_colours() -> None:
    text = dot_text(graph_of(EVERYTHING), 'A "game"')
    assert text.startswith("digraph movement {")
    assert 'label="A \\"game\\""' in text
    for owner in ("table", "p1", "p2"):
        assert f'subgraph "cluster_{owner}"' in text
    assert '"table_INVISIBLE_STOCK_0" [label="STOCK", fillcolor=khaki, penwidth=3];' in text
    assert '"p1_INVISIBLE_HAND_0" [label="HAND", fillcolor=lightblue];' in text
    assert (
        '"table_MEMORY_SEEN_0" [label="SEEN", fillcolor=grey90, style="rounded,filled,dotted"];'
        in text
    )
    assert '"p1_INVISIBLE_HAND_0" -> "p2_INVISIBLE_HAND_0" [color=blue, penwidth=3' in text
    assert text.count("{") == text.count("}")
