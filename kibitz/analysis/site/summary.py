"""What the index needs to know about a game; kept beside its page, so that it need not be
measured again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from math import isfinite

from kibitz import __version__
from kibitz.analysis.key_figures import figures
from kibitz.analysis.measures.branching import Branching
from kibitz.analysis.page import reading
from kibitz.analysis.report import Report
from kibitz.analysis.subject import Subject
from kibitz.analysis.thinking_matches import DECIDING, code_digest
from kibitz.engine import BadLine, checked_line, read_checked
from kibitz.games import GameKind, seats
from kibitz.recycle import check

FORMAT = "kibitz summary 7"
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
        line, _ = checked_line({"format": FORMAT, **asdict(self)}, "")
        return line.encode()

    @staticmethod
    def from_bytes(content: bytes) -> Summary | None:
        """The summary; None for anything but what `to_bytes` wrote."""
        try:
            (entry,) = read_checked(content).entries
            data = dict(entry)
            if data.pop("format") != FORMAT:
                return None
            data["kind"] = None if data["kind"] is None else GameKind(data["kind"])
            for name in ("tags", "seats", "information", "spread"):
                data[name] = tuple(data[name])
            data["branching"] = tuple(
                tuple((x, y) for x, y in curve) for curve in data["branching"]
            )
            data["facts"] = tuple((name, text, value) for name, text, value in data["facts"])
            data["lead"] = tuple(tuple(line) for line in data["lead"])
            return Summary(**data)
        except (BadLine, ValueError, KeyError, TypeError):
            return None


def stamp(subject: Subject) -> str:
    """Names everything a page is made from: rules, options, prose, plan, code."""
    program = subject.program
    facts = [
        FORMAT,
        __version__,
        program.digest,
        sorted(program.options.items()),
        repr(subject.plan),
        code_digest("analysis", *DECIDING),
        repr(subject.page),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def summarised(report: Report) -> Summary:
    measures, subject = report.measures, report.subject
    readings = {
        "flow": reading.read_flow(measures.movement, subject.page.layout.names),
        "branching": reading.read_branching(measures.branching),
    }
    if measures.spread is not None:
        readings["spread"] = reading.read_spread(measures.spread)
    if measures.lead is not None:
        readings["lead"] = reading.read_lead(measures.lead)
    return Summary(
        stamp=stamp(subject),
        name=subject.name,
        title=subject.page.title,
        summary=subject.page.summary,
        kind=subject.page.kind,
        tags=subject.page.tags,
        players=measures.players,
        seats=_seats(subject),
        information=tuple(one.name for one in measures.information if one.holds),
        facts=_facts(report),
        readings=readings,
        branching=_curves(measures.branching),
        spread=_thinned(measures.spread.mean.mean) if measures.spread else (),
        lead=tuple(_thinned(one.mean) for one in measures.lead.curves) if measures.lead else (),
    )


def _seats(subject: Subject) -> tuple[int, ...]:
    game = check(subject.program.source).game
    assert game is not None, "a program is made of a game without errors"
    return tuple(seats(game)) or (subject.program.players,)


def _facts(report: Report) -> tuple[Fact, ...]:
    return tuple(
        (one.name, one.text, one.value.value if one.value and isfinite(one.value.value) else None)
        for one in figures(report.measures)
    )


def _curves(table: Branching) -> tuple[tuple[tuple[float, float], ...], ...]:
    last = max(row.move for row in table.rows)
    return tuple(
        tuple(
            zip(
                _thinned(tuple(move / last for move, _ in kind.curve)),
                _thinned(tuple(options for _, options in kind.curve)),
                strict=True,
            )
        )
        for kind in table.kinds
    )


def _thinned(values: Line) -> Line:
    last = len(values) - 1
    places = [round(number * last / (_POINTS - 1)) for number in range(_POINTS)]
    return tuple(round(values[place], 4) for place in places)
