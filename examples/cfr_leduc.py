"""Tabular CFR+ on Leduc poker, by OpenSpiel: pip install 'kibitz[openspiel]'.

OpenSpiel knows nothing of Leduc here: the tree comes from the text of the game. The exploitability
it finds goes down towards 0, what an opponent who knows everything would win a hand.
"""

from __future__ import annotations

import argparse

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import kibitz.openspiel  # noqa: F401 - registers `kibitz` with OpenSpiel


def main(game: str = "leduc-poker", iterations: int = 100, every: int = 20) -> list[float]:
    """The exploitability of the mean policy, from time to time."""
    loaded = pyspiel.load_game(f"kibitz(game={game})")
    solver, curve = cfr.CFRPlusSolver(loaded), []
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % every == 0:
            curve.append(exploitability.exploitability(loaded, solver.average_policy()))
            print(f"{game}, iteration {iteration}: exploitability {curve[-1]:.4f}", flush=True)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="leduc-poker")
    parser.add_argument("--iterations", type=int, default=100)
    said = parser.parse_args()
    main(said.game, said.iterations)
