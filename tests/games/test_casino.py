"""Casino: what a card takes, what may be built, and what a deal scores."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from card_table import Table, assert_ends_within, sit_down

from kibitz.engine import Rng

CARD = re.compile(r"(?:10|[2-9AJQK])[♥♦♣♠]")
VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}


def value(card: str) -> int:
    return VALUES.get(card[:-1]) or int(card[:-1])


def laid(table: str, first: str, second: str = "K♣ K♦ K♥ K♠", **options: int | str) -> Table:
    return sit_down("casino", table, first, second, **options)


def sides(table: Table, name: str) -> list[int]:
    """What is in that storage of every side: of every player, or of two partnerships."""
    return [table.team_number(name, team) for team in range(len(table.engine.program.teams))]


def sets(table: Table) -> set[frozenset[str]]:
    labels = [label for label in table.labels() if label.startswith("gather")]
    return {frozenset(CARD.findall(label)) for label in labels}


def test_a_card_takes_its_rank_and_whatever_adds_up_to_it() -> None:
    table = laid("9♦ 6♣ 3♦ A♣", "9♠ Q♣ 5♥ 7♥")
    table.choose("take with 9♠")
    assert sets(table) == {frozenset({"9♦"}), frozenset({"6♣", "3♦"})}
    assert "stop there" not in table.labels()
    table.choose("gather 9♦")
    assert "stop there" in table.labels()
    table.play(0)
    assert sorted(table.pile("hloc TAKEN", 0)) == sorted(["9♠", "9♦", "6♣", "3♦"])
    assert (table.seat, table.pile("vloc TABLE")) == (1, ["A♣"])


@pytest.mark.parametrize("royal", ["off", "on"])
def test_court_cards_match_only_each_other_unless_the_game_is_royal(royal: str) -> None:
    table = laid("Q♦ 7♣ 5♦ A♣", "Q♠ 3♣ J♥ 2♥", royal=royal)
    table.choose("take with Q♠")
    sums = {frozenset({"7♣", "5♦"})} if royal == "on" else set()
    assert sets(table) == {frozenset({"Q♦"}), *sums}


def test_a_build_needs_the_card_that_takes_it_and_is_taken_as_a_whole() -> None:
    table = laid("4♦ 2♣ K♦ Q♣", "5♣ 9♥ 3♥ J♣", "9♣ 8♣ J♦ J♥")
    assert "build 9 with 5♣ and 4♦" in table.labels()
    assert not any("build 7 with 5♣ and 2♣" in label for label in table.labels())
    table.choose("build 9 with 5♣ and 4♦")
    assert sorted(table.pile("vloc BUILD", 0, 9)) == ["4♦", "5♣"]
    table.choose("take with 9♣")
    assert sorted(table.pile("hloc TAKEN", 1)) == ["4♦", "5♣", "9♣"]


def test_who_can_take_a_build_of_their_own_leaves_no_card() -> None:
    table = laid("4♦ 2♣ K♦ Q♣", "5♣ 9♥ 3♥ J♣", "10♣ 8♣ J♦ J♥")
    table.choose("build 9 with 5♣ and 4♦")
    assert any(label.startswith("leave") for label in table.labels())
    table.choose("leave 8♣")
    assert not any(label.startswith("leave") for label in table.labels())
    assert "take with 9♥" in table.labels()


def test_a_build_is_raised_by_who_has_the_card_for_it() -> None:
    table = laid("4♦ 2♣ K♦ Q♣", "3♣ 7♥ 5♥ J♣", "A♣ 8♣ J♦ J♥")
    table.choose("build 7 with 3♣ and 4♦")
    table.choose("raise player 1's build of 7 with A♣")
    assert sorted(table.pile("vloc BUILD", 1, 8)) == ["3♣", "4♦", "A♣"]
    assert not any("take with 7♥" in label for label in table.labels())


def test_who_takes_everything_sweeps() -> None:
    table = laid("4♦ 2♣ 3♦ 9♦", "9♣ 7♥ 5♥ J♣")
    table.choose("take with 9♣")
    while table.seat == 0:
        table.play(0)
    assert (sides(table, "SWEPT"), table.pile("vloc TABLE")) == ([1, 0], [])


def counted(piles: list[list[str]], sweeps: list[int]) -> list[int]:
    spades = [sum(card[-1] == "♠" for card in pile) for pile in piles]
    cards = [len(pile) for pile in piles]
    points = []
    for seat, pile in enumerate(piles):
        total = sweeps[seat] + 2 * ("10♦" in pile) + ("2♠" in pile)
        total += sum(card[:-1] == "A" for card in pile)
        total += 3 * (cards.count(max(cards)) == 1 and cards[seat] == max(cards))
        total += spades.count(max(spades)) == 1 and spades[seat] == max(spades)
        points.append(total)
    return points


Move = tuple[str, str, int, frozenset[str] | int]


def adding_up(cards: list[str], worth: int, royal: str) -> set[frozenset[str]]:
    most = len(cards) if worth <= 10 or royal == "on" else 1
    chosen = (c for size in range(1, most + 1) for c in combinations(cards, size))
    return {frozenset(c) for c in chosen if sum(map(value, c)) == worth}


def legal(table: Table, royal: str) -> set[Move]:
    """What may be played, by the rules alone: move, card, what it is worth, and with what."""
    seats = range(table.engine.program.players)
    hand, lying = table.pile("iloc HAND", table.seat), table.pile("vloc TABLE")
    builds = {(p, v): table.pile("vloc BUILD", p, v) for p in seats for v in range(2, 14)}
    builds = {place: cards for place, cards in builds.items() if cards}
    mine = {worth for owner, worth in builds if owner == table.seat}
    moves: set[Move] = set()
    for card in hand:
        rest = {value(other) for other in hand if other != card}
        worth = value(card)

        def allowed(new: int, rest: set[int] = rest, old: int = 0) -> bool:
            return (new <= 10 or royal == "on") and {new, *mine} - {old} <= rest

        if adding_up(lying, worth, royal) or any(v == worth for _, v in builds):
            moves.add(("take", card, 0, 0))
            if allowed(worth):
                moves.add(("add", card, worth, 0))
        for new in range(worth + 1, 14):
            if allowed(new):
                for chosen in adding_up(lying, new - worth, "on"):
                    moves.add(("build", card, new, chosen))
        for (owner, old), cards in builds.items():
            is_one_set = sum(map(value, cards)) == old
            if is_one_set and old + worth <= 13 and allowed(old + worth, old=old):
                moves.add(("raise", card, old, owner))
        if mine.isdisjoint(map(value, hand)):
            moves.add(("leave", card, 0, 0))
    return moves


def offered(label: str) -> Move:
    first, *cards = CARD.findall(label)
    verb = label.split(maxsplit=1)[0]
    numbers = [int(n) for n in re.findall(r"(?<=[ ])\d+(?=s? )", label)]
    if verb == "build" and not cards:
        return "add", first, numbers[-1], 0
    if verb == "build":
        return verb, first, numbers[0], frozenset(cards)
    if verb == "raise":
        owner = re.search(r"player (\d)", label)
        return verb, first, numbers[-1], int(owner[1]) - 1 if owner else -1
    return verb, first, 0, 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [7, 8, 9])
@pytest.mark.parametrize(("players", "royal"), [(2, "off"), (4, "on")])
def test_every_move_and_every_deal_is_as_counted_by_hand(
    players: int, royal: str, seed: int
) -> None:
    table, chance = sit_down("casino", players=players, royal=royal), Rng(seed)
    deals = 0
    while not table.is_over:
        labels, lying = table.labels(), table.pile("vloc TABLE")
        if worth := table.number("WORTH"):
            assert sets(table) == adding_up(lying, worth, royal)
        else:
            moves = [offered(label) for label in labels]
            mine = [(v, c, n, table.seat if w == -1 else w) for v, c, n, w in moves]
            assert len(set(mine)) == len(mine)
            assert set(mine) == legal(table, royal)
        left = sum(len(table.pile("iloc HAND", seat)) for seat in range(players))
        taken = [table.pile("hloc TAKEN", seat) for seat in range(players)]
        before, sweeps = sides(table, "TOTAL"), sides(table, "SWEPT")
        last = table.number("LAST")
        option = chance.below(len(labels))
        is_last = left == 1 and not table.pile("iloc STOCK") and labels[option].startswith("leave")
        table.play(option)
        if is_last:
            known = {card for pile in taken for card in pile}
            everything = {rank + suit for rank in [*"A23456789JQK", "10"] for suit in "♣♦♥♠"}
            taken[last - 1] += sorted(everything - known)
            if players == 4:
                taken = [taken[0] + taken[2], taken[1] + taken[3]]
            scores = counted(taken, sweeps)
            assert sides(table, "TOTAL") == [b + s for b, s in zip(before, scores, strict=True)]
            deals += 1
    assert deals >= 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_brings_seven_points_at_least(players: int) -> None:
    deals = players * 20 // 7 + 1
    assert_ends_within(deals * 48 * 3, "casino", players=players)


def test_who_builds_keeps_a_card_for_every_build_of_theirs() -> None:
    table = laid("2♥ 5♥ K♦ Q♣", "2♠ 10♦ 9♥ A♣", "A♠ 8♣ J♦ J♥")
    table.choose("build 9 with 2♠ and")
    table.choose("leave A♠")
    labels = table.labels()
    assert "build 10 with 9♥ and A♠" not in labels, "the nine is all that takes the first build"
    assert "raise your build of 9 with A♣" in labels, "then it is a ten"


def test_a_build_of_several_sets_is_taken_as_a_whole_and_cannot_be_raised() -> None:
    table = laid("6♦ 3♣ 4♦ K♣", "5♣ 9♥ 9♣ J♣", "A♣ 10♣ 9♦ J♥")
    table.choose("build 9 with 5♣ and 4♦")
    assert table.labels() == ("gather 3♣ 6♦", "stop there")
    table.play(0)
    assert sorted(table.pile("vloc BUILD", 0, 9)) == ["3♣", "4♦", "5♣", "6♦"]
    assert not any(label.startswith("raise") for label in table.labels())
    table.choose("leave 10♣")
    assert "build 9s with 9♥" in table.labels(), "another nine takes it"
    table.choose("build 9s with 9♥")
    table.choose("take with 9♦")
    assert sorted(table.pile("hloc TAKEN", 1)) == ["3♣", "4♦", "5♣", "6♦", "9♥", "9♦"]


def test_whoever_adds_a_set_to_a_build_has_it_before_them() -> None:
    table = laid("6♦ 2♣ 4♦ K♣", "5♣ 9♥ 7♣ J♣", "3♣ 10♣ 9♦ J♥")
    table.choose("build 9 with 5♣ and 4♦")
    table.choose("build 9 with 3♣ and 6♦")
    assert table.pile("vloc BUILD", 0, 9) == []
    assert sorted(table.pile("vloc BUILD", 1, 9)) == ["3♣", "4♦", "5♣", "6♦"]


def test_partners_count_together_unless_everybody_plays_alone() -> None:
    assert len(sides(sit_down("casino", players=4), "TOTAL")) == 2
    assert len(sides(sit_down("casino", players=4, partners="off"), "TOTAL")) == 4
    table = sit_down("casino", players=4)
    table.finish()
    assert table.outcome.scores[:2] == table.outcome.scores[2:]
