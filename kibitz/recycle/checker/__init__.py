"""Forms to typed syntax: names resolved, types known, every fault reported.

`check` is the door; `game` reads the sections, `statements` what happens, `values` everything
that has a value. Most words of the reports are data (see `kibitz.recycle.diagnostic`);
`faults`, `operand_faults` and `legacy` are for those that vary.
"""

from kibitz.recycle.checker.check import CheckResult, check

__all__ = ["CheckResult", "check"]
