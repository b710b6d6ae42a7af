"""Golf: how a hole is played, turn by turn, and where the house rules change that."""

from __future__ import annotations

from collections import Counter

import pytest
from card_table import Policy, Stacked, Table, dealt, engine_for, first_of, grid, sit_down

from kibitz.engine import Rng, View
from kibitz.engine.places import kind_texts
from kibitz.recycle import RecycleError

pytestmark = pytest.mark.slow


DRAW = "draw from the stock"


def seated(seed: int = 1, **options: int | str) -> Table:
    return Table(engine_for("golf", **options), Rng(seed))


def ready(seed: int = 1, **options: int | str) -> Table:
    """A table at which everybody has turned up their first cards."""
    table = seated(seed, **options)
    table.run(lambda _, labels: 0, until=lambda: DRAW in table.labels())
    return table


def discarding(_: int, labels: tuple[str, ...]) -> int:
    # The last card of a stock made anew is known before it is taken: the others have been seen.
    return first_of(labels, "discard", "draw", "take", "flip", "pass")


def hoarding(_: int, labels: tuple[str, ...]) -> int:
    """Draw, and put what was drawn where a card lies face up already."""
    is_holding = labels[0].startswith("discard")
    return labels.index(next(t for t in labels if t.endswith("cell 1"))) if is_holding else 0


def opening(who: int) -> Policy:
    """One player turns up card after card, the others throw away what they draw."""

    def policy(seat: int, labels: tuple[str, ...]) -> int:
        if seat == who:
            return first_of(labels, "turn over", "flip")
        return discarding(seat, labels)

    return policy


def refusal(**options: int | str) -> tuple[str, ...]:
    with pytest.raises(RecycleError) as raised:
        engine_for("golf", **options)
    (diagnostic,) = raised.value.diagnostics
    return (diagnostic.slug, *diagnostic.notes)


# ---------------------------------------------------------------------------- the deal


@pytest.mark.parametrize(
    ("jokers", "players", "cards"),
    [
        ("none", 4, 52),
        ("none", 5, 104),
        ("standard", 4, 54),
        ("standard", 6, 108),
        ("lucky_swing", 4, 53),
        ("lucky_swing", 6, 105),
        ("eagle_eye", 6, 108),
    ],
)
def test_there_are_two_jokers_in_each_pack_but_a_lucky_swing_is_single(
    jokers: str, players: int, cards: int
) -> None:
    table = seated(jokers=jokers, players=players)
    assert len(table.state.kinds) == cards
    texts = kind_texts(table.engine.program)
    assert sum(texts[kind] == "Joker" for kind in table.state.kinds) == cards % 52


@pytest.mark.parametrize("players", [5, 6])
def test_five_or_six_players_cannot_do_with_one_pack(players: int) -> None:
    assert refusal(players=players, decks=1) == (
        "unmet-requirement",
        "Five or six players need at least two decks.",
        f"PLAYERS is {players}, DECKS is 1",
    )


@pytest.mark.parametrize("flips", [-1, 3])
def test_nobody_turns_up_more_than_two_cards_at_the_start(flips: int) -> None:
    assert refusal(initial_flips=flips) == ("bad-option-value",)


def test_there_is_no_joker_that_is_both_lucky_and_eagle_eyed() -> None:
    assert refusal(jokers="lucky_swing eagle_eye") == ("bad-option-value",)


@pytest.mark.parametrize("flips", [0, 1, 2])
def test_everybody_names_as_many_different_cells_as_the_rule_says(flips: int) -> None:
    table = seated(initial_flips=flips, players=3)
    named: list[tuple[int, int]] = []
    while DRAW not in table.labels():
        named.append((table.seat, len(table.labels())))
        table.play(0)
    assert named == [(seat, 6 - n) for seat in range(3) for n in range(flips)]
    assert [table.hidden(seat) for seat in range(3)] == [6 - flips] * 3


def test_no_card_is_turned_before_all_have_named_theirs() -> None:
    table = seated(players=3)
    for _ in range(6):
        assert [table.hidden(seat) for seat in range(3)] == [6, 6, 6]
        table.play(0)
    assert [table.hidden(seat) for seat in range(3)] == [4, 4, 4]


def test_a_refused_choice_changes_nothing() -> None:
    table = seated()
    before = table.state.fingerprint()
    with pytest.raises(Exception, match="there is no option 6"):
        table.play(6)
    assert table.state.fingerprint() == before


def test_the_deal_and_the_lead_go_round_the_table() -> None:
    table = seated(players=3, holes=4, flip_as_action="on", initial_flips=0)
    leaders: dict[int, int] = {}

    def policy(seat: int, labels: tuple[str, ...]) -> int:
        leaders.setdefault(table.number("HOLE"), seat)
        return first_of(labels, "turn over", "discard", "draw")

    table.run(policy)
    assert leaders == {1: 0, 2: 1, 3: 2, 4: 0}


# ---------------------------------------------------------------------------- a turn


def test_a_turn_is_a_draw_or_the_discard_in_some_cell_and_nothing_else() -> None:
    table = ready()
    (top,) = table.pile("vloc DISCARD")
    assert table.labels() == (DRAW, *(f"swap {top} into cell {cell}" for cell in range(1, 7)))


def test_a_drawn_card_is_kept_or_thrown_away_before_anything_else_can_happen() -> None:
    table = ready(flip_as_action="on", flip_on_discard="always", knock_early="on")
    table.choose(DRAW)
    (card,) = table.pile("iloc HAND", 0)
    assert table.labels() == (
        f"discard {card}",
        *(f"swap {card} into cell {cell}" for cell in range(1, 7)),
    )


def test_taking_the_discard_and_placing_it_is_one_decision() -> None:
    table = ready()
    (top,), (old,) = table.pile("vloc DISCARD"), table.pile("hloc GRID", 0, 6)
    table.play(6)
    assert table.seat == 1
    assert table.pile("vloc GRID", 0, 6) == [top]
    assert table.pile("hloc GRID", 0, 6) == []
    assert table.pile("vloc DISCARD") == [old]


def test_a_face_up_card_may_be_replaced_again() -> None:
    table = ready()
    (top,), (old,) = table.pile("vloc DISCARD"), table.pile("vloc GRID", 0, 1)
    table.play(1)
    assert (table.pile("vloc GRID", 0, 1), table.pile("vloc DISCARD")) == ([top], [old])


def test_throwing_a_card_away_turns_nothing_over() -> None:
    table = ready()
    table.choose(DRAW)
    table.choose("discard")
    assert (table.seat, table.hidden(0)) == (1, 4)


def test_where_every_discard_flips_there_is_no_way_round_it() -> None:
    table = ready(flip_on_discard="always")
    table.choose(DRAW)
    table.choose("discard")
    assert table.seat == 0
    assert table.labels() == tuple(f"turn over cell {cell}" for cell in (3, 4, 5, 6))
    table.play(0)
    assert (table.seat, table.hidden(0)) == (1, 3)


def test_a_flip_can_force_somebody_out() -> None:
    table = ready(players=2, holes=1, flip_on_discard="always")
    table.run(
        lambda _, labels: first_of(labels, "discard", "turn over", "draw"),
        until=lambda: table.number("FINISHER") > 0,
    )
    assert (table.number("FINISHER"), table.hidden(0), table.hidden(1)) == (1, 0, 1)


def test_an_endgame_flip_waits_until_somebody_has_one_card_left() -> None:
    table = ready(players=2, flip_on_discard="endgame", flip_as_action="on")
    table.choose("turn over")
    table.choose(DRAW)
    table.choose("discard")
    assert table.seat == 0, "player 1 has three cards face down, player 2 four: no flip yet"
    table.choose("turn over")
    table.choose(DRAW)
    table.choose("discard")
    table.choose("turn over")
    table.choose(DRAW)
    table.choose("discard")
    assert table.seat == 1
    assert table.labels() == (*(f"turn over cell {cell}" for cell in (3, 4, 5, 6)), "pass")
    table.choose("pass")
    assert (table.seat, table.hidden(1)) == (0, 4)


def test_only_a_rule_allows_a_flip_instead_of_a_draw() -> None:
    assert not any(label.startswith("turn over") for label in ready().labels())
    table = ready(flip_as_action="on")
    assert [label for label in table.labels() if label.startswith("turn over")] == [
        f"turn over cell {cell}" for cell in (3, 4, 5, 6)
    ]
    table.choose("turn over cell 4")
    assert (table.seat, table.hidden(0)) == (1, 3)


def test_an_early_knock_takes_one_or_two_hidden_cards_and_leaves_the_others_a_turn() -> None:
    table = ready(players=3, holes=1, flip_as_action="on", knock_early="on")
    for cell in (3, 4):
        assert "knock" not in table.labels()
        table.choose(f"turn over cell {cell}")
        for _ in range(2):
            table.choose(DRAW)
            table.choose("discard")
    table.choose("knock")
    assert table.number("FINISHER") == 1
    begun = len(table.seats)
    table.run(discarding)
    assert table.seats[begun:] == [1, 1, 2, 2]


def test_nobody_knocks_once_somebody_is_out() -> None:
    table = ready(players=2, holes=1, flip_as_action="on", knock_early="on")
    table.run(
        lambda _, labels: first_of(labels, "turn over"), until=lambda: table.number("FINISHER") > 0
    )
    assert table.hidden(1) == 1
    assert "turn over cell 6" in table.labels()
    assert "knock" not in table.labels()


# ---------------------------------------------------------------------------- the end


@pytest.mark.parametrize("finisher", range(4))
def test_everybody_but_the_finisher_has_exactly_one_more_turn(finisher: int) -> None:
    table = ready(holes=1, flip_as_action="on")
    table.run(opening(finisher), until=lambda: table.number("FINISHER") > 0)
    assert table.number("FINISHER") == finisher + 1
    begun = len(table.seats)
    table.run(discarding)
    turns = [(finisher + step) % 4 for step in (1, 2, 3)]
    assert table.seats[begun:] == [seat for seat in turns for _ in range(2)]


@pytest.mark.parametrize("flips", [0, 1, 2])
def test_going_out_takes_at_least_a_turn_for_every_hidden_card(flips: int) -> None:
    table = ready(holes=1, initial_flips=flips)
    turns = 0

    def policy(seat: int, labels: tuple[str, ...]) -> int:
        nonlocal turns
        if seat:
            return discarding(seat, labels)
        turns += 1
        hidden = next(c for c in range(1, 7) if table.cards("hloc GRID", 0, c))
        return first_of(labels, f"swap {table.pile('vloc DISCARD')[-1]} into cell {hidden}")

    table.run(policy, until=lambda: table.number("FINISHER") > 0)
    assert (table.number("FINISHER"), turns) == (1, 6 - flips)


def test_cards_stay_face_down_until_the_last_turn_is_over() -> None:
    table = ready(holes=1, flip_as_action="on")
    table.run(opening(0), until=lambda: table.number("FINISHER") > 0)
    while not table.is_over:
        assert [table.hidden(seat) for seat in range(1, 4)] == [4, 4, 4]
        table.play(discarding(table.seat, table.labels()))
    assert [table.hidden(seat) for seat in range(4)] == [0] * 4


def test_by_a_house_rule_everybody_turns_up_their_cards_after_their_last_turn() -> None:
    table = ready(holes=1, flip_as_action="on", reveal_after_final_turn="on")
    table.run(opening(0), until=lambda: table.number("FINISHER") > 0)
    shown = []
    while not table.is_over:
        shown.append([table.hidden(seat) for seat in range(1, 4)])
        table.play(discarding(table.seat, table.labels()))
    assert shown == [[4, 4, 4], [4, 4, 4], [0, 4, 4], [0, 4, 4], [0, 0, 4], [0, 0, 4]]


def test_only_the_first_to_go_out_gets_the_knock_bonus() -> None:
    table = ready(players=2, holes=1, flip_as_action="on", knock_bonus="on")
    table.run(lambda _, labels: first_of(labels, "turn over", "flip"))
    assert [table.hidden(seat) for seat in range(2)] == [0, 0]
    assert table.numbers("BONUS") == [-5, 0]


# ---------------------------------------------------------------------------- stock and stall


def test_a_used_up_stock_is_made_of_the_discard_pile_but_its_top_card() -> None:
    table = ready(players=2)
    table.run(discarding, until=lambda: table.number("REBUILDS") == 1)
    assert len(table.cards("vloc DISCARD")) == 1
    assert len(table.cards("iloc STOCK")) == 52 - 12 - 1
    stock = set(table.cards("iloc STOCK"))
    assert [stock] in [list(map(set, unknown.pools)) for unknown in table.view(0).unknown], (
        "everybody knows which cards the new stock consists of, and nobody in which order"
    )


def test_the_new_stock_is_in_a_new_order() -> None:
    table = ready(players=2)
    table.run(discarding, until=lambda: len(table.cards("iloc STOCK")) == 1)
    thrown = [*table.cards("vloc DISCARD")]
    table.run(discarding, until=lambda: table.number("REBUILDS") == 1)
    assert table.cards("iloc STOCK") not in (thrown, thrown[::-1])


@pytest.mark.parametrize("flip", ["never", "endgame", "always"])
def test_a_stand_off_ends_with_a_last_turn_for_everybody_and_no_finisher(flip: str) -> None:
    table = ready(players=3, holes=1, flip_on_discard=flip, knock_bonus="on", knock_penalty="on")
    table.run(hoarding, until=lambda: table.number("REBUILDS") == 2)
    last, begun = table.seats[-1], len(table.seats)
    table.run(hoarding)
    turns = [(last + step) % 3 for step in (1, 2, 3)]
    assert table.seats[begun:] == [seat for seat in turns for _ in range(2)]
    assert table.number("FINISHER") == 0
    assert table.numbers("SCORE") == table.numbers("BASE")


def taking(_: int, labels: tuple[str, ...]) -> int:
    """Put the discard where a card lies face up already."""
    return next(n for n, text in enumerate(labels) if text.endswith("into cell 1"))


@pytest.mark.parametrize("flip", ["never", "always"])
@pytest.mark.parametrize("players", [2, 3])
def test_discards_that_go_round_for_ever_end_the_hole_after_sixty_turns(
    flip: str, players: int
) -> None:
    table = ready(players=players, holes=1, flip_on_discard=flip, knock_bonus="on")
    begun = len(table.seats)
    table.run(taking, until=lambda: table.number("STALE") == 1)
    assert len(table.seats) - begun == 30
    table.run(taking)
    assert len(table.seats) - begun == 60 + players
    assert [table.number("FINISHER"), *table.numbers("BONUS")] == [0] * (1 + players)


@pytest.mark.parametrize("breaking", ["draw", "open"])
def test_a_draw_or_a_card_turned_up_makes_the_turns_count_anew(breaking: str) -> None:
    table = ready(players=2, holes=1)
    table.run(taking, until=lambda: table.number("IDLE") == 59)
    if breaking == "draw":
        table.choose(DRAW)
        table.choose("discard")
    else:
        table.play(next(n for n, text in enumerate(table.labels()) if text.endswith("cell 6")))
    assert (table.number("IDLE"), table.number("STALE"), table.number("FINAL")) == (0, 0, 0)


# ---------------------------------------------------------------------------- secrecy


def known(table: Table, seat: int) -> set[int]:
    return {spot.card for pile in table.view(seat).piles for spot in pile if spot.card is not None}


def test_nobody_knows_a_card_that_lies_face_down_not_even_its_owner() -> None:
    table = seated()
    hidden = {c for s in range(4) for i in range(1, 7) for c in table.cards("hloc GRID", s, i)}
    for seat in range(4):
        assert not known(table, seat) & hidden


def test_a_card_from_the_stock_is_seen_by_the_one_who_drew_it() -> None:
    table = ready()
    table.choose(DRAW)
    (card,) = table.cards("iloc HAND", 0)
    assert [card in known(table, seat) for seat in range(4)] == [True, False, False, False]


def test_a_hidden_card_is_seen_as_it_goes_to_the_discard_pile_and_not_before() -> None:
    table = ready()
    (card,) = table.cards("hloc GRID", 0, 6)
    assert not any(card in known(table, seat) for seat in range(4))
    table.play(6)
    assert all(card in known(table, seat) for seat in range(4))


def after_secret_flips(hole: int, *cells: int) -> tuple[Table, View]:
    """The leader of the hole has picked these cells; and what the other one then saw."""
    table = sit_down("golf", players=2, holes=2, secret_flips="on", flip_as_action="on")
    table.run(
        lambda _, labels: first_of(labels, "turn over", "flip", "turn up"),
        until=lambda: table.number("HOLE") == hole,
    )
    assert table.seat == hole - 1
    for cell in cells:
        table.choose(f"turn up cell {cell}")
    view = table.view(table.seat)
    table.play(0)
    table.play(0)
    return table, view


@pytest.mark.parametrize("hole", [1, 2])
def test_secret_flips_are_known_to_nobody_else_until_all_are_shown(hole: int) -> None:
    picks = {(1, 2): [1, 2], (4, 3): [3, 4], (6, 1): [1, 6]}
    views = []
    for cells, turned in picks.items():
        table, view = after_secret_flips(hole, *cells)
        views.append(view)
        assert [c for c in range(1, 7) if table.cards("vloc GRID", hole - 1, c)] == turned
        assert [table.hidden(seat) for seat in range(2)] == [4, 4]
    assert views[0] == views[1] == views[2]


def test_whoever_imagines_secret_flips_imagines_all_of_them() -> None:
    """Worlds that a player may be in: the other one's two markers are any of the fifteen pairs."""
    _, view = after_secret_flips(1, 6, 1)
    table = sit_down("golf", players=2, holes=2, secret_flips="on", flip_as_action="on")
    picked, chance = table.place("iloc PICKED", 0), Rng(1, stream=3)
    pairs: Counter[frozenset[int]] = Counter()
    for _ in range(300):
        world = table.engine.resample(view, chance)
        assert table.engine.view(world, 1) == view
        pairs[frozenset(world.cards[picked])] += 1
    assert len(pairs) == 15
    assert max(pairs.values()) < 45


def test_what_a_player_is_told_does_not_depend_on_hidden_cards() -> None:
    hands = [grid("A 2 3 / 4 5 6"), grid("7 8 9 / 10 J Q")]
    same, swapped = [h[:] for h in hands], [h[:] for h in hands]
    swapped[1][4], swapped[1][5] = swapped[1][5], swapped[1][4]
    engine = engine_for("golf", players=2)
    shown = []
    for deal in (same, swapped):
        table = Table(engine, Stacked(engine, dealt(*deal, then=["K"])))
        for _ in range(4):
            table.play(0)
        shown.append((table.labels(), [option.key for option in table.decision.options]))
    assert shown[0] == shown[1]
