"""docs/advice.md is true: its positions are read, and its commands say what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import kibitz

PAGE = Path(__file__).parents[2] / "docs" / "advice.md"
POSITIONS_AND_COMMANDS = re.findall(
    r"^```toml\n(.*?)^```\n.*?^```console\n\$ kibitz (.*?)\n(.*?)^```",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


def shape(text: str) -> list[str]:
    """The lines, whatever numbers that were simulated stand in them."""
    return [re.sub(r"\b\d+(\.\d)?\b", "0", " ".join(line.split())) for line in text.splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(("position", "command", "shown"), POSITIONS_AND_COMMANDS)
def test_an_example_is_answered_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, position: str, command: str, shown: str
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    Path(words[words.index("--position") + 1]).write_text(position, encoding="utf-8")
    said = iter(shape(kibitz(*words).output))
    missing = [line for line in shape(shown) if line != "…" and line not in said]
    assert missing == []


def test_the_page_has_examples() -> None:
    assert len(POSITIONS_AND_COMMANDS) == 2
