"""Search in emitted code: simulations of one decision, with a tree (ISMCTS) or flat Monte Carlo.

A simulation deals a world that the view allows, chooses along the tree, adds one node, and plays
on at random. Nodes are found by option keys, so that simulations in different worlds meet in
them, and where the searching seat is to choose also by what it sees then; how often an option was
there to be chosen is counted, since not every world offers it. Others choose by what was found
where they saw the same, as soon as that was met often enough.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import FAILED, Unit
from kibitz.engine.native.emission.match_kernels import (
    deciding_seat,
    is_stopped,
    play_or_stop,
    stop_if,
)
from kibitz.engine.native.layout.signatures import SEARCH
from kibitz.engine.native.llvm.words import Pointer, Real, Variable, Word
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.native.search.mcmc_worlds import emit_recalling
from kibitz.engine.native.search.search_tree import DEEPEST, SearchTree
from kibitz.engine.native.search.seats import emit_seen, place_reward, score_reward, standing
from kibitz.engine.native.search.worlds import chosen_together, emit_worlds

FAMILIAR = 4
"""Visits of a situation before others than the searching seat choose by what they found there."""
_SLOWLY = 4
"""Where a net says what is tried first: so many visits times the square of how many options were
tried, before another one is."""


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
        emit_worlds(self._unit, self._width)
        emit_recalling(self._unit, self._width)
        emit_seen(self._unit)
        f = self._f = self._unit.module.function(SEARCH)
        self._base, self._scratch, self._plan = (f.address(n) for n in range(3))
        self._statistics, self._parameters = f.address(4), f.address(5)
        self._tree = SearchTree(f, f.address(3), self._scratch, self._parameters, f.address(6))
        self._state, self._world = (f.buffer(self._layout.size) for _ in range(2))
        self._scores = f.buffer(4 * self._players)
        self._rewards = f.buffer(8 * self._players)
        self._near = f.buffer(8 * self._players)
        self._root_choice, self._has_near = f.variable(-1), f.variable(0)
        self._sight = f.variable(0)
        with f.count(0, self._parameter(search.SIMULATIONS)) as number:
            self._simulate(number)
        f.give(self._parameter(search.SIMULATIONS))
        f.close()

    def _parameter(self, offset: int) -> Word:
        return self._parameters.at(offset).load(4)

    # ------------------------------------------------------------------ worlds

    def _begin_in_a_world(self, number: Word) -> None:
        f = self._f
        f.copy(self._state, self._base, self._layout.size)
        is_open = self._parameter(search.KEEP_WORLD).equals(0)
        # Guided by a net, every option is tried in a world before the next one is dealt.
        is_shared = is_open & self._asks_net() & self._parameter(search.FLAT).differs(0)
        with f.when(is_open & is_shared.negated()):
            self._deal(self._state)
        with f.when(is_shared):
            turn = number + self._parameter(search.FIRST)
            turn = turn.remainder(self._parameter(search.OPTIONS))
            with f.when(turn.equals(0) | number.equals(0)):
                f.copy(self._world, self._state, self._layout.size)
                self._deal(self._world)
            f.copy(self._state, self._world, self._layout.size)

    def _deal(self, state: Pointer) -> None:
        past, walk = (self._parameters.at(n).load_address() for n in (search.PAST, search.WALK))
        self._f.call("recall_world", state, self._scratch, self._plan, past, walk)

    def _asks_net(self) -> Word:
        if not self._has_nets:
            return self._f.truth(False)
        return self._parameters.at(search.NET).load_address().is_null().negated()

    # ------------------------------------------------------------------ one simulation

    def _simulate(self, number: Word) -> None:
        f = self._f
        stop_if(f, is_stopped(self._scratch), number)
        self._begin_in_a_world(number)
        self._tree.begin()
        self._root_choice.set(-1)
        self._descend(number)
        with f.when(self._root_choice.get() >= 0):
            was_cut = self._play_to_the_end(number)
            scored = f.call("score", self._state, self._scratch, self._scores)
            stop_if(self._f, scored < 0, number)
            self._reward(was_cut)
            self._tree.back_up(self._rewards)
            # What was broken off tells little; but something is better than nothing.
            stop_if(f, is_stopped(self._scratch) & (number > 0), number)
            self._count_at_root()

    def _play_to_the_end(self, number: Word) -> Word:
        """As the rollout says; whether the net was asked for the result on the way."""
        f, status = self._f, self._f.variable(0)
        arguments = (self._state, self._scratch)
        if self._has_nets:
            with f.when(self._asks_net()):
                status.set(self._follow())
        with f.when(self._asks_net().negated()):
            limit = self._parameter(search.LIMIT)
            played = f.call("play_on", *arguments, limit, f.null(), f.null())
            status.set((played < 0).select(FAILED, 0))
        stop_if(f, status.get() < 0, number)
        return status.get() > 0

    def _follow(self) -> Word:
        """As the net plays on; where it was asked and the end counts, too, from there once more."""
        f, parameters = self._f, self._parameters
        arguments = (self._state, self._scratch, parameters)
        status = f.variable(f.call("follow", *arguments))
        has_near = (status.get() > 0) & (parameters.at(search.ENDING).load_real() > f.real(0.0))
        self._has_near.set(has_near.narrowed())
        with f.when(has_near):
            f.copy(self._near, parameters.at(search.VALUES), 8 * self._players)
            depth = self._parameter(search.DEPTH)
            parameters.at(search.DEPTH).store(self._parameter(search.FAR), 4)
            status.set(f.call("follow", *arguments))
            parameters.at(search.DEPTH).store(depth, 4)
        return status.get()

    def _descend(self, number: Word) -> None:
        """Choose until a new node is made or the match is over."""
        f = self._f
        node, going = f.variable(0), f.variable(1)
        with f.forever() as leave:
            leave(going.get().equals(0) | is_stopped(self._scratch))
            self._choose_unseen(number)
            leave(f.call("resume", self._state, self._scratch) < 1)
            with f.either(self._parameter(search.FLAT).differs(0)) as (flat, tree):
                with flat:
                    self._choose_in_turn(number, going)
                with tree:
                    self._choose_in_tree(number, node, going)

    def _choose_unseen(self, number: Word) -> None:
        """While all choose before anything takes effect, others take any option: the searching seat
        does not see which, nor do they see its own, so that no tree tells them apart."""
        f, steps = self._f, chosen_together(self._unit.program)
        if not steps:
            return
        unseen = [int(step in steps) for step in range(len(self._unit.program.code))]
        with f.forever() as leave:
            position = self._state.at(self._layout.position).load(4)
            seat = deciding_seat(f, self._layout, self._state)
            is_other = seat.differs(self._parameter(search.ROOT_SEAT))
            leave((f.look_up(unseen, position, 1).differs(0) & is_other).negated())
            found = f.call("options", self._state, self._scratch)
            stop_if(f, found < 0, number)
            self._play(f.call("below", self._scratch, found.widened()), number)

    def _choose_in_turn(self, number: Word, going: Variable) -> None:
        """Flat: the options of the root one after the other."""
        f = self._f
        found = f.call("options", self._state, self._scratch)
        stop_if(self._f, found < 0, number)
        expected = self._parameter(search.OPTIONS)
        with f.when(found.equals(expected)):
            chosen = (number + self._parameter(search.FIRST)).remainder(expected)
            self._root_choice.set(chosen)
            self._play(chosen, number)
        going.set(0)

    def _choose_in_tree(self, number: Word, node: Variable, going: Variable) -> None:
        f, tree = self._f, self._tree
        found = f.call("keyed", self._state, self._scratch)
        stop_if(self._f, found < 0, number)
        is_root = tree.depth.get().equals(0)
        is_odd = is_root & found.differs(self._parameter(search.OPTIONS))
        with f.when(is_odd | (tree.depth.get() >= DEEPEST)):
            going.set(0)
        with f.when(going.get().differs(0)):
            self._look_around(is_root)
            chosen = f.variable(0)
            with f.either((found < 2) & is_root.negated()) as (forced, free):
                with forced:
                    self._go_through(node, going)
                with free:
                    self._choose_freely(node, found, chosen, going)
            with f.when(is_root):
                self._root_choice.set(chosen.get())
            tree.depth.add(1)
            self._play(chosen.get(), number)

    def _go_through(self, node: Variable, going: Variable) -> None:
        """Past the only option: nothing is learnt by coming back to it."""
        f, tree = self._f, self._tree
        following = f.variable(tree.child(node.get(), tree.key(f.constant(0))))
        with f.when(following.get().equals(0) & tree.has_room()):
            seat = deciding_seat(f, self._layout, self._state)
            following.set(tree.grow(node.get(), f.constant(0), seat))
        with f.either(following.get().equals(0)) as (full, on):
            with full:
                going.set(0)
            with on:
                node.set(following.get())
                tree.push(node.get())

    def _choose_freely(
        self, node: Variable, found: Word, chosen: Variable, going: Variable
    ) -> None:
        """By what was found in this situation, as who is to choose sees it, once it is familiar;
        before that, by what was found at this node, whatever the others held."""
        f, tree = self._f, self._tree
        seat = deciding_seat(f, self._layout, self._state)
        situation, following = f.variable(0), f.variable(0)
        with f.when(self._sight.get().differs(0)):
            situation.set(tree.situation(node.get(), self._sight.get(), seat).get())
        is_known = situation.get().differs(0)
        familiar = is_known & (tree.visits(situation.get()) >= FAMILIAR)
        with f.either(familiar) as (own, shared):
            with own:
                self._choose_at(situation.get(), found, chosen)
            with shared:
                self._choose_at(node.get(), found, chosen)
        following.set(tree.child(node.get(), tree.key(chosen.get())))
        with f.when(is_known):
            tree.note(situation.get(), chosen.get(), seat)
        with f.when(following.get().equals(0)):
            following.set(tree.grow(node.get(), chosen.get(), seat))
            going.set(0)
        node.set(following.get())
        tree.push(node.get())

    def _choose_at(self, node: Word, found: Word, chosen: Variable) -> None:
        """What has not been tried yet, else the best by what is known.

        Where a net is asked, it says what is tried first, and below the root the rest is tried
        slowly: most situations are met a few times only, and what comes of options that were taken
        by chance would count as if the seat had meant them.
        """
        f, tree = self._f, self._tree
        best, untried = tree.look_at_options(node, found)
        chosen.set((untried >= 0).select(untried, best.option))
        if not self._has_nets:
            return
        is_below = tree.depth.get().differs(0) & self._asks_net() & (untried >= 0)
        with f.when(is_below & best.tried.equals(0)):
            net = self._parameters.at(search.NET).load_address()
            wants = self._parameters.at(search.WANTS)
            asked = f.call("ask", self._state, self._scratch, net, wants, found)
            chosen.set((asked < 0).select(untried, asked))
        is_early = best.visits < best.tried * best.tried * _SLOWLY
        with f.when(is_below & best.tried.differs(0) & is_early):
            chosen.set(best.option)

    def _play(self, chosen: Word, number: Word) -> None:
        at = self._state, self._scratch
        play_or_stop(self._f, at, chosen, 4 * self._width, number)

    def _look_around(self, is_root: Word) -> None:
        """What the searching seat sees when it is to choose, or what another one sees.

        In a world that is kept the choices alone decide that.
        """
        f, seat = self._f, deciding_seat(self._f, self._layout, self._state)
        self._tree.seen.set(0)
        self._sight.set(0)
        with f.when((is_root | self._parameter(search.KEEP_WORLD).differs(0)).negated()):
            sight = f.call("seen", self._state, self._scratch, seat)
            with f.either(seat.equals(self._parameter(search.ROOT_SEAT))) as (own, other):
                with own:
                    self._tree.seen.set(sight)
                with other:
                    self._sight.set(sight | 1)

    # ------------------------------------------------------------------ results

    def _reward(self, was_cut: Word) -> None:
        """For every seat what its place is worth; or the score; or as a net counts, or expects."""
        f, program = self._f, self._unit.program
        by_score = self._parameter(search.BY_SCORE).differs(0)
        place, score, mean, scale, ending = (
            self._parameters.at(offset).load_real()
            for offset in (search.WANTS, search.WANTS + 8, search.MEAN, search.SCALE, search.ENDING)
        )
        with f.count(0, self._players) as seat:
            by_rank = place_reward(program, self._scores, seat)
            raw = score_reward(program, self._scores, seat)
            mixed = place * by_rank + score * ((raw - mean) / scale)
            expected = self._parameters.at(seat * 8 + search.VALUES).load_real()
            last = expected.chosen(was_cut, mixed)
            near = self._near.at(seat * 8).load_real()
            both = near + (last - near) * ending
            told = both.chosen(self._has_near.get().differs(0), last)
            reward = told.chosen(self._asks_net(), raw.chosen(by_score, by_rank))
            self._rewards.at(seat * 8).store_real(reward)
            self._widen_stake(reward)

    def _widen_stake(self, reward: Real) -> None:
        lowest, highest = (self._parameters.at(n) for n in (search.LOWEST, search.HIGHEST))
        with self._f.when(lowest.load_real() > reward):
            lowest.store_real(reward)
        with self._f.when(reward > highest.load_real()):
            highest.store_real(reward)

    def _count_at_root(self) -> None:
        """Visits, reward and its square, then every seat's score and rank, summed by option."""
        f = self._f
        row = self._statistics.at(self._root_choice.get() * (8 * (3 + 2 * self._players)))
        reward = self._rewards.at(self._parameter(search.ROOT_SEAT) * 8).load_real()
        for position, value in enumerate((f.real(1.0), reward, reward * reward)):
            row.at(8 * position).add_real(value)
        with f.count(0, self._players) as seat:
            score = self._scores.at(seat * 4).load(4).real()
            row.at(seat * 8 + 24).add_real(score)
            better, _ = standing(self._unit.program, self._scores, seat)
            row.at(seat * 8 + (24 + 8 * self._players)).add_real((better + 1).real())
