"""The report: on the terminal line by line, and as `results.md`."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.figures import HEADINGS, Figure, Section, cells
from benchmarks.handwritten import compiler

PACKAGES = ("kibitz", "llvmlite", "numpy", "open_spiel")
WIDTHS = (38, 13, 26, 11, 20, 12)


def line(figure: Figure) -> str:
    """The figure as a line of the terminal."""
    return padded(cells(figure))


def padded(parts: tuple[str, ...]) -> str:
    columns = (text.ljust(width) for text, width in zip(parts, WIDTHS, strict=False))
    return " ".join((*columns, parts[-1])).rstrip()


def summary(sections: list[Section]) -> str:
    """How many targets were reached, and which were not."""
    judged = [f for section in sections for f in section.figures if f.reached is not None]
    failed = [figure.name for figure in judged if not figure.reached]
    reached = f"{len(judged) - len(failed)} of {len(judged)} targets reached"
    return reached + (f"; not reached: {', '.join(failed)}" if failed else "")


def document(sections: list[Section], command: str, machine: list[str]) -> str:
    """The whole of `results.md`."""
    parts = ["# How fast kibitz is", _preface(command, machine), summary(sections) + "."]
    for section in sections:
        parts += [f"## {section.title}", section.note, _table(section.figures)]
    return "\n\n".join(parts) + "\n"


def _preface(command: str, machine: list[str]) -> str:
    facts = [
        f"Written by `{command}`; a new run overwrites it.",
        "Values are medians of the rounds, the spread is from the lowest to the highest.",
    ]
    return " ".join(facts) + "\n\n" + "\n".join(f"- {fact}" for fact in machine)


def about() -> list[str]:
    """The machine, the versions, and how busy the machine is now."""
    versions = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    return [
        f"machine: {_processor()}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.release()}",
        f"Python {platform.python_version()}, {versions}",
        f"C compiler: {_compiler_version()}",
        f"load of the machine when the run began: {os.getloadavg()[0]:.1f}",
    ]


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    if facts.is_file():
        for entry in facts.read_text().splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"


def _compiler_version() -> str:
    cc = compiler()
    if cc is None:
        return "none"
    told = subprocess.run([cc, "--version"], capture_output=True, text=True, check=True)
    return told.stdout.splitlines()[0]


def _table(figures: tuple[Figure, ...]) -> str:
    rows = [HEADINGS, ("---",) * len(HEADINGS), *map(cells, figures)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
