"""What tests need that not every machine has."""

from __future__ import annotations

import pytest

from benchmarks.postgres import IS_INSTALLED

where_there_is_one = pytest.mark.skipif(
    not IS_INSTALLED, reason="there is no PostgreSQL on this machine"
)
