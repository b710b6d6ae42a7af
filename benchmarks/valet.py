"""The analyses of the Valet paper (arXiv 2603.03252) again, beside what was published.

The paper shows each of its 21 games in four figures: how information flows, how many options there
are at each decision over 100 random matches, how much hangs on a decision, and who leads, over 100
matches between MCTS players. Beside them it says how often MCTS beats random players. The pages of
single games have figures and no numbers; whoever has read numbers off them gives them as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from time import monotonic

import click

from kibitz import analysis, kept_files, load
from kibitz.games import names
from kibitz.players import Mean, connected, done_at, make_player, wanting

OURS = ("golf-six", "president")
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
}
PREFACE = """# The Valet analyses again

Matches at random for options and lengths; matches between MCTS players for spread (points between
the best and the worst option) and lead (1 is first, 0 is last); one MCTS player among random ones
for wins, with the even share behind it. Intervals are of 95 %. Where something was published as a
number it stands behind a slash; the pages of single games publish figures alone.
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
    published: Path | None,
    matches: int,
    player: str,
    on: str | None,
    output: Path,
) -> None:
    """Measure the games of the Valet paper, beside what was published."""
    if on is not None:
        context.with_resource(done_at(context.with_resource(connected(on))))
    games = {path.stem: str(path) for path in sorted(folder.glob("*.rcy"))} if folder else {}
    games = games or {name: name for name in OURS if name in names()}
    told: Published = json.loads(published.read_text(encoding="utf-8")) if published else {}
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
    even = f" (even {1 / loaded.players:.0%})"
    half = None if found.lead is None else found.lead.curves[0].mean[50]
    return {
        "players": str(loaded.players),
        "decisions": f"{fmean(len(match.points) for match in sample.random):.1f}",
        "options": f"{found.branching.mean:.2f}",
        "most": str(found.branching.most),
        "early": _mean(None if found.spread is None else found.spread.early),
        "late": _mean(None if found.spread is None else found.spread.late),
        "lead": "–" if half is None else f"{half:.2f}",
        "wins": _share(found.seats_mixed.by_seat[0]) + even if found.has_rivals else "–",
    }


def _mean(mean: Mean | None) -> str:
    if mean is None:
        return "–"
    return f"{mean.value:.2f}" if mean.margin is None else f"{mean.value:.2f} ± {mean.margin:.2f}"


def _share(mean: Mean) -> str:
    margin = "" if mean.margin is None else f" ± {mean.margin:.0%}"
    return f"{mean.value:.0%}{margin}"


def row(name: str, figures: Mapping[str, str], told: Mapping[str, float]) -> str:
    cells = [f"{figures[key]} / {told[key]:g}" if key in told else figures[key] for key in HEADINGS]
    return f"| {' | '.join([name, *cells])} |"


def page(lines: list[str], player: str, matches: int) -> str:
    head = f"| game | {' | '.join(HEADINGS.values())} |\n|{'---|' * (len(HEADINGS) + 1)}"
    made = f"{matches} matches of each kind, `{player}`, seed {analysis.USUAL_SEED}."
    return "\n".join([PREFACE, made, "", head, *lines, ""])
