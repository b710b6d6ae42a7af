"""A review in words; every number in them is one of its values."""

from __future__ import annotations

from kibitz.advisor import Grade
from kibitz.review.accounts import Cause, Change, Reviewed, SeatAccount
from kibitz.review.reviewing import Review
from kibitz.words import decimal, percent

FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""From the least to the worst."""


def points(value: float) -> str:
    text = decimal(value)
    return f"{text} {'point' if text == '1.0' else 'points'}"


def headline(review: Review, account: SeatAccount) -> str:
    """`Player 1 gave away 12.3 points, 1.4 a hole; accuracy 91: 2 mistakes in 31 decisions …`."""
    called = review.names[account.seat]
    name = called[:1].upper() + called[1:]
    if not account.free:
        return f"{name} could do nothing wrong, for all that is known."
    each = ""
    card = review.game.page.scorecard
    if card is not None and review.rounds > 1:
        each = f", {decimal(account.points_lost / review.rounds)} a {card.word}"
    accuracy = account.accuracy
    is_known = accuracy is not None and review.game.program.has_rivals
    known = f"; accuracy {accuracy:.0f}" if is_known else ""
    return f"{name} gave away {points(account.points_lost)}{each}{known}: {faults(account)}."


def faults(account: SeatAccount) -> str:
    """`2 mistakes and 1 blunder in 31 decisions that counted`."""
    found = {grade: sum(one.grade is grade for one in account.free) for grade in FAULTS}
    named = [_counted(count, grade.value) for grade, count in found.items() if count]
    listed = " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]])) or "no mistake"
    return f"{listed} in {_counted(len(account.free), 'decision')} that counted"


def balance(account: SeatAccount) -> str:
    """How the score came about."""
    start, end = decimal(account.start.score), decimal(account.end.score)
    luck, loss = _signed(account.luck.score), _signed(account.loss.score)
    return f"{start} before the deal, {luck} by luck, {loss} by its own doing: {end}"


def turning_point(review: Review, account: SeatAccount, change: Change) -> str:
    """What changed the hopes of a seat, and by how much."""
    name, by = review.names[account.seat], f"{_signed(100 * change.by.win, 0)} % of the win"
    if not review.game.program.has_rivals:
        by = f"{_signed(change.by.score)} points"
    if change.cause is Cause.LOSS:
        return f"{name} chose to {_at(review, change.move).chosen}: {by}"
    if change.move > len(review.record.choices):
        return f"the end of the match was worth {by} to {name}"
    before = max((one.move for one in account.decisions if one.move < change.move), default=0)
    since = f"move {before}" if before else "the deal"
    return f"what came after {since} was worth {by} to {name}"


def _at(review: Review, move: int) -> Reviewed:
    return review.decisions[move - 1]


def verdict(decision: Reviewed) -> str:
    """What is to be said of a decision, without who made it."""
    advice = decision.advice
    if advice is None:
        return "There was only one thing to do."
    if not decision.is_free:
        return "For all that is known, every option was as good."
    if decision.grade is Grade.BEST:
        return "Nothing better is known."
    lost = [points(decision.points_lost)] if decision.points_lost else []
    if decision.lost.win:
        lost.append(f"{percent(-decision.lost.win, 1)} of the win")
    price = f" It cost {' and '.join(lost)}." if lost else ""
    return f"{str(decision.grade).capitalize()}: better was to {advice.best.label}.{price}"


def _signed(value: float, digits: int = 1) -> str:
    text = decimal(value, digits)
    return text if text.startswith("−") else f"+{text}"


def _counted(count: int, word: str) -> str:
    plural = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{count} {word if count == 1 else plural}"
