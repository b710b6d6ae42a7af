"""Mixed play by CFR+: how two play a small game so that neither can be beaten, an equilibrium.

O. Tammelin, "Solving large imperfect information games using CFR+" (2014): what was regretted is
never below nothing, seats take turns, and later rounds count more. All of the tree is gone through
at once, as columns (`mixed_tree.py`).
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from threading import Lock

import numpy as np
import numpy.typing as npt

from kibitz import kept_files
from kibitz.engine import Interpreter, MatchError, Program, Rng, View, rounds_of
from kibitz.recycle import Goal
from kibitz.solver.mixed_tree import MixedGame, MixedTree, Reals, Whole, key_of
from kibitz.solver.solving import Value, value_of
from kibitz.solver.tree import TooBig
from kibitz.solver.worth import Aim, OutcomeOdds

STEPS = 200_000
"""Of the rules, at most, for who has some time: twenty seconds, once."""
STEPS_AT_ONCE = 12_000
"""For who waits: about a second, once."""
_MOST = 4_000
_CHECKED = 100
"""Passes, and after how many it is looked whether they are enough."""
_ENOUGH = 0.0001
"""Of the way from the worst outcome to the best one: what the best opponent may still win."""
_SELDOM = 0.01
"""What is wanted more rarely is what the passes have left over."""
_NEVER = 1e-6
"""How much counts what is done where nobody's choices ever lead: enough to know what to do there,
too (a trembling hand)."""


class _Columns:
    """A game, ready to be passed through."""

    def __init__(self, game: MixedGame, utility: Reals) -> None:
        self.sizes: Whole = np.array(game.sizes, np.int64)
        self.starts: Whole = np.concatenate([[0], np.cumsum(self.sizes)])[:-1].astype(np.int64)
        self.acts = int(self.sizes.sum())
        """Options of information sets, one after the other."""
        self.seat_of_set: Whole = np.array(game.seats, np.int64)
        self.set_of_act: Whole = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.seat_of_act: Whole = self.seat_of_set[self.set_of_act]
        sets = np.array(game.node_set, np.int64)
        self.sets: Whole = sets
        self.likely: Reals = np.array(game.node_likely)
        self.parent: Whole = np.array(game.node_parent, np.int64)
        self.seat: Whole = self.seat_of_set[sets]
        self.first: Whole = np.array(game.first_edge, np.int64)
        counts = self.sizes[sets]
        self.node_of_edge: Whole = np.repeat(np.arange(len(sets)), counts)
        within = np.arange(game.edges) - np.repeat(self.first, counts)
        self.act: Whole = self.starts[sets][self.node_of_edge] + within
        depth = np.array(game.node_depth)
        self.levels = [np.flatnonzero(depth == n) for n in range(int(depth.max(initial=-1)) + 1)]
        edge_depth = depth[self.node_of_edge]
        self.edge_levels = [np.flatnonzero(edge_depth == n) for n in range(len(self.levels))]
        self.ends = np.zeros((game.edges, len(game.outcomes)))
        """By edge and outcome: how likely it comes at once."""
        np.add.at(self.ends, (np.array(game.leaf_edge, np.int64),
                              np.array(game.leaf_outcome, np.int64)),
                  np.array(game.leaf_likely))  # fmt: skip
        self.utility = utility
        self.worth: Reals = self.ends @ utility

    def matched(self, regrets: Reals) -> Reals:
        """By act: how often it is taken, as it is regretted."""
        sums = np.add.reduceat(regrets, self.starts)[self.set_of_act]
        even = 1 / self.sizes[self.set_of_act]
        return np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), even)

    def reached(self, odds: Reals, seat: int) -> Reals:
        """By node: how likely the seat's own choices lead there."""
        by_edge = np.where(self.seat[self.node_of_edge] == seat, odds[self.act], 1.0)
        reach = np.ones(len(self.sets))
        for nodes in self.levels[1:]:
            parent = self.parent[nodes]
            reach[nodes] = reach[self.node_of_edge[parent]] * by_edge[parent]
        return reach

    def values(self, odds: Reals, ends: Reals) -> Reals:
        """By edge: what comes of it, weighed by chance; `ends`: what comes at once."""
        edges, weights = ends.copy(), odds[self.act]
        shape = (-1,) + (1,) * (ends.ndim - 1)
        for nodes, level in zip(self.levels[:0:-1], self.edge_levels[:0:-1], strict=True):
            weighted = weights[level].reshape(shape) * edges[level]
            order = np.searchsorted(nodes, self.node_of_edge[level])
            sums = np.zeros((len(nodes), *ends.shape[1:]))
            np.add.at(sums, order, weighted)
            np.add.at(edges, self.parent[nodes], sums)
        return edges

    def by_act(self, weighted: Reals) -> Reals:
        """Of edges, summed up over the nodes of an information set."""
        if weighted.ndim == 1:
            found: Reals = np.bincount(self.act, weighted, self.acts).astype(np.float64)
            return found
        sums = np.zeros((self.acts, weighted.shape[1]))
        np.add.at(sums, self.act, weighted)
        return sums

    def best_reply(self, odds: Reals, seat: int) -> float:
        """What the seat wins that knows how the other one plays."""
        others, sign = self.reached(odds, 1 - seat), 1 if seat == 0 else -1
        edges, total = sign * self.worth, 0.0
        for depth in range(len(self.levels) - 1, -1, -1):
            nodes, level = self.levels[depth], self.edge_levels[depth]
            owner, values = self.node_of_edge[level], edges[level]
            weights = odds[self.act[level]]
            own = self.seat[owner] == seat
            regarded = np.bincount(
                self.act[level[own]], others[owner[own]] * values[own], self.acts
            )
            best = np.maximum.reduceat(regarded, self.starts)[self.set_of_act]
            chosen = _first_of(regarded >= best - 1e-15, self.starts, self.set_of_act)
            weights = np.where(own, chosen[self.act[level]], weights)
            sums = np.bincount(np.searchsorted(nodes, owner), weights * values, len(nodes))
            if depth:
                np.add.at(edges, self.parent[nodes], sums)
            else:
                total = float(sums.sum())
        return total


def _first_of(is_best: npt.NDArray[np.bool_], starts: Whole, set_of_act: Whole) -> Reals:
    """1 for the first of each set that is best, 0 for all others."""
    before: Whole = np.cumsum(is_best) - is_best
    found: Reals = (is_best & (before == before[starts][set_of_act])).astype(np.float64)
    return found


@dataclass(frozen=True, slots=True)
class MixedOption:
    """One option of a decision, where both play so that neither can be beaten."""

    share: float
    """How often it is to be taken."""
    value: Value
    """What comes of it; the same for all that are mixed."""


@dataclass(frozen=True, eq=False)
class MixedPlay:
    """How a game is played."""

    keys: npt.NDArray[np.bytes_]
    sizes: Whole
    shares: Reals
    """By act: how often it is taken."""
    likely: Reals
    """By act and outcome."""
    outcomes: Whole
    """By number: the scores of both."""
    exploitability: float
    """What the best opponents win against it on average of both seats."""

    @cached_property
    def _places(self) -> dict[bytes, int]:
        starts = np.concatenate([[0], np.cumsum(self.sizes)])[:-1]
        return {bytes(key): int(at) for key, at in zip(self.keys, starts, strict=True)}

    def shares_at(self, program: Program, view: View, options: int) -> Reals | None:
        """How often each option is to be taken; None where the view is none of the game's."""
        start = self._places.get(key_of(program, view, options))
        return None if start is None else self.shares[start : start + options]

    def options_at(
        self, engine: Interpreter, aim: Aim, view: View, options: int
    ) -> list[MixedOption] | None:
        """The same with what comes of each; none is worth more than what is mixed."""
        program = engine.program
        start = self._places.get(key_of(program, view, options))
        if start is None:
            return None
        shares, likely = (one[start : start + options] for one in (self.shares, self.likely))
        standing = np.array(_standing(engine, view))
        found = [self._value(program, view.seat, row, standing) for row in likely]
        mixed = self._value(program, view.seat, shares @ likely, standing)
        number = list(Aim).index(aim)

        def worth(value: Value) -> float:
            sign = 1 if program.goal is Goal.MAX else -1
            seat = view.seat
            return (sign * value.scores[seat], -value.ranks[seat], value.wins[seat])[number]

        return [
            MixedOption(
                float(share),
                replace(mixed, quantiles=value.quantiles)
                if share or worth(value) >= worth(mixed)
                else value,
            )
            for share, value in zip(shares, found, strict=True)
        ]

    def _value(self, program: Program, seat: int, likely: Reals, standing: Whole) -> Value:
        pairs = zip((self.outcomes + standing).tolist(), likely.tolist(), strict=True)
        odds = OutcomeOdds({tuple(one): Fraction(part) for one, part in pairs}, program.goal)
        return value_of(odds, seat)

    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        np.savez_compressed(
            file, keys=self.keys, sizes=self.sizes, shares=self.shares, likely=self.likely,
            outcomes=self.outcomes, exploitability=np.array(self.exploitability),
        )  # fmt: skip
        return file.getvalue()

    @staticmethod
    def from_bytes(data: bytes) -> MixedPlay:
        kept = np.load(io.BytesIO(data), allow_pickle=False)
        names = ("keys", "sizes", "shares", "likely", "outcomes")
        keys, sizes, shares, likely, outcomes = (kept[name] for name in names)
        return MixedPlay(keys, sizes, shares, likely, outcomes, float(kept["exploitability"]))


def drawn(shares: Sequence[float], rng: Rng) -> int:
    """One of the options, each as often as it is to be taken."""
    mark = rng.below(1 << 30) / (1 << 30) * sum(shares)
    for option, share in enumerate(shares):
        mark -= share
        if mark < 0:
            return option
    return max(range(len(shares)), key=shares.__getitem__)


def _standing(engine: Interpreter, view: View) -> tuple[int, ...]:
    """What both have when a round of several began."""
    if rounds_of(engine.program) is None:
        return (0, 0)
    return engine.score(engine.imagine(view)).scores


def mixing(program: Program, aim: Aim, steps: int) -> MixedPlay:
    """How the game is played, from the deal on.

    Raises TooBig where it is not small, and MatchError if a rule fails.
    """
    tree = MixedTree(program, aim, steps)
    game = tree.grown()
    columns = _Columns(game, tree.utility())
    if not columns.acts:
        raise TooBig("nobody decides anything")
    regrets, sums = np.zeros(columns.acts), np.zeros(columns.acts)
    scale = float(np.ptp(columns.utility)) or 1.0
    for number in range(1, _MOST + 1):
        for seat in (0, 1):
            _pass(columns, seat, number, regrets, sums)
        if number % _CHECKED == 0 and _beatable(columns, columns.matched(sums)) < _ENOUGH * scale:
            break
    return _played(game, columns, _plain(columns, columns.matched(sums)))


def _pass(columns: _Columns, seat: int, number: int, regrets: Reals, sums: Reals) -> None:
    odds = columns.matched(regrets)
    others, own = columns.reached(odds, 1 - seat), columns.reached(odds, seat)
    sign = 1 if seat == 0 else -1
    values = sign * columns.values(odds, columns.worth)
    regarded = columns.by_act((others + _NEVER)[columns.node_of_edge] * values)
    mean = np.add.reduceat(odds * regarded, columns.starts)[columns.set_of_act]
    is_own = columns.seat_of_act == seat
    regrets[is_own] = np.maximum(regrets + regarded - mean, 0)[is_own]
    led = columns.by_act(own[columns.node_of_edge])
    sums[is_own] += (number * (led + _NEVER) * odds)[is_own]


def _beatable(columns: _Columns, odds: Reals) -> float:
    return (columns.best_reply(odds, 0) + columns.best_reply(odds, 1)) / 2


def _plain(columns: _Columns, odds: Reals) -> Reals:
    """Without what is hardly ever taken."""
    kept = np.where(odds < _SELDOM, 0.0, odds)
    return kept / np.add.reduceat(kept, columns.starts)[columns.set_of_act]


def _played(game: MixedGame, columns: _Columns, odds: Reals) -> MixedPlay:
    likely = np.zeros((columns.acts, columns.ends.shape[1]))
    values = columns.values(odds, columns.ends)
    for seat in (0, 1):
        # Where the other one never leads to, it is taken to do anything.
        others = columns.reached(odds, 1 - seat) + 1e-12
        found = columns.by_act(others[columns.node_of_edge, None] * values)
        is_own = columns.seat_of_act == seat
        likely[is_own] = found[is_own]
    likely /= likely.sum(axis=1, keepdims=True)
    return MixedPlay(
        np.array(game.keys, dtype="S32"),
        columns.sizes,
        odds,
        likely,
        np.array(game.outcomes, np.int64),
        _beatable(columns, odds),
    )


# ---------------------------------------------------------------------------- kept


_FORMAT = "2"
_LONGEST = 24
"""Decisions of a match that may be small."""
_TRIED = 3
_known: dict[str, MixedPlay] = {}
_refused: dict[str, int] = {}
"""By name: for how many steps a game is too big."""
_lock = Lock()


def mixed_play(program: Program, aim: Aim, steps: int = STEPS_AT_ONCE) -> MixedPlay | None:
    """How the game is played, if that is known or found out in so many steps; None where it is no
    such game. What was found out is kept."""
    name = _name(program, aim)
    with _lock:
        if name not in _known and _refused.get(name, 0) < steps:
            found = _found(program, aim, steps, name)
            if found is None:
                _refused[name] = steps
            else:
                _known[name] = found
        return _known.get(name)


def _found(program: Program, aim: Aim, steps: int, name: str) -> MixedPlay | None:
    if program.players != 2 or not program.has_rivals:
        return None
    cache = kept_files.user_cache("mixed")
    data = cache.find(name)
    if data is not None:
        return MixedPlay.from_bytes(data)
    try:
        if not _is_short(program):
            return None
        found = mixing(program, aim, steps)
    except (TooBig, MatchError):
        return None
    cache.keep(name, found.to_bytes())
    return found


def _is_short(program: Program) -> bool:
    """Whether matches at random, or their first rounds, are soon over. Raises MatchError."""
    engine, rounds = Interpreter(program), rounds_of(program)
    until = rounds.slot if rounds else None
    deals = (engine.deal(Rng(seed)).state for seed in range(_TRIED))
    return all(
        engine.ends_within(Rng(seed), _LONGEST, state, until) for seed, state in enumerate(deals)
    )


def _name(program: Program, aim: Aim) -> str:
    rules = repr((_FORMAT, program.digest, sorted(program.options.items()), aim.value))
    return hashlib.sha256(rules.encode()).hexdigest()[:32]
