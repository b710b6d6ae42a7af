"""Every example learns something, in a short form, where what it needs is installed."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tools.fresh_environments import EXTRAS, uses

EXAMPLES = Path(__file__).parents[2] / "examples"
NEEDS = {
    "cfr_leduc": "pyspiel",
    "ppo_against_random": "sb3_contrib",
    "batch_in_torch": "torch",
    "batch_in_jax": "jax",
}

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def example(name: str) -> Any:
    pytest.importorskip(NEEDS[name], reason=f"{NEEDS[name]} is not installed")
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_examples_are_run_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(NEEDS)


def test_every_example_is_tried_in_a_fresh_environment() -> None:
    tried = {what for extra in EXTRAS for what, _ in uses(extra)}
    assert {f"`examples/{name}.py`" for name in NEEDS} < tried


def test_counterfactual_regret_is_minimised() -> None:
    curve = example("cfr_leduc").main("kuhn-poker", iterations=40, every=10)
    assert curve[-1] < curve[0] / 2
    assert curve[-1] < 0.03


@pytest.mark.parametrize("name", ["batch_in_torch", "batch_in_jax"])
def test_a_batch_learns_to_beat_random_players(name: str) -> None:
    before, after = example(name).main("kuhn-poker", rounds=25, size=512)
    assert after > before + 0.1


def test_ppo_learns_to_beat_random_players() -> None:
    gain, margin = example("ppo_against_random").main("kuhn-poker", steps=4_096, matches=300)
    assert gain > margin
