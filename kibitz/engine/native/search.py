"""Search in emitted code: many simulations of one decision, with or without a tree.

A simulation deals a world that the view allows, chooses along the tree, adds one node, and plays
on at random. Nodes are found by option keys, so that simulations in different worlds meet in
them, and where the searching seat is to choose also by what it sees then; how often an option was
there to be chosen is counted, since not every world offers it.
"""

from __future__ import annotations

from kibitz.engine.native import context
from kibitz.engine.native.base import FAILED, Unit
from kibitz.engine.native.kernels import deciding_seat, is_stopped, stop_if
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Real, Variable, Word
from kibitz.engine.native.observation import SightMixer
from kibitz.engine.native.search_layout import (
    AVAILABLE,
    BY_SCORE,
    CHILD,
    EXPLORATION,
    FIRST,
    FLAT,
    HIGHEST,
    KEEP_WORLD,
    KEY,
    LIMIT,
    LOWEST,
    MEAN,
    NET,
    NODE_SIZE,
    NODES,
    OPTIONS,
    ROOT_SEAT,
    SCALE,
    SEAT,
    SIBLING,
    SIMULATIONS,
    TOTAL,
    VALUE,
    VISITS,
    WANTS,
)
from kibitz.engine.native.signatures import SEARCH
from kibitz.engine.native.standing import place_reward, score_reward, standing
from kibitz.engine.native.worlds import WorldDealer

DEEPEST = 256
"""Decisions of a simulation inside the tree."""


class SearchKernel:
    """`search(base, context, plan, tree, statistics, parameters, logarithms)`.

    Returns the simulations done; fewer than asked for means that a rule failed in one.
    """

    def __init__(self, unit: Unit, width: int, *, has_nets: bool) -> None:
        """`has_nets`: there is code with which a net can play on."""
        self._unit = unit
        self._layout = unit.layout
        self._width = width
        self._has_nets = has_nets
        self._players = unit.program.players

    def emit(self) -> None:
        WorldDealer(self._unit).emit()
        SightMixer(self._unit).emit()
        f = self._f = self._unit.module.function(SEARCH)
        self._base, self._scratch, self._plan = (f.address(n) for n in range(3))
        self._tree, self._statistics, self._parameters, self._logs = (
            f.address(n) for n in range(3, 7)
        )
        self._state, self._world = (f.buffer(self._layout.size) for _ in range(2))
        self._path, self._length = f.buffer(4 * DEEPEST), f.variable(0)
        self._scores = f.buffer(4 * self._players)
        self._rewards = f.buffer(8 * self._players)
        self._root_choice = f.variable(-1)
        self._seen = f.variable(0)
        with f.count(0, self._parameter(SIMULATIONS)) as number:
            self._simulate(number)
        f.give(self._parameter(SIMULATIONS))
        f.close()

    def _parameter(self, offset: int) -> Word:
        return self._parameters.at(offset).load(4)

    # ------------------------------------------------------------------ worlds

    def _begin_in_a_world(self, number: Word) -> None:
        f = self._f
        f.copy(self._state, self._base, self._layout.size)
        is_open = self._parameter(KEEP_WORLD).equals(0)
        # Guided by a net, every option is tried in a world before the next one is dealt.
        is_shared = is_open & self._asks_net() & self._parameter(FLAT).differs(0)
        with f.when(is_open & is_shared.negated()):
            f.call("deal_world", self._state, self._scratch, self._plan)
        with f.when(is_shared):
            turn = (number + self._parameter(FIRST)).remainder(self._parameter(OPTIONS))
            with f.when(turn.equals(0) | number.equals(0)):
                f.copy(self._world, self._state, self._layout.size)
                f.call("deal_world", self._world, self._scratch, self._plan)
            f.copy(self._state, self._world, self._layout.size)

    def _asks_net(self) -> Word:
        if not self._has_nets:
            return self._f.truth(False)
        return self._parameters.at(NET).load_address().is_null().negated()

    # ------------------------------------------------------------------ one simulation

    def _simulate(self, number: Word) -> None:
        f = self._f
        stop_if(f, is_stopped(self._scratch), number)
        self._begin_in_a_world(number)
        for field in (context.STATUS, context.TRIAL):
            self._scratch.at(field).store(0, 4)
        self._length.set(0)
        self._root_choice.set(-1)
        self._descend(number)
        with f.when(self._root_choice.get() >= 0):
            was_cut = self._play_to_the_end(number)
            scored = f.call("score", self._state, self._scratch, self._scores)
            stop_if(self._f, scored < 0, number)
            self._reward(was_cut)
            self._back_up()
            self._count_at_root()

    def _play_to_the_end(self, number: Word) -> Word:
        """At random or by the net; whether the net was asked for the result on the way."""
        f, status = self._f, self._f.variable(0)
        with f.either(self._asks_net()) as (net, chance):
            with net:
                if self._has_nets:
                    status.set(f.call("follow", self._state, self._scratch, self._parameters))
            with chance:
                limit = self._parameter(LIMIT)
                played = f.call("play_on", self._state, self._scratch, limit, f.null())
                status.set((played < 0).select(FAILED, 0))
        stop_if(f, status.get() < 0, number)
        return status.get() > 0

    def _descend(self, number: Word) -> None:
        """Choose until a new node is made or the match is over."""
        f = self._f
        node, going = f.variable(0), f.variable(1)
        with f.forever() as leave:
            leave(going.get().equals(0) | is_stopped(self._scratch))
            leave(f.call("resume", self._state, self._scratch) < 1)
            with f.either(self._parameter(FLAT).differs(0)) as (flat, tree):
                with flat:
                    self._choose_in_turn(number, going)
                with tree:
                    self._choose_in_tree(number, node, going)

    def _choose_in_turn(self, number: Word, going: Variable) -> None:
        """Flat: the options of the root one after the other."""
        f = self._f
        found = f.call("options", self._state, self._scratch)
        stop_if(self._f, found < 0, number)
        expected = self._parameter(OPTIONS)
        with f.when(found.equals(expected)):
            chosen = (number + self._parameter(FIRST)).remainder(expected)
            self._root_choice.set(chosen)
            self._play(chosen, number)
        going.set(0)

    def _choose_in_tree(self, number: Word, node: Variable, going: Variable) -> None:
        f = self._f
        found = f.call("keyed", self._state, self._scratch)
        stop_if(self._f, found < 0, number)
        is_root = self._length.get().equals(0)
        is_odd = is_root & found.differs(self._parameter(OPTIONS))
        with f.when(is_odd | (self._length.get() >= DEEPEST)):
            going.set(0)
        with f.when(going.get().differs(0)):
            self._look_around(is_root)
            best, untried = self._look_at_options(node.get(), found)
            chosen = (untried >= 0).select(untried, best.option)
            with f.either(untried >= 0) as (grow, follow):
                with grow:
                    self._grow(node, untried)
                    going.set(0)
                with follow:
                    node.set(best.node)
            with f.when(is_root):
                self._root_choice.set(chosen)
            self._push(node.get())
            self._play(chosen, number)

    def _play(self, chosen: Word, number: Word) -> None:
        f = self._f
        rows = self._scratch.at(context.ROWS).load_address()
        row = rows.at(chosen * (4 * self._width))
        stop_if(self._f, f.call("perform", self._state, self._scratch, row) < 0, number)
        stop_if(self._f, f.call("advance", self._state, self._scratch) < 0, number)

    def _look_around(self, is_root: Word) -> None:
        """What the searching seat sees when it is to choose.

        In a world that is kept the choices alone decide that. The others' choices are learnt
        without it: every card that comes up would be a new situation, and few are met twice.
        """
        f, seat = self._f, self._parameter(ROOT_SEAT)
        self._seen.set(0)
        is_open = (is_root | self._parameter(KEEP_WORLD).differs(0)).negated()
        with f.when(is_open & deciding_seat(f, self._layout, self._state).equals(seat)):
            self._seen.set(f.call("seen", self._state, self._scratch, seat))

    # ------------------------------------------------------------------ the tree

    def _key(self, option: Word) -> Word:
        """Names the option of a situation, as far as the searching seat can tell situations."""
        keys = self._scratch.at(context.KEYS).load_address()
        return keys.at(option * 4).load(4) + self._seen.get()

    def _node(self, number: Word) -> Pointer:
        return self._tree.at(number * NODE_SIZE)

    def _look_at_options(self, node: Word, found: Word) -> tuple[_Best, Word]:
        """The best known option by upper confidence bound, and an untried one, or -1."""
        f = self._f
        best = _Best(f)
        untried, chosen = f.variable(0), f.variable(-1)
        with f.count(0, found) as option:
            child = self._child(node, self._key(option))
            with f.either(child.equals(0)) as (new, known):
                with new:
                    untried.add(1)
                    drawn = f.call("below", self._scratch, untried.get().widened())
                    with f.when(drawn.equals(0)):
                        chosen.set(option)
                with known:
                    self._weigh(best, option, child)
        return best.settled(), chosen.get()

    def _child(self, node: Word, key: Word) -> Word:
        """The node for that option, or 0."""
        f = self._f
        child = f.variable(self._node(node).at(CHILD).load(4))
        with f.forever() as leave:
            here = child.get()
            leave(here.equals(0))
            leave(self._node(here).at(KEY).load(4).equals(key))
            child.set(self._node(here).at(SIBLING).load(4))
        return child.get()

    def _weigh(self, best: _Best, option: Word, child: Word) -> None:
        address = self._node(child)
        available = address.at(AVAILABLE).load(4) + 1
        address.at(AVAILABLE).store(available, 4)
        visits = address.at(VISITS).load(4)
        mean = address.at(TOTAL).load_real() / visits.real()
        # Options whose keys meet by accident are counted twice; the table ends with the sims.
        most = self._parameter(FIRST) + self._parameter(SIMULATIONS)
        log = self._logs.at((available > most).select(most, available) * 8).load_real()
        parameters = self._parameters
        stake = parameters.at(HIGHEST).load_real() - parameters.at(LOWEST).load_real()
        exploration = parameters.at(EXPLORATION).load_real() * stake
        bound = mean + exploration * (log / visits.real()).square_root()
        best.offer(bound, option, child)

    def _grow(self, node: Variable, option: Word) -> None:
        """A new child for the option; the tree has room for one node a simulation."""
        f = self._f
        number = self._parameter(NODES)
        self._parameters.at(NODES).store(number + 1, 4)
        parent, child = self._node(node.get()), self._node(number)
        key = self._key(option)
        seat = deciding_seat(f, self._layout, self._state)
        f.clear(child, NODE_SIZE)
        child.at(KEY).store(key, 4)
        child.at(SIBLING).store(parent.at(CHILD).load(4), 4)
        child.at(AVAILABLE).store(1, 4)
        child.at(SEAT).store(seat, 4)
        parent.at(CHILD).store(number, 4)
        node.set(number)

    def _push(self, node: Word) -> None:
        length = self._length.get()
        self._path.at(length * 4).store(node, 4)
        self._length.set(length + 1)

    # ------------------------------------------------------------------ results

    def _reward(self, was_cut: Word) -> None:
        """For every seat what its place is worth; or the score; or as a net counts, or expects."""
        f, program = self._f, self._unit.program
        by_score = self._parameter(BY_SCORE).differs(0)
        place, score, mean, scale, expected = (
            self._parameters.at(offset).load_real()
            for offset in (WANTS, WANTS + 8, MEAN, SCALE, VALUE)
        )
        with f.count(0, self._players) as seat:
            by_rank = place_reward(program, self._scores, seat)
            raw = score_reward(program, self._scores, seat)
            mixed = place * by_rank + score * ((raw - mean) / scale)
            told = expected.chosen(was_cut, mixed)
            reward = told.chosen(self._asks_net(), raw.chosen(by_score, by_rank))
            self._rewards.at(seat * 8).store_real(reward)
            self._widen_stake(reward)

    def _widen_stake(self, reward: Real) -> None:
        lowest, highest = (self._parameters.at(offset) for offset in (LOWEST, HIGHEST))
        with self._f.when(lowest.load_real() > reward):
            lowest.store_real(reward)
        with self._f.when(reward > highest.load_real()):
            highest.store_real(reward)

    def _back_up(self) -> None:
        f = self._f
        with f.count(0, self._length.get()) as depth:
            node = self._node(self._path.at(depth * 4).load(4))
            visits = node.at(VISITS)
            visits.store(visits.load(4) + 1, 4)
            seat = node.at(SEAT).load(4)
            node.at(TOTAL).add_real(self._rewards.at(seat * 8).load_real())

    def _count_at_root(self) -> None:
        """Visits, reward and its square, then every seat's score and rank, summed by option."""
        f = self._f
        row = self._statistics.at(self._root_choice.get() * (8 * (3 + 2 * self._players)))
        reward = self._rewards.at(self._parameter(ROOT_SEAT) * 8).load_real()
        for position, value in enumerate((f.real(1.0), reward, reward * reward)):
            row.at(8 * position).add_real(value)
        with f.count(0, self._players) as seat:
            score = self._scores.at(seat * 4).load(4).real()
            row.at(seat * 8 + 24).add_real(score)
            better, _ = standing(self._unit.program, self._scores, seat)
            row.at(seat * 8 + (24 + 8 * self._players)).add_real((better + 1).real())


class _Best:
    """The option with the highest bound so far."""

    def __init__(self, f: Function) -> None:
        self._f = f
        self._bound = f.real_variable(-1e300)
        self._option, self._node = f.variable(-1), f.variable(0)

    def offer(self, bound: Real, option: Word, node: Word) -> None:
        with self._f.when(bound > self._bound.get()):
            self._bound.set(bound)
            self._option.set(option)
            self._node.set(node)

    def settled(self) -> _Best:
        self.option, self.node = self._option.get(), self._node.get()
        return self
