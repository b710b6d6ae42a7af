"""What the containers run is a command that exists."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kibitz.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yaml"])
def test_a_container_starts_the_server_with_options_it_has(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    commands = [
        json.loads(found) for found in re.findall(r"(?:CMD|command:) (\[\"serve.*\])", text)
    ]
    assert len(commands) == 1
    _, *arguments = commands[0]
    with main.make_context("kibitz", ["serve"]) as context:
        command = main.get_command(context, "serve")
        assert command is not None
        given = command.make_context("serve", arguments, parent=context).params
    assert given["host"] == "0.0.0.0"
    assert given["log_level"] == "info"
