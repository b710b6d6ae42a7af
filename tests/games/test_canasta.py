"""Canasta: what may be melded and taken, and what a hand scores, worked out once more."""

from __future__ import annotations

from collections import Counter

import pytest
from card_table import Table, played_at_random, sit_down

from kibitz.engine import Rng

NATURAL = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PLURALS = [
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
]
WILD = ["2", "Joker"]
WORTH = {"Joker": 50, "2": 20, "A": 20} | dict.fromkeys(["8", "9", "10", "J", "Q", "K"], 10)
Move = tuple[str, ...]


def rank(card: str) -> str:
    return card if card == "Joker" else card[:-1]


def worth(cards: list[str]) -> int:
    return sum(WORTH.get(rank(card), 5) for card in cards)


def is_red_three(card: str) -> bool:
    return card in ("3♦", "3♥")


def wilds(cards: list[str]) -> int:
    return sum(rank(card) in WILD for card in cards)


def cards_in(label: str) -> list[str]:
    return [word for word in label.split() if word == "Joker" or word[-1] in "♣♦♥♠"]


def said(label: str) -> Move:
    """What an option says, without what does not matter: which of several sevens."""
    words = label.split()
    if words[0] == "meld":
        return ("meld", *sorted(map(rank, cards_in(label))))
    if words[0] == "take" and words[1] == "the":
        return ("take", *sorted(map(rank, cards_in(label))))
    if words[0] == "add" and len(words) > 2:
        return ("add", rank(words[1]), words[-1])
    return tuple(words) if words[0] in ("add", "discard") else (words[0],)


class Looking:
    """Follows a match, and says of every decision what it should offer."""

    def __init__(self, table: Table, players: int) -> None:
        self.table, self.players = table, players
        self.needed = 2 if players == 2 else 1
        self.totals = [0] * (3 if players == 3 else 2)
        self.start_hand()

    def start_hand(self) -> None:
        self.laid: dict[int, int] = {}
        """Points of the first melds of every side."""
        self.hand = self.table.number("HAND")
        self.opened = dict.fromkeys(range(len(self.totals)), False)
        self.has_drawn = self.gave_up = self.is_taking = False

    def side(self, seat: int) -> int:
        return seat % 2 if self.players == 4 else seat

    def melds(self, side: int) -> dict[str, list[str]]:
        piles = {r: self.table.pile("vloc MELD", side, n + 2) for n, r in enumerate(NATURAL)}
        return {r: pile for r, pile in piles.items() if pile}

    def demand(self, side: int) -> int:
        total = self.totals[side]
        return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120

    def canastas(self, melds: dict[str, list[str]], grown: str, more: int) -> int:
        sizes = {r: len(pile) for r, pile in melds.items()}
        sizes[grown] = sizes.get(grown, 0) + more
        return sum(size >= 7 for size in sizes.values())

    def could_lay(self, hand: list[str], melds: dict[str, list[str]]) -> int:
        """Of pairs no more than there are wild cards."""
        counts = Counter(rank(card) for card in hand if rank(card) in NATURAL)
        jokers = [card for card in hand if rank(card) in WILD]
        full = [r for r in counts if counts[r] >= 3 or r in melds]
        pairs = [2 * WORTH.get(r, 5) for r in counts if counts[r] == 2 and r not in full]
        most = min(sum(pairs), len(jokers) * max(pairs)) if pairs else 0
        return sum(counts[r] * WORTH.get(r, 5) for r in full) + most + worth(jokers)

    def expected(self) -> set[Move]:
        seat = self.table.seat
        hand = self.table.pile("iloc HAND", seat)
        pile = self.table.pile("vloc PILE")
        melds, side = self.melds(self.side(seat)), self.side(seat)
        if not self.has_drawn:
            return self.beginnings(hand, pile, melds, side)
        is_opening = not self.opened[side] and self.laid.get(side, 0) > 0
        end: set[Move] = {("discard", card) for card in hand}
        end = {("take",)} if is_opening else end
        behind = self.laid.get(side, 0) + self.could_lay(hand, melds) < self.demand(side)
        if self.gave_up or (not self.opened[side] and behind):
            return end
        left = len(hand) + (len(pile) if self.is_taking else 0)
        return end | self.layings(hand, melds, left, self.opened[side])

    def layings(
        self, hand: list[str], melds: dict[str, list[str]], left: int, opened: bool
    ) -> set[Move]:
        counts = Counter(map(rank, hand))
        jokers = [r for r in WILD if counts[r]]
        found = set[Move]()

        def may(grown: str, more: int) -> bool:
            return left - more >= 2 or self.canastas(melds, grown, more) >= self.needed

        for r in NATURAL:
            if r in melds:
                if counts[r] and may(r, 1):
                    found |= {("add", card) for card in hand if rank(card) == r}
                if wilds(melds[r]) < 3 and may(r, 1):
                    plural = PLURALS[NATURAL.index(r)]
                    found |= {("add", wild, plural) for wild in jokers}
                continue
            found |= {("meld", *[r] * n) for n in range(3, counts[r] + 1) if may(r, n)}
            if counts[r] >= 2 and may(r, 3):
                found |= {("meld", *sorted([r, r, wild])) for wild in jokers}
        goes_out = opened and self.canastas(melds, "", 0) >= self.needed
        if goes_out and counts["3"] >= 3 and left - counts["3"] <= 1:
            found.add(("meld", *["3"] * counts["3"]))
        return found

    def beginnings(
        self, hand: list[str], pile: list[str], melds: dict[str, list[str]], side: int
    ) -> set[Move]:
        stock = self.table.pile("iloc STOCK")
        found: set[Move] = {("draw",)} if stock else set()
        top, like = rank(pile[-1]), [c for c in hand if rank(c) == rank(pile[-1])]
        is_frozen = not self.opened[side] or any(
            rank(card) in WILD or is_red_three(card) for card in pile
        )
        must = False

        def may(more: int) -> bool:
            left = len(hand) + len(pile) - more
            return left >= 2 or self.canastas(melds, top, more) >= self.needed

        if top in NATURAL:
            enough = self.could_lay([*hand, pile[-1]], melds) >= self.demand(side)
            if len(like) >= 2 and may(3) and (self.opened[side] or enough):
                found.add(("take", top, top, top))
            if not is_frozen and top not in melds and like and may(3):
                kinds = {rank(card) for card in hand if rank(card) in WILD}
                found |= {("take", *sorted([top, top, wild])) for wild in kinds}
            if not is_frozen and top in melds and may(1):
                found.add(("take", top))
                must = True
        return found if stock or must else found | {("leave",)}

    def step(self, option: int, label: str) -> None:
        side = self.side(self.table.seat)
        move, turn = said(label), self.table.number("TURN")
        self.table.play(option)
        self.has_drawn = True
        if move == ("take",):
            self.gave_up, self.is_taking, self.laid[side] = True, False, 0
        elif move[0] in ("meld", "add", "take"):
            self.laid[side] = self.laid.get(side, 0) + worth(cards_in(label))
            self.is_taking |= move[0] == "take"
        if self.laid.get(side, 0) >= self.demand(side):
            self.opened[side], self.is_taking = True, False
        if self.table.number("HAND") != self.hand:
            self.totals = [self.table.team_number("TOTAL", n) for n in range(len(self.totals))]
            self.start_hand()
        elif self.table.number("TURN") != turn:
            self.has_drawn = self.gave_up = self.is_taking = False


@pytest.mark.slow
@pytest.mark.parametrize(("players", "decisions"), [(2, 200), (3, 200), (4, 400)])
def test_every_decision_offers_what_the_rules_allow(players: int, decisions: int) -> None:
    """Most of them are of somebody who melds what they can."""
    chance, seen, seed = Rng(5), 0, 0
    while seen < decisions:
        seed += 1
        table = sit_down("canasta", players=players)
        looking = Looking(Table(table.engine, Rng(seed), table.words), players)
        while seen < decisions and not looking.table.is_over:
            labels = looking.table.labels()
            assert {said(label) for label in labels} == looking.expected()
            melds = [n for n, label in enumerate(labels) if not label.startswith("discard")]
            among = melds if melds and chance.below(4) else range(len(labels))
            choice = among[chance.below(len(among))]
            looking.step(choice, labels[choice])
            seen += 1


def scored(table: Table, side: int, members: list[int]) -> int:
    """What a side has, by the cards that lie there when a hand is over."""
    melds = [table.pile("vloc MELD", side, n) for n in range(1, 13)]
    reds = len(table.pile("vloc RED", side))
    points = sum(worth(meld) for meld in melds)
    points += sum(300 if wilds(meld) else 500 for meld in melds if len(meld) >= 7)
    points += (800 if reds == 4 else 100 * reds) * (1 if any(melds) else -1)
    if table.number("OUT") - 1 in members:
        points += 200 if table.number("CONCEALED") else 100
    return points - sum(worth(table.pile("iloc HAND", seat)) for seat in members)


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_hand_scores_what_is_melded_less_what_is_held(seed: int) -> None:
    table = played_at_random("canasta", seed, hands=1)
    assert table.number("HAND") == 1
    found = [scored(table, side, [side, side + 2]) for side in (0, 1)]
    assert [table.team_number("TOTAL", side) for side in (0, 1)] == found


KINGS = "K♣ K♦ K♥ K♠ K♣ K♦ K♥ A♣ A♦ A♥ A♠"
REST = [
    "4♣ 4♦ 6♣ 6♦ 8♣ 8♦ 10♣ 10♦ Q♣ Q♦ 5♣",
    "5♦ 5♥ 7♣ 7♦ 9♣ 9♦ J♣ J♦ 6♥ 6♠ 8♥",
    "4♥ 4♠ 5♠ 7♥ 7♠ 8♠ 9♥ 9♠ 10♥ 10♠ J♥",
]


def seven_kings(upcard: str = "J♠", drawn: str = "Q♥", **options: int | str) -> Table:
    return sit_down("canasta", KINGS, *REST, upcard, drawn, **{"hands": 1, **options})


def test_who_lays_everything_in_one_turn_goes_out_concealed() -> None:
    table = seven_kings()
    for label in ("draw", "meld K♥ K♦ K♣ K♠ K♥ K♦ K♣", "meld A♠ A♥ A♦ A♣", "discard Q♥"):
        table.choose(label)
    assert table.is_over
    held = sum(worth(cards.split()) for cards in (REST[0], REST[2]))
    assert [table.team_number("TOTAL", side) for side in (0, 1)] == [
        150 + 500 + 200 - worth(REST[1].split()),
        -held,
    ]


def test_without_a_canasta_two_cards_are_kept() -> None:
    table = seven_kings()
    for label in ("draw", "meld K♥ K♦ K♣ K♠ K♥", "meld A♠ A♥ A♦ A♣"):
        table.choose(label)
    assert set(table.labels()) == {
        "add K♦",
        "add K♣",
        *(f"discard {card}" for card in ("K♦", "K♣", "Q♥")),
    }
    table.choose("add K♦")
    assert set(table.labels()) == {"add K♣", "discard K♣", "discard Q♥"}


@pytest.mark.parametrize("lead", [-2000, 0, 1500, 3000])
def test_the_more_a_side_has_scored_the_more_its_first_melds_must_be_worth(lead: int) -> None:
    table = sit_down("canasta", hands=2, target=10000)
    table.lead_with("TOTAL", lead, lead, teams=True)
    table.run(lambda _, labels: len(labels) - 1, until=lambda: table.number("HAND") == 2)
    for side in (0, 1):
        total = table.team_number("TOTAL", side)
        demand = 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120
        assert table.team_number("DEMAND", side) == demand


LOW = "4♣ 4♦ 4♥ 5♣ 5♦ 5♥ 6♣ 6♦ 8♠ 9♠ 10♠"


def low(drawn: str) -> Table:
    table = sit_down("canasta", LOW, *REST_OF_LOW, "J♠", drawn, hands=1)
    table.choose("draw")
    return table


REST_OF_LOW = [
    "4♠ 7♣ 7♦ 9♣ 9♦ J♣ J♦ J♥ K♣ K♦ A♣",
    "5♠ 7♥ 7♠ 8♣ 8♦ 10♣ 10♦ Q♣ Q♦ K♥ A♦",
    "6♥ 6♠ 8♥ 9♥ 10♥ J♠ Q♥ Q♠ K♠ A♥ A♠",
]


def test_who_cannot_reach_what_is_demanded_may_not_begin() -> None:
    """Fours and fives are 30, with a two and the sixes they are 60."""
    assert not any(label.startswith("meld") for label in low("Q♥").labels())
    assert "meld 4♥ 4♦ 4♣" in low("2♠").labels()


def test_what_is_laid_and_not_enough_is_taken_back() -> None:
    table = low("2♠")
    table.choose("meld 4♥ 4♦ 4♣")
    assert not any(label.startswith("discard") for label in table.labels())
    table.choose("take back")
    assert len(table.pile("iloc HAND", 0)) == 12
    assert all(label.startswith("discard") for label in table.labels())


def test_enough_is_laid_one_meld_after_the_other() -> None:
    table = low("2♠")
    for label in ("meld 4♥ 4♦ 4♣", "meld 5♥ 5♦ 5♣", "meld 6♦ 6♣ 2♠"):
        table.choose(label)
    assert table.team_number("DEMAND", 0) == 0
    assert any(label.startswith("discard") for label in table.labels())


def test_a_frozen_pile_is_taken_with_a_pair_and_first_melds_must_be_enough() -> None:
    """Three queens are 30: with two aces and a joker it does."""
    second = "Q♣ Q♦ A♣ A♦ Joker 4♠ 7♣ 7♦ 9♣ 9♦ J♣".replace("Joker", "Jok")
    table = sit_down("canasta", LOW, second, *REST_OF_SECOND, "J♠", "Q♥", hands=1)
    table.choose("draw")
    table.choose("discard Q♥")
    assert "take the pile and meld Q♥ with Q♦ Q♣" in table.labels()
    table.choose("take the pile")
    assert (len(table.pile("iloc HAND", 1)), len(table.pile("vloc PILE"))) == (9, 1)
    assert "take back what you have laid" in table.labels()
    table.choose("meld A♦ A♣ Joker")
    assert (len(table.pile("iloc HAND", 1)), len(table.pile("vloc PILE"))) == (7, 0)


REST_OF_SECOND = ["5♠ 7♥ 7♠ 8♣ 8♦ 10♣ 10♦ J♦ J♥ K♥ K♣", "6♥ 6♠ 8♥ 9♥ 10♥ J♠ Q♥ Q♠ K♠ A♥ A♠"]


@pytest.mark.parametrize("card", ["3♠", "2♠", "Jok"])
def test_black_threes_and_wild_cards_stop_the_next_player(card: str) -> None:
    second = "3♣ 3♠ 2♣ 2♦ Jok 4♠ 7♣ 7♦ 9♣ 9♦ J♣"
    table = sit_down("canasta", LOW, second, *REST_OF_SECOND, "J♠", card, hands=1)
    table.choose("draw")
    table.choose(f"discard {'Joker' if card == 'Jok' else card}")
    assert table.labels() == ("draw from the stock",)


def test_a_red_three_is_laid_down_and_another_card_drawn() -> None:
    table = sit_down("canasta", LOW, *REST_OF_LOW, "J♠", "3♥ Q♣", hands=1)
    table.choose("draw")
    assert table.pile("vloc RED", 0) == ["3♥"]
    assert sorted(table.pile("iloc HAND", 0)) == sorted([*LOW.split(), "Q♣"])


def test_two_players_draw_two_cards_and_need_two_canastas() -> None:
    hand = f"{KINGS} Q♣ Q♦ J♣ J♦"
    table = sit_down("canasta", hand, hands=1, players=2)
    table.choose("draw")
    assert len(table.pile("iloc HAND", 0)) == 17
    for label in ("meld K♥ K♦ K♣ K♠ K♥ K♦ K♣", "meld A♠ A♥ A♦ A♣"):
        table.choose(label)
    while "add" in table.labels()[0]:
        table.play(0)
    assert len(table.pile("iloc HAND", 0)) >= 2
