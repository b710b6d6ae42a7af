"""`kibitz trace`: a match, statement by statement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from kibitz import engine
from kibitz.cli import arguments
from kibitz.cli.faults import UNIFORM
from kibitz.cli.recordfile import played_game, read
from kibitz.cli.seating import bots, split_names
from kibitz.game import Game
from kibitz.players import Chances, between, rotations
from kibitz.recycle import Span
from kibitz.words import option_labels, what_it_did

STATEMENT_WIDTH = 52


class TracedMatch(engine.Playing):
    """Tells on standard output, from decision `first` on (0: from the deal)."""

    def __init__(self, game: Game, chance: engine.Rng, first: int) -> None:
        """Raises MatchError if dealing fails."""
        self._game = game
        self._first = first
        self._made = 0
        self._seat: int | None = None
        self._tell("the deal")
        super().__init__(
            engine.Interpreter(game.program, engine.TracingRules(game.program, self._note)), chance
        )

    def play(self, option: int) -> None:
        self._made += 1
        if self._made >= self._first:
            self._announce(option)
        super().play(option)

    def run(self, steps: Iterator[engine.Step], then: int | None = None) -> None:
        """To the end of the steps, and one option further if it is named; say how it stands."""
        for _ in steps:
            pass
        if then is not None:
            self.play(then - 1)
        status = self.step.status
        if isinstance(status, engine.Outcome):
            scores = ", ".join(map(str, status.scores))
            click.echo(
                f"\nthe match is over after {len(self.decisions)} decisions, scores {scores}"
            )
        else:
            click.echo(f"\nplayer {status.seat + 1} is to choose among {len(status.options)}")

    def _announce(self, option: int) -> None:
        decision, seat = self.step.status, self.step.seat
        assert isinstance(decision, engine.Decision), "nobody plays when a match is over"
        view = self.engine.view(self.step.state, seat)
        labels = option_labels(self.engine, view, decision, self._game.vocabulary)
        chosen = labels[option] if 0 <= option < len(labels) else "?"
        said = f"option {option + 1} of {len(labels)}, {chosen}"
        self._seat = seat
        self._tell(f"decision {self._made}: player {seat + 1} takes {said}")

    def _tell(self, heading: str) -> None:
        if self._made >= self._first:
            click.echo(f"\n{heading}")

    def _note(self, traced: engine.Traced) -> None:
        if self._made < self._first:
            return
        if traced.seat != self._seat and self._seat is not None:
            click.echo(f"  player {traced.seat + 1}'s turn")
        self._seat = traced.seat
        what = what_it_did(self._game.vocabulary, traced)
        # `  12:5  (shuffle (game iloc STOCK))`, as wide as ever; in a definition, its use as well.
        span = traced.span
        text = " ".join(self._game.program.source.slice(span).split())
        cut = text if len(text) <= STATEMENT_WIDTH else f"{text[: STATEMENT_WIDTH - 1]}…"
        use = "" if span.use is None else f", used at {self._place(span.use)}"
        click.echo(f"  {self._place(span):>7}  {cut:<{STATEMENT_WIDTH}}  {what}{use}")

    def _place(self, span: Span) -> str:
        place = self._game.program.source.position(span.start)
        return f"{place.line}:{place.column}"


@arguments.command
def trace_command(
    game: str | None = arguments.game_argument("[GAME]", required=False),
    rules: arguments.HouseRules = arguments.house_rules,
    seed: int | None = arguments.seed_option(),
    number: int = arguments.count_option(
        "Which match, or deal, of the seed.", "--match", default=1, metavar="K"
    ),
    players: str | None = arguments.players_option("Who plays, as in `simulate`; else at random."),
    rotation: int | None = arguments.count_option(
        "Of a tournament between these players: in which rotation.", metavar="R"
    ),
    record_path: Path | None = arguments.file_option(
        "Instead: the match of a record.", "--record", type=arguments.ANY_PATH
    ),
    then: int | None = arguments.count_option("Play option N where the record ends."),
    first: int | None = arguments.count_option(
        "Begin to tell at decision D, not with the deal.", "--from", metavar="D"
    ),
) -> None:
    """Play a match and tell every statement with what it did.

    Up to its end, or to the rule that fails. Nothing is kept secret: this is for whoever writes
    the game. A report of a rule that failed says how to trace it.

    \b
    kibitz trace golf-six --seed 4 --match 17
    """
    if record_path is not None:
        record = read(record_path)
        loaded = played_game(record, game)
        click.echo(f"{loaded.title}, seed {record.seed}, the match of {record_path}")
        match = TracedMatch(loaded, engine.Rng(record.seed), first or 0)
        match.run(engine.follow(match, record), then)
        return
    if game is None:
        raise click.UsageError("name a GAME, or a record by --record")
    loaded = rules.load(game)
    drawn = arguments.fresh_seed() if seed is None else seed
    names, chances = _meeting(loaded, players, rotation, drawn, number - 1)
    chance = chances.of_cards()
    click.echo(f"{loaded.title}, seed {drawn}, match {number}")
    match = TracedMatch(loaded, chance, first or 0)
    choose = (
        engine.at_random(chance) if {*names} == {UNIFORM} else between(match.engine, names, chances)
    )
    match.run(match.steps(choose))


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
