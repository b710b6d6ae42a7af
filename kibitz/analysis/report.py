"""One game from play to page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path

from kibitz import kept_files
from kibitz.analysis.figures.flow import dot_text
from kibitz.analysis.figures.output import Picture, pictures
from kibitz.analysis.matches import Sample, play
from kibitz.analysis.measures.all import Measures, measure
from kibitz.analysis.measures.branching import named
from kibitz.analysis.measures.histories import LeadHistory, SpreadHistory
from kibitz.analysis.page.game_page import archive, archive_path, game_page
from kibitz.analysis.page.reading import mean_text
from kibitz.analysis.story import Story, choice_names, told
from kibitz.analysis.subject import Progress, Seating, Subject
from kibitz.engine import Outcome, inline_html


@dataclass(frozen=True, slots=True)
class Report:
    """Everything there is to say about a game."""

    subject: Subject
    measures: Measures
    pictures: dict[str, Picture]
    story: Story | None
    extras: Mapping[str, bytes]
    """Files by name: tables as CSV, figures as SVG and PNG, the graph as DOT."""

    def _repr_html_(self) -> str:
        """The figures and the pictures, for notebooks."""
        character = self.measures.character
        rows = [
            (one.name, mean_text(one.value), one.remark)
            for one in (*character.scorer, *character.notebook)
        ]
        table = inline_html.listing(self.subject.page.title, ("measure", "value", ""), rows)
        drawn = (f"<div>{picture.svg}</div>" for picture in self.pictures.values())
        return table + "".join(drawn)


def measured(
    subject: Subject, seating: Seating, cache: kept_files.Cache, progress: Progress
) -> tuple[Sample, Measures]:
    """Play and measure, without any drawing. Raises what `play` does."""
    sample = play(subject.program, subject.plan, seating, cache, progress)
    progress("measuring", 0)
    return sample, measure(sample, subject.program)


def make_report(
    subject: Subject, seating: Seating, cache: kept_files.Cache, progress: Progress
) -> Report:
    """Play, measure, draw. Finished matches are kept in the cache.

    Raises CannotAnalyse, MatchError and PlayerFault as `play` does.
    """
    sample, counted = measured(subject, seating, cache, progress)
    choices = named(counted.branching, choice_names(subject))
    measures = replace(counted, branching=choices)
    progress("drawing", 0)
    drawn = pictures(subject, measures)
    progress("drawing", 1)
    story = told(subject, sample.thinking)
    return Report(subject, measures, drawn, story, _extras(subject, sample, measures, drawn))


def _extras(
    subject: Subject, sample: Sample, measures: Measures, drawn: dict[str, Picture]
) -> dict[str, bytes]:
    texts = tables(subject, sample, measures.spread, measures.lead)
    texts["movement.dot"] = dot_text(measures.movement, subject.page.title)
    files = {name: text.encode() for name, text in texts.items()}
    for picture in drawn.values():
        files[f"{picture.name}.svg"] = picture.svg.encode()
        files[f"{picture.name}.png"] = picture.png
    return files


def write_report(report: Report, folder: Path, home: str = "", play: str = "") -> Path:
    """The page, and its files in a folder of their own beside it; where the page lies.

    The page comes last: whoever finds it finds everything.
    """
    name = report.subject.name
    (folder / name).mkdir(parents=True, exist_ok=True)
    text = game_page(report.subject, report.measures, report.pictures, report.story, home, play)
    for file, data in report.extras.items():
        kept_files.write_atomically(folder / name / file, data)
    kept_files.write_atomically(folder / archive_path(name), archive(report.extras))
    page = folder / f"{name}.html"
    kept_files.write_atomically(page, text.encode())
    return page


def refuse_unwritable(folder: Path) -> None:
    """Raises OSError, before anything is played, if the folder cannot be written to."""
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / ".kibitz-probe"
    kept_files.write_atomically(probe, b"")
    probe.unlink()


Cell = str | int | float | None

CHOICE = ("game", "numPlayers", "ai", "run", "move", "player", "choices", "choice", "time")
RESULTS = ("game", "numPlayers", "ai", "run", "player", "score", "rank", "time")
SPREAD = ("game", "numPlayers", "ai", "run", "pmove", "player", "spread")
LEAD = (
    *("game", "numPlayers", "ai", "run", "move"),
    *("recorder", "player", "score", "rank", "rankestimate"),
)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row])
    return file.getvalue()


def tables(
    subject: Subject, sample: Sample, spread: SpreadHistory | None, lead: LeadHistory | None
) -> dict[str, str]:
    """The CSV files of one sample by name; the first letter of the thinking player stands for it.

    Of matches at random only how many options there were is known, not which was taken.
    """
    players, letter = subject.program.players, sample.player[:1].upper()
    random, thinking, mixed = (
        (subject.name, players, ai)
        for ai in ("R" * players, letter * players, letter + "R" * (players - 1))
    )
    choices = (
        (
            *(*about, match.number + 1, move, point.seat + 1, point.options),
            *(None if point.chosen is None else point.chosen + 1, None),
        )
        for about, matches in ((random, sample.random), (thinking, sample.thinking))
        for match in matches
        for move, point in enumerate(match.points, start=1)
    )
    samples = {random: sample.random, mixed: sample.mixed, thinking: sample.thinking}
    results = (
        (*about, match.number + 1, seat + 1, score, rank, None)
        for about, matches in samples.items()
        for match in matches
        for seat, (score, rank) in enumerate(
            zip(match.scores, Outcome(match.scores, subject.program.goal).ranks, strict=True)
        )
    )
    found = {"choice.csv": csv_text(CHOICE, choices), "results.csv": csv_text(RESULTS, results)}
    if spread is not None:
        rows = ((*thinking, row.run, row.pmove, row.player, row.spread) for row in spread.rows)
        found["spread.csv"] = csv_text(SPREAD, rows)
    if lead is not None:
        found["lead.csv"] = csv_text(LEAD, ((*thinking, *astuple(row)) for row in lead.rows))
    return found
