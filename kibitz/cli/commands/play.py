"""`kibitz play`: a match at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from kibitz.cli import arguments, recordfile
from kibitz.cli.catalogue import chosen_game
from kibitz.cli.faults import MatchFailed, Refusal, told_place
from kibitz.cli.seating import HUMAN, learn_at_the_table, seated
from kibitz.cli.table.aids import ASSIST, MANUAL, Mode
from kibitz.cli.table.person import PersonLeft, TerminalPerson
from kibitz.cli.table.screen import Display
from kibitz.cli.table.speech import Speech
from kibitz.cli.table.terminal_match import TerminalMatch
from kibitz.cli.terminal import output_console, progress_bar
from kibitz.engine import MatchError, Record, records
from kibitz.game import Game
from kibitz.games import find
from kibitz.match import Match
from kibitz.players import PlayerFault, is_own
from kibitz.words import plain_table

NEWEST = "-"
"""`--resume` without a file."""


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a person at the table is shown it, and what they are helped with."""

    display: Display
    must_remember: bool
    advice: Mode
    learn: float
    """Seconds for which a game that nobody knows is learnt first."""


@arguments.gathered
def _manner(
    memory: str = arguments.option(
        "Whether cards that you have looked at stay in sight, or you must remember them.",
        type=click.Choice([ASSIST, MANUAL]),
        default=ASSIST,
    ),
    advice: str = arguments.option(
        "Whether you may ask for advice (h, hh), are asked back before a mistake, or are told "
        "what every option is worth.",
        type=click.Choice([mode.value for mode in Mode]),
        default=Mode.HINT.value,
    ),
    plain: bool = arguments.option(
        "Say everything in lines of words, for a screen reader. KIBITZ_PLAIN=1 asks for it, too.",
        envvar="KIBITZ_PLAIN",
    ),
    learn: float = arguments.learning_option,
) -> _Manner:
    display = (Speech if plain else Display)(output_console())
    return _Manner(display, memory == MANUAL, Mode(advice), learn)


@dataclass(frozen=True, slots=True)
class _WantedDeal:
    """What somebody wants to be dealt."""

    seed: int | None
    must_be_winnable: bool

    def __bool__(self) -> bool:
        return self.seed is not None or self.must_be_winnable

    def found(self, game: Game) -> int:
        """The seed, or a new one; or the first from there on whose deal can be won.

        Raises NotWinnable.
        """
        seed = arguments.fresh_seed() if self.seed is None else self.seed
        if not self.must_be_winnable:
            return seed
        with progress_bar("looking for a deal that can be won") as tell:
            return game.winnable(seed, tell=lambda _, done: tell(None, f"{done:,} positions")).seed


@arguments.gathered
def _deal(
    seed: int | None = arguments.seed_option(),
    winnable: bool = arguments.option(
        "In a game for one, deal what certainly can be won: the first such deal from the seed on."
    ),
) -> _WantedDeal:
    return _WantedDeal(seed, winnable)


@arguments.command
def play_command(
    game: str | None = arguments.game_argument("[GAME]", required=False),
    seat: int | None = arguments.option("Your seat, from 1.", metavar="N"),
    players: str | None = arguments.players_option(
        "Who plays: one name for all the others, or one for each seat, as in human,uniform. "
        "`kibitz players` lists them."
    ),
    rules: arguments.HouseRules = arguments.house_rules,
    deal: _WantedDeal = _deal,
    manner: _Manner = _manner,
    record_path: Path | None = arguments.file_option(
        "Where to keep the record. Without it, a new file in your data folder.",
        "--record",
        type=arguments.ANY_PATH,
    ),
    resume: str | None = arguments.option(
        "Go on with the unfinished match in the file, or with the latest.",
        is_flag=False,
        flag_value=NEWEST,
        metavar="[FILE]",
    ),
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
    kibitz play klondike --winnable           # a deal that can be won
    kibitz play golf-six --players uniform    # watch
    kibitz play --resume                      # go on with the match you left
    """
    if resume is not None:
        said = (seat, rules or None, deal or None, record_path)
        if any(value is not None for value in said):
            raise click.UsageError("--resume goes on as the match began: leave the rest out")
        _go_on(_unfinished(game, resume), game, players, manner)
        return
    if not game and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError(
            "name a GAME (`kibitz games` lists them), or go on with an unfinished match by --resume"
        )
    game = game or chosen_game()
    if game is None:
        return
    loaded = rules.load(game)
    program, names, seed = loaded.program, seated(loaded, seat, players), deal.found(loaded)
    record = Record(loaded.recorded, program.digest, dict(program.options), seed, names)
    kept = None
    if not deal and record_path is None:
        kept = _left_last(record, says_options=bool(rules), says_players=bool(seat or players))
    if kept is not None and _is_wanted(kept, TerminalPerson(loaded, manner.display), loaded.title):
        _go_on(kept, game, players, manner)
    else:
        _play(loaded, record, partial(recordfile.begun, record, record_path), manner)


def _unfinished(game: str | None, file: str) -> recordfile.UnfinishedMatch:
    """The match in the file, or the latest. Raises Refusal, BadRecord, OSError."""
    if file != NEWEST:
        return recordfile.unfinished(Path(file))
    matches = recordfile.kept_matches("" if game is None else find(game).name)
    found = next((kept for kept in matches if kept.record.scores is None), None)
    if found is None:
        raise Refusal("there is no unfinished match to go on with")
    return found


def _left_last(
    new: Record, *, says_options: bool, says_players: bool
) -> recordfile.UnfinishedMatch | None:
    """The latest match by the same rules, if it was left and could be what the person wants."""
    matches = recordfile.kept_matches(new.game.name)
    last = next((kept for kept in matches if kept.record.digest == new.digest), None)
    if last is None or last.record.scores is not None:
        return None
    old = last.record
    if says_options and old.options != new.options:
        return None
    is_usual = HUMAN in old.players and not any(map(is_own, old.players))
    fits = old.players == new.players if says_players else is_usual
    return last if fits else None


def _is_wanted(kept: recordfile.UnfinishedMatch, person: TerminalPerson, title: str) -> bool:
    """Whether the person wants to go on with it; who cannot be asked is told how to."""
    match = kept.described(title)
    if person.is_interactive:
        return person.agrees(f"{match}: go on?")
    path = kept.journal.path
    click.echo(f"{match}, is in {path}; `kibitz play --resume {path}` goes on with it", err=True)
    return False


def _go_on(
    kept: recordfile.UnfinishedMatch, game: str | None, players: str | None, manner: _Manner
) -> None:
    """A record must not say what code to run: whose players are somebody's own types their names.

    Raises Refusal.
    """
    record = kept.record
    loaded, recorded = recordfile.played_game(record, game), record.players
    typed = seated(loaded, None, players) if players else ()
    names = ",".join(recorded)
    if typed and tuple(typed) != tuple(recorded):
        raise Refusal(f"the match was begun with --players {names}")
    own = next((name for name in recorded if is_own(name)), None)
    if own is not None and not typed:
        raise Refusal(
            f"{own!r} in the record is no player of kibitz, and a record is not trusted to name "
            f"code; if you know it, add --players {names}"
        )
    _play(loaded, record, partial(recordfile.LiveRecord, kept.journal), manner)


def _play(
    loaded: Game, record: Record, opened: Callable[[], recordfile.LiveRecord], manner: _Manner
) -> None:
    """Play on from where the record ends; the file is opened when all is ready."""
    try:
        match = loaded.match(record.seed)
    except MatchError as fault:
        raise MatchFailed(fault, f"while dealing with seed {record.seed}") from None
    if HUMAN in record.players:
        learn_at_the_table(loaded, manner.learn)
    person = TerminalPerson(loaded, manner.display)
    table = TerminalMatch(loaded, match, record, person, manner.advice, manner.must_remember)
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
        scores = match.outcome.scores if match.is_over else None
        live.append(records.standing_entry(scores, match.fingerprint))
        ending += f"; {_place(live)}"
    else:
        live.discard()
    if match.is_over:
        table.show_end()
    if match.decisions_made and live.trouble:
        raise Refusal(ending)
    click.echo(f"\n{ending}")


def _failed(
    loaded: Game, match: Match, live: recordfile.LiveRecord, fault: MatchError
) -> MatchFailed:
    views = [match.view(seat) for seat in match.seats]
    place = told_place(fault, match.decisions_made, views)
    then = () if fault.option is None else ("--then", str(fault.option + 1))
    again = () if live.trouble else ("kibitz", "trace", "--record", str(live.path), *then)
    where = f"in the match of seed {match.seed}{place}; {_place(live)}"
    return MatchFailed(fault, where, plain_table(loaded.vocabulary, views), again)


def _place(live: recordfile.LiveRecord) -> str:
    """Where the record is, or why not."""
    if live.trouble:
        where = f" in {live.path}" if live.path else ""
        return f"the record could not be saved{where}: {live.trouble}"
    return f"the record is in {live.path}"
