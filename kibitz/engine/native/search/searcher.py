"""Search for the best option of a decision, from a view alone.

The searcher is handed a View. The only states it touches are worlds it deals itself.
"""

from __future__ import annotations

import ctypes
from functools import cached_property
from math import log
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kibitz.engine.by_rules import OnceByRules
from kibitz.engine.cancellation import Stopped, current, together
from kibitz.engine.native.layout import signatures
from kibitz.engine.native.runtime.code import NativeCode
from kibitz.engine.native.runtime.playouts import UNLIMITED
from kibitz.engine.native.search import plans
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.native.search.growth import (
    FAR_APART,
    FIRST_DEALS,
    MOST_DECISIONS,
    NO_REWARD_YET,
    Growth,
    growing,
)
from kibitz.engine.player_settings import PlayerSettings
from kibitz.engine.program import Program
from kibitz.engine.resample import resample
from kibitz.engine.rng import Rng
from kibitz.engine.state import State
from kibitz.engine.view import View

Statistics = npt.NDArray[np.float64]
Block = ctypes.Array[ctypes.c_char]
Walk = npt.NDArray[np.uint8]
"""Where a search is among the worlds that the past allows (`plans.py`)."""
_SPREAD_MATCHES, _LONGEST = 200, 2_000
"""Matches at random, and the decisions of one, that tell how far scores lie apart."""


class Guide(Protocol):
    """A net that plays on where the tree ends; rewards are then counted as it counts them."""

    @property
    def weights(self) -> npt.NDArray[np.float32]: ...
    @property
    def wants(self) -> tuple[float, float]:
        """How much a good place is wanted, and how much a good score."""

    @property
    def mean(self) -> float: ...
    @property
    def scale(self) -> float:
        """A score is counted as its distance from the mean, in this unit."""


def new_walk(*, apart: int = 1) -> Walk:
    """A walk to whose next world it takes so many times the rounds after which it is another."""
    walk = np.zeros(plans.WALK_ROOM, np.uint8)
    plans.ROUNDS.put(walk, apart)
    return walk


class SearchPosition:
    """A decision as its seat sees it, made ready for any number of searches."""

    def __init__(self, searcher: Searcher, view: View, options: int) -> None:
        self.searcher = searcher
        self.seat = view.seat
        self.players = view.players
        self.options = options
        self.worlds = np.array(plans.plan_worlds(view), np.int32)
        world = searcher.world(view)
        self.base = searcher.packed(world)
        past = plans.plan_past(view, world, searcher.code.packer)
        self._past = None if past is None else np.frombuffer(past, np.uint8)
        self.has_forgotten = view.is_forgetful
        """Whether no world heeds all that was chosen before."""

    @property
    def past(self) -> int | None:
        """Where the past of the view lies, if it tells anything."""
        return None if self._past is None else self._past.ctypes.data

    def parameters(self, simulations: int, limit: int, walk: Walk, guide: Guide | None) -> Block:
        """What code that plays on in worlds is told: how often, how far, from where, by whom."""
        block = ctypes.create_string_buffer(search.VALUES + 8 * self.players)
        search.SIMULATIONS.put(block, simulations)
        search.LIMIT.put(block, limit)
        search.OPTIONS.put(block, self.options)
        search.PAST.put(block, self.past or 0, walk.ctypes.data)
        if guide is not None:
            search.NET.put(block, guide.weights.ctypes.data)
            search.WANTS.put(block, *guide.wants, guide.mean, guide.scale)
        return block

    def search(self, seed: int, stream: int = 0) -> Search:
        """A new search; its chance comes from that stream of the seed."""
        return Search(self, seed, stream)

    def deal(self, seed: int, stream: int = 0) -> Block:
        """A world that the view allows, packed; which one, that stream of the seed says."""
        searcher, world, context = self.searcher, *self._seeded(seed, stream)
        searcher.deal_code(ctypes.addressof(world), context, self.worlds.ctypes.data)
        return world

    def recall(self, walk: Walk, seed: int, stream: int = 0) -> Block:
        """The next world of the walk, packed: one that the view and its past allow."""
        searcher, world, context = self.searcher, *self._seeded(seed, stream)
        plan, where = self.worlds.ctypes.data, walk.ctypes.data
        searcher.recall_code(ctypes.addressof(world), context, plan, self.past, where)
        return world

    def several(self, seed: int, size: int) -> npt.NDArray[np.uint8]:
        """Worlds that the view and its past allow, a row each, every one dealt by itself."""
        worlds = np.empty((size, len(self.base)), np.uint8)
        for number in range(size):
            block = self.recall(self.walk.copy(), seed, number)
            worlds[number] = np.frombuffer(block.raw, np.uint8)
        return worlds

    @cached_property
    def walk(self) -> Walk:
        """A walk that has begun, where deals were met that the past does not allow: from here every
        world can be reached by itself."""
        walk = new_walk(apart=FAR_APART)
        for number in range(0 if self._past is None else FIRST_DEALS):
            if not (plans.HAS_WORLD.get(walk) or plans.GIVEN_UP.get(walk)):
                self.recall(walk, 0, number)
        return walk

    def _seeded(self, seed: int, stream: int) -> tuple[Block, int]:
        """Room for a world, and the context with that stream of the seed."""
        address = self.searcher.code.context.address
        self.searcher.seed_code(address, seed & (2**64 - 1), stream)
        return ctypes.create_string_buffer(self.base.raw, ctypes.sizeof(self.base)), address


class Search:
    """One search of a decision; it can be continued, and its tree is kept."""

    def __init__(self, prospect: SearchPosition, seed: int, stream: int) -> None:
        self._prospect = prospect
        self._seed = seed
        self._stream = stream
        self._done = 0
        self._tree = np.zeros(search.NODE_SIZE, np.uint8)
        self._lists = np.zeros(search.SITUATIONS, np.int32)
        self._nodes = 1
        self._world: Block | None = None
        self._walk = new_walk()
        self._stake = NO_REWARD_YET
        self.statistics: Statistics = np.zeros((prospect.options, 3 + 2 * prospect.players))
        """By option: visits, sum of rewards, of their squares, of scores and of ranks by seat."""

    @property
    def unheeded(self) -> int:
        """How many worlds do not heed what was chosen before, as none was found that does."""
        if self._prospect.has_forgotten:
            return self._done if self._world is None else 1
        return plans.UNHEEDED.get(self._walk)

    def run(
        self,
        how: PlayerSettings,
        simulations: int,
        guide: Guide | None = None,
        most_decisions: int = MOST_DECISIONS,
    ) -> None:
        """Add simulations to the statistics; under a `time_limit`, as many as it allows. Without a
        guide, chance plays on where the tree ends."""
        most = self._nodes + search.ROOM_A_SIMULATION * simulations + 1
        room = np.empty(most * search.NODE_SIZE, np.uint8)
        used = self._nodes * search.NODE_SIZE
        room[:used] = self._tree[:used]
        self._tree = room
        limit = min(most_decisions, UNLIMITED)
        parameters = self._prospect.parameters(simulations, limit, self._walk, guide)
        self._tell(parameters, how, most)
        prospect, searcher = self._prospect, self._prospect.searcher
        base = self._kept_world() if how.keeps_world else prospect.base
        # Held here while native code reads it: another thread may put a longer one in its place.
        logarithms = searcher.logarithms(self._done + simulations + 2)

        def simulate() -> int:
            context = searcher.code.context.address
            searcher.seed_code(context, self._seed & (2**64 - 1), self._stream + self._done)
            done = searcher.search_code(
                ctypes.addressof(base),
                context,
                prospect.worlds.ctypes.data,
                self._tree.ctypes.data,
                self.statistics.ctypes.data,
                ctypes.addressof(parameters),
                logarithms.ctypes.data,
            )
            if done < simulations and not current().is_set():
                raise searcher.code.match_error("in a world that a search dealt")
            return done

        (done,) = together([simulate])
        if done < simulations and not current().is_late():
            raise Stopped("nobody waits for this search any more")
        self._done += done
        self._nodes = search.NODES.get(parameters)
        (lowest,), (highest,) = search.LOWEST.all(parameters), search.HIGHEST.all(parameters)
        self._stake = lowest, highest

    def _kept_world(self) -> Block:
        """The one world of this search, dealt when it is first needed."""
        if self._world is None:
            self._world = self._prospect.recall(self._walk, self._seed, self._stream)
        return self._world

    def _tell(self, block: Block, how: PlayerSettings, most_nodes: int) -> None:
        """What besides decides how the tree grows."""
        prospect, so_far = self._prospect, Growth(self._done, self._nodes, self._stake)
        program = prospect.searcher.program
        for field, value in growing(how, program, prospect.seat, so_far, most_nodes):
            field.put(block, value)
        search.LISTS.put(block, self._lists.ctypes.data)


class Searcher:
    """Compiled search code of one program, for any number of threads."""

    def __init__(self, program: Program, code: NativeCode | None = None) -> None:
        """`code` that also knows nets, for searches that are guided by one."""
        self.program = program
        self.code = code or NativeCode(program, signatures.Purpose.SEARCH)
        self.search_code = self.code.function(signatures.SEARCH)
        self.seed_code = self.code.function(signatures.SEED)
        self.deal_code = self.code.function(signatures.DEAL_WORLD)
        self.recall_code = self.code.function(signatures.RECALL_WORLD)
        self.appraise_code = self.code.function(signatures.APPRAISE)
        self._playouts_code = self.code.function(signatures.PLAYOUTS)
        self._logarithms: npt.NDArray[np.float64] = np.zeros(0)

    @cached_property
    def spread(self) -> float:
        """How far the scores of a seat lie apart in matches at random: their standard deviation.

        Matches in which a rule fails are left out.
        """
        players = self.program.players
        results = np.zeros((_SPREAD_MATCHES, players + 1), np.int32)
        first, kept = 0, np.ones(len(results), bool)
        while first < len(results):
            rest, address = results[first:], self.code.context.address
            order = (0, first, len(rest), _LONGEST, rest.ctypes.data)
            done = self._playouts_code(None, address, *order, None, None)
            first += done + 1
            kept[first - 1 : first] = done == len(rest)
        scores = results[kept, :players]
        return float(scores.std(axis=0).mean()) if len(scores) else 0.0

    def prospect(self, view: View, options: int) -> SearchPosition:
        """The decision of the seat that the view is of, which has so many options now."""
        return SearchPosition(self, view, options)

    def world(self, view: View) -> State:
        """Some world the view allows."""
        return resample(self.code.packer.table, view, Rng(0))

    def packed(self, world: State) -> Block:
        block = self.code.packer.pack(world)
        return ctypes.create_string_buffer(block, len(block))

    def unpacked(self, world: Block) -> State:
        """The state that a packed world is; every seat knows just what it sees."""
        return self.code.packer.unpack(world.raw)

    def logarithms(self, count: int) -> npt.NDArray[np.float64]:
        """log(0) … log(count - 1), with 0 for log(0)."""
        if len(self._logarithms) < count:
            size = max(count, 2 * len(self._logarithms))
            self._logarithms = np.array([0.0, *(log(n) for n in range(1, size))])
        return self._logarithms


searcher = OnceByRules(Searcher)
"""The compiled search of these rules, made on first use."""
