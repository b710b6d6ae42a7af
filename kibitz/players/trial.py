"""How a game is best searched: some ways compete over the same deals, and who won is kept with
the net."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from kibitz.engine import Program, cancellation, player_settings
from kibitz.learning import Net, keep_net, kept_net
from kibitz.players.nets import Familiarity, guide
from kibitz.players.standings import Mean, less, mean_of
from kibitz.players.tournament import PlayedDeal, Tournament, TournamentMatch, play_deals
from kibitz.recycle import Goal

PLAIN = player_settings.read_settings("flat")
"""What needs no net."""
WAYS = {
    player_settings.read_settings("ismcts:rollout=learned,depth=1,ending=0.5"): 1,
    player_settings.read_settings("flat:rollout=learned,depth=2"): 3,
    PLAIN: 10,
    player_settings.read_settings("flat:rollout=learned,depth=2,ending=0.5"): 1,
    player_settings.read_settings("ismcts"): 10,
}
"""Players without a budget, the likeliest first. And how many of their simulations take as long as
one that is played on to the end with a net, about."""
FOLLOWING = player_settings.read_settings("learned")
"""What needs no search: what a net of another table foretells is told in that table's scores."""
TRIAL_SECONDS = 20.0
_SHARE = 0.2
"""Who learnt longer is tried out longer: at least for so much of the time that the net took."""
PACE = 100
"""Decisions a second that everyone has time for, in simulations that a net makes in so long. With
less time, who wins is not who plays best: a tree needs some simulations to grow, and what looks far
ahead needs many to see anything but chance."""
_PLAYED = 4
"""Simulations of a decision while one match is learnt: they begin in the middle of a match, and to
learn it takes as long as to play it."""
_SIMULATIONS = (20, 2_000)
"""The fewest and the most of a decision, whatever the net says of its speed."""
_CLEARLY, _PLAINLY = 1.5, 0.8
"""How many times the margin ends a duel at once, and how many take the place of the best so far:
with fewer, one of several that are no better would often do so by chance."""
_FEWEST_DEALS = 4
"""Before that, no difference is believed, and no duel ends: in a long match a way that suits a game
badly loses by so much that these show it."""
_MOST_DEALS = 200
_SEED = 4_711

_log = logging.getLogger(__name__)
_trying: dict[str, Lock] = {}
_found: dict[str, player_settings.PlayerSettings] = {}
"""By the digest of a net: the way that was found best with it, in this process."""


@dataclass(frozen=True, slots=True)
class SearchTrial:
    """Finds out once how a game is best searched."""

    program: Program
    net: Callable[[], Net]
    by_score: bool
    file: str | None
    """Of the net, if it is not the kept one."""

    def found(self) -> player_settings.PlayerSettings:
        """The way that is best. Whoever comes while they are tried out waits for it."""
        net = self.net()
        with _trying.setdefault(net.digest, Lock()):
            way = _known_way(net) or _found_out(self.program, net, self.file)
            _found[net.digest] = way
            return way

    def kept(self) -> player_settings.PlayerSettings:
        """What was found out before; else to do as a net of another table of the game does, or what
        needs no net. Nothing is trained or tried out."""
        if self.file:
            return _known_way(self.net()) or PLAIN
        found = guide(self.program, by_score=self.by_score)
        if found.familiarity is Familiarity.GAME:
            return FOLLOWING
        return (found.net and _known_way(found.net)) or PLAIN


def _known_way(net: Net) -> player_settings.PlayerSettings | None:
    """As was found out before."""
    return net.way if net.way in WAYS else _found.get(net.digest)


def _found_out(program: Program, net: Net, file: str | None) -> player_settings.PlayerSettings:
    """As a trial says; it is kept with the net, unless another one was kept meanwhile."""
    name = program.source.name.removesuffix(".rcy")
    seconds = max(TRIAL_SECONDS, round(_SHARE * net.seconds))
    _log.warning("kibitz: trying out for about %g seconds how to search in %s", seconds, name)
    way = best_way(program, net, file, int(seconds * PACE * net.threads))
    kept = None if file else kept_net(program, by_score=net.by_score)
    if kept is not None and kept.digest == net.digest:
        keep_net(replace(net, way=way))
    return way


def best_way(
    program: Program, net: Net, file: str | None, decisions: int
) -> player_settings.PlayerSettings:
    """The way that wins with the net of the file, or the kept one: everyone meets the best so far
    and takes its place if it does plainly better with as many simulations as take as long.

    So many decisions are made for it, or a few more. No clock is looked at: the same net gives the
    same way.
    """
    best, *others = WAYS
    for number, way in enumerate(others):
        duel = _Duel(program, net, file, way, best)
        played = _played(duel, decisions // (len(others) - number))
        decisions -= _decisions(played)
        if _is_beyond(_PLAINLY, duel, played) and duel.gain(played).value > 0:
            best = way
    return best


def simulations(net: Net) -> int:
    """As many as the net played on to the end in the time for a decision, when it learnt."""
    matches = net.matches / max(net.seconds * net.threads, 1e-9) / PACE
    least, most = _SIMULATIONS
    return int(max(least, min(most, _PLAYED * matches)))


@dataclass(frozen=True, slots=True)
class _Duel:
    """Two ways to search, and what they play for."""

    program: Program
    net: Net
    file: str | None
    first: player_settings.PlayerSettings
    second: player_settings.PlayerSettings

    @property
    def players(self) -> tuple[str, str]:
        return self._player(self.first), self._player(self.second)

    def _player(self, way: player_settings.PlayerSettings) -> str:
        reward = player_settings.Reward.SCORE if self.net.by_score else player_settings.Reward.RANK
        sims = WAYS[way] * simulations(self.net)
        return str(replace(way, sims=sims, reward=reward, net=self.file))

    def gain(self, played: list[PlayedDeal]) -> Mean:
        """What the first has over the second, counted as the net counts."""
        place, score = self.net.wants
        sign = 1 if self.program.goal is Goal.MAX else -1

        def worth(match: TournamentMatch, seat: int) -> float:
            outcome = match.outcome
            steps = max(1, len(outcome.ranks) - 1)
            scored = sign * outcome.scores[seat] / self.net.scale
            return score * scored - place * outcome.ranks[seat] / steps

        return mean_of(less(played, *self.players, worth))


def _played(duel: _Duel, decisions: int) -> list[PlayedDeal]:
    """The first deals of the duel, until it is clear who is better or so many decisions are made,
    whichever of them ends first on however many cores."""
    played: list[PlayedDeal] = []
    early: dict[int, PlayedDeal] = {}
    threads = 1 if cancellation.has_one_core() else None
    tournament = Tournament(duel.program, duel.players, _SEED)
    for deal in play_deals(tournament, range(_MOST_DEALS), threads):
        early[deal.number] = deal
        while len(played) in early:
            played.append(early.pop(len(played)))
            is_over = len(played) >= _FEWEST_DEALS and _decisions(played) >= decisions
            if is_over or _is_beyond(_CLEARLY, duel, played):
                return played
    return played


def _decisions(played: list[PlayedDeal]) -> int:
    return sum(match.decisions for deal in played for match in deal.matches)


def _is_beyond(margins: float, duel: _Duel, played: list[PlayedDeal]) -> bool:
    """Whether one of them is ahead by more than so many times the margin."""
    if len(played) < _FEWEST_DEALS:
        return False
    gain = duel.gain(played)
    return abs(gain.value) > margins * (gain.margin or 0.0)
