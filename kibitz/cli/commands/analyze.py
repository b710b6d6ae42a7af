"""`kibitz analyze`, `compare` and `site`: games measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import click

from kibitz import analysis, kept_files
from kibitz.analysis.page import reading
from kibitz.analysis.page.html import WORKSHOP
from kibitz.analysis.site import build
from kibitz.cli import arguments
from kibitz.cli.completing import complete_players
from kibitz.cli.faults import Refusal, deals_told, first_broken_match
from kibitz.cli.terminal import figure_table, output_console, print_json, progress_bar
from kibitz.engine import MatchError
from kibitz.engine.native import native_engine
from kibitz.game import load
from kibitz.games import find, names
from kibitz.players import BrokenMatch, Mean, UnknownPlayer, make_player, wanting
from kibitz.words import Vocabulary

Done = TypeVar("Done")

FEWER_MATCHES = 50
TABLES = "play"
"""The folder of a site where games are played."""
QUICK_PLAYER = "mcts:per_option=200"
"""Of comparisons and sites, where much is measured."""


def subject_of(
    game: str, settings: Mapping[str, int | str], plan: analysis.SamplePlan
) -> analysis.Subject:
    """The game of that name or path with these options.

    Raises what `load` does, and click.BadParameter for a player that there is not.
    """
    loaded = load(game, **settings)
    objective = loaded.page.play.objective
    player = plan.player and wanting(plan.player, objective)
    if player is not None:
        try:
            make_player(player, loaded.program)
        except UnknownPlayer as unknown:
            raise click.BadParameter(str(unknown), param_hint="--players") from unknown
    wanted = replace(plan, player=player, objective=objective)
    page, usual = analysis.titled(loaded.page, loaded.name), load(game).options
    return analysis.Subject(loaded.name, page, loaded.program, usual, wanted)


Work = Callable[[analysis.Subject, analysis.Seating, kept_files.Cache, analysis.Progress], Done]


def carefully(said: Sequence[str], subject: analysis.Subject, work: Work[Done]) -> Done:
    """What the work comes to, done while a bar says how far it is.

    `said` is the game as it was typed.
    """
    words = Vocabulary(subject.program, subject.page)
    with deals_told(words, said), progress_bar(subject.name) as tell:
        try:
            kept = kept_files.user_cache("played")
            return work(subject, make_player, kept, lambda what, d: tell(d, f"{d:.0%} {what}"))
        except analysis.CannotAnalyse as refusal:
            raise Refusal(f"{subject.name}: {refusal}") from None
        except BrokenMatch:
            raise
        except MatchError:  # in the matches at random, which come first
            plan, engine = subject.plan, native_engine(subject.program)
            raise first_broken_match(engine, plan.seed, 0, plan.most_decisions) from None


def interval_json(mean: Mean | None) -> dict[str, float | None] | None:
    """The mean, and what it may be off by (95 %); JSON knows no infinite ones."""
    if mean is None or not isfinite(mean.value):
        return None
    return {"mean": mean.value, "margin": mean.margin}


_SHORTEST = 0.3
"""Minutes that anything can be measured in."""


def sampling_options(usual_matches: int, usual_player: str) -> arguments.Declaration:
    """How a game is measured."""
    quick_seconds = analysis.QUICK_SECONDS

    @arguments.gathered
    def plan(
        minutes: float | None = arguments.option(
            "Take at most so long for a game: players think, and samples grow, as it allows.",
            type=click.FloatRange(min=_SHORTEST),
            metavar="M",
        ),
        quick: bool = arguments.option(f"All figures of a game in {quick_seconds:g} seconds."),
        count: int | None = arguments.count_option(
            f"Matches of each kind; with a time, at most.  [default: {usual_matches}]",
            "--games",
            least=2,
        ),
        player: str | None = arguments.option(
            "Who thinks, as in mcts:per_option=1000; `kibitz players` lists them.  "
            f"[default: {usual_player}, or what the time allows]",
            "--players",
            metavar="PLAYER",
            shell_complete=complete_players,
        ),
        seed: int = arguments.option(
            "The same seed gives the same matches.", default=analysis.USUAL_SEED
        ),
    ) -> analysis.SamplePlan:
        if quick and minutes is not None:
            raise click.UsageError("say either --quick or --minutes")
        seconds = quick_seconds if quick else None if minutes is None else 60 * minutes
        if seconds is None:
            player, count = player or usual_player, count or usual_matches
        return analysis.SamplePlan(player, count or analysis.MOST_MATCHES, seed, seconds)

    return plan


def folder_option(help: str, **more: Any) -> arguments.Declaration:
    """Where pages go."""
    return arguments.option(help, "--out", type=arguments.FOLDER, metavar="DIR", **more)


@arguments.command
def analyze_command(
    game: str = arguments.game_argument(),
    folder: Path = folder_option(
        "Where the page goes. Without it, here.", default=Path(), show_default=False
    ),
    plan: analysis.SamplePlan = sampling_options(analysis.USUAL_MATCHES, analysis.USUAL_PLAYER),
    rules: arguments.HouseRules = arguments.house_rules,
    on: None = arguments.on_option,
    as_json: bool = arguments.json_flag("the figures as one JSON object"),
) -> None:
    """Measure a game and make a page about it.

    Plays matches at random and between players that think, measures information flow, branching,
    decision spread and lead history, and writes one page that needs nothing but itself. Finished
    matches are kept: interrupt it, run it again, and it goes on.

    \b
    kibitz analyze golf-six
    """
    subject = subject_of(game, rules.options(game), plan)
    analysis.refuse_unwritable(folder)
    report = carefully(rules.said(game), subject, analysis.make_report)
    page = analysis.write_report(report, folder)
    if as_json:
        print_json(_figures(report, page))
    else:
        _print(report, page)


def _figures(report: analysis.Report, page: Path) -> dict[str, Any]:
    subject, measures = report.subject, report.measures
    heuristics = (*measures.character.scorer, *measures.character.notebook)
    return {
        "game": subject.name,
        "options": dict(subject.program.options),
        "players": measures.player,
        "matches": measures.seats_thinking.matches,
        "random_matches": measures.seats_random.matches,
        "seed": subject.plan.seed,
        "heuristics": {one.name: interval_json(one.value) for one in heuristics},
        "wins_random": _wins(measures, measures.seats_random),
        "wins_thinking": _wins(measures, measures.seats_thinking),
        "information": [one.name for one in measures.information if one.holds],
        "page": str(page),
    }


def _wins(
    measures: analysis.Measures, shares: analysis.SeatShares
) -> list[dict[str, float | None] | None] | None:
    """By seat; None where nobody is a rival."""
    return [interval_json(one) for one in shares.by_seat] if measures.has_rivals else None


def _print(report: analysis.Report, page: Path) -> None:
    console = output_console()
    measures, subject = report.measures, report.subject
    console.print(subject.page.title, style="bold")
    sample = analysis.sample_text(measures.seats_thinking.matches, measures.player)
    console.print(f"{sample}; seed {subject.plan.seed}", style="dim")
    console.print()
    for name, text in reading.readings(measures, {}).items():
        if name != "flow":
            console.print(text)
    if measures.has_rivals:
        console.print(reading.read_seats(measures.seats_random, "random players"))
        console.print(reading.read_seats(measures.seats_thinking, "thinking players"))
    else:
        console.print(reading.read_scores(*analysis.scores(measures)))
    console.print()
    table = figure_table("heuristic", "value")
    table.add_column("remark")
    for one in (*measures.character.scorer, *measures.character.notebook):
        table.add_row(one.name, analysis.mean_text(one.value), one.remark)
    console.print(table)
    hidden = ", ".join(one.name for one in measures.information if one.holds)
    console.print(f"\ninformation: {hidden or 'everything lies open'}")
    console.print(f"page: {page}")


@arguments.command
def compare_command(
    games: tuple[str, ...] = arguments.game_argument("GAME [OTHER]", nargs=-1, required=True),
    plan: analysis.SamplePlan = sampling_options(FEWER_MATCHES, QUICK_PLAYER),
    rules: arguments.HouseRules = arguments.house_rules,
    on: None = arguments.on_option,
    as_json: bool = arguments.json_flag("the measures as one JSON object"),
) -> None:
    """Lay two games side by side, or one with and without house rules.

    Measures both and shows the differences with their intervals: what a house rule does to
    length, scores, skill, luck and seats. With one GAME, --option and --preset say what is changed;
    with two, they are those of the OTHER.

    \b
    kibitz compare golf -o KNOCKEARLY=on --quick   # what does this house rule do?
    """
    if len(games) > 2:
        raise click.UsageError("name one game, or two")
    if len(games) == 1 and not rules:
        raise click.UsageError("name another game, or say with --option what is changed")
    first = subject_of(games[0], {}, plan)
    second = subject_of(games[-1], rules.options(games[-1]), plan)
    _, one = carefully([games[0]], first, analysis.measured)
    _, other = carefully(rules.said(games[-1]), second, analysis.measured)
    rows = analysis.differences(one, other)
    titles = (first.title, second.title)
    if as_json:
        print_json(_compared(titles, rows))
    else:
        _print_compared(titles, (one, other), rows)


def _compared(
    titles: tuple[str, str], rows: tuple[analysis.MeasureDifference, ...]
) -> dict[str, Any]:
    return {
        "games": list(titles),
        "measures": {
            row.name: {
                "first": interval_json(row.first.value),
                "second": interval_json(row.second.value),
                "difference": interval_json(row.change.value),
                "sure": row.is_sure,
            }
            for row in rows
        },
    }


def _print_compared(
    titles: tuple[str, str],
    both: tuple[analysis.Measures, analysis.Measures],
    rows: tuple[analysis.MeasureDifference, ...],
) -> None:
    console = output_console()
    for title, measures in zip(titles, both, strict=True):
        sample = analysis.sample_text(measures.seats_thinking.matches, measures.player)
        console.print(f"{title}: {sample}", style="dim")
    table = figure_table("measure", *titles, "difference", gap=2)
    table.add_column("")
    for row in rows:
        sure = "*" if row.is_sure else ""
        table.add_row(row.name, row.first.text, row.second.text, row.change.text, sure)
    console.print(table)
    console.print("* differs for sure (95 %, allowing for the number of measures)", style="dim")


@arguments.command
def site_command(
    games: tuple[str, ...] = arguments.game_argument("[GAME|FILE]...", nargs=-1),
    folder: Path = folder_option("Where the pages go.", default=Path("site")),
    plan: analysis.SamplePlan = sampling_options(FEWER_MATCHES, QUICK_PLAYER),
    rules: arguments.HouseRules = arguments.house_rules,
    on: None = arguments.on_option,
    python: Path | None = arguments.python_option(
        "Every page leads to a table of its game, and to a workshop, without a server."
    ),
) -> None:
    """Make pages about many games, with an index.

    Without names, of all games of the library. Only what has changed is made again: the rules,
    the prose, or what is asked for here. House rules are those of every game that is named.
    With --with-python every game can be played from the folder, and its rules changed: Python is
    loaded by whoever does so.

    \b
    kibitz site --out site
    kibitz site --out site --with-python pyodide-314.0.7.tgz
    """
    chosen = games or tuple(names())
    subjects = [subject_of(game, rules.options(game), plan) for game in chosen]
    try:
        build.refuse_names(subjects)
    except analysis.CannotAnalyse as refusal:
        raise Refusal(str(refusal)) from None
    analysis.refuse_unwritable(folder)
    if python is not None:
        _write_tables(chosen, rules, folder / TABLES, python)
    summaries = []
    for game, subject in zip(chosen, subjects, strict=True):
        play = f"{TABLES}/{subject.name}.html" if python else ""
        found = build.find_summary(subject, folder, play)
        click.echo(f"{subject.name}: {'up to date' if found else 'measuring'}", err=True)
        if found is None:
            report = carefully(rules.said(game), subject, analysis.make_report)
            found = build.build_game(report, folder, play)
        summaries.append(found)
    click.echo(build.write_index(summaries, folder))


def _write_tables(
    games: Sequence[str], rules: arguments.HouseRules, folder: Path, python: Path
) -> None:
    """A page for each game on which it is played, what all of them have in common, and the
    workshop in which they are changed."""
    from kibitz.web import SHARED, USUAL, exported_workshop, play_page, shared_script

    folder.mkdir(exist_ok=True)
    files = [find(game) for game in games]
    kept_files.write_atomically(folder / SHARED, shared_script(python))
    kept_files.write_atomically(folder / f"{WORKSHOP}.html", exported_workshop(files, python))
    for game, file in zip(games, files, strict=True):
        page = play_page(file, rules.load(game).options, USUAL, f"../{file.name}.html")
        kept_files.write_atomically(folder / f"{file.name}.html", page)
