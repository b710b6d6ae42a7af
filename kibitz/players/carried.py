"""What a player of kibitz comes to where there is neither a compiler nor numpy, as in a page: who
asks a net, how a search is made, how often."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.engine import Program, player_settings
from kibitz.players.learned import LEVELS, MIXED, usual_stake
from kibitz.players.nets import Guidance, guide, net_for
from kibitz.players.trial import FOLLOWING, WAYS, SearchTrial


@dataclass(frozen=True, slots=True)
class CarriedPlayer:
    """A player as plain numbers."""

    slip: float | None = None
    """It asks the net, and takes an option that is worth so much less e times more rarely."""
    search: player_settings.PlayerSettings | None = None
    """Else it searches in this way …"""
    per_option: int = 0
    """… so often for every option."""


def carried_player(program: Program, name: str) -> CarriedPlayer:
    """The player of that name, one of a level or the expert, as far as is known of it now: nothing
    is trained or tried out for it."""
    settings = player_settings.read_settings(name)
    by_score = settings.wants_score(program)
    reward = player_settings.Reward.SCORE if by_score else player_settings.Reward.RANK
    net = carried_guide(program, name).net
    if settings.kind in LEVELS:
        level = LEVELS[settings.kind]
        if net is not None:
            return CarriedPlayer(level.slip * usual_stake(program, net))
        plain = player_settings.PlayerSettings("flat", reward=reward)
        return CarriedPlayer(search=plain, per_option=level.per_option)
    way = SearchTrial(program, net_for(program, settings), by_score, None).kept()
    if net is not None and way == FOLLOWING:
        return CarriedPlayer(MIXED * usual_stake(program, net) if net.is_mixed else 0.0)
    search = replace(way, reward=reward)
    return CarriedPlayer(search=search, per_option=WAYS[way] * settings.per_option)


def carried_guide(program: Program, name: str) -> Guidance:
    """Who such a player asks."""
    settings = player_settings.read_settings(name)
    return guide(program, by_score=settings.wants_score(program))
