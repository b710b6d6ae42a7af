"""Who cannot be beaten in a small game of two, because that was worked out, and elsewhere plays as
another player does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine import Decision, Program, Rng, View
from kibitz.players.player import Choice, Player, Telling
from kibitz.solver import Aim, drawn, mixed_play


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """Plays as another player does; a small game of two so that nobody can win against it."""

    player: Player
    program: Program
    by_score: bool

    def odds(self, view: View, options: int) -> Sequence[float] | None:
        """How often it takes each option, where that is known."""
        shares = self._worked_out(view, options)
        if shares is None and isinstance(self.player, Telling):
            return self.player.odds(view, options)
        return shares

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        shares = self._worked_out(view, len(decision.options))
        if shares is None:
            return self.player.choose(view, decision, rng)
        return Choice(drawn(shares, rng))

    def _worked_out(self, view: View, options: int) -> Sequence[float] | None:
        play = mixed_play(self.program, Aim.SCORE if self.by_score else Aim.PLACE)
        shares = None if play is None else play.shares_at(self.program, view, options)
        return None if shares is None else shares.tolist()
