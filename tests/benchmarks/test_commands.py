"""The benchmarks that there are, told without loading what they need."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from benchmarks import __main__ as benchmarks


def test_help_names_every_benchmark_where_nothing_is_installed_that_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(benchmarks, "import_module", missing)
    told = CliRunner().invoke(benchmarks.main, ["--help"])
    assert told.exit_code == 0
    assert all(f"\n  {name}  " in told.output for name in ("gpu", "page", "serving"))
