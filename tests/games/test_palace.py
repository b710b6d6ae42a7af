"""Palace: what goes on what, what burns, who takes, and the cards that nobody has seen."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, sit_down, walk

from kibitz.engine import Rng

PLACES = "iloc HAND", "vloc OPEN", "hloc HIDDEN"
HIDDEN = "9♣ 9♦ 9♥", "Q♣ Q♦ Q♥"


def dealt(first: str, second: str, *stock: str, **options: int | str) -> Table:
    """Two players; of six cards each the last three were laid open."""
    pack = (HIDDEN[0], first, HIDDEN[1], second, *stock)
    table = sit_down("palace", *pack, **{"players": 2, **options})
    for hand in (first, second):
        cards = set(hand.split()[3:])
        table.play(next(n for n, text in enumerate(table.labels()) if cards <= set(text.split())))
    return table


def test_three_of_six_cards_are_laid_open_on_three_hidden_ones() -> None:
    table = sit_down("palace", HIDDEN[0], "3♣ 4♣ 5♣ 6♣ 7♣ 8♣", players=2)
    assert len(table.labels()) == 20
    table.choose("lay 3♣")
    assert [len(table.pile(name, 0)) for name in ("hloc HIDDEN", "vloc OPEN", "iloc HAND")] == [
        3
    ] * 3


def test_the_lowest_card_in_a_hand_begins_twos_and_tens_aside() -> None:
    assert dealt("2♣ 5♦ 10♣ 3♦ 3♥ 3♠", "4♣ K♦ K♥ J♣ J♦ J♥").seat == 1


@pytest.mark.parametrize(
    ("lying", "hand", "fitting"),
    [
        ("5♣", "4♦ 5♦ 6♦", {"5♦", "6♦"}),
        ("K♣", "2♦ 10♦ K♦", {"2♦", "10♦", "K♦"}),
        ("2♣", "4♦ 6♦ K♦", {"4♦", "6♦", "K♦"}),
        ("7♣", "4♦ 6♦ 8♦", {"8♦"}),
        ("4♣", "6♣ 6♦ K♦", {"6♣", "6♦", "6♣ 6♦", "K♦"}),
    ],
)
def test_as_high_or_higher_and_twos_and_tens_on_anything(
    lying: str, hand: str, fitting: set[str]
) -> None:
    table = dealt(f"{lying} 3♥ A♣ J♣ J♦ J♥", f"{hand} 8♣ 8♠ 8♥")
    table.choose(f"play {lying}")
    offered = {frozenset(label.removeprefix("play ").split()) for label in table.labels()}
    allowed = {frozenset(cards.split()) for cards in fitting}
    assert offered <= allowed
    assert {len(cards) for cards in offered} == {len(cards) for cards in allowed}


def test_in_some_houses_one_goes_lower_on_a_seven() -> None:
    table = dealt("7♣ 3♥ A♣ J♣ J♦ J♥", "4♦ 10♦ 8♦ 8♣ 8♠ 8♥", sevens="on")
    table.choose("play 7♣")
    assert set(table.labels()) == {"play 4♦", "play 10♦"}


@pytest.mark.parametrize(("eights", "seat"), [("off", 1), ("on", 0)])
def test_in_some_houses_an_eight_makes_the_next_player_miss_a_turn(eights: str, seat: int) -> None:
    table = dealt("8♣ 3♥ A♣ J♣ J♦ J♥", "4♦ 10♦ K♦ 8♦ 8♠ 8♥", eights=eights)
    table.choose("play 8♣")
    assert table.seat == seat


def test_a_ten_burns_the_pile_and_its_player_plays_again() -> None:
    table = dealt("3♣ 4♣ A♣ J♣ J♦ J♥", "10♦ K♦ 5♦ 8♦ 8♠ 8♥")
    table.choose("play 3♣")
    table.choose("play 10♦")
    assert (table.seat, table.pile("vloc PILE")) == (1, [])
    assert set(table.pile("vloc BURNT")) == {"3♣", "10♦"}


@pytest.mark.parametrize(("fours", "burns"), [("on", True), ("off", False)])
def test_four_of_a_rank_burn_the_pile_whoever_played_them(fours: str, burns: bool) -> None:
    table = dealt("3♣ 3♦ A♣ J♣ J♦ J♥", "3♥ 3♠ 5♦ 8♦ 8♠ 8♥", fours=fours)
    second = 1 - table.seat
    table.play(first_pair(table))
    table.play(first_pair(table))
    assert (table.seat == second, len(table.pile("vloc BURNT"))) == (burns, 4 * burns)


def first_pair(table: Table) -> int:
    return next(n for n, text in enumerate(table.labels()) if len(text.split()) == 3)


def test_who_cannot_play_takes_the_pile_and_who_can_may_not() -> None:
    table = dealt("A♣ 3♥ K♣ J♣ J♦ J♥", "4♦ 5♦ 6♦ 8♦ 8♠ 8♥")
    table.choose("play A♣")
    assert table.labels() == ("take the pile",)
    table.play(0)
    assert set(table.pile("iloc HAND", 1)) == {"A♣", "4♦", "5♦", "6♦"}
    assert table.seat == 0
    assert not any(label.startswith("take") for label in table.labels())


def test_hands_are_filled_up_to_three_while_there_is_a_stock() -> None:
    table = dealt("3♣ 3♦ A♣ J♣ J♦ J♥", "5♣ 6♦ 7♦ 8♦ 8♠ 8♥", "4♥ 4♠")
    table.play(first_pair(table))
    assert set(table.pile("iloc HAND", 0)) == {"A♣", "4♥", "4♠"}


@pytest.mark.slow
def test_then_come_the_open_cards_and_then_the_hidden_ones_which_nobody_has_seen() -> None:
    table, chance, turned, out = sit_down("palace"), Rng(2), 0, []
    while not table.is_over:
        seat, labels = table.seat, table.labels()
        hand, lying = table.pile("iloc HAND", seat), table.pile("vloc OPEN", seat)
        hidden = table.pile("hloc HIDDEN", seat)
        assert not any(f"{card} " in f"{text} " for card in hidden for text in labels)
        if not hand and not lying:
            assert labels == ("turn up a card",)
            pile = len(table.pile("vloc PILE"))
            table.play(0)
            turned += 1
            assert len(table.pile("iloc HAND", seat)) in (0, pile + 1)
        else:
            source = hand or lying
            assert all(
                set(text.split()[1:]) <= set(source)
                or text == "take the pile"
                or text.endswith("open")
                for text in labels
            )
            table.play(chance.below(len(labels)))
        if not any(table.pile(name, seat) for name in PLACES):
            out.append(seat)
    assert turned > 3
    assert len(out) > 1
    assert [table.outcome.scores[seat] for seat in out] == [3, 2, 1][: len(out)]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"players": 2}, {"sevens": "on", "eights": "on"}])
def test_a_match_has_a_hundred_turns_each_at_most(options: dict[str, int | str]) -> None:
    assert_ends_within(101 * int(options.get("players", 4)), "palace", **options)


HEIGHTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.slow
def test_plays_burns_turns_and_places_are_as_by_hand() -> None:
    """Some 2,000 decisions of three players, in a house of sevens and eights."""
    before: tuple[int, list[str], int] | None = None
    out: list[int] = []

    def holdings(table: Table) -> list[int]:
        return [sum(len(table.pile(name, seat)) for name in PLACES) for seat in range(3)]

    def legal(table: Table) -> list[tuple[str, int]]:
        """Rank and number of the cards that may be played."""
        pile = table.pile("vloc PILE")
        hand, laid, hidden = (table.pile(name, table.seat) for name in PLACES)

        def fits(rank: str) -> bool:
            if not pile or rank in ("2", "10"):
                return True
            height, top = HEIGHTS.index(rank), HEIGHTS.index(pile[-1][:-1])
            return height <= top if pile[-1][:-1] == "7" else height >= top

        ranks = [card[:-1] for card in hand or laid]
        if not ranks:
            return [("", 1)] if hidden else []
        plays = [(r, n + 1) for r in set(ranks) if fits(r) for n in range(ranks.count(r))]
        return plays or [("take", 0)]

    def offered(label: str) -> tuple[str, int]:
        if label == "take the pile":
            return "take", 0
        cards = label.removeprefix("play ").split()
        return ("", 1) if label == "turn up a card" else (cards[0][:-1], len(cards))

    def after(seat: int, held: list[int]) -> int:
        return next(s % 3 for s in range(seat + 1, seat + 4) if held[s % 3])

    def look(table: Table) -> None:
        nonlocal before
        if table.number("TURNS") == 0:
            before = None
            out.clear()
            assert len(table.labels()) == 20
            return
        assert sorted(map(offered, table.labels())) == sorted(legal(table))
        held, pile = holdings(table), table.pile("vloc PILE")
        burnt = len(table.pile("vloc BURNT"))
        assert not pile or pile[-1][:-1] != "10"
        assert len(pile) < 4 or len({card[:-1] for card in pile[-4:]}) > 1
        out.extend(seat for seat in range(3) if not held[seat] and seat not in out)
        if before:
            seat, lay, burnt_before = before
            is_skipped = pile != lay and pile and pile[-1][0] == "8"
            next_seat = after(after(seat, held), held) if is_skipped else after(seat, held)
            burns = burnt != burnt_before
            assert table.seat == (seat if burns and held[seat] else next_seat)
        before = table.seat, pile, burnt

    def over(table: Table) -> None:
        held = holdings(table)
        out.extend(seat for seat in range(3) if not held[seat] and seat not in out)
        scores = [2 - out.index(seat) if seat in out else 0 for seat in range(3)]
        assert list(table.outcome.scores) == scores

    walk(2_000, "palace", look, over, players=3, sevens="on", eights="on")
