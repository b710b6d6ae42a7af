"""A review: what was given away, what was luck, and that the two come to the result."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz import Match, load
from kibitz.advisor import Grade
from kibitz.cli.main import main
from kibitz.engine import Rng, lower
from kibitz.engine.records import record_text, replay
from kibitz.game import Game
from kibitz.games import names
from kibitz.learning import Course, keep_net, learn
from kibitz.players import mean_of
from kibitz.recycle import Source, check
from kibitz.review import Hope, Review, Reviewed, Reviewing
from kibitz.review.accounts import Cause, HandsBook, _between, account
from kibitz.review.board import board
from kibitz.review.page import review_page
from kibitz.review.reviewing import headline, verdict
from kibitz.words import Account, Tableau, told_booking

PENNIES = """
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK (ACE, TWO)))))
 (do ((shuffle (game iloc STOCK))))
 (stage player
  (end (== (game sto TURNS) 6))
  (choice (
   (do ((inc ((current player) sto PENNIES) 2) (inc (game sto TURNS))))
   (do ((inc ((current player) sto PENNIES) 1) (inc (game sto TURNS))))))
  (choice ((inc (game sto BREATHS)))))
 (scoring max ((current player) sto PENNIES)))
"""
"""Two pennies or one, three times each: nobody should take one. Then everybody breathes."""


def game_of(text: str) -> Game:
    found = check(Source("pennies.rcy", text)).game
    assert found is not None
    return Game.of_program(lower(found, {}))


def reviewed(match: Match, simulations: int) -> Review:
    reviewing = Reviewing(match.game, match.record(), simulations=simulations)
    for _ in reviewing.decisions():
        pass
    return reviewing.review()


@pytest.fixture(scope="module")
def pennies() -> Review:
    """Player 1 takes one penny at their second turn, player 2 always two."""
    match = game_of(PENNIES).match(1)
    for choice in (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0):
        match.play(choice)
    return reviewed(match, simulations=200)


@pytest.mark.slow
def test_hopes_before_the_deal_are_those_of_whoever_plays_on_later() -> None:
    """A net that was kept for places plays on where a score is wanted, too, unless one is there."""
    game = game_of(PENNIES.replace("TURNS) 6", "TURNS) 8"))
    record = game.match(1).record()
    by_chance = Reviewing(game, record, objective="score").review()
    keep_net(learn(game.program, Course(matches=200, threads=1)))
    for_places, for_score = (
        Reviewing(game, record, objective=wanted).review() for wanted in ("win", "score")
    )
    starts = [[one.start for one in review.accounts] for review in (for_places, for_score)]
    assert starts[0] == starts[1] != [one.start for one in by_chance.accounts]


def test_who_takes_one_penny_instead_of_two_gave_one_away(pennies: Review) -> None:
    (fault,) = [one for one in pennies.decisions if one.points_lost]
    assert (fault.move, fault.seat) == (5, 0)
    assert fault.points_lost == pytest.approx(1)
    assert fault.grade in {Grade.MISTAKE, Grade.BLUNDER}
    assert "better was to" in verdict(fault)
    first, second = pennies.accounts
    assert first.points_lost == pytest.approx(1)
    assert second.points_lost == 0
    assert second.accuracy == 100
    assert first.accuracy is not None
    assert first.accuracy < 100
    assert headline(pennies, second).endswith("no mistake in 3 decisions that counted.")


def test_a_decision_without_a_choice_counts_for_nothing(pennies: Review) -> None:
    breaths = [one for one in pennies.decisions if one.advice is None]
    assert len(breaths) == 6
    assert not any(one.is_free or one.grade for one in breaths)
    # At the last turn of player 1 the place is lost whatever they take.
    assert [len(one.free) for one in pennies.accounts] == [2, 3]


def check_sums(review: Review) -> None:
    for one in review.accounts:
        whole = one.start + one.luck + one.own + one.given
        assert whole.score == pytest.approx(one.end.score, abs=1e-6)
        assert whole.win == pytest.approx(one.end.win, abs=1e-6)
    assert sum(one.start.win for one in review.accounts) == pytest.approx(1)
    json.dumps(review.to_json(), allow_nan=False)


def test_a_review_tells_what_the_match_brought_everybody(pennies: Review) -> None:
    (hand,) = pennies.hands
    assert (hand.number, hand.move) == (1, 11), "the last penny; then everybody only breathes"
    assert hand.lines == ("Player 1 scored 5", "Player 2 scored 6")
    (told,) = pennies.to_json()["hands"]
    assert [(one["seat"], one["change"], one["total"]) for one in told["bookings"]] == [
        (0, 5, 5),
        (1, 6, 6),
    ]
    page = review_page(pennies)
    assert "How every hand was settled" in page
    last = page.split('id="move-11"')[1].split("</article>")[0]
    assert "<li>Player 2 scored 6</li>" in last


@pytest.mark.parametrize(
    ("name", "options"), [("hearts", {"target": 50}), ("whist", {}), ("cribbage", {"target": 61})]
)
def test_every_hand_is_settled_at_its_last_card_and_goes_on_from_the_one_before(
    name: str, options: dict[str, int | str]
) -> None:
    """In the lines of the table, up to the scores of the match."""
    match, chance = load(name, **options).match(3), Rng(3)
    while not match.is_over:
        match.play(chance.below(len(match.decision.options)))
    book, totals = HandsBook(match.game.vocabulary), dict[Account, int]()
    for move, step in enumerate(replay(match.game.interpreter, match.record())):
        book.hear(move, step)
    for hand in book.hands:
        for booking, line in zip(hand.bookings, hand.lines, strict=True):
            told = told_booking(match.game.program, booking, None)
            assert line.lower() == told.lower()
            totals[booking.account] = totals.get(booking.account, 0) + booking.change
            assert booking.total == totals[booking.account]
    assert len(book.hands) > 1
    assert book.hands[-1].move == len(match.record().choices)
    assert set(totals.values()) == set(match.outcome.scores)


def test_luck_and_skill_come_to_the_result(pennies: Review) -> None:
    check_sums(pennies)
    assert [one.end.score for one in pennies.accounts] == [5, 6]
    assert [one.end.win for one in pennies.accounts] == [0, 1]
    own = [change for change in pennies.accounts[0].changes if change.cause is Cause.OWN]
    assert [change.move for change in own if change.by.score < 0] == [5]
    # What one of two takes, the other does not get: beside chance, that is given or taken.
    assert pennies.accounts[0].given.win == pytest.approx(-pennies.accounts[1].own.win)


def test_a_match_that_is_not_over_is_reviewed_as_far_as_it_came(pennies: Review) -> None:
    match = game_of(PENNIES).match(1).play(0)
    review = reviewed(match, simulations=50)
    check_sums(review)
    assert review.accounts[0].end.score > 0
    assert review.is_whole


def test_what_was_looked_at_until_an_interruption_can_be_had() -> None:
    match = game_of(PENNIES).match(1)
    while not match.is_over:
        match.play(0)
    reviewing = Reviewing(match.game, match.record(), simulations=50)
    for decision in reviewing.decisions():
        if decision.move == 4:
            break
    review = reviewing.review()
    assert len(review.decisions) == 4
    assert not review.is_whole
    check_sums(review)


def test_one_seat_can_be_reviewed_alone(pennies: Review) -> None:
    match = Match.from_record(pennies.record) if pennies.record.game.program else None
    assert match is not None
    reviewing = Reviewing(match.game, match.record(), seats=[1], simulations=50)
    advised = {one.seat for one in reviewing.decisions() if one.advice}
    assert advised == {1}
    assert [one.seat for one in reviewing.review().accounts] == [1]


def test_an_account_books_what_happens_between_own_decisions_as_luck() -> None:
    empty = account(0, Hope(3.0, 0.5), [], Hope(7.0, 1.0))
    (change,) = empty.changes
    assert (change.cause, change.move, change.by) == (Cause.LUCK, 1, Hope(4.0, 0.5))


@pytest.mark.slow
def test_luck_is_nothing_on_average_whoever_plays() -> None:
    """One always takes the last option, which at Kuhn poker loses; that is its own doing."""
    game, lucks, own = load("kuhn-poker"), list[float](), list[float]()
    for seed in range(60):
        match, chance = game.match(seed), Rng(seed, stream=1)
        while not match.is_over:
            options = len(match.decision.options)
            last, any_one = options - 1, chance.below(options)
            match.play(last if match.decision.seat == 0 else any_one)
        first, second = reviewed(match, simulations=20).accounts
        lucks.append(first.luck.score)
        own.append(first.own.score)
        whole = first.luck.score + first.own.score + first.given.score
        assert first.start.score + whole == pytest.approx(first.end.score)
        assert first.end.score + second.end.score == 0
    luck = mean_of(lucks)
    assert luck.margin is not None
    assert abs(luck.value) < 1.2 * luck.margin
    assert any(own)


def test_the_page_stands_by_itself_and_has_every_move(pennies: Review) -> None:
    page = review_page(pennies)
    assert all(f'id="move-{move}"' in page for move in range(1, 13))
    assert "http:" not in page.replace("http://www.w3.org", "").replace("http-equiv", "")
    assert "a review" in page


def matches_by_chance(name: str, seed: int) -> Match:
    match, chance = load(name).match(seed, most_decisions=20), Rng(seed)
    while not match.is_over:
        match.play(chance.below(len(match.decision.options)))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_match_of_any_game_is_reviewed(name: str) -> None:
    match = matches_by_chance(name, 3)
    review = reviewed(match, simulations=20)
    check_sums(review)
    page = review_page(review)
    assert page.count('class="move ') == len(review.decisions)
    for one in review.decisions:
        assert f'id="move-{one.move}" data-seat="{one.seat}"' in page


@pytest.mark.slow
def test_a_decision_is_judged_by_what_was_known_then() -> None:
    """The same cards in sight, others hidden: the first decision of two deals of Kuhn poker."""
    game = load("kuhn-poker")
    looks: dict[str, set[str]] = {}
    for seed in range(12):
        match = game.match(seed).play(0)
        decision = _first(Reviewing(game, match.record(), simulations=200))
        looks.setdefault("\n".join(decision.known), set()).add(json.dumps(decision.to_json()))
    assert len(looks) == 3
    assert all(len(told) == 1 for told in looks.values())


def _first(reviewing: Reviewing) -> Reviewed:
    return next(reviewing.decisions())


def test_the_command_says_what_was_wrong(tmp_path: Path, pennies: Review) -> None:
    path, page = tmp_path / "match.jsonl", tmp_path / "review.html"
    path.write_text(record_text(pennies.record), encoding="utf-8")
    arguments = ["review", str(path), "--simulations", "50"]
    result = CliRunner().invoke(main, [*arguments, "--html", str(page)])
    assert result.exit_code == 0, result.output
    assert "gave away 1.0 point" in result.output
    assert "  11  Player 1 scored 5" in result.output
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    told = json.loads(CliRunner().invoke(main, [*arguments, "--json", "--seat", "1"]).output)
    assert [one["seat"] for one in told["seats"]] == [0]
    both = CliRunner().invoke(main, [*arguments, "--json", "--seat", "2", "--seat", "1"])
    assert [one["seat"] for one in json.loads(both.output)["seats"]] == [1, 0]
    refused = CliRunner().invoke(main, [*arguments, "--seat", "9"])
    assert refused.exit_code == 2
    assert "seats 1 to 2" in refused.output


@pytest.mark.slow
def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    exec(page.split("```python")[1].split("```")[0], {})
    *_, last = capsys.readouterr().out.splitlines()
    assert last.count("Hope(") == 2


def test_accuracy_is_told_on_the_scale_of_players_who_would_have_decided_there() -> None:
    """100 as the guide, 78 as club players, 60 as casual ones, 12 as anything at all."""
    points = [(0.0, 100.0), (1.0, 78.0), (3.0, 60.0), (10.0, 12.0)]
    told = [_between(points, lost) for lost in (-2.0, 0.0, 0.5, 1.0, 2.0, 3.0, 10.0, 15.0, 90.0)]
    assert told == [100.0, 100.0, 89.0, 78.0, 69.0, 60.0, 12.0, 6.0, 0.0]


def test_the_table_lies_beside_every_judgement_as_one_plays() -> None:
    """Golf for two: two rows of three cells for each, what is face down is not named."""
    match = load("golf", PLAYERS=2, HOLES=1).match(1)
    while len(match.options) < 7:
        match.play(0)
    seat = match.decision.seat
    drawn = board(Tableau(match.game.vocabulary), match.view(seat))
    assert drawn.count('<div class="grid of-3">') == 2
    assert drawn.count('class="card back"') >= 8, "four cells of each, and the stock"
    assert drawn.index("player ") < drawn.index("<h4>you</h4>"), "the player sits at the bottom"
    open_cards = [
        card for cell in range(1, 7) for card in match.view(seat).pile("GRID", seat, cell)
    ]
    assert all(f">{card}<" in drawn for card in open_cards if card is not None)
