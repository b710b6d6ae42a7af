"""How a game is best searched. Every way says what it would do at positions of matches that the net
plays by itself, that is tried out in worlds that are the same for all, and who gains most over the
net is kept with it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock

import numpy as np
import numpy.typing as npt

from kibitz.engine import (
    Decision,
    Interpreter,
    MatchError,
    Outcome,
    Program,
    Rng,
    View,
    cancellation,
    player_settings,
    rounds_of,
    shared_ranks,
)
from kibitz.engine.native import Appraiser, learner
from kibitz.learning import Net, keep_net, kept_net
from kibitz.players.learned import LEVELS, MIXED, Learned, usual_stake
from kibitz.players.nets import Familiarity, Guidance, guide, net_for
from kibitz.players.pieces import side_by_side
from kibitz.players.player import Player, ask, make_player
from kibitz.players.standings import Mean, less, mean_of
from kibitz.players.tournament import PlayedDeal, Tournament, TournamentMatch, play_deals, rotations
from kibitz.recycle import Goal

FOLLOWING = player_settings.read_settings("learned")
"""What needs no search: the floor. No way is taken that is not better than it."""
PLAIN = player_settings.read_settings("flat")
"""What needs no net."""
HEEDING = player_settings.read_settings("flat:rollout=learned,depth=2")
"""What tries options in worlds that what was told allows, and else believes the net."""
WAYS = {
    FOLLOWING: 1,
    HEEDING: 3,
    player_settings.read_settings("ismcts:rollout=learned,depth=1,ending=0.5"): 1,
    player_settings.read_settings("flat:rollout=learned,depth=2,ending=0.5"): 1,
    PLAIN: 10,
    player_settings.read_settings("ismcts"): 10,
}
"""Players without a budget. And how many of their simulations take as long as one that is played on
to the end with a net, about."""
TRIAL_SECONDS = 20.0
"""Of one core, about."""
PACE = 100
"""Decisions a second that everyone has time for, in simulations that a net makes in so long. With
less time, who wins is not who plays best: a tree needs some simulations to grow, and what looks far
ahead needs many to see anything but chance."""
_PLAYED = 4
"""Simulations of a decision while one match is learnt: they begin in the middle of a match, and to
learn it takes as long as to play it."""
_SIMULATIONS = (20, 2_000)
"""The fewest and the most of a decision, whatever the net says of its speed."""
_WORLDS = (24, 200)
"""The fewest and the most that an option is tried in."""
_OF_A_MATCH, _ROUND, _ROUNDS = 6, 8, 4
"""Positions that are taken from a match, matches after which is asked who is still in, and how
often that is asked at least, if need be after fewer matches."""
_STEP = 0.2
"""What one decision of such a match takes, in those of the trial."""
_LONGEST, _CUT = 400, 120
"""Decisions of a match that positions are taken from, and after which one that is tried out is cut
and scored as it stands."""
_DUEL = 0.4
"""The part of the trial that is left for the duel of the best way with the net: worlds do not heed
what others meant by their choices, matches do."""
_DEALS, _SHORTEST = (2, 6, 60), 60
"""Of a duel: the fewest deals, as many as there should be, and the most; and after how many
decisions a match may be cut."""
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
    _log.warning("kibitz: trying out for about %g seconds how to search in %s", TRIAL_SECONDS, name)
    way = best_way(program, net, file, int(TRIAL_SECONDS * PACE))
    kept = None if file else kept_net(program, by_score=net.by_score)
    if kept is not None and kept.digest == net.digest:
        keep_net(replace(net, way=way))
    return way


def best_way(
    program: Program, net: Net, file: str | None, decisions: int
) -> player_settings.PlayerSettings:
    """The way with the best lower bound of what it gains over the net of the file, or the kept one;
    to do as the net does, where none is sure to gain or the best one loses matches against it.

    It takes as long as so many decisions, or a little more: every simulation is counted, and takes
    as long as when the net learnt. No clock is looked at: the same net gives the same way.
    """
    contest = _Contest(program, net, file)
    gains = contest.gains(int((1 - _DUEL) * decisions))
    best = max(gains, key=lambda way: gains[way].low or 0.0, default=FOLLOWING)
    if best == FOLLOWING or (gains[best].low or 0.0) <= 0:
        return FOLLOWING
    gain = contest.duel(best, int(_DUEL * decisions))
    return FOLLOWING if gain.value + (gain.margin or 0.0) < 0 else best


def simulations(net: Net) -> int:
    """As many as the net played on to the end in the time for a decision, when it learnt."""
    return _within(_SIMULATIONS, int(_in_time(net)))


def _in_time(net: Net) -> float:
    """Simulations that fit into the time for a decision."""
    return _PLAYED * net.matches / max(net.seconds * net.threads, 1e-9) / PACE


def _within(bounds: tuple[int, int], number: int) -> int:
    least, most = bounds
    return max(least, min(most, number))


@dataclass(frozen=True, slots=True)
class _TriedPosition:
    """A decision of a match."""

    view: View
    decision: Decision
    seed: int


@dataclass(frozen=True, slots=True)
class _TrialMatch:
    """What was tried at the decisions of a match."""

    number: int
    gains: list[list[float]]
    """By position: what every way gained."""
    taken: float
    """How long it took, in decisions."""


@dataclass(frozen=True)
class _Contest:
    """All ways to search with one net, over the same positions."""

    program: Program
    net: Net
    file: str | None

    def gains(self, decisions: int) -> dict[player_settings.PlayerSettings, Mean]:
        """By way: what it gains over the net in a decision. Who is behind for certain is left out
        after every few matches."""
        found: dict[player_settings.PlayerSettings, list[float]] = {
            way: [] for way in WAYS if way != FOLLOWING
        }
        threads, left = 1 if cancellation.has_one_core() else None, float(decisions)
        first, size = 0, 1
        while True:
            ways = list(found)

            def tried(
                number: int, ways: Sequence[player_settings.PlayerSettings] = ways
            ) -> _TrialMatch:
                return self._match(number, ways)

            numbers = range(first, first + size)
            matches = sorted(side_by_side(numbers, tried, threads), key=lambda match: match.number)
            for match in matches:
                for row in match.gains:
                    for way, gain in zip(ways, row, strict=True):
                        found[way].append(gain)
            taken = sum(match.taken for match in matches)
            left -= taken
            found = _still_in(found) if first else found
            if left <= 0 or _is_decided(found):
                return {way: mean_of(values) for way, values in found.items() if values}
            first += size
            size = _within((1, _ROUND), int(decisions / _ROUNDS / taken * size))

    def duel(self, way: player_settings.PlayerSettings, decisions: int) -> Mean:
        """What the way has over the net in whole matches, counted as the net counts."""
        players = self._player(way), self._player(FOLLOWING)
        place, score = self.net.wants
        sign = 1 if self.program.goal is Goal.MAX else -1

        def worth(match: TournamentMatch, seat: int) -> float:
            outcome = match.outcome
            steps = max(1, len(outcome.ranks) - 1)
            scored = sign * outcome.scores[seat] / self.net.scale
            return score * scored - place * outcome.ranks[seat] / steps

        played, made = [], 0
        threads = 1 if cancellation.has_one_core() else None
        seatings = len(rotations(players, self.program))
        least, usual, most = _DEALS
        affordable = int(decisions / self._asking)
        fewest = _within((least, usual), affordable // (_SHORTEST * seatings))
        longest = max(_SHORTEST, affordable // (fewest * seatings))
        tournament = Tournament(self.program, players, _SEED, most_decisions=longest)
        deals = play_deals(tournament, range(most), threads)
        for deal in _in_order(deals):
            played.append(deal)
            made += sum(match.decisions for match in deal.matches)
            if len(played) >= fewest and made >= affordable:
                break
        return mean_of(less(played, *players, worth))

    def _player(self, way: player_settings.PlayerSettings) -> str:
        if way == FOLLOWING:
            return str(replace(way, net=self.file))
        reward = player_settings.Reward.SCORE if self.net.by_score else player_settings.Reward.RANK
        sims = WAYS[way] * simulations(self.net)
        return str(replace(way, sims=sims, reward=reward, net=self.file))

    @property
    def _asking(self) -> float:
        """What it takes to ask a way, in decisions: more than one, where a search needs more
        simulations than there is time for."""
        return max(1.0, simulations(self.net) / max(_in_time(self.net), 1e-9))

    @cached_property
    def _players(self) -> dict[player_settings.PlayerSettings, Player]:
        return {way: make_player(self._player(way), self.program) for way in WAYS}

    def _match(self, number: int, ways: Sequence[player_settings.PlayerSettings]) -> _TrialMatch:
        """What is tried at some decisions of the match of that number."""
        positions, made = self._positions(number)
        tried = [self._tried(one, ways) for one in positions]
        simulated = sum(number for _, number in tried) / max(_in_time(self.net), 1e-9)
        taken = max(1.0, _STEP * made + self._asking * len(ways) * len(positions) + simulated)
        return _TrialMatch(number, [gains for gains, _ in tried], taken)

    def _positions(self, number: int) -> tuple[list[_TriedPosition], int]:
        """Some decisions of the match of that number, which the net plays by itself; and how many
        it has."""
        engine, rng = Interpreter(self.program), Rng(_SEED, number)
        follower, met, made = Learned(self.program, lambda: self.net), list[_TriedPosition](), 0
        try:
            step = engine.deal(rng)
            while made < _LONGEST:
                decision = step.status
                if isinstance(decision, Outcome):
                    break
                made += 1
                view = engine.view(step.state, decision.seat)
                if len(decision.options) > 1:
                    met.append(_TriedPosition(view, decision, rng.next()))
                step = engine.apply(step, follower.choose(view, decision, rng).option, rng)
        except MatchError:  # whoever plays it will be told
            pass
        return [met.pop(rng.below(len(met))) for _ in range(min(_OF_A_MATCH, len(met)))], made

    def _tried(
        self, position: _TriedPosition, ways: Sequence[player_settings.PlayerSettings]
    ) -> tuple[list[float], int]:
        """By way: how much better than the net's what it would do is, as the net counts; and after
        how many simulations."""
        view, decision = position.view, position.decision
        rng = Rng(position.seed)
        chosen = [
            ask(self._players[way], self._player(way), view, decision, rng).option
            for way in (FOLLOWING, *ways)
        ]
        options = sorted(set(chosen))
        if len(options) == 1:
            return [0.0] * len(ways), 0
        worlds = _within(_WORLDS, simulations(self.net))
        worths = self._worths(position, options, worlds)
        floor, *others = (worths[options.index(option)] for option in chosen)
        return [worth - floor for worth in others], worlds * len(options)

    def _worths(self, position: _TriedPosition, options: Sequence[int], worlds: int) -> list[float]:
        """By option: what it is worth to who decides, everybody playing on as the net does. Where a
        match has several rounds, this one's score counts."""
        view, rounds = position.view, rounds_of(self.program)
        until = rounds.slot_to_watch(view.ints) if rounds else None
        code = learner(self.program).searcher
        appraiser = Appraiser(
            code.prospect(view, len(position.decision.options)), position.seed, self.net, _CUT
        )
        try:
            scores = appraiser.trials(options, range(worlds), until=until).scores
        except MatchError:
            return [0.0] * len(options)
        place, score = (0.0, 1.0) if until is not None else self.net.wants
        sign = 1 if self.program.goal is Goal.MAX else -1
        own = sign * scores[:, :, view.seat].astype(np.float64)
        ranks = shared_ranks(scores, self.program.goal)[:, :, view.seat]
        worths: npt.NDArray[np.float64] = score * own / self.net.scale
        worths = worths - place * ranks / max(1, view.players - 1)
        means: list[float] = worths.mean(axis=0).tolist() if len(worths) else [0.0] * len(options)
        return means


def _still_in(
    found: dict[player_settings.PlayerSettings, list[float]],
) -> dict[player_settings.PlayerSettings, list[float]]:
    """The ways that may yet gain something, and may yet be the best."""
    means = {way: mean_of(values) for way, values in found.items() if len(values) > 1}
    floor = max([0.0, *(mean.low or 0.0 for mean in means.values())])
    return {
        way: values
        for way, values in found.items()
        if way not in means or (means[way].high or 0.0) >= floor
    }


def _is_decided(found: dict[player_settings.PlayerSettings, list[float]]) -> bool:
    """Whether nobody gains anything, or only one is left and does."""
    if len(found) != 1:
        return not found
    (values,) = found.values()
    return (mean_of(values or [0.0]).low or 0.0) > 0


def _in_order(deals: Iterable[PlayedDeal]) -> Iterator[PlayedDeal]:
    """From the first one on, whichever of them ends first on however many cores."""
    early, wanted = dict[int, PlayedDeal](), 0
    for deal in deals:
        early[deal.number] = deal
        while wanted in early:
            yield early.pop(wanted)
            wanted += 1


# ---------------------------------------------------------------------------- carried elsewhere


@dataclass(frozen=True, slots=True)
class CarriedPlayer:
    """What a player of kibitz comes to where there is neither a compiler nor numpy, as in a page:
    plain numbers."""

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
