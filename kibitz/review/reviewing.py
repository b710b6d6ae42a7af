"""A record played again, its decisions looked at one by one, and what is said of them; every number
in the words is one of the values of the review.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kibitz.advisor import Aim, Grade, LaterRounds, Question, advise, aim_of, measured
from kibitz.engine import Decision, Outcome, Record, Step, records, rounds_of
from kibitz.engine.native import learner
from kibitz.game import Game
from kibitz.players import guide
from kibitz.recycle import BadArgument, Goal
from kibitz.review.accounts import (
    NOTHING,
    Cause,
    Change,
    HandsBook,
    Hope,
    Reviewed,
    SeatAccount,
    SettledHand,
    account,
)
from kibitz.review.doing import Doing, doing
from kibitz.words import Scorekeeper, decimal, labelled, percent, plain_table

SIMULATIONS = 300
"""Matches that are played out for a decision, if nobody says how many."""
TURNING_POINTS = 5
_STARTS = 2_000
"""Matches from which it is known what a seat may hope for before the cards are dealt."""
_START_DECISIONS = 400_000
"""These matches together have no more decisions, so that long games do not take long."""


@dataclass(frozen=True, slots=True)
class Review:
    """A match, or as much of it as was looked at."""

    game: Game
    record: Record
    names: tuple[str, ...]
    """By seat."""
    aim: Aim
    guide: str
    """What whoever played on in what was tried knows of this table, in people's words."""
    seed: int
    simulations: int
    decisions: tuple[Reviewed, ...]
    """From the first one on."""
    rounds: int
    """Those of the scorecard that came to their end; 0 where there is none."""
    hands: tuple[SettledHand, ...]
    """Those that are over, and how they were settled."""
    accounts: tuple[SeatAccount, ...]
    """Of the seats that were asked for."""

    @property
    def is_whole(self) -> bool:
        return len(self.decisions) == len(self.record.choices)

    def turning_points(self) -> list[tuple[SeatAccount, Change]]:
        """Where hopes of winning, or of a score where nobody is a rival, changed most, in the
        order of play."""
        changes = [(one, change) for one in self.accounts for change in one.changes]
        changes.sort(key=lambda pair: -self._size(pair[1]))
        most = [pair for pair in changes[:TURNING_POINTS] if self._size(pair[1]) > 0]
        return sorted(most, key=lambda pair: (pair[1].move, pair[1].cause))

    def _size(self, change: Change) -> float:
        return abs(change.by.win if self.game.program.has_rivals else change.by.score)

    def figures(self) -> dict[str, Any]:
        """What luck gave every seat and what its mistakes cost, and of how many decisions."""
        sign = -1 if self.game.program.goal is Goal.MIN else 1
        return {
            "looked": len(self.decisions),
            "of": len(self.record.choices),
            "seats": [
                {"seat": one.seat, "luck": sign * one.luck.score, "lost": max(0.0, one.points_lost)}
                for one in self.accounts
            ],
        }

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "options": dict(self.record.options),
            "players": list(self.names),
            "objective": self.aim.value,
            "guide": self.guide,
            "seed": self.seed,
            "simulations": self.simulations,
            "is_whole": self.is_whole,
            "rounds": self.rounds,
            "scores": None if self.record.scores is None else list(self.record.scores),
            "hands": [one.to_json() for one in self.hands],
            "seats": [one.to_json() for one in self.accounts],
            "turning_points": [
                {"seat": one.seat, **change.to_json()} for one, change in self.turning_points()
            ],
            "decisions": [one.to_json() for one in self.decisions],
        }


class Reviewing:
    """A review in the making; what is there can be had at any time."""

    def __init__(
        self,
        game: Game,
        record: Record,
        *,
        seats: Sequence[int] | None = None,
        objective: str | None = None,
        simulations: int = SIMULATIONS,
        seed: int = 1,
    ) -> None:
        """Of these seats, or of all. Raises BadArgument for seats the game does not have."""
        self._game, self._record = game, record
        self._seats = tuple(range(game.players)) if seats is None else tuple(seats)
        strangers = [seat for seat in self._seats if seat not in range(game.players)]
        if strangers:
            raise BadArgument(f"the seats are 0 to {game.players - 1}, not {strangers[0]}")
        self._aim, self._simulations, self._seed = aim_of(game, objective), simulations, seed
        self._decisions: list[Reviewed] = []
        self._rounds = 0
        self._hands = HandsBook(game.vocabulary)
        self._later: dict[tuple[int, int], LaterRounds] = {}
        """By round and seat."""
        self._outcome: Outcome | None = None
        self._starts = self._hopes_before_the_deal()

    def __len__(self) -> int:
        """How many decisions there are to look at."""
        return len(self._record.choices)

    def decisions(self) -> Iterator[Reviewed]:
        """Every decision of the record, as soon as it was looked at.

        Raises BadRecord, and MatchError if a rule fails.
        """
        game, choices = self._game, self._record.choices
        card = game.page.scorecard
        keeper = None if card is None else Scorekeeper(game.program, card)
        for number, step in enumerate(records.replay(game.interpreter, self._record)):
            self._hands.hear(number, step)
            if keeper is not None:
                self._rounds += len(keeper.hear(step.events))
            if number < len(choices):
                decision = self._looked_at(number, step, keeper.number if keeper else 0)
                self._decisions.append(decision)
                yield decision
            elif isinstance(step.status, Outcome):
                self._outcome = step.status

    def _looked_at(self, number: int, step: Step, hole: int) -> Reviewed:
        game, choice, status = self._game, self._record.choices[number], step.status
        assert isinstance(status, Decision), "a choice follows a decision"
        view = game.interpreter.view(step.state, choice.seat)
        named = labelled(game.interpreter, view, status, game.vocabulary)
        advice, done = None, Doing(None, (), None)
        if len(named.options) > 1:
            rounds = rounds_of(game.program)
            at = view.ints[rounds.slot] if rounds else 0
            later = self._later.setdefault((at, choice.seat), LaterRounds())
            question = Question.of(game, view, named, self._aim, self._seed + number)
            question = replace(question, later=later)
            done = doing(question, choice.option)
            if choice.seat in self._seats:
                advice = advise(question, simulations=self._simulations)
        return Reviewed(
            move=number + 1,
            round=hole,
            seat=choice.seat,
            chosen=named.options[choice.option].label,
            advice=advice,
            option=choice.option,
            goal=game.program.goal,
            known=tuple(plain_table(game.vocabulary, [view])),
            view=view,
            before=done.before,
            effects=done.effects,
            guided=done.guided,
            expected=done.expected,
            odds=done.odds,
        )

    def review(self) -> Review:
        """Of what was looked at until now."""
        results = None
        if self._outcome is not None:
            pairs = zip(self._outcome.scores, self._outcome.win_shares, strict=True)
            results = [Hope(float(score), share) for score, share in pairs]
        guides = [one.advice.guide for one in self._decisions if one.advice]
        return Review(
            game=self._game,
            record=self._record,
            names=_names(self._game, self._record),
            aim=self._aim,
            guide=next(filter(None, guides), ""),
            seed=self._seed,
            simulations=self._simulations,
            decisions=tuple(self._decisions),
            rounds=self._rounds,
            hands=tuple(self._hands.hands),
            accounts=tuple(
                account(
                    seat, self._starts[seat], self._decisions, results[seat] if results else None
                )
                for seat in self._seats
            ),
        )

    def _hopes_before_the_deal(self) -> list[Hope]:
        """By seat: what matches come to in which those play who play on in what is tried."""
        game, program = self._game, self._game.program
        net = guide(program, by_score=self._aim is Aim.SCORE).net
        if net is None:
            length = float(
                game.playouts(20, seed=self._seed, most_decisions=2_000).decisions.mean()
            )
            count = max(50, min(_STARTS, int(_START_DECISIONS / max(1.0, length))))
            scores = game.playouts(count, seed=self._seed, most_decisions=2_000).scores
        else:
            nets = [net.weights] * game.players
            threads = os.cpu_count() or 1
            scores = learner(program).contest(
                nets, net.wants, self._seed, range(100), threads=threads
            )[:, :-1]
        means = measured(np.asarray(scores), program.goal).mean(axis=0)
        return [Hope(float(means[0, seat]), float(means[2, seat])) for seat in range(game.players)]


def _names(game: Game, record: Record) -> tuple[str, ...]:
    if len(record.players) == game.players:
        pairs = enumerate(record.players, start=1)
        return tuple(f"player {number} ({name})" for number, name in pairs)
    return tuple(f"player {number}" for number in range(1, game.players + 1))


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
        each = f", {decimal(max(0.0, account.points_lost) / review.rounds)} a {card.word}"
    accuracy = account.accuracy
    is_known = accuracy is not None and review.game.program.has_rivals
    known = f"; accuracy {accuracy:.0f}" if is_known else ""
    lost = points(max(0.0, account.points_lost))
    return f"{name} gave away {lost}{each}{known}: {faults(account)}."


def faults(account: SeatAccount) -> str:
    """`2 mistakes and 1 blunder in 31 decisions that counted`."""
    found = {grade: sum(one.grade is grade for one in account.free) for grade in FAULTS}
    named = [_counted(count, grade.value) for grade, count in found.items() if count]
    listed = " and ".join(filter(None, [", ".join(named[:-1]), *named[-1:]])) or "no mistake"
    return f"{listed} in {_counted(len(account.free), 'decision')} that counted"


def balance(account: SeatAccount) -> str:
    """How the score came about."""
    start, end = decimal(account.start.score), decimal(account.end.score)
    luck, own = _signed(account.luck.score), _signed(account.own.score)
    is_alone = account.given == NOTHING
    given = "" if is_alone else f", {_signed(account.given.score)} by what others did"
    return f"{start} before the deal, {luck} by luck, {own} by its own doing{given}: {end}"


def settled_heading(review: Review) -> str:
    card = review.game.page.scorecard
    return f"How every {card.word if card else 'hand'} was settled"


def turning_point(review: Review, account: SeatAccount, change: Change) -> str:
    """What changed the hopes of a seat, and by how much."""
    name, by = review.names[account.seat], f"{_signed(100 * change.by.win, 0)} % of the win"
    if not review.game.program.has_rivals:
        by = f"{_signed(change.by.score)} points"
    if change.cause is not Cause.LUCK:
        decision = _at(review, change.move)
        whom = "" if change.cause is Cause.OWN else f" to {name}"
        return f"{review.names[decision.seat]} chose to {decision.chosen}: {by}{whom}"
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
        return "Not looked at." if decision.effects else "There was only one thing to do."
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
