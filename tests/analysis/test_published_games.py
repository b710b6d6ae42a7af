"""What the published analyses say of the published games, where these are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.analysis.card_movements import follow_cards
from kibitz.analysis.figures.dot import FILLS
from kibitz.analysis.measures.movement import Flow, Movement, movement
from kibitz.engine import Interpreter, Program, lower
from kibitz.engine.native import native_engine
from kibitz.recycle import check
from kibitz.recycle.loading import load_source

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

pytestmark = pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the published games are not part of the project"
)


def published(name: str) -> Program:
    checked = check(load_source(CORPUS / f"{name}.rcy")).game
    assert checked is not None
    return lower(checked)


def graph_of(name: str) -> Movement:
    return movement(follow_cards(Interpreter(published(name)), 1, 1, 2_000))


def flows(graph: Movement) -> dict[tuple[str, str], Flow]:
    return {(edge.source.name, edge.destination.name): edge.flow for edge in graph.edges}


def test_golf_six_turns_two_cards_each_then_draws_and_places_in_turn() -> None:
    played = native_engine(published("GolfSix4")).playouts(1, 20, most_decisions=500, trace=True)
    for number in range(20):
        options = [count for _, count in played.trace(number)]
        assert options[:8] == [6, 5, 6, 5, 6, 5, 6, 5]
        draws, places = options[8::2], options[9::2]
        # Once the stock is used up, only the discard pile is left to draw from.
        assert set(draws[:20]) == {2}
        assert set(places) <= {6, 7}


def test_president_has_the_published_places_colours_and_ways() -> None:
    graph = graph_of("President5")
    assert {(node.key, FILLS[node.openness], node.is_start) for node in graph.nodes} == {
        ("table_INVISIBLE_STOCK_0", "khaki", True),
        ("table_VISIBLE_PLAY_0", "lightgreen", False),
        ("table_VISIBLE_DISCARD_0", "lightgreen", False),
        *((f"p{seat}_INVISIBLE_HAND_0", "lightblue", False) for seat in range(1, 6)),
    }
    assert flows(graph) == {
        ("STOCK", "HAND"): Flow.DEALT,
        ("HAND", "PLAY"): Flow.REVEALED,
        ("PLAY", "DISCARD"): Flow.REVEALED,
    }


def test_in_go_fish_the_cards_asked_for_are_taken() -> None:
    assert flows(graph_of("GoFish4"))["PASSING", "HAND"] is Flow.TAKEN


def test_every_deck_of_goofspiel_has_a_place_to_start_from() -> None:
    graph = graph_of("Goofspiel2")
    assert {node.name for node in graph.nodes if node.is_start} == {"ONE", "TWO", "STOCK"}
