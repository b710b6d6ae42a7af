"""One kibitz command in a process of its own, that may take so much time and memory and no more."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

CPU_SECONDS = 5
MEBIBYTES = 512
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ending:
    """How the command ended, and what it took."""

    exit_code: int
    said: str
    cpu_seconds: float
    mebibytes: float


def run(arguments: list[str], files: Mapping[str, bytes], folder: Path) -> Ending:
    """The end of `kibitz ARGUMENTS` in a folder with these files; killed soon after its time."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    home = {name: str(folder / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *arguments],
            cwd=folder,
            env={**os.environ, **home, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (CPU_SECONDS + 2, CPU_SECONDS + 2))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    text = (folder / "said").read_text(encoding="utf-8", errors="replace")
    seconds = used.ru_utime + used.ru_stime
    return Ending(process.returncode, text, seconds, used.ru_maxrss / 1024)
