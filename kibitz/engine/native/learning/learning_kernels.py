"""Learning in emitted code: choosing by afterstates with a net, and self-play.

An option is judged by its afterstate: what comes of it at once, before chance and the others go on,
as the seat that chooses sees it: cards that it did not see before count as face down.
"""

from __future__ import annotations

from kibitz.engine.native.emission.base import FAILED, Unit
from kibitz.engine.native.emission.match_kernels import deciding_seat, is_stopped, stop_if
from kibitz.engine.native.layout import context
from kibitz.engine.native.layout import net_layout as net
from kibitz.engine.native.layout.signatures import CONSIDER, CONTEST, LESSON, STUDY, Signature
from kibitz.engine.native.learning.feature_plan import MOST_TRUE, counts_size, feature_plan
from kibitz.engine.native.learning.features import FeatureFinder
from kibitz.engine.native.learning.net_kernels import Favourite, NetKernels, Values, note, worth
from kibitz.engine.native.learning.seat_visibility import Blinder, Sighter
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Real, Word
from kibitz.engine.native.search import search_layout as search
from kibitz.engine.native.search.seats import place_reward, score_reward
from kibitz.engine.secrets import keeps_secrets

MATCH = Signature("match", "pppppp")
JUDGE = Signature("judge", "pppp")
ASK = Signature("ask", "ppppi")
FOLLOW = Signature("follow", "ppp")

_KEPT = 32
"""So many options are performed together, to see what none of them touches."""
_LIST = 2 * MOST_TRUE + net.LINE
"""Bytes for the features of an option; a line more, so that not all lists begin in the same part of
a cache."""
_AHEAD, _LINES = 4, 3
"""Features are fetched so many samples before they are learnt, and so many lines of a cache."""


class LearningKernels:
    def __init__(self, unit: Unit, width: int) -> None:
        self._unit = unit
        self._module = unit.module
        self._layout = unit.layout
        self._program = unit.program
        self._row = 4 * width
        self._after = -(-unit.layout.size // net.LINE) * net.LINE
        self._plan = feature_plan(unit.program, unit.layout)
        self._has_secrets = keeps_secrets(unit.program)

    def emit(self) -> None:
        Sighter(self._unit).emit()
        if self._has_secrets:
            Blinder(self._unit).emit()
        FeatureFinder(self._unit, self._plan).emit()
        nets = NetKernels(self._module, self._plan.rows)
        nets.emit_value()
        nets.emit_add_up()
        nets.emit_blame()
        nets.emit_change()
        self._emit_consider()
        self._emit_ask()
        self._emit_follow()
        self._emit_judge()
        self._emit_match()
        self._emit_lesson()
        self._emit_study()
        self._emit_contest()

    # ------------------------------------------------------------------ choosing

    def _emit_consider(self) -> None:
        """`consider(state, context, net, wants, forced, kept, sample, said, slip)`: the option to
        take.

        The options must have been found. It is the one that the net likes best, by as much of
        place and score as is wanted, or the forced one if there is one. What was expected of it and
        of the best one goes to `sample`, its features to `kept` and what is expected of all options
        to `said`, unless these are null. With a slip, unless it is null, every option is liked a
        little more or less by chance.
        """
        f = self._module.function(CONSIDER)
        state, scratch, weights, wants = (f.address(n) for n in range(4))
        forced, kept, sample, told_all = f.number(4), *(f.address(n) for n in (5, 6, 7))
        slip = f.address(8)
        found = sample.at(net.COUNT).load(4)
        sighted, sums = f.buffer(self._layout.cards), f.buffer(4 * net.WIDE)
        lists, layers = f.buffer((_KEPT + 1) * _LIST), f.buffer(net.LAYERS)
        seat = deciding_seat(f, self._layout, state)
        start = f.look_up(self._plan.step_starts, state.at(self._layout.position).load(4), 4)
        f.call("sighted", state, scratch, seat, sighted)
        state = self._blinded(f, state, scratch, seat) if self._has_secrets else state
        afters = self._performed(f, state, scratch, found)
        seen, shared = (scratch, seat, sighted), lists.at(_KEPT * _LIST)
        nothing, bias = f.constant(0), weights.at(4 * net.BIAS)
        counts = f.buffer(counts_size(self._plan))
        first = f.call("features", state, *seen, shared, nothing, f.constant(-1), counts)
        f.call("add_up", weights, bias, shared, nothing, first, sums)
        wanted = [wants.at(8 * n).load_real() for n in range(net.OUTPUTS)]
        favourite, is_kept = Favourite(f, forced), found <= _KEPT
        with f.count(0, found) as option:
            row = scratch.at(context.ROWS).load_address().at(option * self._row)
            after = afters.at(is_kept.select(option, 0) * self._after)
            with f.when(is_kept.negated()):
                self._perform(f, state, scratch, row, after)
            features = lists.at(is_kept.select(option, 0) * _LIST)
            count = f.call("features", after, *seen, features, first, start + row.load(4), counts)
            f.call("value", weights, sums, features, first, count, layers)
            said = [layers.at(net.RESULT + 4 * n).load_single() for n in range(net.OUTPUTS)]
            liked = f.real_variable(0.0)
            liked.set(wanted[net.PLACE] * said[net.PLACE] + wanted[net.SCORE] * said[net.SCORE])
            with f.when(slip.is_null().negated()):
                liked.set(liked.get() + self._slipped(f, scratch, slip))
            with f.when(told_all.is_null().negated()):
                note(told_all.at(option * (4 * net.OUTPUTS)), said)
            is_taken = favourite.weigh(option, liked.get(), said, count)
            with f.when(is_kept.negated()), f.when(is_taken):
                f.copy(lists.at(_LIST), features, count * 2)
        favourite.note(sample)
        taken, length, before = favourite.taken, favourite.length, first * 2
        with f.when(kept.is_null().negated()):
            features = lists.at(is_kept.select(taken, 1) * _LIST)
            f.copy(kept, shared, before)
            f.copy(kept.at(before), features.at(before), (length - first) * 2)
            sample.at(net.COUNT).store(length, 4)
        sample.at(net.SEAT).store(seat, 4)
        f.give(taken)
        f.close()

    def _blinded(self, f: Function, state: Pointer, scratch: Pointer, seat: Word) -> Pointer:
        """The state as far as the seat sees what is stored."""
        blinded = f.buffer(self._layout.size)
        f.copy(blinded, state, self._layout.size)
        f.call("blind", blinded, scratch, seat)
        return blinded

    def _performed(self, f: Function, state: Pointer, scratch: Pointer, found: Word) -> Pointer:
        """What comes of every option, one behind the other, and what they touch; of many options
        nothing, and they count as if they touched everything."""
        afters, touched = f.buffer(_KEPT * self._after), scratch.at(context.TOUCHED)
        number = sum(self._layout.things)
        with f.either(found <= _KEPT) as (few, many):
            with few:
                f.clear(touched, number)
                with f.count(0, found) as option:
                    row = scratch.at(context.ROWS).load_address().at(option * self._row)
                    self._perform(f, state, scratch, row, afters.at(option * self._after))
            with many, f.count(0, number) as thing:
                touched.at(thing).store(1, 1)
        return afters

    def _perform(
        self, f: Function, state: Pointer, scratch: Pointer, row: Pointer, after: Pointer
    ) -> None:
        f.copy(after, state, self._layout.size)
        with f.when(f.call("perform", after, scratch, row) < 0, rarely=True):
            if self._has_secrets:
                f.copy(after, state, self._layout.size)  # only somebody else's secret can tell
            else:
                f.give(FAILED)

    def _slipped(self, f: Function, scratch: Pointer, slip: Pointer) -> Real:
        """By how much an option is liked more or less: rarely by as much as the slip."""
        one, other = (
            f.call("below", scratch, f.constant64(net.WHOLE_CHANCE)).real() for _ in range(2)
        )
        return slip.load_real() * (one - other) / f.real(net.WHOLE_CHANCE)

    def _emit_ask(self) -> None:
        """`ask(state, context, net, wants, found)`: the option that the net takes, if there is a
        net; else any."""
        f = self._module.function(ASK, exported=False)
        state, scratch, weights, wants = (f.address(n) for n in range(4))
        found = f.number(4)
        with f.when(found < 2):
            f.give(0)
        with f.when(weights.is_null()):
            f.give(f.call("below", scratch, found.widened()))
        f.give(_considered(f, (state, scratch, weights, wants), f.buffer(net.SAMPLE), found))
        f.close()

    def _emit_follow(self) -> None:
        """`follow(state, context, parameters)`: plays on as the net of a search would.

        Returns 0 at the end of the match or the limit. At so many decisions of the searching
        seat as it is to look ahead, it asks the net what to expect there, and returns 1; for
        others it is what the net expected when they last chose.
        """
        f = self._module.function(FOLLOW, exported=False)
        state, scratch, parameters = (f.address(n) for n in range(3))
        weights, wants = parameters.at(search.NET).load_address(), parameters.at(search.WANTS)
        depth, root = (parameters.at(n).load(4) for n in (search.DEPTH, search.ROOT_SEAT))
        sample = f.buffer(net.SAMPLE)
        made, own = f.variable(0), f.variable(0)
        values = Values(f, parameters.at(search.VALUES), wants, self._program.players)
        status = f.variable(f.call("resume", state, scratch))
        with f.forever() as leave:
            leave((status.get() < 1) | is_stopped(scratch))
            leave(made.get() >= parameters.at(search.LIMIT).load(4))
            made.add(1)
            found = f.call("options", state, scratch)
            stop_if(f, found < 0, found)
            chosen = f.variable(0)
            with f.when(found > 1):
                chosen.set(_considered(f, (state, scratch, weights, wants), sample, found))
                stop_if(f, chosen.get() < 0, chosen.get())
                seat = deciding_seat(f, self._layout, state)
                values.note(seat, worth(sample, wants))
                with f.when(seat.equals(root)):
                    own.add(1)
                    with f.when(own.get().equals(depth)):
                        values.complete()
                        f.give(1)
            status.set(self._play(f, state, scratch, chosen.get()))
        f.give((status.get() < 0).select(FAILED, 0))
        f.close()

    # ------------------------------------------------------------------ matches to learn from

    def _emit_match(self) -> None:
        """`match(student, context, lesson, wants, list, samples)`: one match of the net against
        itself; returns the number of decisions, or that a rule failed.

        Samples are added to those of the lesson.
        """
        f = self._module.function(MATCH, exported=False)
        weights, scratch, lesson, wants, pool, samples = (f.address(n) for n in range(6))
        state = f.buffer(self._layout.size)
        status, made = f.variable(f.call("deal", state, scratch)), f.variable(0)
        with f.forever() as leave:
            leave((status.get() < 1) | (made.get() >= lesson.at(net.LIMIT).load(4)))
            made.add(1)
            found = f.call("options", state, scratch)
            stop_if(f, found < 0, found)
            chosen = f.variable(0)
            with f.when(found > 1):
                used, count = lesson.at(net.FEATURES), lesson.at(net.SAMPLES)
                has_room = used.load(4) + MOST_TRUE <= lesson.at(net.FEATURE_ROOM).load(4)
                has_room = has_room & (count.load(4) < lesson.at(net.SAMPLE_ROOM).load(4))
                with f.either(has_room & (found <= net.WIDEST)) as (learns, plays):
                    with learns:
                        sample = samples.at(count.load(4) * net.SAMPLE)
                        sample.at(net.COUNT).store(found, 4)
                        sample.at(net.AT).store(used.load(4), 4)
                        forced = self._tried(f, scratch, lesson, found)
                        kept = pool.at(used.load(4) * 2)
                        slip = lesson.at(net.SLIP)
                        no_slip = f.real(1e-9) > slip.load_real()
                        slip = f.null().select(no_slip, slip)
                        arguments = (weights, wants, forced, kept, sample, f.null(), slip)
                        chosen.set(f.call("consider", state, scratch, *arguments))
                        stop_if(f, chosen.get() < 0, chosen.get())
                        used.store(used.load(4) + sample.at(net.COUNT).load(4), 4)
                        count.store(count.load(4) + 1, 4)
                    with plays:
                        chosen.set(f.call("below", scratch, found.widened()))
            status.set(self._play(f, state, scratch, chosen.get()))
        stop_if(f, status.get() < 0, status.get())
        scores = f.buffer(4 * self._program.players)
        scored = f.call("score", state, scratch, scores)
        stop_if(f, scored < 0, scored)
        f.call("judge", lesson, samples, scores, scratch)
        f.give(made.get())
        f.close()

    def _tried(self, f: Function, scratch: Pointer, lesson: Pointer, found: Word) -> Word:
        """An option to be tried out now, or -1."""
        forced = f.variable(-1)
        drawn = f.call("below", scratch, f.constant64(net.WHOLE_CHANCE))
        with f.when(drawn < lesson.at(net.CHANCE).load(4)):
            forced.set(f.call("below", scratch, found.widened()))
        return forced.get()

    def _play(self, f: Function, state: Pointer, scratch: Pointer, chosen: Word) -> Word:
        row = scratch.at(context.ROWS).load_address().at(chosen * self._row)
        status = f.variable(f.call("perform", state, scratch, row))
        with f.when(status.get() >= 0):
            status.set(f.call("advance", state, scratch))
        return status.get()

    def _emit_judge(self) -> None:
        """`judge(lesson, samples, scores, context)`: what should have been expected in a match.

        From the end backwards: the result, mixed with what was expected on the way; where a seat
        tried something out, what came of it is not believed of the choices before.
        """
        f = self._module.function(JUDGE, exported=False)
        lesson, samples, scores = f.address(0), f.address(1), f.address(2)
        players = self._program.players
        truth = f.buffer(8 * net.OUTPUTS * players)
        mean, scale = lesson.at(net.MEAN).load_real(), lesson.at(net.SCALE).load_real()
        with f.count(0, players) as seat:
            own = truth.at(seat * (8 * net.OUTPUTS))
            own.store_real(place_reward(self._program, scores, seat))
            own.at(8).store_real((score_reward(self._program, scores, seat) - mean) / scale)
        keep, rest = lesson.at(net.KEEP).load_real(), f.real(1.0) - lesson.at(net.KEEP).load_real()
        number = f.variable(lesson.at(net.SAMPLES).load(4))
        with f.forever() as leave:
            leave(number.get() <= lesson.at(net.PLAYED).load(4))
            number.add(-1)
            sample = samples.at(number.get() * net.SAMPLE)
            own = truth.at(sample.at(net.SEAT).load(4) * (8 * net.OUTPUTS))
            explored = sample.at(net.EXPLORED).load(4).differs(0)
            for output in range(net.OUTPUTS):
                came = own.at(8 * output).load_real()
                best = sample.at(net.BEST + 4 * output).load_single()
                sample.at(net.EXPECTED + 4 * output).store_single(came)
                own.at(8 * output).store_real(best.chosen(explored, keep * came + rest * best))
        f.give(0)
        f.close()

    def _emit_lesson(self) -> None:
        """`lesson(student, context, lesson, wants, list, samples)`: matches to learn from.

        Returns how many were played; a match in which a rule fails is left out.
        """
        f = self._module.function(LESSON)
        arguments = tuple(f.address(n) for n in range(6))
        _, scratch, lesson = arguments[:3]
        seed, first = lesson.at(net.SEED).load(8), lesson.at(net.FIRST).load(8)
        with f.count(0, lesson.at(net.MATCHES).load(4)) as number:
            stop_if(f, is_stopped(scratch), number)
            used, room = lesson.at(net.FEATURES).load(4), lesson.at(net.FEATURE_ROOM).load(4)
            stop_if(f, used > room - (room >> 2), number)
            f.call("seed", scratch, seed, first + number.widened())
            before = lesson.at(net.SAMPLES).load(4)
            lesson.at(net.PLAYED).store(before, 4)
            made = f.call("match", *arguments)
            with f.either(made < 0) as (failed, played):
                with failed:
                    lesson.at(net.SAMPLES).store(before, 4)
                    lesson.at(net.FEATURES).store(used, 4)
                    lesson.at(net.FAILED).store(lesson.at(net.FAILED).load(4) + 1, 4)
                with played:
                    total = lesson.at(net.DECISIONS)
                    total.store(total.load(4) + made, 4)
        f.give(lesson.at(net.MATCHES).load(4))
        f.close()

    # ------------------------------------------------------------------ learning from them

    def _emit_study(self) -> None:
        """`study(student, context, list, samples, order, count, rate)`: learns every sample once.

        `order` lists them and is shuffled. Returns how many were learnt.
        """
        f = self._module.function(STUDY)
        student, scratch, pool, samples, order = (f.address(n) for n in range(5))
        count, rate = f.number(5), f.address(6)
        layers, nothing = f.buffer(net.LAYERS), f.constant(0)
        _shuffle(f, scratch, order, count)
        with f.count(0, count) as number:
            stop_if(f, is_stopped(scratch), number)
            _fetch_ahead(f, (pool, samples, order), number, count - 1)
            sample = samples.at(order.at(number * 4).load(4) * net.SAMPLE)
            features = pool.at(sample.at(net.AT).load(4) * 2)
            true = sample.at(net.COUNT).load(4)
            f.call("value", student, student.at(4 * net.BIAS), features, nothing, true, layers)
            f.call("blame", student, features, true, layers, sample.at(net.EXPECTED))
            done = number + 1
            with f.when((done & (net.BATCH - 1)).equals(0) | done.equals(count)):
                f.call("change", student, rate)
        f.give(count)
        f.close()

    # ------------------------------------------------------------------ competing

    def _emit_contest(self) -> None:
        """`contest(nets, context, wants, seed, first, count, limit, results)`: between nets.

        `nets` has an address for every seat, null for who takes any option. A result is the
        seats' scores, then the number of decisions. Returns how many matches were finished.
        """
        f = self._module.function(CONTEST)
        nets, scratch, wants = f.address(0), f.address(1), f.address(2)
        seed, first, count = f.number(3), f.number(4), f.number(5)
        limit, results, players = f.number(6), f.address(7), self._program.players
        state = f.buffer(self._layout.size)
        with f.count(0, count) as number:
            f.call("seed", scratch, seed, first + number.widened())
            status, made = f.variable(f.call("deal", state, scratch)), f.variable(0)
            with f.forever() as leave:
                leave((status.get() < 1) | (made.get() >= limit) | is_stopped(scratch))
                made.add(1)
                found = f.call("options", state, scratch)
                stop_if(f, found < 0, number)
                seat = deciding_seat(f, self._layout, state)
                weights = nets.at(seat * 8).load_address()
                chosen = f.call("ask", state, scratch, weights, wants, found)
                stop_if(f, chosen < 0, number)
                status.set(self._play(f, state, scratch, chosen))
            stop_if(f, (status.get() < 0) | is_stopped(scratch), number)
            result = results.at(number * (4 * (players + 1)))
            stop_if(f, f.call("score", state, scratch, result) < 0, number)
            result.at(4 * players).store(made.get(), 4)
        f.give(count)
        f.close()


def _considered(f: Function, arguments: tuple[Pointer, ...], sample: Pointer, found: Word) -> Word:
    """What the net takes of so many options, and nothing but what it expects is kept."""
    sample.at(net.COUNT).store(found, 4)
    rest = (f.constant(-1), f.null(), sample, f.null(), f.null())
    return f.call("consider", *arguments, *rest)


def _fetch_ahead(
    f: Function, lesson: tuple[Pointer, Pointer, Pointer], number: Word, last: Word
) -> None:
    """Samples are learnt in any order, so they must be brought from far: that takes longer than to
    learn one."""
    pool, samples, order = lesson

    def sample(ahead: int) -> Pointer:
        later = number + ahead
        later = (later < last).select(later, last)
        return samples.at(order.at(later * 4).load(4) * net.SAMPLE)

    sample(2 * _AHEAD).fetch()
    features = pool.at(sample(_AHEAD).at(net.AT).load(4) * 2)
    for line in range(_LINES):
        features.at(line * net.LINE).fetch()


def _shuffle(f: Function, scratch: Pointer, order: Pointer, count: Word) -> None:
    last = f.variable(count - 1)
    with f.forever() as leave:
        index = last.get()
        leave(index < 1)
        other = f.call("below", scratch, (index + 1).widened())
        one, two = order.at(index * 4), order.at(other * 4)
        here, there = one.load(4), two.load(4)
        one.store(there, 4)
        two.store(here, 4)
        last.set(index - 1)
