"""Par golf and lock golf: looks, refreshes, and cards that are fixed for good."""

from __future__ import annotations

import pytest
from card_table import Stacked, Table, dealt, engine_for, first_of

from kibitz.engine import Rng
from kibitz.recycle import RecycleError

pytestmark = pytest.mark.slow


REFRESH = "move a card from the stock to the discard pile"
PAR_CELLS, LOCK_CELLS = range(1, 6), range(1, 5)


def seated(name: str, **options: int | str) -> Table:
    return Table(engine_for(name, **options), Rng(1))


def ready(name: str, **options: int | str) -> Table:
    """A table at which everybody has declined to look."""
    table = seated(name, **options)
    table.run(
        lambda _, labels: first_of(labels, "pass"), until=lambda: "pass" not in table.labels()
    )
    return table


def known(table: Table, seat: int) -> set[int]:
    return {spot.card for pile in table.view(seat).piles for spot in pile if spot.card is not None}


# ---------------------------------------------------------------------------- courses and tables


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("par-golf", {"holes": 12}, "A game has nine or eighteen holes."),
        ("par-golf", {"par_one": 5}, "The pars of nine holes add up to 36."),
        (
            "par-golf",
            {"second_nine": "other", "par_ten": 5},
            "The pars of the second nine add up to 36, too.",
        ),
        ("lock-golf", {"holes": 4}, "A game has three, six, nine or eighteen holes."),
    ],
)
def test_a_course_that_is_none_is_refused_with_the_reason(
    name: str, options: dict[str, int | str], reason: str
) -> None:
    with pytest.raises(RecycleError) as raised:
        engine_for(name, **options)
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.slug, diagnostic.notes[0]) == ("unmet-requirement", reason)


@pytest.mark.parametrize(
    "options", [{"players": 6}, {"par_one": 2}, {"par_one": 6}, {"players": 1}]
)
def test_par_golf_has_two_to_five_players_and_pars_of_three_to_five(
    options: dict[str, int | str],
) -> None:
    with pytest.raises(RecycleError) as raised:
        engine_for("par-golf", **options)
    assert raised.value.diagnostics[0].slug == "bad-option-value"


FIRST_NINE = [4, 3, 4, 5, 4, 4, 3, 5, 4]


@pytest.mark.parametrize(
    ("options", "second"),
    [
        ({}, FIRST_NINE),
        ({"second_nine": "other"}, [4, 4, 3, 5, 4, 4, 5, 3, 4]),
        ({"second_nine": "other", "par_ten": 5, "par_eighteen": 3}, [5, 4, 3, 5, 4, 4, 5, 3, 3]),
    ],
)
def test_every_hole_has_the_par_of_the_course_and_eighteen_holes_are_two_nines(
    options: dict[str, int | str], second: list[int]
) -> None:
    table = seated("par-golf", players=2, holes=18, **options)
    pars: dict[int, int] = {}

    def policy(_: int, labels: tuple[str, ...]) -> int:
        pars[table.number("HOLE")] = table.number("PAR")
        return first_of(labels, "turn over", "pass")

    table.run(policy)
    assert list(pars.values()) == FIRST_NINE + second


@pytest.mark.parametrize(
    ("players", "decks", "jokers", "cards"),
    [(4, 0, "off", 52), (5, 0, "off", 104), (6, 1, "off", 52), (2, 2, "on", 108)],
)
def test_lock_golf_takes_a_second_pack_for_five_players_or_on_request(
    players: int, decks: int, jokers: str, cards: int
) -> None:
    table = seated("lock-golf", players=players, decks=decks, jokers=jokers)
    assert len(table.state.kinds) == cards


@pytest.mark.parametrize(("name", "leads"), [("par-golf", 9), ("lock-golf", 3)])
def test_the_lead_goes_round_the_table(name: str, leads: int) -> None:
    table = seated(name, players=2, holes=leads)
    leaders: dict[int, int] = {}

    def policy(seat: int, labels: tuple[str, ...]) -> int:
        leaders.setdefault(table.number("HOLE"), seat)
        return first_of(labels, "turn over", "pass")

    table.run(policy)
    assert leaders == {hole: (hole - 1) % 2 for hole in range(1, leads + 1)}


# ---------------------------------------------------------------------------- looks


@pytest.mark.parametrize(("hole", "par", "looks"), [(1, 4, 2), (2, 3, 1), (4, 5, 2)])
def test_the_par_says_how_many_cards_one_may_look_at(hole: int, par: int, looks: int) -> None:
    table = seated("par-golf", players=2)
    table.run(
        lambda _, labels: first_of(labels, "turn over", "pass"),
        until=lambda: table.number("HOLE") == hole,
    )
    assert table.number("PAR") == par
    offered = []
    while "pass" in table.labels():
        offered.append((table.seat, len(table.labels()) - 1))
        table.play(0)
    order = [table.seat, 1 - table.seat]
    assert offered == [(seat, par - look) for seat in order for look in range(looks)]


def test_others_see_that_one_looks_not_what_one_sees() -> None:
    table = seated("par-golf")
    (card,) = table.cards("hloc GRID", 0, 3)
    before = [known(table, seat) for seat in range(4)]
    table.choose("look at cell 3")
    assert table.cards("iloc GRID", 0, 3) == [card]
    assert known(table, 0) == before[0] | {card}
    assert [known(table, seat) for seat in (1, 2, 3)] == before[1:]
    piles = [len(pile) for pile in table.view(1).piles]
    assert piles == [len(pile) for pile in table.state.cards], "that a card was moved is public"


def test_a_look_may_be_declined() -> None:
    table = seated("par-golf", players=2)
    table.choose("pass")
    assert table.seat == 1
    assert not any(table.cards("iloc GRID", 0, cell) for cell in PAR_CELLS)


def test_in_lock_golf_one_looks_at_the_nearer_row_or_at_nothing() -> None:
    table = seated("lock-golf", players=2)
    assert table.labels() == ("look at cell 3 and cell 4", "pass")
    table.play(0)
    assert [len(table.cards("iloc GRID", 0, cell)) for cell in LOCK_CELLS] == [0, 0, 1, 1]
    mine = {card for cell in (3, 4) for card in table.cards("iloc GRID", 0, cell)}
    assert mine <= known(table, 0)
    assert not mine & known(table, 1)


def test_the_discard_pile_of_lock_golf_starts_after_the_looks() -> None:
    table = seated("lock-golf", players=2)
    assert table.pile("vloc DISCARD") == []
    table.play(0)
    assert table.pile("vloc DISCARD") == []
    table.play(0)
    assert len(table.pile("vloc DISCARD")) == 1


def test_the_two_cards_looked_at_are_hidden_again_for_the_next_hole() -> None:
    table = seated("lock-golf", players=2, holes=3)
    table.run(
        lambda _, labels: first_of(labels, "look", "turn over"),
        until=lambda: table.number("HOLE") == 2,
    )
    assert known(table, 0) == known(table, 1) == set()


# ---------------------------------------------------------------------------- turns


def test_while_the_discard_pile_is_empty_one_can_only_reveal_or_refresh() -> None:
    table = ready("par-golf", players=2)
    reveals = tuple(f"turn over cell {cell}" for cell in range(1, 5))
    for seat in (0, 1):
        assert (table.seat, table.labels()) == (seat, (REFRESH, *table.labels()[1:]))
        assert table.labels()[1:] == reveals
        table.play(1)
    table.choose(REFRESH)
    (top,) = table.pile("vloc DISCARD")
    assert [label for label in table.labels() if label.startswith("swap")] == [
        f"swap {top} into cell {cell}" for cell in (2, 3, 4)
    ]


@pytest.mark.parametrize("name", ["par-golf", "lock-golf"])
def test_a_refresh_is_once_a_turn_and_the_turn_goes_on(name: str) -> None:
    table = ready(name, players=2)
    table.choose(REFRESH)
    assert (table.seat, REFRESH in table.labels()) == (0, False)
    table.choose("turn over")
    assert (table.seat, REFRESH in table.labels()) == (1, True)


@pytest.mark.parametrize("name", ["par-golf", "lock-golf"])
def test_a_card_taken_is_locked_and_the_one_it_replaces_is_the_new_discard(name: str) -> None:
    table = ready(name, players=2)
    table.choose(REFRESH)
    top, (old,) = table.pile("vloc DISCARD")[-1], table.pile("hloc GRID", 0, 2)
    table.choose(f"swap {top} into cell 2")
    assert (table.seat, table.pile("vloc GRID", 0, 2)) == (1, [top])
    assert table.pile("vloc DISCARD")[-1] == old
    table.choose("turn over")
    assert not any(label.endswith("cell 2") for label in table.labels())


@pytest.mark.parametrize("name", ["par-golf", "lock-golf"])
def test_a_card_revealed_is_locked(name: str) -> None:
    table = ready(name, players=2)
    table.choose("turn over cell 1")
    table.choose("turn over cell 1")
    assert not any(label.endswith("cell 1") for label in table.labels())


def test_a_card_refreshed_over_is_buried() -> None:
    table = ready("lock-golf", players=2)
    (buried,) = table.pile("vloc DISCARD")
    table.choose(REFRESH)
    assert table.pile("vloc DISCARD")[0] == buried
    assert not any(buried in label for label in table.labels())


@pytest.mark.parametrize(
    ("name", "players", "cells"),
    [
        *(("par-golf", players, [4, 3, 4, 5, 4, 4, 3, 5, 4]) for players in (2, 3, 4, 5)),
        *(("lock-golf", players, [4, 4, 4]) for players in (2, 3, 4, 5, 6)),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_hole_takes_exactly_one_turn_for_every_cell(
    name: str, players: int, cells: list[int], seed: int
) -> None:
    engine = engine_for(name, players=players, holes=len(cells))
    rng, choices = Rng(seed), Rng(seed, stream=1)
    table = Table(engine, rng)
    turns = dict.fromkeys(range(1, len(cells) + 1), 0)
    while not table.is_over:
        hole, locked = table.number("HOLE"), table.number("LOCKED")
        table.play(choices.below(len(table.decision.options)))
        after = (
            table.number("LOCKED") if table.number("HOLE") == hole else players * cells[hole - 1]
        )
        assert after - locked in (0, 1), "a turn locks one card"
        turns[hole] += after - locked
    assert list(turns.values()) == [players * par for par in cells]


@pytest.mark.parametrize(
    ("name", "options"), [("par-golf", {"players": 5}), ("lock-golf", {"players": 6, "decks": 1})]
)
def test_the_stock_lasts_even_if_everybody_always_refreshes(
    name: str, options: dict[str, int | str]
) -> None:
    table = seated(name, **options)
    table.run(lambda _, labels: first_of(labels, "move", "turn over", "pass"))
    assert table.is_over


def test_what_a_player_is_told_does_not_depend_on_cards_others_have_looked_at() -> None:
    hands = [["A", "2", "3", "4"], ["5", "6", "7", "8"]]
    shown = []
    engine = engine_for("lock-golf", players=2)
    for other in (hands[1], ["5", "6", "8", "7"]):
        table = Table(engine, Stacked(engine, dealt(hands[0], other, then=["K"])))
        table.play(0)
        table.play(0)
        shown.append((table.labels(), [option.key for option in table.decision.options]))
    assert shown[0] == shown[1]
