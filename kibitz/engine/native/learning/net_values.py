"""What a net expects, in emitted code: of an option that is remembered, and for every seat."""

from __future__ import annotations

from kibitz.engine.native.learning import net_layout as net
from kibitz.engine.native.llvm.function import Function
from kibitz.engine.native.llvm.words import Pointer, Real, Word


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
        self._of_best, self._of_taken = (_Said(f) for _ in range(2))

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


class _Said:
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
