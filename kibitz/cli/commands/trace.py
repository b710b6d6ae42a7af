"""`kibitz trace`: a match, statement by statement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from kibitz.cli import arguments
from kibitz.cli.completing import complete_games
from kibitz.cli.failing import UNIFORM
from kibitz.cli.presets import load_settled
from kibitz.cli.recordfile import played_game, read
from kibitz.cli.seating import bots, split_names
from kibitz.engine import (
    Decision,
    Interpreter,
    Outcome,
    Playing,
    Rng,
    StatementEnding,
    Step,
    Traced,
    TracingRules,
    at_random,
    follow,
)
from kibitz.game import Game
from kibitz.players import Chances, between, rotations
from kibitz.recycle import Span
from kibitz.words import option_labels, plain_event

STATEMENT_WIDTH = 52
_ENDINGS = {StatementEnding.DOES_NOT_HOLD: "does not hold", StatementEnding.FAILED: "FAILED"}


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


# ---------------------------------------------------------------------------- trace


@click.command("trace")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_games)
@arguments.house_rules
@arguments.seed_option
@arguments.count_option(
    "number", "--match", default=1, metavar="K", help="Which match, or deal, of the seed."
)
@arguments.players_option(help="Who plays, as in `simulate`; else at random.")
@arguments.count_option(
    "--rotation", metavar="R", help="Of a tournament between these players: in which rotation."
)
@click.option(
    "record_path",
    "--record",
    type=arguments.NamedPath(path_type=Path),
    metavar="FILE",
    help="Instead: the match of a record.",
)
@arguments.count_option("--then", help="Play option N where the record ends.")
@arguments.count_option(
    "first", "--from", metavar="D", help="Begin to tell at decision D, not with the deal."
)
def command(
    game: str | None,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    number: int,
    players: str | None,
    rotation: int | None,
    record_path: Path | None,
    then: int | None,
    first: int | None,
) -> None:
    """Play a match and tell every statement with what it did.

    Up to its end, or to the rule that fails. Nothing is kept secret: this is for whoever writes
    the game. A report of a rule that failed says how to trace it.

    \b
    kibitz trace golf-six --seed 4 --match 17
    """
    if record_path is not None:
        _trace_record(record_path, game, then, first or 0)
        return
    if game is None:
        raise click.UsageError("name a GAME, or a record by --record")
    loaded = load_settled(game, preset, settings)
    drawn = arguments.fresh_seed() if seed is None else seed
    names, chances = _meeting(loaded, players, rotation, drawn, number - 1)
    chance = chances.of_cards()
    click.echo(f"{loaded.title}, seed {drawn}, match {number}")
    match = TracedMatch(loaded, chance, first or 0)
    choose = at_random(chance) if {*names} == {UNIFORM} else between(match.engine, names, chances)
    _run(match.steps(choose))
    match.conclude()


def _meeting(
    game: Game, players: str | None, rotation: int | None, seed: int, number: int
) -> tuple[tuple[str, ...], Chances]:
    """Who sits where, and the chance of the match. Raises click.UsageError."""
    if rotation is None:
        return bots(game, players), Chances(seed, number, number)
    seatings = rotations(split_names(players or "", game), game.program)
    if rotation > len(seatings):
        raise click.UsageError(f"these players have {len(seatings)} rotations, not {rotation}")
    minds = number * len(seatings) + rotation - 1
    return seatings[rotation - 1], Chances(seed, number, minds)


def _trace_record(path: Path, game: str | None, then: int | None, first: int) -> None:
    record = read(path)
    loaded = played_game(record, game)
    click.echo(f"{loaded.title}, seed {record.seed}, the match of {path}")
    match = TracedMatch(loaded, Rng(record.seed), first)
    _run(follow(match, record))
    if then is not None:
        match.play(then - 1)
    match.conclude()


def _run(steps: Iterator[Step]) -> None:
    for _ in steps:
        pass
