"""Searches by a module in a page: the code and the numbers of `searcher.py`, with everything laid
out in the memory of WebAssembly.

A page has neither numpy nor a compiler, so nothing here needs them. What lies where in a context is
read from the description that came with the module; all else from the tables that Python packs by.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Protocol

from kibitz.engine.native.layout import net_layout as net
from kibitz.engine.native.layout.packing import Packer
from kibitz.engine.native.layout.state_layout import state_layout
from kibitz.engine.native.search import plans
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.native.search.growth import (
    FAR_APART,
    FIRST_DEALS,
    MOST_DECISIONS,
    Growth,
    growing,
)
from kibitz.engine.native.search.weighing import weighed, weighed_in_tree
from kibitz.engine.player_settings import PlayerSettings
from kibitz.engine.program import Program
from kibitz.engine.resample import resample
from kibitz.engine.rng import Rng
from kibitz.engine.view import View
from kibitz.recycle import KibitzError

__all__ = (
    "ModuleFailed",
    "ModuleSearch",
    "ModuleSearcher",
    "ModuleTrials",
    "OpenModule",
    "PageMemory",
    "PageNet",
    "unpacked",
    "weighed",
    "weighed_in_tree",
)

_LINE = 64
_TOGETHER = 64
"""Worlds that are tried in one call."""
_FEATURE_ROOM = 1 << 12
"""Bytes in which a net notes what it is told of a situation: more than it can be."""


@dataclass(frozen=True, slots=True)
class PageNet:
    """A net, its numbers as emitted code reads them."""

    weights: bytes
    wants: tuple[float, float]
    mean: float
    scale: float


def unpacked(data: bytes, numbers: int) -> bytes:
    """So many numbers, of four bytes each, from what a file of a net keeps: how many rows are
    used; the upper layers; the number, the scale and the steps of every row."""
    (count,) = struct.unpack_from("<i", data)
    upper = 4 + 4 * net.ROWS
    used = struct.unpack_from(f"<{count}H", data, upper)
    scales = struct.unpack_from(f"<{count}f", data, upper + 2 * count)
    steps = struct.iter_unpack(f"<{net.WIDE}b", data[upper + 6 * count :])
    weights = bytearray(4 * numbers)
    weights[: 4 * net.ROWS] = data[4:upper]
    row = struct.Struct(f"<{net.WIDE}f")
    for number, scale, own in zip(used, scales, steps, strict=True):
        at = 4 * (net.ROWS + net.WIDE * number)
        row.pack_into(weights, at, *(scale * step for step in own))
    return bytes(weights)


class ModuleFailed(KibitzError):
    """A rule failed in a world that a module was given."""


class PageMemory(Protocol):
    """A module that was opened: its memory, and what can be called."""

    def grow(self, size: int, /) -> None:
        """Have at least so many bytes."""

    def write(self, address: int, data: bytes, /) -> None: ...
    def read(self, address: int, size: int, /) -> bytes: ...
    def call(self, name: str, kinds: str, /, *values: int) -> int: ...


OpenModule = Callable[[int, int], PageMemory]
"""Opens the module: where its constants lie, and where its stack ends."""


class ModuleSearcher:
    """The module of one program, and its memory, which holds one search at a time."""

    def __init__(
        self,
        program: Program,
        description: Mapping[str, Any],
        opened: OpenModule,
        net: PageNet | None = None,
    ) -> None:
        self.program = program
        self.net = net
        self.packer = Packer(program, state_layout(program))
        self._functions: Mapping[str, str] = description["functions"]
        self._end = _LINE  # no address is 0
        constants = self._room(description["constants"])
        stack = self._room(description["stack"]) + description["stack"]
        told = description["context"]
        self.context = self._room(told["bytes"])
        head = bytearray(told["fields"]["HEAD"])
        for name, size in told["rooms"].items():
            struct.pack_into("<Q", head, told["fields"][name]["at"], self._room(size))
        self._head = bytes(head)
        self.weights = self._room(len(net.weights)) if net else 0
        self.memory = opened(constants, stack)
        self.memory.grow(self._end)
        if net is not None:
            self.memory.write(self.weights, net.weights)
        self._first = self._end

    def _room(self, size: int) -> int:
        start = self._end
        self._end += size + -size % _LINE
        return start

    def clear(self) -> None:
        """Forget the search that is there."""
        self._end = self._first

    def laid(self, data: bytes) -> int:
        """Where the data lies now."""
        address = self.empty(len(data))
        self.memory.write(address, data)
        return address

    def empty(self, size: int) -> int:
        """Room for so many bytes."""
        address = self._room(size)
        self.memory.grow(self._end)
        return address

    def call(self, name: str, *values: int) -> int:
        """A function of the module; nothing is left of what was asked before."""
        self.memory.write(self.context, self._head)
        return self.again(name, *values)

    def again(self, name: str, *values: int) -> int:
        """The same, in a question that goes on."""
        return self.memory.call(name, self._functions[name], *values)

    def seed(self, seed: int, stream: int) -> None:
        """A question begins, with that stream of the seed."""
        self.call("seed", self.context, seed, stream)

    def world(self, view: View) -> bytes:
        """Some world that the view allows, packed."""
        return self.packer.pack(resample(self.packer.table, view, Rng(0)))

    def guide(self, block: bytearray) -> None:
        """Have the net play on, if there is one."""
        if self.net is not None:
            search.NET.put(block, self.weights)
            search.WANTS.put(block, *self.net.wants, self.net.mean, self.net.scale)

    def said(self, view: View, options: int) -> list[float]:
        """By option: what the net expects of it; all 0 where it cannot tell."""
        assert self.net is not None, "whoever asks a net has one"
        self.clear()
        state = self.laid(self.world(view))
        self.seed(0, 0)
        if self.again("options", state, self.context) != options:
            return [0.0] * options
        sample = bytearray(net.SAMPLE)
        net.COUNT.put(sample, options)
        numbers = net.OUTPUTS * options
        kept, wants = self.empty(_FEATURE_ROOM), self.laid(bytes(8 * net.OUTPUTS))
        noted, told = self.laid(bytes(sample)), self.laid(bytes(4 * numbers))
        order = self.weights, wants, -1, kept, noted, told, 0
        if self.again("consider", state, self.context, *order) < 0:
            raise ModuleFailed("a rule failed in a world that a player imagined")
        said = struct.unpack(f"<{numbers}f", self.memory.read(told, 4 * numbers))
        place, score = self.net.wants
        return [place * said[at] + score * said[at + 1] for at in range(0, numbers, net.OUTPUTS)]


class ModuleTrials:
    """The options of one decision, tried in worlds that are the same for all of them."""

    def __init__(self, searcher: ModuleSearcher, view: View, options: int, seed: int) -> None:
        self._searcher, self._seed = searcher, seed
        self._options, self._players = options, view.players
        searcher.clear()
        packer = searcher.packer
        world = resample(packer.table, view, Rng(0))
        self._base = searcher.laid(packer.pack(world))
        self._worlds = searcher.laid(_integers(plans.plan_worlds(view)))
        past = plans.plan_past(view, world, packer)
        self._past = 0 if past is None else searcher.laid(past)
        walk = bytearray(plans.WALK_ROOM)
        plans.ROUNDS.put(walk, FAR_APART)
        self._walk = searcher.laid(bytes(walk))
        self._chosen = searcher.laid(_integers(list(range(options))))
        self._parameters = searcher.empty(search.VALUES + 8 * view.players)
        self._results = searcher.empty(4 * _TOGETHER * options * (view.players + search.BESIDE))
        if past is not None:
            self._begin_walk()

    def _begin_walk(self) -> None:
        searcher, state = self._searcher, self._searcher.empty(self._searcher.packer.layout.size)
        base = searcher.memory.read(self._base, searcher.packer.layout.size)
        for number in range(FIRST_DEALS):
            walk = searcher.memory.read(self._walk, plans.WALK_ROOM)
            if plans.HAS_WORLD.get(walk) or plans.GIVEN_UP.get(walk):
                return
            searcher.memory.write(state, base)
            searcher.seed(0, number)
            order = self._worlds, self._past, self._walk
            searcher.again("recall_world", state, searcher.context, *order)

    def tried(self, worlds: range) -> list[list[tuple[int, ...]]]:
        """By world and option the score of every seat; worlds that offer other options are left
        out, and so are those in which a rule fails."""
        found: list[list[tuple[int, ...]]] = []
        low = worlds.start
        while low < worlds.stop:
            count = min(_TOGETHER, worlds.stop - low)
            done = self._run(low, count)
            found += self._results_of(done)
            low += done + (done < count)
        return found

    def _run(self, first: int, worlds: int) -> int:
        searcher, block = self._searcher, bytearray(search.VALUES + 8 * self._players)
        search.SIMULATIONS.put(block, worlds)
        search.LIMIT.put(block, MOST_DECISIONS)
        search.OPTIONS.put(block, self._options)
        search.PAST.put(block, self._past, self._walk)
        search.CHOSEN.put(block, self._options)
        search.UNTIL.put(block, 0)
        searcher.guide(block)
        searcher.memory.write(self._parameters, bytes(block))
        order = self._base, searcher.context, self._worlds, self._parameters
        return searcher.call("appraise", *order, self._seed, first, self._chosen, self._results, 0)

    def _results_of(self, worlds: int) -> list[list[tuple[int, ...]]]:
        width = self._players + search.BESIDE
        data = self._searcher.memory.read(self._results, 4 * worlds * self._options * width)
        rows = list(struct.iter_unpack(f"<{width}i", data))
        parted = [rows[at : at + self._options] for at in range(0, len(rows), self._options)]
        return [
            [row[: self._players] for row in world]
            for world in parted
            if all(row[self._players] != search.ODD for row in world)
        ]


def _integers(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


class ModuleSearch:
    """One search of a decision, which can be continued up to so many simulations."""

    def __init__(
        self,
        searcher: ModuleSearcher,
        view: View,
        options: int,
        how: PlayerSettings,
        most: int,
        seed: int,
        stream: int = 0,
    ) -> None:
        assert not how.keeps_world, "every simulation is of a world of its own"
        self._searcher, self._how, self._seed, self._stream = searcher, how, seed, stream
        self._options, self._seat, self._players = options, view.seat, view.players
        self._growth, self._most = Growth(), most
        searcher.clear()
        packer = searcher.packer
        world = resample(packer.table, view, Rng(0))
        past = plans.plan_past(view, world, packer)
        self._base = searcher.laid(packer.pack(world))
        self._worlds = searcher.laid(_integers(plans.plan_worlds(view)))
        self._past = 0 if past is None else searcher.laid(past)
        walk = bytearray(plans.WALK_ROOM)
        plans.ROUNDS.put(walk, 1)
        self._walk = searcher.laid(bytes(walk))
        self._lists = searcher.laid(bytes(4 * search.SITUATIONS))
        logs = [0.0, *map(log, range(1, most + 2))]
        self._logarithms = searcher.laid(struct.pack(f"<{len(logs)}d", *logs))
        self._row = 3 + 2 * self._players
        self._statistics = searcher.laid(bytes(8 * self._row * options))
        self._parameters = searcher.empty(search.VALUES + 8 * self._players)
        self._nodes = search.ROOM_A_SIMULATION * most + 2
        self._tree = searcher.empty(search.NODE_SIZE * self._nodes)
        searcher.memory.write(self._tree, bytes(search.NODE_SIZE))

    @property
    def done(self) -> int:
        """Simulations."""
        return self._growth.done

    def run(self, simulations: int) -> None:
        """Add simulations, as far as there is room for them. Raises ModuleFailed where a rule fails
        in one."""
        searcher, memory = self._searcher, self._searcher.memory
        simulations = min(simulations, self._most - self.done)
        if simulations <= 0:
            return
        searcher.seed(self._seed, self._stream + self.done)
        memory.write(self._parameters, self._told(simulations))
        order = self._base, searcher.context, self._worlds, self._tree, self._statistics
        done = searcher.again("search", *order, self._parameters, self._logarithms)
        if done < simulations:
            raise ModuleFailed("a rule failed in a world that a search dealt")
        block = memory.read(self._parameters, search.VALUES + 8 * self._players)
        (lowest,), (highest,) = search.LOWEST.all(block), search.HIGHEST.all(block)
        self._growth = Growth(self.done + done, search.NODES.get(block), (lowest, highest))

    def _told(self, simulations: int) -> bytes:
        searcher, block = self._searcher, bytearray(search.VALUES + 8 * self._players)
        search.SIMULATIONS.put(block, simulations)
        search.LIMIT.put(block, MOST_DECISIONS)
        search.OPTIONS.put(block, self._options)
        search.PAST.put(block, self._past, self._walk)
        growth = growing(self._how, searcher.program, self._seat, self._growth, self._nodes)
        for field, value in growth:
            field.put(block, value)
        search.LISTS.put(block, self._lists)
        if self._how.is_guided:
            searcher.guide(block)
        return bytes(block)

    @property
    def statistics(self) -> list[tuple[float, ...]]:
        """By option: visits, sum of rewards, of their squares, of scores and of ranks by seat."""
        size = 8 * self._row * self._options
        data = self._searcher.memory.read(self._statistics, size)
        return list(struct.iter_unpack(f"<{self._row}d", data))
