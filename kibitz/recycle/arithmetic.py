"""Integer arithmetic of RECYCLE: 32-bit signed, truncating division, overflow is a fault."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Iterable
from functools import reduce

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    ">": operators.gt,
    "<=": operators.le,
    ">=": operators.ge,
}
SMALLEST = -(2**31)
LARGEST = 2**31 - 1


class Overflow(Exception):
    """The result does not fit in 32 bits."""


def fit(value: int) -> int:
    if SMALLEST <= value <= LARGEST:
        return value
    raise Overflow


def divide(left: int, right: int) -> int:
    """Division that drops the fraction, towards zero."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """What division leaves; it has the sign of the dividend."""
    return left - right * divide(left, right)


def power(base: int, exponent: int) -> int:
    """`base` to the `exponent`; a negative exponent rounds to the nearest, ties to even."""
    if exponent < 0:
        return _reciprocal_power(base, -exponent)
    if abs(base) > 1 and exponent > 31:
        raise Overflow
    if abs(base) <= 1:
        exponent = min(exponent, 2 + exponent % 2)
    return int(base**exponent)


def _reciprocal_power(base: int, exponent: int) -> int:
    if base == 0:
        raise ZeroDivisionError
    if abs(base) == 1:
        return base if exponent % 2 else 1
    return 0  # 1/2 is a tie and goes to the even 0; everything else is nearer to 0


def triangular(number: int) -> int:
    """0, 1, 3, 6, 10 … also for negative numbers, by n(n+1)/2."""
    return fit(number * (number + 1) // 2)


def fibonacci(number: int) -> int:
    """0, 1, 1, 2, 3, 5 …; a number below 0 counts as 0."""
    if number > 46:
        raise Overflow
    before, current = 1, 0
    for _ in range(number):
        before, current = current, before + current
    return current


def lesser(left: int, right: int) -> int:
    return min(left, right)


def greater(left: int, right: int) -> int:
    return max(left, right)


OPERATIONS: dict[str, Callable[..., int]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "//": divide,
    "%": remainder,
    "^": power,
    "min": lesser,
    "max": greater,
    "tri": triangular,
    "fib": fibonacci,
}
"""By operator: of one number or of two."""


def calculate(operator: str, *operands: int) -> int:
    """Raises Overflow or ZeroDivisionError."""
    return fit(OPERATIONS[operator](*operands))


def calculate_all(operator: str, operands: Iterable[int]) -> int:
    """Of one number, or of two and more from the left."""
    first, *rest = operands
    if not rest:
        return calculate(operator, first)
    return reduce(lambda left, right: calculate(operator, left, right), rest, first)
