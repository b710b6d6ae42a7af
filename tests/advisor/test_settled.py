"""Reasons in the words of the game: the lines by which a round is settled."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kibitz import load
from kibitz.advisor import Question, advise, laid_out, read_position
from kibitz.advisor.settled import BESIDE, WORLDS, SettledLine, helping, settled_lines
from kibitz.advisor.simulating import appraiser_for, watched
from kibitz.engine import Rng
from kibitz.game import Game
from kibitz.words import DifferenceKind

TABLES: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("golf", {"PLAYERS": 2, "HOLES": 1}),
    ("golf", {"PLAYERS": 2, "HOLES": 1, "WOLFPACK": "ON", "KNOCKPENALTY": "ON", "TIEDSHAME": "ON"}),
    ("golf", {"PLAYERS": 3, "HOLES": 1, "QUEENSWILD": "ON", "FOURALIKEZERO": "ON"}),
    ("lock-golf", {"PLAYERS": 2, "HOLES": 3}),
    ("par-golf", {}),
)


TURN = """
player = 1
[options]
PLAYERS = 2
{options}
[table]
"discard pile" = "{discard}"
[players.1]
cells = "{mine}"
[players.2]
cells = "{theirs}"
"""
"""It is player 1's turn."""
COUNTS_NOTHING = "counts nothing in # of all cases instead of #, which is # less"
SAID = (
    ("golf", "9", "9 ? 4 ? 5 ?", "", f"your column 1 {COUNTS_NOTHING}"),
    ("golf", "3", "K ? Q ? 5 ?", "", f"your column 2 {COUNTS_NOTHING}"),
    ("golf", "9", "9 9 4 ? 5 ?", "", f"your column 2 {COUNTS_NOTHING}"),
    ("golf", "J", "10 J 4 ? ? ?", "", f"your column 2 {COUNTS_NOTHING}"),
    ("golf", "8", "10 J Q ? 8 ?", "", f"your column 2 {COUNTS_NOTHING}"),
    ("golf", "2", "? J Q ? ? ?", "", "your column 1 comes to # instead of #"),
    ("golf", "Q", "? J Q ? ? ?", 'QUEENSWILD = "ON"', f"your column 3 {COUNTS_NOTHING}"),
    (
        "golf",
        "J",
        "J J Q J ? ?",
        'WOLFPACK = "ON"',
        "your sum of bonuses and penalties comes to # instead of #",
    ),
    ("lock-golf", "9", "(9) ? K ?", "", f"your cell 2 {COUNTS_NOTHING}"),
)
"""The game, the discard, the cards of player 1, a house rule; and what is a reason."""


def turn(game: str, discard: str, mine: str, rule: str = "") -> Question:
    holes, theirs = ("HOLES = 1", "A ? 2 ? 7 ?") if game == "golf" else ("HOLES = 3", "? ? 7 ?")
    text = TURN.format(options=f"{holes}\n{rule}", discard=discard, mine=mine, theirs=theirs)
    position = read_position(text.encode())
    loaded = load(game, **position.settings)
    asked = laid_out(loaded, position)
    return Question.of(loaded, asked.view, asked.decision, seed=1)


def test_what_it_comes_to_and_how_often_it_counts_nothing_are_told_of_the_same_worlds() -> None:
    cost = np.array([[0.0, np.nan], [4.0, 6.0], [0.0, 2.0]])
    empty = np.array([[1.0, np.nan], [0.0, 0.0], [1.0, 0.0]])

    cost, empty = SettledLine("column 1", cost, empty).compared

    assert cost.mean(axis=0).tolist() == [2.0, 4.0]
    assert empty.mean(axis=0).tolist() == [0.5, 0.0]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "discard", "mine", "rule", "said"), SAID)
def test_a_reason_is_a_line_of_what_is_counted(
    game: str, discard: str, mine: str, rule: str, said: str
) -> None:
    reasons = advise(turn(game, discard, mine, rule), simulations=1_500).reasons
    assert said in [re.sub(r"−?\d+\.\d|\d+ %", "#", reason.text) for reason in reasons]


@pytest.mark.parametrize(
    ("mine", "option", "said"),
    [
        ("9 ? 4 ? 5 ?", "draw", "3 of 4 nines are unseen"),
        ("9 ? 4 ? 5 ?", "swap 6♣ into cell 1", "3 of 4 sixes are unseen"),
        ("? 9 9 ? 5 ?", "swap 6♣ into cell 5", ""),  # nobody knows what lies in that column
        ("9 9 9 3 5 ?", "draw", ""),  # both are known
    ],
)
def test_cards_that_would_make_a_pair_are_told(mine: str, option: str, said: str) -> None:
    question = turn("golf", "6♣", mine)
    chosen = next(n for n, label in enumerate(question.labels) if label.startswith(option))
    assert helping(question, chosen, (1, 4)) == said


def moment(game: Game, decisions: int) -> Question:
    match, chance = game.match(3), Rng(3)
    while match.decisions_made < decisions or len(match.decision.options) < 2:
        match.play(chance.below(len(match.decision.options)))
    return Question.of(game, match.view(match.decision.seat), match.decision)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_the_cards_add_up_to_what_was_scored(name: str, options: dict[str, int | str]) -> None:
    """But for what is added beside them, where there is such a thing."""
    question = moment(load(name, **options), 9)
    appraiser, _ = appraiser_for(question)
    trials = appraiser.trials((0, 1), range(WORLDS), until=watched(question), with_ends=True)
    lines = list(settled_lines(question, trials, appraiser.prospect.searcher.code.packer))
    beside = next(line.cost for line in lines if line.name == BESIDE)
    assert np.isnan(beside).mean() < 0.1
    more = {"TIEDSHAME": {0, 5, 10, 15, 20}}
    assert set(beside[~np.isnan(beside)]) <= more.get(next(reversed(options), ""), {0})


def test_what_is_scored_at_once_is_named_as_it_is_booked() -> None:
    """A card that makes thirty-one and a run, at cribbage: both are said."""
    game, chance = load("cribbage"), Rng(3, stream=1)
    match = game.match(3)
    while match.decisions_made < 5:
        match.play(chance.below(len(match.decision.options)))
    decision = match.decision
    advice = advise(Question.of(game, match.view(decision.seat), decision), simulations=2000)
    reason = next(reason.text for reason in advice.reasons if reason.kind is DifferenceKind.AT_ONCE)
    assert reason.endswith("(thirty-one 2, run 7♣ 8♥ 6♠ = 3)")
