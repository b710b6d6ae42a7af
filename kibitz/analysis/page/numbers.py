"""Numbers as people read them, with how sure they are."""

from __future__ import annotations

from math import floor, log10

from kibitz.players import Mean
from kibitz.words import decimal, percent


def mean_text(mean: Mean | None) -> str:
    """`0.52 ± 0.03`: no more digits than the interval allows, no fewer than two.

    An interval is never told as 0 if it is not.
    """
    if mean is None or mean.margin is None:
        return decimal(None if mean is None else mean.value, 2)
    digits = _digits(mean.margin)
    margin = max(mean.margin, 10**-digits) if mean.margin else 0.0
    return f"{decimal(mean.value, digits)} ± {decimal(margin, digits)}"


def share_text(mean: Mean) -> str:
    """`25.1 ± 0.3 %`; a margin of half of everything or more tells nothing, and that is said."""
    if mean.margin is None:
        return percent(mean.value)
    if mean.margin >= 0.5:
        return "too few to tell"
    digits = max(0, _digits(mean.margin) - 2)
    return f"{decimal(100 * mean.value, digits)} ± {100 * mean.margin:.{digits}f} %"


def part_text(mean: Mean) -> str:
    """The same of a part of something, which is not less than nothing: `at most 4 %`."""
    if mean.value >= 0 or mean.high is None:
        return share_text(mean)
    return f"at most {max(1.0, 100 * mean.high):.0f} %"


def _digits(margin: float) -> int:
    """Behind the point, so that the margin has one digit that counts."""
    return max(2, min(4, -floor(log10(margin)))) if margin > 0 else 2


def points_text(mean: Mean) -> str:
    """`1 point`, `3.2 ± 0.4 points`."""
    text = f"{mean.value:.3g}" if mean.margin is None else mean_text(mean)
    return f"{text.replace('-', '−')} {'point' if text == '1' else 'points'}"


def is_sure(mean: Mean, caution: float = 1.0) -> bool:
    """Whether the interval, made wider by `caution`, leaves 0 out."""
    return mean.margin is not None and abs(mean.value) > caution * mean.margin
