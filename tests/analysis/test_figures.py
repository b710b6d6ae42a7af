"""Figures: complete, the same every time, and readable without colours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text
from small_matches import at_stake, decided, look, match, program, random_match
from test_movement import EVERYTHING, graph_of

from kibitz.analysis.figures.charts import (
    draw_branching,
    draw_lead,
    draw_lengths,
    draw_scores,
    draw_spread,
    ordinal,
)
from kibitz.analysis.figures.flow import draw_flow
from kibitz.analysis.figures.output import to_inline, to_png, to_svg
from kibitz.analysis.figures.style import dashes, marker
from kibitz.analysis.figures.tabletop import tabletop
from kibitz.analysis.measures.branching import branching
from kibitz.analysis.measures.histories import lead_history, spread_history
from kibitz.analysis.measures.movement import Flow, Movement, follow_cards, movement
from kibitz.analysis.measures.results import lengths, scores_by_seat
from kibitz.engine import Interpreter
from kibitz.games import CellGrid, TableLayout
from kibitz.recycle.syntax import Goal

pytestmark = pytest.mark.slow


CAPTION = "A game. 2 matches, seed 1, kibitz."
MATCHES = [
    match(
        decided(0, look((4, 2), (1.25, 1.75)), look((1, 2), (2, 1))),
        decided(1, look((6, 3), (1, 2))),
        scores=(7, 3),
    ),
    match(decided(0, look((4, 2), (1.25, 1.75))), scores=(2, 3), number=1),
]


def texts(figure: Figure) -> str:
    return " | ".join(text.get_text() for text in figure.findobj(Text) if isinstance(text, Text))


def test_a_figure_is_the_same_picture_every_time() -> None:
    table = branching([random_match(3, 1, 2)], 2)
    one, two = (draw_branching(table, CAPTION) for _ in range(2))
    assert to_svg(one) == to_svg(two)
    assert to_png(one) == to_png(two)
    assert to_png(one).startswith(b"\x89PNG")


def test_a_figure_says_where_it_comes_from_and_names_every_player() -> None:
    figure = draw_branching(branching([random_match(3, 1, 2)], 2), CAPTION)
    shown = texts(figure)
    assert CAPTION in shown
    assert "player 1" in shown
    assert "player 2" in shown


def test_the_lead_figure_has_a_line_of_its_own_colour_for_every_place_and_says_which() -> None:
    history = lead_history(MATCHES, Goal.MAX)
    assert history is not None
    figure = draw_lead(history, CAPTION)
    lines = figure.axes[0].lines
    assert len({line.get_color() for line in lines}) == 2
    assert "1st" in texts(figure)
    assert "2nd" in texts(figure)


def test_six_players_are_told_apart_without_colours() -> None:
    assert len({dashes(number) for number in range(6)}) == 6
    assert len({marker(number) for number in range(6)}) == 6


def test_the_spread_figure_says_what_its_scale_is() -> None:
    history = spread_history([match(at_stake(0, 3), at_stake(1, 1), scores=(1, 0))])
    assert history is not None
    shown = texts(draw_spread(history, CAPTION))
    assert "spread in points" in shown
    assert "noise of one decision" in shown


def test_distributions_are_drawn_for_both_samples() -> None:
    both = [lengths("random", MATCHES), lengths("thinking", MATCHES)]
    assert "thinking, mean 1.5" in texts(draw_lengths(both, CAPTION))
    scores = scores_by_seat(MATCHES)
    assert "player 2" in texts(draw_scores(scores, scores, CAPTION))


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")]
)
def test_places_are_counted_as_people_count(number: int, text: str) -> None:
    assert ordinal(number) == text


# ---------------------------------------------------------------------------- the table

GRID = """
(game
 (declare (range 1..4) 'CELLS)
 (setup
  (create players 3)
  (create deck (game iloc STOCK) (deck (RANK (A, B, C, D)) (SUIT (X, Y, Z)))))
 (do ((all player 'P (all 'CELLS 'C (move (top (game iloc STOCK)) (top ('P hloc CELL 'C)))))))
 (stage player
  once
  (choice ((any 'CELLS 'C
   (move (top ((current player) hloc CELL 'C)) (top ((current player) vloc CELL 'C)))))))
 (scoring max 0))
"""
LAYOUT = TableLayout((CellGrid("CELL", 2, 2, 1),), {"CELL": "garden"})


def grid_graph() -> Movement:
    return movement(follow_cards(Interpreter(program(GRID)), 1, 2, 100))


def test_cells_of_a_grid_are_one_spot_of_the_tables_layout() -> None:
    table = tabletop(grid_graph(), LAYOUT, 3)
    mine = [spot for spot in table.spots if spot.owner == 0]
    assert [(spot.rows, spot.columns) for spot in mine] == [(2, 2), (2, 2)]
    assert {spot.label for spot in mine} == {"garden\nface down", "garden\nface up"}


def test_player_one_sits_at_the_bottom_and_nobody_sits_on_anothers_place() -> None:
    table = tabletop(grid_graph(), LAYOUT, 3)
    lowest = min(table.names, key=lambda name: name[2])
    assert lowest[0] == "player 1"
    places = {(round(spot.x, 2), round(spot.y, 2)) for spot in table.spots}
    assert len(places) == len(table.spots)
    assert all(
        abs(spot.x) < table.extent[0] and abs(spot.y) < table.extent[1] for spot in table.spots
    )


def test_ways_that_others_have_like_player_one_are_marked() -> None:
    table = tabletop(grid_graph(), LAYOUT, 3)
    repeated = {route.destination.owner for route in table.routes if route.is_repeated}
    assert repeated == {1, 2}


def test_counts_of_the_cells_are_added_up() -> None:
    table = tabletop(grid_graph(), LAYOUT, 3)
    dealt = [route.count for route in table.routes if route.flow is Flow.DEALT]
    assert dealt == [4, 4, 4]


def test_the_flow_figure_explains_its_lines_and_places() -> None:
    shown = texts(draw_flow(TableLayout(), 2, graph_of(EVERYTHING), CAPTION))
    for words in ("dealt", "taken", "shared", "revealed", "public", "private", "hidden", "memory"):
        assert words in shown
    assert "a deck starts here" in shown


def test_an_inline_figure_takes_the_colours_of_its_page_and_keeps_its_names_apart() -> None:
    svg = to_svg(draw_flow(TableLayout(), 2, graph_of(EVERYTHING), CAPTION))
    ElementTree.fromstring(svg)
    inline = to_inline(svg, "flow")
    ElementTree.fromstring(inline)
    assert "var(--ink)" in inline
    assert "#1c1d22" not in inline
    assert 'id="flow-' in inline
    assert 'aria-hidden="true"' in inline
    assert "<metadata>" not in inline


def test_who_points_at_a_figure_is_told_its_values_without_a_script() -> None:
    lead = lead_history(MATCHES, Goal.MAX)
    spread = spread_history([match(at_stake(0, 3), at_stake(1, 1), scores=(1, 0))])
    assert lead is not None
    assert spread is not None
    for figure in (
        draw_branching(branching([random_match(3, 1, 2)], 2), CAPTION),
        draw_spread(spread, CAPTION),
        draw_lead(lead, CAPTION),
        draw_lengths([lengths("thinking", MATCHES)], CAPTION),
    ):
        drawn = ElementTree.fromstring(to_svg(figure))
        titles = [title.text or "" for title in drawn.iter("{http://www.w3.org/2000/svg}title")]
        assert titles
        assert all(any(map(str.isdigit, title)) for title in titles)
