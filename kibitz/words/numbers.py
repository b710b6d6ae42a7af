"""Numbers as people read them."""

from __future__ import annotations

from math import isinf


def decimal(value: float | None, digits: int = 1) -> str:
    """With so many digits behind the point: `12.3`, `0.0`, `−4.5`, `∞`; a dash for nothing."""
    if value is None:
        return "–"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{value:.{digits}f}"
    return (text.removeprefix("-") if float(text) == 0 else text).replace("-", "−")


def percent(share: float, digits: int = 0) -> str:
    """In parts of a hundred: `34 %`."""
    return f"{decimal(100 * share, digits)} %"
