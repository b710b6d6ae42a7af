"""The arithmetic of golf as the scorecard tells it, from scripted holes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from card_table import Policy, Stacked, dealt, engine_for, first_of, grid

from kibitz.engine import Interpreter, Outcome, Rng
from kibitz.engine.places import kind_texts
from kibitz.games import find
from kibitz.words import Hole, Scorekeeper, Term, Vocabulary, option_labels


def played(name: str, engine: Interpreter, rng: Rng, policy: Policy) -> Scorekeeper:
    """The card of a match in which everybody follows the policy."""
    card = find(name).page.scorecard
    assert card is not None
    keeper, words = Scorekeeper(engine.program, card), Vocabulary(engine.program)
    step = engine.deal(rng)
    keeper.hear(step.events)
    while not isinstance(decision := step.status, Outcome):
        labels = option_labels(engine, engine.view(step.state, decision.seat), decision, words)
        step = engine.apply(step, policy(decision.seat, labels), rng)
        keeper.hear(step.events)
    return keeper


def turning_up(_: int, labels: Sequence[str]) -> int:
    return first_of(labels, "turn over", "flip", "pass")


def golf_hole(*hands: str, **options: int | str) -> Hole:
    """One hole of golf in which everybody turns up what they were dealt, the first one first."""
    options = {"players": len(hands), "holes": 1, "flip-as-action": "on", **options}
    engine = engine_for("golf", **options)
    rng = Stacked(engine, dealt(*(grid(hand) for hand in hands)))
    (hole,) = played("golf", engine, rng, turning_up).holes
    return hole


def told(terms: Sequence[Term]) -> list[str | int]:
    return [f"{term.label} {term.value}" if term.label else term.value for term in terms]


def test_the_columns_of_golf_are_added_one_by_one() -> None:
    hole = golf_hole("K 5 7 / K 3 9", "A 2 3 / 4 5 6")
    assert told(hole.tallies[0].terms) == [0, 8, 16]
    assert told(hole.tallies[1].terms) == [5, 3, 9]


def test_bonuses_follow_in_the_order_of_the_settlement() -> None:
    hole = golf_hole(
        "J J 5 / J J 6",
        "A 2 3 / 4 5 9",
        **{
            "wolfpack": "on",
            "four-of-a-kind": "on",
            "knock-bonus": "on",
            "underdog-bonus": "on",
            "blackjack": "on",
        },
    )
    first, second = hole.tallies
    assert told(first.terms) == [
        *(0, 0, 11),
        *("wolfpack -5", "four of a kind -20", "knock bonus -5", "underdog bonus -3"),
    ]
    assert first.score == -22
    assert told(second.terms) == [5, 3, 12]


def test_blackjack_penalty_and_shame_are_told_where_they_strike() -> None:
    options = {"blackjack": "on", "knock-penalty": "on", "tied-shame": "on"}
    hole = golf_hole("8 9 3 / A K K", "7 9 4 / A K K", **options)
    first, second = hole.tallies
    assert told(first.terms) == [9, 9, 3, "blackjack -21", "tied shame 5"]
    assert told(second.terms) == [8, 9, 4, "blackjack -21", "tied shame 5"]
    hole = golf_hole("Q 9 3 / A K K", "7 9 4 / A K K", **options)
    assert told(hole.tallies[0].terms) == [11, 9, 3, "knock penalty 10"]


def test_columns_are_told_as_wild_queens_lucky_sevens_and_four_alike_leave_them() -> None:
    rules = {"queens-wild": "on", "lucky-sevens": "on", "four-alike-zero": "on"}
    hole = golf_hole("Q 7 3 / 9 A 4", "5 5 5 / 6 8 5", **rules, **{"tie-break": "countback"})
    first, second = hole.tallies
    assert (told(first.terms), first.score, first.total) == ([0, 1, 7], 8, 8)
    assert (told(second.terms), second.score, second.total) == ([6, 8, 0], 14, 14)


@pytest.mark.slow
def test_the_card_of_two_nines_has_the_pars_of_both() -> None:
    engine = engine_for("par-golf", players=2, holes=18, second_nine="other")
    pars = [hole.par for hole in played("par-golf", engine, Rng(1), turning_up).holes]
    assert pars == [4, 3, 4, 5, 4, 4, 3, 5, 4, 4, 4, 3, 5, 4, 4, 5, 3, 4]


def test_cards_that_cancel_lie_aside_and_the_rest_counts() -> None:
    engine = engine_for("lock-golf", players=2, holes=3)
    rng = Stacked(engine, dealt(["5", "9", "5", "K"], ["A", "2", "3", "4"]))
    hole = played("lock-golf", engine, rng, turning_up).holes[0]
    texts = kind_texts(engine.program)
    kinds = engine.deal(Rng(1)).state.kinds
    tally = hole.tallies[0]
    assert [index for index, _ in tally.aside] == [1, 3]
    assert {texts[kinds[card]][0] for _, card in tally.aside} == {"5"}
    assert [(index, texts[kinds[card]][0]) for index, card in tally.cards] == [(2, "9"), (4, "K")]
    assert tally.score == 9


@pytest.mark.parametrize(("name", "holes"), [("golf", 2), ("par-golf", 9), ("lock-golf", 3)])
def test_terms_make_the_score_and_scores_the_total(name: str, holes: int) -> None:
    settings: dict[str, int | str] = {"players": 3, "holes": holes}
    if name == "golf":
        settings |= dict.fromkeys(
            ("blackjack", "wolfpack", "four-of-a-kind", "knock-penalty", "knock-bonus"), "on"
        )
        settings |= dict.fromkeys(("underdog-bonus", "tied-shame"), "on")
    chance = Rng(4)
    keeper = played(
        name, engine_for(name, **settings), Rng(3), lambda _, labels: chance.below(len(labels))
    )
    assert len(keeper.holes) == holes
    for seat in range(3):
        tallies = [hole.tallies[seat] for hole in keeper.holes]
        for tally in tallies:
            assert sum(term.value for term in tally.terms) == tally.score
        assert tallies[-1].total == sum(tally.score for tally in tallies)
    pars = [hole.par for hole in keeper.holes]
    assert pars == ([4, 3, 4, 5, 4, 4, 3, 5, 4] if name == "par-golf" else [None] * holes)
