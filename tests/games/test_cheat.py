"""Cheat: the ranks in order, what may be claimed, who takes the pile, and who has won."""

from __future__ import annotations

import pytest
from card_table import Table, assert_ends_within, dealt, loaded, sit_down, walk

CLUBS = ["A♣", "2♣", "3♣", "4♣", "5♣", "6♣", "7♣", "8♣", "9♣", "10♣", "J♣", "Q♣", "K♣"]
HANDS = [[card[:-1] + suit for card in CLUBS] for suit in "♣♦♥♠"]
"""Everybody has one suit, so that everybody has one card of each rank."""


def seated(**options: int | str) -> Table:
    return sit_down("cheat", *dealt(*HANDS), **options)


def claim(table: Table, *cards: str) -> None:
    for card in cards:
        table.choose(f"lay down {card}")
    table.choose("say")


def believe(table: Table, players: int = 3) -> None:
    for _ in range(players):
        table.choose("believe")


def held(table: Table) -> list[int]:
    return [len(table.pile("iloc HAND", seat)) for seat in range(4)]


def test_the_number_is_true_and_the_rank_is_given() -> None:
    table = seated()
    assert "say 1 ace" not in table.labels()
    for card in ("K♣", "Q♣", "J♣", "10♣"):
        table.choose(f"lay down {card}")
    assert table.labels() == ("say 4 aces",)


@pytest.mark.parametrize(
    ("ranks", "called"), [("upwards", CLUBS), ("downwards", list(reversed(CLUBS)))]
)
def test_the_ranks_are_called_in_order_and_begin_again(ranks: str, called: list[str]) -> None:
    table = seated(ranks=ranks, most=1)
    words = []
    for _ in range(14):
        words.append(table.word("RANK"))
        claim(table, table.pile("iloc HAND", table.seat)[0])
        believe(table)
    short = {"ACE": "A", "TEN": "10", "JACK": "J", "QUEEN": "Q", "KING": "K", "TWO": "2"}
    assert [short[word] for word in words if word in short] == [
        card[:-1] for card in [*called, called[0]] if card[:-1] in short.values()
    ]


def test_who_is_caught_takes_the_whole_pile() -> None:
    table = seated()
    claim(table, "A♣")
    believe(table)
    claim(table, "2♦", "K♦")
    assert (table.seats[-1], table.seat) == (1, 2)
    table.choose("doubt")
    assert held(table) == [12, 14, 13, 13]
    assert {"A♣", "2♦", "K♦"} <= set(table.pile("iloc HAND", 1))
    assert (table.seat, table.word("RANK")) == (2, "THREE")


def test_who_doubts_the_truth_takes_the_whole_pile() -> None:
    table = seated()
    claim(table, "A♣")
    believe(table)
    claim(table, "2♦")
    table.choose("believe")
    table.choose("doubt")
    assert held(table) == [12, 12, 13, 15]
    assert table.seat == 2


def test_what_is_believed_stays_on_the_pile_unseen() -> None:
    table = seated()
    claim(table, "K♣", "Q♣")
    believe(table)
    assert set(table.view(0).pile("PILE")) == {"K♣", "Q♣"}
    assert table.view(1).pile("PILE") == [None, None]


def test_the_next_player_is_asked_first_and_in_some_houses_alone() -> None:
    table = seated()
    claim(table, "A♣")
    believe(table)
    assert table.seats == [0, 0, 1, 2, 3]
    table = seated(doubters="next")
    claim(table, "A♣")
    believe(table, 1)
    assert (table.seats, table.seat) == ([0, 0, 1], 1)


@pytest.mark.parametrize("is_doubted", [False, True])
def test_the_last_card_wins_unless_it_is_a_lie_that_is_doubted(is_doubted: bool) -> None:
    table = seated(most=1)
    while len(table.pile("iloc HAND", 0)) > 1:
        claim(table, table.pile("iloc HAND", table.seat)[0])
        believe(table)
    table.run(
        lambda _, labels: labels.index("believe it") if "believe it" in labels else 0,
        until=lambda: table.seat == 0 and "doubt it" not in table.labels(),
    )
    claim(table, *table.pile("iloc HAND", 0))
    assert not table.is_over
    if is_doubted:
        table.choose("doubt")
        assert not table.is_over
        assert len(table.pile("iloc HAND", 0)) > 40
    else:
        believe(table)
        assert table.is_over
        assert table.outcome.scores[0] == 0 < min(table.outcome.scores[1:])


@pytest.mark.slow
def test_cards_left_are_added_up_over_deals_and_the_next_player_begins() -> None:
    table = seated(deals=2)
    table.run(lambda _, labels: 0, until=lambda: table.number("DEAL") == 2)
    left = table.numbers("LEFT")
    assert sum(left) <= 52
    assert (table.seat, sum(held(table)), table.number("TURNS")) == (1, 52, 1)
    table.finish()
    assert table.outcome.scores == tuple(a + b for a, b in zip(left, held(table), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 8])
def test_matches_end_and_no_seat_is_much_better(players: int) -> None:
    assert_ends_within(50 * players * (4 + 1 + players - 1), "cheat", players=players)
    played = loaded("cheat", players=players).playouts(5_000, most_decisions=5_000)
    means = played.scores.mean(axis=0)
    assert abs(means / means.mean() - 1).max() < 0.1


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NAMES = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
NAMES += ["jack", "queen", "king"]


@pytest.mark.slow
def test_claims_doubts_and_the_cards_left_are_as_by_hand() -> None:
    """Some 2,000 decisions: what is laid down and said, who is asked, and who takes the pile."""
    turn, claimant, asked = 0, 0, 0
    laid: list[str] = []
    before: tuple[int, list[int], int] | None = None
    """Who was asked, the hands and the pile then."""

    def look(table: Table) -> None:
        nonlocal turn, claimant, asked, laid, before
        pile = len(table.pile("iloc PILE"))
        if table.number("TURNS") == 1 and not pile and not table.cards("iloc LAID", table.seat):
            turn, asked, before = 0, 0, None
        hands = [len(table.pile("iloc HAND", seat)) for seat in range(4)]
        if before is not None:
            seat, then, lay = before
            is_lie = any(card[:-1] != RANKS[turn % 13] for card in laid)
            if not pile:
                then[claimant if is_lie else seat] += lay
            asked += 1
            assert hands == then
            if not pile or asked == 3:
                turn, asked = turn + 1, 0
        before = None
        if table.labels() == ("doubt it", "believe it"):
            assert table.seat == (claimant + 1 + asked) % 4
            before = table.seat, hands, pile
            return
        claimant, laid = table.seat, table.pile("iloc LAID", table.seat)
        assert claimant == turn % 4
        more = {f"lay down {card}" for card in table.pile("iloc HAND", claimant)}
        rank, count = NAMES[turn % 13], len(laid)
        plural = f"{rank}es" if rank == "six" else f"{rank}s"
        said = {f"say {count} {rank if count == 1 else plural}"} if laid else set()
        assert set(table.labels()) == (more if count < 4 else set()) | said

    def over(table: Table) -> None:
        hands = [len(table.pile("iloc HAND", seat)) for seat in range(4)]
        assert list(table.outcome.scores) == hands
        assert sum(hands) + len(table.pile("iloc PILE")) == 52

    walk(2_000, "cheat", look, over)
