"""The tree of a search in emitted code: finding nodes, choosing among them by UCB, adding new ones.

Below a node hang the options that were chosen there, in any world. What others than the searching
seat did in a situation that they can tell from others is counted apart: they know their cards,
but the searching seat must not choose by what only they know, so that no tree grows from there.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import mixed
from kibitz.engine.native.layout import context
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Real, Variable, Word
from kibitz.engine.native.search import search_layout as search

DEEPEST = 256
"""Decisions of a simulation inside the tree."""


class SearchTree:
    """Writes what is done with the tree into a function that searches."""

    def __init__(
        self, f: Function, nodes: Pointer, scratch: Pointer, parameters: Pointer, logs: Pointer
    ) -> None:
        self._f = f
        self._nodes, self._scratch = nodes, scratch
        self._parameters, self._logs = parameters, logs
        # A decision adds a node, and of others what they know: their situation and their option.
        self._path, self._entries = f.buffer(3 * 4 * DEEPEST), f.variable(0)
        self.depth = f.variable(0)
        self.seen = f.variable(0)
        """What the searching seat sees, where it is to choose."""

    def _parameter(self, offset: int) -> Word:
        return self._parameters.at(offset).load(4)

    def _node(self, number: Word) -> Pointer:
        return self._nodes.at(number * search.NODE_SIZE)

    def key(self, option: Word) -> Word:
        """Names the option of a situation, as far as the searching seat can tell situations."""
        keys = self._scratch.at(context.KEYS).load_address()
        return keys.at(option * 4).load(4) + self.seen.get()

    def begin(self) -> None:
        self._entries.set(0)
        self.depth.set(0)

    def push(self, node: Word) -> None:
        """The simulation came through this node."""
        length = self._entries.get()
        self._path.at(length * 4).store(node, 4)
        self._entries.set(length + 1)

    # ------------------------------------------------------------------ choosing

    def look_at_options(self, node: Word, found: Word) -> tuple[Best, Word]:
        """The best known option by upper confidence bound, and an untried one, or -1."""
        f = self._f
        best = Best(f)
        untried, chosen = f.variable(0), f.variable(-1)
        with f.count(0, found) as option:
            child = self.child(node, self.key(option))
            with f.either(child.equals(0)) as (new, known):
                with new:
                    untried.add(1)
                    drawn = f.call("below", self._scratch, untried.get().widened())
                    with f.when(drawn.equals(0)):
                        chosen.set(option)
                with known:
                    self._weigh(best, option, child)
        return best.settled(), chosen.get()

    def child(self, node: Word, key: Word) -> Word:
        """The node for that option, or 0."""
        return self._listed(self._node(node).at(search.CHILD).load(4), key)

    def _listed(self, first: Word, key: Word) -> Word:
        f = self._f
        child = f.variable(first)
        with f.forever() as leave:
            here = child.get()
            leave(here.equals(0))
            leave(self._node(here).at(search.KEY).load(4).equals(key))
            child.set(self._node(here).at(search.SIBLING).load(4))
        return child.get()

    def _weigh(self, best: Best, option: Word, child: Word) -> None:
        address = self._node(child)
        available = address.at(search.AVAILABLE).load(4) + 1
        address.at(search.AVAILABLE).store(available, 4)
        visits = address.at(search.VISITS).load(4)
        mean = address.at(search.TOTAL).load_real() / visits.real()
        # Options whose keys meet by accident are counted twice; the table ends with the sims.
        most = self._parameter(search.FIRST) + self._parameter(search.SIMULATIONS)
        log = self._logs.at((available > most).select(most, available) * 8).load_real()
        parameters = self._parameters
        spread = (
            parameters.at(search.HIGHEST).load_real() - parameters.at(search.LOWEST).load_real()
        )
        # As long as all rewards are the same, what was tried least is tried next.
        stake = spread.chosen(spread > self._f.real(0.0), self._f.real(1.0))
        exploration = parameters.at(search.EXPLORATION).load_real() * stake
        bound = mean + exploration * (log / visits.real()).square_root()
        best.offer(bound, option)
        best.count(visits)

    def visits(self, node: Word) -> Word:
        return self._node(node).at(search.VISITS).load(4)

    # ------------------------------------------------------------------ growing

    def has_room(self) -> Word:
        """Whether there is room for more than the one node that every simulation may add."""
        return (
            self._parameter(search.NODES) + self._parameter(search.SIMULATIONS)
            < self._parameter(search.ROOM) - 2
        )

    def grow(self, node: Word, option: Word, seat: Word) -> Word:
        """A new child for the option that the seat chose."""
        parent = self._node(node)
        return self._new(parent.at(search.CHILD), self.key(option), seat)

    def _new(self, head: Pointer, key: Word, seat: Word) -> Word:
        """A new node at the head of a list."""
        f, number = self._f, self._parameter(search.NODES)
        self._parameters.at(search.NODES).store(number + 1, 4)
        made = self._node(number)
        f.clear(made, search.NODE_SIZE)
        made.at(search.KEY).store(key, 4)
        made.at(search.SIBLING).store(head.load(4), 4)
        made.at(search.AVAILABLE).store(1, 4)
        made.at(search.SEAT).store(seat, 4)
        head.store(number, 4)
        return number

    def situation(self, node: Word, sight: Word, seat: Word) -> Variable:
        """What was counted of the seat where it sees this at this node; 0 if there is no room."""
        f = self._f
        key = mixed(sight, node)
        lists = self._parameters.at(search.LISTS).load_address()
        head = lists.at((key & (search.SITUATIONS - 1)) * 4)
        found = f.variable(self._listed(head.load(4), key))
        with f.when(found.get().equals(0) & self.has_room()):
            found.set(self._new(head, key, seat))
        return found

    def note(self, situation: Word, option: Word, seat: Word) -> None:
        """The seat chose this in that situation."""
        f = self._f
        own = f.variable(self.child(situation, self.key(option)))
        with f.when(own.get().equals(0) & self.has_room()):
            own.set(self.grow(situation, option, seat))
        with f.when(own.get().differs(0)):
            self.push(situation)
            self.push(own.get())

    # ------------------------------------------------------------------ results

    def back_up(self, rewards: Pointer) -> None:
        """Adds every seat's reward to the nodes that it chose."""
        with self._f.count(0, self._entries.get()) as entry:
            node = self._node(self._path.at(entry * 4).load(4))
            visits = node.at(search.VISITS)
            visits.store(visits.load(4) + 1, 4)
            seat = node.at(search.SEAT).load(4)
            node.at(search.TOTAL).add_real(rewards.at(seat * 8).load_real())


class Best:
    """The option with the highest bound so far, at first the first one; how many there are, and how
    often all of them together were tried."""

    def __init__(self, f: Function) -> None:
        self._f = f
        self._bound = f.real_variable(-1e300)
        self._option = f.variable(0)
        self._tried, self._visits = f.variable(0), f.variable(0)

    def offer(self, bound: Real, option: Word) -> None:
        with self._f.when(bound > self._bound.get()):
            self._bound.set(bound)
            self._option.set(option)

    def count(self, visits: Word) -> None:
        """An option was tried so often."""
        self._tried.add(1)
        self._visits.add(visits)

    def settled(self) -> Best:
        self.option = self._option.get()
        self.tried, self.visits = self._tried.get(), self._visits.get()
        return self
