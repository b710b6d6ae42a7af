"""`kibitz tournament` and `ladder`: players compete over the same deals."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz import __version__, kept_files
from kibitz import players as pl
from kibitz.cli import arguments, terminal
from kibitz.cli.faults import Refusal, deals_told, refuse_missing_folder
from kibitz.cli.seating import made, refuse_people, split_names
from kibitz.engine import Program, player_settings
from kibitz.game import Game
from kibitz.games import Objective
from kibitz.learning import Net, kept_net
from kibitz.players import play_deals
from kibitz.recycle import Goal, KibitzError

if TYPE_CHECKING:
    from rich.table import Table


def line_up(
    players: str, game: Game, refuse: Callable[[tuple[str, ...]], object]
) -> tuple[str, ...]:
    """The names of those who compete; `refuse` raises KibitzError for those that cannot.

    Raises click.BadParameter.
    """
    names = tuple(split_names(players, game))
    refuse_people(names)
    try:
        refuse(names)
    except KibitzError as fault:
        raise click.BadParameter(str(fault), param_hint="--players") from None
    made(names, game.program)
    return names


def play_all(
    tournaments: Sequence[pl.PlayedDeals], count: int, threads: int | None
) -> list[list[pl.PlayedDeal]]:
    """The first deals of each, those that were kept and those still to be played.

    After Ctrl-C those that are finished; if none is, KeyboardInterrupt goes on its way.
    """
    for one in tournaments:
        one.open()

    def rest() -> Iterator[pl.PlayedDeal]:
        for one in tournaments:
            for deal in play_deals(one.tournament, one.missing(count), threads):
                one.keep(deal)
                yield deal

    missing = sum(len(one.missing(count)) for one in tournaments)
    try:
        for _ in terminal.with_progress(rest(), missing, "playing"):
            pass
    except KeyboardInterrupt:
        if not any(one.first(count) for one in tournaments):
            raise
    return [one.first(count) for one in tournaments]


@arguments.command
def tournament_command(
    game: str = arguments.game_argument(),
    players: str = arguments.players_option(
        "One for each seat, as in ismcts,flat,uniform,uniform; or two, who sit alternately. "
        "`kibitz players` lists them.",
        required=True,
    ),
    count: int = arguments.count_option(
        "How many deals. Each is played in every rotation of the players.",
        "-n",
        "--deals",
        required=True,
    ),
    rules: arguments.HouseRules = arguments.house_rules,
    seed: int | None = arguments.seed_option(),
    threads: int | None = arguments.threads_option,
    on: None = arguments.on_option,
    out: Path | None = arguments.file_option(
        "Keep finished deals there; the same command goes on where it stopped."
    ),
    csv_path: Path | None = arguments.file_option(
        "Write a line for every seat of every match there.", "--csv"
    ),
    as_json: bool = arguments.json_flag("the figures as one JSON object"),
) -> int:
    """Let players compete over the same deals.

    Each deal is played in every rotation of the players, so that neither the cards nor the seats
    favour anybody. Intervals are taken over deals and hold the truth 95 times out of 100. Ctrl-C
    ends it with the deals that are finished.

    \b
    kibitz tournament golf-six --players ismcts,flat -n 50   # who is better?
    """
    loaded = rules.load(game)
    program = loaded.program
    names = line_up(players, loaded, lambda names: pl.rotations(names, program))
    refuse_missing_folder(out, csv_path)
    if seed is None and out is not None:
        seed = pl.seed_of(out)
    tournament = pl.Tournament(program, names, arguments.fresh_seed() if seed is None else seed)
    played = pl.PlayedDeals(tournament)
    if out is not None:
        played = pl.TournamentFile(out, tournament, __version__)
    with deals_told(loaded.vocabulary, rules.said(game), names):
        (deals,) = play_all([played], count, threads)
    if csv_path is not None:
        csv_path.write_bytes(_csv(MATCH_COLUMNS, _seat_rows(deals)))
    _report(loaded, tournament, deals, as_json)
    played.close()
    return terminal.interrupted(len(deals), count, "deals")


MATCH_COLUMNS = ("deal", "rotation", "seat", "player", "score", "rank", "decisions", "capped")
Figure = pl.Standing | pl.PairedDifference


def _report(
    loaded: Game, tournament: pl.Tournament, deals: Sequence[pl.PlayedDeal], as_json: bool
) -> None:
    program, names = tournament.program, tournament.players
    standings, differences = pl.standings(deals, names), pl.differences(deals, names)
    told = _told(loaded, tournament, deals)
    if as_json:
        told["standings"] = [{"player": one.player, **_means(one, program)} for one in standings]
        told["differences"] = [
            {"first": one.first, "second": one.second, **_means(one, program)}
            for one in differences
        ]
        terminal.print_json(told)
    else:
        console = terminal.output_console()
        console.print(loaded.page.title, style="bold")
        console.print(terminal.facts(_tournament_facts(program.goal, told)))
        places = [(one.player, one) for one in standings]
        pairs = [(f"{one.first} less {one.second}", one) for one in differences]
        headings = ("player", "wins", "mean rank", "mean score")
        for table in (
            _mean_table(headings, places, "", program),
            _mean_table(("difference", "wins", "rank", "score"), pairs, "+", program),
        ):
            console.print()
            console.print(table)


def _told(game: Game, tournament: pl.Tournament, deals: Sequence[pl.PlayedDeal]) -> dict[str, Any]:
    """What was played, in plain values."""
    program = tournament.program
    matches = [match for deal in deals for match in deal.matches]
    return {
        "game": game.name,
        "digest": program.digest,
        "kibitz": __version__,
        "options": dict(program.options),
        "players": list(tournament.players),
        "seed": tournament.seed,
        "deals": len(deals),
        "matches": len(matches),
        "capped": sum(match.capped for match in matches),
        "even_share": 1 / program.players if program.has_rivals else None,
    }


def _means(figure: Figure, program: Program) -> dict[str, dict[str, float | None] | None]:
    """Where nobody is a rival, the score alone."""
    told: dict[str, pl.Mean] = {"score": figure.score}
    if program.has_rivals:
        told |= {"win_share": figure.win_share, "rank": figure.rank}
    means = {name: {"mean": m.value, "low": m.low, "high": m.high} for name, m in told.items()}
    return {name: means.get(name) for name in ("win_share", "rank", "score")}


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue().encode()


def _seat_rows(deals: Sequence[pl.PlayedDeal]) -> Iterator[tuple[object, ...]]:
    """A line for every seat of every match."""
    for deal in deals:
        for rotation, match in enumerate(deal.matches, start=1):
            for seat, player in enumerate(match.players):
                score, rank = match.outcome.scores[seat], match.outcome.ranks[seat]
                place = (deal.number, rotation, seat + 1, player)
                yield (*place, score, rank, match.decisions, int(match.capped))


def _tournament_facts(goal: Goal, told: Mapping[str, Any]) -> list[tuple[str, str]]:
    matches = f"{told['deals']:,} deals, {told['matches']:,} matches, seed {told['seed']}"
    even, better = [], "are better"
    if told["even_share"] is not None:
        even, better = [("an even share", f"{told['even_share']:.1%} of the wins")], "win"
    return [
        ("played", matches),
        *terminal.cut_short(told["capped"]),
        ("options", terminal.options_text(told["options"])),
        *even,
        ("scores", f"{'high' if goal is Goal.MAX else 'low'} scores {better}"),
        ("intervals", "95 %, over deals"),
    ]


def _mean_table(
    headings: Sequence[str], rows: Sequence[tuple[str, Figure]], sign: str, program: Program
) -> Table:
    """Where nobody is a rival, the score alone."""
    first, *ranked, last = headings
    table = terminal.figure_table(first, *(ranked if program.has_rivals else ()), last)
    for name, one in rows:
        wins = terminal.with_margin(one.win_share, f"{sign}.1f", 100, " %")
        rank, score = (terminal.with_margin(mean, f"{sign}.2f") for mean in (one.rank, one.score))
        table.add_row(name, *((wins, rank) if program.has_rivals else ()), score)
    return table


USUAL_PLAYERS = "uniform,beginner,casual,club,expert"
USUAL_SEED = 1
NEED_NETS = ("learned", "expert")
RATING_COLUMNS = ("player", "rating", "low", "high", "gain", "gain_low", "gain_high")


@arguments.command
def ladder_command(
    game: str = arguments.game_argument(),
    players: str = arguments.players_option(
        "Who is rated, the weakest first; the first one is rated 0.", default=USUAL_PLAYERS
    ),
    count: int = arguments.count_option(
        "How many deals every duel has.", "-n", "--deals", least=2, default=30
    ),
    minutes: float = arguments.option(
        "How long a net is trained first, where there is none.",
        type=click.FloatRange(min=0, min_open=True),
        default=1.0,
        metavar="M",
    ),
    rules: arguments.HouseRules = arguments.house_rules,
    seed: int | None = arguments.seed_option(),
    threads: int | None = arguments.threads_option,
    on: None = arguments.on_option,
    out: Path | None = arguments.option(
        "Keep duels, picture and CSV there; the same command goes on where it stopped. "
        "[default: GAME-ladder]",
        type=arguments.FOLDER,
        metavar="FOLDER",
    ),
    as_json: bool = arguments.json_flag("the ratings as one JSON object"),
) -> int:
    """Rate players by duels over the same deals.

    Everybody meets the two who stand next above and below. Whoever is rated 100 higher comes out
    ahead in 64 of 100 comparisons, 200 higher in 76. Intervals hold the truth 95 times out of 100.

    \b
    kibitz ladder golf-six
    """
    loaded = rules.load(game)
    names = line_up(players, loaded, _refuse)
    folder = out or Path(f"{loaded.name}-ladder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Refusal(f"{folder} cannot be made: {kept_files.reason(fault)}") from None
    net = _net_of(loaded, names, minutes)
    ladder = Ladder(loaded, names, USUAL_SEED if seed is None else seed, folder, net)
    with deals_told(loaded.vocabulary, rules.said(game), names):
        duels = ladder.played(count, threads)
    done, wanted = sum(map(len, duels.values())), count * len(duels)
    if all(duels.values()):
        found = pl.ratings(names, duels, loaded.program.goal)
        least = min(map(len, duels.values()))
        _write(folder, found, ladder.caption(least))
        if as_json:
            terminal.print_json(_ladder_figures(ladder, found, least))
        else:
            _print(loaded, found, folder)
    return terminal.interrupted(done, wanted, "deals")


def _refuse(names: tuple[str, ...]) -> None:
    if len(set(names)) < max(2, len(names)):
        raise pl.BadLineUp("name at least two players, each once")


def _net_of(game: Game, names: Sequence[str], minutes: float) -> Net | None:
    """The net that players use from the first deal on; one is trained where somebody needs it."""
    by_score = game.objective is Objective.SCORE
    if any(name.partition(":")[0] in NEED_NETS for name in names):
        reward = player_settings.Reward.SCORE if by_score else None
        return pl.net_for(
            game.program, player_settings.PlayerSettings("learned", minutes=minutes, reward=reward)
        )()
    return kept_net(game.program, by_score=by_score)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Who is rated, and where their duels are kept."""

    game: Game
    names: tuple[str, ...]
    seed: int
    folder: Path
    net: Net | None

    @property
    def made_with(self) -> str:
        """Results of another version, or with another net, cannot be gone on with."""
        return __version__ if self.net is None else f"{__version__}, {self.net.matches} matches"

    def played(self, count: int, threads: int | None) -> dict[pl.Pair, list[pl.PlayedDeal]]:
        """The deals of every duel, those that were kept and those still to be played; after Ctrl-C
        those that are finished."""
        files = {pair: self._file(pair) for pair in pl.pairings(self.names)}
        deals = play_all(list(files.values()), count, threads)
        for file in files.values():
            file.close()
        return dict(zip(files, deals, strict=True))

    def _file(self, pair: pl.Pair) -> pl.TournamentFile:
        name = "-".join(re.sub(r"[^\w.=]+", "-", player) for player in pair)
        tournament = pl.Tournament(self.game.program, pair, self.seed)
        return pl.TournamentFile(self.folder / f"{name}.jsonl", tournament, self.made_with)

    def caption(self, deals: int) -> str:
        """What the picture needs to be made again."""
        played = f"{deals} deals a duel, seed {self.seed}, kibitz {self.made_with}"
        return f"{self.game.page.title}. {played}."


def _ladder_figures(ladder: Ladder, found: Sequence[pl.Rating], deals: int) -> dict[str, Any]:
    return {
        "game": ladder.game.name,
        "kibitz": __version__,
        "digest": ladder.game.program.digest,
        "options": dict(ladder.game.program.options),
        "seed": ladder.seed,
        "deals": deals,
        "net_matches": None if ladder.net is None else ladder.net.matches,
        "ratings": [dict(zip(RATING_COLUMNS, _row(one), strict=True)) for one in found],
    }


def _row(one: pl.Rating) -> tuple[str | float | None, ...]:
    gain = (None,) * 3 if one.gain is None else (one.gain.value, one.gain.low, one.gain.high)
    return (one.player, one.rating, one.low, one.high, *gain)


def _write(folder: Path, found: Sequence[pl.Rating], caption: str) -> None:
    """Picture and CSV. Raises Refusal if they cannot be written."""
    from kibitz.analysis.figures.charts import draw_ladder
    from kibitz.analysis.figures.output import to_png, to_svg

    figure = draw_ladder(found, caption)
    files = {
        "ladder.csv": _csv(RATING_COLUMNS, map(_row, found)),
        "ladder.svg": to_svg(figure).encode(),
        "ladder.png": to_png(figure),
    }
    for name, data in files.items():
        try:
            kept_files.write_atomically(folder / name, data)
        except OSError as fault:
            raise Refusal(
                f"{folder / name} cannot be written: {kept_files.reason(fault)}"
            ) from None


def _print(game: Game, found: Sequence[pl.Rating], folder: Path) -> None:
    table = terminal.figure_table("player", "rating", "interval", "gain over the one before", gap=2)
    for one in found:
        gain = "" if one.gain is None else f"{one.gain.value:+.2f} ± {one.gain.margin or 0:.2f}"
        table.add_row(one.player, f"{one.rating:+.0f}", f"{one.low:+.0f} … {one.high:+.0f}", gain)
    console = terminal.output_console()
    console.print(f"{game.page.title}: ratings\n")
    console.print(table)
    console.print(f"\npicture and numbers are in {folder}")
