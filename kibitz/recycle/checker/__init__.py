"""Forms to typed syntax: names resolved, types known, every fault reported.

`check` is the door; `game` reads the sections, `statements` what happens, `values` everything
that has a value. The words of the reports are data (`kibitz.recycle.diagnostic.fault`); `faults`
is for those that take some thought.
"""

from kibitz.recycle.checker.check import CheckResult, check, edited, fixed

__all__ = ["CheckResult", "check", "edited", "fixed"]
