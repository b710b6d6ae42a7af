"""One match being played: it deals, says who decides, takes choices, and keeps the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape

import kibitz
from kibitz.choosing import meant
from kibitz.engine import (
    Decision,
    Event,
    Interpreter,
    MatchOver,
    Option,
    Outcome,
    Playing,
    Record,
    RecordedChoice,
    Rng,
    Sighting,
    Step,
    View,
    follow,
    sight,
    spot,
)
from kibitz.game import Game, checked_limit, checked_seed, load_recorded
from kibitz.recycle import BadArgument, KibitzError
from kibitz.words import option_labels, plain_table

_KEPT_STEPS = 64
"""Decisions that are taken back at once; a match may be endless, its steps are not kept."""
_KEPT_MEMORY = 20_000
"""Events and options of these together: there may be a hundred thousand at one decision."""


class Match:
    """A live match. Whoever plays in it gets views and sightings, never the state."""

    def __init__(self, game: Game, seed: int, *, most_decisions: int | None = None) -> None:
        """Just dealt. After `most_decisions` it is over and scored as it stands."""
        self.game = game
        self.seed = checked_seed(seed)
        self.most_decisions = checked_limit(most_decisions)
        self._course = _Course(game.interpreter, self.seed, self.most_decisions)

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
        return self._course.step.is_over or self._course.is_capped

    @property
    def is_capped(self) -> bool:
        """Whether the limit of decisions ended it."""
        return self._course.is_capped

    @property
    def decision(self) -> Decision:
        """Who chooses among what. Raises MatchOver."""
        status = self._course.step.status
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
        decision = self.decision
        view, words = self.view(decision.seat), self.game.vocabulary
        labels = option_labels(self.game.interpreter, view, decision, words)
        return tuple(map(_labelled, decision.options, labels))

    @property
    def outcome(self) -> Outcome:
        """Scores and ranks; of a match that goes on, as it stands."""
        return self.game.interpreter.score(self._course.step.state)

    @property
    def decisions_made(self) -> int:
        return len(self._course.past)

    @property
    def fingerprint(self) -> str:
        """Of the state; equal matches have equal ones."""
        return self._course.step.state.fingerprint()

    @property
    def kinds(self) -> tuple[int, ...]:
        """By card: which face it has. What cards exist is no secret."""
        return tuple(self._course.step.state.kinds)

    # ------------------------------------------------------------------ what is seen

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the decision before this one, secrets included."""
        return self._course.step.events

    def sightings(self, seat: int) -> tuple[Sighting, ...]:
        """The latest events as the seat saw them."""
        self._check_seat(seat)
        return tuple(sight(event, seat) for event in self.events)

    def view(self, seat: int) -> View:
        """What the seat may know."""
        self._check_seat(seat)
        return self._course.step.view(seat)

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
        state = self._course.step.state
        piles = tuple(tuple(spot(card, state.backs[card]) for card in pile) for pile in state.cards)
        return replace(self.view(0), piles=piles, unknown=())

    def _check_seat(self, seat: object) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or seat not in self.seats:
            raise BadArgument(f"the seats are 0 to {self.game.players - 1}, not {seat!r}")

    def __repr__(self) -> str:
        """The table as everybody sees it."""
        if self.is_over:
            scores = ", ".join(map(str, self.outcome.scores))
            status = f"over, scores {scores}"
        else:
            step = self._course.step
            status = f"player {step.seat + 1} chooses among {len(step.found)}"
        views = [self.view(seat) for seat in self.seats]
        head = f"<Match of {self.game.title}, seed {self.seed}: {status}>"
        return "\n".join([head, *plain_table(self.game.vocabulary, views)])

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"

    # ------------------------------------------------------------------ playing

    def play(self, option: Option | int | str) -> Match:
        """Play an option: itself, its index, its key, its label, or words or a card of its label.

        A card is `7♥` or `7h`. Raises IllegalChoice, which lists what would fit, if not exactly
        one option does; MatchOver; and MatchError if a rule fails. The match is then as before.
        """
        if type(option) is int and option in range(len(self.decision.options)):
            self._course.play(option)
        else:
            self._course.play(meant(self.options, option))
        return self

    def run(self, choose: Callable[[Decision], int]) -> Iterator[RecordedChoice]:
        """Play to the end; every choice as soon as it was played."""
        return self._made(self._course.steps(lambda step: choose(self.decision)))

    def follow(self, record: Record) -> Iterator[RecordedChoice]:
        """Play a match just dealt as it was recorded; every choice as soon as it was played.

        Raises BadRecord where the record and the game part ways.
        """
        return self._made(follow(self._course, record))

    def _made(self, steps: Iterator[Step]) -> Iterator[RecordedChoice]:
        """The choices on the way; the step from which it goes on is none."""
        next(steps)
        return (self._course.past[-1] for _ in steps)

    def undo(self) -> Match:
        """Take the latest decision back, chance included. Raises MatchOver if there is none."""
        if not self._course.past:
            raise MatchOver("no decision was made yet, so there is none to take back")
        self._course.go_back()
        return self

    def copy(self) -> Match:
        """The same match, to be played on differently."""
        twin = Match.__new__(Match)
        twin.game, twin.seed, twin.most_decisions = self.game, self.seed, self.most_decisions
        twin._course = self._course.copy()
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
            choices=tuple(self._course.past),
            scores=self.outcome.scores if self._course.step.is_over else None,
            fingerprint=self.fingerprint,
        )

    def __reduce__(self) -> tuple[Callable[..., Match], tuple[Record, int | None]]:
        """A match is its record: the state is made again."""
        return _unpickled, (self.record(), self.most_decisions)


def _unpickled(record: Record, most_decisions: int | None) -> Match:
    return Match.from_record(record, most_decisions=most_decisions)


def _labelled(option: Option, label: str) -> Option:
    return replace(option, label=label)


class _Course(Playing):
    """A match that can go back: what was chosen is kept, and the latest steps with their chance."""

    def __init__(self, engine: Interpreter, seed: int, most_decisions: int | None) -> None:
        super().__init__(engine, Rng(seed), most_decisions)
        self._seed = seed
        self.past: list[RecordedChoice] = []
        self._latest: deque[tuple[Step, tuple[int, int, int, int]]] = deque(maxlen=_KEPT_STEPS)

    def play(self, option: int) -> None:
        before, words = self.step, self._chance.words
        try:
            super().play(option)
        except KibitzError:
            self._chance.jump_to(words)
            raise
        assert isinstance(before.status, Decision), "nobody chooses when a match is over"
        self.past.append(RecordedChoice(before.seat, option, before.status.options[option].key))
        self._latest.append((before, words))
        while sum(len(step.events) + len(step.found) for step, _ in self._latest) > _KEPT_MEMORY:
            self._latest.popleft()

    def go_back(self) -> None:
        """To the decision before; one that is long past is played up to again."""
        if not self._latest:
            again = _Course(self.engine, self._seed, self._most_decisions)
            for choice in self.past[:-1]:
                again.play(choice.option)
            self.__dict__ = again.__dict__
            return
        self.step, words = self._latest.pop()
        self.past.pop()
        self.decisions.pop()
        self.moves.pop()
        self._chance.jump_to(words)

    def copy(self) -> _Course:
        """Without the steps: whoever takes a decision back that was made before plays up to it."""
        twin = _Course.__new__(_Course)
        twin.__dict__.update(self.__dict__)
        twin._chance, twin.past = self._chance.copy(), self.past[:]
        twin.decisions, twin.moves = self.decisions[:], self.moves[:]
        twin._latest = deque(maxlen=_KEPT_STEPS)
        return twin
