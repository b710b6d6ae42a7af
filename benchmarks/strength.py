"""How well kibitz plays: trains nets, lets players compete, and writes `docs/strength.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.games import address, corpus_names
from kibitz import Game, __version__, load
from kibitz.games import names
from kibitz.learning import Course, Net, keep_net, kept_net, train
from kibitz.learning.keeping import SHIPPED
from kibitz.learning.net import header_of
from kibitz.players.cluster import connected
from kibitz.players.pieces import done_at
from kibitz.players.standings import Mean, differences
from kibitz.players.tournament import Tournament, play_deals
from kibitz.recycle.syntax import Goal

STRENGTH = Path(__file__).parents[1] / "docs" / "strength.md"
SEED = 1
PEER, FLAT = "ismcts:sims=1000", "flat:sims=1000"
HASTY = "expert:seconds=0.02"
"""Who has 20 ms for a decision."""
GUIDED = "flat:per_option=100,rollout=learned,depth=2"
"""What an expert is where a net pays."""
PREFACE = """# How well kibitz plays

Written by `python -m benchmarks strength` and, below, by `python -m benchmarks ladders`. A player
sits at one seat of a table whose other seats are the opponents', and takes every seat of every deal
in turn; differences are taken deal by deal, and the truth lies within the margin 95 times out of
100. *Gain* is the score, counted so that more is better; *reached* looks at it alone, so that an
interval may reach below the goal. `docs/players.md` tells of the players.
"""


@dataclass(frozen=True, slots=True)
class Contest:
    """A player against others, with a net that was trained for some minutes."""

    game: str
    """Of the library, or a published one."""
    player: str
    others: str
    goal: float
    """The gain that it should reach; 0: any that is beyond doubt."""
    minutes: float = 2.0
    options: tuple[tuple[str, int], ...] = ()
    times: int = 1
    """How many times the deals it has: more where luck is large and matches are short."""


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
HOLE = (("HOLES", 1),)
PUBLISHED = ("Hearts4", "Cribbage2", "Goofspiel2", "Scopa2", "Rummy2")
STRANGERS = (*PUBLISHED, "Agram3", "CrazyEights3", "durak", "briscola")
"""Games that no net comes with: what is learnt of them in a minute must do."""
_TIMES = {"Cribbage2": 4, "Scopa2": 2, "Agram3": 4, "CrazyEights3": 2, "briscola": 2}
"""Short matches in which the better player wins little more often."""
TABLE = "benchmarks.table_bot:Table"
"""Who looks every hand of golf up in a table."""
CONTESTS = (
    Contest("golf", "learned", PEER, 8.0, 10.0, HOLE),
    Contest("golf", "expert", "learned", 0.0, 10.0, HOLE, times=3),
    Contest("golf", "learned", "benchmarks.house_bots:Plain", 5.0, 1.0, HOLE),
    Contest("golf", "learned", "benchmarks.house_bots:Careful", 5.0, 1.0, HOLE),
    Contest("golf", "learned", "benchmarks.house_bots:Bold", 5.0, 1.0, HOLE),
    Contest("golf", "expert", "benchmarks.house_bots:Bold", 5.0, 6.0, HOLE),
    Contest("golf", "learned", TABLE, 0.0, 6.0, HOLE),
    Contest("golf", "expert", TABLE, 0.0, 6.0, HOLE),
    Contest("golf-six", "learned", PEER, 3.0),
    Contest("golf-six", GUIDED, "learned", 0.0),
    Contest("president", "learned", PEER, 0.4),
    Contest("president", GUIDED, "learned", 0.0),
    *(Contest(game, HASTY, PEER, 0.0, 1.0, times=_TIMES.get(game, 1)) for game in PUBLISHED),
    *(Contest(game, HASTY, FLAT, 0.0, 1.0, times=_TIMES.get(game, 1)) for game in STRANGERS),
)


@click.command("strength")
@click.option(
    "--deals", default=100, show_default=True, help="Deals of a contest, or some times as many."
)
@click.option(
    "--most-minutes", default=10.0, show_default=True, help="No net is trained for longer."
)
@click.option("--threads", type=int, help="On how many cores. Without it, on all.")
@click.option("--only", metavar="GAME", help="This game alone; the rest of the page stays.")
@click.option("--on", metavar="CLUSTER", help="Have deals played by a cluster: ray, ray://HOST.")
@click.pass_context
def command(
    context: click.Context,
    deals: int,
    most_minutes: float,
    threads: int | None,
    only: str | None,
    on: str | None,
) -> None:
    """Train nets, let players compete, and write docs/strength.md."""
    if on is not None:
        context.with_resource(done_at(context.with_resource(connected(on))))
    text = STRENGTH.read_text(encoding="utf-8") if STRENGTH.exists() else ""
    rows, rated = rows_of(text), ladders_of(text)
    for contest in CONTESTS:
        if only not in (None, contest.game):
            continue
        if contest.game not in (*names(), *corpus_names()):
            click.echo(f"{contest.game} is a published game, and is not here")
            continue
        game = load(address(contest.game), **dict(contest.options))
        net = trained(game, min(contest.minutes, most_minutes), threads)
        result = compared(game, contest, deals * contest.times, threads)
        rows[contest] = row(contest, net, result, deals * contest.times)
        click.echo(rows[contest])
        STRENGTH.write_text(page(rows, rated), encoding="utf-8")


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
    line_up = (contest.player, *[contest.others] * (game.players - 1))
    tournament = Tournament(game.program, line_up, SEED)
    played = list(play_deals(tournament, range(deals), threads))
    (found,) = differences(played, line_up)
    sign = 1 if game.program.goal is Goal.MAX else -1
    return Result(sign * found.score.value, found.score.margin or 0.0, found.rank)


def row(contest: Contest, net: Net, result: Result, deals: int) -> str:
    cells = (
        *_named(contest),
        f"{net.matches:,} matches in {net.seconds / 60:.1f} min, {net.threads} threads",
        str(deals),
        f"{result.gain:+.2f} ± {result.margin:.2f}",
        f"{result.rank.value:+.2f} ± {result.rank.margin or 0:.2f}",
        f"≥ {contest.goal:g}" if contest.goal else "> 0",
        "yes" if result.gain - (0 if contest.goal else result.margin) >= contest.goal else "no",
    )
    return f"| {' | '.join(cells)} |"


def _named(contest: Contest) -> tuple[str, str, str]:
    options = "".join(f", {name}={value}" for name, value in contest.options)
    return f"{contest.game}{options}", f"`{contest.player}`", f"`{contest.others}`"


def ladders_of(text: str) -> dict[str, str]:
    """The rows of the ladders of a page that was written before, by game."""
    _, _, below = text.partition(LADDERS)
    below, _, _ = below.partition(SHIPPED_NETS)
    lines = [line for line in below.splitlines() if line.startswith("| ")]
    return {line.split("|")[1].strip(): line for line in lines[1:]}


def rows_of(text: str) -> dict[Contest, str]:
    """The rows of a page that was written before, by contest."""
    found = {}
    for line in text.splitlines():
        cells = tuple(cell.strip() for cell in line.split("|")[1:4])
        found.update({contest: line for contest in CONTESTS if _named(contest) == cells})
    return found


def page(rows: Mapping[Contest, str], rated: Mapping[str, str]) -> str:
    headings = ("game", "player", "the others", "net", "deals", "gain", "rank", "goal", "reached")
    lines = [rows[contest] for contest in CONTESTS if contest in rows]
    made = f"kibitz {__version__}, seed {SEED}."
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
