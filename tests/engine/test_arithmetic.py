"""Numbers as RECYCLE counts them."""

from __future__ import annotations

import pytest

from kibitz.recycle.constants import LARGEST, SMALLEST, Overflow, calculate, fibonacci, triangular


@pytest.mark.parametrize(
    ("left", "right", "quotient", "rest"),
    [
        (7, 2, 3, 1),
        (-7, 2, -3, -1),
        (7, -2, -3, 1),
        (-7, -2, 3, -1),
        (0, 5, 0, 0),
        (SMALLEST, LARGEST, -1, -1),
    ],
)
def test_division_drops_the_fraction_and_the_rest_has_the_sign_of_the_dividend(
    left: int, right: int, quotient: int, rest: int
) -> None:
    assert calculate("//", left, right) == quotient
    assert calculate("%", left, right) == rest


def test_the_smallest_number_has_no_opposite() -> None:
    with pytest.raises(Overflow):
        calculate("//", SMALLEST, -1)
    assert calculate("%", SMALLEST, -1) == 0


@pytest.mark.parametrize(
    ("operator", "left", "right"),
    [
        ("+", LARGEST, 1),
        ("-", SMALLEST, 1),
        ("*", 65_536, 32_768),
        ("^", 2, 31),
        ("^", 3, 1_000_000_000),
        ("^", -2, 33),
    ],
)
def test_a_number_that_does_not_fit_in_32_bits_is_no_number(
    operator: str, left: int, right: int
) -> None:
    with pytest.raises(Overflow):
        calculate(operator, left, right)


@pytest.mark.parametrize(
    ("operator", "left", "right", "result"),
    [
        ("+", LARGEST, SMALLEST, -1),
        ("-", SMALLEST, SMALLEST, 0),
        ("*", -65_536, 32_768, SMALLEST),
        ("^", -2, 31, SMALLEST),
        ("^", 0, 0, 1),
        ("^", -1, 2_000_000_001, -1),
        ("^", 1, LARGEST, 1),
    ],
)
def test_numbers_reach_to_the_very_ends(operator: str, left: int, right: int, result: int) -> None:
    assert calculate(operator, left, right) == result


@pytest.mark.parametrize(
    ("base", "exponent", "result"),
    [(2, -1, 0), (-2, -1, 0), (3, -1, 0), (1, -5, 1), (-1, -5, -1), (-1, -4, 1)],
)
def test_a_negative_power_is_rounded_to_the_nearest_and_a_half_to_even(
    base: int, exponent: int, result: int
) -> None:
    assert calculate("^", base, exponent) == result


@pytest.mark.parametrize(("operator", "left", "right"), [("//", 1, 0), ("%", 1, 0), ("^", 0, -1)])
def test_nothing_is_divided_by_zero(operator: str, left: int, right: int) -> None:
    with pytest.raises(ZeroDivisionError):
        calculate(operator, left, right)


def test_triangular_numbers() -> None:
    assert [triangular(n) for n in (-3, -1, 0, 1, 4, 65_535)] == [3, 0, 0, 1, 10, 2_147_450_880]
    with pytest.raises(Overflow):
        triangular(65_536)


def test_fibonacci_numbers() -> None:
    assert [fibonacci(n) for n in (-1, 0, 1, 2, 7, 46)] == [0, 0, 1, 1, 13, 1_836_311_903]
    with pytest.raises(Overflow):
        fibonacci(47)
