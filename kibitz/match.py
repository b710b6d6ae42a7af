"""One match being played: it deals, says who decides, takes choices, and keeps the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import index
from typing import SupportsIndex

import kibitz
from kibitz.choosing import meant
from kibitz.engine import (
    Decision,
    Event,
    MatchOver,
    Option,
    Outcome,
    Playing,
    PlayingMark,
    Record,
    RecordedChoice,
    Rng,
    Sighting,
    Step,
    View,
    inline_html,
    records,
    refuse_unwanted,
    sight,
    spot,
)
from kibitz.game import Game, checked_limit, checked_seed, load_recorded
from kibitz.recycle import BadArgument, KibitzError
from kibitz.words import common_view, labelled, plain_rows, plain_table

_KEPT_STEPS = 64
"""Decisions that are taken back at once; a match may be endless, its steps are not kept."""
_KEPT = 20_000
"""Events and options of these together: there may be a hundred thousand at one decision."""


class Match:
    """A live match. Whoever plays in it gets views and sightings, never the state."""

    def __init__(
        self, game: Game, seed: SupportsIndex = 1, *, most_decisions: int | None = None
    ) -> None:
        """Just dealt. After `most_decisions` it is over and scored as it stands."""
        self.game = game
        self.seed = checked_seed(seed)
        self.most_decisions = checked_limit(most_decisions)
        self._playing = Playing(game.interpreter, Rng(self.seed), self.most_decisions)
        self._past: list[RecordedChoice] = []
        self._latest: deque[PlayingMark] = deque()
        self._kept = 0
        self._offered: tuple[Step, tuple[Option, ...]] | None = None
        """The options of a step with their labels, which take longer than to play one."""

    @staticmethod
    def from_record(record: Record, *, most_decisions: int | None = None) -> Match:
        """The match as far as it was recorded. Raises BadRecord if it cannot have been so."""
        game = load_recorded(record.game, record.options)
        match = game.match(record.seed, most_decisions=most_decisions)
        for _ in match.follow(record):
            pass
        return match

    # ------------------------------------------------------------------ where it stands

    @property
    def seats(self) -> range:
        return range(self.game.players)

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more: the rules ended it, or the limit of decisions."""
        return self._playing.step.is_over or self.is_capped

    @property
    def is_capped(self) -> bool:
        """Whether the limit of decisions ended it."""
        return self._playing.is_capped

    @property
    def decision(self) -> Decision:
        """Who chooses among what. Raises MatchOver."""
        status = self._playing.step.status
        if self.is_capped:
            raise MatchOver(f"the match was stopped after {self.most_decisions} decisions")
        if not isinstance(status, Decision):
            raise MatchOver("the match is over: nobody decides any more")
        return status

    @property
    def options(self) -> tuple[Option, ...]:
        """What may be chosen, each with its label; none when the match is over."""
        if self.is_over:
            return ()
        step = self._playing.step
        if self._offered is None or self._offered[0] is not step:
            decision = self.decision
            view, words = self.view(decision.seat), self.game.vocabulary
            found = labelled(self.game.interpreter, view, decision, words)
            self._offered = step, found.options
        return self._offered[1]

    @property
    def outcome(self) -> Outcome:
        """Scores and ranks; of a match that goes on, as it stands."""
        return self.game.interpreter.score(self._playing.step.state)

    @property
    def decisions_made(self) -> int:
        return len(self._past)

    @property
    def fingerprint(self) -> str:
        """Of the state; equal matches have equal ones."""
        return self._playing.step.state.fingerprint()

    @property
    def kinds(self) -> tuple[int, ...]:
        """By card: which face it has. What cards exist is no secret."""
        return tuple(self._playing.step.state.kinds)

    # ------------------------------------------------------------------ what is seen

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the decision before this one, secrets included."""
        return self._playing.step.events

    def sightings(self, seat: SupportsIndex) -> tuple[Sighting, ...]:
        """The latest events as the seat saw them."""
        return sight(self.events, self._checked_seat(seat))

    def view(self, seat: SupportsIndex) -> View:
        """What the seat may know."""
        return self._playing.step.view(self._checked_seat(seat))

    def advice(
        self,
        *,
        objective: str | None = None,
        seed: int = 1,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> kibitz.Advice:
        """What whoever decides now should do, from what they may know, and why.

        The objective is `win`, `score` or `place`; unless it is said, what the game is played for.
        So many simulations give the same advice every time; without a number, it is as many as fit
        in the seconds. Raises MatchOver, and MatchError if a rule fails in what is tried out.
        """
        decision = replace(self.decision, options=self.options)
        return self.game.advise(
            self.view(decision.seat),
            decision,
            objective=objective,
            seed=seed,
            simulations=simulations,
            seconds=seconds,
        )

    def open_view(self) -> View:
        """The table with every card told, as no seat sees it: for a match that is over, and to
        tell it again from the deal on. Not for players.
        """
        state = self._playing.step.state
        piles = tuple(tuple(spot(card, state.backs[card]) for card in pile) for pile in state.cards)
        return replace(self.view(0), piles=piles, unknown=())

    def _checked_seat(self, seat: SupportsIndex) -> int:
        if not isinstance(seat, bool) and hasattr(seat, "__index__"):
            number = index(seat)
            if number in self.seats:
                return number
        raise BadArgument(f"the seats are 0 to {self.game.players - 1}, not {seat!r}")

    def __repr__(self) -> str:
        """The table as everybody sees it."""
        head = f"<Match of {self.game.title}, seed {self.seed}: {self._status}>"
        views = [self.view(seat) for seat in self.seats]
        return "\n".join([head, *plain_table(self.game.vocabulary, views)])

    def _repr_html_(self) -> str:
        """The same for notebooks."""
        shown = common_view([self.view(seat) for seat in self.seats])
        title = f"{self.game.title}, seed {self.seed}: {self._status}"
        return inline_html.felt(title, plain_rows(self.game.vocabulary, shown))

    @property
    def _status(self) -> str:
        if self.is_over:
            scores = ", ".join(map(str, self.outcome.scores))
            return f"over, scores {scores}"
        step = self._playing.step
        return f"player {step.seat + 1} chooses among {len(step.found)}"

    # ------------------------------------------------------------------ playing

    def play(self, option: Option | int | str) -> Match:
        """Play an option: itself, its index, its key, its label, or words or a card of its label.

        A card is `7♥` or `7h`. Raises IllegalChoice, which lists what would fit, if not exactly
        one option does; MatchOver; and MatchError if a rule fails. The match is then as before.
        """
        decision = self.decision
        if type(option) is not int or option not in range(len(decision.options)):
            option = meant(self.options, option)
        mark = self._playing.mark
        try:
            self._playing.play(option)
        except KibitzError:
            self._playing.go_back(mark)
            raise
        self._keep(mark, RecordedChoice(decision.seat, option, decision.options[option].key))
        return self

    def _keep(self, before: PlayingMark, choice: RecordedChoice) -> RecordedChoice:
        self._past.append(choice)
        if len(self._latest) == _KEPT_STEPS:
            self._forget_oldest()
        self._latest.append(before)
        self._kept += _weight(before)
        while self._kept > _KEPT:
            self._forget_oldest()
        return choice

    def _forget_oldest(self) -> None:
        self._kept -= _weight(self._latest.popleft())

    def run(self, choose: Callable[[Decision], int]) -> Match:
        """Play to the end, asking for an option of every decision. Raises Stopped."""
        for _ in self.choices(choose):
            pass
        return self

    def choices(self, choose: Callable[[Decision], int]) -> Iterator[RecordedChoice]:
        """Play to the end; every choice as soon as it was played. Raises Stopped."""
        while not self.is_over:
            refuse_unwanted()
            self.play(choose(self.decision))
            yield self._past[-1]

    def follow(self, record: Record) -> Iterator[RecordedChoice]:
        """Play a match just dealt as it was recorded; every choice as soon as it was played.

        Raises BadRecord where the record and the game part ways.
        """
        steps = records.follow(self._playing, record)
        next(steps)  # the deal
        return self._followed(steps, record.choices)

    def _followed(
        self, steps: Iterator[Step], choices: Sequence[RecordedChoice]
    ) -> Iterator[RecordedChoice]:
        mark = self._playing.mark
        for _ in steps:
            yield self._keep(mark, choices[len(self._past)])
            mark = self._playing.mark

    def undo(self) -> Match:
        """Take the latest decision back, chance included. Raises MatchOver if there is none."""
        if not self._past:
            raise MatchOver("no decision was made yet, so there is none to take back")
        if self._latest:
            mark = self._latest.pop()
            self._kept -= _weight(mark)
            self._playing.go_back(mark)
            self._past.pop()
        else:  # it is long past, and played up to again
            again = Match(self.game, self.seed, most_decisions=self.most_decisions)
            for choice in self._past[:-1]:
                again.play(choice.option)
            self.__dict__ = again.__dict__
        return self

    def copy(self) -> Match:
        """The same match, to be played on differently; it plays up again to what it takes back."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._playing, twin._past = self._playing.copy(), self._past[:]
        twin._latest, twin._kept = deque(), 0
        return twin

    def record(self, players: Sequence[str] = ()) -> Record:
        """The match so far, with the players' names by seat."""
        program = self.game.program
        return Record(
            game=self.game.recorded,
            digest=program.digest,
            options=dict(program.options),
            seed=self.seed,
            players=tuple(players),
            choices=tuple(self._past),
            scores=self.outcome.scores if self._playing.step.is_over else None,
            fingerprint=self.fingerprint,
        )

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[Record]]:
        """A match is its record: the state is made again."""
        again = partial(Match.from_record, most_decisions=self.most_decisions)
        return again, (self.record(),)


def _weight(mark: PlayingMark) -> int:
    """Events and options that a moment to come back to holds."""
    return len(mark.step.events) + len(mark.step.found)
