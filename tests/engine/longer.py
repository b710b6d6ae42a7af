"""For long runs: so many times as many random programs and mutants, by `KIBITZ_LONGER`."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("KIBITZ_LONGER", "1"))
