"""One game from play to page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.analysis.choice_names import choice_names
from kibitz.analysis.figures.dot import dot_text
from kibitz.analysis.matches import Sample, play
from kibitz.analysis.measures.all import Measures, measure
from kibitz.analysis.measures.branching import named
from kibitz.analysis.measures.tables import Tables
from kibitz.analysis.page.game_page import archive, archive_path, game_page
from kibitz.analysis.pictures import Picture, pictures
from kibitz.analysis.story import Story, told
from kibitz.analysis.subject import Progress, Seating, Subject
from kibitz.engine import Cache, write_atomically


@dataclass(frozen=True, slots=True)
class Report:
    """Everything there is to say about a game."""

    subject: Subject
    measures: Measures
    pictures: dict[str, Picture]
    story: Story | None
    extras: Mapping[str, bytes]
    """Files by name: tables as CSV, figures as SVG and PNG, the graph as DOT."""


def measured(
    subject: Subject, seating: Seating, cache: Cache, progress: Progress
) -> tuple[Sample, Measures]:
    """Play and measure, without any drawing. Raises what `play` does."""
    sample = play(subject.program, subject.plan, seating, cache, progress)
    progress("measuring", 0)
    return sample, measure(sample, subject.program)


def make_report(subject: Subject, seating: Seating, cache: Cache, progress: Progress) -> Report:
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
    letter = sample.player[:1].upper()
    tables = Tables(subject.name, letter, sample, subject.program.goal)
    texts = {
        "choice.csv": tables.choice(),
        "results.csv": tables.results(),
        "movement.dot": dot_text(measures.movement, subject.page.title),
    }
    if measures.spread is not None:
        texts["spread.csv"] = tables.spread(measures.spread)
    if measures.lead is not None:
        texts["lead.csv"] = tables.lead(measures.lead)
    files = {name: text.encode() for name, text in texts.items()}
    for picture in drawn.values():
        files[f"{picture.name}.svg"] = picture.svg.encode()
        files[f"{picture.name}.png"] = picture.png
    return files


def write_report(report: Report, folder: Path, home: str | None = None) -> Path:
    """The page, and its files in a folder of their own beside it; where the page lies.

    The page comes last: whoever finds it finds everything.
    """
    name = report.subject.name
    (folder / name).mkdir(parents=True, exist_ok=True)
    text = game_page(report.subject, report.measures, report.pictures, report.story, home)
    for file, data in report.extras.items():
        write_atomically(folder / name / file, data)
    write_atomically(folder / archive_path(name), archive(report.extras))
    page = folder / f"{name}.html"
    write_atomically(page, text.encode())
    return page


def refuse_unwritable(folder: Path) -> None:
    """Raises OSError, before anything is played, if the folder cannot be written to."""
    folder.mkdir(parents=True, exist_ok=True)
    probe = folder / ".kibitz-probe"
    write_atomically(probe, b"")
    probe.unlink()
