"""Ctrl-C ends any command at once, whatever it is computing, and without a traceback."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from itertools import islice, product
from pathlib import Path
from string import ascii_uppercase
from time import monotonic, sleep

import numpy as np
import pytest
from commands import kibitz, written

from kibitz import load
from kibitz.engine.native import learner
from kibitz.engine.native.layout.net_layout import net_size
from kibitz.learning import Net, write_net
from kibitz.learning.net import rules_of

pytestmark = pytest.mark.slow

SECONDS = 1.0
"""Of every processor, which is what is promised: whatever else the machine does is not counted."""
AT_WORK = 2.5
"""Seconds of a processor after which a command has begun what it is to do."""

NAMES = ["".join(letters) for letters in islice(product(ascii_uppercase, repeat=3), 250)]
AWARDS = " ".join(f"((RANK : {name}) (game sto WORTH))" for name in NAMES[:60])
SLOW = f"""
(game
 (setup (create players 2) (create deck (game iloc STOCK) (deck (RANK ({", ".join(NAMES)})))))
 (do (
  (set (game points WORTH) ({AWARDS}))
  (set (game sto MANY) 380)))
 (stage player
  (end (== (game sto TURNS) 2000000))
  (choice ((any (range 1..400) 'N
   (do (
    (inc (game sto TURNS))
    (all (range 1..(game sto MANY)) 'M
     (inc (game sto FOUND)
      (size (runs largest 2 (game iloc STOCK) using (game points WORTH)))))))))))
 (scoring max (game sto FOUND)))
"""
"""There are many options, and to play any of them takes as long as a decision may."""

COMMANDS = [
    "simulate slow.rcy -n 1000",
    "simulate slow.rcy -n 1000 --engine reference",
    "simulate slow.rcy -n 10 --players flat",
    "train slow.rcy --minutes 5",
    "simulate slow.rcy -n 10 --players learned:minutes=5",
    "analyze slow.rcy --out page.html",
    "compare slow.rcy hearts",
    "site slow.rcy --out pages",
    "tournament slow.rcy --players flat,uniform --deals 1000",
    "ladder slow.rcy --players flat,uniform",
    "trace slow.rcy --seed 1",
    "play slow.rcy --players ismcts:sims=1000000 --seed 1",
    "play slow.rcy --players learned:net=slow.net --seed 1",
    "drill slow.rcy --seed 1",
    "drill slow.rcy --sheet --seed 1",
    "bench slow.rcy",
    "exploit leduc-poker flat:sims=1000000",
    "advise match.jsonl --move 7 --seconds 600",
    "review match.jsonl --simulations 1000000000",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_ends_a_command_at_once(command: str, tmp_path: Path) -> None:
    written(tmp_path, SLOW, "slow.rcy")
    if "match.jsonl" in command:
        record = tmp_path / "match.jsonl"
        kibitz("play", "golf-six", "--players", "uniform", "--seed", "1", "--record", record)
    if "slow.net" in command:
        write_net(tmp_path / "slow.net", untrained_net(tmp_path / "slow.rcy"))
    said = tmp_path / "said"  # a pipe would be full before long
    with (
        said.open("wb") as output,
        subprocess.Popen(
            [sys.executable, "-m", "kibitz", *command.split()],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
        ) as ran,
    ):
        end = monotonic() + 120
        while ran.poll() is None and busy_seconds(ran.pid) < AT_WORK:
            assert monotonic() < end, "it waits for something"
            sleep(0.02)
        assert ran.poll() is None, said.read_text()
        told = busy_seconds(ran.pid) + of_children()
        ran.send_signal(signal.SIGINT)
        ran.wait(60)
    assert of_children() - told < SECONDS * (os.cpu_count() or 1)
    assert ran.returncode == 130, said.read_text()
    assert "Traceback" not in said.read_text()


def untrained_net(rules: Path) -> Net:
    """Training takes too long where every option does."""
    program = load(rules).program
    plan = learner(program).plan
    weights = np.zeros(net_size(plan.rows), np.float32)
    return Net(weights, rules_of(program, plan), False, 1, 1, 1, 1.0, 0.0, 1.0)


def of_children() -> float:
    """What processes that have ended took of the processors."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def busy_seconds(process: int) -> float:
    """What a process that runs has taken of the processors."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
