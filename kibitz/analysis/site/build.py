"""Builds the site, making again only what has changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz import kept_files
from kibitz.analysis.key_figures import figures
from kibitz.analysis.measures.branching import Branching
from kibitz.analysis.page import reading
from kibitz.analysis.page.html import WORKSHOP
from kibitz.analysis.report import Report, write_report
from kibitz.analysis.site.pages import compare_page, index_page
from kibitz.analysis.subject import CannotAnalyse, Subject
from kibitz.analysis.thinking_matches import DECIDING, code_digest, facts_digest
from kibitz.engine import journal
from kibitz.games import GameKind, seats
from kibitz.recycle import check

FORMAT = "kibitz summary 8"
_POINTS = 26
"""A thumbnail needs no more."""

Line = tuple[float, ...]
Fact = tuple[str, str, float | None]
"""What it is called, how it is written, and what it is sorted by; None comes last."""


@dataclass(frozen=True, slots=True)
class Summary:
    stamp: str
    """What the page was made from; another stamp, another page."""
    name: str
    play: str
    """Where it can be played, seen from the pages; empty where it cannot."""
    title: str
    summary: str
    kind: GameKind | None
    tags: tuple[str, ...]
    players: int
    seats: tuple[int, ...]
    """How many may play it, by its options."""
    information: tuple[str, ...]
    facts: tuple[Fact, ...]
    """What can be compared, heuristics among them."""
    readings: dict[str, str]
    """By figure: what it shows in words."""
    branching: tuple[tuple[tuple[float, float], ...], ...]
    """By kind of decision: options over the match, as (portion, options)."""
    spread: Line
    lead: tuple[Line, ...]
    """By final rank."""

    def to_bytes(self) -> bytes:
        line, _ = journal.checked_line({"format": FORMAT, **asdict(self)}, "")
        return line.encode()

    @staticmethod
    def from_bytes(content: bytes) -> Summary | None:
        """The summary; None for anything but what `to_bytes` wrote."""
        try:
            (entry,) = journal.read_checked(content).entries
            data = dict(entry)
            if data.pop("format") != FORMAT:
                return None
            data["kind"] = None if data["kind"] is None else GameKind(data["kind"])
            return Summary(**{name: _tupled(value) for name, value in data.items()})
        except (journal.BadLine, ValueError, KeyError, TypeError):
            return None


def _tupled(value: Any) -> Any:
    """JSON knows no tuples."""
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


def stamp(subject: Subject, play: str) -> str:
    """Names everything a page is made from: rules, options, prose, plan, code, and its links."""
    code = code_digest("analysis", *DECIDING)
    facts = (subject.program, repr(subject.plan), code, repr(subject.page), play)
    return facts_digest(FORMAT, *facts)[:32]


def summarised(report: Report, play: str) -> Summary:
    measures, subject = report.measures, report.subject
    readings = reading.readings(measures, subject.page.layout.names)
    readings.pop("skill", None)  # has no figure where two games are compared
    game = check(subject.program.source).game
    assert game is not None, "a program is made of a game without errors"
    return Summary(
        stamp=stamp(subject, play),
        name=subject.name,
        play=play,
        title=subject.page.title,
        summary=subject.page.summary,
        kind=subject.page.kind,
        tags=subject.page.tags,
        players=measures.players,
        seats=tuple(seats(game)) or (subject.program.players,),
        information=tuple(one.name for one in measures.information if one.holds),
        facts=tuple((one.name, one.text, one.sorted_by) for one in figures(measures)),
        readings=readings,
        branching=_curves(measures.branching),
        spread=_thinned(measures.spread.mean.mean) if measures.spread else (),
        lead=tuple(_thinned(one.mean) for one in measures.lead.curves) if measures.lead else (),
    )


def _curves(table: Branching) -> tuple[tuple[tuple[float, float], ...], ...]:
    last = max(row.move for row in table.rows)
    curves = []
    for kind in table.kinds:
        moves, options = zip(*((move / last, options) for move, options in kind.curve), strict=True)
        curves.append(tuple(zip(_thinned(moves), _thinned(options), strict=True)))
    return tuple(curves)


def _thinned(values: Line) -> Line:
    last = len(values) - 1
    places = [round(number * last / (_POINTS - 1)) for number in range(_POINTS)]
    return tuple(round(values[place], 4) for place in places)


INDEX, COMPARE = "index", "compare"


def refuse_names(subjects: Sequence[Subject]) -> None:
    """Raises CannotAnalyse if two pages would have the same name."""
    for name, count in Counter(subject.name for subject in subjects).items():
        if name in (INDEX, COMPARE, WORKSHOP):
            raise CannotAnalyse(f"a game called {name} would take the place of the site's own page")
        if count > 1:
            raise CannotAnalyse(f"{count} games are called {name}, and each needs its own page")


def find_summary(subject: Subject, folder: Path, play: str = "") -> Summary | None:
    """The summary of the page that is already there; None if it is missing or out of date."""
    if not (folder / f"{subject.name}.html").is_file():
        return None
    try:
        found = Summary.from_bytes(_summary_path(subject, folder).read_bytes())
    except OSError:
        return None
    return found if found is not None and found.stamp == stamp(subject, play) else None


def build_game(report: Report, folder: Path, play: str = "") -> Summary:
    """The game's page, made again, and its summary; `play` leads to a table, if there is one."""
    write_report(report, folder, f"{INDEX}.html", play)
    summary = summarised(report, play)
    kept_files.write_atomically(_summary_path(report.subject, folder), summary.to_bytes())
    return summary


def write_index(summaries: Sequence[Summary], folder: Path) -> Path:
    """The index and the comparison; where the index lies."""
    kept_files.write_atomically(folder / f"{COMPARE}.html", compare_page(summaries).encode())
    index = folder / f"{INDEX}.html"
    kept_files.write_atomically(index, index_page(summaries).encode())
    return index


def _summary_path(subject: Subject, folder: Path) -> Path:
    return folder / subject.name / "summary.json"
