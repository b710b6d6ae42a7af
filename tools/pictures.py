"""Draws docs/pictures: Golf Six, as `kibitz analyze` shows it. Takes a minute on two cores."""

from __future__ import annotations

from pathlib import Path

from kibitz.analysis import SamplePlan, make_report
from kibitz.cli.analysing import subject_of
from kibitz.engine.kept_files import user_cache
from kibitz.players import make_player

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
GAME = "golf-six"
PLAN = SamplePlan("mcts:per_option=200")


def main() -> None:
    subject = subject_of(GAME, {}, PLAN)
    report = make_report(subject, make_player, user_cache("played"), lambda what, done: None)
    for path in sorted(FOLDER.glob(f"{GAME}-*.png")):
        path.write_bytes(report.pictures[path.stem.removeprefix(f"{GAME}-")].png)


if __name__ == "__main__":
    main()
