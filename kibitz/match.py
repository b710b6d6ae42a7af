"""One match being played: it deals, says who decides, takes choices, and keeps the record."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.engine.events import Event, Sighting, sight
from kibitz.engine.interpreter import Interpreter
from kibitz.engine.outcome import Outcome
from kibitz.engine.protocol import Decision
from kibitz.engine.record import Record, RecordedChoice, RecordedGame
from kibitz.engine.rng import Rng
from kibitz.engine.view import View
from kibitz.words import Vocabulary, option_labels


class Match:
    """A live match. Whoever plays in it gets views and sightings, never the state."""

    def __init__(self, engine: Interpreter, seed: int) -> None:
        self._engine = engine
        self._seed = seed
        self._rng = Rng(seed)
        self._choices: list[RecordedChoice] = []
        self._step = engine.deal(self._rng)
        self._vocabulary = Vocabulary(engine.program)

    @property
    def engine(self) -> Interpreter:
        return self._engine

    @property
    def seats(self) -> range:
        return range(self._engine.program.players)

    @property
    def is_over(self) -> bool:
        return self._step.is_over

    @property
    def decision(self) -> Decision:
        """Who chooses among what. Only while the match is not over."""
        status = self._step.status
        assert isinstance(status, Decision), "the match is over"
        return status

    @property
    def outcome(self) -> Outcome:
        """Scores and ranks; of a match that goes on, as it stands."""
        return self._engine.score(self._step.state)

    @property
    def decisions_made(self) -> int:
        return len(self._choices)

    @property
    def fingerprint(self) -> str:
        """Of the state; equal matches have equal ones."""
        return self._step.state.fingerprint()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the decision before this one."""
        return self._step.events

    @property
    def kinds(self) -> tuple[int, ...]:
        """By card: which face it has. What cards exist is no secret."""
        return tuple(self._step.state.kinds)

    def sightings(self, seat: int) -> tuple[Sighting, ...]:
        """The latest events as the seat saw them."""
        return tuple(sight(event, seat) for event in self._step.events)

    def view(self, seat: int) -> View:
        return self._engine.view(self._step.state, seat)

    def labels(self, vocabulary: Vocabulary | None = None) -> tuple[str, ...]:
        """The options of the decision in words: those of the vocabulary, or the program's own."""
        decision = self.decision
        words = vocabulary or self._vocabulary
        return option_labels(self._engine, self.view(decision.seat), decision, words)

    def play(self, option: int) -> None:
        """Play the option with that index. Raises IllegalChoice if there is none."""
        before = self._step
        self._step = self._engine.apply(before, option, self._rng)
        assert isinstance(before.status, Decision)
        chosen = RecordedChoice(before.seat, option, before.status.options[option].key)
        self._choices.append(chosen)

    def record(self, game: RecordedGame, players: Sequence[str]) -> Record:
        """The match so far, with the players' names by seat."""
        program = self._engine.program
        return Record(
            game=game,
            digest=program.digest,
            options=dict(program.options),
            seed=self._seed,
            players=tuple(players),
            choices=tuple(self._choices),
            scores=self.outcome.scores if self.is_over else None,
            fingerprint=self.fingerprint,
        )
