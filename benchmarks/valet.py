"""The analyses of the Valet paper (arXiv 2603.03252) again, beside what was published.

The paper shows each of its 21 games in four figures: how information flows, how many options there
are at each decision over 100 random matches, how much hangs on a decision, and who leads, over 100
matches between MCTS players. Beside them it says how often MCTS beats random players. The pages of
single games have figures and no numbers; whoever has read numbers off them gives them as JSON.

What is known of wins stands in `valet_published.json`: how often the first player came first in 100
runs, alone or shared, from table rf6 of the author's notebook, Analysis/Valet-Analysis.ipynb of
github.com/mgoadric/cardstock.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isclose
from pathlib import Path
from statistics import fmean
from time import monotonic

import click
import numpy as np
import numpy.typing as npt

from kibitz import analysis, kept_files, load
from kibitz.engine import first_places
from kibitz.players import Mean, connected, done_at, make_player, wanting
from kibitz.recycle import Goal

OURS = {"GolfSix4": "golf-six", "President5": "president"}
"""Games of the paper that stand in the library under the same rules, unless files are given."""
MATCHES = 100
HEADINGS = {
    "players": "players",
    "decisions": "decisions a match",
    "options": "options a decision",
    "most": "most options",
    "early": "spread, first quarter",
    "late": "spread, last quarter",
    "lead": "the winner's lead at half",
    "wins": "MCTS among random wins",
    "random_wins": "random among random wins",
}
SHARES = ("wins", "random_wins")
PUBLISHED = Path(__file__).with_name("valet_published.json")
PREFACE = """# The Valet analyses again

Matches at random for options and lengths; matches between MCTS players for spread and lead (1 is
first, 0 is last); the first player thinks among random ones, or is one of them, for wins, with the
even share behind it. Spread lies between the best and the worst option, in points, and in brackets
in ranks from 0 to 1. Intervals are of 95 %. A shared win is divided; where that makes a difference,
"whole" is the share of matches in which the first player came first, alone or with others.

Where something was published as a number it stands behind a slash. Wins are those of the author's
notebook (Analysis/Valet-Analysis.ipynb of github.com/mgoadric/cardstock): 100 runs each, 10 samples
of 1,000 tests, shared first places counted whole. It may not be the paper's final run; 100 runs are
uncertain by up to 10 % themselves.
"""
Published = Mapping[str, Mapping[str, float]]


@click.command("valet")
@click.option(
    "--from",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="The publisher's own files, *.rcy. Without it, the games of ours that are the same.",
)
@click.option(
    "--published",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    default=PUBLISHED,
    show_default="benchmarks/valet_published.json",
    help=f"Published numbers as JSON: by game, {', '.join(HEADINGS)}.",
)
@click.option("--matches", default=MATCHES, show_default=True, help="Of each kind.")
@click.option("--player", default="mcts:per_option=100", show_default=True, help="Who thinks.")
@click.option("--on", metavar="CLUSTER", help="Have matches played by a cluster: ray, ray://HOST.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path(__file__).with_suffix(".md"),
    show_default="benchmarks/valet.md",
    help="Where the page goes.",
)
@click.pass_context
def command(
    context: click.Context,
    folder: Path | None,
    published: Path,
    matches: int,
    player: str,
    on: str | None,
    output: Path,
) -> None:
    """Measure the games of the Valet paper, beside what was published."""
    if on is not None:
        context.with_resource(done_at(context.with_resource(connected(on))))
    games = {path.stem: str(path) for path in sorted(folder.glob("*.rcy"))} if folder else {}
    games = games or OURS
    told: Published = json.loads(published.read_text(encoding="utf-8"))
    lines, began = [], monotonic()
    for name, where in games.items():
        figures = measured(where, player, matches)
        lines.append(row(name, figures, told.get(name, {})))
        click.echo(f"{lines[-1]} ({monotonic() - began:.0f} s so far)")
        output.write_text(page(lines, player, matches), encoding="utf-8")


def measured(game: str, player: str, matches: int) -> dict[str, str]:
    """What there is to say of a game, by the keys of HEADINGS."""
    loaded = load(game)
    objective = loaded.page.play.objective
    plan = analysis.SamplePlan(wanting(player, objective), matches, objective=objective)
    page = analysis.titled(loaded.page, loaded.name)
    subject = analysis.Subject(loaded.name, page, loaded.program, loaded.options, plan)
    kept = kept_files.user_cache("played")
    sample, found = analysis.measured(subject, make_player, kept, lambda what, done: None)
    goal, spread = loaded.program.goal, found.spread
    mixed = np.array([match.scores for match in sample.mixed])
    half = None if found.lead is None else found.lead.curves[0].mean[50]

    def won(seats: analysis.SeatShares, scores: npt.NDArray[np.int32]) -> str:
        return _wins(seats, scores, goal) if found.has_rivals else "–"

    return {
        "players": str(loaded.players),
        "decisions": f"{fmean(len(match.points) for match in sample.random):.1f}",
        "options": f"{found.branching.mean:.2f}",
        "most": str(found.branching.most),
        "early": "–" if spread is None else _spread(spread.early, spread.early_ranks),
        "late": "–" if spread is None else _spread(spread.late, spread.late_ranks),
        "lead": "–" if half is None else f"{half:.2f}",
        "wins": won(found.seats_mixed, mixed),
        "random_wins": won(found.seats_random, sample.results.scores),
    }


def _spread(points: Mean, ranks: Mean) -> str:
    return f"{_mean(points)} ({ranks.value:.2f})"


def _mean(mean: Mean) -> str:
    return f"{mean.value:.2f}" if mean.margin is None else f"{mean.value:.2f} ± {mean.margin:.2f}"


def _wins(seats: analysis.SeatShares, scores: npt.NDArray[np.int32], goal: Goal) -> str:
    """The first seat's share, and how often it came first in these (match, seat) scores."""
    share, whole = seats.by_seat[0], float(first_places(scores, goal)[:, 0].mean())
    margin = "" if share.margin is None else f" ± {share.margin:.0%}"
    shared = "" if isclose(whole, share.value) else f", whole {whole:.0%}"
    return f"{share.value:.0%}{margin}{shared} (even {1 / len(seats.by_seat):.0%})"


def row(name: str, figures: Mapping[str, str], told: Mapping[str, float]) -> str:
    cells = [figures[key] + _beside(key, told) for key in HEADINGS]
    return f"| {' | '.join([name, *cells])} |"


def _beside(key: str, told: Mapping[str, float]) -> str:
    if key not in told:
        return ""
    return f" / {told[key]:.0%}" if key in SHARES else f" / {told[key]:g}"


def page(lines: list[str], player: str, matches: int) -> str:
    head = f"| game | {' | '.join(HEADINGS.values())} |\n|{'---|' * (len(HEADINGS) + 1)}"
    made = f"{matches} matches of each kind, `{player}`, seed {analysis.USUAL_SEED}."
    return "\n".join([PREFACE, made, "", head, *lines, ""])
