"""What the published analyses say of the published games, where these are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.analysis.figures.flow import FILLS
from kibitz.analysis.matches import follow_matches
from kibitz.analysis.measures.branching import branching
from kibitz.analysis.measures.movement import Flow, Movement, follow_cards, information, movement
from kibitz.engine import Interpreter, Program, lower
from kibitz.engine.native import native_engine
from kibitz.engine.native.runtime.playouts import Noting
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
    played = native_engine(published("GolfSix4")).playouts(
        1, 20, most_decisions=500, noting=Noting.TRACE
    )
    for number in range(20):
        options = [count for _, count in played.trace(number)]
        assert options[:8] == [6, 5, 6, 5, 6, 5, 6, 5]
        draws, places = options[8::2], options[9::2]
        # Once the stock is used up, only the discard pile is left to draw from.
        assert set(draws[:20]) == {2}
        assert set(places) <= {6, 7}


def test_president_has_the_published_places_colours_and_ways() -> None:
    graph = graph_of("President5")
    assert {(node.key, FILLS[node.openness][1], node.is_start) for node in graph.nodes} == {
        ("table_INVISIBLE_STOCK_0", "khaki", True),
        ("table_VISIBLE_PLAY_0", "lightgreen", False),
        ("table_VISIBLE_DISCARD_0", "lightgreen", False),
        *((f"p{seat}_INVISIBLE_HAND_0", "lightblue", False) for seat in range(1, 6)),
    }
    assert flows(graph) == {
        ("STOCK", "HAND"): Flow.DEALT,
        ("HAND", "PLAY"): Flow.REVEALED,
        ("PLAY", "DISCARD"): Flow.DEALT,  # in the published drawing green: public to public
    }


def test_in_go_fish_the_cards_asked_for_are_taken() -> None:
    assert flows(graph_of("GoFish4"))["PASSING", "HAND"] is Flow.TAKEN


def test_every_deck_of_goofspiel_has_a_place_to_start_from() -> None:
    graph = graph_of("Goofspiel2")
    assert {node.name for node in graph.nodes if node.is_start} == {"ONE", "TWO", "STOCK"}


@pytest.mark.slow
def test_a_deal_of_three_cards_makes_scopas_options_come_round() -> None:
    engine = native_engine(published("Scopa2"))
    table = branching(follow_matches(engine, 1, 100, 2_000), 2)
    assert [kind.period for kind in table.kinds] == [6] * 6
    means = [kind.mean for kind in table.kinds]
    assert means[0] > means[2] > means[4] == pytest.approx(1, abs=0.1)


def test_in_golf_six_drawing_and_placing_have_a_curve_each() -> None:
    engine = native_engine(published("GolfSix4"))
    table = branching(follow_matches(engine, 1, 50, 2_000), 4)
    assert [round(kind.mean, 1) for kind in table.kinds] == [6.0, 5.0, 2.0, 6.5]
    assert table.take_turns


def options_by_move(name: str, players: int) -> list[float]:
    """How many options there are at the first decision, the second … on average."""
    engine = native_engine(published(name))
    rows = branching(follow_matches(engine, 1, 50, 2_000), players).rows
    counts: dict[int, list[int]] = {}
    for row in rows:
        counts.setdefault(row.move, []).append(row.choices)
    return [sum(found) / len(found) for _, found in sorted(counts.items())]


@pytest.mark.slow
def test_who_leads_at_agram_has_one_card_fewer_each_time_and_followers_few() -> None:
    means = options_by_move("Agram3", 3)
    assert means[::3] == [6, 5, 4, 3, 2, 1]
    assert all(mean < 4 for number, mean in enumerate(means) if number % 3)


@pytest.mark.slow
def test_at_hearts_who_leads_chooses_among_most_and_ever_fewer() -> None:
    means = options_by_move("Hearts4", 4)
    leads = means[::4]
    assert leads == sorted(leads, reverse=True)
    assert all(lead >= follower for lead, follower in zip(leads, means[1::4], strict=True))
    assert (leads[0] > 8, leads[-1]) == (True, 1)


@pytest.mark.slow
def test_at_cribbage_two_cards_go_to_the_crib_and_the_play_runs_out() -> None:
    means = options_by_move("Cribbage2", 2)
    assert means[:6] == [6, 5, 6, 5, 4, 4]
    assert means[-1] == 1


@pytest.mark.slow
def test_at_leduc_there_are_two_or_three_things_to_do() -> None:
    means = options_by_move("LeducPoker2", 2)
    assert means[:2] == [3, 3]
    assert all(2 <= mean <= 3 for mean in means)


INFORMATION = {
    "Agram3": "hidden private deduction",
    "CrazyEights3": "hidden private deduction",
    "Cribbage2": "hidden private taken shared deduction",
    "GoFish4": "hidden private taken",
    "GolfSix4": "hidden private taken",
    "Goofspiel2": "hidden private back",
    "Hearts4": "hidden private deduction",
    "LeducPoker2": "hidden private",
    "President5": "hidden private",
    "Rummy2": "hidden private taken",
    "Scopa2": "hidden private",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", INFORMATION)
def test_what_a_published_game_hides_is_as_the_document_says(name: str) -> None:
    watched = follow_cards(Interpreter(published(name)), 1, 10, 2_000)
    found = [one.name for one in information(movement(watched), watched) if one.holds]
    assert " ".join(found) == INFORMATION[name]
    document = Path(__file__).parents[2] / "docs" / "analysis.md"
    assert f"| {name[:-1]} | {', '.join(found)} |" in document.read_text(encoding="utf-8")
