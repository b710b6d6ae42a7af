"""How well kibitz plays: trains nets, lets players compete, and writes `docs/strength.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.contests import CONTESTS, Contest, Goal
from benchmarks.games import address, corpus_names
from kibitz import Game, __version__, load
from kibitz.games import Objective, names
from kibitz.learning import Course, Net, keep_net, kept_net, train
from kibitz.learning.keeping import SHIPPED
from kibitz.learning.net import header_of
from kibitz.players import guide, wanting
from kibitz.players.cluster import connected
from kibitz.players.pieces import done_at
from kibitz.players.standings import Mean, differences
from kibitz.players.tournament import Tournament, play_deals
from kibitz.recycle import syntax

STRENGTH = Path(__file__).parents[1] / "docs" / "strength.md"
SEED = 1
PREFACE = """# How well kibitz plays

Written by `python -m benchmarks strength` and, below, by `python -m benchmarks ladders`. A player
sits at one seat of a table whose other seats are the opponents', and takes every seat of every deal
in turn; differences are taken deal by deal, and the truth lies within the margin 95 times out of
100. *Gain* is the score, counted so that more is better; *reached* looks at it alone, so that an
interval may reach below the goal; *> 0* is above nothing beyond doubt, *≥ 0* not below it beyond
doubt. A run of fewer deals than its contest should have says so: that nobody was seen to be worse
there means little. What has no row was never run. `docs/players.md` tells of the players.
"""
RUNGS = ("uniform", "beginner", "casual", "club", "expert")
LADDERS = """## Ladders

What `kibitz ladder` says of games of the library: ratings counted from `uniform`, with the interval
that holds the truth 95 times out of 100. Whoever is rated 100 higher comes out ahead in 64 of 100
comparisons over the same deals.
"""
SHIPPED_NETS = """## Nets that come with kibitz

Made by `make nets`, each with the usual rules of its game; what they gain at a seat among others
who take any option.
"""
DEALS = 100
"""Of a contest, unless it has some times as many; with fewer a run says little."""


@click.command("strength")
@click.option(
    "--deals", default=DEALS, show_default=True, help="Deals of a contest, or some times as many."
)
@click.option(
    "--most-minutes", default=10.0, show_default=True, help="No net is trained for longer."
)
@click.option("--threads", type=int, help="On how many cores. Without it, on all.")
@click.option(
    "--only",
    metavar="TABLE",
    help="This game alone, or a table of it as a row names it: `golf, race, PLAYERS=2`.",
)
@click.option("--against", metavar="PLAYER", help="Contests against this player alone.")
@click.option("--on", metavar="CLUSTER", help="Have deals played by a cluster: ray, ray://HOST.")
@click.pass_context
def command(
    context: click.Context,
    deals: int,
    most_minutes: float,
    threads: int | None,
    only: str | None,
    against: str | None,
    on: str | None,
) -> None:
    """Train nets, let players compete, and write docs/strength.md.

    Rows of contests that are not asked for stay as they were. All of them take days.
    """
    if on is not None:
        context.with_resource(done_at(context.with_resource(connected(on))))
    text = STRENGTH.read_text(encoding="utf-8") if STRENGTH.exists() else ""
    rows, rated = rows_of(text), ladders_of(text)
    for contest in CONTESTS:
        if not contest.is_one_of(only, against):
            continue
        if contest.game not in (*names(), *corpus_names()):
            click.echo(f"{contest.game} is a published game, and is not here")
            continue
        game = table_of(contest)
        by_score = game.objective is Objective.SCORE
        net = guide(game.program, by_score=by_score).net
        if contest.minutes:
            net = trained(game, min(contest.minutes, most_minutes), threads, by_score=by_score)
        result = compared(game, contest, deals * contest.times, threads)
        rows[contest] = row(contest, net, result, deals * contest.times)
        click.echo(rows[contest])
        STRENGTH.write_text(page(rows, rated), encoding="utf-8")


def table_of(contest: Contest) -> Game:
    """The game with the house rules of the contest."""
    game, options = load(address(contest.game)), dict[str, int | str](contest.options)
    if contest.preset is not None:
        options = {**game.page.presets[contest.preset].options, **options}
    return load(address(contest.game), **options) if options else game


def trained(game: Game, minutes: float, threads: int | None, *, by_score: bool = False) -> Net:
    """The net that was kept, trained further until it has so many minutes behind it."""
    net = kept_net(game.program, by_score=by_score)
    course = Course(minutes, seed=SEED, threads=threads, by_score=by_score)
    for progress in train(game.program, course, net):
        net = progress.net
    assert net is not None
    keep_net(net)
    return net


@dataclass(frozen=True, slots=True)
class Result:
    """What the player has over the others."""

    gain: float
    margin: float
    rank: Mean


def compared(game: Game, contest: Contest, deals: int, threads: int | None) -> Result:
    others = game.players - 1 if game.program.has_rivals else 1
    line_up = tuple(
        wanting(name, game.objective) for name in (contest.player, *[contest.others] * others)
    )
    tournament = Tournament(game.program, line_up, SEED)
    played = list(play_deals(tournament, range(deals), threads))
    (found,) = differences(played, line_up)
    sign = 1 if game.program.goal is syntax.Goal.MAX else -1
    return Result(sign * found.score.value, found.score.margin or 0.0, found.rank)


def row(contest: Contest, net: Net | None, result: Result, deals: int) -> str:
    cells = (
        *_named(contest),
        "none" if net is None else _learnt(net),
        str(deals),
        f"{result.gain:+.2f} ± {result.margin:.2f}",
        f"{result.rank.value:+.2f} ± {result.rank.margin or 0:.2f}",
        {Goal.REACHED: f"≥ {contest.goal:g}", Goal.BETTER: "> 0", Goal.NEVER_WORSE: "≥ 0"}[
            contest.kind
        ],
        ("yes" if is_reached(contest, result) else "no")
        + (", few deals" if deals < DEALS * contest.times else ""),
    )
    return f"| {' | '.join(cells)} |"


def _learnt(net: Net) -> str:
    return f"{net.matches:,} matches in {net.seconds / 60:.1f} min, {net.threads} threads"


def is_reached(contest: Contest, result: Result) -> bool:
    match contest.kind:
        case Goal.REACHED:
            return result.gain >= contest.goal
        case Goal.BETTER:
            return result.gain - result.margin > 0
        case Goal.NEVER_WORSE:
            return result.gain + result.margin >= 0


def _named(contest: Contest) -> tuple[str, str, str]:
    return contest.table, f"`{contest.player}`", f"`{contest.others}`"


def ladders_of(text: str) -> dict[str, str]:
    """The rows of the ladders of a page that was written before, by game."""
    _, _, below = text.partition(LADDERS)
    below, _, _ = below.partition(SHIPPED_NETS)
    lines = [line for line in below.splitlines() if line.startswith("| ")]
    return {line.split("|")[1].strip(): line for line in lines[1:]}


def rows_of(text: str) -> dict[Contest, str]:
    """The rows of a page that was written before, by contest."""
    found = {}
    by_name = {_named(contest): contest for contest in CONTESTS}
    for line in text.splitlines():
        cells = tuple(cell.strip() for cell in line.split("|")[1:4])
        if cells in by_name:
            found[by_name[cells]] = line
    return found


def page(rows: Mapping[Contest, str], rated: Mapping[str, str]) -> str:
    headings = ("game", "player", "the others", "net", "deals", "gain", "rank", "goal", "reached")
    lines = [rows[contest] for contest in CONTESTS if contest in rows]
    made = f"kibitz {__version__}, seed {SEED}; {len(lines)} of {len(CONTESTS)} contests were run."
    head = f"| {' | '.join(headings)} |\n|{'---|' * len(headings)}"
    columns = ("game", "matches of the net", "deals", *RUNGS[1:])
    below = f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"
    ladders = [rated[name] for name in sorted(rated)]
    parts = (made, "", head, *lines, "", LADDERS, below, *ladders, "", SHIPPED_NETS, *curves())
    return "\n".join((PREFACE, *parts, ""))


def curves() -> Iterator[str]:
    """How every net that comes with kibitz learnt, from its file."""
    yield "| game | minutes | matches | gain over `uniform` after so many matches |"
    yield "|---|---|---|---|"
    for path in sorted(SHIPPED.glob("*.net")):
        told = header_of(path.read_bytes())
        points = (f"{p['matches']:,}: {p['gain']:+.1f}" for p in told["curve"])
        cells = (
            path.stem,
            f"{told['seconds'] / 60:.0f}",
            f"{told['matches']:,}",
            ", ".join(points),
        )
        yield f"| {' | '.join(cells)} |"
