"""What open cards come to while a hole is played: counted by the game's own rules."""

from __future__ import annotations

import pytest

from kibitz import Rng, load
from kibitz.engine.view import View
from kibitz.game import Game
from kibitz.match import Match
from kibitz.words.open_cards import OpenCards, OpenScore
from kibitz.words.tableau import Tableau

COSTS = {"A": 1, "2": -2, "10": 10, "J": 10, "Q": 10, "K": 0}


def counter(game: Game) -> OpenCards:
    card = game.page.scorecard
    assert card is not None
    return OpenCards(game.vocabulary, card)


def open_cells(match: Match, seat: int) -> dict[int, str]:
    """The cards that lie open before the seat, by cell, as somebody else sees them."""
    other = (seat + 1) % len(match.seats)
    [row] = [
        row
        for row in Tableau(match.game.vocabulary).areas(match.view(other))[seat].rows
        if row.grid
    ]
    tops = {index: faces[-1].text for index, faces in row.stacks.items() if faces}
    return {index: text for index, text in tops.items() if text is not None}


def cost(card: str) -> int:
    return COSTS[card[:-1]] if card[:-1] in COSTS else int(card[:-1])


def golf_score(cells: dict[int, str]) -> tuple[int, tuple[int, ...]]:
    """Standard golf, written a second time: a column of one rank costs nothing."""
    points, cancelled = 0, []
    for column in (1, 2, 3):
        cards = [cells[cell] for cell in (column, column + 3) if cell in cells]
        if len(cards) == 2 and cards[0][:-1] == cards[1][:-1]:
            cancelled += [column, column + 3] if cost(cards[0]) else []
        else:
            points += sum(map(cost, cards))
    return points, tuple(sorted(cancelled))


@pytest.mark.slow
def test_golf_counts_open_cards_and_marks_columns_that_cancel() -> None:
    game = load("golf", holes=4)
    count, match, chance = counter(game), game.match(5), Rng(5)
    pairs = 0
    while not match.is_over:
        expected = [golf_score(open_cells(match, seat)) for seat in match.seats]
        found = count.scores(match.view(0))
        assert [(score.points, score.cancelled) for score in found] == expected
        pairs += sum(bool(score.cancelled) for score in found)
        match.play(chance.below(len(match.options)))
    assert pairs > 0


@pytest.mark.parametrize("name", ["golf", "par-golf", "lock-golf"])
def test_what_somebody_alone_knows_changes_nothing(name: str) -> None:
    game = load(name, players=3)
    match, chance = game.match(2), Rng(2)
    counters = [counter(game) for _ in match.seats]  # what one remembers another has not seen
    for _ in range(60):
        scores = [
            count.scores(match.view(seat))
            for count, seat in zip(counters, match.seats, strict=True)
        ]
        assert scores[0]
        assert scores == [scores[0]] * len(match.seats)
        match.play(chance.below(len(match.options)))


def example(name: str, cards: str, **options: int | str) -> OpenScore:
    """The first player has these cards, the first one in the first cell; `?` lies face down."""
    game = load(name, **options)
    texts = game.vocabulary.kind_texts
    kinds = {
        cell: texts.index(card) for cell, card in enumerate(cards.split(), start=1) if card != "?"
    }
    view: View = game.match(1).view(0)
    score = counter(game).example(view, kinds)
    assert score is not None
    return score


@pytest.mark.parametrize(
    ("options", "cards", "points", "cancelled"),
    [
        ({}, "9♣ ? 5♥ 9♦ ? ?", 5, (1, 4)),
        ({}, "9♣ 9♦ 5♥ ? ? ?", 23, ()),
        ({"ten-penny": "on"}, "10♣ ? ? ? ? ?", 1, ()),
        ({"queens-wild": "on"}, "Q♣ 4♠ ? 8♦ ? ?", 4, (1, 4)),
        ({"negative-pairs-keep-value": "on"}, "2♣ ? ? 2♦ ? ?", -4, ()),
        ({"wolfpack": "on"}, "J♣ J♦ 7♥ J♥ J♠ ?", 7, (1, 2, 4, 5)),
    ],
)
def test_house_rules_count_as_the_program_counts(
    options: dict[str, int | str], cards: str, points: int, cancelled: tuple[int, ...]
) -> None:
    score = example("golf", cards, **options)
    assert (score.points, score.cancelled) == (points, cancelled)


def test_what_is_laid_aside_counts_nothing() -> None:
    """A king of par golf takes the dearest other card away; two of a rank take each other."""
    assert (example("par-golf", "K♠ 7♣ 3♥").cancelled) == (2,)
    score = example("lock-golf", "9♠ 4♣ 9♥ ?")
    assert (score.points, score.cancelled) == (4, (1, 3))


def test_what_is_added_for_something_else_is_told_apart() -> None:
    terms = example("golf", "J♣ J♦ 7♥ J♥ J♠ ?", wolfpack="on").terms
    assert [(term.label, term.value) for term in terms if term.label] == [("wolfpack", -5)]


class Forgetful(dict[object, object]):
    """As a store that another thread clears all the time."""

    def __setitem__(self, key: object, value: object) -> None:
        pass


def test_what_others_forget_meanwhile_is_counted_all_the_same() -> None:
    match = load("golf").match(1)
    counting, others = counter(match.game), counter(match.game)
    counting._kept = Forgetful()  # type: ignore[assignment]
    assert counting.scores(match.view(0)) == others.scores(match.view(0)) != []
