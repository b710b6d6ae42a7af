"""A command in a process of its own, that may take so much time and memory and no more."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

CPU_SECONDS = 5
MEBIBYTES = 512
ROOT = Path(__file__).parents[2]

WATCHED = f"""
import resource, subprocess, sys
limit = {CPU_SECONDS + 2}
resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
ended = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as report:
    print(ended, used.ru_utime + used.ru_stime, used.ru_maxrss, file=report)
"""
"""Small itself, because the memory of a process is counted from that of whoever started it."""


@dataclass(frozen=True)
class Ending:
    """How the command ended, and what it took."""

    exit_code: int
    said: str
    cpu_seconds: float
    mebibytes: float


def run(
    arguments: list[str],
    files: Mapping[str, bytes],
    folder: Path,
    *,
    program: tuple[str, ...] = ("-m", "kibitz"),
    typed: bytes = b"",
) -> Ending:
    """The end of `kibitz ARGUMENTS`, or of another Python program, in a folder with these files,
    when somebody types this; killed soon after its time."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    home = {name: str(folder / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    report = folder / "report"
    command = [sys.executable, *program, *arguments]
    (folder / "typed").write_bytes(typed)
    with (folder / "said").open("wb") as said, (folder / "typed").open("rb") as keyboard:
        subprocess.run(
            [sys.executable, "-S", "-c", WATCHED, str(report), *command],
            cwd=folder,
            env={**os.environ, **home, "PYTHONPATH": str(ROOT)},
            stdin=keyboard,
            stdout=said,
            stderr=said,
            check=True,
        )
    text = (folder / "said").read_text(encoding="utf-8", errors="replace")
    exit_code, seconds, kibibytes = report.read_text(encoding="utf-8").split()
    return Ending(int(exit_code), text, float(seconds), int(kibibytes) / 1024)
