"""The one source of chance: xoshiro256**, seeded through SplitMix64.

Both engines use this generator and draw from it in the same order, so a seed is a match.
Reference: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2018);
the bounded draw is D. Lemire's multiply-and-reject method on the upper 32 bits (2018).
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

_MASK = (1 << 64) - 1
_LOW = (1 << 32) - 1


def _split_mix(state: int) -> tuple[int, int]:
    """The next SplitMix64 state and its output."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, mixed ^ (mixed >> 31)


class Rng:
    """A generator; `stream` gives independent generators for the same seed (match 0, 1, 2 …)."""

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, seed: SupportsIndex, stream: SupportsIndex = 0) -> None:
        state, start = _split_mix(index(seed) & _MASK)
        state = start ^ ((index(stream) * 0xD1342543DE82EF95) & _MASK)
        state, self._a = _split_mix(state)
        state, self._b = _split_mix(state)
        state, self._c = _split_mix(state)
        state, self._d = _split_mix(state)

    def __repr__(self) -> str:
        return f"<Rng at {', '.join(f'{word:016x}' for word in self.words)}>"

    def copy(self) -> Rng:
        twin = Rng.__new__(Rng)
        twin._a, twin._b, twin._c, twin._d = self._a, self._b, self._c, self._d
        return twin

    @property
    def words(self) -> tuple[int, int, int, int]:
        """The whole state of the generator: four 64-bit words."""
        return self._a, self._b, self._c, self._d

    def jump_to(self, words: tuple[int, int, int, int]) -> None:
        """Go on from a state that `words` gave."""
        self._a, self._b, self._c, self._d = words

    def next(self) -> int:
        """The next 64 random bits."""
        a, b, c, d = self._a, self._b, self._c, self._d
        mixed = (b * 5) & _MASK
        result = (((mixed << 7) | (mixed >> 57)) * 9) & _MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ ((b << 17) & _MASK)
        self._d = ((d << 45) | (d >> 19)) & _MASK
        return result

    def below(self, bound: int) -> int:
        """A uniform integer from 0 up to, not including, `bound` (1 … 2^32)."""
        product = (self.next() >> 32) * bound
        if (product & _LOW) < bound:
            threshold = ((1 << 32) - bound) % bound
            while (product & _LOW) < threshold:
                product = (self.next() >> 32) * bound
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """A uniform permutation in place: Fisher-Yates from the top (last) element downwards."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
