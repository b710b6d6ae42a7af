"""The player that searches with a net where that pays, and without one where it does not, and
counts endings out where they are short.

Which of the two it is depends on the game. It is tried out once, over the same deals, and kept
with the net.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock, current_thread
from time import monotonic

from kibitz.engine import Decision, Interpreter, Program, Rng, View
from kibitz.learning import Net, keep_net
from kibitz.players.endings import Endings
from kibitz.players.holes import scorecard_of
from kibitz.players.names import UnknownPlayer
from kibitz.players.nets import Key, key_of, meanwhile, net_for, net_of
from kibitz.players.parameters import count, wants_score
from kibitz.players.player import Choice, Player
from kibitz.players.search_settings import make_flat
from kibitz.players.standings import differences
from kibitz.players.tournament import PlayedDeal, Tournament, play_deals
from kibitz.recycle.syntax import Goal

TRIAL_SECONDS = 20.0
TRIAL_DEALS = 100
_FEWEST_DEALS = 6
"""Before that, no difference is believed."""
_SEED = 4_711
_TIMES = 10
"""A simulation without a net takes about a tenth of the time."""

_log = logging.getLogger(__name__)
_trying: dict[Key, Lock] = {}
_found: dict[Key, bool] = {}


@dataclass(frozen=True, slots=True)
class Expert:
    """Plays as the better one of two players does."""

    guided: Player
    plain: Player
    is_guided: Callable[[], bool]
    """Whether the net pays, when it is first needed: it may have to be tried out."""

    def choose(self, view: View, decision: Decision, rng: Rng) -> Choice:
        player = self.guided if self.is_guided() else self.plain
        return player.choose(view, decision, rng)


def make_expert(program: Program, values: Mapping[str, str]) -> Player:
    more = str(_TIMES * count(values, "per_option"))
    guided = {**values, "rollout": "learned", "depth": "2"}
    plain = {**values, "rollout": "uniform", "depth": "", "per_option": more}
    trial = _Trial(program, net_for(program, values), wants_score(program, values), values["net"])
    ways = {"first": trial.found, "meanwhile": trial.found_by_now}
    if values["training"] not in ways:
        raise UnknownPlayer(f"training is first or meanwhile, not {values['training']!r}")
    is_guided = ways[values["training"]]
    expert = Expert(make_flat(program, guided), make_flat(program, plain), is_guided)
    by_score = wants_score(program, values)
    return Endings(expert, Interpreter(program), by_score, scorecard_of(program))


@dataclass(frozen=True, slots=True)
class _Trial:
    """Finds out once whether a net makes a search better."""

    program: Program
    net: Callable[[], Net]
    by_score: bool
    file: str

    @property
    def _key(self) -> Key:
        return (*key_of(self.program, self.by_score), self.file)

    def found(self) -> bool:
        """Whoever comes while it is tried out waits for it."""
        with _trying.setdefault(self._key, Lock()):
            if self._key not in _found:
                _found[self._key] = _found_out(self.program, self.net(), self.file)
            return _found[self._key]

    def found_by_now(self) -> bool:
        """Not as long as it has yet to be found out: that is done while others play."""
        if self._key in _found:
            return _found[self._key]
        kept = None if self.file else net_of(self.program, by_score=self.by_score)
        if kept is not None and kept.guides is not None:
            return self.found()
        meanwhile(self._key, self.found)
        return False


def _found_out(program: Program, net: Net, file: str) -> bool:
    """Whether the net makes a search better: as was found before, or as a trial says."""
    if net.guides is not None:
        return net.guides
    name = program.source.name.removesuffix(".rcy")
    _log.warning("kibitz: trying out for %g seconds how to search in %s", TRIAL_SECONDS, name)
    guides = pays(program, net, file)
    if not file:
        keep_net(replace(net, guides=guides))
    return guides


def pays(program: Program, net: Net, file: str) -> bool:
    """Whether a search with the net of the file, or the kept one, does no worse than one without
    it in the same time: as a trial says."""
    reward = "score" if net.by_score else "rank"
    named = f",net={file}" if file else ""
    guided = f"flat:per_option=20,rollout=learned,depth=2,reward={reward}{named}"
    plain = f"flat:per_option={20 * _TIMES},reward={reward}"
    tournament = Tournament(program, (guided, plain), _SEED)
    played: list[PlayedDeal] = []
    end = monotonic() + TRIAL_SECONDS
    threads = 1 if current_thread().daemon else None
    for deal in play_deals(tournament, range(TRIAL_DEALS), threads):
        played.append(deal)
        if monotonic() > end or _is_clear(played, tournament, net):
            break
    return not played or _gain(played, tournament, net)[0] >= 0


def _is_clear(played: list[PlayedDeal], tournament: Tournament, net: Net) -> bool:
    gain, margin = _gain(played, tournament, net)
    return len(played) >= _FEWEST_DEALS and abs(gain) > 1.5 * margin


def _gain(played: list[PlayedDeal], tournament: Tournament, net: Net) -> tuple[float, float]:
    """What the first player has over the second in what they play for, and its margin."""
    (found,) = differences(played, tournament.players)
    mean = found.score if net.by_score else found.rank
    more_is_better = net.by_score and tournament.program.goal is Goal.MAX
    return (mean.value if more_is_better else -mean.value), mean.margin or 0.0
