"""A match with real cards: what is entered is what is known, and what cannot be is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz import load
from kibitz.cli.main import main
from kibitz.companion import BadEntry, CardWanted, ChoiceWanted, Entry, RealTable, card_named
from kibitz.engine import Rng
from kibitz.game import Game


@pytest.fixture(scope="module")
def golf() -> Game:
    return load("golf", PLAYERS=2, HOLES=1)


def enter(table: RealTable, *words: str) -> None:
    """Labels of options, cards, and `?` for one that was not seen."""
    for word in words:
        match table.wanted:
            case ChoiceWanted(decision=decision):
                labels = [option.label for option in decision.options]
                table.enter(Entry(labels.index(word)))
            case CardWanted(kinds=kinds):
                table.enter(Entry(None if word == "?" else card_named(table.game, word, kinds)))
            case None:
                pytest.fail("the match is over")


OPENING = (
    *("6", "turn up cell 1", "turn up cell 2", "turn up cell 1", "turn up cell 2"),
    *("k", "4", "5", "3"),
)
"""A six lies open; the person turns up a king and a four, the other a five and a three."""


def opened(game: Game) -> RealTable:
    table = RealTable(game, 0)
    enter(table, *OPENING)
    return table


def cards_in_sight(table: RealTable) -> list[str]:
    view, texts = table.view, table.game.vocabulary.kind_texts
    cards = [spot.card for pile in view.piles for spot in pile if spot.card is not None]
    return sorted(texts[view.kinds[card]].rstrip("♠♣♥♦") for card in cards)


def test_the_table_shows_what_was_entered_and_nothing_else(golf: Game) -> None:
    assert cards_in_sight(opened(golf)) == ["3", "4", "5", "6", "K"]


@pytest.mark.slow
def test_on_ones_own_turn_there_is_advice_from_what_was_entered(golf: Game) -> None:
    table = opened(golf)
    wanted = table.wanted
    assert isinstance(wanted, ChoiceWanted)
    assert wanted.seat == 0
    advice = golf.advise(wanted.view, wanted.decision, simulations=500)
    assert sum(advice.unseen.values()) == 52 - 5
    assert advice.best.label != "swap 6♥ into cell 1", "a king is not given away for a six"


def test_a_fifth_seven_is_refused(golf: Game) -> None:
    table = RealTable(golf, 0)
    enter(table, "7", "turn up cell 1", "turn up cell 2", "turn up cell 1", "turn up cell 2")
    enter(table, "7", "7", "7")
    with pytest.raises(BadEntry, match="no 7 is left: every one has been seen"):
        enter(table, "7")
    enter(table, "8")
    assert cards_in_sight(table) == ["7", "7", "7", "7", "8"]


def test_a_card_that_does_not_exist_is_refused(golf: Game) -> None:
    with pytest.raises(BadEntry, match="'zebra' is no card of this game"):
        enter(RealTable(golf, 0), "zebra")


def test_what_an_opponent_draws_is_not_asked_until_it_is_shown(golf: Game) -> None:
    table = opened(golf)
    enter(table, "draw from the stock", "2", "discard 2♣", "draw from the stock")
    wanted = table.wanted
    assert isinstance(wanted, ChoiceWanted)
    assert wanted.seat == 1
    assert "swap a card into cell 3" in [option.label for option in wanted.decision.options]
    enter(table, "swap a card into cell 3", "j", "9")
    assert cards_in_sight(table) == ["2", "3", "4", "5", "6", "9", "J", "K"]


def test_a_card_that_nobody_saw_stays_unknown(golf: Game) -> None:
    table = opened(golf)
    enter(table, "draw from the stock", "2", "discard 2♣")
    enter(table, "draw from the stock", "discard a card", "?")
    assert cards_in_sight(table) == ["2", "3", "4", "5", "6", "K"]
    wanted = table.wanted
    assert isinstance(wanted, ChoiceWanted)
    unseen = "take from the discard pile, swap a card into cell 1"
    assert unseen in [option.label for option in wanted.decision.options]


def test_an_entry_can_be_taken_back_and_corrected(golf: Game) -> None:
    table = opened(golf)
    before = table.entries[:]
    enter(table, "draw from the stock", "2")
    table.take_back()
    table.take_back()
    assert table.entries == before
    kings = {kind: 1 for kind, text in enumerate(golf.vocabulary.kind_texts) if text[0] == "Q"}
    table.correct(5, Entry(card_named(golf, "q", kings)))
    assert cards_in_sight(table) == ["3", "4", "5", "6", "Q"]
    with pytest.raises(BadEntry, match="entries are 1 to 9, not 31"):
        table.correct(30, Entry(0))


def test_a_correction_that_makes_later_entries_impossible_changes_nothing(golf: Game) -> None:
    table = opened(golf)
    entries = table.entries[:]
    four = table.entries[6].value
    with pytest.raises(BadEntry, match="entered later cannot be"):
        table.correct(5, Entry(four))
    assert table.entries == entries
    assert cards_in_sight(table) == ["3", "4", "5", "6", "K"]


def test_a_turn_of_an_opponent_is_entered_at_one_go(golf: Game) -> None:
    table = opened(golf)
    enter(table, "draw from the stock", "2", "discard 2♣")
    ways = {", ".join(way.labels): way for way in table.ways()}
    assert len(ways) == 6 + 6 + 1
    for entry in ways["draw from the stock, swap a card into cell 3"].entries:
        table.enter(entry)
    assert isinstance(table.wanted, CardWanted)
    enter(table, "j", "9")
    assert isinstance(table.wanted, ChoiceWanted)
    assert table.wanted.seat == 0


def test_cards_that_are_turned_up_together_are_entered_at_one_go(golf: Game) -> None:
    table = RealTable(golf, 1)
    enter(table, "6")
    ways = [way.labels for way in table.ways()]
    assert len(ways) == 6 * 5 / 2
    assert ways[:2] == [("turn up cell 1", "turn up cell 2"), ("turn up cell 1", "turn up cell 3")]
    assert len({frozenset(labels) for labels in ways}) == len(ways)


def test_a_turn_that_nobody_saw_leaves_the_cards_of_its_player_alone(golf: Game) -> None:
    table = opened(golf)
    enter(table, "draw from the stock", "2", "discard 2♣")
    before = cards_in_sight(table)
    way = table.unseen(table.ways())
    assert way is not None
    assert way.labels == ("draw from the stock", "discard a card")
    for entry in way.entries:
        table.enter(entry)
    assert isinstance(table.wanted, ChoiceWanted)
    assert (table.wanted.seat, cards_in_sight(table)) == (0, before)


def test_a_turn_with_one_card_is_entered_with_it(golf: Game) -> None:
    table = opened(golf)
    enter(table, "draw from the stock", "2", "discard 2♣")
    found = table.shortest(table.ways())
    assert found is not None
    way, wanted = found
    assert way.labels == ("draw from the stock", "discard a card")
    assert wanted.kinds[card_named(golf, "9", wanted.kinds)] == 1


def test_a_turn_that_always_shows_something_cannot_be_left_out() -> None:
    table = RealTable(load("lock-golf", PLAYERS=2), 1)
    enter(table, "pass", "pass", "9")
    ways = [way.labels for way in table.ways()]
    assert ("refresh the discard pile",) in ways
    assert ("turn over cell 1",) in ways
    assert table.unseen(table.ways()) is None


def test_looking_at_the_ways_changes_nothing(golf: Game) -> None:
    table, other = opened(golf), opened(golf)
    table.ways()
    for one in (table, other):
        enter(one, "draw from the stock", "2", "discard 2♣")
    assert (table.view, table.entries, len(table.happened)) == (
        other.view,
        other.entries,
        len(other.happened),
    )


def test_every_entry_is_kept_with_what_it_answers(golf: Game) -> None:
    table = opened(golf)
    kinds = [type(asked) for asked in table.asked]
    assert kinds == [CardWanted, *[ChoiceWanted] * 4, *[CardWanted] * 4]
    table.take_back()
    assert [type(asked) for asked in table.asked] == kinds[:-1]


def by_chance(table: RealTable, seed: int) -> None:
    """To the end, with cards that can be, some of them missed."""
    chance = Rng(seed)
    while (wanted := table.wanted) is not None:
        if isinstance(wanted, ChoiceWanted):
            table.enter(Entry(chance.below(len(wanted.decision.options))))
        else:
            kinds = sorted(wanted.kinds)
            is_missed = wanted.may_be_missed and chance.below(10) == 0
            table.enter(Entry(None if is_missed else kinds[chance.below(len(kinds))]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options"),
    [("golf", {"HOLES": 2}), ("par-golf", {}), ("lock-golf", {}), ("golf-six", {})],
)
def test_a_whole_match_can_be_entered(name: str, options: dict[str, int]) -> None:
    table = RealTable(load(name, **options), 1)
    by_chance(table, 7)
    assert table.outcome is not None
    again = RealTable(table.game, 1)
    for entry in table.entries:
        again.enter(entry)
    assert again.outcome == table.outcome


def test_what_is_entered_scores_as_a_match_that_was_dealt(golf: Game) -> None:
    """Somebody sees a dealt match, every card of it, and enters it."""
    engine, chance, choices = golf.interpreter, Rng(5), Rng(3)
    before = step = engine.deal(chance)
    table = RealTable(golf, 0)
    while table.wanted is not None:
        wanted = table.wanted
        if isinstance(wanted, CardWanted):
            pile = (step if wanted.may_be_missed else before).state.cards[wanted.location]
            table.enter(Entry(step.state.kinds[pile[-1]]))
        else:
            option = choices.below(len(wanted.decision.options))
            before, step = step, engine.apply(step, option, chance)
            table.enter(Entry(option))
    assert step.is_over
    assert table.outcome == step.status


def companion(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["companion", *arguments], input=typed)


@pytest.mark.slow
def test_the_command_follows_a_match_and_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    rules = ("golf", "-o", "players=2", "-o", "holes=1")
    first = companion(*rules, typed="6\n1 2\n1 2\nk 4 5 3\ne\nnonsense\nx\n")
    assert first.exit_code == 0, first.output
    assert "player 2: turn up cell 1" in first.output
    assert "none of the options" in first.output
    assert "--resume goes on" in first.output
    again = companion(*rules, "--resume", typed="u\nx\n")
    assert again.exit_code == 0, again.output
    assert "which card is in player 2's cell 2" in again.output
    refused = companion("golf", "-o", "players=3", "-o", "holes=1", "--resume")
    assert refused.exit_code == 1
    assert "other rules" in refused.output


def test_a_game_that_one_seat_cannot_follow_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    table = RealTable(load("president", PLAYERS=3), 0)
    with pytest.raises(BadEntry, match="cannot be followed from one seat"):
        by_chance(table, 1)
