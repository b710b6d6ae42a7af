"""The player that searches in the way that suits the game best, with a net where that pays, and
counts endings out where they are short."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from kibitz.engine import Decision, Interpreter, Program, Rng, View
from kibitz.players.budget import count, wants_score
from kibitz.players.endings import Endings
from kibitz.players.names import UnknownPlayer, built_in_player
from kibitz.players.nets import net_for
from kibitz.players.player import Choice, Player
from kibitz.players.trial import WAYS, SearchTrial


@dataclass(frozen=True, slots=True)
class Expert:
    """Plays as another player does that is chosen for the game."""

    way: Callable[[], str]
    """How to search, when that is first needed: it may have to be tried out."""
    player: Callable[[str], Player]
    """Who searches in that way."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        return self.player(self.way()).choose(view, decision, rng)


def make_expert(program: Program, values: Mapping[str, str]) -> Player:
    by_score = wants_score(program, values)
    count(values, "per_option")
    trial = SearchTrial(program, net_for(program, values), by_score, values["net"])
    ways = {"first": trial.found, "kept": trial.kept}
    if values["training"] not in ways:
        raise UnknownPlayer(f"training is first or kept, not {values['training']!r}")
    expert = Expert(ways[values["training"]], cache(partial(_searching, program, values)))
    return Endings(expert, Interpreter(program), by_score)


def _searching(program: Program, values: Mapping[str, str], way: str) -> Player:
    """Who searches in that way, with so many simulations that it takes as long as any other."""
    per_option = WAYS[way] * count(values, "per_option")
    said = {**values, "per_option": str(per_option), "training": ""}
    settings = [f"{name}={value}" for name, value in said.items() if value]
    return built_in_player(f"{way},{','.join(settings)}", program)
