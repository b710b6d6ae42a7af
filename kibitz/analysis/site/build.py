"""Builds the site, making again only what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from kibitz.analysis.report import Report, write_report
from kibitz.analysis.site.compare_page import compare_page
from kibitz.analysis.site.index_page import index_page
from kibitz.analysis.site.summary import Summary, stamp, summarised
from kibitz.analysis.subject import CannotAnalyse, Subject
from kibitz.engine import write_atomically

INDEX, COMPARE = "index", "compare"


def refuse_names(subjects: Sequence[Subject]) -> None:
    """Raises CannotAnalyse if two pages would have the same name."""
    for name, count in Counter(subject.name for subject in subjects).items():
        if name in (INDEX, COMPARE):
            raise CannotAnalyse(f"a game called {name} would take the place of the site's own page")
        if count > 1:
            raise CannotAnalyse(f"{count} games are called {name}, and each needs its own page")


def find_summary(subject: Subject, folder: Path) -> Summary | None:
    """The summary of the page that is already there; None if it is missing or out of date."""
    if not (folder / f"{subject.name}.html").is_file():
        return None
    try:
        found = Summary.from_bytes(_summary_path(subject, folder).read_bytes())
    except OSError:
        return None
    return found if found is not None and found.stamp == stamp(subject) else None


def build_game(subject: Subject, folder: Path, reported: Callable[[Subject], Report]) -> Summary:
    """The game's page, made again, and its summary."""
    report = reported(subject)
    write_report(report, folder, home=f"{INDEX}.html")
    summary = summarised(report)
    write_atomically(_summary_path(subject, folder), summary.to_bytes())
    return summary


def write_index(summaries: Sequence[Summary], folder: Path) -> Path:
    """The index and the comparison; where the index lies."""
    write_atomically(folder / f"{COMPARE}.html", compare_page(summaries).encode())
    index = folder / f"{INDEX}.html"
    write_atomically(index, index_page(summaries).encode())
    return index


def _summary_path(subject: Subject, folder: Path) -> Path:
    return folder / subject.name / "summary.json"
