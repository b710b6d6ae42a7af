"""Asking a player, and not believing everything it answers."""

from __future__ import annotations

from kibitz.engine import Decision, MatchError, Rng, View
from kibitz.players.player import Choice, Player
from kibitz.recycle import KibitzError


class PlayerFault(KibitzError):
    """A player failed or answered nonsense; says which one, at which seat, and what it did."""


def ask(player: Player, name: str, view: View, decision: Decision, rng: Rng) -> Choice:
    """The player's choice, which the decision offers. Raises PlayerFault if there is none.

    A rule that fails inside a search is no fault of the player: that MatchError passes through.
    """
    who = f"{name} (player {decision.seat + 1})"
    try:
        choice = player.choose(view, decision, rng)
    except MatchError:
        raise
    except Exception as error:  # anybody may write a player, so anything may come out of it
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise PlayerFault(f"{who} failed: {what}") from error
    options = len(decision.options)
    if not isinstance(choice, Choice):
        raise PlayerFault(f"{who} must return a Choice, not {choice!r}")
    if not isinstance(choice.option, int) or not 0 <= choice.option < options:
        raise PlayerFault(
            f"{who} chose option {choice.option!r}; there are options 0 to {options - 1}"
        )
    return choice
