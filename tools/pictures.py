"""Draws docs/pictures: Golf Six as `kibitz analyze` shows it, tables as the browser does.

Takes two minutes on two cores; the table needs the extra `dev`, and Chromium.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.layout import looking, positions, room_of, show
from benchmarks.visitors import served
from kibitz import load
from kibitz.analysis import SamplePlan, make_report
from kibitz.cli.commands.analyze import subject_of
from kibitz.kept_files import user_cache
from kibitz.players import make_player

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
GAME = "golf-six"
PLAN = SamplePlan("mcts:per_option=200")
TABLES = ("golf", "hearts", "gin-rummy", "president", "skat")
DEVICES = {"table": (1280, 800), "phone": (390, 844)}
POSITIONS, SEED = 24, 3


def main() -> None:
    draw_tables()
    draw_analysis()


def draw_analysis() -> None:
    subject = subject_of(GAME, {}, PLAN)
    report = make_report(subject, make_player, user_cache("played"), lambda what, done: None)
    for path in sorted(FOLDER.glob(f"{GAME}-*.png")):
        path.write_bytes(report.pictures[path.stem.removeprefix(f"{GAME}-")].png)


def draw_tables() -> None:
    """In the middle of a match at random, as the first player sees it."""
    with served(Path(tempfile.mkdtemp())) as address, looking(address) as page:
        for name in TABLES:
            game = load(name)
            frames = [frame for frame in positions(game, name, POSITIONS, SEED) if frame["options"]]
            for device, (width, height) in DEVICES.items():
                page.set_viewport_size({"width": width, "height": height})
                for frame in frames[: len(frames) // 2 + 1]:
                    show(page, frame, room_of(game, name))
                page.screenshot(path=FOLDER / f"{name}-{device}.png")


if __name__ == "__main__":
    main()
