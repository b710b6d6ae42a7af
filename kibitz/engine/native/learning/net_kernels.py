"""A net in emitted code: what it says of a situation, how it learns from being wrong, and what is
made of what it says: the option that it likes best, and what it expects for every seat."""

from __future__ import annotations

from kibitz.engine.native.layout import net_layout as net
from kibitz.engine.native.layout.signatures import Signature
from kibitz.engine.native.llvm.function import Function, Module
from kibitz.engine.native.llvm.lanes import BYTES, WIDTH, Lanes, LanesVariable, everywhere
from kibitz.engine.native.llvm.lanes import load_lanes as load
from kibitz.engine.native.llvm.lanes import store_lanes as store
from kibitz.engine.native.llvm.words import Pointer, Real, Word

ADD_UP = Signature("add_up", "pppiip")
VALUE = Signature("value", "pppiip")
BLAME = Signature("blame", "ppipp")
CHANGE = Signature("change", "pp")

_WIDE, _NARROW = net.WIDE // WIDTH, net.NARROW // WIDTH
_KEPT = (0.9, 0.999)
"""How much of the means of changes, and of their squares, is kept at every batch (Adam)."""
_LEAST = 1e-6


class NetKernels:
    def __init__(self, module: Module, rows: int) -> None:
        self._module = module
        self._rows = rows
        self._bytes = 4 * net.net_size(rows)

    def emit_value(self) -> None:
        """`value(net, sums, list, first, count, layers)`: works out what the net says of these
        features; those before the first are added up already."""
        f = self._module.function(VALUE, exported=False)
        weights, sums, features, layers = (f.address(n) for n in (0, 1, 2, 5))
        total = _added_up(f, weights, sums, features, (f.number(3), f.number(4)))
        for lane, variable in enumerate(total):
            store(layers.at(net.FIRST_LAYER + BYTES * lane), _squeezed(variable.get()))
        self._emit_second(f, weights, layers)
        f.give(0)
        f.close()

    def emit_add_up(self) -> None:
        """`add_up(net, sums, list, first, count, more)`: the sums, and the rows of these features,
        make more."""
        f = self._module.function(ADD_UP, exported=False)
        weights, sums, features, more = (f.address(n) for n in (0, 1, 2, 5))
        total = _added_up(f, weights, sums, features, (f.number(3), f.number(4)))
        for lane, variable in enumerate(total):
            store(more.at(BYTES * lane), variable.get())
        f.give(0)
        f.close()

    def _emit_second(self, f: Function, weights: Pointer, layers: Pointer) -> None:
        total = _variables(weights.at(4 * net.SECOND_BIAS), _NARROW)
        odd = [LanesVariable(everywhere(f.real(0.0))) for _ in total]
        with f.count(0, net.WIDE // 2) as half:
            for offset, sums in enumerate((total, odd)):
                above = everywhere(layers.at(half * 8 + 4 * offset).load_single())
                row = weights.at(half * (8 * net.NARROW) + 4 * (net.SECOND + net.NARROW * offset))
                for lane, variable in enumerate(sums):
                    variable.add(above * load(row.at(BYTES * lane)))
        second = [_squeezed(one.get() + two.get()) for one, two in zip(total, odd, strict=True)]
        for lane, value in enumerate(second):
            store(layers.at(net.SECOND_LAYER + BYTES * lane), value)
        for output in range(net.OUTPUTS):
            row = weights.at(4 * (net.LAST + net.NARROW * output))
            parts = [value * load(row.at(BYTES * n)) for n, value in enumerate(second)]
            said = sum(parts[1:], parts[0]).total()
            bias = weights.at(4 * (net.LAST_BIAS + output)).load_single()
            layers.at(net.RESULT + 4 * output).store_single(said + bias)

    # ------------------------------------------------------------------ learning

    def emit_blame(self) -> None:
        """`blame(student, list, count, layers, truth)`: gathers how every weight was wrong."""
        f = self._module.function(BLAME, exported=False)
        student, features, count = f.address(0), f.address(1), f.number(2)
        layers, truth = f.address(3), f.address(4)
        change = student.at(3 * self._bytes)
        wrong = [
            layers.at(net.RESULT + 4 * n).load_single() - truth.at(4 * n).load_single()
            for n in range(net.OUTPUTS)
        ]
        second = self._blame_last(f, student, change, layers, wrong)
        first = self._blame_second(f, student, change, layers, second)
        touched = student.at(net.COPIES * self._bytes + net.POWERS)
        with f.count(0, count) as number:
            feature = features.at(number * 2).load(2)
            self._touch(f, touched, feature)
            row = change.at(_row(features, number))
            for lane, value in enumerate(first):
                _add(row.at(BYTES * lane), value)
        f.give(0)
        f.close()

    def _blame_last(
        self, f: Function, student: Pointer, change: Pointer, layers: Pointer, wrong: list[Real]
    ) -> list[Lanes]:
        """How wrong the second layer was."""
        blamed = [LanesVariable(everywhere(f.real(0.0))) for _ in range(_NARROW)]
        for output, error in enumerate(wrong):
            bias = change.at(4 * (net.LAST_BIAS + output))
            bias.store_single(bias.load_single() + error)
            for lane, variable in enumerate(blamed):
                at = 4 * (net.LAST + net.NARROW * output) + BYTES * lane
                layer = load(layers.at(net.SECOND_LAYER + BYTES * lane))
                _add(change.at(at), everywhere(error) * layer)
                variable.add(everywhere(error) * load(student.at(at)))
        found = []
        for lane, variable in enumerate(blamed):
            layer = load(layers.at(net.SECOND_LAYER + BYTES * lane))
            found.append(_squeezed(variable.get(), layer))
            _add(change.at(4 * net.SECOND_BIAS + BYTES * lane), found[-1])
        return found

    def _blame_second(
        self, f: Function, student: Pointer, change: Pointer, layers: Pointer, second: list[Lanes]
    ) -> list[Lanes]:
        """How wrong the first layer was."""
        errors = f.buffer(4 * net.WIDE)
        with f.count(0, net.WIDE) as number:
            at = number * (4 * net.NARROW) + 4 * net.SECOND
            layer = everywhere(layers.at(number * 4).load_single())
            parts = []
            for lane, value in enumerate(second):
                parts.append(value * load(student.at(at).at(BYTES * lane)))
                _add(change.at(at).at(BYTES * lane), layer * value)
            errors.at(number * 4).store_single(sum(parts[1:], parts[0]).total())
        found = []
        for lane in range(_WIDE):
            layer = load(layers.at(net.FIRST_LAYER + BYTES * lane))
            found.append(_squeezed(load(errors.at(BYTES * lane)), layer))
            _add(change.at(4 * net.BIAS + BYTES * lane), found[-1])
        return found

    def _touch(self, f: Function, touched: Pointer, feature: Word) -> None:
        """Note that the row is to be changed after this batch."""
        batch, count = touched.load(4), touched.at(4)
        mark = touched.at(feature * 4 + 8)
        with f.when(mark.load(4).differs(batch)):
            mark.store(batch, 4)
            number = count.load(4)
            touched.at(number * 4 + (8 + 4 * self._rows)).store(feature, 4)
            count.store(number + 1, 4)

    def emit_change(self) -> None:
        """`change(student, rate)`: changes the weights by what was gathered (Adam)."""
        f = self._module.function(CHANGE, exported=False)
        student, rate = f.address(0), f.address(1).load_real()
        powers = student.at(net.COPIES * self._bytes)
        mean, square = (powers.at(8 * n).load_real() * f.real(kept) for n, kept in enumerate(_KEPT))
        for number, power in enumerate((mean, square)):
            powers.at(8 * number).store_real(power)
        one = f.real(1.0)
        step = rate * (one - square).square_root() / (one - mean)
        with f.count(0, net.ROWS // WIDTH) as lane:
            self._change(f, student.at(lane * BYTES), step)
        touched = powers.at(net.POWERS)
        with f.count(0, touched.at(4).load(4)) as entry:
            feature = touched.at(entry * 4 + (8 + 4 * self._rows)).load(4)
            row = student.at(feature * (4 * net.WIDE) + 4 * net.ROWS)
            for part in range(_WIDE):
                self._change(f, row.at(BYTES * part), step)
        touched.store(touched.load(4) + 1, 4)
        touched.at(4).store(0, 4)
        f.give(0)
        f.close()

    def _change(self, f: Function, weight: Pointer, step: Real) -> None:
        mean, square, gathered = (weight.at(n * self._bytes) for n in (1, 2, 3))
        wrong = load(gathered) * everywhere(f.real(1.0 / net.BATCH))
        store(gathered, everywhere(f.real(0.0)))
        means = []
        for address, kept, value in ((mean, _KEPT[0], wrong), (square, _KEPT[1], wrong * wrong)):
            old, new = everywhere(f.real(kept)), everywhere(f.real(1.0 - kept))
            means.append(load(address) * old + value * new)
            store(address, means[-1])
        least = everywhere(f.real(_LEAST))
        by = everywhere(step) * means[0] / (means[1].square_root() + least)
        store(weight, load(weight) - by)


def _added_up(
    f: Function, weights: Pointer, sums: Pointer, features: Pointer, numbers: tuple[Word, Word]
) -> list[LanesVariable]:
    """The sums, and the rows of these features."""
    total = _variables(sums, _WIDE)
    with f.count(*numbers) as number:
        row = weights.at(_row(features, number))
        for lane, variable in enumerate(total):
            variable.add(load(row.at(BYTES * lane)))
    return total


def _variables(address: Pointer, count: int) -> list[LanesVariable]:
    return [LanesVariable(load(address.at(BYTES * lane))) for lane in range(count)]


def _row(features: Pointer, number: Word) -> Word:
    """Where the row of the feature lies in a net."""
    return features.at(number * 2).load(2) * (4 * net.WIDE) + 4 * net.ROWS


def _squeezed(value: Lanes, by: Lanes | None = None) -> Lanes:
    """Little is left of the value where it, or what it was squeezed by, is negative."""
    less = value * everywhere(value.f.real(net.SLOPE))
    return value.where_positive(value if by is None else by, less)


def _add(address: Pointer, value: Lanes) -> None:
    store(address, load(address) + value)


# ---------------------------------------------------------------------------- what is made of it


class Favourite:
    """The option that a net likes best, and the one that is taken: the forced one if there is one.

    Which option is better cannot be foreseen, and a processor that had to guess would begin with
    the next one in vain: so there are no branches. The first option is liked whatever the net says
    of it, so that there is always one, even where sums overflow and nothing can be compared.
    """

    def __init__(self, f: Function, forced: Word) -> None:
        self._forced = forced
        self._worth, self._best, self._length = (
            f.real_variable(-1e300),
            f.variable(0),
            f.variable(0),
        )
        self._of_best, self._of_taken = (_NetAnswer(f) for _ in range(2))

    def weigh(self, option: Word, worth: Real, said: list[Real], length: Word) -> Word:
        """The next option, what it is worth, and how many features it has; whether it is taken
        unless a better one comes."""
        is_better = (worth > self._worth.get()) | option.equals(0)
        is_taken = (self._forced < 0) & is_better | option.equals(self._forced)
        self._worth.set(worth.chosen(is_better, self._worth.get()))
        self._best.set(is_better.select(option, self._best.get()))
        self._length.set(is_taken.select(length, self._length.get()))
        self._of_best.set(said, is_better)
        self._of_taken.set(said, is_taken)
        return is_taken

    @property
    def taken(self) -> Word:
        return (self._forced >= 0).select(self._forced, self._best.get())

    @property
    def length(self) -> Word:
        """How many features the one that is taken has."""
        return self._length.get()

    def note(self, sample: Pointer) -> None:
        """What was expected of both, and whether they differ."""
        self._of_best.note(sample.at(net.BEST))
        self._of_taken.note(sample.at(net.EXPECTED))
        explored = self.taken.differs(self._best.get())
        sample.at(net.EXPLORED).store(explored.narrowed(), 4)


class _NetAnswer:
    """What the net said of an option that is remembered."""

    def __init__(self, f: Function) -> None:
        self._values = [f.real_variable(0.0) for _ in range(net.OUTPUTS)]

    def set(self, said: list[Real], test: Word) -> None:
        """Remember this if the test holds."""
        for variable, value in zip(self._values, said, strict=True):
            variable.set(value.chosen(test, variable.get()))

    def note(self, address: Pointer) -> None:
        note(address, [variable.get() for variable in self._values])


class Values:
    """What the net expects for every seat."""

    def __init__(self, f: Function, address: Pointer, wants: Pointer, players: int) -> None:
        self._f, self._address, self._players = f, address, players
        self._asked = f.variable(0)
        """A bit for every seat of which the net has said something."""
        # Places come to the same for all together; scores are told from their mean.
        self._left = f.real_variable(0.0)
        self._left.set(wants.load_real() * f.real(players / 2))

    def note(self, seat: Word, worth: Real) -> None:
        self._asked.set(self._asked.get() | (self._f.constant(1) << seat))
        self._address.at(seat * 8).store_real(worth)

    def complete(self) -> None:
        """Seats that did not choose share what the others leave."""
        f, silent = self._f, self._f.variable(0)
        with f.count(0, self._players) as seat:
            is_asked = ((self._asked.get() >> seat) & 1).differs(0)
            with f.either(is_asked) as (said, unsaid):
                with said:
                    self._left.set(self._left.get() - self._address.at(seat * 8).load_real())
                with unsaid:
                    silent.add(1)
        share = self._left.get() / silent.get().real()
        with f.count(0, self._players) as seat:
            told = self._address.at(seat * 8)
            is_asked = ((self._asked.get() >> seat) & 1).differs(0)
            told.store_real(told.load_real().chosen(is_asked, share))


def worth(sample: Pointer, wants: Pointer) -> Real:
    """What the best option is worth to who wants so much of place and score."""
    place, score = (
        wants.at(8 * n).load_real() * sample.at(net.BEST + 4 * n).load_single()
        for n in range(net.OUTPUTS)
    )
    return place + score


def note(address: Pointer, said: list[Real]) -> None:
    for number, value in enumerate(said):
        address.at(4 * number).store_single(value)
