"""Contract bridge: the auction, dummy, tricks and duplicate scores, worked out once more."""

from __future__ import annotations

import pytest
from card_table import CLUBS, DIAMONDS, HEARTS, RANKS, SPADES, Table, assert_ends_within, sit_down

from kibitz.engine import Rng

STRAINS = ["clubs", "diamonds", "hearts", "spades", "no trump"]
CALLED = ["club", "diamond", "heart", "spade", "no trump"]
TRICK_SCORE = {"clubs": 20, "diamonds": 20, "hearts": 30, "spades": 30, "no trump": 30}


def score(level: int, strain: str, risk: int, vulnerable: bool, tricks: int) -> int:
    """From the law book's tables, as one adds them up on paper."""
    over = tricks - 6 - level
    if over < 0:
        if risk == 1:
            return over * (100 if vulnerable else 50)
        steps = [200, 300, 300] if vulnerable else [100, 200, 200]
        steps += [300] * 10
        return -sum(steps[:-over]) * risk // 2
    points = TRICK_SCORE[strain] * level + (10 if strain == "no trump" else 0)
    total = points * risk
    total += (500 if vulnerable else 300) if points * risk >= 100 else 50
    total += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    total += {1: 0, 2: 50, 4: 100}[risk]
    each = {1: TRICK_SCORE[strain], 2: 200 if vulnerable else 100, 4: 400 if vulnerable else 200}
    return total + over * each[risk]


@pytest.mark.parametrize(
    ("contract", "tricks", "points"),
    [
        ((1, "no trump", 1, False), 7, 90),
        ((3, "no trump", 1, True), 9, 600),
        ((4, "spades", 1, False), 10, 420),
        ((4, "hearts", 2, True), 10, 790),
        ((5, "diamonds", 1, False), 12, 420),
        ((6, "spades", 1, True), 12, 1430),
        ((7, "no trump", 1, False), 13, 1520),
        ((2, "clubs", 2, False), 8, 180),
        ((1, "spades", 4, True), 8, 1120),
        ((4, "spades", 1, True), 8, -200),
        ((4, "spades", 2, False), 6, -800),
        ((3, "no trump", 2, True), 7, -500),
    ],
)
def test_the_tables_are_those_of_the_law_book(
    contract: tuple[int, str, int, bool], tricks: int, points: int
) -> None:
    assert score(*contract, tricks) == points


def vulnerable(board: int) -> tuple[bool, bool]:
    """By the number of the board from 1: the dealer's line of the sixteen, as printed on boards."""
    printed = ["none", "ns", "ew", "both"]
    printed += ["ns", "ew", "both", "none", "ew", "both", "none", "ns", "both", "none", "ns", "ew"]
    who = printed[(board - 1) % 16]
    return who in ("ns", "both"), who in ("ew", "both")


def winner(trick: list[str], trump: str) -> int:
    symbol = dict(zip(STRAINS, "♣♦♥♠-", strict=True))[trump]

    def height(card: str) -> tuple[bool, bool, int]:
        return card[-1] == symbol, card[-1] == trick[0][-1], RANKS.index(card[:-1])

    return max(range(4), key=lambda number: height(trick[number]))


def called(level: int, strain: str) -> str:
    """`bid 1 club`, `bid 3 clubs`."""
    one = CALLED[STRAINS.index(strain)]
    return f"bid {level} {one if level == 1 or one == 'no trump' else one + 's'}"


def level_and_strain(bid: str) -> tuple[int, str]:
    _, level, word = bid.split(maxsplit=2)
    return int(level), STRAINS[CALLED.index(word if level == "1" else word.removesuffix("s"))]


class Referee:
    """Follows a board, and knows at any moment what may be done and by whom."""

    def __init__(self, table: Table, dealer: int) -> None:
        self.table, self.turn = table, dealer
        self.calls: list[tuple[int, str]] = []
        self.trick: list[str] = []
        self.tricks = [0, 0]
        self.leader = -1

    @property
    def bids(self) -> list[tuple[int, str]]:
        return [(seat, call) for seat, call in self.calls if call.startswith("bid")]

    @property
    def is_auction(self) -> bool:
        last = [call for _, call in self.calls[-3:]]
        return not (last == ["pass"] * 3 and (self.bids or len(self.calls) == 4))

    @property
    def risk(self) -> int:
        after = [call for _, call in self.calls]
        last = len(after) - 1 - after[::-1].index(self.bids[-1][1])
        return 1 << sum(call in ("double", "redouble") for call in after[last:])

    @property
    def declarer(self) -> int:
        seat, bid = self.bids[-1]
        _, strain = level_and_strain(bid)
        return next(
            who
            for who, earlier in self.bids
            if who % 2 == seat % 2 and level_and_strain(earlier)[1] == strain
        )

    def expected(self) -> tuple[int, set[str]]:
        """Who decides, and among what."""
        if self.is_auction:
            least = 0
            found = {"pass"}
            if self.bids:
                seat, bid = self.bids[-1]
                level, strain = level_and_strain(bid)
                least = 5 * level + STRAINS.index(strain)
                if seat % 2 != self.turn % 2:
                    found |= {"double"} if self.risk == 1 else set()
                elif self.risk == 2:
                    found |= {"redouble"}
            found |= {
                called(level, strain)
                for level in range(1, 8)
                for number, strain in enumerate(STRAINS)
                if 5 * level + number > least or not self.bids
            }
            return self.turn, found
        dummy = (self.declarer + 2) % 4
        hand = self.table.pile("iloc HAND", self.turn) + self.table.pile("vloc HAND", self.turn)
        suit = self.trick[0][-1] if self.trick else ""
        following = [card for card in hand if card[-1] == suit] or hand
        if self.turn == dummy:
            return self.declarer, {f"play {card} from dummy" for card in following}
        return self.turn, {f"play {card}" for card in following}

    def hear(self, label: str) -> None:
        if self.is_auction:
            self.calls.append((self.turn, label))
            self.turn = (self.turn + 1) % 4
            if not self.is_auction and self.bids:
                self.turn = self.leader = (self.declarer + 1) % 4
            return
        self.trick.append(label.removesuffix(" from dummy").removeprefix("play "))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            won = (self.leader + winner(self.trick, level_and_strain(self.bids[-1][1])[1])) % 4
            self.tricks[won % 2] += 1
            self.trick, self.turn, self.leader = [], won, won

    def result(self, board: int) -> int:
        """For players 1 and 3."""
        if not self.bids:
            return 0
        level, strain = level_and_strain(self.bids[-1][1])
        side = self.declarer % 2
        made = score(level, strain, self.risk, vulnerable(board)[side], self.tricks[side])
        return made if side == 0 else -made


@pytest.mark.slow
def test_boards_are_bid_played_and_scored_by_the_law_book() -> None:
    """More than 2,000 decisions of random players who like to pass."""
    chance, seen = Rng(3), 0
    for seed in range(3):
        table = sit_down("bridge", boards=16)
        table = Table(table.engine, Rng(seed), table.words)
        total = 0
        for board in range(1, 17):
            referee = Referee(table, (board - 1) % 4)
            while not table.is_over and table.number("BOARD") == board:
                seat, labels = referee.expected()
                assert (table.seat, set(table.labels())) == (seat, labels)
                options = table.labels()
                likes = min if referee.is_auction and chance.below(2) else max
                choice = likes(chance.below(len(options)), chance.below(len(options)))
                if referee.is_auction and chance.below(3):
                    choice = 0
                referee.hear(options[choice])
                table.play(choice)
                seen += 1
            total += referee.result(board)
            assert table.team_number("SCORE", 0) == total
            assert table.team_number("SCORE", 1) == -total
    assert seen > 2_000


def test_the_declarer_plays_dummy_whose_cards_lie_open() -> None:
    table = sit_down("bridge", SPADES, HEARTS, DIAMONDS, CLUBS)
    table.choose("bid 7 spades")
    for _ in range(3):
        table.choose("pass")
    assert table.seat == 1
    table.choose("play 2♥")
    assert table.seat == 0
    assert len(table.pile("vloc HAND", 2)) == 13
    assert table.labels()[0].endswith("from dummy")
    table.choose("play 2♦ from dummy")
    table.choose("play")
    assert table.seat == 0
    assert not table.labels()[0].endswith("from dummy")


def test_four_passes_score_nothing() -> None:
    table = sit_down("bridge", boards=1)
    for _ in range(4):
        table.choose("pass")
    assert table.is_over
    assert table.outcome.scores == (0, 0, 0, 0)


def test_a_grand_slam_in_spades() -> None:
    table = sit_down("bridge", SPADES, HEARTS, DIAMONDS, CLUBS, boards=1)
    table.choose("bid 7 spades")
    table.choose("double")
    table.choose("redouble")
    for _ in range(3):
        table.choose("pass")
    table.finish()
    assert table.outcome.scores == (2240, -2240, 2240, -2240)


@pytest.mark.slow
def test_matches_at_random_come_to_an_end() -> None:
    assert_ends_within(4 * (319 + 52), "bridge")
