"""`kibitz play`: a match at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from kibitz.cli import arguments
from kibitz.cli.completing import complete_games
from kibitz.cli.failing import told_place
from kibitz.cli.faults import MatchFailed, Refusal
from kibitz.cli.presets import load_settled
from kibitz.cli.recordfile import (
    LiveRecord,
    UnfinishedMatch,
    begun,
    kept_matches,
    played_game,
    unfinished,
)
from kibitz.cli.seating import HUMAN, seated
from kibitz.cli.table.hints import Mode
from kibitz.cli.table.memory import ASSIST, MANUAL
from kibitz.cli.table.person import PersonLeft, TerminalPerson
from kibitz.cli.table.screen import Display
from kibitz.cli.table.speech import Speech
from kibitz.cli.table.terminal_match import TerminalMatch
from kibitz.cli.terminal import output_console
from kibitz.engine import MatchError, Record
from kibitz.game import Game
from kibitz.games import find
from kibitz.match import Match
from kibitz.players import PlayerFault, is_own
from kibitz.words import plain_table

NEWEST = "-"
"""`--resume` without a file."""


@dataclass(frozen=True, slots=True)
class _Manner:
    """What a person at the table is helped with."""

    must_remember: bool
    advice: Mode


@click.command("play")
@click.argument("game", metavar="[GAME]", required=False, shell_complete=complete_games)
@click.option("--seat", type=int, metavar="N", help="Your seat, from 1.")
@arguments.players_option(
    help="Who plays: one name for all the others, or one for each seat, as in human,uniform. "
    "`kibitz players` lists them."
)
@arguments.house_rules
@arguments.seed_option
@click.option(
    "--memory",
    type=click.Choice([ASSIST, MANUAL]),
    default=ASSIST,
    show_default=True,
    help="Whether cards that you have looked at stay in sight, or you must remember them.",
)
@click.option(
    "--advice",
    type=click.Choice([mode.value for mode in Mode]),
    default=Mode.HINT.value,
    show_default=True,
    help="Whether you may ask for advice (h, hh), are asked back before a mistake, or are told "
    "what every option is worth.",
)
@click.option(
    "--plain",
    is_flag=True,
    envvar="KIBITZ_PLAIN",
    help="Say everything in lines of words, for a screen reader. KIBITZ_PLAIN=1 asks for it, too.",
)
@click.option(
    "record_path",
    "--record",
    type=arguments.NamedPath(path_type=Path),
    metavar="FILE",
    help="Where to keep the record. Without it, a new file in your data folder.",
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[FILE]",
    help="Go on with the unfinished match in the file, or with the latest.",
)
def command(
    game: str | None,
    seat: int | None,
    players: str | None,
    preset: str | None,
    settings: dict[str, int | str],
    seed: int | None,
    memory: str,
    advice: str,
    plain: bool,
    record_path: Path | None,
    resume: str | None,
) -> None:
    """Play a game at the terminal.

    Without a GAME, a menu offers those of the library. You sit at seat 1 and the others search for
    their moves, unless you say otherwise. The match is written down as it goes on, so that it can
    be gone on with whatever happens.

    \b
    kibitz play                               # pick a game from a menu
    kibitz play president --option players=4  # sit down against bots
    kibitz play golf-six --seat 2 --seed 7    # choose a seat, and the deal
    kibitz play golf --preset family-wild     # with the house rules of your family
    kibitz play golf-six --players uniform    # watch
    kibitz play --resume                      # go on with the match you left
    """
    console = output_console()
    display = Speech(console) if plain else Display(console)
    manner = _Manner(memory == MANUAL, Mode(advice))
    if resume is not None:
        said = (seat, preset, settings or None, seed, record_path)
        if any(value is not None for value in said):
            raise click.UsageError("--resume goes on as the match began: leave the rest out")
        _go_on(_unfinished(game, resume), game, players, display, manner)
        return
    game = game or _picked()
    if game is None:
        return
    loaded = load_settled(game, preset, settings)
    program = loaded.program
    names = seated(loaded, seat, players)
    number = arguments.fresh_seed() if seed is None else seed
    record = Record(loaded.recorded, program.digest, dict(program.options), number, names)
    kept = None
    if seed is None and record_path is None:
        kept = _left_last(
            record, says_options=bool(preset or settings), says_players=bool(seat or players)
        )
    if kept is not None and _is_wanted(kept, TerminalPerson(loaded, display), loaded.title):
        _go_on(kept, game, players, display, manner)
    else:
        opened = partial(begun, record, record_path)
        _play(loaded, record, opened, TerminalPerson(loaded, display), manner)


def _picked() -> str | None:
    """The game picked from the menu; None if the person leaves. Who cannot be asked is told so."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(
            "name a GAME (`kibitz games` lists them), or go on with an unfinished match by --resume"
        )
    from kibitz.cli.catalogue import chosen_game

    return chosen_game()


# ---------------------------------------------------------------------------- going on


def _unfinished(game: str | None, file: str) -> UnfinishedMatch:
    """The match in the file, or the latest. Raises Refusal, BadRecord, OSError."""
    if file != NEWEST:
        return unfinished(Path(file))
    matches = kept_matches("" if game is None else find(game).name)
    found = next((kept for kept in matches if kept.record.scores is None), None)
    if found is None:
        raise Refusal("there is no unfinished match to go on with")
    return found


def _left_last(new: Record, *, says_options: bool, says_players: bool) -> UnfinishedMatch | None:
    """The latest match by the same rules, if it was left and could be what the person wants."""
    matches = kept_matches(new.game.name)
    last = next((kept for kept in matches if kept.record.digest == new.digest), None)
    if last is None or last.record.scores is not None:
        return None
    old = last.record
    if says_options and old.options != new.options:
        return None
    is_usual = HUMAN in old.players and not any(map(is_own, old.players))
    fits = old.players == new.players if says_players else is_usual
    return last if fits else None


def _is_wanted(kept: UnfinishedMatch, person: TerminalPerson, title: str) -> bool:
    """Whether the person wants to go on with it; who cannot be asked is told how to."""
    match = kept.described(title)
    if person.is_interactive:
        return person.agrees(f"{match}: go on?")
    path = kept.journal.path
    click.echo(f"{match}, is in {path}; `kibitz play --resume {path}` goes on with it", err=True)
    return False


def _go_on(
    kept: UnfinishedMatch, game: str | None, players: str | None, display: Display, manner: _Manner
) -> None:
    record = kept.record
    loaded = played_game(record, game)
    _refuse_code(record.players, seated(loaded, None, players) if players else ())
    opened = partial(LiveRecord, kept.journal)
    _play(loaded, record, opened, TerminalPerson(loaded, display), manner)


def _refuse_code(recorded: Sequence[str], typed: Sequence[str]) -> None:
    """A record must not say what code to run: whose players are somebody's own types their names.

    Raises Refusal.
    """
    names = ",".join(recorded)
    if typed and tuple(typed) != tuple(recorded):
        raise Refusal(f"the match was begun with --players {names}")
    own = next((name for name in recorded if is_own(name)), None)
    if own is not None and not typed:
        raise Refusal(
            f"{own!r} in the record is no player of kibitz, and a record is not trusted to name "
            f"code; if you know it, add --players {names}"
        )


# ---------------------------------------------------------------------------- playing


def _play(
    loaded: Game,
    record: Record,
    opened: Callable[[], LiveRecord],
    person: TerminalPerson,
    manner: _Manner,
) -> None:
    """Play on from where the record ends; the file is opened when all is ready."""
    try:
        match = loaded.match(record.seed)
    except MatchError as fault:
        raise MatchFailed(fault, f"while dealing with seed {record.seed}") from None
    table = TerminalMatch(loaded, match, record, person, manner.advice)
    if manner.must_remember:
        table.forget_looks()
    live = opened()
    ending = "the match is over"
    try:
        table.play(live)
    except PersonLeft:
        ending = "the match was left unfinished"
    except KeyboardInterrupt:
        if match.decisions_made:
            click.echo(f"\nthe match was left unfinished; {_place(live)}")
        else:
            live.discard()
        raise
    except MatchError as fault:
        raise _failed(loaded, match, live, fault) from None
    except PlayerFault as fault:
        raise Refusal(f"{fault}; in the match of seed {record.seed}; {_place(live)}") from fault
    if match.decisions_made:
        live.finish(match.outcome.scores if match.is_over else None, match.fingerprint)
        ending += f"; {_place(live)}"
    else:
        live.discard()
    if match.is_over:
        table.show_end()
    if match.decisions_made and live.trouble:
        raise Refusal(ending)
    click.echo(f"\n{ending}")


def _failed(loaded: Game, match: Match, live: LiveRecord, fault: MatchError) -> MatchFailed:
    views = [match.view(seat) for seat in match.seats]
    place = told_place(fault, match.decisions_made, views)
    then = () if fault.option is None else ("--then", str(fault.option + 1))
    again = () if live.trouble else ("kibitz", "trace", "--record", str(live.path), *then)
    where = f"in the match of seed {match.seed}{place}; {_place(live)}"
    return MatchFailed(fault, where, plain_table(loaded.vocabulary, views), again)


def _place(live: LiveRecord) -> str:
    """Where the record is, or why not."""
    if live.trouble:
        where = f" in {live.path}" if live.path else ""
        return f"the record could not be saved{where}: {live.trouble}"
    return f"the record is in {live.path}"
