"""How far from the truth a mean of few measurements may be."""

from __future__ import annotations

_NORMAL = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""
_FEW = {1: 12.706205, 2: 4.302653, 3: 3.182446, 4: 2.776445}
"""The same of Student's t with so many degrees of freedom."""


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t (Abramowitz and Stegun 26.7.5 from five degrees on)."""
    if freedom in _FEW:
        return _FEW[freedom]
    z, n = _NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
