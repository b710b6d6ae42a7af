"""Fuzzing that gives the same mutants on every machine and every day."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "stable",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("stable")
