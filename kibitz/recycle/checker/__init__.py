"""Forms to typed syntax: names resolved, types known, every fault reported.

`check` is the door; `game` reads the sections, `statements` what happens, `values` everything
that has a value, and `faults` holds the words of the reports, one function for each slug.
"""

from kibitz.recycle.checker.check import CheckResult, check

__all__ = ["CheckResult", "check"]
