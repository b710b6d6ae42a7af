"""A match that tells every statement as it is played."""

from __future__ import annotations

import click

from kibitz.engine import Decision, Interpreter, Outcome, Rng
from kibitz.engine.playing import Playing
from kibitz.engine.rules.tracing import Ending, Traced, TracingRules
from kibitz.game import Game
from kibitz.recycle.source import Span
from kibitz.words import option_labels
from kibitz.words.plain_events import plain_event

STATEMENT_WIDTH = 52
_ENDINGS = {Ending.DOES_NOT_HOLD: "does not hold", Ending.FAILED: "FAILED"}


class TracedMatch(Playing):
    """Tells on standard output, from decision `first` on (0: from the deal)."""

    def __init__(self, game: Game, chance: Rng, first: int) -> None:
        """Raises MatchError if dealing fails."""
        self._game = game
        self._first = first
        self._made = 0
        self._seat: int | None = None
        self._tell("the deal")
        super().__init__(Interpreter(game.program, TracingRules(game.program, self._note)), chance)

    def play(self, option: int) -> None:
        self._made += 1
        if self._made >= self._first:
            self._announce(option)
        super().play(option)

    def conclude(self) -> None:
        """Say how it stands."""
        status = self.step.status
        if isinstance(status, Outcome):
            scores = ", ".join(map(str, status.scores))
            click.echo(
                f"\nthe match is over after {len(self.decisions)} decisions, scores {scores}"
            )
        else:
            click.echo(f"\nplayer {status.seat + 1} is to choose among {len(status.options)}")

    def _announce(self, option: int) -> None:
        decision, seat = self.step.status, self.step.seat
        assert isinstance(decision, Decision), "nobody plays when a match is over"
        view = self.engine.view(self.step.state, seat)
        labels = option_labels(self.engine, view, decision, self._game.vocabulary)
        chosen = labels[option] if 0 <= option < len(labels) else "?"
        said = f"option {option + 1} of {len(labels)}, {chosen}"
        self._seat = seat
        self._tell(f"decision {self._made}: player {seat + 1} takes {said}")

    def _tell(self, heading: str) -> None:
        if self._made >= self._first:
            click.echo(f"\n{heading}")

    def _note(self, traced: Traced) -> None:
        if self._made < self._first:
            return
        if traced.seat != self._seat and self._seat is not None:
            click.echo(f"  player {traced.seat + 1}'s turn")
        self._seat = traced.seat
        words = self._game.vocabulary
        deeds = (plain_event(words, traced.kinds, event) for event in traced.events)
        what = _ENDINGS.get(traced.ending) or "; ".join(filter(None, deeds)) or "changes nothing"
        click.echo(f"{self._written(traced.span)}  {what}{self._use(traced.span)}")

    def _written(self, span: Span) -> str:
        """`  12:5  (shuffle (game iloc STOCK))`, as wide as ever."""
        text = " ".join(self._game.program.source.slice(span).split())
        cut = text if len(text) <= STATEMENT_WIDTH else f"{text[: STATEMENT_WIDTH - 1]}…"
        return f"  {self._place(span):>7}  {cut:<{STATEMENT_WIDTH}}"

    def _use(self, span: Span) -> str:
        """Of a statement in a definition: which use of it this was."""
        return "" if span.use is None else f", used at {self._place(span.use)}"

    def _place(self, span: Span) -> str:
        place = self._game.program.source.position(span.start)
        return f"{place.line}:{place.column}"
